"""How an amount of money is made up of notes, coins or chips of certain sizes.

Taking the largest piece that fits, again and again, is how people count money out. It takes the
fewest pieces only if the sizes suit each other, as those of real money do; with pieces of 1, 3
and 4 it makes 6 of 4 + 1 + 1, where two of 3 would do. Sizes that do not suit each other are
refused when rules are checked, so that both ways agree.
"""

from __future__ import annotations

from collections.abc import Sequence


def made_up(amount: int, sizes: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The pieces of an amount (0 or more), the largest first, as pairs (size, how many).

    ``sizes`` go up from 1.
    """
    pieces = []
    for size in reversed(sizes):
        count, amount = divmod(amount, size)
        if count:
            pieces.append((size, count))
    return tuple(pieces)


def unsuited(sizes: Sequence[int]) -> tuple[int, tuple[tuple[int, int], ...]] | None:
    """The least amount that fewer pieces make than `made_up` takes, with these; None if there is none.

    ``sizes`` go up from 1. The amount, if there is one, is among those tried here: what is made up
    of the largest pieces of one less than some size, up to a certain size, and one more piece
    of that size (D. Pearson, "A polynomial-time algorithm for the change-making problem", 2005).
    """
    found: list[tuple[int, tuple[tuple[int, int], ...]]] = []
    for larger in sizes[1:]:
        below = dict(made_up(larger - 1, sizes))
        for least in (size for size in sizes if size < larger):
            fewer = {size: count for size, count in below.items() if size >= least}
            fewer[least] = fewer.get(least, 0) + 1
            amount = sum(size * count for size, count in fewer.items())
            if sum(fewer.values()) < sum(count for _, count in made_up(amount, sizes)):
                found.append((amount, tuple(sorted(fewer.items(), reverse=True))))
    return min(found, default=None)


def shown(pieces: Sequence[tuple[int, int]]) -> str:
    """Pieces as people write them: ``2 x 10 + 5``."""
    return " + ".join(str(size) if count == 1 else f"{count} x {size}" for size, count in pieces)
