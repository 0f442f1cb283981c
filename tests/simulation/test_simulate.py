"""Simulated games: the same numbers whoever plays them, and however many share the work."""

from __future__ import annotations

from array import array
from functools import partial
from itertools import chain
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ruledsl
from ruledsl.agents.catalogue import make
from ruledsl.agents.interface import question
from ruledsl.engine import game as engine
from ruledsl.engine.errors import StartError
from ruledsl.engine.seeds import Seed
from ruledsl.native.running.choose import Wanted
from ruledsl.native.running.interpreted import Interpreted
from ruledsl.simulation import sharing
from ruledsl.simulation.game import Game
from ruledsl.simulation.lineup import MOST_GAMES, MOST_JOBS, lineup
from ruledsl.simulation.results import FAULT, MOST_FAULTS, OVER, GameFault, Simulation
from ruledsl.simulation.simulate import MOST_KEPT, added_up, simulate
from ruledsl.simulation.totals import Totals, gathered, totals
from tests.language.small import game
from tests.native.test_choose import HERE
from tests.properties.configurations import shipped
from tests.properties.programs import made_up, written
from tests.properties.test_programs import game_of

BACKENDS: tuple[Wanted, ...] = ("interpreter", "python", *(("wasm",) if HERE else ()))


def numbers(found: Simulation) -> tuple[object, ...]:
    """All that must not depend on who plays."""
    return found.scores, found.winners, found.decisions, found.ended, found.faults, found.seats


def own(text: str) -> Game:
    """The game of a short rule text."""
    return Game(game(text).machine)


# --- the same numbers ------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", shipped())
def test_back_ends_and_the_interpreter_play_the_same_games(ruleset: str) -> None:
    played_game = ruledsl.load(ruleset)
    played = [played_game.simulate(12, 5, backend=backend) for backend in BACKENDS]
    assert [found.backend for found in played] == list(BACKENDS)
    assert all(numbers(found) == numbers(played[0]) for found in played)
    assert played[0].games == 12
    assert len(played[0].scores) == 12 * played_game.players
    assert min(played[0].decisions) > 0
    assert set(played[0].ended) == {OVER}


@given(st.integers(0, 1 << 40), st.integers(0, (1 << 64) - 1))
@settings(max_examples=40, deadline=None)
def test_made_up_rules_come_out_the_same(number: int, seed: int) -> None:
    """Their faults too: the same games, the same words, the same place."""
    made = game_of(written(made_up(number, 0.3)))
    if made is None:
        return
    slow = simulate(made, 6, seed, backend="interpreter", on_fault="keep")
    # Rules that are too large for a back end are left to the interpreter.
    assert numbers(slow) == numbers(simulate(made, 6, seed, on_fault="keep"))


@given(
    st.integers(0, 40),
    st.integers(0, (1 << 64) - 1),
    st.integers(0, MOST_GAMES - 41),
    st.integers(0, 40),
)
@settings(max_examples=60, deadline=None)
def test_a_game_follows_from_seed_and_number_alone(
    games: int, seed: int, first: int, cut: int
) -> None:
    cut = min(cut, games)
    whole = KUHN.simulate(games, seed, first=first)
    parts = [
        KUHN.simulate(cut, seed, first=first),
        KUHN.simulate(games - cut, seed, first=first + cut),
    ]
    assert whole.scores == parts[0].scores + parts[1].scores
    assert whole.winners == parts[0].winners + parts[1].winners
    assert whole.decisions == parts[0].decisions + parts[1].decisions
    assert numbers(whole) == numbers(KUHN.simulate(games, seed, first=first))


KUHN = ruledsl.load("kuhn")


@pytest.mark.parametrize("jobs", [2, 3])
@pytest.mark.parametrize("backend", ["auto", "interpreter"])
def test_numbers_do_not_depend_on_how_many_processes_play(jobs: int, backend: Wanted) -> None:
    games = 3000
    told: list[int] = []
    alone = KUHN.simulate(games, 11)
    shared = KUHN.simulate(games, 11, jobs=jobs, backend=backend, progress=told.append)
    assert numbers(alone) == numbers(shared)
    assert sum(told) == games


def test_other_seeds_make_other_games() -> None:
    assert numbers(KUHN.simulate(60, 9)) != numbers(KUHN.simulate(60, 10))


def test_results_are_those_of_the_games() -> None:
    found = ruledsl.load("ka_ching").simulate(400, 3)
    for number in range(400):
        one, two = found.scores[2 * number : 2 * number + 2]
        expected = 3 if one == two else 1 if one > two else 2
        assert found.winners[number] == expected
    ties = sum(winners == 3 for winners in found.winners)
    assert sum(found.wins()) == 400 + ties
    assert found.mean_scores()[0] == pytest.approx(sum(found.scores[::2]) / 400)


def test_games_can_be_looked_at_one_by_one() -> None:
    """What the interpreter plays as game n of a series has the numbers of that game."""
    machine = ruledsl.load("ka_ching_3").machine
    found = Game(machine).simulate(20, 8)
    playing = Interpreted(machine)
    for number in range(20):
        playing.begin()
        playing.seed(Seed(8).half("simulate"), number)
        assert playing.playout(1000)
        scores = playing.cells(machine.layout.scores, 3)
        assert list(scores) == list(found.scores[3 * number : 3 * number + 3])


# --- totals ------------------------------------------------------------------------------------


def in_one(found: Simulation) -> Totals:
    """The totals of results that were kept one by one."""
    players = found.players
    scores = [found.scores[seat::players] for seat in range(players)]
    rows = zip(found.ended, found.decisions, found.winners, *scores, strict=True)
    return totals(array("q", chain.from_iterable(rows)), found.faults, players)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("rules", ["faulty", "kuhn"])
def test_games_that_are_added_up_are_those_that_are_kept(rules: str, jobs: int) -> None:
    playing = own(FAULTY) if rules == "faulty" else KUHN
    told: list[int] = []
    steps = list(added_up(lineup(playing, 6, jobs=jobs), 2000, 30, told.append))
    assert steps[0] == Totals()
    assert steps[-1].games == sum(told) == 2000
    assert len(steps) > 3
    for step in (*steps[1:4], steps[-1]):
        assert step == in_one(playing.simulate(step.games, 6, first=30, on_fault="keep"))


def test_totals_of_bots_are_those_of_their_games() -> None:
    *_, last = added_up(lineup(KUHN, 4, seats={2: "greedy"}, jobs=2), 9, 0)
    assert last == in_one(KUHN.simulate(9, 4, seats={2: "greedy"}))


def test_more_results_than_fit_are_refused_before_anything_is_played() -> None:
    most = MOST_KEPT // 5
    with pytest.raises(StartError, match=f"with 2 seats those of {most} can be"):
        KUHN.simulate(most + 1, 1)


# --- bots --------------------------------------------------------------------------------------


def test_bots_play_the_seats_that_they_are_given() -> None:
    found = KUHN.simulate(150, 4, seats={2: "greedy"})
    assert found.seats == ("random", "greedy")
    assert found.backend == "interpreter"
    assert found.mean_scores()[1] > 0 > found.mean_scores()[0]


@pytest.mark.parametrize("kind", ["greedy", "rollout:6"])
def test_bots_play_the_same_on_several_processes(kind: str) -> None:
    alone = KUHN.simulate(9, 4, seats={1: kind})
    assert numbers(alone) == numbers(KUHN.simulate(9, 4, seats={1: kind}, jobs=2))
    assert alone.scores[8:12] == KUHN.simulate(2, 4, seats={1: kind}, first=4).scores


def test_a_game_of_bots_is_that_of_its_seed() -> None:
    found = KUHN.simulate(5, 4, seats={1: "greedy"})
    low, high = Seed(4).words("simulate", 3, 0)
    seed = low | high << 32
    bots = [make(kind, seed, seat) for seat, kind in enumerate(("greedy", "random"), 1)]
    state = KUHN.start(seed=seed)
    while state.actor is not None:
        state.push(bots[state.actor - 1].choose(question(state)).move)
    assert list(state.scores) == list(found.scores[6:8])


def test_seats_that_are_random_by_name_are_played_by_a_back_end() -> None:
    found = KUHN.simulate(5, 4, seats={1: "random"}, backend="python")
    assert found.backend == "python"
    assert numbers(found) == numbers(KUHN.simulate(5, 4))


# --- faults ------------------------------------------------------------------------------------

FAULTY = """
var n: 0..3 = 0 seen by all
play:
    n = random(0..3)
    n = random(n..n + 2)
"""


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_first_fault_is_told_with_its_seed_number_and_line(backend: Wanted, jobs: int) -> None:
    faulty = own(FAULTY)
    with pytest.raises(GameFault) as told:
        faulty.simulate(200, 1, backend=backend, jobs=jobs)
    assert told.value.line == 6
    assert "`n` cannot be" in told.value.message
    assert told.value.seed == 1
    number = told.value.number
    assert f"game {number} of the series of seed 1: " in str(told.value)
    assert faulty.simulate(number, 1).failed == 0
    with pytest.raises(GameFault) as again:
        faulty.simulate(1, 1, first=number)
    assert str(again.value) == str(told.value)


@pytest.mark.parametrize("jobs", [1, 2])
def test_faults_can_be_kept(jobs: int) -> None:
    found = own(FAULTY).simulate(400, 1, jobs=jobs, on_fault="keep")
    failed = [number for number, ended in enumerate(found.ended) if ended == FAULT]
    assert 40 < found.failed == len(failed) < 360
    assert [fault.number for fault in found.faults] == failed[:MOST_FAULTS]
    assert {fault.line for fault in found.faults} == {6}
    assert all("cannot be" in str(fault) for fault in found.faults)
    for number in range(400):
        assert (found.winners[number] == 0) == (found.ended[number] == FAULT)


@given(st.integers(0, (1 << 64) - 1))
@settings(max_examples=20, deadline=None)
def test_faults_are_the_same_whoever_plays(seed: int) -> None:
    faulty = own(FAULTY)
    found = [faulty.simulate(30, seed, backend=b, on_fault="keep") for b in BACKENDS]
    assert all(numbers(each) == numbers(found[0]) for each in found)


def test_a_fault_at_a_table_of_bots_is_told() -> None:
    with pytest.raises(GameFault) as told:
        own(FAULTY).simulate(50, 1, seats={1: "greedy"})
    assert told.value.line == 6


ENDLESS = """
var n: 0..1 = 0 seen by all
action go:
    n = 0
play:
    repeat until n == 1:
        player 1 acts:
            must go
"""


@pytest.mark.parametrize("backend", BACKENDS[1:])
def test_a_game_without_end_is_a_fault(backend: Wanted) -> None:
    with pytest.raises(GameFault, match="the game goes on for 100000 decisions"):
        own(ENDLESS).simulate(1, 1, backend=backend)


# --- what cannot be asked ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given_", "said"),
    [
        ({"games": -1}, "numbered from 0"),
        ({"first": -1}, "numbered from 0"),
        ({"first": MOST_GAMES}, "numbered from 0"),
        ({"games": 2.5}, "the number of games is a whole number, not 2.5"),
        ({"games": True}, "the number of games is a whole number"),
        ({"seed": -1}, "a seed is a whole number from 0"),
        ({"seed": "7"}, "the seed is a whole number"),
        ({"jobs": 0}, "from 1 to 256 processes"),
        ({"jobs": MOST_JOBS + 1}, "from 1 to 256 processes"),
        ({"backend": "fortran"}, "there is no back end 'fortran'; there are `auto`"),
        ({"on_fault": "ignore"}, 'on_fault is "raise" or "keep"'),
        ({"seats": {3: "random"}}, "there is no seat 3: 2 play"),
        ({"seats": {0: "random"}}, "there is no seat 0"),
        ({"seats": {1: 5}}, "by the name of its kind"),
        ({"seats": {1: "greedy"}, "backend": "python"}, "so `python` cannot play"),
    ],
)
def test_what_makes_no_sense_is_refused(given_: dict[str, Any], said: str) -> None:
    with pytest.raises(StartError, match=said):
        KUHN.simulate(**{"games": 1, "seed": 1, **given_})


def test_unknown_bots_are_refused() -> None:
    with pytest.raises(ruledsl.UnknownBot, match="did you mean `greedy`"):
        KUHN.simulate(1, 1, seats={1: "greedi"})


def test_no_games_are_no_games() -> None:
    found = KUHN.simulate(0, 1, jobs=2)
    assert (found.games, found.failed, found.wins(), found.mean_scores()) == (0, 0, (0, 0), (0, 0))


def test_a_back_end_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    again = ruledsl.load("kuhn")
    first = again.simulate(3, 1)
    monkeypatch.setattr("ruledsl.simulation.game.choose", None)
    assert numbers(again.simulate(3, 1)) == numbers(first)


def test_a_loaded_game_is_a_game() -> None:
    assert isinstance(KUHN, engine.Game)
    assert isinstance(KUHN, ruledsl.Game)
    assert KUHN.start(seed=1).game is KUHN


# --- processes -----------------------------------------------------------------------------------


def dies() -> Any:
    """A player that takes its process with it."""
    import os

    os._exit(7)


def test_a_process_that_dies_is_told_of() -> None:
    with pytest.raises(sharing.WorkerLost, match="has ended with 7"):
        list(sharing.shared(dies, partial(gathered, players=2), range(10), 2, True))
