"""Numbers drawn from a seed: the same for every Python, every machine and every back end.

A draw is a function of the seed, of what is drawn (its kind and its number in the
game) and of how many draws of that came before; nothing is kept between draws. So taking a
move back and playing it again meets the same luck, and a player who chooses otherwise does not
change the cards that are still to come.

The mixing functions are ``mix`` and ``final`` of Bob Jenkins' lookup3.c (May 2006, public
domain, http://burtleburtle.net/bob/c/lookup3.c), used as ``hashword`` uses them on six words:
seed (low, high), kind; number, draw, attempt.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from ruledsl.engine.errors import StartError

Stream: TypeAlias = Literal["shuffle", "random", "lot", "match", "resample", "simulate"]
"""What is drawn: cards of a shuffle, a ``random``, who starts, the seeds of a match's games, what a
resampled history needs, the seeds of simulated games."""

_STREAMS: dict[Stream, int] = {
    "shuffle": 1,
    "random": 2,
    "lot": 3,
    "match": 4,
    "resample": 5,
    "simulate": 6,
}
_WORD = 0xFFFFFFFF
_START = (0xDEADBEEF + (6 << 2)) & _WORD


def _rot(x: int, k: int) -> int:
    return ((x << k) | (x >> (32 - k))) & _WORD


def mix(a: int, b: int, c: int) -> tuple[int, int, int]:
    """lookup3's ``mix`` on three 32-bit words."""
    a = ((a - c) & _WORD) ^ _rot(c, 4)
    c = (c + b) & _WORD
    b = ((b - a) & _WORD) ^ _rot(a, 6)
    a = (a + c) & _WORD
    c = ((c - b) & _WORD) ^ _rot(b, 8)
    b = (b + a) & _WORD
    a = ((a - c) & _WORD) ^ _rot(c, 16)
    c = (c + b) & _WORD
    b = ((b - a) & _WORD) ^ _rot(a, 19)
    a = (a + c) & _WORD
    c = ((c - b) & _WORD) ^ _rot(b, 4)
    b = (b + a) & _WORD
    return a, b, c


def final(a: int, b: int, c: int) -> tuple[int, int, int]:
    """lookup3's ``final`` on three 32-bit words (rotations written out: this is where time goes)."""
    c = ((c ^ b) - ((b << 14) & _WORD | b >> 18)) & _WORD
    a = ((a ^ c) - ((c << 11) & _WORD | c >> 21)) & _WORD
    b = ((b ^ a) - ((a << 25) & _WORD | a >> 7)) & _WORD
    c = ((c ^ b) - ((b << 16) & _WORD | b >> 16)) & _WORD
    a = ((a ^ c) - ((c << 4) & _WORD | c >> 28)) & _WORD
    b = ((b ^ a) - ((a << 14) & _WORD | a >> 18)) & _WORD
    c = ((c ^ b) - ((b << 24) & _WORD | b >> 8)) & _WORD
    return a, b, c


class Seed:
    """A seed of 64 bits, from which numbers are drawn."""

    __slots__ = ("_mixed", "value")

    def __init__(self, value: int) -> None:
        """Raises :class:`StartError` unless ``0 <= value < 2**64``."""
        if not 0 <= value < 1 << 64:
            raise StartError(f"a seed is a whole number from 0 to {(1 << 64) - 1}, not {value}")
        self.value = value
        self._mixed: dict[Stream, tuple[int, int, int]] = {}

    def half(self, stream: Stream) -> tuple[int, int, int]:
        """The three words that a stream begins with; `final` on the first plus n, and the others, draws its number n."""
        return self._start(stream)

    def _start(self, stream: Stream) -> tuple[int, int, int]:
        """The three words after the first half of the key."""
        mixed = self._mixed.get(stream)
        if mixed is None:
            mixed = self._mixed[stream] = mix(
                (_START + (self.value & _WORD)) & _WORD,
                (_START + (self.value >> 32)) & _WORD,
                (_START + _STREAMS[stream]) & _WORD,
            )
        return mixed

    def words(self, stream: Stream, number: int, draw: int, attempt: int = 0) -> tuple[int, int]:
        """Two words of 32 bits; the first is lookup3's hash."""
        a, b, c = self._start(stream)
        _, b, c = final((a + number) & _WORD, (b + draw) & _WORD, (c + attempt) & _WORD)
        return c, b

    def below(self, bound: int, stream: Stream, number: int, draw: int) -> int:
        """A number from 0 to ``bound - 1`` (at most 2**32), each as likely as every other.

        Words from the uneven rest of the 32 bits are rejected and the next attempt is made.
        """
        a, b, c = self._mixed.get(stream) or self._start(stream)
        even = (1 << 32) - (1 << 32) % bound
        while True:
            _, _, word = final((a + number) & _WORD, (b + draw) & _WORD, c)
            if word < even:
                return word % bound
            c = (c + 1) & _WORD  # the next attempt
