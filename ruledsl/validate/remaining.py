"""Counts that never come to 0: nobody drops out but where two are left.

`until count(p in Player where is_in[p]) == 1` would go on for ever with nobody left. It does not where whoever
drops out has been asked before whether there is more than one: then one is left, always. A tally of which that is
supposed stands in `Memory`; whether it is so is shown by `ruledsl.validate.finer`.
"""

from __future__ import annotations

from itertools import product
from math import prod

from attrs import define, evolve, field, frozen

from ruledsl.machine.flow import all_expressions
from ruledsl.machine.known import COMPARED, value_of, written_out
from ruledsl.machine.model import ME, NONE, Assign, Expr, Machine, Variable
from ruledsl.machine.ops import COMPARISONS, OPPOSITE, TURNED
from ruledsl.machine.sorts import nodes_of
from ruledsl.validate.origins import begins

_MOST_VALUES = 1_000
"""Tests of variables that have more values together are not looked at."""

_MOST_PARTS = 200
"""Tests of more parts are not looked at."""

_ACTING = Expr("cell", (ME,))
_PLAIN = frozenset(("const", "not", "and", "or")) | COMPARISONS


@frozen
class Tally:
    """How many of a list that never changes pass a test; ``test`` is asked of the acting player in the place of each."""

    source: Expr
    test: Expr
    variables: tuple[int, ...]
    """The variables that the test asks about, by number: each has a value of its own for every element."""


@frozen
class Comparison:
    """A tally that is compared with a number."""

    tally: Tally
    op: str
    number: int

    def least(self, holds: bool, before: int) -> int:
        """How many there are at least where the comparison holds, or does not, and there were so many at least before."""
        match self.op if holds else OPPOSITE[self.op]:
            case "eq" | "ge":
                return max(before, self.number)
            case "gt":
                return max(before, self.number + 1)
            case "ne" if before == self.number:
                return before + 1
        return before

    def holds(self, least: int) -> bool | None:
        """Whether it holds of all numbers from ``least`` on (True), of none (False), or of some."""
        lowest = COMPARED[self.op](least, self.number)
        if self.op in ("gt", "ge"):
            return lowest or None
        if self.op in ("lt", "le"):
            return None if lowest else False
        return None if least <= self.number else self.op == "ne"


@define
class Tallies:
    """The tallies of one machine."""

    machine: Machine
    _of: dict[Expr, Tally | None] = field(factory=dict)

    def asked(self) -> tuple[Tally, ...]:
        """The tallies that are compared with a number, and begin with all of their list."""
        found = (
            self.compared(part)
            for _, expr in all_expressions(self.machine)
            for part in nodes_of(expr)
        )
        tallies = dict.fromkeys(comparison.tally for comparison in found if comparison is not None)
        return tuple(tally for tally in tallies if self._begins_whole(tally))

    def compared(self, condition: Expr) -> Comparison | None:
        """What is asked of a tally, if a condition is the comparison of one with a number."""
        if condition.op not in COMPARISONS:
            return None
        left, right = (written_out(self.machine, arg) for arg in condition.args)
        op = condition.op
        if left.op == "const":
            left, right, op = right, left, TURNED[op]
        if left.op != "count" or right.op != "const" or right.nums[0] == NONE:
            return None
        if left not in self._of:
            self._of[left] = self._tally(left)
        tally = self._of[left]
        return None if tally is None else Comparison(tally, op, right.nums[0])

    def is_test_of(self, question: Expr, tally: Tally) -> bool:
        """Whether a question about the acting player is the test of a tally of all players, in these words or others."""
        everybody = Expr("range", (), (Expr("const", (1,)), Expr("const", (self.machine.players,))))
        if tally.source != everybody:
            return False
        reader = _Reader(self.machine)
        found = reader.of(question, _ACTING)
        if found is None or {*reader.variables} != {*tally.variables}:
            return False
        asked = evolve(tally, test=found)
        return all(
            self._passes(asked, values) == self._passes(tally, values)
            for values in product(*(_values(self.machine.variables[n]) for n in tally.variables))
        )

    def may_lose(self, tally: Tally, variable: int, value: int | None) -> bool:
        """Whether somebody may fail the test who has passed it, when a variable of his is set to a value."""
        if value is None:
            return True
        place = tally.variables.index(variable)
        return any(
            self._passes(tally, before)
            and not self._passes(tally, (*before[:place], value, *before[place + 1 :]))
            for before in product(*(_values(self.machine.variables[n]) for n in tally.variables))
        )

    def _tally(self, count: Expr) -> Tally | None:
        source, test = count.args
        if source.op != "range" or any(arg.op != "const" for arg in source.args):
            return None
        low, high = (arg.nums[0] for arg in source.args)
        reader = _Reader(self.machine)
        found = reader.of(test, Expr("cell", (count.nums[0],)))
        many = prod(len(_values(self.machine.variables[number])) for number in reader.variables)
        if found is None or not reader.variables or high < low or many > _MOST_VALUES:
            return None
        return Tally(source, found, tuple(reader.variables))

    def _passes(self, tally: Tally, values: tuple[int, ...]) -> bool:
        known = {
            Expr("item", (variable.base, variable.size), (_ACTING,)): Expr("const", (value,))
            for variable, value in zip(
                (self.machine.variables[n] for n in tally.variables), values, strict=True
            )
        }
        return value_of(tally.test, {}, lambda part: known.get(part, part)) == 1

    def _begins_whole(self, tally: Tally) -> bool:
        """Whether all pass the test at the beginning."""
        first: dict[int, set[int | None]] = {number: set() for number in tally.variables}
        for state in self.machine.states:
            if (
                isinstance(state, Assign)
                and state.variable in first
                and begins(self.machine, state)
            ):
                value = state.value
                first[state.variable].add(value.nums[0] if value.op == "const" else None)
        values = tuple(next(iter(found)) for found in first.values() if len(found) == 1)
        known = tuple(value for value in values if value is not None)
        return len(known) == len(first) and self._passes(tally, known)


@define
class _Reader:
    """Reads the tests of elements."""

    machine: Machine
    variables: dict[int, None] = field(factory=dict)
    """The variables that were met, in their order."""
    _left: int = _MOST_PARTS

    def of(self, test: Expr, element: Expr) -> Expr | None:
        """The test with the acting player in the place of the element; None if it asks about anything but variables."""
        self._left -= 1
        if self._left < 0:
            return None
        match test:
            case Expr(op="call", nums=(number,), args=args) if all(arg == element for arg in args):
                found = self.machine.defines[number]
                own = Expr("cell", found.params) if len(args) == 1 else element
                return self.of(found.body, own) if len(args) <= 1 else None
            case Expr(op="item", args=(index,)) if index == element:
                return self._variable(test)
            case Expr(op=op) if op in _PLAIN:
                args = tuple(
                    part for arg in test.args if (part := self.of(arg, element)) is not None
                )
                return evolve(test, args=args) if len(args) == len(test.args) else None
        return None

    def _variable(self, item: Expr) -> Expr | None:
        for number, variable in enumerate(self.machine.variables):
            if item.nums == (variable.base, variable.size) and variable.type.kind != "look":
                self.variables[number] = None
                return evolve(item, args=(_ACTING,))
        return None


def _values(variable: Variable) -> tuple[int, ...] | range:
    """The values that a variable may have."""
    values = range(variable.low, variable.high + 1)
    return (*values, NONE) if variable.or_none and len(values) < _MOST_VALUES else values
