"""Simulated games: the same numbers whoever plays them, and however many share the work."""

from __future__ import annotations

import pytest

from ruledsl import api
from ruledsl.engine.errors import RuleFault, StartError
from ruledsl.native.choose import Wanted
from ruledsl.native.simulate import Simulation, simulate
from tests.language.small import game
from tests.native.test_choose import HERE
from tests.properties.configurations import shipped

BACKENDS: tuple[Wanted, ...] = ("python", "wasm") if HERE else ("python",)


def numbers(found: Simulation) -> tuple[list[int], list[int], list[int]]:
    return list(found.scores), list(found.winners), list(found.decisions)


@pytest.mark.parametrize("ruleset", shipped())
def test_back_ends_play_the_same_games(ruleset: str) -> None:
    machine = api.load(ruleset).machine
    played = [simulate(machine, 12, 5, backend=backend) for backend in BACKENDS]
    assert all(numbers(found) == numbers(played[0]) for found in played)
    assert played[0].games == 12
    assert len(played[0].scores) == 12 * machine.players
    assert min(played[0].decisions) > 0


@pytest.mark.parametrize("jobs", [2, 3])
def test_numbers_do_not_depend_on_how_many_processes_play(jobs: int) -> None:
    machine = api.load("kuhn").machine
    told: list[int] = []
    alone = simulate(machine, 5000, 11)
    shared = simulate(machine, 5000, 11, jobs=jobs, progress=told.append)
    assert numbers(alone) == numbers(shared)
    assert sum(told) == 5000


def test_a_game_depends_on_its_number_alone() -> None:
    machine = api.load("ka_ching").machine
    whole = simulate(machine, 60, 9)
    part = simulate(machine, 20, 9, first=25)
    assert list(part.scores) == list(whole.scores)[50:90]
    assert numbers(simulate(machine, 60, 10)) != numbers(whole)


def test_results_are_those_of_the_games() -> None:
    machine = api.load("ka_ching").machine
    found = simulate(machine, 400, 3)
    for number in range(400):
        one, two = found.scores[2 * number : 2 * number + 2]
        expected = 3 if one == two else 1 if one > two else 2
        assert found.winners[number] == expected
    assert sum(found.wins()) == 400 + found.shared()
    assert found.mean_scores()[0] == pytest.approx(sum(found.scores[::2]) / 400)


def test_the_interpreter_plays_games_of_the_same_kind() -> None:
    machine = api.load("ka_ching").machine
    slow = simulate(machine, 150, 3, backend="interpreter")
    quick = simulate(machine, 150, 3)
    assert slow.backend == "interpreter"
    assert sum(slow.decisions) / 150 == pytest.approx(sum(quick.decisions) / 150, abs=2)
    assert numbers(slow) == numbers(simulate(machine, 150, 3, backend="interpreter"))


FAULTY = """
var n: 0..3 = 0 seen by all
play:
    n = random(0..3)
    n = n + random(0..2)
"""


@pytest.mark.parametrize("backend", [*BACKENDS, "interpreter"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_first_fault_is_told(backend: Wanted, jobs: int) -> None:
    machine = game(FAULTY.replace("n + random(0..2)", "random(n..n + 2)")).machine
    with pytest.raises(RuleFault) as told:
        simulate(machine, 200, 1, backend=backend, jobs=jobs)
    assert told.value.line == 6
    assert "`n` cannot be" in told.value.message


def test_numbers_that_make_no_sense() -> None:
    machine = api.load("kuhn").machine
    for wrong in ({"games": -1}, {"jobs": 0}, {"first": -1}):
        given = {"games": 1, **wrong}
        with pytest.raises(StartError):
            simulate(machine, seed=1, **given)  # type: ignore[arg-type]
    with pytest.raises(StartError):
        simulate(machine, 1, -1)
    assert simulate(machine, 0, 1).games == 0
