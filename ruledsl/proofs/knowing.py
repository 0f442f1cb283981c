"""What is known of cells, places and sums in a situation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import reduce

from attrs import evolve

from ruledsl.machine.bounds import Bound
from ruledsl.machine.model import SAFE, Expr, Machine
from ruledsl.proofs.effort import Budget
from ruledsl.proofs.linear import Form, is_at_most_zero
from ruledsl.proofs.places import Places
from ruledsl.proofs.sites import Ledger
from ruledsl.proofs.situation import Situation
from ruledsl.source import Span
from ruledsl.validate.values import Values

EACH = 8
"""Lists of so many elements that are all known are gone through one by one."""


class Knowing(ABC):
    """Tells what is known of one machine; what can go wrong goes to the ledger."""

    def __init__(self, machine: Machine, ledger: Ledger, budget: Budget) -> None:
        self.machine = machine
        self.ledger = ledger
        self.values = Values(machine)
        self.places = Places(machine, budget)
        self.budget = budget
        self._inside = 0
        """Above 0 while an atom of a sum is looked at: what is known of sums may speak of it in turn."""

    @abstractmethod
    def of(self, expr: Expr, at: Situation, step: Span) -> Bound:
        """Between what an expression stays in a situation; ``step`` is the step that it belongs to."""

    # --- cells and places ---------------------------------------------------------------------

    def cell(self, cell: int, at: Situation) -> Bound:
        """What a cell may hold."""
        known = at.cells.get(cell)
        return self.values.cell(cell) if known is None else known

    def quietly(self, expr: Expr, at: Situation) -> Bound:
        """The same without taking down what can go wrong."""
        self.ledger.quiet += 1
        try:
            return self.of(expr, at, expr.span)
        finally:
            self.ledger.quiet -= 1

    def size(self, zone: Expr, at: Situation) -> Bound:
        """How many cards lie where a zone expression points."""
        zones = self.places.zones(zone, at)
        if not zones:
            return Bound(0, len(self.machine.cards))
        bounds = (self.cell(self.machine.zones[z].base, at) for z in zones)
        bound = reduce(Bound.join, bounds)
        if not at.facts:
            return bound
        return self._told(self.places.normal(Expr("size", (), (zone,)), at), bound, at)

    def length(self, expr: Expr, at: Situation) -> tuple[int, int]:
        """How many elements a list has, at least and at the most."""
        match expr.op:
            case "range":
                low, high = (self.quietly(arg, at) for arg in expr.args)
                if low.none or high.none or low.unset or high.unset:
                    return 0, 2 * SAFE
                return max(0, high.low - low.high + 1), max(0, high.high - low.low + 1)
            case "list":
                return len(expr.args), len(expr.args)
            case "cards":
                size = self.size(expr.args[0], at)
                return size.low, size.high
            case "family_cards":
                family = self.machine.families[expr.nums[0]]
                zones = self.machine.zones[family.first : family.first + family.size]
                sizes = [self.cell(zone.base, at) for zone in zones]
                most = min(len(self.machine.cards), sum(size.high for size in sizes))
                return sum(size.low for size in sizes), most
            case "join":
                one, other = (self.length(arg, at) for arg in expr.args)
                return one[0] + other[0], one[1] + other[1]
            case "row":
                lengths = [len(row) for row in self.machine.lists[expr.nums[0]]]
                return min(lengths, default=0), max(lengths, default=0)
            case "call" if (body := self.places.inlined(expr)) is not None:
                return self.length(body, at)
        return 0, self.quietly(expr, at).length

    def elements(self, expr: Expr, at: Situation) -> list[int] | None:
        """The elements of a list of numbers, where they are known and not many."""
        match expr.op:
            case "range":
                low, high = (self.quietly(arg, at) for arg in expr.args)
                if exact(low) is None or exact(high) is None or high.low - low.low >= 4 * EACH:
                    return None
                return [*range(low.low, high.low + 1)]
            case "list":
                numbers = [exact(self.quietly(arg, at)) for arg in expr.args]
                found = [number for number in numbers if number is not None]
                return found if len(found) == len(numbers) else None
            case "join":
                one, other = (self.elements(arg, at) for arg in expr.args)
                return None if one is None or other is None else [*one, *other]
            case "row":
                index = exact(self.quietly(expr.args[0], at))
                rows = self.machine.lists[expr.nums[0]]
                return [*rows[index - 1]] if index is not None and 1 <= index <= len(rows) else None
            case "call" if (body := self.places.inlined(expr)) is not None:
                return self.elements(body, at)
        return None

    # --- numbers ------------------------------------------------------------------------------

    def is_within(self, expr: Expr, low: int, high: int, at: Situation) -> bool:
        """Whether an expression surely is a number from ``low`` to ``high``."""
        bound = self.quietly(expr, at)
        if bound.unset:
            return True
        if bound.none:
            return False
        form = self.places.form(expr, at)
        return (bound.low >= low or self.holds(Form(low).plus(form, -1), at)) and (
            bound.high <= high
            or any(self.holds(top.plus(Form(high), -1), at) for top in self._tops(expr, at))
        )

    def is_at_most(self, less: Expr, more: Expr, at: Situation) -> bool:
        """Whether a number surely is no more than another."""
        one, other = self.quietly(less, at), self.quietly(more, at)
        if one.none or other.none:
            return False
        more_form = self.places.form(more, at)
        return one.high <= other.low or self.is_below(less, more_form, at)

    def is_below(self, less: Expr, more: Form, at: Situation) -> bool:
        """Whether a number surely is no more than a sum."""
        return any(self.holds(top.plus(more, -1), at) for top in self._tops(less, at))

    def _tops(self, expr: Expr, at: Situation) -> Iterator[Form]:
        """Sums that a number is no more than: itself, and each of those of which it is the least."""
        yield self.places.form(expr, at)
        if expr.op == "least":
            for arg in expr.args:
                yield from self._tops(arg, at)

    def ties(self, cell: int, value: Expr, at: Situation) -> Iterator[Form]:
        """What is known of a cell that holds the value of an expression, which is surely a number."""
        own = Form(0, ((Expr("cell", (cell,)), 1),))
        form = self.places.form(value, at)
        if form.terms:
            yield own.plus(form, -1)
            yield form.plus(own, -1)
        if value.op in ("least", "greatest"):
            sign = 1 if value.op == "least" else -1
            for arg in value.args:
                yield own.plus(self.places.form(arg, at), -1).times(sign)

    def holds(self, form: Form, at: Situation) -> bool:
        """Whether a sum surely is at most 0."""
        return is_at_most_zero(form, at.told(), lambda atom: self.atom(atom, at))

    def follows(self, form: Form, at: Situation) -> bool:
        """The same, for sums of cells of which something is known: others may hold what was there before."""
        cells = {cell for atom, _ in form.terms for cell in self.places.reads(atom)}
        return all(cell in at.cells for cell in cells if cell >= 0) and self.holds(form, at)

    def atom(self, atom: Expr, at: Situation) -> Bound:
        """Between what an atom of a sum stays."""
        if atom.op == "cell":
            return self.cell(atom.nums[0], at)
        if atom.op == "size" and atom.args[0].op == "zone":
            return self.cell(self.machine.zones[atom.args[0].nums[0]].base, at)
        self._inside += 1
        try:
            return self._told(atom, self.quietly(atom, at), at)
        finally:
            self._inside -= 1

    def _told(self, atom: Expr, bound: Bound, at: Situation) -> Bound:
        """A bound, with what is known of this atom alone."""
        low, high = bound.low, bound.high
        for fact in at.facts:
            if len(fact.terms) == 1 and fact.terms[0][0] == atom:
                factor = fact.terms[0][1]
                if factor > 0:
                    high = min(high, -fact.constant // factor)
                else:
                    low = max(low, -(-fact.constant // -factor))
        return (
            bound if (low, high) == (bound.low, bound.high) else evolve(bound, low=low, high=high)
        )

    def _sharpened(self, expr: Expr, bound: Bound, at: Situation) -> Bound:
        """A sum or difference, by what was asked about it before, or about the numbers in it."""
        if self._inside or not at.told():
            return bound
        form = self.places.form(expr, at)
        terms, others = frozenset(form.terms), frozenset(form.times(-1).terms)
        low, high = bound.low, bound.high
        for fact in at.told():
            if terms == frozenset(fact.terms):
                high = min(high, form.constant - fact.constant)
            elif others == frozenset(fact.terms):
                low = max(low, form.constant + fact.constant)
        if low < 0 and self.holds(form.times(-1), at):
            low = 0
        return evolve(bound, low=low, high=high)


def exact(bound: Bound) -> int | None:
    """The only number that something can be."""
    return bound.low if bound.low == bound.high and not bound.none else None
