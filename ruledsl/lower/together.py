"""``together``: everybody chooses without seeing what the others choose, then it happens.

That the order in which the effects happen cannot matter is checked here, on the actions
that are offered: an action may change only what is the mover's own, add cards to a place
or pay into an account, and may read nothing that another of them changes.
"""

from __future__ import annotations

from attrs import frozen

from ruledsl.diagnostics.model import Label
from ruledsl.lower import chaining as ch
from ruledsl.lower import choices, knowledge, storing
from ruledsl.lower import expressions as ex
from ruledsl.lower.builder import AccountThing, Builder, DefineThing, Index
from ruledsl.lower.scope import Scope
from ruledsl.machine import model as m
from ruledsl.machine.model import Expr
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.walking import walk


def lower(b: Builder, scope: Scope, node: tree.Together, label: int, next_: int) -> None:
    """Lower the block: all decisions first, then all effects, both in seat order."""
    span = node.span
    body = node.body
    if len(body) != 1 or not isinstance(body[0], tree.Choose):
        odd = next((x for x in body if not isinstance(x, tree.Choose)), body[-1])
        b.report(
            "RD311",
            "`together` holds one choice a player and nothing else",
            odd.span,
            "write one `must ...` or `may ...`; what follows from the choices comes after the block",
        )
        storing.skip_to(b, label, next_, span)
        return
    choice = body[0]
    _check(b, choice)
    width = 1 + max((_params(b, o) for o in choice.offers), default=0)
    pending = b.register(size=width * b.players)
    saved, seat, played = b.register(), b.register(), b.register()
    inner = scope.acting().apart()
    ask, ask_next = b.reserve(), b.reserve()
    play, play_next = b.reserve(), b.reserve()
    decision = b.reserve()
    choices.choose(b, inner, choice, decision, ask_next, pending, width)
    scope.uses.add(inner.uses)
    entry = decision
    if node.condition is not None:
        known = inner.apart()
        where = ex.truth_of(b, known, node.condition)
        knowledge.asking(b, known.uses, inner.uses, label, node.condition.span)
        scope.uses.add(known.uses)
        entry = b.add(m.Branch(where.code, decision, ask_next, span=node.condition.span))
    count = Expr("const", (b.players,))
    one = Expr("const", (1,))
    ch.chain(
        b,
        label,
        ask,
        ch.setting(b, saved, ch.ME, span),
        ch.setting(b, seat, one, span),
        ch.setting(b, played, one, span),
    )
    b.put(ask, m.Set(m.ME, Expr("cell", (seat,)), entry, span=span))
    _advance(b, ask_next, seat, ask, play, count, span)
    perform = b.reserve()
    b.put(play, m.Set(m.ME, Expr("cell", (played,)), perform, span=span))
    b.put(perform, m.PlayPending(decision, play_next, span=span))
    leave = b.add(m.Set(m.ME, Expr("cell", (saved,)), next_, span=span))
    _advance(b, play_next, played, play, leave, count, span)


def _advance(
    b: Builder, label: int, cell: int, again: int, done: int, count: Expr, span: Span
) -> None:
    """Count a seat register up: back to ``again`` until all seats have had their turn."""
    here = Expr("cell", (cell,))
    test = b.reserve()
    b.put(label, m.Set(cell, Expr("add", (), (here, Expr("const", (1,)))), test, span=span))
    b.put(test, m.Branch(Expr("le", (), (here, count)), again, done, span=span))


def _params(b: Builder, offer: tree.Offer) -> int:
    declared = b.symbols.declared.get(offer.action.text)
    if not isinstance(declared, tree.Action):
        return 0
    return sum(len(p.names) for p in declared.params)


# --- what the actions may do --------------------------------------------------------------------


@frozen
class _Change:
    """A thing that an action changes: ``own`` where it is the mover's, ``adds`` where cards or money are only added."""

    name: str
    own: bool
    adds: bool
    span: Span


def _check(b: Builder, choice: tree.Choose) -> None:
    actions = [
        d
        for o in choice.offers
        if isinstance(d := b.symbols.declared.get(o.action.text), tree.Action)
    ]
    changes = [c for action in actions for c in _changes(b, action)]
    for change in changes:
        if not change.own and not change.adds:
            b.report(
                "RD312",
                f"a choice made together may not change `{change.name}`, which is not the player's own",
                change.span,
                "change only `your ...`, add cards or pay in; do the rest after the block",
                Label(choice.span, "offered together here"),
            )
    changed = {c.name: c for c in reversed(changes) if c.own or c.adds}
    for action in actions:
        for name, span in _reads(b, action).items():
            if name in changed:
                b.report(
                    "RD312",
                    f"a choice made together may not depend on `{name}`, which another player's choice changes",
                    span,
                    "decide on it after the block",
                    Label(changed[name].span, "changed here"),
                )
    coming = {c.name: c for c in reversed(changes) if c.adds and not c.own}
    for action in actions:
        for name, span in _reads_of_own(b, action).items():
            if name in coming:
                b.report(
                    "RD312",
                    f"what happens depends on the player's own `{name}`, to which another player's choice may add",
                    span,
                    "find it out in a parameter or a `require`, which are settled first, or after the block",
                    Label(coming[name].span, "added to here"),
                )


def _changes(b: Builder, action: tree.Action) -> list[_Change]:
    found: list[_Change] = []
    own_cards = {n.text for p in action.params if _is_own(b, p.domain) for n in p.names}
    for node in walk(action.body):
        match node:
            case tree.Assign(target=target):
                found.append(_Change(_name(target), _is_own(b, target), False, node.span))
            case tree.Pay(source=source, target=target):
                for side, adds in ((source, False), (target, True)):
                    thing = b.things.get(_name(side))
                    if not isinstance(thing, AccountThing) or not thing.info.unlimited:
                        own = _is_own(b, side)
                        found.append(_Change(_name(side), own, adds, side.span))
            case tree.Move(what=what, to=to):
                if isinstance(what, tree.Quantity):
                    found.append(
                        _Change(_name(what.source), _is_own(b, what.source), False, what.span)
                    )
                else:
                    for card in what:
                        own = isinstance(card, tree.Ref) and card.name in own_cards
                        own = own or any(_is_own(b, x) for x in walk(card))
                        found.append(_Change(_card_place(action, card), own, False, card.span))
                found.append(_Change(_name(to), _is_own(b, to), True, to.span))
            case tree.Call(name=tree.Name(text="random")):
                b.report(
                    "RD312",
                    "nothing is left to chance in a choice made together",
                    node.span,
                    "roll or draw after the block, when everybody has chosen",
                )
            case (
                tree.Shuffle()
                | tree.Reveal()
                | tree.Gather()
                | tree.End()
                | tree.Do()
                | tree.Announce()
            ):
                b.report(
                    "RD312",
                    "a choice made together only moves cards, pays and sets what is the player's own",
                    node.span,
                    "do this after the block, when everybody has chosen",
                )
    return found


def _card_place(action: tree.Action, card: tree.Expr) -> str:
    for param in action.params:
        if isinstance(card, tree.Ref) and any(n.text == card.name for n in param.names):
            return _name(param.domain)
    return _name(card)


def _is_own(b: Builder, node: object, seats: frozenset[str] = frozenset(("me",))) -> bool:
    """Whether it belongs to the mover alone: what is the team's is not; ``seats`` stand for the mover."""
    match node:
        case tree.Yours(name=name):
            index = getattr(b.things.get(name), "index", None)
            return isinstance(index, Index) and index.type.kind == "player"
        case tree.Index(index=tree.Ref(name=name)):
            return name in seats
    return False


def _name(node: object) -> str:
    """The name of what an expression is part of: ``market`` for ``last(market[i])``."""
    while True:
        match node:
            case tree.Ref(name=name) | tree.Yours(name=name):
                return name
            case tree.Index(base=inner) | tree.Attribute(base=inner):
                node = inner
            case tree.Call(arguments=(inner, *_)):
                node = inner
            case tree.Pick(binder=binder) | tree.Fold(binder=binder):
                node = binder.domain
            case tree.Binary(left=inner):
                node = inner
            case _:
                return "this"


def _reads(b: Builder, action: tree.Action) -> dict[str, Span]:
    """What an action reads that is not the mover's own, by name, defines included.

    What cards are moved to, what is paid into and what is set is not read by that.
    """
    found: dict[str, Span] = {}
    parts = (*(p.domain for p in action.params), *action.body)
    _note_reads(b, parts, frozenset(("me",)), None, _written(action), found, (), own=False)
    return found


def _reads_of_own(b: Builder, action: tree.Action) -> dict[str, Span]:
    """What the effects of an action read that is the mover's own, by name, defines included.

    A payment of so much leaves as much whatever has been paid in before; one of all does not.
    """
    unread = _written(action)
    for node in walk(action.body):
        if isinstance(node, tree.Pay) and node.amount is not None and not node.up_to:
            unread |= {id(x) for x in walk(node.source)}
    found: dict[str, Span] = {}
    _note_reads(b, _effects(action), frozenset(("me",)), None, unread, found, (), own=True)
    return found


def _effects(action: tree.Action) -> tuple[tree.Statement, ...]:
    """The effects of an action, and the ``let``s that they mention."""
    found: list[tree.Statement] = []
    for statement in reversed(action.body):
        match statement:
            case tree.Require():
                continue
            case tree.Let(name=tree.Name(text=name)) if not any(
                isinstance(x, tree.Ref) and x.name == name for x in walk(tuple(found))
            ):
                continue
        found.insert(0, statement)
    return tuple(found)


def _written(action: tree.Action) -> set[int]:
    """The nodes by which an action says to where it moves and pays, and what it sets."""
    written: set[int] = set()
    for node in walk(action.body):
        match node:
            case tree.Move(to=place) | tree.Pay(target=place) | tree.Assign(target=place):
                written |= {id(x) for x in walk(place)}
    return written


def _note_reads(
    b: Builder,
    parts: object,
    seats: frozenset[str],
    span: Span | None,
    written: set[int],
    found: dict[str, Span],
    inside: tuple[str, ...],
    *,
    own: bool,
) -> None:
    """Note what is read that is the mover's ``own``, or what is not."""
    nodes = [x for x in walk(parts) if id(x) not in written]
    mine = {id(x.base) for x in nodes if isinstance(x, tree.Index) and _is_own(b, x, seats)}
    for node in nodes:
        arguments: tuple[tree.Expr, ...] = ()
        match node:
            case tree.Call(name=tree.Name(text=name), arguments=arguments):
                pass
            case tree.Ref(name=name) if (id(node) in mine) == own or _is_define(b, name):
                pass
            case tree.Yours(name=name) if _is_own(b, node) == own:
                pass
            case _:
                continue
        thing = b.things.get(name)
        if not isinstance(thing, DefineThing):
            found.setdefault(name, span or node.span)
        elif name not in inside:  # one that leads back to itself is another finding
            pairs = zip(thing.node.params, arguments, strict=False)
            movers = {p.name.text for p, a in pairs if isinstance(a, tree.Ref) and a.name in seats}
            inner = frozenset({"me"} | movers)
            _note_reads(
                b,
                thing.node.value,
                inner,
                span or node.span,
                set(),
                found,
                (*inside, name),
                own=own,
            )


def _is_define(b: Builder, name: str) -> bool:
    return isinstance(b.things.get(name), DefineThing)
