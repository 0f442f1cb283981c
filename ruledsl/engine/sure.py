"""Which expressions surely have a value: working them out is no fault, whatever the state of play.

A question that may be asked earlier than the rules ask it, since nobody can tell, is asked
earlier only past such expressions. Not every expression that has a value is recognised.
"""

from __future__ import annotations

from typing import TypeAlias

from ruledsl.limits import EXPRESSION_ELEMENTS, ROUNDS
from ruledsl.machine.model import ME, NONE, ROUND, SAFE, STARTER, Expr, Machine

Span: TypeAlias = tuple[int, int]
"""The least and the greatest number that a value can be; it is never ``none``."""


class Sure:
    """What is sure of the expressions of one machine, where a seat has to choose."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._cells: dict[int, Span | None] = {
            ME: (1, machine.players),
            STARTER: (0, machine.players),
            ROUND: (0, ROUNDS),
        }
        for account in machine.accounts:
            for cell in range(account.base, account.base + account.size):
                self._cells[cell] = (0, account.limit)
        for variable in machine.variables:
            # Before its first assignment a variable holds 0, whatever its range.
            span = (min(variable.low, 0), max(variable.high, 0))
            for cell in range(variable.base, variable.base + variable.size):
                self._cells[cell] = None if variable.or_none else span

    def has_elements(self, domain: Expr) -> bool:
        """Whether a list can surely be worked out (it may be empty)."""
        match domain.op:
            case "range":
                low, high = (self._number(arg) for arg in domain.args)
                if low is None or high is None:
                    return False
                return high[1] - low[0] < EXPRESSION_ELEMENTS
            case "list":
                return all(arg.op in ("const", "look", "cell") for arg in domain.args)
            case "cards":
                return self._is_place(domain.args[0])
            case "family_cards":
                return True
            case "join":
                return all(self.has_elements(arg) for arg in domain.args)
            case _:
                return False

    def _is_place(self, zone: Expr) -> bool:
        if zone.op == "zone_at":
            return self._is_index(zone.args[0], zone.nums[1])
        return zone.op == "zone"

    def _is_index(self, index: Expr, size: int) -> bool:
        span = self._number(index)
        return span is not None and span[0] >= 1 and span[1] <= size

    def _number(self, expr: Expr) -> Span | None:
        """Between which numbers a value surely lies; None where that, or the value, is not sure."""
        nums = expr.nums
        match expr.op:
            case "const":
                return None if nums[0] == NONE else (nums[0], nums[0])
            case "cell":
                return self._cells.get(nums[0])
            case "item" if self._is_index(expr.args[0], nums[1]):
                return self._cells.get(nums[0])
            case "size" if self._is_place(expr.args[0]):
                return 0, len(self._machine.cards)
            case "add" | "sub":
                left, right = (self._number(arg) for arg in expr.args)
                if left is None or right is None:
                    return None
                low, high = right if expr.op == "add" else (-right[1], -right[0])
                low, high = left[0] + low, left[1] + high
                return (low, high) if low >= -SAFE and high <= SAFE else None
            case _:
                return None
