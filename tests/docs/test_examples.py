"""The examples are sound: their rules check clean and pass their tests, the program runs."""

from __future__ import annotations

import runpy
from fractions import Fraction
from pathlib import Path

import pytest

import ruledsl
from tests.docs.blocks import examine

EXAMPLES = Path(__file__).parents[2] / "examples"
RULES = sorted(EXAMPLES.glob("*.rules"))


@pytest.mark.parametrize("file", RULES, ids=lambda p: p.stem)
def test_the_rules_of_an_example_are_right(file: Path) -> None:
    found = examine(file.stem, file.read_text(encoding="utf-8"), EXAMPLES)
    assert found.codes == (), found.shown
    assert found.reports
    assert all(r.passed for r in found.reports), found.reports


def test_the_house_rule_deals_more_cards() -> None:
    assert ruledsl.load(EXAMPLES / "first_game.rules").options == {"hand_size": "3"}
    assert ruledsl.load(EXAMPLES / "first_game_long.rules").options == {"hand_size": "10"}


def test_the_house_rule_only_sets_an_option() -> None:
    text = (EXAMPLES / "first_game_long.rules").read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line.startswith("set ")] == ["set hand_size = 10"]
    assert "replace" not in text
    assert "amend" not in text


def test_the_program_shows_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    module = runpy.run_path(str(EXAMPLES / "use_from_python.py"))
    module["main"]()
    shown = capsys.readouterr().out
    assert "Kuhn poker can end in 30 ways; seat 1 expects 1/8" in shown
    assert "may seat 2 check? now: call or fold" in shown
    assert "replayed: True" in shown


def test_the_chances_of_all_endings_make_one() -> None:
    module = runpy.run_path(str(EXAMPLES / "use_from_python.py"))
    start = ruledsl.load("kuhn").start(chance="explicit")
    assert sum((p for p, _ in module["endings"](start)), Fraction(0)) == 1
    assert start.items == ()
