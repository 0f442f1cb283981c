"""What a series of games shows: wins, ties, scores and lengths, with intervals.

Parts of games have the Wilson score interval (E. B. Wilson, *Probable inference, the law of succession, and
statistical inference*, 1927), which holds for parts near 0 and 1 too; means have the interval of the normal
approximation.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from attrs import frozen

from ruledsl.engine.results import sides
from ruledsl.machine.model import Machine
from ruledsl.simulation.totals import Sums, Totals

LEVEL = 0.95
"""How often an interval holds the truth."""

_Z = 1.959963984540054
"""The normal quantile that belongs to it."""


@frozen
class Interval:
    """A value, and the bounds between which the truth behind it lies; bounds are None where one game tells nothing of them."""

    value: float
    low: float | None
    high: float | None


@frozen
class SeatSummary:
    """What a seat came to: games won (by nobody else but its own side) and shared with others, its mean score.

    ``wins`` is the part of games won, ``score`` the mean score.
    """

    seat: int
    bot: str
    won: int
    tied: int
    wins: Interval
    score: Interval


@frozen
class Summary:
    """What a series came to. Games in which the rules failed are counted in ``failed``, and nowhere else.

    ``over`` games came to their end, in ``tied`` of them several sides share the best result. ``decisions`` is the mean of the
    choices in a game, ``least`` and ``most`` are the extremes. With no game that came to its end there are no seats and no means.
    """

    games: int
    over: int
    failed: int
    tied: int
    seats: tuple[SeatSummary, ...]
    decisions: Interval | None
    least: int
    most: int


def wilson(count: int, games: int) -> Interval:
    """The part that ``count`` is of some games (at least one), with its Wilson score interval."""
    part = count / games
    middle = part + _Z * _Z / (2 * games)
    spread = _Z * sqrt(part * (1 - part) / games + _Z * _Z / (4 * games * games))
    scale = 1 + _Z * _Z / games
    # Rounding must not put the part outside.
    low = min(max(0.0, (middle - spread) / scale), part)
    high = max(min(1.0, (middle + spread) / scale), part)
    return Interval(part, low, high)


def mean(sums: Sums) -> Interval:
    """The mean of some numbers (at least one), with the interval of the normal approximation."""
    many, total = sums.many, sums.total
    middle = total / many
    if many == 1:
        return Interval(middle, None, None)
    # Exact in whole numbers: many * sum of squares - square of the sum.
    spread = many * sums.squares - total * total
    half = _Z * sqrt(spread / (many * (many - 1)) / many)
    return Interval(middle, middle - half, middle + half)


def summary(totals: Totals, machine: Machine, bots: Sequence[str]) -> Summary:
    """What the games of a machine came to; ``bots`` are their kinds in seat order."""
    games, over = totals.games, totals.over
    if not over:
        return Summary(games, 0, totals.failed, 0, (), None, 0, 0)
    winners = totals.winners
    side_of = {seat: _bits(side) for side in sides(machine) for seat in side}
    seats = []
    for seat, (bot, scores) in enumerate(zip(bots, totals.scores, strict=True), 1):
        side = side_of[seat]
        best = sum(many for who, many in winners.items() if who & side)
        won = sum(many for who, many in winners.items() if who & ~side == 0)
        seats.append(SeatSummary(seat, bot, won, best - won, wilson(won, over), mean(scores)))
    alone = sum(
        many for who, many in winners.items() if any(who & ~side == 0 for side in side_of.values())
    )
    lengths = totals.decisions
    return Summary(
        games,
        over,
        totals.failed,
        over - alone,
        tuple(seats),
        mean(lengths),
        lengths.least,
        lengths.most,
    )


def _bits(seats: Sequence[int]) -> int:
    return sum(1 << (seat - 1) for seat in seats)
