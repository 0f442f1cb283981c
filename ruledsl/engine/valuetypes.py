"""What the value of an expression means to people, as far as the machine tells."""

from __future__ import annotations

from ruledsl.machine.model import Expr, Machine, ValueType

NUMBER = ValueType("number")
BOOL = ValueType("bool")
PLAYER = ValueType("player")
LOOK = ValueType("look")
CARD = ValueType("card")

_TRUTHS = frozenset(
    [
        "eq",
        "ne",
        "lt",
        "le",
        "gt",
        "ge",
        "not",
        "and",
        "or",
        "implies",
        "is_kind",
        "within",
        "alike_within",
        "any",
        "every",
    ]
)
_LOOKS = frozenset(("look", "face", "drawn_face"))
_CARDS = frozenset(("first", "last", "at", "cards", "family_cards"))
_OPERAND = {
    "bounded": 0,
    "some": 0,
    "list": 0,
    "join": 0,
    "if": 1,
    "sum": 2,
    "min": 2,
    "max": 2,
    "the": 0,
    "highest": 0,
    "lowest": 0,
    "least": 0,
    "greatest": 0,
    "range": 0,
}
"""Operators whose value (or whose elements) mean what those of that operand mean."""


class ValueTypes:
    """The meaning of values, worked out from variables, parameters and attributes."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._cells: dict[int, ValueType] = {1: PLAYER, 6: PLAYER}
        for variable in machine.variables:
            for cell in range(variable.base, variable.base + variable.size):
                self._cells[cell] = variable.type
        for action in machine.actions:
            for param in action.params:
                self._cells[param.cell] = param.type
        for action in machine.actions:
            for guard in action.guards:
                if guard.cell >= 0:
                    self._cells[guard.cell] = self.of(guard.value)

    def of(self, expr: Expr) -> ValueType:
        """The type of an expression's value, or of a list's elements; a number where nothing is known."""
        while True:
            op = expr.op
            if op in _TRUTHS:
                return BOOL
            if op in _LOOKS:
                return LOOK
            if op in _CARDS:
                return CARD
            if op == "attr":
                return self._machine.attributes[expr.nums[0]].type
            if op in ("cell", "item"):
                cell = expr.nums[0]
                known = self._cells.get(cell)
                if known is not None:
                    return known
                sorts = self._machine.layout.sorts
                sort = sorts[cell] if cell < len(sorts) else "number"
                return LOOK if sort == "look" else CARD if sort == "card" else NUMBER
            if op == "call":
                expr = self._machine.defines[expr.nums[0]].body
            elif op in _OPERAND:
                expr = expr.args[_OPERAND[op]]
            else:
                return NUMBER
