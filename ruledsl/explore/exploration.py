"""An exploration of a ruleset: what is tried in which order, and what came of it so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from attrs import define, frozen

from ruledsl.coverage.measure import Measure
from ruledsl.coverage.points import Point
from ruledsl.coverage.watching import Watched
from ruledsl.engine.errors import TOO_LONG, MachineError, RuleFault
from ruledsl.engine.game import Game
from ruledsl.engine.luck import Luck
from ruledsl.explore.at_random import RandomGames
from ruledsl.explore.budget import Budget, Clock, Dice, OutOfSteps, OutOfTime
from ruledsl.explore.exhaustive import whole
from ruledsl.explore.explored import Explored, Leaking, Long, Shown, Untold
from ruledsl.explore.fast import fast_games, told
from ruledsl.explore.guided import Guided
from ruledsl.explore.leaks import Leaks
from ruledsl.explore.meeting import Met, Place, faulty, kind_of
from ruledsl.explore.options import Compared, is_same, useless
from ruledsl.explore.settings import Alternatives, Setting
from ruledsl.explore.shrink import Shrinker
from ruledsl.explore.walking import ALONE, Line, Opening, Walk
from ruledsl.machine.model import Machine
from ruledsl.simulation.results import Faulted


@frozen
class Effort:
    """How much is done: random ``games`` of a back end and ``positions`` of a whole game for each setting, ``steps`` of games
    that seek something for all settings together, steps to make each game ``shorter``, steps to find ``leaks``; ``compared``
    games for each value of an option; ``onward`` steps to go round and round in a setting where something is counted meanwhile;
    steps in the games of ``matches`` whose rules ask which game it is.

    A step is a move that is played, be it only to see what comes of it. With ``everywhere`` random games are played with each
    option at its extremes too. ``seconds`` put an end to it all.
    """

    games: int
    positions: int
    steps: int
    shorter: int
    leaks: int
    compared: int
    onward: int
    matches: int
    everywhere: bool
    seconds: float


PLAY = Effort(2_000, 700, 16_000, 6_000, 3_000, 20, 6_000, 2_000, False, 10.0)
"""A look at the rules."""

THOROUGH = Effort(20_000, 4_000, 60_000, 30_000, 15_000, 60, 40_000, 12_000, True, 60.0)
"""A long look at them."""


ROUNDS = 3
"""How often games go on to seek what was not met yet."""


@define
class _One:
    """A setting, with the program that plays it and notes what is exercised."""

    setting: Setting
    program: Watched
    begins: bool = True
    """Whether a game of it comes as far as its first decision."""
    is_whole: bool = False
    """Whether all its positions were looked at, and no match has others."""
    openings: tuple[Opening, ...] = (ALONE,)
    """How games of it begin, as they come about in a match."""


class Exploration:
    """Explores a ruleset. `explored` may be looked at before it is finished."""

    def __init__(
        self,
        settings: Iterable[Setting],
        effort: Effort,
        seed: int,
        progress: Callable[[int], None] | None = None,
        *,
        tested: Iterable[Point] = (),
        alternatives: Alternatives | None = None,
    ) -> None:
        """``seed`` decides all that is left to chance; ``progress`` is told of steps, some at a time. What the ruleset's own
        tests exercise (``tested``) has shown that it matters. Without ``alternatives`` nothing is said of options.
        """
        self.explored = Explored()
        self._settings = settings
        self._alternatives = alternatives
        self._effort = effort
        self._seed = seed
        self._clock = Clock(effort.seconds, progress)
        self._measure = Measure()
        self._measure.was_met(tested)
        self._ones: list[_One] = []

    def run(self) -> Explored:
        """Explore; what came of it, be it that the seconds put an end to it."""
        try:
            for setting in self._settings:
                self._enter(setting)
            self._seek_everywhere()
            plain = [one for one in self._ones if one.begins and not one.setting.option]
            for one in plain:
                self._listen(one, self._effort.leaks // len(plain))
            self._compare()
            self.explored.is_finished = True
        except OutOfTime:
            pass  # `is_finished` tells
        finally:
            self._add_up()
        return self.explored

    def _add_up(self) -> None:
        for one in self._ones:
            self._measure.was_met(one.program.met.points)
        self.explored.coverage = self._measure.coverage()

    # --- one setting after the other -----------------------------------------------------------

    def _enter(self, setting: Setting) -> None:
        """Random games by a back end, and the whole of a small game."""
        self._clock.look()
        try:
            program = Watched(setting.machine)
        except MachineError:
            return  # nothing can be played; whoever plays it is told why
        self.explored.settings += 1
        self._measure.there_is(setting.machine)
        one = _One(setting, program)
        self._ones.append(one)
        try:
            Walk(program, Luck(self._seed))
        except RuleFault as fault:
            self._found(one, faulty(setting.machine, Line(Luck(self._seed), ()), fault))
            one.begins = False
            return
        budget = Budget(2 * self._effort.positions, self._clock)
        found = whole(program, self._seed, budget, self._effort.positions)
        one.is_whole = found.is_complete
        for met in found.met:
            self._found(one, met)
        self.explored.positions += found.positions if found.is_complete else 0
        self.explored.whole += found.is_complete
        self._play_matches(one)
        if not found.is_complete and (self._effort.everywhere or not setting.option):
            self._play_fast(one)

    def _play_matches(self, one: _One) -> None:
        """Random games of a match, where its later games may go otherwise than the first."""
        games = RandomGames(one.program, self._seed, self._clock)
        if not games.in_matches:
            return
        one.is_whole = False
        for met in games.play(Budget(self._effort.matches, self._clock)):
            self._found(one, met)
        one.openings = tuple(games.openings)

    def _play_fast(self, one: _One) -> None:
        explored, seed = self.explored, self._seed
        faults: dict[Place, Faulted] = {}
        done = 0
        for fast in fast_games(one.setting.machine, self._effort.games, seed, self._clock):
            explored.games += fast.games - done
            done = fast.games
            for fault in fast.faults:
                if fault.message == TOO_LONG:
                    long = Long(one.setting, seed, fault.number, fault.span)
                    explored.long.setdefault(fault.span, long)
                    continue
                # It is known before its moves are: the time may be over before it is played again.
                place = Place(kind_of(one.setting.machine, fault), fault.span)
                faults.setdefault(place, fault)
                explored.untold.setdefault(place, Untold(one.setting, seed, place, fault))
            if explored.long:
                break  # all the others may be as long
        for place, fault in faults.items():
            met = told(one.setting.machine, seed, fault, self._clock)
            if met is not None:
                explored.untold.pop(place, None)
                self._found(one, met)

    def _seek_everywhere(self) -> None:
        """Games in which players seek something, again and again while there is something that was never met."""
        left = [one for one in self._ones if one.begins and not one.is_whole]
        for attempt in range(ROUNDS if left else 0):
            for one in left:
                self._seek(one, self._effort.steps // len(left), self._seed + attempt)
            self._add_up()
            if not self.explored.unmet or self.explored.fails:
                return

    def _seek(self, one: _One, steps: int, seed: int) -> None:
        """Games in which players seek something."""
        guided = Guided(
            one.program,
            seed % (1 << 64),
            Budget(steps, self._clock),
            Budget(self._effort.onward, self._clock),
            one.openings,
        )
        for met in guided.play():
            self.explored.sought += 1
            if met is not None:
                self._found(one, met)

    def _found(self, one: _One, met: Met) -> None:
        """Keep what was found if it is new, or shows the same in a shorter game than was known."""
        known = self.explored.shown.get(met.place)
        if known is not None and known.met.length <= met.length:
            return
        if known is None or met.length < known.met.length // 2:
            # It is kept before it is shortened: the time may be over before that is done.
            self.explored.shown[met.place] = Shown(one.setting, met)
            budget = Budget(self._effort.shorter, self._clock)
            shrinker = Shrinker(one.program, budget, Dice(self._seed, 1))
            met = shrinker.shortest(met)
        self.explored.shown[met.place] = Shown(one.setting, met)

    # --- what is not in a single game ----------------------------------------------------------

    def _compare(self) -> None:
        """Options that change nothing."""
        if self._alternatives is None or self.explored.fails:
            return  # what an option changes may be what would come after a fault
        everywhere = [one.setting for one in self._ones if one.begins]
        plain = next((s for s in everywhere if not s.option), None)
        if plain is None:
            return
        options: dict[str, list[Machine]] = {}
        for setting in everywhere:
            if setting.option and setting.players == plain.players:
                options.setdefault(setting.option, []).append(setting.machine)
        effort = self._effort
        compared = Compared(effort.compared, effort.games, effort.steps)
        for name, machines in options.items():
            # Most options are seen to matter at their extremes, with the others as they are declared.
            apart = [machine for machine in machines if not is_same(plain.machine, machine)]
            if apart and self._useless([(plain.machine, *apart)], compared) is None:
                continue
            groups = self._alternatives(name)
            many = None if groups is None else self._useless(groups, compared)
            if many is not None:
                self.explored.useless[name] = many

    def _useless(self, groups: Iterable[Sequence[Machine]], compared: Compared) -> int | None:
        return useless(groups, compared, self._seed, self._clock)

    def _listen(self, one: _One, steps: int) -> None:
        """Leaks: games of a setting in which options are as they are declared."""
        machine = one.setting.machine
        leaks = Leaks(Game(machine), self._seed, Budget(steps, self._clock))
        try:
            for leak in leaks.play(steps):
                span = machine.states[leak.state].span
                if leak.move is not None and leak.move.action >= 0:
                    span = machine.actions[leak.move.action].span
                self.explored.leaking.setdefault(span, Leaking(one.setting, leak))
        except OutOfSteps:
            return
