"""A trial of rules that no check has found fault with: some games, to meet what stops nearly every game, or one in hundreds.

It takes about a second, on a machine of usual speed, and belongs to every check. Whoever wants to know more explores (`exploration`) or proves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import zip_longest
from time import process_time

from attrs import evolve, frozen

from ruledsl import compiling
from ruledsl.diagnostics.model import Diagnostic, Label, Severity, in_reading_order
from ruledsl.explore.budget import Clock, Dice, OutOfTime
from ruledsl.explore.costs import GENERATED
from ruledsl.explore.explored import Explored, Shown
from ruledsl.explore.findings import findings
from ruledsl.explore.meeting import Met, Place
from ruledsl.explore.nearness import nearest
from ruledsl.explore.one_setting import OneSetting, Plainer
from ruledsl.explore.sampling import some, spread
from ruledsl.explore.settings import Setting, plainer
from ruledsl.machine.flow import parts_of
from ruledsl.machine.model import Machine
from ruledsl.source import Span
from ruledsl.validate.allowances import settled

_LOOK = 8
"""Steps from one look at the clock to the next."""

_MANY = 0.8
"""How much of what is left goes to many games in few settings; the rest is for a few in the others."""


@frozen
class Trial:
    """How much is tried: steps at ``random``, shared by ``settings`` of them at most, and as many to be
    ``finishing`` what was begun; half of both for settings that combine options, so many that have extremes ``together`` and so
    many with values from ``inside`` of ranges, but no less than the ``least`` number for each. Steps that are ``guided``, shared by
    those in which players are ``seeking`` something; ``positions`` of a game whose random games take ``short`` decisions or fewer.
    Where nothing was met, ``many`` decisions in random games, shared by ``lengthy`` settings at most, for each of which a program is
    generated, and a ``few`` in each of the others. A game that fails is made shorter in ``shorter`` steps.

    Of machines with twice or three times as many parts as are ``large``, half as much is tried, or a third. Where steps take
    ``heavy`` times as long as elsewhere on an average, or more, no such number is played. A game ends where more ``elements`` than
    these are visited between two decisions.

    What takes long counts as several steps (`costs`). So many may go to ``building`` settings, to the ``first`` games and to
    ``further`` ones; what is left of one goes to the next. All of this comes out the same everywhere; ``seconds`` of the processor
    are there only for what takes far longer than it counts for.
    """

    settings: int = 12
    together: int = 12
    inside: int = 24
    seeking: int = 4
    random: int = 2_000
    finishing: int = 2_400
    guided: int = 1_000
    positions: int = 300
    short: int = 12
    lengthy: int = 6
    many: int = 30_000
    few: int = 150
    shorter: int = 1_000
    large: int = 1_000
    heavy: int = 4
    least: int = 40
    building: int = 5_000
    first: int = 7_000
    further: int = 6_000
    seconds: float = 5.0
    elements: int = 200_000

    def less(self, times: int) -> Trial:
        """So many times less of what comes first."""
        return evolve(
            self,
            random=self.random // times,
            finishing=self.finishing // times,
            guided=self.guided // times,
            positions=self.positions // times,
        )

    def clock(self) -> Clock:
        """A clock that allows the steps that may go to building settings."""
        clock = Clock(self.seconds, now=process_time, every=_LOOK)
        clock.allow(self.building)
        return clock

    def fitting(self, machine: Machine) -> Trial:
        """Less, in fewer settings, if a machine is large."""
        times = max(parts_of(machine) // self.large, 1)
        less = self.less(times)
        return evolve(less, few=self.few // times, settings=max(self.settings // times, 2))


def tried(outcome: compiling.Outcome, name: str, seed: int = 1) -> compiling.Outcome:
    """What a check came to, and what a trial adds to it: games that stop with a fault. Rules with errors are not tried.

    ``name`` is what the ruleset is called where it is named, ``seed`` decides all that is left to chance.
    """
    program = outcome.program
    if program is None or outcome.machine is None or outcome.has_errors:
        return outcome
    trial = Trial().fitting(outcome.machine)
    clock = trial.clock()
    dice = Dice(seed, 3)
    tried_ones = some(outcome, trial.settings, trial.together, trial.inside, dice, clock)
    shown, is_over = met_in(
        tried_ones.settings,
        seed,
        trial,
        combined=tried_ones.combined,
        plainer_ones=partial(plainer, program),
        clock=clock,
    )
    untried = [] if is_over or shown else [_untried(program.ruleset.header.name.span, name)]
    if not shown and not tried_ones.diagnostics and not untried:
        return outcome
    more = f"`ruledsl check --play {name}` looks for more, and keeps games to open"
    found = [
        evolve(each, notes=(*each.notes, more))
        for each in findings(Explored(shown=shown), program.symbols, name, seed, {})
    ]
    file = program.ruleset.header.span.file
    left = settled(found, outcome.sources, file, is_checked=False, how="play")
    wrong = _once([*outcome.diagnostics, *tried_ones.diagnostics, *untried])
    return evolve(outcome, diagnostics=in_reading_order([*wrong, *left]))


def _untried(where: Span, name: str) -> Diagnostic:
    return Diagnostic(
        "RD560",
        "no game of these rules came to its end when they were tried: games are long, or moves take long",
        Label(where),
        f"`ruledsl check --play {name}` has more time for them",
        severity=Severity.NOTE,
    )


def _once(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """What is found in several settings, in the first of them."""
    seen = set()
    for each in found:
        what = each.code, each.primary.span, each.message
        if what not in seen:
            seen.add(what)
            yield each


def met_in(
    settings: Sequence[Setting],
    seed: int,
    trial: Trial | None = None,
    *,
    combined: Sequence[Setting] = (),
    plainer_ones: Plainer = lambda _: (),
    clock: Clock | None = None,
) -> tuple[dict[Place, Shown], bool]:
    """The faults that a trial of these settings meets, each with a short game that shows it; and whether games of the first came to an end.

    It is shown in one of the ``plainer_ones`` of the setting that it was met in, if the same game fails there.
    """
    trial = trial or Trial()
    shown: dict[Place, Shown] = {}
    ones: list[OneSetting] = []
    several: list[OneSetting] = []
    clock = clock or trial.clock()
    meeting = _Meeting(shown, clock, plainer_ones, trial.shorter)
    with suppress(OutOfTime):  # what was met until then is told
        clock.allow(trial.first + clock.left)
        _first_games(settings, ones, seed, trial, meeting, worst=False)
        _first_games(combined, several, seed, trial.less(2), meeting, worst=True)
    with suppress(OutOfTime):
        if not shown:
            clock.allow(trial.further + clock.left)
            _many_games([*ones[:1], *several, *ones[1:]], trial, meeting)
    return shown, not ones or not ones[0].can_begin or ones[0].is_over


def _first_games(
    settings: Sequence[Setting],
    ones: list[OneSetting],
    seed: int,
    trial: Trial,
    meeting: _Meeting,
    *,
    worst: bool,
) -> None:
    """Random games of all settings; then some of the worst, or of settings of all sorts, in which players seek something.

    Raises :class:`OutOfTime`.
    """
    share = max(len(settings), 1)
    random = max(trial.random // share, trial.least)
    finishing = max(trial.finishing // share, trial.least)
    positions = max(trial.positions // share, 1)
    for setting in settings:
        one = OneSetting(setting, seed, trial.elements, trial.heavy)
        ones.append(one)
        meeting.keep(one, one.meet(random, finishing, meeting.clock))
        if one.length <= trial.short:
            meeting.keep(one, one.meet_all(positions, meeting.clock))
    going_on = [one for one in ones if not one.is_done]
    if worst:
        seeking = _worst(going_on)[: trial.seeking]
    else:
        seeking = [going_on[number] for number in spread(len(going_on), trial.seeking)]
    for one in seeking:
        steps = trial.guided // len(seeking)
        meeting.keep(one, one.seek(steps, meeting.clock))


def _many_games(ones: Sequence[OneSetting], trial: Trial, meeting: _Meeting) -> None:
    """Random games of all settings, more of the worst, until one fails.

    Raises :class:`OutOfTime`.
    """
    ones = [one for one in ones if not one.is_done and (one is ones[0] or not one.is_slow)]
    if not ones or not trial.lengthy:
        return
    # Dozens of modules, which are not always needed.
    from ruledsl.explore.at_length import ManyGames

    clock = meeting.clock
    lengthy = _affordable(_worst(ones)[: trial.lengthy], clock.left)
    for number, one in enumerate(lengthy):
        others = len(lengthy) - number
        share = (clock.left * _MANY - _generating(lengthy[number:])) / others
        many = ManyGames(one.setting.machine, one.seed, clock, trial.elements, work=one.work)
        affordable = int(share * many.quicker / one.work)
        decisions = max(min(trial.many // len(lengthy), affordable), trial.few)
        try:
            meeting.keep(one, many.play(decisions, one.openings))
        finally:
            one.is_over = one.is_over or many.over > 0
        if meeting.shown:
            return
    for one in ones:
        if one not in lengthy:
            meeting.keep(one, one.meet_more(trial.few, clock))
            if meeting.shown:
                return


def _affordable(ones: Sequence[OneSetting], steps: float) -> Sequence[OneSetting]:
    """Those of the first ones for which programs can be generated in half of the steps; or the first alone, in three quarters."""
    for many in range(len(ones), 0, -1):
        generating = _generating(ones[:many])
        if generating <= steps / 2 or (many == 1 and generating <= steps * 3 / 4):
            return ones[:many]
    return ()


def _generating(ones: Sequence[OneSetting]) -> float:
    """The steps that it takes to generate programs for settings."""
    return sum(parts_of(one.setting.machine) for one in ones) * GENERATED


def _worst(ones: Sequence[OneSetting]) -> Sequence[OneSetting]:
    """The first; then those whose games come nearest to what would stop them, and those with the longest games, by turns."""
    others = ones[1:]
    near = [others[number] for number in nearest([one.near for one in others])]
    long = sorted(others, key=lambda one: -one.length)
    turns = (one for pair in zip_longest(near, long) for one in pair if one is not None)
    return list(dict.fromkeys([*ones[:1], *turns]))


@frozen
class _Meeting:
    """What is met, and shown in plain settings, as long as there is time."""

    shown: dict[Place, Shown]
    clock: Clock
    plainer_ones: Plainer
    shorter: int
    """Steps in which a game is made shorter, or is looked for in a plainer setting."""

    def keep(self, one: OneSetting, games: Iterator[Met]) -> None:
        """Keep the games that show something new, made shorter. Raises :class:`OutOfTime`."""
        for met in games:
            if met.place in self.shown:
                continue
            # It is kept before it is made shorter and plainer: the time may be over before that is done.
            self.shown[met.place] = Shown(one.setting, met)
            shortest = one.shortest(met, self.shorter, self.clock)
            self.shown[met.place] = shown = Shown(one.setting, shortest)
            plainest = one.plainest(shown, self.plainer_ones, self.shorter, self.clock)
            self.shown[met.place] = plainest
