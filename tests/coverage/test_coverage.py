"""Which parts of the rules are exercised: what there is, what is noted, how it is added up."""

from __future__ import annotations

import pytest

from ruledsl import compiling
from ruledsl.coverage.games import watched_game
from ruledsl.coverage.measure import Count, Coverage, Measure, unmet
from ruledsl.coverage.points import Kind, Point, points_of
from ruledsl.engine.game import Game
from ruledsl.machine.model import Machine
from ruledsl.testing.covering import run_covered

RULES = """language 1
game piling "Piling"

players 2..3

option gift: Bool = no "whoever has nothing gets a coin"

money coins[Player] = 1 up to 6 seen by all
money pile = 0 up to 9 seen by all
var times[Player]: 0..9 = 0 seen by all

action put(n in 1..2):
    require n <= your coins, otherwise "you have not so many"
    require pile + n <= 6, otherwise "the pile is full"
    pay n from your coins to pile
    your times += 1

action pass:
    announce "nothing is left"

phase turn:
    if gift:
        announce "a gift"
    may put or pass

play:
    each player from 1:
        do turn
    if player_count == 3:
        announce "all three"
    do last_of_all

phase last_of_all:
    announce "that was it"

score p in Player = times[p] + (1 if coins[p] == 1 else 0)
win by highest score
ties shared
"""

TESTS = """
test "one is put":
    when 1: put(1)
    when 2: skip
"""


def machine(players: int = 2, **options: object) -> Machine:
    outcome = compiling.compile_program(
        compiling.open_text("piling.rules", RULES), players, options
    )
    assert outcome.machine is not None, outcome.diagnostics
    return outcome.machine


def line_of(text: str, nth: int = 0) -> int:
    lines = [n for n, line in enumerate(RULES.split("\n"), 1) if text in line]
    return lines[nth]


def of_line(coverage: Coverage, line: int) -> dict[tuple[str, str], bool]:
    """The points of a line by kind and way, and whether they were exercised."""
    return {(p.kind, p.way): met for p, met in coverage.points if p.span.line == line}


def covered(*moves: str, players: int = 2) -> Coverage:
    """What these moves exercise."""
    game, program = watched_game(machine(players))
    state = game.start(1)
    for move in moves:
        state.push(state.parse_move(move))
    measure = Measure()
    measure.there_is(game.machine)
    measure.was_met(program.met.points)
    return measure.coverage()


def test_every_kind_of_point_is_there() -> None:
    kinds = [p.kind for p in points_of(machine()).all]
    found: dict[Kind, int] = {kind: kinds.count(kind) for kind in kinds}
    # put and pass; turn and last_of_all; put, pass and skip; twice two ways; gift, count, the score's `if`.
    assert found["action"] == 2
    assert found["phase"] == 2
    assert found["choice"] == 3
    assert found["require"] == 4
    assert found["branch"] == 6
    assert found["score term"] == 2


def test_points_are_the_same_whatever_the_players_and_options() -> None:
    assert set(points_of(machine()).all) == set(points_of(machine(3, gift=True)).all)


def test_what_is_constant_for_a_machine_is_settled() -> None:
    def settled(m: Machine) -> set[int]:
        return {p.span.line for p in points_of(m).all if p.is_settled}

    gift, three = line_of("if gift:"), line_of("if player_count")
    assert settled(machine()) == {gift, gift + 1, three, three + 1}
    assert settled(machine(3, gift=True)) == {gift, three}


def test_what_a_constant_keeps_from_play_is_settled() -> None:
    def settled(text: str) -> set[tuple[Kind, str]]:
        text = RULES.replace('"you have not so many"', f'"you have not so many"\n{text}')
        made = compiling.compile_program(compiling.open_text("piling.rules", text), 2).machine
        assert made is not None
        return {(p.kind, p.name) for p in points_of(made).all if p.is_settled and p.name}

    assert settled("    require n > 0") == set()
    assert settled("    require player_count == 3 or gift") == {
        ("action", "put"),
        ("choice", "put"),
        ("require", "put"),
    }


def test_what_is_played_is_noted() -> None:
    coverage = covered("put(1)", "skip")
    assert of_line(coverage, line_of("action put"))["action", ""]
    assert not of_line(coverage, line_of("action pass"))["action", ""]
    assert of_line(coverage, line_of("pay n"))["statement", ""]
    assert not of_line(coverage, line_of("nothing is left"))["statement", ""]
    assert of_line(coverage, line_of("phase turn"))["phase", ""]
    assert of_line(coverage, line_of("phase last_of_all"))["phase", ""]


def test_a_require_may_hold_and_fail() -> None:
    coverage = covered()
    held, failed = ("require", "held"), ("require", "failed")
    assert of_line(coverage, line_of("n <= your coins")) == {held: True, failed: True}
    assert of_line(coverage, line_of("pile + n")) == {held: True, failed: False}


def test_both_ways_of_a_condition() -> None:
    coverage = covered("put(1)", "skip")
    assert of_line(coverage, line_of("if gift:")) == {
        ("branch", "yes"): False,
        ("branch", "no"): True,
    }
    ways = of_line(coverage, line_of("score p"))
    assert ways["branch", "yes"]
    assert ways["branch", "no"]


def test_a_part_of_the_score_counts_where_it_is_not_0() -> None:
    def terms(coverage: Coverage) -> list[bool]:
        return [met for p, met in coverage.points if p.kind == "score term"]

    assert terms(covered("skip", "skip")) == [False, True]
    assert terms(covered("put(1)", "put(1)")) == [True, False]


def test_several_machines_add_up() -> None:
    measure = Measure()
    for players in (2, 3):
        measure.there_is(machine(players))
        game, program = watched_game(machine(players))
        state = game.start(1)
        while not state.is_over:
            state.push(state.legal_moves[0])
        measure.was_met(program.met.points)
    ways = of_line(measure.coverage(), line_of("if player_count"))
    assert all(ways.values())


def test_play_that_nobody_watches_is_the_same() -> None:
    plain, (watched, _) = Game(machine()), watched_game(machine())
    one, other = plain.start(3), watched.start(3)
    while not one.is_over:
        assert one.legal_moves == other.legal_moves
        one.push(one.legal_moves[-1])
        other.push(other.legal_moves[-1])
    assert one.core == other.core


def test_tests_in_a_rule_file_are_measured() -> None:
    opened = compiling.open_text("piling.rules", RULES + TESTS)
    reports, found, coverage = run_covered(opened)
    assert [report.passed for report in reports] == [True]
    assert not found
    assert of_line(coverage, line_of("action put"))["action", ""]
    missing = {(p.span.line, p.kind, p.way) for p in coverage.missing}
    assert (line_of("if player_count"), "branch", "yes") in missing
    assert coverage.total.met < coverage.total.all


def test_without_tests_nothing_is_exercised() -> None:
    _, _, coverage = run_covered(compiling.open_text("piling.rules", RULES))
    assert coverage.total.met == 0
    assert coverage.total.all == len(points_of(machine()).all)


@pytest.mark.parametrize(
    ("point", "text"),
    [
        ("action", "`put` is never played"),
        ("phase", "phase `turn` is never entered"),
        ("choice", "`put` is never chosen here"),
        ("require", "this `require` of `put` never holds"),
        ("branch", "this condition never holds"),
        ("score term", "this part of the score is always 0"),
        ("statement", "this is never reached"),
    ],
)
def test_what_is_missing_is_told(point: Kind, text: str) -> None:
    missing = [unmet(p) for p in points_of(machine()).all if p.kind == point]
    assert text in missing


def test_lines_and_percentages() -> None:
    coverage = covered("put(1)", "skip")
    marks = coverage.lines()["piling.rules"]
    assert marks[line_of("pay n")] == "all"
    assert marks[line_of("if gift:")] == "some"
    assert marks[line_of("nothing is left")] == "none"
    assert Count(0, 0).percent == 100
    assert Count(1, 4).percent == 25
    assert sum((count for _, count in coverage.kinds()), Count(0, 0)) == coverage.total


def test_points_are_told_apart_by_place_and_way() -> None:
    points = points_of(machine()).all
    assert len(set(points)) == len(points)
    assert all(isinstance(point, Point) and point.span.line for point in points)
