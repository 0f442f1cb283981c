"""What games come to when they are added up, so that many take no more memory than few.

All sums are whole numbers, so that it does not matter in which parts games were added up: the totals are the same.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import compress
from operator import add, mul

from attrs import field, frozen

from ruledsl.simulation.players import Part
from ruledsl.simulation.results import FIXED, MOST_FAULTS, Faulted


@frozen
class Sums:
    """Whole numbers, added up: how many, their sum, the sum of their squares, the least and the greatest (0 if there are none)."""

    many: int = 0
    total: int = 0
    squares: int = 0
    least: int = 0
    most: int = 0

    def __add__(self, other: Sums) -> Sums:
        """Those of the numbers of both."""
        if not (self.many and other.many):
            return self if self.many else other
        return Sums(
            self.many + other.many,
            self.total + other.total,
            self.squares + other.squares,
            min(self.least, other.least),
            max(self.most, other.most),
        )


def sums(values: Sequence[int]) -> Sums:
    """Some numbers, added up."""
    if not values:
        return Sums()
    squares = sum(map(mul, values, values))
    return Sums(len(values), sum(values), squares, min(values), max(values))


@frozen
class Totals:
    """Games, added up: how many were begun, and in how many of them the rules failed.

    What follows counts only those that came to their end. ``winners`` says how many games the same seats share the best result of
    (a sum of powers of two, see `results`); ``scores`` has the scores of each seat, ``decisions`` the lengths. ``faults`` tells of
    the first games in which the rules failed, 20 at most.
    """

    games: int = 0
    failed: int = 0
    winners: Mapping[int, int] = field(factory=dict)
    scores: tuple[Sums, ...] = ()
    decisions: Sums = Sums()
    faults: tuple[Faulted, ...] = ()

    @property
    def over(self) -> int:
        """How many games came to their end."""
        return self.games - self.failed

    def __add__(self, other: Totals) -> Totals:
        """Those of the games of both."""
        if not (self.games and other.games):
            return self if self.games else other
        winners = Counter(self.winners)
        winners.update(other.winners)
        faults = sorted([*self.faults, *other.faults], key=lambda fault: fault.number)
        return Totals(
            self.games + other.games,
            self.failed + other.failed,
            winners,
            tuple(map(add, self.scores, other.scores)),
            self.decisions + other.decisions,
            tuple(faults[:MOST_FAULTS]),
        )


def totals(rows: array[int], faults: Sequence[Faulted], players: int) -> Totals:
    """Games of so many seats, added up; their rows are as `results` has them."""
    width = FIXED + players
    ended = rows[0::width]
    failed = sum(ended)
    over = [not fails for fails in ended] if failed else None

    def column(at: int) -> Sequence[int]:
        values = rows[at::width]
        return values if over is None else list(compress(values, over))

    return Totals(
        len(ended),
        failed,
        Counter(column(2)),
        tuple(sums(column(FIXED + seat)) for seat in range(players)),
        sums(column(1)),
        tuple(sorted(faults, key=lambda fault: fault.number)[:MOST_FAULTS]),
    )


def gathered(parts: Iterable[Part], players: int) -> Totals:
    """All that was played, added up as it comes."""
    return reduce(add, (totals(rows, faults, players) for rows, faults in parts), Totals())
