"""Random games by the thousand, which every check ends with: what they meet, and that a stranger's rules cannot make them long."""

from __future__ import annotations

from textwrap import dedent
from time import process_time

import pytest

from ruledsl import compiling
from ruledsl.engine.errors import RuleFault
from ruledsl.engine.evaluate.values import WORN_OUT
from ruledsl.engine.game import Game
from ruledsl.explore.at_length import ManyGames
from ruledsl.explore.budget import Clock, OutOfTime
from ruledsl.explore.costs import LOOKED_AT, QUICKER
from ruledsl.explore.meeting import Met
from ruledsl.explore.settings import checked
from ruledsl.explore.trial import Trial, met_in
from ruledsl.explore.walking import ALONE, Opening
from ruledsl.machine.flow import parts_of
from ruledsl.machine.model import Machine
from ruledsl.native.running.backend import Play
from ruledsl.native.running.interpreted import Interpreted
from ruledsl.native.running.python import PythonBackend
from ruledsl.native.translate.lower import lower
from tests.explore.slow import SLOW

ELEMENTS = 200_000

DICE = """\
language 1
game throws "Throws"

players 2
var got[Player]: 0..54 = 0 seen by all
var thrown: 1..6 = 1 seen by all
var best: 0..LIMIT = 0 seen by all

action throw:
    thrown = random(1..6)
    your got += thrown
action skip_turn:
    your got += 1

play:
    repeat 9 times:
        each player: must throw or skip_turn
    best = max(got[p] for p in Player)

score p in Player = got[p]
"""
"""Random seats throw about half the time: more than 37 comes up in one game of some hundreds."""


def machine_of(text: str) -> Machine:
    """The machine of rules without errors."""
    opened = compiling.check_text("throws.rules", dedent(text))
    assert opened.machine is not None, [d.message for d in opened.diagnostics]
    return opened.machine


def clock(seconds: float = 60.0) -> Clock:
    """A clock that looks at every step."""
    return Clock(seconds, now=process_time, every=1)


def _seen(met: Met) -> tuple[object, ...]:
    """What can be compared of a game that fails."""
    assert met.fault is not None
    return met.place, met.line.moves, met.line.luck.draws, met.fault.message


def with_limit(limit: int) -> str:
    """The game in which so many may be thrown."""
    return DICE.replace("LIMIT", str(limit))


def test_what_stops_one_game_in_hundreds_is_met_by_a_check() -> None:
    # Nobody can seek this: it is at no extreme.
    text = with_limit(54).replace(
        "best = max", "best = 0 - 1 if got[1] * got[2] == 28 * 30 else max"
    )
    settings = tuple(checked(compiling.check_text("throws.rules", text)))
    assert met_in(settings, 1, Trial(lengthy=0))[0] == {}
    (shown,) = met_in(settings, 1)[0].values()
    assert shown.met.fault is not None
    assert "best" in shown.met.fault.message


def test_the_interpreter_meets_the_same_games() -> None:
    machine = machine_of(with_limit(37))
    met: list[list[tuple[object, ...]]] = []
    for generated in (True, False):
        games = ManyGames(machine, 5, clock(), ELEMENTS, generated=generated)
        met.append([_seen(each) for each in games.play(30_000)])
        assert games.decisions >= 30_000
        assert games.is_generated == generated
        assert games.doubtful == 0
        assert games.games == games.decisions // 19  # eighteen decisions, and one for the end
    assert met[0]
    assert met[0] == met[1]


def test_what_is_met_can_be_played_again() -> None:
    machine = machine_of(with_limit(37))
    for met in ManyGames(machine, 5, clock(), ELEMENTS).play(30_000):
        state = Game(machine).start(seed=met.line.luck.value, draws=met.line.luck.draws)
        *before, last = met.line.moves
        for move in before:
            state.push(move)
        with pytest.raises(RuleFault) as raised:
            state.push(last)
        assert met.fault is not None
        assert raised.value.message == met.fault.message


def test_later_games_of_a_match_begin_as_they_are_told_to() -> None:
    text = with_limit(60).replace("best = max", "best = 0 - 1 if round == 3 else max")
    machine = machine_of(text.replace("play:", 'match long "Long":\n    rounds = 4\n\nplay:'))
    third = Opening(3, (40, 20), 2)
    found = [*ManyGames(machine, 1, clock(), ELEMENTS).play(600, (ALONE, third))]
    openings = [met.line.opening for met in found]
    assert openings.count(third) == 8
    # Between them a match goes on, and another begins where it stops with a fault.
    others = [opening for opening in openings if opening != third]
    assert len(others) == 5
    assert {opening.round for opening in others} == {3}
    assert all(min(opening.totals) >= 18 for opening in others)


def test_a_match_goes_on_with_what_was_won_before() -> None:
    text = with_limit(60).replace("best = max", "best = total[1] * 0 + (61 if round == 4 else max")
    text = text.replace("for p in Player)", "for p in Player))")
    machine = machine_of(text.replace("play:", 'match long "Long":\n    rounds = 4\n\nplay:'))
    first, *_ = ManyGames(machine, 1, clock(), ELEMENTS).play(2_000)
    opening = first.line.opening
    state = Game(machine).start(
        seed=first.line.luck.value,
        draws=first.line.luck.draws,
        round=opening.round,
        totals=opening.totals,
        starter=opening.starter or None,
    )
    assert opening.round == 4
    assert min(opening.totals) >= 27
    *before, last = first.line.moves
    for move in before:
        state.push(move)
    with pytest.raises(RuleFault):
        state.push(last)


ENDLESS = """\
language 1
game dance "Dance"

players 2
var at: 0..9 = 0 seen by all

action go:
    at = (at + 1) mod 9

play:
    repeat until at == 9:
        each player: must go

score p in Player = 1
"""


def test_a_game_without_an_end_is_left_when_the_decisions_are_made() -> None:
    games = ManyGames(machine_of(ENDLESS), 1, clock(), ELEMENTS)
    assert [*games.play(5_000)] == []
    assert games.games == 1
    assert games.decisions == 5_001


def test_what_takes_long_is_left_when_the_time_is_over() -> None:
    before = process_time()
    with pytest.raises(OutOfTime):
        [*ManyGames(machine_of(SLOW), 1, clock(0.2), ELEMENTS).play(100_000)]
    assert process_time() - before < 5.0


def test_the_clock_is_looked_at_where_each_game_wears_patience_out() -> None:
    looks: list[int] = []
    watched = Clock(60.0, progress=looks.append, now=process_time, every=1)
    machine = machine_of(SLOW.replace("5000", "5"))
    games = ManyGames(machine, 1, watched, LOOKED_AT)
    assert [*games.play(100)] == []
    # Each game takes the time of a step, played by the interpreter.
    assert len(looks) > games.games // (2 * QUICKER) > 1


def test_the_clock_is_looked_at_often_however_quick_a_game_has_been() -> None:
    # The moves that follow may take as long as limits allow, each of them.
    looks: list[int] = []
    watched = Clock(60.0, progress=looks.append, now=process_time, every=1)
    assert [*ManyGames(machine_of(ENDLESS), 1, watched, ELEMENTS).play(5_000)] == []
    assert len(looks) >= 5_000 // 16


def test_what_looks_at_too_much_is_no_fault() -> None:
    machine = machine_of(SLOW.replace("5000", "5"))
    assert [*ManyGames(machine, 1, clock(), 500).play(100)] == []
    for playing in (Play(PythonBackend(lower(machine, elements=500))), Interpreted(machine, 500)):
        playing.begin()
        playing.seed((1, 2, 3))
        with pytest.raises(RuleFault, match=WORN_OUT):
            playing.playout(10)


def test_large_programs_are_left_to_the_interpreter() -> None:
    machine = machine_of(with_limit(37))
    assert parts_of(machine) > len(machine.states)
    opened = compiling.check_text("throws.rules", with_limit(37))
    settings = tuple(checked(opened))
    few, _ = met_in(settings, 1, Trial(further=100))
    assert few.keys() == met_in(settings, 1)[0].keys()
    assert few
