"""``ruledsl check --play`` and ``ruledsl test --coverage``: what they tell, keep and refuse."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from ruledsl.diagnostics.codes.play import PLAY
from tests.cli.command import Ran, ran
from tests.cli.terminal import Terminal
from tests.validate.games import ROOT, varied

Run = Any

CODE = {code.code: code for code in PLAY}
TESTED = (
    CODE["RD550"].good
    + """
test "one is put":
    when 1: put(1)
    when 2: put(2)
"""
)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs a command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return lambda *args, typed="": ran(capsys, monkeypatch, args, typed)


def written(text: str, name: str = "piling") -> str:
    Path(f"{name}.rules").write_text(text, encoding="utf-8")
    return f"{name}.rules"


# --- check --play --------------------------------------------------------------------------------


def test_a_fault_is_told_and_the_game_opens_one_move_before(run: Run) -> None:
    name = written(CODE["RD551"].bad)
    done: Ran = run("check", "--play", name)
    assert done.code == 1
    assert "error[RD551]: 2 is more than there is (coins[1] = 1)" in done.out
    assert (
        "the shortest game found has 3 moves: seat 1 put(2), seat 2 put(1), seat 1 put(2)"
        in done.out
    )
    assert f"`{name}` played: 1 setting, all " in done.out
    (command,) = [part for part in done.out.split("`") if part.startswith("ruledsl play")]
    assert command == f"ruledsl play {name} --load found_games/piling-RD551-11.json --open"
    opened: Ran = run(*command.split()[1:], "--colour", "never", typed="put 2\nquit\n")
    assert "the rules fail here: piling.rules:11: 2 is more than there is" in opened.out


def test_nothing_is_kept_where_nothing_is_found(run: Run) -> None:
    done: Ran = run("check", "--play", written(CODE["RD550"].good))
    assert done.code == 0
    assert done.out.startswith("no faults in `piling.rules`\n")
    assert not Path("found_games").exists()


def test_games_are_kept_where_one_likes(run: Run) -> None:
    done: Ran = run("check", "--play", "--keep", "here/below", written(CODE["RD553"].bad))
    assert done.code == 0  # a warning
    assert [file.name for file in Path("here/below").iterdir()] == ["piling-RD553-17.json"]
    assert "--load here/below/piling-RD553-17.json" in done.out
    again: Ran = run("check", "--play", "--keep", "here/below", "piling.rules")
    assert again.out == done.out  # the older one is replaced
    assert run("check", "--play", "--strict", "piling.rules").code == 1


def test_two_rulesets_of_one_name_keep_a_game_each(run: Run) -> None:
    names = []
    for folder, most in (("one", "6"), ("other/below", "5")):
        Path(folder).mkdir(parents=True)
        text = CODE["RD551"].bad.replace("up to 6 seen", f"up to {most} seen")
        names.append(written(text, f"{folder}/piling"))
    done: Ran = run("check", "--play", *names, str(Path("one/piling.rules").resolve()))
    commands = [part for part in done.out.split("`") if part.startswith("ruledsl play")]
    assert len(commands) == 3
    opened = [
        run(*command.split()[1:], "--colour", "never", typed="quit\n") for command in commands
    ]
    assert [each.code for each in opened] == [0, 0, 0]
    assert [each.err for each in opened] == ["", "", ""]
    kept = [file.relative_to("found_games") for file in Path("found_games").rglob("*.json")]
    assert sorted(map(str, kept)) == [
        "one/piling-RD551-11.json",
        "other/below/piling-RD551-11.json",
    ]


def test_where_games_cannot_be_kept_they_are_told_all_the_same(run: Run) -> None:
    Path("found_games").write_text("in the way", encoding="utf-8")
    done: Ran = run("check", "--play", written(CODE["RD551"].bad))
    assert done.code == 1
    assert "error[RD551]" in done.out
    assert "--load" not in done.out
    assert "cannot be kept in `found_games`" in done.err


def test_rules_with_errors_are_not_played(run: Run) -> None:
    done: Ran = run("check", "--play", written(CODE["RD550"].good.replace("coins[p", "coin[p")
                                               .replace("= times[p]", "= tims[p]")))  # fmt: skip
    assert done.code == 1
    assert "played" not in done.out


def test_programs_are_told_the_same(run: Run) -> None:
    name = written(CODE["RD551"].bad)
    done: Ran = run("check", "--play", "--format", "json", name)
    codes = {finding["code"] for finding in json.loads(done.out)["diagnostics"]}
    assert "RD551" in codes
    assert "played" not in done.out
    assert run("check", "--play", "--format", "sarif", name).code == 1


def test_a_game_that_cannot_begin_tells_how_to_see_it(run: Run) -> None:
    text = varied("ka_ching", "    for c in Column:\n", "    for c in 1..6:\n")
    done: Ran = run("check", "--play", written(text, "ka_ching"))
    assert done.code == 1
    assert "this is so before the first choice" in done.out
    (command,) = [part for part in done.out.split("`") if part.startswith("ruledsl play")]
    opened: Ran = run(*command.split()[1:], "--colour", "never")
    assert opened.code == 1
    assert "there is no number 6 here" in opened.out


def test_a_reason_allows_what_is_found(run: Run) -> None:
    bad = CODE["RD553"].bad
    because = "may put  # allow: RD553 because we stop when we are tired"
    allowed = bad.replace("may put", because)
    static: Ran = run("check", written(allowed))
    assert "RD063" not in static.out
    done: Ran = run("check", "--play", "piling.rules")
    assert "[RD553]" not in done.out
    assert "[RD063]" not in done.out
    both = allowed.replace("RD553 because", "RD318, RD553 because")
    done = run("check", "--play", written(both))
    assert "RD553" not in done.out
    assert "RD063" not in done.out
    needless = CODE["RD550"].good.replace("must put", "must put  # allow: RD553 because of that")
    done = run("check", "--play", written(needless))
    assert "RD063" in done.out
    assert "RD063" not in run("check", "piling.rules").out


def test_the_time_may_be_over(run: Run) -> None:
    done: Ran = run("check", "--play", "--seconds", "0.01", "cat_in_the_sack")
    assert done.code == 0
    assert "0.01 seconds were over before all was tried" in done.err


def test_several_rulesets(run: Run) -> None:
    one, other = (
        written(CODE["RD551"].bad),
        written(CODE["RD553"].bad.replace("piling", "other"), "other"),
    )
    done: Ran = run("check", "--play", "--seed", "5", one, other)
    assert done.code == 1
    assert "RD551" in done.out
    assert "RD553" in done.out
    assert f"`{other}` played" in done.out


def test_what_was_exercised_by_play(run: Run) -> None:
    done: Ran = run("check", "--play", "--coverage", "kuhn")
    assert "exercised in kuhn:" in done.out
    assert "in all" in done.out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--seconds", "5"), "goes with `--play`"),
        (("--coverage",), "goes with `--play`"),
        (("--play", "--seconds", "0"), "a number of seconds is wanted"),
        (("--play", "--seconds", "nan"), "a number of seconds is wanted"),
        (("--play", "--watch"), "without playing"),
        (("--play", "--seed", "-1"), "a seed is a whole number"),
    ],
)
def test_what_cannot_be_asked(run: Run, args: tuple[str, ...], said: str) -> None:
    done: Ran = run("check", *args, "kuhn")
    assert done.code == 2
    assert said in done.err


def test_a_terminal_shows_how_far_it_is_and_ctrl_c_tells_what_was_found(tmp_path: Path) -> None:
    file = tmp_path / "ka_ching.rules"
    file.write_text(varied("ka_ching", ", otherwise pass", ""), encoding="utf-8")
    keep = tmp_path / "games"
    terminal = Terminal("check", "--thorough", "--seconds", "300", "--keep", str(keep), str(file))
    terminal.until(b" moves in ")
    terminal.until(b" moves in 2 s")
    os.kill(terminal.running.pid, signal.SIGINT)
    assert terminal.leave() == 130
    assert b"stopped before all was tried" in terminal.seen
    assert b"Traceback" not in terminal.seen


# --- test --coverage -----------------------------------------------------------------------------


def test_coverage_is_a_table_and_what_is_missing(run: Run) -> None:
    done: Ran = run("test", "--coverage", written(TESTED))
    assert done.code == 0
    lines = done.out.splitlines()
    assert "exercised in piling.rules:" in lines
    assert "  actions          1 of    1  100.0%" in lines
    assert "  requires         1 of    2   50.0%" in lines
    assert "  piling.rules:16:45: this condition never holds" in lines


def test_without_being_asked_nothing_is_measured(run: Run) -> None:
    assert "exercised" not in run("test", written(TESTED)).out


def test_the_rules_are_shown_with_marks(run: Run) -> None:
    done: Ran = run("test", "--annotate", written(TESTED))
    lines = done.out.splitlines()
    assert "piling.rules (+ all exercised, ~ some, ! nothing):" in lines
    assert "12 +     pay n from your coins to pile" in lines
    at = lines.index("16 ~     turns from 1 where your coins > 0 until pile == 6:")
    assert "     ^ this condition never holds" in lines[at + 1 : at + 3]


@pytest.mark.parametrize(("threshold", "code"), [("50", 0), ("99.5%", 1), ("0", 0)])
def test_a_threshold(run: Run, threshold: str, code: int) -> None:
    done: Ran = run("test", "--threshold", threshold, written(TESTED))
    assert done.code == code
    assert ("is exercised, less than 99.5%" in done.err) == (code == 1)


def test_a_threshold_is_a_percentage(run: Run) -> None:
    for wrong in ("101", "-1", "many", "nan"):
        done: Ran = run("test", f"--threshold={wrong}", written(TESTED))
        assert done.code == 2
        assert "a percentage from 0 to 100 is wanted" in done.err


def test_programs_are_told_of_every_point(run: Run) -> None:
    done: Ran = run("test", "--coverage", "--format", "json", written(TESTED))
    document = json.loads(done.out)
    coverage = document["coverage"]["piling.rules"]
    assert coverage["all"] == len(coverage["points"])
    assert coverage["met"] == sum(point["met"] for point in coverage["points"])
    plain = json.loads(run("test", "--format", "json", "piling.rules").out)
    assert "coverage" not in plain


def test_the_shipped_rulesets_test_every_part_of_their_rules(run: Run) -> None:
    done: Ran = run("test", "-q", "--threshold", "100", str(ROOT / "rulesets"))
    assert done.code == 0, done.out
