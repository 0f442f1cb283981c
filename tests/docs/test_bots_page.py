"""The page of the bots: its programs print what it says, and it names every bot."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

from ruledsl.agents import greedy_bot, playouts, rollout_bot
from ruledsl.agents.catalogue import KINDS

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(
    r"<!-- run -->\n```python\n(.*?)```\n\n(?:<!-- prints -->\n```text\n(.*?)```)", PAGE, re.DOTALL
)


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_a_program_prints_what_the_page_says(number: int) -> None:
    program, wanted = PROGRAMS[number]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(program, f"program {number + 1} of the page", "exec"), {"__name__": "page"})  # noqa: S102
    assert printed.getvalue() == wanted


def test_every_program_is_run() -> None:
    assert len(PROGRAMS) == PAGE.count("```python") == 2


def test_every_bot_is_told() -> None:
    told = set(re.findall(r"^\| `(random|greedy|rollout:N)` \|", PAGE, re.MULTILINE))
    assert told | {"rollout"} == set(KINDS)


def test_the_numbers_are_those_of_the_bots() -> None:
    words = {2: "two", 3: "three", 8: "eight"}
    assert f"draws {words[greedy_bot.SAMPLES]} samples" in PAGE
    assert f"with {words[greedy_bot.FUTURES]} ways in each" in PAGE
    assert f"at most {words[rollout_bot.SAMPLES]} are drawn" in PAGE
    assert f"`rollout` alone is `rollout:{rollout_bot.PLAYOUTS}`" in PAGE
    assert f"within {playouts.LONGEST:,} moves" in PAGE
