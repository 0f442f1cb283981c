"""What conditions tell: the situation where one holds, or does not."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from attrs import evolve

from ruledsl.machine.bounds import Bound
from ruledsl.machine.model import SAFE, Expr
from ruledsl.machine.ops import OPPOSITE
from ruledsl.proofs.knowing import Knowing
from ruledsl.proofs.linear import Form, interval
from ruledsl.proofs.situation import Situation


class Assuming(Knowing):
    """Takes conditions of one machine for granted."""

    def assume(self, condition: Expr, holds: bool, at: Situation) -> Situation | None:
        """The situation where a condition holds, or does not; None where that cannot be."""
        self.budget.spend()
        match condition.op:
            case "const":
                return at if bool(condition.nums[0]) == holds else None
            case "not":
                return self.assume(condition.args[0], not holds, at)
            case "and" | "or" | "implies":
                return self._assume_both(condition, holds, at)
            case "if":
                return self._assume_either(condition, holds, at)
            case "call" if (body := self.places.inlined(condition)) is not None:
                return self.assume(body, holds, at)
            case op if op in OPPOSITE:
                return self._assume_compared(condition, holds, at)
        bound = self.quietly(condition, at)
        if bound.low == bound.high and not bound.none and bool(bound.low) != holds:
            return None
        form = self.places.form(condition, at)
        if holds and bound.low >= 0:
            return self.refined(at, Form(1).plus(form, -1))
        return at if holds else self.refined(at, form, form.times(-1))

    def _assume_both(self, condition: Expr, holds: bool, at: Situation) -> Situation | None:
        left, right = condition.args
        first = condition.op != "or"  # the right side is asked where the left one holds
        settled = condition.op != "and"  # what the whole comes to where the right side is not asked
        after_left = self.assume(left, first, at)
        whole = None if after_left is None else self.assume(right, holds, after_left)
        if holds != settled:
            return whole
        short = self.assume(left, not first, at)
        return _joined_situations(short, whole)

    def _assume_either(self, condition: Expr, holds: bool, at: Situation) -> Situation | None:
        test, then, otherwise = condition.args
        ways = []
        for part, way in ((then, True), (otherwise, False)):
            there = self.assume(test, way, at)
            ways.append(None if there is None else self.assume(part, holds, there))
        return _joined_situations(*ways)

    def _assume_compared(self, condition: Expr, holds: bool, at: Situation) -> Situation | None:
        op = condition.op if holds else OPPOSITE[condition.op]
        left, right = condition.args
        a, b = self.quietly(left, at), self.quietly(right, at)
        if a.unset or b.unset:
            return None
        if op in ("eq", "ne"):
            return self._assume_equal(op == "eq", (left, a), (right, b), at)
        if a.none or b.none:
            return at  # `none` is less than any number, but nobody should count on it
        if op in ("gt", "ge"):
            left, right, op = right, left, {"gt": "lt", "ge": "le"}[op]
        form = self.places.form(left, at).plus(self.places.form(right, at), -1)
        return self.refined(at, form.plus(Form(1)) if op == "lt" else form)

    def _assume_equal(
        self, equal: bool, one: tuple[Expr, Bound], other: tuple[Expr, Bound], at: Situation
    ) -> Situation | None:
        for (expr, bound), (_, second) in ((one, other), (other, one)):
            only_none = second.none and second.low > second.high
            if only_none or (equal and not second.none):
                if only_none and equal and not bound.none:
                    return None
                if only_none and not equal and bound.none and bound.low > bound.high:
                    return None
                kept = (
                    evolve(bound, low=SAFE, high=-SAFE)
                    if only_none and equal
                    else evolve(bound, none=False)
                )
                at = self._kept(expr, kept, at)
            if only_none:
                return at
        a, b = one[1], other[1]
        if a.none or b.none:
            if not equal:
                return at
            if a.none and b.none:
                return at
        form = self.places.form(one[0], at).plus(self.places.form(other[0], at), -1)
        if equal:
            return self.refined(at, form, form.times(-1))
        low, high = interval(form, lambda atom: self.atom(atom, at))
        if low == high == 0:
            return None
        if low == 0:
            return self.refined(at, Form(1).plus(form, -1))
        return self.refined(at, form.plus(Form(1))) if high == 0 else at

    def _kept(self, expr: Expr, bound: Bound, at: Situation) -> Situation:
        """The situation where what an expression reads off a cell is known better."""
        cell = self.places.cell_of(expr, at)
        return at if cell is None else at.put(cell, bound)

    def refined(self, at: Situation, *forms: Form) -> Situation | None:
        """The situation where sums are at most 0, with what this says of single cells; None where it cannot be."""
        if self._inside:
            return at
        at = at.knowing(*forms)
        for form in forms:
            if not form.terms and form.constant > 0:
                return None
            if interval(form, lambda atom: self.atom(atom, at))[0] > 0:
                return None
        now: Situation | None = at
        about = {
            cell for form in forms for atom, _ in form.terms for cell in self.places.reads(atom)
        }
        linked = [
            fact
            for fact in at.told()
            if any(not about.isdisjoint(self.places.reads(atom)) for atom, _ in fact.terms)
        ]
        for form in (*forms, *linked, *forms):
            for atom, factor in form.terms:
                now = now and self._narrowed(now, form, atom, factor)
        return now

    def _narrowed(self, at: Situation, form: Form, atom: Expr, factor: int) -> Situation | None:
        """What a sum that is at most 0 says of a single cell in it; None where that cannot be."""
        cell = self.places.cell_of(atom, at)
        rest = form.plus(Form(0, ((atom, factor),)), -1)
        low = interval(rest, lambda other: self.atom(other, at))[0]
        if cell is None or low <= -(SAFE**2):
            return at
        old = self.cell(cell, at)
        if old.none or old.unset:
            return at
        if factor > 0:
            new = evolve(old, high=min(old.high, -low // factor))
        else:
            new = evolve(old, low=max(old.low, -(-low // -factor)))
        return at.put(cell, new) if new.low <= new.high else None

    def settled(self, at: Situation, cell: int, number: int) -> Situation | None:
        """The situation where a cell holds a number: facts speak of the number from then on."""
        own = Expr("cell", (cell,))
        at = at.put(cell, Bound(number, number))
        facts = [
            fact.plus(Form(-number, ((own, 1),)), -factor)
            if (factor := dict(fact.terms).get(own, 0))
            else fact
            for fact in at.facts
        ]
        about = [new for new, old in zip(facts, at.facts, strict=True) if new is not old]
        at = evolve(at, facts=tuple(fact for fact in facts if fact.terms))
        return self.refined(at, *about)

    def between(self, cell: int, domain: Expr, at: Situation) -> Iterator[Form]:
        """What is known of a cell that holds an element of ``low..high``, told in terms of before it was written."""
        low, high = domain.args
        if self.quietly(low, at).none or self.quietly(high, at).none:
            return
        own = Form(0, ((Expr("cell", (cell,)), 1),))
        yield self.places.form(low, at).plus(own, -1)
        yield own.plus(self.places.form(high, at), -1)


def _joined_situations(*ways: Situation | None) -> Situation | None:
    found = [way for way in ways if way is not None]
    return reduce(Situation.join, found) if found else None
