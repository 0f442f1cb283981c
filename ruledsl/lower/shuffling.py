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
    if not any(local.value.type.kind == "card" for local in scope.locals.values()):
        return scope
    families = _shuffled(b, node)
    if not families:
        return scope
    return evolve(
        scope,
        locals={name: _among(b, local, families) for name, local in scope.locals.items()},
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
        return local
    type_ = evolve(
        type_,
        kinds=type_.kinds | b.kinds_in(mixed),
        origins=type_.origins | mixed,
        shown=False,
    )
    return evolve(local, value=evolve(local.value, type=type_))


def _shuffled(b: Builder, node: tree.Statement) -> frozenset[int]:
    """The families of places that a statement may shuffle, with the phases and actions that it comes to."""
    found: set[int] = set()
    waiting: list[object] = [node]
    come_to: set[str] = set()
    while waiting:
        for part in walk(waiting.pop()):
            names: list[str] = []
            match part:
                case tree.Shuffle(zone=zone):
                    thing = b.things.get(_family(zone))
                    if isinstance(thing, ZoneThing):
                        found.add(thing.number)
                case tree.Do(phase=phase):
                    names = [phase.text]
                case tree.Choose(offers=offers, otherwise=otherwise):
                    names = [offer.action.text for offer in offers]
                    names += [otherwise.action.text] if otherwise is not None else []
            for name in names:
                declared = b.symbols.declared.get(name)
                if name not in come_to and isinstance(declared, tree.Phase | tree.Action):
                    come_to.add(name)
                    waiting.append(declared.body)
    return frozenset(found)


def _family(zone: tree.Expr) -> str:
    """The name of the family of the place that an expression names."""
    base = zone.base if isinstance(zone, tree.Index) else zone
    return base.name if isinstance(base, tree.Ref | tree.Yours) else ""
