"""What a name for a card stands for once cards were shuffled: perhaps another card than before.

A shuffle puts new faces on the cards of its place. What conditions have told of a card's kind, and that its face was
drawn, holds no more where the card may be among them.
"""

from __future__ import annotations

from attrs import evolve

from ruledsl.lower.builder import Builder, ZoneThing
from ruledsl.lower.scope import Local, Scope
from ruledsl.syntax import tree
from ruledsl.syntax.walking import walk


def unsettled(b: Builder, scope: Scope, node: tree.Statement) -> Scope:
    """The scope behind a statement, or within a loop that comes round again, where it may shuffle named cards."""
    if not scope.names_cards:
        return scope
    families = _shuffled(b, node)
    if families <= scope.mixed:
        return scope
    return evolve(
        scope,
        mixed=scope.mixed | families,
        locals={
            name: local if families <= local.mixed else _among(b, local, families)
            for name, local in scope.locals.items()
        },
    )


def _among(b: Builder, local: Local, families: frozenset[int]) -> Local:
    """The name for a card that may be one of those that now lie in some families of places."""
    type_ = local.value.type
    if type_.kind != "card":
        return local
    mixed = frozenset(
        family for family in families if b.kinds_in(frozenset((family,))) & type_.kinds
    )
    if not mixed:
        return evolve(local, mixed=local.mixed | families)
    type_ = evolve(
        type_,
        kinds=type_.kinds | b.kinds_in(mixed),
        origins=type_.origins | mixed,
        shown=False,
    )
    return evolve(local, value=evolve(local.value, type=type_), mixed=local.mixed | families)


def _shuffled(b: Builder, node: tree.Statement) -> frozenset[int]:
    """The families of places that a statement may shuffle, with the phases and actions that it comes to."""
    found, names = _own(b, node)
    waiting = [*names]
    come_to: set[str] = set()
    while waiting:
        name = waiting.pop()
        declared = b.symbols.declared.get(name)
        if name in come_to or not isinstance(declared, tree.Phase | tree.Action):
            continue
        come_to.add(name)
        if name not in b.shuffles:
            b.shuffles[name] = _own(b, declared.body)
        families, names = b.shuffles[name]
        found |= families
        waiting += names
    return found


def _own(b: Builder, node: object) -> tuple[frozenset[int], tuple[str, ...]]:
    """The families of places that are shuffled within something, and the phases and actions that it comes to."""
    found: set[int] = set()
    names: dict[str, None] = {}
    for part in walk(node):
        match part:
            case tree.Shuffle(zone=zone):
                thing = b.things.get(_family(zone))
                if isinstance(thing, ZoneThing):
                    found.add(thing.number)
            case tree.Do(phase=phase):
                names[phase.text] = None
            case tree.Choose(offers=offers, otherwise=otherwise):
                names.update((offer.action.text, None) for offer in offers)
                if otherwise is not None:
                    names[otherwise.action.text] = None
    return frozenset(found), tuple(names)


def _family(zone: tree.Expr) -> str:
    """The name of the family of the place that an expression names."""
    base = zone.base if isinstance(zone, tree.Index) else zone
    return base.name if isinstance(base, tree.Ref | tree.Yours) else ""
