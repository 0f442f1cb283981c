"""Questions about everybody, and loops that go once round the table: who asks `every` has asked each.

As long as not every hand is empty, `each player where your hand is not empty` gives at least one player a turn.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ruledsl.machine.model import ME, Branch, Collect, Expr, Machine, Next, Set
from ruledsl.machine.sorts import nodes_of

_OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}
_NOTHING = Expr("const", (0,))
_ONE = Expr("const", (1,))
_MINE = Expr("cell", (ME,))


def negated(condition: Expr) -> Expr:
    """The condition that holds where this one does not."""
    if condition.op == "not":
        return plain(condition.args[0])
    if condition.op in _OPPOSITE:
        return plain(Expr(_OPPOSITE[condition.op], (), condition.args))
    return Expr("not", (), (condition,))


def plain(condition: Expr) -> Expr:
    """The same condition in one form: ``size(X) > 0`` and ``size(X) >= 1`` are ``size(X) != 0``."""
    match condition:
        case Expr(op="not", args=(inner,)) if inner.op == "not" or inner.op in _OPPOSITE:
            return negated(inner)
        case Expr(op="gt", args=(Expr(op="size") as left, right)) if right == _NOTHING:
            return Expr("ne", (), (left, _NOTHING))
        case Expr(op="ge", args=(Expr(op="size") as left, right)) if right == _ONE:
            return Expr("ne", (), (left, _NOTHING))
        case Expr(op="le" | "lt", args=(Expr(op="size") as left, right)):
            if right == (_NOTHING if condition.op == "le" else _ONE):
                return Expr("eq", (), (left, _NOTHING))
    return condition


def of_somebody(machine: Machine, condition: Expr, holds: bool) -> Expr | None:
    """What holds of somebody at the table, as if he were acting, where a condition holds or does not."""
    if not holds:
        condition = negated(condition)
    match condition:
        case Expr(op="not", args=(Expr(op="every", args=(seats, chosen, test)) as asked,)):
            part = _both(chosen, negated(test))
        case Expr(op="any", args=(seats, chosen, test)) as asked:
            part = _both(chosen, plain(test))
        case Expr(op="ne" | "gt", args=(Expr(op="count", args=(seats, part)) as asked, none)):
            if none != _NOTHING:
                return None
            if seats.op == "family_cards" and part == _ONE:
                return _some_place(machine, seats.nums[0])
            part = plain(part)
        case _:
            return None
    if part is None or seats != _everybody(machine):
        return None
    return _of_acting(part, asked.nums[0])


def _everybody(machine: Machine) -> Expr:
    return Expr("range", (), (_ONE, Expr("const", (machine.players,))))


def _both(one: Expr, other: Expr) -> Expr | None:
    if one == _ONE:
        return other
    return plain(one) if other == _ONE else None


def _some_place(machine: Machine, number: int) -> Expr | None:
    """That there are cards in one of the places of a family that has one for each player."""
    family = machine.families[number]
    if family.size != machine.players:
        return None
    mine = Expr("zone_at", (family.first, family.size), (_MINE,))
    return Expr("ne", (), (Expr("size", (), (mine,)), _NOTHING))


def _of_acting(expr: Expr, name: int) -> Expr:
    """The expression with the player who acts in the place of a name."""
    if expr == Expr("cell", (name,)):
        return _MINE
    return evolve(expr, args=tuple(_of_acting(arg, name) for arg in expr.args))


def _names_of_all(machine: Machine) -> frozenset[int]:
    """The names of loops over all players."""
    whole = {
        state.base
        for state in machine.states
        if isinstance(state, Collect) and state.source == _everybody(machine)
    }
    return frozenset(s.target for s in machine.states if isinstance(s, Next) and s.base in whole)


def rounds(machine: Machine) -> Iterator[tuple[int, Expr]]:
    """The states at which a loop over all players ends, each with what is asked of every one."""
    all_ = Expr("const", (machine.players,))
    begun = {(s.cell, s.next): s.value for s in machine.states if isinstance(s, Set)}
    names = _names_of_all(machine)
    for state in machine.states:
        if not isinstance(state, Branch):
            continue
        number = state.otherwise
        match machine.states[number]:
            # Seats are counted down in a loop `from` somebody, up in any other.
            case Branch(condition=Expr(op=op, args=(Expr(op="cell", nums=(counter,)), end))):
                first = begun.get((counter, number))
                name = (
                    ME if (op, end, first) in (("gt", _NOTHING, all_), ("le", all_, _ONE)) else -1
                )
            case Next(target=name) if name in names:
                pass
            case _:
                continue
        if Expr("cell", (name,)) in nodes_of(state.condition):
            yield number, plain(_of_acting(state.condition, name))
