"""What a condition keeps play from coming to may have no value there: options may make a guarded divisor 0."""

from __future__ import annotations

import pytest

from ruledsl import compiling
from ruledsl.engine.game import Game

TEXT = """language 1
game guarded "Guarded"
players 2
option a: 2..9 = 5
option b: 2..9 = 5
define share = 12 div (a + b - 4)
var tickets[Player]: 0..30 = 0 seen by all
action take(n in 1..{most}):
    require {asked}
    your tickets += n
play:
    each player: must take
score p in Player = tickets[p] + (share if a + b > 4 else 0)
"""


@pytest.mark.parametrize(
    ("most", "asked"),
    [
        ("(min(12 div (a + b - 4), 1) + 1 if a + b > 4 else 2)", "n > 0"),
        ("(2 if a + b == 4 else 12 div (a + b - 4) + 2)", "n > 0"),
        ("(2 if a + b == 4 else share + 2)", "n > 0"),
        ("2", "a + b > 4 implies n <= share + 2"),
        ("2", "a + b == 4 or n <= share + 2"),
        ("2", "not (a + b > 4 and n > share + 2)"),
    ],
)
def test_a_guard_is_enough(most: str, asked: str) -> None:
    opened = compiling.open_text("guarded.rules", TEXT.format(most=most, asked=asked))
    assert [d.code for d in compiling.check(opened).diagnostics if d.is_error] == []
    machine = compiling.compile_program(opened, options={"a": 2, "b": 2}).machine
    assert machine is not None
    state = Game(machine).start(seed=1)
    assert [str(move) for move in state.legal_moves] == ["take(1)", "take(2)"]
    state.push(state.parse_move("take(2)"))
    state.push(state.parse_move("take(1)"))
    assert state.scores == (2, 1)


def test_without_a_guard_it_is_told() -> None:
    opened = compiling.open_text("guarded.rules", TEXT.format(most="2", asked="n <= share + 2"))
    found = compiling.compile_program(opened, options={"a": 2, "b": 2}).diagnostics
    assert [d.code for d in found if d.is_error] == ["RD221"]


MENTIONS = """language 1
game guarded "Guarded"
players 2
option a: 2..9 = 2
option b: 2..9 = 2
define share = 12 div (a + b - 4)
var tickets[Player]: 0..30 = 0 seen by all
var drawn: 0..30 = {start} seen by all
action take(n in 1..2):
    require {asked}
    your tickets += n
action give(n in 1..{most}):
    your tickets += n
action look:
    drawn = min(30, share)
phase count_up:
    drawn = min(30, share)
play:
    each player: must take or give
{play}
score p in Player = tickets[p] + {score}
"""

GUARDED = {
    "start": "0 if a + b == 4 else min(30, share)",
    "asked": "a + b > 4 implies n <= share + 2",
    "most": "(2 if a + b == 4 else share + 2)",
    "play": "    if a + b > 4:\n        do count_up\n        each player: must look",
    "score": "(share if a + b > 4 else 0)",
}

BARE = {
    "start": "min(30, share)",
    "asked": "n <= share + 2",
    "most": "(share + 2)",
    "score": "share",
}


def test_what_is_guarded_may_be_mentioned_as_often_as_wanted() -> None:
    opened = compiling.open_text("guarded.rules", MENTIONS.format(**GUARDED))
    assert [d.code for d in compiling.check(opened).diagnostics if d.is_error] == []
    machine = compiling.compile_program(opened).machine
    assert machine is not None
    state = Game(machine).start(seed=1)
    assert [str(m) for m in state.legal_moves] == ["take(1)", "take(2)", "give(1)", "give(2)"]
    state.push(state.parse_move("take(2)"))
    state.push(state.parse_move("give(1)"))
    assert state.scores == (2, 1)


@pytest.mark.parametrize(
    ("place", "text"),
    [
        *BARE.items(),
        ("play", "    if a + b > 4:\n        do count_up\n    do count_up"),
        ("play", "    if a + b > 4:\n        each player: must look\n    each player: must look"),
    ],
)
def test_one_mention_without_a_guard_is_told_whatever_was_mentioned_before(
    place: str, text: str
) -> None:
    opened = compiling.open_text("guarded.rules", MENTIONS.format(**{**GUARDED, place: text}))
    found = compiling.check(opened).diagnostics
    assert [d.code for d in found if d.is_error] == ["RD221"]
