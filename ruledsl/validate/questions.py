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


_WITH = {
    "sub": (1, -1),
    "neg": (-1,),
    "not": (-1,),
    "implies": (-1, 1),
    "gt": (1, -1),
    "ge": (1, -1),
    "lt": (-1, 1),
    "le": (-1, 1),
    "range": (-1, 1),
}
"""Operators that go with some of their operands (1) and against others (-1)."""

_CALLS = 8
"""Defines and names within one another that are followed."""


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

    def barred_by_more(self, number: int) -> frozenset[Quantity]:
        """The quantities of which there may be too many for an action: `require your coins < 4`."""
        action = self.machine.actions[number]
        guards = [guard.value for guard in action.guards if guard.cell < 0]
        domains = [param.domain for param in action.params]
        return frozenset().union(*(self._rising(expr, -1) for expr in (*guards, *domains)))

    def _rising(self, expr: Expr, sign: int, calls: int = _CALLS) -> frozenset[Quantity]:
        """The quantities that make an expression more (1) or less (-1) when they rise; all that it reads where that is not clear.

        A condition is more where it holds, a list where it is longer.
        """
        ways = _WITH.get(expr.op)
        if ways is not None:
            return frozenset().union(
                *(
                    self._rising(arg, sign * way, calls)
                    for arg, way in zip(expr.args, ways, strict=True)
                )
            )
        match expr.op:
            case "and" | "or" | "least" | "greatest" | "add":
                return frozenset().union(*(self._rising(arg, sign, calls) for arg in expr.args))
            case "call" if not expr.args and calls:
                return self._rising(self.machine.defines[expr.nums[0]].body, sign, calls - 1)
            case "cell" if self.values.cells.uses[expr.nums[0]] == "register" and calls:
                found = [
                    self._rising(x, sign, calls - 1) for x in self.origins.of_cell(expr.nums[0])
                ]
                return frozenset().union(*found)
            case "cell":
                return self.reads(expr) if sign > 0 else frozenset()
            case "item":
                own = self._cell(expr.nums[0])
                return (own if sign > 0 else frozenset()) | self._all(expr.args)
        return self.reads(expr)

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
