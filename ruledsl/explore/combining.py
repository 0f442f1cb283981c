"""Settings in which several options are otherwise than they are declared: extremes that meet, and all that lies between.

What fails with two or three options at their extremes is found without trying all of them together, where every three of them
meet somewhere: in a *covering array*, made row by row, each the best of some made by lot (D. M. Cohen and others, "The AETG
System", IEEE Transactions on Software Engineering 23, 1997).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ruledsl.explore.budget import Dice

_TOGETHER = 3
"""So many extremes meet."""

_TRIED = 24
"""Of so many rows by lot the best is taken."""

_COVERED = 8
"""Of more things than these the further ones are at their extremes by lot."""

Row = tuple[bool, ...]
"""For each thing whether it is at its greatest, not at its least."""


def extremes(things: int, most: int, dice: Dice) -> Iterator[Row]:
    """Rows, at most so many, in which things that have two extremes meet: any three of them in every way, if there is room.

    The first ones have the most that is new. They end where nothing is left.
    """
    width = min(things, _TOGETHER)
    looked_at = min(things, _COVERED)
    left = {
        (places, values)
        for places in combinations(range(looked_at), width)
        for values in _ways(width)
    }
    for _ in range(most):
        if not left:
            return
        rows = [_by_lot(things, dice) for _ in range(_TRIED)]
        # Something new is in each row.
        places, values = min(left)
        for place, value in zip(places, values, strict=True):
            rows = [(*row[:place], value, *row[place + 1 :]) for row in rows]
        best = max(rows, key=lambda row: sum(_has(row, *each) for each in left))
        left = {each for each in left if not _has(best, *each)}
        yield best


def between(low: int, high: int, row: int, rows: int, start: int) -> int:
    """A value between the least and the greatest: in so many rows all of them, or evenly spread ones, from ``start`` on.

    Where there is nothing between, it is one of both.
    """
    inside = high - low - 1
    if inside < 1:
        return (low, high)[(start + row) % 2]
    further = row if inside <= rows else row * inside // rows
    return low + 1 + (start + further) % inside


def _ways(width: int) -> Iterator[Row]:
    for number in range(1 << width):
        yield tuple(bool(number >> place & 1) for place in range(width))


def _by_lot(things: int, dice: Dice) -> Row:
    return tuple(dice.below(2) == 1 for _ in range(things))


def _has(row: Row, places: tuple[int, ...], values: Row) -> bool:
    return all(row[place] == value for place, value in zip(places, values, strict=True))
