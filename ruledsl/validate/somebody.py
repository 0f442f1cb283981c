"""Questions about everybody, and loops that go once round the table: who asks `every` has asked each.

As long as not every hand is empty, `each player where your hand is not empty` gives at least one player a turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from attrs import evolve, frozen

from ruledsl.machine.flow import calls, successors
from ruledsl.machine.known import one_form, written_out
from ruledsl.machine.model import ME, AnyState, Branch, Collect, Expr, Machine, Next, Set
from ruledsl.machine.ops import OPPOSITE
from ruledsl.machine.sorts import nodes_of

Counts: TypeAlias = frozenset[int]
"""The first cells of what is never less than 0."""

_NOTHING = Expr("const", (0,))
_ONE = Expr("const", (1,))
_MINE = Expr("cell", (ME,))


def negated(condition: Expr, counts: Counts) -> Expr:
    """The condition that holds where this one does not."""
    if condition.op == "not":
        return plain(condition.args[0], counts)
    if condition.op in OPPOSITE:
        return plain(Expr(OPPOSITE[condition.op], (), condition.args), counts)
    return Expr("not", (), (condition,))


def plain(condition: Expr, counts: Counts) -> Expr:
    """The same condition in one form: ``size(X) > 0`` and ``size(X) >= 1`` are ``size(X) != 0``.

    So it is with all that ``counts`` and is never less than 0.
    """
    match condition:
        case Expr(op="not", args=(inner,)) if inner.op == "not" or inner.op in OPPOSITE:
            return negated(inner, counts)
        case Expr(op="gt" | "ge", args=(left, right)) if _counts(left, counts):
            if right == (_NOTHING if condition.op == "gt" else _ONE):
                return Expr("ne", (), (left, _NOTHING))
        case Expr(op="le" | "lt", args=(left, right)) if _counts(left, counts):
            if right == (_NOTHING if condition.op == "le" else _ONE):
                return Expr("eq", (), (left, _NOTHING))
    return condition


def _counts(value: Expr, counts: Counts) -> bool:
    return value.op == "size" or (value.op in ("cell", "item") and value.nums[0] in counts)


def counts_of(machine: Machine) -> Counts:
    """The first cells of accounts, and of variables whose range begins with 0."""
    accounts = {account.base for account in machine.accounts if not account.unlimited}
    return frozenset(accounts | {v.base for v in machine.variables if v.low == 0 and not v.or_none})


def of_somebody(machine: Machine, condition: Expr, holds: bool, counts: Counts) -> Expr | None:
    """What holds of somebody at the table, as if he were acting, where a condition holds or does not."""
    if not holds:
        condition = negated(condition, counts)
    if condition.op in OPPOSITE:
        operands = tuple(written_out(machine, operand) for operand in condition.args)
        condition, is_so = one_form(evolve(condition, args=operands))
        condition = condition if is_so else negated(condition, counts)
    match condition:
        case Expr(op="not", args=(Expr(op="every", args=(seats, chosen, test)) as asked,)):
            part = _both(chosen, negated(test, counts), counts)
        case Expr(op="any", args=(seats, chosen, test)) as asked:
            part = _both(chosen, plain(test, counts), counts)
        # What holds of everybody holds of somebody.
        case Expr(op="not", args=(Expr(op="any", args=(seats, chosen, test)) as asked,)):
            part = negated(test, counts) if chosen == _ONE else None
        case Expr(op="every", args=(seats, chosen, test)) as asked:
            part = plain(test, counts) if chosen == _ONE else None
        case Expr(op=op, args=(Expr(op="count", args=(seats, part)) as asked, number)):
            if number.op != "const" or not _is_some(op, number.nums[0]):
                return None
            if seats.op == "family_cards" and part == _ONE:
                return _some_place(machine, seats.nums[0])
            part = plain(part, counts)
        case _:
            return None
    if part is None or seats != seats_of(machine):
        return None
    return of_acting(part, asked.nums[0])


def _is_some(op: str, number: int) -> bool:
    """Whether a count that compares so with a number is never 0."""
    match op:
        case "ne":
            return number == 0
        case "gt":
            return number >= 0
    return op in ("ge", "eq") and number >= 1


def seats_of(machine: Machine) -> Expr:
    """All seats, as rules go through them."""
    return Expr("range", (), (_ONE, Expr("const", (machine.players,))))


def _both(one: Expr, other: Expr, counts: Counts) -> Expr | None:
    if one == _ONE:
        return other
    return plain(one, counts) if other == _ONE else None


def _some_place(machine: Machine, number: int) -> Expr | None:
    """That there are cards in one of the places of a family that has one for each player."""
    family = machine.families[number]
    if family.size != machine.players:
        return None
    mine = Expr("zone_at", (family.first, family.size), (_MINE,))
    return Expr("ne", (), (Expr("size", (), (mine,)), _NOTHING))


def of_acting(expr: Expr, name: int) -> Expr:
    """The expression with the player who acts in the place of a name."""
    if expr == Expr("cell", (name,)):
        return _MINE
    return evolve(expr, args=tuple(of_acting(arg, name) for arg in expr.args))


def _names_of_all(machine: Machine) -> frozenset[int]:
    """The names of loops over all players."""
    whole = {
        state.base
        for state in machine.states
        if isinstance(state, Collect) and state.source == seats_of(machine)
    }
    return frozenset(s.target for s in machine.states if isinstance(s, Next) and s.base in whole)


@frozen
class Round:
    """A loop over all players, some of whom have a turn.

    ``end`` is the state that asks for the next player, or leads on, ``asks`` the one that asks who has a turn, and
    ``parts`` what it asks, of the acting player; ``besides`` is what it asks of no player in particular.
    ``inside`` are the states between one player and the next. It ``begins_anew`` after each turn, with all players, or
    asks a single thing of each.
    """

    end: int
    asks: int
    parts: tuple[Expr, ...]
    besides: tuple[Expr, ...]
    inside: frozenset[int]
    begins_anew: bool


def rounds(machine: Machine, counts: Counts) -> Iterator[Round]:
    """The loops over all players that ask each first whether it is his turn."""
    all_ = Expr("const", (machine.players,))
    begun = {
        (s.cell, s.next): s.value
        for s in machine.states
        if isinstance(s, Set) and s.value.op == "const"
    }
    names = _names_of_all(machine)
    for end, state in enumerate(machine.states):
        begins_anew = False
        match state:
            # Seats are counted down in a loop `from` somebody, up in any other; `turns` look for the next who has one.
            case Branch(condition=Expr(op=op, args=(Expr(op="cell", nums=(counter,)), last))):
                first = begun.get((counter, end))
                begins_anew = (op, last, first) == ("lt", all_, _NOTHING)
                if begins_anew and not _is_acting(machine.states[state.then]):
                    continue
                if not begins_anew and (op, last, first) not in (
                    ("gt", _NOTHING, all_),
                    ("le", all_, _ONE),
                ):
                    continue
                name, begin = ME, state.then
            case Next(target=name, body=begin) if name in names:
                pass
            case _:
                continue
        asks = _behind_settings(machine, begin)
        asking = machine.states[asks]
        if not isinstance(asking, Branch):
            continue
        if end != (
            _behind_settings(machine, asking.otherwise) if begins_anew else asking.otherwise
        ):
            continue
        asked = _joined(asking.condition)
        own = [part for part in asked if Expr("cell", (name,)) in nodes_of(part)]
        if own if begins_anew else len(own) == 1:
            yield Round(
                end,
                asks,
                tuple(plain(of_acting(part, name), counts) for part in own),
                tuple(part for part in asked if part not in own),
                frozenset([asks]) if begins_anew else _inside(machine, begin, end),
                begins_anew,
            )


def _is_acting(state: AnyState) -> bool:
    return isinstance(state, Set) and state.cell == ME


def _behind_settings(machine: Machine, number: int) -> int:
    """The first state from one on that sets no register."""
    while isinstance(setting := machine.states[number], Set):
        number = setting.next
    return number


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
