"""What is known of every number of a machine, whatever the order of its steps.

It is for machines that have just been made of rules. It adds to the bounds that lists and work are counted by (`ruledsl.machine.bounds`): a variable stays within
what is ever written to it, whatever its range.
"""

from __future__ import annotations

from ruledsl.machine.bounds import Bound, Bounds
from ruledsl.machine.model import AnyState, Assign, Expr, Machine, Roll

_NEVER = Bound(1, 0)
"""What is known of a variable that nothing has been written to yet."""


class Values(Bounds):
    """The bounds of a machine, with those of its variables."""

    exact_rounds = 3

    def __init__(self, machine: Machine) -> None:
        self._kept: dict[int, Bound] = {}
        super().__init__(machine)

    def truth(self, condition: Expr) -> bool | None:
        """Whether a condition always holds (True), never (False), or neither is known."""
        found = self.of(condition)
        if found.none or found.unset or found.low != found.high:
            return None
        return found.low == 1

    def variable(self, number: int) -> Bound:
        """Between what a variable stays."""
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
