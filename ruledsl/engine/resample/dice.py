"""Random numbers for sampling, drawn from a seed by the generator of the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ruledsl.engine.seeds import Seed

T = TypeVar("T")

_PLAY, SAMPLE, HISTORY = 0, 1, 2
"""What is drawn from a seed: the seed of further play, what a sample needs, what a history many begin from."""


class Dice:
    """A stream of random numbers: the same for the same seed."""

    __slots__ = ("_drawn", "_purpose", "_seed")

    def __init__(self, seed: int, purpose: int = SAMPLE) -> None:
        """Streams of one seed for different purposes have nothing to do with each other.

        Raises :class:`StartError` unless ``0 <= seed < 2**64``.
        """
        self._seed = Seed(seed)
        self._purpose = purpose
        self._drawn = 0

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound - 1``."""
        self._drawn += 1
        return self._seed.below(bound, "resample", self._purpose, self._drawn)

    def one_in(self, count: int) -> bool:
        """True once in so many times."""
        return self.below(count) == 0

    def pick(self, things: Sequence[T]) -> T:
        """One of some things (at least one)."""
        return things[self.below(len(things))]

    def shuffle(self, things: list[T]) -> None:
        """Put a list in random order."""
        for last in range(len(things) - 1, 0, -1):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]

    def seed_of_play(self) -> Seed:
        """The seed by which a sampled state is played on."""
        low, high = self._seed.words("resample", _PLAY, 0)
        return Seed(low | high << 32)
