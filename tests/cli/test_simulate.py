"""``ruledsl simulate``: what it tells people and programs, and what it refuses."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import ruledsl
from ruledsl.cli.series import Series, as_json, told
from ruledsl.simulation.lineup import lineup
from ruledsl.simulation.simulate import added_up
from tests.cli.command import Ran, environment, ran
from tests.cli.terminal import Terminal
from tests.native.test_choose import HERE

FAULTY = """language 1
game faulty "Faulty"
players 2
var n: 0..3 = 0 seen by all
action go: n = 0
play:
    player 1 acts: must go
    n = random(0..3)
    n = random(n..n + 2)
score p in Player = n
win by highest score
ties shared
"""

Run = Any


@pytest.fixture
def simulate(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command with some arguments."""
    return lambda *args: ran(capsys, monkeypatch, ["simulate", *args])


def document(done: Ran) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(done.out)
    return found


def test_people_are_told(simulate: Run) -> None:
    done = simulate("kuhn", "--games", "2,000", "--seed", "7")
    assert (done.code, done.err) == (0, "")
    first, played, *rest = done.out.split("\n")
    assert first == "Kuhn poker: 2 players, 2,000 games, seed 7"
    assert re.fullmatch(r"played by \w+ \(.+\) in [\d.]+ s, [\d,]+ games a second", played)
    found = ruledsl.load("kuhn").simulate(2000, 7)
    won = 100 * sum(w == 1 for w in found.winners) / 2000
    assert f"   1  random  {won:.1f}%" in done.out
    assert f"{found.mean_scores()[1]:.2f}" in done.out
    assert rest[-2] == (
        "in brackets: 95% intervals, Wilson's for parts, the normal approximation for means"
    )


def test_programs_are_told_the_same_whoever_plays(simulate: Run) -> None:
    told_by = {}
    backends = ["auto", "interpreter", "python", *(["wasm"] if HERE else [])]
    for backend in backends:
        told_by[backend] = document(
            simulate("ka_ching", "--games", "30", "--seed", "5", "--json", "--backend", backend)
        )
    for backend in backends[1:]:
        assert told_by[backend]["backend"] == backend
    for each in told_by.values():
        for changing in ("backend", "reason", "seconds", "games_per_second"):
            del each[changing]
    assert all(each == told_by["auto"] for each in told_by.values())
    found = told_by["auto"]
    assert (found["format"], found["version"], found["min_reader"]) == ("ruledsl-simulation", 1, 1)
    assert (found["games"], found["over"], found["failed"]) == (30, 30, 0)
    assert found["intervals"]["wins"] == "wilson"
    for seat in found["seats"]:
        for value in (seat["wins"], seat["score"], found["decisions"]):
            assert value["low"] <= value["value"] <= value["high"]


def test_jobs_make_no_difference(simulate: Run) -> None:
    found = [
        document(simulate("kuhn", "--games", "3000", "--seed", "5", "--json", "--jobs", jobs))
        for jobs in ("1", "2")
    ]
    assert [each.pop("jobs") for each in found] == [1, 2]
    for each in found:
        del each["seconds"], each["games_per_second"]
    assert found[0] == found[1]


def test_configuration_and_bots_are_taken(simulate: Run) -> None:
    done = simulate(
        "goofspiel", "--set", "cards=4", "--players", "2", "--seat", "2=greedy", "--games", "3",
        "--json",
    )  # fmt: skip
    found = document(done)
    assert found["options"]["cards"] == "4"
    assert [seat["bot"] for seat in found["seats"]] == ["random", "greedy"]
    assert found["backend"] == "interpreter"


def test_without_a_seed_it_is_drawn_and_told(simulate: Run) -> None:
    seeds = {document(simulate("kuhn", "--games", "1", "--json"))["seed"] for _ in range(4)}
    assert len(seeds) == 4


def test_one_game_tells_no_interval(simulate: Run) -> None:
    found = document(simulate("kuhn", "--games", "1", "--seed", "1", "--json"))
    assert found["decisions"]["low"] is None
    assert found["seats"][0]["score"]["high"] is None
    assert "(None" not in simulate("kuhn", "--games", "1", "--seed", "1").out


@pytest.fixture
def faulty(tmp_path: Path) -> str:
    file = tmp_path / "faulty.rules"
    file.write_text(FAULTY, encoding="utf-8")
    return str(file)


def test_faults_are_told_and_can_be_played_again(simulate: Run, faulty: str) -> None:
    done = simulate(faulty, "--games", "200", "--seed", "7")
    assert done.code == 1
    assert "count for nothing below" in done.out
    place = re.search(r"game (\d+): (.+):9: `n` cannot be \d: it is within 0..3", done.err)
    assert place is not None
    again = re.search(r"`(--seed 7 --first (\d+) --games 1)` plays", done.err)
    assert again is not None
    assert again[2] == place[1]
    once_more = simulate(faulty, *again[1].split())
    assert once_more.code == 1
    assert place[0] in once_more.err
    assert "mean score" not in once_more.out


def test_programs_are_told_of_faults(simulate: Run, faulty: str) -> None:
    done = simulate(faulty, "--games", "200", "--seed", "7", "--json")
    assert (done.code, done.err) == (1, "")
    found = document(done)
    assert 0 < found["failed"] == 200 - found["over"]
    assert {fault["line"] for fault in found["faults"]} == {9}
    assert {fault["rule"] for fault in found["faults"]} == {"n = random(n..n + 2)"}


def test_rules_with_faults_are_not_played(simulate: Run, tmp_path: Path) -> None:
    file = tmp_path / "wrong.rules"
    file.write_text(FAULTY.replace("go: n = 0", "go: m = 0"), encoding="utf-8")
    done = simulate(str(file))
    assert (done.code, done.out) == (1, "")
    assert "error[" in done.err


def test_a_machine_file_is_played(
    simulate: Run,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    file = tmp_path / "kuhn.json"
    assert ran(capsys, monkeypatch, ["compile", "kuhn", "-o", str(file)]).code == 0
    more = ("--games", "50", "--seed", "3", "--json")
    of_file, of_rules = document(simulate(str(file), *more)), document(simulate("kuhn", *more))
    assert of_file["seats"] == of_rules["seats"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--games", "0"], "a number of games is wanted, 1 or more, not `0`"),
        (["--games", "x"], "a number of games is wanted"),
        (["--games", "5000000000"], "games of a series are numbered from 0 to 4294967295"),
        (["--jobs", "0"], "from 1 to 256 processes can play, not 0"),
        (["--seed", "-1"], "a seed is a whole number from 0 to"),
        (["--seat", "3=greedy"], "there is no seat 3: 2 play"),
        (["--seat", "greedy"], "`--seat` goes `--seat 2=greedy`, not `greedy`"),
        (["--seat", "1=greedi"], "there is no bot `greedi`; did you mean `greedy`?"),
        (["--seat", "1=greedy", "--backend", "python"], "so `python` cannot play"),
        (["--bckend", "python"], "did you mean `--backend`?"),
        (["--backend", "fortran"], "invalid choice: 'fortran'"),
    ],
)
def test_what_cannot_be_asked(simulate: Run, args: list[str], said: str) -> None:
    done = simulate("kuhn", *args)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert done.err.count("\n") == 1


def test_an_unknown_name_is_refused(simulate: Run) -> None:
    done = simulate("kuhm")
    assert done.code == 2
    assert "kuhn" in done.err


# --- terminals -----------------------------------------------------------------------------------


def test_ctrl_c_tells_what_was_played_so_far(simulate: Run) -> None:
    terminal = Terminal(
        "simulate", "cherki", "--games", "1000000", "--jobs", "2", "--backend", "interpreter",
        "--seed", "3",
    )  # fmt: skip
    terminal.until(b"of 1,000,000 games")
    began = time.monotonic()
    terminal.type(b"\x03")
    assert terminal.leave() == 130
    assert time.monotonic() - began < 10
    assert b"Traceback" not in terminal.seen
    shown = terminal.seen.decode()
    games = re.search(r"players, ([\d,]+) games?, seed 3", shown)
    assert games is not None
    assert "the first of the 1,000,000 games that were asked for" in shown
    # What is told is what so many games come to.
    few = simulate("cherki", "--games", games[1], "--seed", "3").out
    tail = few[few.index("seat  bot") :]
    assert tail in shown.replace("\r\n", "\n")


def test_ctrl_c_ends_a_single_process(simulate: Run, tmp_path: Path) -> None:
    file = tmp_path / "out"
    with file.open("wb") as out:
        running = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "ruledsl",
                "simulate",
                "kuhn",
                "--games",
                "1000000000",
                "--seed",
                "5",
                "--json",
            ],
            stdout=out,
            stderr=subprocess.PIPE,
            env=environment(),
        )
        time.sleep(5)
        running.send_signal(signal.SIGINT)
        assert running.communicate(timeout=30)[1] == b""
    assert running.returncode == 130
    found = json.loads(file.read_bytes())
    assert found["asked"] == 1_000_000_000
    again = document(
        simulate("kuhn", "--games", str(found["games"]), "--seed", "5", "--json", "--jobs", "2")
    )
    assert again["seats"] == found["seats"]
    assert again["decisions"] == found["decisions"]


def test_the_line_of_progress_goes_away() -> None:
    terminal = Terminal("simulate", "kuhn", "--games", "5000", "--backend", "interpreter")
    terminal.until(b"of 5,000 games")
    terminal.until(b"means")
    assert terminal.leave() == 0
    assert not any("[#" in line or "]" in line for line in terminal.screen.display)


def test_where_nobody_would_see_it_there_is_no_progress() -> None:
    terminal = Terminal("simulate", "kuhn", "--games", "5000", TERM="dumb")
    terminal.until(b"means")
    assert terminal.leave() == 0
    assert b"[" not in terminal.seen


# --- texts -----------------------------------------------------------------------------------------


def test_texts_of_rules_cannot_steer_a_terminal() -> None:
    machine = evolve(ruledsl.load("kuhn").machine, title="\x1b[31mred")
    game = ruledsl.Game(machine)
    players = lineup(game, 1)
    *_, found = added_up(players, 2, 0)
    shown = Series(game, players, 0, 2, found, 0.0)
    assert "\x1b" not in told(shown)
    assert json.loads(as_json(shown))["title"] == "\x1b[31mred"
