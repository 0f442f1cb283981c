"""How much an exploration may do: counted in steps, so that it comes out the same everywhere; seconds only put an end to it."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import monotonic

from ruledsl.engine.seeds import Seed

_EVERY = 32
"""Steps from one look at the clock to the next."""


class OutOfTime(Exception):  # noqa: N818 - it says what happened
    """The seconds that were allowed are over, or the steps of all that is done in them."""


class OutOfSteps(Exception):  # noqa: N818 - it says what happened
    """The steps that were allowed are taken."""


class Clock:
    """Looks at the time now and then, and tells how many steps were taken."""

    def __init__(
        self,
        seconds: float,
        progress: Callable[[int], None] | None = None,
        now: Callable[[], float] = monotonic,
        every: int = _EVERY,
    ) -> None:
        """``seconds`` from ``now`` on are allowed; ``progress`` is told of steps, some at a time.

        ``every`` is how many steps it takes from one look to the next.
        """
        self._now = now
        self._end = now() + seconds
        self._progress = progress
        self._every = every
        self._taken = 0.0
        self._left = inf

    def allow(self, steps: float) -> None:
        """So many steps may be taken from here on, however short they are."""
        self._left = steps + self._taken

    @property
    def left(self) -> float:
        """The steps that may still be taken."""
        return self._left - self._taken

    def tick(self, steps: float = 1) -> None:
        """So many more steps are taken. Raises :class:`OutOfTime`."""
        self._taken += steps
        if self._taken >= self._every:
            self.look()

    def charge(self, steps: float) -> None:
        """What was told of as a step took as long as so many more. Raises :class:`OutOfTime`."""
        self._left -= steps
        self.look()

    def look(self) -> None:
        """Look at the time. Raises :class:`OutOfTime`."""
        if self._progress is not None:
            self._progress(int(self._taken))
        self._left -= self._taken
        self._taken = 0.0
        if self._left < 0 or self._now() > self._end:
            raise OutOfTime


class Budget:
    """So many steps (moves that are played, thinking ahead included), in the time of a clock, for which each counts as ``weight``."""

    def __init__(self, steps: int, clock: Clock, weight: float = 1) -> None:
        self.left = steps
        self._clock = clock
        self._weight = weight

    def spend(self, steps: int = 1) -> None:
        """Take steps. Raises :class:`OutOfSteps`, :class:`OutOfTime`."""
        is_enough = self.left >= steps
        self.left = max(self.left - steps, 0)
        self._clock.tick(steps * self._weight)
        if not is_enough:
            raise OutOfSteps

    def charge(self, steps: float) -> None:
        """What was spent took as long as so many more, if any. Raises :class:`OutOfTime`."""
        if steps:
            self._clock.charge(steps)


class Dice:
    """Numbers by lot, the same for the same seed, however often and wherever they are thrown."""

    def __init__(self, seed: int, number: int) -> None:
        """``number`` tells apart what is thrown for with one seed."""
        self._seed = Seed(seed)
        self._number = number & 0xFFFFFFFF
        self._thrown = 0

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound - 1``."""
        if bound < 2:
            return 0
        self._thrown += 1
        return self._seed.below(bound, "simulate", self._number, self._thrown)
