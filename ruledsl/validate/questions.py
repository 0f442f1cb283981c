"""Which quantities of a game each condition asks about.

A quantity is a variable, an account (all its places together), the cards of a family of places, or a
register that counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from attrs import define, field

from ruledsl.machine.flow import action_expressions
from ruledsl.machine.model import AnyState, Branch, Expr, Machine, Next
from ruledsl.validate.origins import Origins
from ruledsl.validate.values import Values

Quantity: TypeAlias = tuple[Literal["register", "variable", "account", "family"], int]
"""A kind of quantity and its cell or number."""

_PRINTED = frozenset({"face", "drawn_face", "attr", "is_kind", "alike_within"})
"""The operators that look at what is printed on a card."""


@define
class Questions:
    """What the steps, actions and expressions of one machine look at."""

    machine: Machine
    values: Values
    origins: Origins
    _reads: dict[int, frozenset[Quantity]] = field(factory=dict)
    _registers: dict[int, frozenset[Quantity]] = field(factory=dict)

    def asked(self, state: AnyState) -> frozenset[Quantity]:
        """What decides where a step leads."""
        match state:
            case Branch(condition=condition):
                return self.reads(condition)
            case Next(base=base, position=position):
                lists = self.origins.of_cell(position)
                return self._all(lists) | {("register", position), ("register", base)}
        return frozenset()

    def asked_by_action(self, number: int) -> frozenset[Quantity]:
        """What decides whether there is a legal move of an action."""
        return self._all(action_expressions(self.machine.actions[number]))

    def _all(self, expressions: Iterable[Expr]) -> frozenset[Quantity]:
        return frozenset().union(*(self.reads(expr) for expr in expressions))

    def reads(self, expr: Expr) -> frozenset[Quantity]:
        """The quantities that an expression looks at, in defines and by way of registers too.

        Who looks at the top card of a pile does not ask whether there is one.
        """
        found: set[Quantity] = set()
        waiting = [expr]
        while waiting:
            part = waiting.pop()
            waiting.extend(part.args[1:] if part.op in ("first", "last", "at") else part.args)
            match part.op:
                case "cell" | "item":
                    found |= self._cell(part.nums[0])
                case "zone" | "zone_at":
                    found.add(("family", self.origins.family(part)))
                case "family_cards":
                    found.add(("family", part.nums[0]))
                case "call":
                    number = part.nums[0]
                    if number not in self._reads:
                        self._reads[number] = frozenset()
                        self._reads[number] = self.reads(self.machine.defines[number].body)
                    found |= self._reads[number]
        return frozenset(found)

    def looks_at_cards(self, expr: Expr) -> bool:
        """Whether an expression looks at what is printed on cards, in defines and by way of registers too."""
        seen: set[Expr] = set()
        waiting = [expr]
        while waiting:
            part = waiting.pop()
            if part in seen:
                continue
            seen.add(part)
            if part.op in _PRINTED:
                return True
            waiting.extend(part.args)
            if part.op == "call":
                waiting.append(self.machine.defines[part.nums[0]].body)
            elif part.op == "cell":
                waiting.extend(self.origins.of_cell(part.nums[0]))
        return False

    def _cell(self, cell: int) -> frozenset[Quantity]:
        cells = self.values.cells
        match cells.uses[cell]:
            case "variable":
                return frozenset((("variable", cells.owners[cell]),))
            case "account":
                return frozenset((("account", cells.owners[cell]),))
            case "register":
                if cell not in self._registers:
                    self._registers[cell] = frozenset((("register", cell),))
                    self._registers[cell] |= self._all(self.origins.of_cell(cell))
                return self._registers[cell]
        return frozenset()
