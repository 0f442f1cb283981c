"""Games that were played, written down as tests, must pass when they are put into the rule file."""

from __future__ import annotations

import re

import pytest

from ruledsl import compiling
from ruledsl.repl.results import Played, WrittenTest
from ruledsl.repl.session import Session
from ruledsl.semantics.library import shipped_rulesets
from ruledsl.store.entries import Seat
from ruledsl.store.sitting import Sitting
from ruledsl.table import Table
from ruledsl.testing.runner import run_tests
from tests.repl.games import game

NAMES = sorted(shipped_rulesets())
GAMES = 3
"""Finished games of each ruleset; as many that are not finished."""


def written(name: str, seed: int, most: int | None = None) -> str:
    """The test that is made of a game of bots, or of its first moves, at a table that hides nothing."""
    played = game(name)
    who = {seat: Seat("human") for seat in range(1, played.players + 1)}
    session = Session(Table(Sitting(played, seed, who)), adviser="random", open_hands=True)
    for _ in range(most if most is not None else 100_000):
        if session.is_over:
            break
        session.answer("auto 1")
        session.proceed()
    made = session.answer(f"record test number_{seed}")
    assert isinstance(made, WrittenTest)
    return made.text


def reports(name: str, tests: list[str], tmp_path):
    """What comes of a ruleset's file with these tests at its end, of these tests."""
    text = shipped_rulesets()[name].read_text(encoding="utf-8")
    path = tmp_path / f"{name}.rules"
    path.write_text("\n\n".join([text, *tests]), encoding="utf-8")
    found, diagnostics = run_tests(compiling.open_named(str(path)), "number_")
    assert not [d for d in diagnostics if d.is_error], diagnostics
    return found


@pytest.mark.parametrize("name", NAMES)
def test_games_as_tests_pass(name, tmp_path):
    tests = [written(name, seed) for seed in range(GAMES)]
    tests += [written(name, 100 + seed, most=seed * 3) for seed in range(GAMES)]
    found = reports(name, tests, tmp_path)
    assert len(found) == 2 * GAMES
    for report in found:
        assert report.passed, (report.title, report.message, report.details)


def test_another_game_would_not_pass(tmp_path):
    text = written("kuhn", 3)
    wrong = re.sub(r"expect score\[1\] == (-?\d+)", "expect score[1] == 77", text)
    assert wrong != text
    (report,) = reports("kuhn", [wrong], tmp_path)
    assert not report.passed


def test_a_title_is_a_title():
    played = game("kuhn")
    who = {seat: Seat("human") for seat in (1, 2)}
    session = Session(Table(Sitting(played, 1, who)), open_hands=True)
    assert isinstance(session.answer("1"), Played)
    for given, title in (
        ('a"b\\c', "abc"),
        ('"two words"', "two words"),
        ("ünï", "ünï"),
        ("\x1b[2J", "[2J"),
    ):
        assert session.answer(f"record test {given}").text.startswith(f'test "{title}":')
