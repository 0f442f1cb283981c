"""A trial of rules that no check has found fault with: a few games, to meet what stops nearly every game, or one in fifty.

It takes a tenth of a second or two and belongs to every check. Whoever wants to know more explores (`exploration`) or proves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import process_time

from attrs import evolve, frozen

from ruledsl import compiling
from ruledsl.coverage.watching import Watched
from ruledsl.diagnostics.model import in_reading_order
from ruledsl.engine.errors import MachineError
from ruledsl.engine.evaluate.values import WORN_OUT
from ruledsl.explore.at_random import RandomGames
from ruledsl.explore.budget import Budget, Clock, Dice, OutOfTime
from ruledsl.explore.exhaustive import whole
from ruledsl.explore.explored import Explored, Shown
from ruledsl.explore.findings import findings
from ruledsl.explore.guided import Guided
from ruledsl.explore.meeting import Met, Place
from ruledsl.explore.settings import Setting, checked
from ruledsl.explore.shrink import Shrinker
from ruledsl.explore.walking import ALONE
from ruledsl.validate.allowances import settled


@frozen
class Trial:
    """How much is tried: steps at ``random``, shared by ``settings`` of them at most, and as many to be ``finishing`` what was
    begun; steps that are ``guided``, shared by those of them in which players are ``seeking`` something;
    ``positions`` of a game whose random games take ``short`` decisions or fewer, and steps to make a game that fails ``shorter``.

    A step that takes long counts as several; ``seconds`` of the processor put an end to rules that are there to take longer
    still. So do ``elements``, all that may be visited between two decisions.
    """

    settings: int = 12
    seeking: int = 4
    random: int = 2_000
    finishing: int = 2_400
    guided: int = 1_000
    positions: int = 300
    short: int = 12
    shorter: int = 1_000
    seconds: float = 0.6
    elements: int = 200_000


def tried(outcome: compiling.Outcome, name: str, seed: int = 1) -> compiling.Outcome:
    """What a check came to, and what a trial adds to it: games that stop with a fault. Rules with errors are not tried.

    ``name`` is what the ruleset is called where it is named, ``seed`` decides all that is left to chance.
    """
    program = outcome.program
    if program is None or outcome.has_errors:
        return outcome
    shown = met_in(tuple(checked(outcome)), seed)
    if not shown:
        return outcome
    more = f"`ruledsl check --play {name}` looks for more, and keeps games to open"
    found = [
        evolve(each, notes=(*each.notes, more))
        for each in findings(Explored(shown=shown), program.symbols, name, seed, {})
    ]
    file = program.ruleset.header.span.file
    left = settled(found, outcome.sources, file, is_checked=False, how="play")
    return evolve(outcome, diagnostics=in_reading_order([*outcome.diagnostics, *left]))


def met_in(
    settings: Sequence[Setting], seed: int, trial: Trial | None = None
) -> dict[Place, Shown]:
    """The faults that a trial of these settings (or of some, evenly spread) meets, each with a short game that shows it."""
    trial = trial or Trial()
    settings = [settings[number] for number in _spread(len(settings), trial.settings)]
    seeking = _spread(len(settings), trial.seeking)
    shown: dict[Place, Shown] = {}
    clock = Clock(trial.seconds, now=process_time, every=1)  # a step may take long
    try:
        for number, setting in enumerate(settings):
            sought = len(seeking) if number in seeking else 0
            one = _One(setting, seed, clock, trial, len(settings), sought)
            for met in one.meet():
                if met.place in shown:
                    continue
                # It is kept before it is shortened: the time may be over before that is done.
                shown[met.place] = Shown(setting, met)
                shown[met.place] = Shown(setting, one.shortest(met))
    except OutOfTime:
        pass  # what was met until then is told
    return shown


def _spread(many: int, most: int) -> list[int]:
    """Of ``many`` things at most so many, evenly spread, the first and the last among them; counted from 0."""
    if many <= most:
        return list(range(many))
    return [number * (many - 1) // (most - 1) for number in range(most)]


class _One:
    """The trial of one setting, ``share`` of them in all, of which ``sought`` are those in which players seek something."""

    def __init__(
        self, setting: Setting, seed: int, clock: Clock, trial: Trial, share: int, sought: int
    ) -> None:
        self._machine = setting.machine
        self._seed = seed
        self._clock = clock
        self._trial = trial
        self._share = share
        self._sought = sought
        self._program: Watched | None = None

    def meet(self) -> Iterator[Met]:
        """Games that fail, one after the other. Raises :class:`OutOfTime`."""
        self._clock.look()
        try:
            self._program = Watched(self._machine, elements=self._trial.elements)
        except MachineError:
            return  # nothing can be played; whoever plays it is told why
        for met in self._games_of(self._program):
            if met.fault is not None and met.fault.message != WORN_OUT:
                yield met
                if not met.length and met.line.opening == ALONE:
                    return  # no game of it begins

    def shortest(self, met: Met) -> Met:
        """A shorter game that shows the same."""
        assert self._program is not None
        if not met.length:
            return met
        budget = Budget(self._trial.shorter, self._clock)
        return Shrinker(self._program, budget, Dice(self._seed, 1)).shortest(met)

    def _games_of(self, program: Watched) -> Iterator[Met]:
        trial, clock, share = self._trial, self._clock, self._share
        games = RandomGames(program, self._seed, clock)
        budget = Budget(max(trial.random // share, 1), clock)
        yield from games.play(budget, trial.finishing // share)
        if games.decisions <= trial.short * games.games:
            positions = max(trial.positions // share, 1)
            found = whole(program, self._seed, Budget(2 * positions, clock), positions)
            yield from found.met
            if found.is_complete and not games.in_matches:
                return
        if self._sought:
            # Steps that look at much are fewer.
            steps = trial.guided // self._sought * max(games.decisions, 1) // max(games.work, 1)
            onward = Budget(0, clock)
            guided = Guided(program, self._seed, Budget(steps, clock), onward, games.openings)
            yield from (met for met in guided.play() if met is not None)
