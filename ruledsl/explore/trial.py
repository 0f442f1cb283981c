"""A trial of rules that no check has found fault with: some games, to meet what stops nearly every game, or one in hundreds.

It takes some tenths of a second and belongs to every check. Whoever wants to know more explores (`exploration`) or proves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from time import process_time

from attrs import evolve, frozen

from ruledsl import compiling
from ruledsl.coverage.watching import Watched
from ruledsl.diagnostics.model import Diagnostic, in_reading_order
from ruledsl.engine.errors import MachineError
from ruledsl.engine.evaluate.values import WORN_OUT
from ruledsl.explore.at_random import RandomGames
from ruledsl.explore.budget import Budget, Clock, Dice, OutOfTime
from ruledsl.explore.exhaustive import whole
from ruledsl.explore.explored import Explored, Shown
from ruledsl.explore.findings import findings
from ruledsl.explore.guided import Guided
from ruledsl.explore.meeting import Met, Place
from ruledsl.explore.settings import Setting, some, spread
from ruledsl.explore.shrink import Shrinker
from ruledsl.explore.walking import ALONE, Opening
from ruledsl.validate.allowances import settled

_APART = 1 << 32
"""Between the seeds of the first random games and of further ones."""


@frozen
class Trial:
    """How much is tried: steps at ``random``, shared by ``settings`` of them at most (``mixed`` of these by lot), and as many to be
    ``finishing`` what was begun; steps that are ``guided``, shared by those of them in which players are ``seeking`` something;
    ``positions`` of a game whose random games take ``short`` decisions or fewer. Where nothing was met, ``many`` decisions in
    random games, shared by ``lengthy`` settings at most, for which programs of so many parts in all are ``generated``, and
    a ``few`` in each of the others. A game that fails is made shorter in ``shorter`` steps.

    A step that takes long counts as several; where they take ``heavy`` times as long as elsewhere on an average, or more, no
    such number is played. ``seconds`` of the processor put an end to rules that are there to take longer still, ``longer`` ones to
    the many games. So do ``elements``, all that may be visited between two decisions.
    """

    settings: int = 16
    mixed: int = 4
    seeking: int = 4
    random: int = 2_000
    finishing: int = 2_400
    guided: int = 1_000
    positions: int = 300
    short: int = 12
    lengthy: int = 6
    many: int = 40_000
    generated: int = 600
    few: int = 500
    shorter: int = 1_000
    heavy: int = 4
    seconds: float = 0.8
    longer: float = 2.0
    elements: int = 200_000


def tried(outcome: compiling.Outcome, name: str, seed: int = 1) -> compiling.Outcome:
    """What a check came to, and what a trial adds to it: games that stop with a fault. Rules with errors are not tried.

    ``name`` is what the ruleset is called where it is named, ``seed`` decides all that is left to chance.
    """
    program = outcome.program
    if program is None or outcome.has_errors:
        return outcome
    trial = Trial()
    tried_ones = some(outcome, trial.settings, trial.mixed, Dice(seed, 3))
    shown = met_in(tried_ones.settings, seed, trial)
    if not shown and not tried_ones.diagnostics:
        return outcome
    more = f"`ruledsl check --play {name}` looks for more, and keeps games to open"
    found = [
        evolve(each, notes=(*each.notes, more))
        for each in findings(Explored(shown=shown), program.symbols, name, seed, {})
    ]
    file = program.ruleset.header.span.file
    left = settled(found, outcome.sources, file, is_checked=False, how="play")
    wrong = _once([*outcome.diagnostics, *tried_ones.diagnostics])
    return evolve(outcome, diagnostics=in_reading_order([*wrong, *left]))


def _once(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """What is found in several settings, in the first of them."""
    seen = set()
    for each in found:
        what = each.code, each.primary.span, each.message
        if what not in seen:
            seen.add(what)
            yield each


def met_in(
    settings: Sequence[Setting], seed: int, trial: Trial | None = None
) -> dict[Place, Shown]:
    """The faults that a trial of these settings meets, each with a short game that shows it."""
    trial = trial or Trial()
    seeking = spread(len(settings), trial.seeking)
    shown: dict[Place, Shown] = {}
    clock = Clock(trial.seconds, now=process_time, every=1)  # a step may take long
    ones = []
    try:
        for number, setting in enumerate(settings):
            sought = len(seeking) if number in seeking else 0
            one = _One(setting, seed, clock, trial, len(settings), sought)
            ones.append(one)
            _keep(one, one.meet(), clock, shown)
        if not shown:
            clock = Clock(trial.longer, now=process_time, every=1)
            _at_length(ones, trial, clock, shown)
    except OutOfTime:
        pass  # what was met until then is told
    return shown


def _at_length(ones: Sequence[_One], trial: Trial, clock: Clock, shown: dict[Place, Shown]) -> None:
    """Random games of all settings, more of some, until one fails. Raises :class:`OutOfTime`.

    These are the first setting, and those of which the fewest games were played: the longest.
    """
    ones = [one for one in ones if not one.is_done]
    if not ones or not trial.lengthy:
        return
    # Dozens of modules, which are not always needed.
    from ruledsl.explore.at_length import ManyGames, parts_of

    affordable = trial.generated // max(parts_of(one.setting.machine) for one in ones)
    first, *others = ones
    longest = [first, *sorted(others, key=lambda one: one.games)]
    lengthy = longest[: min(affordable, trial.lengthy)]
    for one in ones:
        if one in lengthy:
            many = ManyGames(one.setting.machine, one.seed, clock, trial.elements)
            decisions = trial.many // len(lengthy) if many.is_generated else trial.few
            games = many.play(decisions, one.openings)
        else:
            games = one.meet_more(trial.few, clock)
        _keep(one, games, clock, shown)
        if shown:
            return


def _keep(one: _One, games: Iterator[Met], clock: Clock, shown: dict[Place, Shown]) -> None:
    """Keep the games that show something new. Raises :class:`OutOfTime`."""
    for met in games:
        if met.place in shown:
            continue
        # It is kept before it is shortened: the time may be over before that is done.
        shown[met.place] = Shown(one.setting, met)
        shown[met.place] = Shown(one.setting, one.shortest(met, clock))


class _One:
    """The trial of one setting, ``share`` of them in all, of which ``sought`` are those in which players seek something."""

    def __init__(
        self, setting: Setting, seed: int, clock: Clock, trial: Trial, share: int, sought: int
    ) -> None:
        self._clock = clock
        self._trial = trial
        self._share = share
        self._sought = sought
        self.setting = setting
        self.seed = seed
        self.is_done = True
        """Whether no more games are to be played: every position was looked at, or there is none, or they take too long."""
        self.openings: Sequence[Opening] = ()
        """How games begin."""
        self.games = 0
        """How many were played at random."""
        self._program: Watched | None = None

    def meet(self) -> Iterator[Met]:
        """Games that fail, one after the other. Raises :class:`OutOfTime`."""
        self._clock.look()
        try:
            self._program = Watched(self.setting.machine, elements=self._trial.elements)
        except MachineError:
            return  # nothing can be played; whoever plays it is told why
        for met in self._faults(self._games_of(self._program)):
            yield met
            if not met.length and met.line.opening == ALONE:
                return  # no game of it begins

    def _faults(self, games: Iterable[Met]) -> Iterator[Met]:
        """Those games in which the rules fail, and not the patience."""
        for met in games:
            if met.fault is not None and met.fault.message != WORN_OUT:
                yield met

    def meet_more(self, steps: int, clock: Clock) -> Iterator[Met]:
        """Further random games that fail. Raises :class:`OutOfTime`."""
        assert self._program is not None
        games = RandomGames(self._program, (self.seed + _APART) % (1 << 64), clock)
        return self._faults(games.play(Budget(steps, clock)))

    def shortest(self, met: Met, clock: Clock) -> Met:
        """A shorter game that shows the same. Raises :class:`OutOfTime`."""
        assert self._program is not None
        if not met.length:
            return met
        budget = Budget(self._trial.shorter, clock)
        return Shrinker(self._program, budget, Dice(self.seed, 1)).shortest(met)

    def _games_of(self, program: Watched) -> Iterator[Met]:
        trial, clock, share = self._trial, self._clock, self._share
        games = RandomGames(program, self.seed, clock)
        budget = Budget(max(trial.random // share, 1), clock)
        yield from games.play(budget, trial.finishing // share)
        if games.decisions <= trial.short * games.games:
            positions = max(trial.positions // share, 1)
            found = whole(program, self.seed, Budget(2 * positions, clock), positions)
            yield from found.met
            if found.is_complete and not games.in_matches:
                return
        self.openings, self.games = games.openings, games.games
        self.is_done = games.work > trial.heavy * (games.decisions + games.games)
        if self._sought:
            # Steps that look at much are fewer.
            steps = trial.guided // self._sought * max(games.decisions, 1) // max(games.work, 1)
            onward = Budget(0, clock)
            guided = Guided(program, self.seed, Budget(steps, clock), onward, games.openings)
            yield from (met for met in guided.play() if met is not None)
