"""The comparison in bulk: it counts, goes on where it was stopped, and finds what differs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruledsl.native.running.backend import Play
from tests.native import bulk
from tests.native.bulk import Done, State, Task, by_name, ruleset_tasks, work
from tests.properties import damaged_machines

PATIENCE = 600

PROGRAMS = Task("programs", "", 0, 4, 3, 100)


def test_games_are_spread_over_all_settings() -> None:
    tasks, games = ruleset_tasks(10_000, 5, 100)
    assert games >= 10_000
    assert sum(task.many for task in tasks) == games
    assert {task.name for task in tasks} == set(by_name())
    for name in by_name():
        numbers = [n for t in tasks if t.name == name for n in range(t.first, t.first + t.many)]
        assert numbers == list(range(5, 5 + games // len(by_name())))


def test_a_part_of_the_work_counts_what_it_does() -> None:
    done = work(PROGRAMS, PATIENCE)
    assert done.failures == []
    assert done.found["games"] == 3 * done.found["machines"] > 0
    assert done.found["machines"] + done.found.get("refused", 0) == 4


def test_what_differs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real: Callable[[Play], list[tuple[int, ...]]] = Play.moves

    def one_less(self: Play) -> list[tuple[int, ...]]:
        return real(self)[:-1]

    monkeypatch.setattr(Play, "moves", one_less)
    done = work(Task("rulesets", "kuhn, 2 players", 0, 3, 1, 100), PATIENCE)
    assert len(done.failures) == 1
    assert "kuhn, 2 players, game 0" not in done.failures[0].split("\n")[1]
    assert "AssertionError" in done.failures[0]


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "state"
    done = Done(str(PROGRAMS), {"games": 7, "machines": 2}, ["bad"], 1.5)
    State(file).note(done)
    with file.open("a", encoding="utf-8") as stream:
        stream.write('{"task": "cut o')
    again = State(file)
    assert again.done == {str(PROGRAMS): done}


def test_the_command_tells_how_much_it_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--games", "0", "--programs", "2", "--each", "1", "--machines", "0"]
    file = tmp_path / "state"
    arguments += ["--state", str(file)]
    assert bulk.main(arguments) == 0
    told = capsys.readouterr().out
    assert told.startswith("made-up programs: ")
    assert "0 differences" in told
    noted = file.read_text(encoding="utf-8")
    assert bulk.main(arguments) == 0
    assert file.read_text(encoding="utf-8") == noted, "nothing is done twice"


def test_damage_leaves_something_to_be_played() -> None:
    """Most files are refused, some are not; equal seeds damage alike."""
    texts = [damaged_machines.damaged(seed)[1] for seed in range(60)]
    assert texts == [damaged_machines.damaged(seed)[1] for seed in range(60)]
    played = sum(damaged_machines.game_of(text) is not None for text in texts)
    assert 2 <= played <= 58
