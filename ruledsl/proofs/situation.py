"""What is known where play has come to a state."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from attrs import evolve, frozen

from ruledsl.machine.bounds import Bound
from ruledsl.machine.model import SAFE
from ruledsl.proofs.linear import Form

MOST_FACTS = 24
"""So many sums are remembered at a place; the latest are the most useful."""

Zones = frozenset[int] | None
"""The places where a card may lie; None where it may be any."""


Follows: TypeAlias = Callable[[Form, "Situation"], bool]


@frozen
class Situation:
    """What holds at a place: bounds of cells (the first cell of a place counts its cards), sums that are at most 0,
    and where the cards in registers may lie."""

    cells: Mapping[int, Bound]
    facts: tuple[Form, ...] = ()
    origins: Mapping[int, Zones] = {}
    always: tuple[Form, ...] = ()
    """Sums that stay 0 whatever is done from now on: all money together."""

    def exact(self, cell: int) -> int | None:
        """The number that a cell holds, if there is only one that it can be."""
        bound = self.cells.get(cell)
        if bound is None or bound.none or bound.low != bound.high:
            return None
        return bound.low

    def put(self, cell: int, bound: Bound) -> Situation:
        """The same with another bound for a cell; facts stay."""
        if self.cells.get(cell) == bound:
            return self
        return evolve(self, cells={**self.cells, cell: bound})

    def without(self, cells: Iterable[int]) -> Situation:
        """The same with nothing known of some cells but what is always so; facts stay."""
        gone = frozenset(cells)
        return evolve(
            self,
            cells={cell: bound for cell, bound in self.cells.items() if cell not in gone},
            origins={cell: zones for cell, zones in self.origins.items() if cell not in gone},
        )

    def knowing(self, *forms: Form) -> Situation:
        """The same, and these sums are at most 0."""
        have = {fact.key for fact in self.facts}
        new = tuple(form for form in forms if form.terms and form.key not in have)
        if not new:
            return self
        return evolve(self, facts=(*self.facts, *new)[-MOST_FACTS:])

    def told(self) -> tuple[Form, ...]:
        """All sums that are known to be at most 0, the latest first."""
        return (*reversed(self.facts), *self.always, *(form.times(-1) for form in self.always))

    def join(
        self, other: Situation, follows: Follows | None = None, *, both: bool = False
    ) -> Situation:
        """What holds here and there.

        ``follows`` tells whether a sum that is known here is at most 0 there too, and the other way round if ``both``.
        """
        ours, theirs = ({fact.key for fact in each.facts} for each in (self, other))
        facts = [
            fact
            for fact in self.facts
            if fact.key in theirs or (follows is not None and follows(fact, other))
        ]
        if follows is not None and both:
            facts += [fact for fact in other.facts if fact.key not in ours and follows(fact, self)]
        return Situation(
            {
                cell: bound.join(other.cells[cell])
                for cell, bound in self.cells.items()
                if cell in other.cells
            },
            tuple(facts[-MOST_FACTS:]),
            {
                cell: _either(zones, other.origins[cell])
                for cell, zones in self.origins.items()
                if cell in other.origins
            },
            self.always if self.always == other.always else (),
        )

    def widened(self, old: Situation, steps: Sequence[int]) -> Situation:
        """The same, but that bounds which have grown since go on to the next of some numbers at once."""
        cells = dict(self.cells)
        for cell, bound in self.cells.items():
            before = old.cells.get(cell)
            if before is None or bound == before:
                continue
            low, high = bound.low, bound.high
            if low < before.low:
                place = bisect_right(steps, low) - 1
                low = steps[place] if place >= 0 else -SAFE
            if high > before.high:
                place = bisect_left(steps, high)
                high = steps[place] if place < len(steps) else SAFE
            cells[cell] = Bound(low, high, bound.none, bound.length)
        return evolve(self, cells=cells)


def _either(one: Zones, other: Zones) -> Zones:
    return None if one is None or other is None else one | other


def shown(bound: Bound) -> str:
    """A bound as people read it: ``2..5``, or ``none``."""
    if bound.low > bound.high:
        return "`none`"
    text = f"{bound.low}" if bound.low == bound.high else f"{bound.low}..{bound.high}"
    return f"{text} or `none`" if bound.none else text
