"""What the page on knowledge says a seat is shown is what it is shown."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from attrs import frozen

from ruledsl import compiling
from ruledsl.engine import happenings
from ruledsl.engine.game import Game
from tests.docs.blocks import blocks_of
from tests.language.small import begun

PAGE = Path(__file__).parents[2] / "docs" / "knowledge.md"
TEXT = PAGE.read_text(encoding="utf-8")

_CLAIM = re.compile(
    r"<!-- seat (\d) of (\w+): ([^\n]*) -->\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL
)


@frozen
class Claim:
    """After these moves of that ruleset the seat is shown these lines, among others."""

    seat: int
    ruleset: str
    moves: tuple[str, ...]
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.ruleset}, {self.seat}, {', '.join(self.moves)}"


CLAIMS = [
    Claim(int(seat), name, tuple(moves.split(", ")), tuple(lines.splitlines()))
    for seat, name, moves, lines in _CLAIM.findall(TEXT)
]


@cache
def game(name: str) -> Game:
    (block,) = (block for block in blocks_of(PAGE) if block.name == name)
    outcome = compiling.compile_program(compiling.open_text(f"{name}.rules", block.text, None))
    assert outcome.machine is not None
    return Game(outcome.machine)


@pytest.mark.parametrize("claim", CLAIMS, ids=str)
def test_a_seat_is_shown_what_the_page_says(claim: Claim) -> None:
    state = game(claim.ruleset).start(seed=1)
    for move in claim.moves:
        state.push(state.parse_move(move))
    shown = state.observation(claim.seat).text.splitlines()
    assert [line for line in claim.lines if line not in shown] == [], shown


def test_every_block_of_the_page_is_examined() -> None:
    assert len(CLAIMS) == TEXT.count("```text") > 8
    assert {claim.ruleset for claim in CLAIMS} == {block.name for block in blocks_of(PAGE)}


def test_the_page_names_every_key_of_an_observation() -> None:
    data = begun("var x: 0..1 = 0 seen by all\nzone z seen by all").observation(1).data
    keys = set(data) | set(data["zones"]["z"])
    assert {key for key in keys if f"`{key}`" not in TEXT} == set()


def test_every_kind_of_event_has_its_row() -> None:
    """A new kind of event must be thought of on the page: one word of each is looked for."""
    words = {
        "Began": "the scores",
        "Laid": None,  # only in tests
        "Opened": "first balance",
        "Started": "who starts",
        "Asked": "must choose",
        "Played": "a move",
        "Chosen": "`together`",
        "Moved": "from place to place",
        "Paid": "`pay`",
        "Assigned": "variable gets a value",
        "Shuffled": "`shuffle`",
        "Gathered": "`gather`",
        "Revealed": "`reveal",
        "Announced": "`announce`",
        "Ended": "the end",
    }
    kinds = {kind.__name__ for kind in happenings.Happening.__args__}  # type: ignore[attr-defined]
    assert set(words) == kinds
    table = TEXT[TEXT.index("| what happens") : TEXT.index("There is no order")]
    assert [word for word in words.values() if word is not None and word not in table] == []
