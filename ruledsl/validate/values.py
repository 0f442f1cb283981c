"""What is known of every number of a machine, whatever the order of its steps.

It is for machines that have just been made of rules. It adds to the bounds that lists and work are counted by (`ruledsl.machine.bounds`): a variable stays within
what is ever written to it, whatever its range.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

from ruledsl.machine.bounds import Bound, Bounds
from ruledsl.machine.model import AnyState, Assign, Expr, Machine, Roll

_NEVER = Bound(1, 0)
"""What is known of a variable that nothing has been written to yet."""


class Values(Bounds):
    """The bounds of a machine, with those of its variables."""

    exact_rounds = 3

    def __init__(self, machine: Machine) -> None:
        self._kept: dict[int, Bound] = {}
        self._known: Mapping[Expr, Bound] = {}
        self._standing: Mapping[int, Bound] = {}
        super().__init__(machine)

    def given(self, known: Mapping[Expr, Bound]) -> Values:
        """The same where more is known of some expressions."""
        values = copy(self)
        values._written = dict(self._written)
        values._known = known
        return values

    def with_variables(self, bounds: Mapping[int, Bound]) -> Values:
        """The same with all elements of some variables, by number, within these bounds."""
        values = copy(self)
        values._written = dict(self._written)
        values._standing = bounds
        return values

    def of(self, expr: Expr) -> Bound:
        if self._standing and expr.op == "call":
            super().of(expr)
            return self.of(self.machine.defines[expr.nums[0]].body)
        known = self._known.get(expr)
        if known is None and expr.op == "not":
            denied = self.of(expr.args[0])
            if denied.within(0, 1):
                return Bound(1 - denied.high, 1 - denied.low)
        return known or super().of(expr)

    def _asked_of_all(self, expr: Expr, over: Bound, inner: list[Bound]) -> Bound:
        found = super()._asked_of_all(expr, over, inner)
        if expr.op not in ("count", "any", "every"):
            return found
        if any(part.none or part.unset or part.low != part.high for part in inner):
            return found
        many = _length(expr.args[0])
        if expr.op == "count" and inner[0].high == 0:
            return Bound(0, 0)
        if many is not None and many > 0 and inner[0].low == 1:
            number = many if expr.op == "count" else inner[1].low
            return Bound(number, number)
        return found

    def truth(self, condition: Expr) -> bool | None:
        """Whether a condition always holds (True), never (False), or neither is known."""
        found = self.of(condition)
        if found.none or found.unset or found.low != found.high:
            return None
        return found.low == 1

    def variable(self, number: int) -> Bound:
        """Between what a variable stays."""
        if number in self._standing:
            return self._standing[number]
        variable = self.machine.variables[number]
        kept = self._kept.get(number, _NEVER)
        if kept.unset:
            return Bound(variable.low, variable.high, variable.or_none)
        return kept

    def cell(self, cell: int) -> Bound:
        match self.cells.uses[cell]:
            case "variable":
                return self.variable(self.cells.owners[cell])
            case "register" if self._anything(cell) is None and cell in self._written:
                return self._written[cell]  # rules read no name before it has a value
        return super().cell(cell)

    def _is_kept(self, cell: int) -> bool:
        return self.cells.uses[cell] == "account"

    def _state(self, state: AnyState) -> None:
        super()._state(state)
        match state:
            case Assign(variable=number, value=value):
                self._keep(number, self.of(value))
            case Roll(variable=number, domain=domain) if number >= 0:
                self._keep(number, self.of(domain))

    def _keep(self, number: int, value: Bound) -> None:
        variable = self.machine.variables[number]
        low, high = max(value.low, variable.low), min(value.high, variable.high)
        none = value.none and variable.or_none
        if variable.type.kind == "look":
            low, high = self._looks.low, self._looks.high
        written = Bound(low, high, none)
        if low > high and not none:
            return  # it stops play with a fault and keeps nothing
        old = self._kept.get(number, _NEVER)
        new = written if old.unset else self._spread(old.join(written), old, number)
        if new != old:
            self._changed = True
            self._kept[number] = new

    def _spread(self, new: Bound, old: Bound, number: int) -> Bound:
        """What grows round after round is taken to grow as far as the variable goes."""
        variable = self.machine.variables[number]
        if self._round < self.exact_rounds or variable.type.kind == "look":
            return new
        return Bound(
            variable.low if new.low < old.low else new.low,
            variable.high if new.high > old.high else new.high,
            new.none,
        )


def _length(source: Expr) -> int | None:
    """How many numbers a range that is written out has."""
    if source.op != "range" or any(arg.op != "const" for arg in source.args):
        return None
    low, high = (arg.nums[0] for arg in source.args)
    return max(0, high - low + 1)
