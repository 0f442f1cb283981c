"""Working out expressions where little is known: between what they stay, and what can go wrong on the way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from attrs import evolve, frozen

from ruledsl.limits import EXPRESSION_ELEMENTS
from ruledsl.machine.bounds import Bound
from ruledsl.machine.model import NONE, SAFE, Expr
from ruledsl.machine.sorts import AGGREGATES
from ruledsl.proofs.assuming import Assuming
from ruledsl.proofs.knowing import EACH, exact
from ruledsl.proofs.sites import Risk
from ruledsl.proofs.situation import Situation, shown
from ruledsl.source import Span

_ZERO, _YES, _TRUTH = Bound(0, 0), Bound(1, 1), Bound(0, 1)
_NEVER = Bound(SAFE + 1, -SAFE - 1)
"""What is known of something that is never worked out: neutral when joined."""

_NUMBERS = frozenset(("add", "sub", "mul", "div", "mod", "neg"))


@frozen
class _Fitting:
    """The elements of a list that may fit: for each whether it surely does, and what it is asked for.

    ``elements`` are what they are, one for each row. ``single``: each stands for one element, and not for all; ``surely`` there is one that fits, ``most`` that do.
    """

    rows: Sequence[tuple[bool, Sequence[Bound]]]
    elements: Sequence[Bound]
    surely: bool
    most: int
    single: bool


class Reading(Assuming):
    """Reads expressions of one machine."""

    def of(self, expr: Expr, at: Situation, step: Span) -> Bound:
        """Between what an expression stays in a situation; ``step`` is the step that it belongs to."""
        self.budget.spend()
        match expr.op:
            case "cell":
                return self.cell(expr.nums[0], at)
            case "and" | "or" | "implies":
                return self._logic(expr, at, step)
            case "if":
                return self._either(expr, at, step)
            case "call":
                return self._call(expr, at, step)
            case op if op in AGGREGATES:
                return self._aggregate(expr, at, step)
            case "add" | "sub" if any(arg.op == "if" for arg in expr.args):
                return self._either_sum(expr, at, step)
        args = [self.of(arg, at, step) for arg in expr.args]
        if any(arg.unset for arg in args):
            return _NEVER
        self._risks(expr, args, at, step)
        match expr.op:
            case "item":
                return self._item(expr, args[0], at)
            case "table":
                return self._entry(expr, args[0])
            case "size":
                return self.size(expr.args[0], at)
            case "not" if args[0].within(0, 1):
                return Bound(1 - args[0].high, 1 - args[0].low)
            case "cards" | "family_cards":
                length = self.length(expr, at)[1]
                return evolve(self.values.made(expr, args), length=length)
            case "mod" if (divisor := exact(args[1])) and not args[0].none:
                if args[0].low // divisor == args[0].high // divisor:
                    ends = sorted((args[0].low % divisor, args[0].high % divisor))
                    return Bound(ends[0], ends[1])
            case "div" | "mod":
                args = [args[0], _without_zero(args[1])]
        if expr.op in _NUMBERS and any(arg.none for arg in args):
            return Bound(-SAFE, SAFE)  # play has stopped, but for products with 0 and the like
        made = self.values.made(expr, args)
        return self._sharpened(expr, made, at) if expr.op in ("add", "sub") else made

    def _item(self, expr: Expr, index: Bound, at: Situation) -> Bound:
        base, size = expr.nums
        low, high = max(1, index.low), min(size, index.high)
        if low > high:
            return _NEVER
        return reduce(Bound.join, (self.cell(base + i - 1, at) for i in range(low, high + 1)))

    def _entry(self, expr: Expr, index: Bound) -> Bound:
        table = self.machine.tables[expr.nums[0]]
        entries = table[max(1, index.low) - 1 : max(0, index.high)]
        if not entries or NONE in entries:
            return self.values.made(expr, [index])
        return Bound(min(entries), max(entries))

    # --- what is worked out only under a condition ------------------------------------------------

    def _logic(self, expr: Expr, at: Situation, step: Span) -> Bound:
        left, right = expr.args
        first = self.of(left, at, step)
        going_on = self.assume(left, expr.op != "or", at)
        if first.unset or going_on is None:
            return _ZERO if expr.op == "and" else _YES
        second = self.of(right, going_on, step)
        if exact(first) == (0 if expr.op == "or" else 1):
            return second
        if expr.op == "and":
            return _ZERO if second == _ZERO else _TRUTH
        return _YES if second == _YES else _TRUTH

    def _either(self, expr: Expr, at: Situation, step: Span) -> Bound:
        condition, then, otherwise = expr.args
        self.of(condition, at, step)
        found = [
            self.of(part, where, step)
            for part, holds in ((then, True), (otherwise, False))
            if (where := self.assume(condition, holds, at)) is not None
        ]
        return _joined(found)

    def _either_sum(self, expr: Expr, at: Situation, step: Span) -> Bound:
        """`x + (1 if x < 9 else 0)`: the one sum or the other, each with what was asked."""
        place = next(place for place, arg in enumerate(expr.args) if arg.op == "if")
        # What stands before the `if` is worked out first, even where its condition stops play.
        if any(self.of(arg, at, step).unset for arg in expr.args[:place]):
            return _NEVER
        either = expr.args[place]
        sums = (
            evolve(expr, args=(*expr.args[:place], part, *expr.args[place + 1 :]))
            for part in either.args[1:]
        )
        return self._either(evolve(either, args=(either.args[0], *sums)), at, step)

    def _call(self, expr: Expr, at: Situation, step: Span) -> Bound:
        body = self.places.inlined(expr)
        if body is not None:
            if not self.ledger.quiet:
                # Play works out every operand first, whether or not the define comes to it.
                for operand in expr.args:
                    self.of(operand, at, step)
            return self.of(body, at, step)
        define = self.machine.defines[expr.nums[0]]
        for cell, arg in zip(define.params, [self.of(a, at, step) for a in expr.args], strict=True):
            at = self.places.forgetting(at, (cell,)).put(cell, arg)
        return self.of(define.body, at, step)

    # --- aggregates -------------------------------------------------------------------------------

    def _aggregate(self, expr: Expr, at: Situation, step: Span) -> Bound:
        source = expr.args[0]
        over = self.of(source, at, step)
        least, most = self.length(source, at)
        numbers = self.elements(source, at)
        each: Sequence[Bound] = [over]
        if numbers is not None and len(numbers) <= EACH:
            each = [Bound(number, number) for number in numbers]
            least = most = len(numbers)
        cell = expr.nums[0]
        inside = self.places.forgetting(at, (cell,))
        inside = self.places.coming_from(inside, cell, self.places.zones(source, at))
        fitting: list[tuple[bool, list[Bound]]] = []
        fitted: list[Bound] = []
        for element in each if most > 0 else ():
            here = inside.put(cell, evolve(element, length=0))
            if len(each) == 1 and source.op == "range":
                here = here.knowing(*self.between(cell, source, here))
            condition = self.of(expr.args[1], here, step)
            there = self.assume(expr.args[1], True, here)
            if there is not None and condition != _ZERO:
                tested = [self.of(arg, there, step) for arg in self._tested(expr)]
                fitting.append((condition == _YES, tested))
                fitted.append(evolve(element, length=0))
        surely = least > 0 and any(sure for sure, _ in fitting)
        if not fitting:
            most = 0
        elif len(each) > 1:
            most = len(fitting)
        result = _Fitting(fitting, fitted, surely, min(most, EXPRESSION_ELEMENTS), len(each) > 1)
        return self._result(expr, at, step, result)

    def _tested(self, expr: Expr) -> tuple[Expr, ...]:
        """The operands that are worked out for each element that fits."""
        return expr.args[2:3] if expr.op not in ("count", "the") else ()

    def _result(self, expr: Expr, at: Situation, step: Span, found: _Fitting) -> Bound:
        values = [row[0] for _, row in found.rows if row]
        match expr.op:
            case "count":
                return Bound(sum(sure for sure, _ in found.rows) if found.single else 0, found.most)
            case "any":
                return _TRUTH if any(value != _ZERO for value in values) else _ZERO
            case "every":
                return _TRUTH if any(value != _YES for value in values) else _YES
            case "sum":
                return self._sum(expr, step, found)
        otherwise = expr.args[{"the": 2}.get(expr.op, 3) :]
        is_one = found.most <= 1 or (expr.op in ("highest", "lowest") and bool(expr.nums[2]))
        if expr.op in ("the", "highest", "lowest"):
            self._note("tie", expr, step, bool(otherwise) or is_one, "several may fit")
            values = [*found.elements]
        else:
            is_one = True
        self._note(
            "choice", expr, step, bool(otherwise) or found.surely, "there may be none that fits"
        )
        if not (found.surely and is_one):
            values += [self.of(part, at, step) for part in otherwise]
        return _joined(values)

    def _sum(self, expr: Expr, step: Span, found: _Fitting) -> Bound:
        rows = [(sure, row[0]) for sure, row in found.rows if not row[0].unset]
        is_none = any(value.none for _, value in rows)
        self._note("none", expr, step, not is_none, "it may be `none`")
        times = 1 if found.single else found.most
        lowest = sum(times * min(0, value.low) for _, value in rows)
        highest = sum(times * max(0, value.high) for _, value in rows)
        fits = is_none or (lowest >= -SAFE and highest <= SAFE)
        self._note("number", expr, step, fits, "the sum may pass the greatest number")
        if is_none:
            return Bound(-SAFE, SAFE)
        if found.single:
            lowest = sum(value.low if sure else min(0, value.low) for sure, value in rows)
            highest = sum(value.high if sure else max(0, value.high) for sure, value in rows)
        return Bound(max(lowest, -SAFE), min(highest, SAFE))

    # --- what can go wrong --------------------------------------------------------------------------

    def _note(self, risk: Risk, expr: Expr, step: Span, proven: bool, why: str) -> None:
        where = expr.span if expr.span.line else step
        self.ledger.note(risk, expr.span, where, proven, why)

    def _risks(self, expr: Expr, args: Sequence[Bound], at: Situation, step: Span) -> None:
        """Take down what can go wrong when an operator is worked out, beyond its operands."""
        match expr.op:
            case "item" | "zone_at" | "table" | "row":
                size = self._places_of(expr)
                self.index(expr.args[0], size, at, expr.span, step)
            case "bounded":
                low, high = expr.nums
                proven = self.is_within(expr.args[0], low, high, at)
                self._note(
                    "index", expr, step, proven, f"{shown(args[0])} is asked for, of {low}..{high}"
                )
            case "some":
                self._note("none", expr, step, not args[0].none, "it may be `none`")
            case "range":
                is_none = any(arg.none for arg in args)
                self._note("none", expr, step, not is_none, "an end of it may be `none`")
                long = self.length(expr, at)[1] > EXPRESSION_ELEMENTS
                self._note("number", expr, step, not long, "it may have too many numbers")
            case "face" | "drawn_face" | "is_kind":
                self._note("card", expr, step, not args[0].none, "there may be no card")
            case "attr":
                self._note("none", expr, step, not args[0].none, "it may be `none`")
            case "first" | "last":
                low = self.size(expr.args[0], at).low
                self._note("card", expr, step, low >= 1, "the place may be empty")
            case "at":
                proven = self.is_within(expr.args[1], 1, self.size(expr.args[0], at).low, at)
                self._note("card", expr, step, proven, "there may be no such card")
            case op if op in _NUMBERS:
                self._calculated(expr, args, step)

    def _calculated(self, expr: Expr, args: Sequence[Bound], step: Span) -> None:
        is_none = any(arg.none for arg in args)
        self._note("none", expr, step, not is_none, "it may be `none`")
        if expr.op in ("div", "mod"):
            divisor = args[1]
            self._note(
                "zero", expr, step, not divisor.low <= 0 <= divisor.high, "the divisor may be 0"
            )
            return
        a, b = args[0], args[-1]
        match expr.op:
            case "add":
                ends = a.low + b.low, a.high + b.high
            case "sub":
                ends = a.low - b.high, a.high - b.low
            case "mul":
                corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
                ends = min(corners), max(corners)
            case _:
                ends = -a.high, -a.low
        fits = ends[0] >= -SAFE and ends[1] <= SAFE
        self._note("number", expr, step, fits, "it may pass the greatest number")

    def index(self, expr: Expr, size: int, at: Situation, where: Span, step: Span) -> None:
        """Take down whether a number in brackets may be none of 1 to ``size``."""
        proven = self.is_within(expr, 1, size, at)
        bound = self.quietly(expr, at)
        why = f"{shown(bound)} is asked for, of 1..{size}"
        self.ledger.note("index", where, where if where.line else step, proven, why)

    def _places_of(self, expr: Expr) -> int:
        match expr.op:
            case "table":
                return len(self.machine.tables[expr.nums[0]])
            case "row":
                return len(self.machine.lists[expr.nums[0]])
        return expr.nums[1]


def _without_zero(bound: Bound) -> Bound:
    if bound.low == 0 and bound.high > 0:
        return evolve(bound, low=1)
    return evolve(bound, high=-1) if bound.high == 0 and bound.low < 0 else bound


def _joined(bounds: Sequence[Bound]) -> Bound:
    return reduce(Bound.join, bounds, _NEVER)
