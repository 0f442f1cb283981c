"""Questions about everybody, and loops that go once round the table: who asks `every` has asked each.

As long as not every hand is empty, `each player where your hand is not empty` gives at least one player a turn.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from ruledsl.machine.flow import calls, successors
from ruledsl.machine.known import one_form, written_out
from ruledsl.machine.model import ME, Branch, Collect, Expr, Machine, Next, Set
from ruledsl.machine.ops import OPPOSITE
from ruledsl.machine.sorts import nodes_of

_NOTHING = Expr("const", (0,))
_ONE = Expr("const", (1,))
_MINE = Expr("cell", (ME,))


def negated(condition: Expr) -> Expr:
    """The condition that holds where this one does not."""
    if condition.op == "not":
        return plain(condition.args[0])
    if condition.op in OPPOSITE:
        return plain(Expr(OPPOSITE[condition.op], (), condition.args))
    return Expr("not", (), (condition,))


def plain(condition: Expr) -> Expr:
    """The same condition in one form: ``size(X) > 0`` and ``size(X) >= 1`` are ``size(X) != 0``."""
    match condition:
        case Expr(op="not", args=(inner,)) if inner.op == "not" or inner.op in OPPOSITE:
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
    if condition.op in OPPOSITE:
        operands = tuple(written_out(machine, operand) for operand in condition.args)
        condition, is_so = one_form(evolve(condition, args=operands))
        condition = condition if is_so else negated(condition)
    match condition:
        case Expr(op="not", args=(Expr(op="every", args=(seats, chosen, test)) as asked,)):
            part = _both(chosen, negated(test))
        case Expr(op="any", args=(seats, chosen, test)) as asked:
            part = _both(chosen, plain(test))
        case Expr(op=op, args=(Expr(op="count", args=(seats, part)) as asked, number)):
            if number.op != "const" or not _is_some(op, number.nums[0]):
                return None
            if seats.op == "family_cards" and part == _ONE:
                return _some_place(machine, seats.nums[0])
            part = plain(part)
        case _:
            return None
    if part is None or seats != _everybody(machine):
        return None
    return _of_acting(part, asked.nums[0])


def _is_some(op: str, number: int) -> bool:
    """Whether a count that compares so with a number is never 0."""
    match op:
        case "ne":
            return number == 0
        case "gt":
            return number >= 0
    return op in ("ge", "eq") and number >= 1


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


@frozen
class Round:
    """A loop over all players, some of whom have a turn.

    ``end`` is the state that asks for the next player, or leads on, ``asks`` the one that asks who has a turn, and
    ``whether`` what it asks, of the acting player; ``besides`` is what it asks of no player in particular.
    ``inside`` are the states between one player and the next.
    """

    end: int
    asks: int
    whether: Expr
    besides: tuple[Expr, ...]
    inside: frozenset[int]


def rounds(machine: Machine) -> Iterator[Round]:
    """The loops over all players that ask each first whether it is his turn."""
    all_ = Expr("const", (machine.players,))
    begun = {(s.cell, s.next): s.value for s in machine.states if isinstance(s, Set)}
    names = _names_of_all(machine)
    for end, state in enumerate(machine.states):
        match state:
            # Seats are counted down in a loop `from` somebody, up in any other.
            case Branch(condition=Expr(op=op, args=(Expr(op="cell", nums=(counter,)), last))):
                first = begun.get((counter, end))
                if (op, last, first) not in (("gt", _NOTHING, all_), ("le", all_, _ONE)):
                    continue
                name, begin = ME, state.then
            case Next(target=name, body=begin) if name in names:
                pass
            case _:
                continue
        asks = begin
        while isinstance(setting := machine.states[asks], Set):
            asks = setting.next
        asking = machine.states[asks]
        if not isinstance(asking, Branch) or asking.otherwise != end:
            continue
        parts = _joined(asking.condition)
        own = [part for part in parts if Expr("cell", (name,)) in nodes_of(part)]
        if len(own) == 1:
            besides = tuple(part for part in parts if part is not own[0])
            whether = plain(_of_acting(own[0], name))
            yield Round(end, asks, whether, besides, _inside(machine, begin, end))


def _joined(condition: Expr) -> list[Expr]:
    """The parts of a condition that must all hold."""
    if condition.op != "and":
        return [condition]
    return [part for arg in condition.args for part in _joined(arg)]


def _inside(machine: Machine, begin: int, end: int) -> frozenset[int]:
    """All states that play may come to from ``begin`` on before it comes to ``end``."""
    found, waiting = set[int](), [begin]
    while waiting:
        number = waiting.pop()
        if number in found or number == end:
            continue
        found.add(number)
        state = machine.states[number]
        waiting += [there for there, _ in successors(state)]
        waiting += [machine.routines[called].entry for called in calls(state, machine)]
    return frozenset(found)
