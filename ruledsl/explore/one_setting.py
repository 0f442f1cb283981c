"""The trial of one setting: games at random, and games in which players seek something."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ruledsl.coverage.watching import Watched
from ruledsl.engine.errors import MachineError
from ruledsl.engine.evaluate.values import WORN_OUT
from ruledsl.engine.runner import Program
from ruledsl.explore.at_random import RandomGames
from ruledsl.explore.budget import Budget, Clock, Dice, OutOfSteps
from ruledsl.explore.costs import LOWERED, PREPARED, SOUGHT
from ruledsl.explore.exhaustive import whole
from ruledsl.explore.explored import Shown
from ruledsl.explore.guided import Guided
from ruledsl.explore.matches import later_games
from ruledsl.explore.meeting import Met
from ruledsl.explore.nearness import Nearness, Side
from ruledsl.explore.settings import Setting
from ruledsl.explore.shrink import Shrinker
from ruledsl.explore.walking import ALONE, Opening
from ruledsl.machine.flow import parts_of

Plainer = Callable[[Setting], Iterable[Setting]]
"""The settings that are plainer than one, by a single option."""

_APART = 1 << 32
"""Between the seeds of the first random games and of further ones."""


class OneSetting:
    """The trial of one setting, which ends with a fault where ``elements`` are visited between two decisions.

    Where steps take ``heavy`` times as long as elsewhere on an average, or more, it is slow.
    """

    def __init__(self, setting: Setting, seed: int, elements: int, heavy: int) -> None:
        self.setting = setting
        self.seed = seed
        self.is_done = True
        """Whether no more games are to be played: every position was looked at, or there is none."""
        self.is_slow = False
        """Whether games take too long for many of them."""
        self.is_over = False
        """Whether some game came to its end."""
        self.openings: Sequence[Opening] = (ALONE, *later_games(setting.machine))
        """How games begin."""
        self.length = 0.0
        """How many decisions random games took on an average."""
        self.work = 1.0
        """How many steps a decision counts as on an average."""
        self.near: Mapping[Side, float] = {}
        """How near they came to what would stop them."""
        self._parts = parts_of(setting.machine)
        self._elements = elements
        self._heavy = heavy
        self._in_matches = False
        self._program: Program | None = None

    @property
    def can_begin(self) -> bool:
        """Whether there is anything to play."""
        return self._program is not None

    def meet(self, steps: int, finishing: int, clock: Clock) -> Iterator[Met]:
        """Random games that fail, one after the other. Raises :class:`OutOfTime`."""
        try:
            self._program = Program(self.setting.machine, elements=self._elements)
        except MachineError:
            return  # nothing can be played; whoever plays it is told why
        clock.tick(self._parts * PREPARED)
        self.is_done = False
        nearness = Nearness(self.setting.machine)
        games = RandomGames(self._program, self.seed, clock, nearness.look)
        try:
            for met in games.play(Budget(steps, clock), finishing):
                if _is_fault(met):
                    yield met
                if not met.length and met.line.opening == ALONE:
                    self.is_done = True  # no game of it begins
                    return
        finally:  # when the time is over too: other games may follow
            self.is_over = games.over > 0
            self.near = nearness.near
            later = later_games(self.setting.machine)
            self.openings = tuple(dict.fromkeys((*games.openings, *later)))
            self.length = games.decisions / max(games.games, 1)
            self.work = max(games.work / max(games.decisions + games.games, 1), 1.0)
            self.is_slow = self.work > self._heavy
            self._in_matches = games.in_matches

    def meet_all(self, positions: int, clock: Clock) -> Iterator[Met]:
        """Games that fail, of all there are, if those have few positions. Raises :class:`OutOfTime`."""
        if self._program is None or self.is_done:
            return
        budget = Budget(2 * positions, clock, self.work * SOUGHT)
        found = whole(self._program, self.seed, budget, positions)
        yield from _faults(found.met)
        self.is_done = found.is_complete and not self._in_matches
        patience = all(met.fault is None or _is_fault(met) for met in found.met)
        self.is_over = self.is_over or (found.is_complete and patience)

    def seek(self, steps: int, clock: Clock) -> Iterator[Met]:
        """Games that fail in which players seek something. Raises :class:`OutOfTime`."""
        # Steps that look at much are fewer.
        clock.tick(self._parts * PREPARED)
        budget = Budget(int(steps / self.work), clock, self.work * SOUGHT)
        onward = Budget(0, clock)
        program = Watched(self.setting.machine, elements=self._elements)
        guided = Guided(program, self.seed, budget, onward, self.openings)
        return _faults(met for met in guided.play() if met is not None)

    def meet_more(self, steps: int, clock: Clock) -> Iterator[Met]:
        """Further random games that fail. Raises :class:`OutOfTime`."""
        assert self._program is not None
        games = RandomGames(self._program, (self.seed + _APART) % (1 << 64), clock)
        try:
            yield from _faults(games.play(Budget(steps, clock)))
        finally:
            self.is_over = self.is_over or games.over > 0

    def shortest(self, met: Met, steps: int, clock: Clock) -> Met:
        """A shorter game that shows the same. Raises :class:`OutOfTime`."""
        assert self._program is not None
        if not met.length:
            return met
        budget = Budget(steps, clock, self.work)
        return Shrinker(self._program, budget, Dice(self.seed, 1)).shortest(met)

    def plainest(self, shown: Shown, plainer_ones: Plainer, steps: int, clock: Clock) -> Shown:
        """The same game in a setting with fewer options that are not as declared. Raises :class:`OutOfTime`."""
        budget = Budget(steps, clock, self.work)
        try:
            while (plainer := self._plainer(shown, plainer_ones, budget, clock)) is not None:
                shown = plainer
        except OutOfSteps:
            pass  # this is plain enough
        return shown

    def _plainer(
        self, shown: Shown, plainer_ones: Plainer, budget: Budget, clock: Clock
    ) -> Shown | None:
        line, shorter = shown.met.line, shown.met.length + 1
        for setting in plainer_ones(shown.setting):
            clock.tick(self._parts * (LOWERED + PREPARED))
            try:
                program = Program(setting.machine, elements=self._elements)
            except MachineError:
                continue
            shrinker = Shrinker(program, budget, Dice(self.seed, 1))
            met = shrinker.shown(line.luck, line.moves, shown.met.place, shorter, line.opening)
            if met is not None:
                return Shown(setting, met)
        return None


def _faults(games: Iterable[Met]) -> Iterator[Met]:
    """Those games in which the rules fail, and not the patience."""
    return filter(_is_fault, games)


def _is_fault(met: Met) -> bool:
    return met.fault is not None and met.fault.message != WORN_OUT
