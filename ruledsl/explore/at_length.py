"""Random games by the thousand, on Python that is generated for a machine: they meet what stops one game in hundreds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ruledsl.engine.errors import RuleFault
from ruledsl.engine.evaluate.values import WORN_OUT
from ruledsl.engine.luck import Luck
from ruledsl.engine.seeds import Seed
from ruledsl.explore.budget import Clock
from ruledsl.explore.costs import GENERATED, QUICKER, of_failing
from ruledsl.explore.matches import Course, longest_match
from ruledsl.explore.meeting import Met, faulty
from ruledsl.explore.walking import ALONE, Line, Opening
from ruledsl.machine.flow import parts_of
from ruledsl.machine.model import DECISIONS, Machine
from ruledsl.native.running.backend import Play, Playing
from ruledsl.native.running.interpreted import Interpreted
from ruledsl.native.running.python import PythonBackend
from ruledsl.native.running.retold import told_again
from ruledsl.native.translate.lower import TooLarge, lower

_MOST = 16
"""Decisions from one look at the clock to the next, however short they are: the next may each take as long as limits allow."""

_LOOK = 64
"""Steps, or somewhat more, from one look to the next where decisions count as several."""


class ManyGames:
    """Random games of one machine, one after the other; ``games``, those that are ``over``, and ``decisions`` count what was played.

    Their luck is that of a simulation with the same seed, so that each can be told again. ``elements`` may be visited between
    two decisions. The interpreter plays where nothing is to be ``generated``, or can be: the same games in more time.
    It is ``quicker`` than the interpreter so many times. ``doubtful`` counts the games in which the generated program failed and the interpreter did not: none, if all is well.
    """

    def __init__(
        self,
        machine: Machine,
        seed: int,
        clock: Clock,
        elements: int,
        *,
        generated: bool = True,
        work: float = 1,
    ) -> None:
        """A decision counts as so much ``work``, in steps, if the interpreter makes it. Raises :class:`~ruledsl.explore.budget.OutOfTime`."""
        self.games = self.over = self.decisions = self.doubtful = 0
        self._machine = machine
        self._seed = seed
        self._clock = clock
        self._elements = elements
        self._counted = 0
        if generated:
            clock.tick(parts_of(machine) * GENERATED)
        program = _generated(machine, elements) if generated else None
        self.is_generated = program is not None
        self.quicker = QUICKER if self.is_generated else 1.0
        self._work = work
        self._slice = max(min(int(_LOOK * self.quicker / work), _MOST), 1)
        self._playing: Playing = program or Interpreted(machine, elements)

    def play(self, decisions: int, openings: Sequence[Opening] = (ALONE,)) -> Iterator[Met]:
        """Games until so many decisions are made, with these openings by turns, and in matches as they go on; those that fail.

        Raises :class:`~ruledsl.explore.budget.OutOfTime`.
        """
        words = Seed(self._seed).half("simulate")
        playing, machine = self._playing, self._machine
        match = longest_match(machine)
        course = None if match is None else Course(machine, match)
        while self.decisions < decisions:
            # Every other game is the next one of a match, if there are any.
            in_course = course if self.games % 2 else None
            beginning = openings[self.games // 2 % len(openings)]
            opening = beginning if in_course is None else in_course.opening
            self.games += 1
            _begin(playing, opening)
            playing.seed(words, self.games)
            is_over = False
            try:
                is_over = self._to_its_end(decisions - self.decisions)
            except RuleFault as fault:
                if fault.message != WORN_OUT:
                    yield from self._told(opening)
                # It may be so in game after game.
                self._clock.charge(of_failing(self._elements, fault) / self.quicker)
            if in_course is not None and match is not None:
                if is_over:
                    in_course.goes_on(playing.cells(0, machine.layout.scratch))
                else:
                    course = Course(machine, match)
            self.decisions += 1 + self._made()
            self._tick(1 + self._made() - self._counted)

    def _to_its_end(self, most: int) -> bool:
        """Play a game, or so many decisions of it; whether it is over. Raises :class:`RuleFault`."""
        is_over = False
        self._counted = 0
        while not is_over and most > 0:
            some = min(self._slice, most)
            is_over = self._playing.playout(some)
            most -= some
            self.over += is_over
            made = self._made()
            self._tick(made - self._counted)
            self._counted = made
        return is_over

    def _made(self) -> int:
        """How many decisions the game has had so far."""
        (made,) = self._playing.cells(DECISIONS, 1)
        return made

    def _tick(self, decisions: int) -> None:
        self._clock.tick(decisions * self._work / self.quicker)

    def _told(self, opening: Opening) -> Iterator[Met]:
        """The game of a fault as the interpreter plays it, which has the last word on whether it fails."""
        begin = partial(_begin, opening=opening)
        most = self._made() + 1
        tick = partial(self._clock.tick, self._work)
        told = told_again(self._machine, self._seed, self.games, most, tick, begin)
        if told.fault is None:
            self.doubtful += 1
            return
        line = Line(Luck(self._seed, told.draws), told.moves, opening)
        yield faulty(self._machine, line, told.fault)


def _begin(playing: Playing, opening: Opening) -> None:
    playing.begin(opening.starter, opening.round, opening.totals)


def _generated(machine: Machine, elements: int) -> Play | None:
    try:
        return Play(PythonBackend(lower(machine, elements=elements, optimise=False)))
    except TooLarge:
        return None
