"""The tests of a ruleset, played, and what came of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import evolve, frozen

from ruledsl import compiling
from ruledsl.diagnostics.model import Diagnostic
from ruledsl.engine.errors import MoveError, PlayError, RuleFault
from ruledsl.engine.game import Game
from ruledsl.engine.state import State
from ruledsl.lower import scenario as sc
from ruledsl.machine.model import Machine
from ruledsl.machine.ops import COMPARISONS
from ruledsl.source import Span
from ruledsl.testing import hints, sight
from ruledsl.testing.failure import Failure
from ruledsl.testing.table import Scripted, ScriptError, Table


@frozen
class Report:
    """What came of one test: ``span`` is the line that failed (or the test), ``message`` what was wrong there."""

    title: str
    passed: bool
    span: Span
    message: str = ""
    details: tuple[str, ...] = ()


def run_tests(
    opened: compiling.Outcome, only: str = "", games: Callable[[Machine], Game] = Game
) -> tuple[tuple[Report, ...], tuple[Diagnostic, ...]]:
    """Play the tests whose title contains ``only``; the reports in file order, and what kept tests from running.

    ``games`` makes games of machines; who wants to watch what is played gives one of his own.
    """
    reports: list[Report] = []
    found: list[Diagnostic] = []
    for machine, tests, diagnostics in compiling.compile_tests(opened):
        found.extend(diagnostics)
        wanted = [t for t in tests if only.casefold() in t.title.casefold()]
        if machine is None or not wanted:
            continue
        game = games(machine)
        titled = {test.title: test for test in tests}
        for test in wanted:
            report = run(game, test, titled)
            if not report.passed and opened.program is not None:
                further = hints.of_options(opened.program, test.title)
                report = evolve(report, details=(*report.details, *further))
            reports.append(report)
    reports.sort(key=lambda r: _order(opened, r.title))
    return tuple(reports), tuple(found)


def _order(opened: compiling.Outcome, title: str) -> int:
    titles = opened.program.test_titles if opened.program is not None else ()
    return titles.index(title) if title in titles else len(titles)


def run(game: Game, test: sc.Scenario, tests: Mapping[str, sc.Scenario]) -> Report:
    """Play one test; ``tests`` are those on the same machine by title, for it may be compared with them."""
    table = _table(game, test)
    for step in test.steps:
        try:
            _step(table, step, tests)
        except Failure as failure:
            return Report(test.title, False, step.span, str(failure), failure.details)
        except ScriptError as error:
            return Report(test.title, False, error.span, str(error))
        except PlayError as error:
            details = (*_where(error), *hints.of_given(game.machine, table.given, error))
            return Report(test.title, False, step.span, _said(error), details)
    if table.scripted:
        left = ", ".join(f"`{outcome.text}`" for outcome in table.scripted)
        span = table.scripted[0].span
        return Report(test.title, False, span, f"chance never came to bring {left}")
    return Report(test.title, True, test.span)


def _table(game: Game, test: sc.Scenario) -> Table:
    table = Table(game, test.begins)
    for step in test.steps:
        if isinstance(step, sc.GivenStarter):
            table.starter = step.seat
    return table


def _said(error: PlayError) -> str:
    """What is wrong, on one line."""
    return f"the rules fail: {error.message}" if isinstance(error, RuleFault) else str(error)


def _where(error: PlayError) -> tuple[str, ...]:
    """The line of the rules that failed, and the values that mattered."""
    if not isinstance(error, RuleFault):
        return ()
    lines = []
    if error.line:
        place = f"{error.span.file or 'the rules'}:{error.line}"
        lines.append(f"{place}: {error.quoted}" if error.quoted else place)
    return (*lines, *(f"{name} = {value}" for name, value in error.values))


def _step(table: Table, step: sc.AnyStep, tests: Mapping[str, sc.Scenario]) -> None:
    """Take a step of a test, or look whether it is as the step says."""
    match step:
        case sc.SeesCards(seat=seat):
            sight.sees_cards(table.begin().observation(seat), step)
        case sc.SeesSome(seat=seat):
            sight.sees_some(table.begin().observation(seat), step)
        case sc.SeesPlace(seat=seat):
            sight.sees_place(table.begin().observation(seat), step)
        case sc.SeesValue(seat=seat):
            sight.sees_value(table.begin().observation(seat), step)
        case sc.TellsApart(seat=seat, title=title):
            here = table.begin().information_state(seat)
            there = _end_of(table.game, tests[title]).information_state(seat)
            sight.tells_apart(table.game.machine, here, there, step)
        case sc.Expect(result=result):
            if result and not table.begin().is_over:
                raise Failure("the game is not over, so there is no score yet")
            _holds(table, step)
        case sc.ExpectOver(over=over):
            if table.begin().is_over != over:
                raise Failure("the game is over" if not over else "the game is not over")
        case sc.ExpectActor(seat=seat, negated=negated):
            actor = table.begin().actor
            if (actor == seat) == negated:
                raise Failure(
                    "nobody acts: the game is over" if actor is None else f"seat {actor} acts"
                )
        case sc.ExpectWinners(seats=seats):
            winners = table.begin().winners
            if set(winners) != set(seats):
                shown = ", ".join(map(str, winners))
                scores = ", ".join(map(str, table.begin().scores))
                raise Failure(f"the winners are {shown}", f"scores: {scores}")
        case sc.ExpectMoves(seat=seat, moves=moves):
            _moves(table, seat, moves)
        case sc.Refuse():
            _refused(table, step)
        case _:
            _go_on(table, step)


def _end_of(game: Game, test: sc.Scenario) -> State:
    """The state when a test is over, whatever it expects on the way."""
    table = _table(game, test)
    try:
        for step in test.steps:
            _go_on(table, step)
        return table.begin()
    except (Failure, PlayError) as error:
        raise Failure(f'"{test.title}" does not come to its end: {error}') from None


def _go_on(table: Table, step: sc.AnyStep) -> None:
    """Take a step of a test; what it only expects is passed over."""
    machine = table.game.machine
    match step:
        case sc.GivenStarter():
            pass
        case sc.GivenCards(zone=zone, looks=looks):
            _before_play(table)
            table.lay(zone, looks)
        case sc.GivenMoney(account=number, target=target, value=value):
            _before_play(table)
            account = machine.accounts[number]
            table.assign(target, value, 0, account.limit, False, account.name)
        case sc.GivenValue(variable=number, target=target, value=value):
            _before_play(table)
            info = machine.variables[number]
            table.assign(target, value, info.low, info.high, info.or_none, info.name)
        case sc.Deal(outcomes=outcomes, places=places):
            table.scripted.extend(map(Scripted, outcomes, places))
        case sc.Play(seat=seat, move=move):
            _turn_of(table, seat)
            table.push(move)
        case sc.RunPhase(routine=routine):
            _before_play(table)
            table.run_phase(routine)
        case sc.PlayOn():
            table.play_on()


def _before_play(table: Table) -> None:
    if table.state is not None:
        raise Failure("play has begun: positions are given before the first move")


def _turn_of(table: Table, seat: int) -> None:
    state = table.begin()
    if state.is_over:
        raise Failure("the game is over")
    if state.actor != seat:
        raise Failure(f"it is seat {state.actor}'s turn, not seat {seat}'s")


def _holds(table: Table, step: sc.Expect) -> None:
    condition = step.condition
    if table.evaluate(condition):
        return
    details = []
    if step.sides is not None and condition.op in COMPARISONS:
        texts = table.game.program.texts
        left, right = (texts.value(step.sides, table.evaluate(x)) for x in condition.args)
        details.append(f"the left side is {left}, the right side {right}")
    raise Failure(f"`{step.text}` does not hold", *details)


def _moves(table: Table, seat: int, wanted: tuple[str, ...]) -> None:
    _turn_of(table, seat)
    state = table.begin()
    legal = set(state.legal_moves)
    named = set()
    for text in wanted:
        try:
            named.add(state.parse_move(text))
        except MoveError as error:
            raise Failure(f"`{text}` is not legal: {error}") from None
    further = [str(move) for move in state.legal_moves if move in legal - named]
    if further:
        raise Failure("more moves are legal: " + "; ".join(further))


def _refused(table: Table, step: sc.Refuse) -> None:
    state = table.begin()
    try:
        verdict = state.why(step.move, step.seat)
    except MoveError as error:
        _reason(step, (str(error),))
        return
    if verdict.legal:
        raise Failure(f"`{verdict.move}` is legal")
    failed = tuple(check.reason for check in verdict.checks if check.held is False)
    _reason(step, failed or (verdict.reason,))


def _reason(step: sc.Refuse, reasons: tuple[str, ...]) -> None:
    if step.reason is None:
        if len(reasons) > 1:
            raise Failure(
                "it is refused for several reasons: say which one is meant by `because`", *reasons
            )
        return
    if not any(step.reason.casefold() in reason.casefold() for reason in reasons):
        raise Failure("it is refused for another reason", *reasons)
