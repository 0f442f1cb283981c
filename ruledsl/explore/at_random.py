"""Games in which all is left to chance, those of a match one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ruledsl.engine.errors import RuleFault
from ruledsl.engine.frame import Cells
from ruledsl.engine.luck import Luck
from ruledsl.engine.runner import Program
from ruledsl.explore.budget import Budget, Clock, Dice, OutOfSteps
from ruledsl.explore.costs import of_failing
from ruledsl.explore.matches import Course, longest_match
from ruledsl.explore.meeting import Met, faulty
from ruledsl.explore.walking import ALONE, Line, Opening, Walk
from ruledsl.explore.ways import at_random

OPENINGS = 6
"""Beginnings of games in a match that are remembered, beside that of the first."""


_LOOKS = 4
"""Decisions from one position that is looked at to the next."""


class RandomGames:
    """Random games of one machine. What was played is counted: ``games``, those that are ``over``, ``decisions``, and the ``work`` in steps.

    A step that looks at much counts as several. ``openings`` are those that a match has come to.
    """

    def __init__(
        self,
        program: Program,
        seed: int,
        clock: Clock,
        look: Callable[[Cells], None] = lambda _: None,
    ) -> None:
        """``look`` is shown some of the positions, the last of each game among them."""
        self.games = self.over = self.decisions = self.work = 0
        self._due = 0
        self.openings: list[Opening] = [ALONE]
        self._program = program
        self._seed = seed
        self._clock = clock
        self._look = look
        self._dice = Dice(seed, 2)
        match = longest_match(program.machine)
        self._course = None if match is None else Course(program.machine, match)

    @property
    def in_matches(self) -> bool:
        """Whether later games of a match may go otherwise than the first."""
        return self._course is not None

    def play(self, budget: Budget, finishing: int = 0) -> Iterator[Met]:
        """Games until the steps are taken, and as many more as are ``finishing`` the last one; those that fail.

        Raises :class:`~ruledsl.explore.budget.OutOfTime`.
        """
        try:
            while budget.left:
                met = self._game(budget, finishing)
                if met is not None:
                    yield met
                    self._spend(self._due, budget, Budget(0, self._clock))
        except OutOfSteps:
            return

    def _game(self, budget: Budget, finishing: int) -> Met | None:
        self.games += 1
        course = self._course
        opening = ALONE if course is None else course.opening
        luck = Luck((self._seed + self.games) % (1 << 64))
        try:
            walk = Walk(self._program, luck, opening)
        except RuleFault as fault:
            self._due = 1 + of_failing(self._program.frame.elements, fault)
            return self._failed(Line(luck, (), opening), fault)
        more = Budget(finishing, self._clock)
        self._spend(walk.work, budget, more)
        try:
            while walk.legal:
                self.decisions += 1
                if self.decisions % _LOOKS == 0:
                    self._look(walk.cells)
                self._spend(walk.work, budget, more)
                walk.play(at_random(walk, self._dice))
        except RuleFault as fault:
            self._due = walk.work + of_failing(self._program.frame.elements, fault)
            return self._failed(walk.line, fault)
        self.over += 1
        self._look(walk.cells)
        if course is not None:
            course.goes_on(walk.cells)
            if course.opening not in self.openings and len(self.openings) <= OPENINGS:
                self.openings.append(course.opening)
        return None

    def _spend(self, steps: int, budget: Budget, more: Budget) -> None:
        self.work += steps
        own = min(steps, budget.left)
        budget.spend(own)
        more.spend(steps - own)

    def _failed(self, line: Line, fault: RuleFault) -> Met:
        machine = self._program.machine
        match = longest_match(machine) if self._course is not None else None
        if match is not None:
            self._course = Course(machine, match)
        return faulty(machine, line, fault)
