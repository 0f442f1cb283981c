"""The slow evaluator: an obvious walk over an expression that notes every value on the way.

It is written apart from the closures, for two purposes: `why` shows the values that it notes,
and tests hold the closures against it. It yields the same values, raises the same faults and
asks for the same undecided cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ruledsl.engine.errors import RuleFault
from ruledsl.engine.evaluate.aggregates import NOTHING, several, tie
from ruledsl.engine.evaluate.compiler import Undecided
from ruledsl.engine.evaluate.places import EMPTY
from ruledsl.engine.evaluate.values import WORN_OUT, outside, unbounded
from ruledsl.engine.frame import FUEL, Cells, Frame
from ruledsl.engine.text import Texts
from ruledsl.limits import EXPRESSION_ELEMENTS
from ruledsl.machine.model import MISSING, NONE, SAFE, Expr
from ruledsl.machine.ops import COMPARISONS
from ruledsl.machine.sorts import AGGREGATES, sort_of

Value: TypeAlias = int | tuple[int, ...]
"""A number, card, look or zone, or a list of such."""


class Tracer:
    """Works out expressions over some cells; ``notes`` holds (expression, value) in order of completion."""

    def __init__(self, frame: Frame, texts: Texts, cells: Cells) -> None:
        self._frame = frame
        self._machine = frame.machine
        self._texts = texts
        self._cells = cells
        self.notes: list[tuple[Expr, Value]] = []

    def value(self, expr: Expr) -> Value:
        """The value of an expression. Raises :class:`RuleFault`, or `Undecided` where chance must speak."""
        value = self._value(expr)
        self.notes.append((expr, value))
        return value

    def number(self, expr: Expr) -> int:
        """The value of an expression that yields no list."""
        value = self.value(expr)
        assert isinstance(value, int), f"`{expr.op}` yields a list"
        return value

    def elements(self, expr: Expr) -> tuple[int, ...]:
        """The value of an expression that yields a list."""
        value = self.value(expr)
        assert isinstance(value, tuple), f"`{expr.op}` yields no list"
        return value

    def _fault(self, expr: Expr, message: str) -> RuleFault:
        return self._texts.fault(expr.span, message)

    def _value(self, expr: Expr) -> Value:
        op = expr.op
        if op in AGGREGATES:
            return self._aggregate(expr)
        if op in _ARITHMETIC:
            return self._arithmetic(expr)
        if op in COMPARISONS:
            return self._comparison(expr)
        if op in _LISTS:
            return self._list(expr)
        if op in _CARDS:
            return self._card(expr)
        return self._plain(expr)

    # --- values -------------------------------------------------------------------------------

    def _plain(self, expr: Expr) -> Value:
        args, nums, cells = expr.args, expr.nums, self._cells
        match expr.op:
            case "const" | "look" | "zone":
                return nums[0]
            case "cell":
                return cells[nums[0]]
            case "item":
                base, size = nums
                return cells[base + self._index(expr, self.number(args[0]), size)]
            case "table":
                table = self._machine.tables[nums[0]]
                return table[self._index(expr, self.number(args[0]), len(table))]
            case "zone_at":
                first, size = nums
                return first + self._index(expr, self.number(args[0]), size)
            case "bounded":
                low, high = nums
                value = self.number(args[0])
                if not low <= value <= high:
                    raise self._fault(expr, unbounded(value, low, high))
                return value
            case "some":
                value = self.number(args[0])
                if value == NONE:
                    raise self._fault(expr, "this is `none` here")
                return value
            case "not":
                return int(not self.number(args[0]))
            case "and":
                return int(bool(self.number(args[0])) and bool(self.number(args[1])))
            case "or":
                return int(bool(self.number(args[0])) or bool(self.number(args[1])))
            case "implies":
                return int(not self.number(args[0]) or bool(self.number(args[1])))
            case "if":
                return self.value(args[1] if self.number(args[0]) else args[2])
            case "call":
                return self._call(expr)
        raise AssertionError(f"no operator `{expr.op}`")

    def _index(self, expr: Expr, index: int, size: int) -> int:
        """An index as an offset from 0; outside is a fault."""
        if not 1 <= index <= size:
            raise self._fault(expr, outside(index, size))
        return index - 1

    def _call(self, expr: Expr) -> Value:
        define = self._machine.defines[expr.nums[0]]
        operands = [self.number(arg) for arg in expr.args]
        for cell, operand in zip(define.params, operands, strict=True):
            self._cells[cell] = operand
        self._visit(expr, 1)
        return self.value(define.body)

    def _visit(self, expr: Expr, count: int) -> None:
        self._cells[FUEL] -= count
        if self._cells[FUEL] < 0:
            raise self._fault(expr, WORN_OUT)

    def _arithmetic(self, expr: Expr) -> int:
        operands = [self.number(arg) for arg in expr.args]
        match expr.op:
            case "least":
                return min(operands)
            case "greatest":
                return max(operands)
            case "add":
                result = operands[0] + operands[1]
            case "sub":
                result = operands[0] - operands[1]
            case "mul":
                result = operands[0] * operands[1]
            case "neg":
                result = -operands[0]
            case "div" | "mod":
                if operands[1] == 0:
                    raise self._fault(expr, "division by 0")
                quotient, remainder = divmod(operands[0], operands[1])
                result = quotient if expr.op == "div" else remainder
        self._check_range(expr, result, operands)
        return result

    def _check_range(self, expr: Expr, result: int, operands: Sequence[int]) -> None:
        if abs(result) > SAFE:
            if NONE in operands:
                raise self._fault(expr, "`none` cannot be calculated with")
            raise self._fault(expr, f"the result is beyond {SAFE}, the greatest number there is")

    def _comparison(self, expr: Expr) -> int:
        left, right = self.number(expr.args[0]), self.number(expr.args[1])
        match expr.op:
            case "eq":
                return int(left == right)
            case "ne":
                return int(left != right)
            case "lt":
                return int(left < right)
            case "le":
                return int(left <= right)
            case "gt":
                return int(left > right)
        return int(left >= right)

    # --- cards and lists --------------------------------------------------------------------------

    def _card(self, expr: Expr) -> int:
        machine, frame, cells = self._machine, self._frame, self._cells
        operand = self.number(expr.args[0])
        match expr.op:
            case "face" | "drawn_face":
                if not 0 <= operand < len(machine.cards):
                    raise self._fault(expr, "there is no card here: `none` has no face")
                if expr.op == "drawn_face" and cells[frame.pools + operand]:
                    raise Undecided((operand,))
                return cells[frame.faces + operand]
            case "attr":
                attribute = machine.attributes[expr.nums[0]]
                if not 0 <= operand < len(machine.looks):
                    raise self._fault(
                        expr, f"there is no card here: `none` has no {attribute.name}"
                    )
                if attribute.values[operand] == MISSING:
                    shown = machine.looks[operand].text
                    raise self._fault(expr, f"{shown} has no {attribute.name}")
                return attribute.values[operand]
            case "is_kind":
                if not 0 <= operand < len(machine.looks):
                    raise self._fault(expr, "there is no card here: `none` has no face")
                return int(machine.looks[operand].kind == expr.nums[0])
        base = machine.zones[operand].base
        lying = cells[base + 1 : base + 1 + cells[base]]
        match expr.op:
            case "size":
                return len(lying)
            case "at":
                index = self.number(expr.args[1])
                if not lying:
                    raise self._fault(expr, EMPTY)
                return lying[self._index(expr, index, len(lying))]
        if not lying:
            raise self._fault(expr, EMPTY)
        return lying[0] if expr.op == "first" else lying[-1]

    def _zone_cards(self, zone: int) -> tuple[int, ...]:
        info = self._machine.zones[zone]
        cells, faces = self._cells, self._frame.faces
        lying = cells[info.base + 1 : info.base + 1 + cells[info.base]]
        match self._machine.families[info.family].place:
            case "pile":
                lying.reverse()
            case "zone":
                lying.sort(key=lambda card: (cells[faces + card], card))
        return tuple(lying)

    def _list(self, expr: Expr) -> Value:
        args, machine = expr.args, self._machine
        match expr.op:
            case "range":
                low, high = self.number(args[0]), self.number(args[1])
                if NONE in (low, high):
                    raise self._fault(expr, "a range cannot begin or end with `none`")
                if high - low + 1 > EXPRESSION_ELEMENTS:
                    raise self._fault(
                        expr, f"{low}..{high} has more than {EXPRESSION_ELEMENTS} numbers"
                    )
                return tuple(range(low, high + 1))
            case "list":
                return tuple([self.number(arg) for arg in args])
            case "cards":
                return self._zone_cards(self.number(args[0]))
            case "family_cards":
                family = machine.families[expr.nums[0]]
                zones = range(family.first, family.first + family.size)
                return tuple([card for zone in zones for card in self._zone_cards(zone)])
            case "join":
                return self.elements(args[0]) + self.elements(args[1])
            case "row":
                rows = machine.lists[expr.nums[0]]
                return rows[self._index(expr, self.number(args[0]), len(rows))]
            case "within":
                listed = self.elements(args[0])
                return int(self.number(args[1]) in listed)
        listed = self.elements(args[0])
        look = self.number(args[1])
        self._draw(listed)
        return int(any(self._look(card) == look for card in listed))

    def _draw(self, cards: Sequence[int]) -> None:
        waiting = [card for card in cards if card != NONE and self._cells[self._frame.pools + card]]
        if waiting:
            raise Undecided(waiting)

    def _look(self, card: int) -> int:
        return card if card == NONE else self._cells[self._frame.faces + card]

    # --- aggregates -------------------------------------------------------------------------------

    def _aggregate(self, expr: Expr) -> Value:
        cell, draw = expr.nums[:2]
        are_cards = sort_of(expr.args[0], self._machine) == "cards"
        listed = self.elements(expr.args[0])
        self._visit(expr, len(listed))
        if draw and are_cards:
            self._draw(listed)
        if expr.op in ("any", "every"):
            return self._quantifier(expr, cell, listed)
        has_value = expr.op not in ("count", "the")
        found: list[int] = []
        values: list[int] = []
        total = 0
        for element in listed:
            self._cells[cell] = element
            if self.number(expr.args[1]):
                found.append(element)
                if has_value:
                    values.append(self.number(expr.args[2]))
                    if expr.op == "sum":
                        total += values[-1]
                        self._check_range(expr, total, values[-1:])
        if expr.op == "count":
            return len(found)
        if expr.op == "sum":
            return total
        return self._chosen(expr, found, values, are_cards)

    def _quantifier(self, expr: Expr, cell: int, listed: tuple[int, ...]) -> int:
        for element in listed:
            self._cells[cell] = element
            if self.number(expr.args[1]):
                passed = bool(self.number(expr.args[2]))
                if passed == (expr.op == "any"):
                    return int(passed)
        return int(expr.op == "every")

    def _chosen(self, expr: Expr, found: list[int], values: list[int], are_cards: bool) -> Value:
        """The result of an operator that chooses, its `else`, or the fault that there is no answer."""
        message = NOTHING
        if found:
            if expr.op == "min":
                return min(values)
            if expr.op == "max":
                return max(values)
            best = found
            if expr.op != "the":
                top = max(values) if expr.op == "highest" else min(values)
                best = [card for card, rank in zip(found, values, strict=True) if rank == top]
                if expr.nums[2]:
                    return best[0]
            if len(best) > 1 and are_cards:
                self._draw(best)
            if len({self._look(card) if are_cards else card for card in best}) == 1:
                return best[0]
            message = several(len(best)) if expr.op == "the" else tie(len(best))
        plain = 2 if expr.op == "the" else 3
        if len(expr.args) > plain:
            return self.value(expr.args[plain])
        raise self._fault(expr, message)


_ARITHMETIC = frozenset(("add", "sub", "mul", "div", "mod", "neg", "least", "greatest"))
_LISTS = frozenset(
    ("range", "list", "cards", "family_cards", "join", "row", "within", "alike_within")
)
_CARDS = frozenset(("face", "drawn_face", "attr", "is_kind", "size", "first", "last", "at"))
