"""Random numbers for bots: cheap, and the same for the same seed everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

_WORD = (1 << 64) - 1


class Luck:
    """A stream of numbers that follows from a text.

    The generator is xorshift64* (Vigna, *An experimental exploration of Marsaglia's xorshift generators,
    scrambled*, ACM TOMS 42, 2016).
    """

    __slots__ = ("_state",)

    def __init__(self, text: str) -> None:
        digest = sha256(text.encode("utf-8", "surrogatepass")).digest()
        self._state = int.from_bytes(digest[:8], "big") or 1

    def word(self) -> int:
        """A number from 0 to 2**64 - 1: a seed, for instance."""
        x = self._state
        x ^= x >> 12
        x ^= x << 25 & _WORD
        x ^= x >> 27
        self._state = x
        return x * 0x2545F4914F6CDD1D & _WORD

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound - 1`` (``bound`` far below 2**64, so that none is favoured)."""
        return self.word() * bound >> 64

    def pick(self, things: Sequence[T]) -> T:
        """One of some things (at least one)."""
        return things[self.below(len(things))]
