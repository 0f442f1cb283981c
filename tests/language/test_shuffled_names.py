"""Names for cards that may have been shuffled: what was known of the card before holds no more."""

from __future__ import annotations

import pytest

from ruledsl.machine.sorts import nodes_of
from tests.language.small import errors, game

TABLE = """
card Pip(value: 1..9) shown as "{value}"
card Court() shown as "court"
deck pips:
    Pip(each 1..5)
deck courts:
    4 * Court()
pile heap seen by nobody
pile aside seen by nobody
pile laid seen by all
var n: 0..99 = 0 seen by all
phase mix:
    shuffle heap
setup:
    move all from courts to heap
    move all from pips to heap
    shuffle heap
play:
"""


def body(lines: str) -> str:
    """The table with these lines as its play."""
    return TABLE + "".join(f"    {line}\n" for line in lines.split("\n"))


LACKING = {
    "a shuffle": "let c = top(heap)\nif c is Pip:\n    shuffle heap\n    n = c.value",
    "a shuffle in a phase": "let c = top(heap)\nif c is Pip:\n    do mix\n    n = c.value",
    "a shuffle in a round before": (
        "let c = top(heap)\nif c is Pip:\n    repeat 2 times:\n        n = c.value\n        shuffle heap"
    ),
    "a shuffle under a condition": (
        "let c = top(heap)\nif c is Pip:\n    if n > 3:\n        shuffle heap\n    n = c.value"
    ),
}
"""What puts another face on a card that was a `Pip`."""


@pytest.mark.parametrize("name", LACKING)
def test_a_kind_is_known_no_more(name: str) -> None:
    (told,) = errors(body(LACKING[name]))
    assert told.endswith("`heap` may hold a `Court`, which has no `value`")


@pytest.mark.parametrize(
    "lines",
    [
        "let c = top(heap)\nif c is Pip:\n    n = c.value\n    shuffle heap",
        "let c = top(heap)\nif c is Pip:\n    shuffle heap\n    if c is Pip:\n        n = c.value",
        "for c in heap where c is Pip:\n    n = c.value\n    move c to laid",
        "shuffle heap\nfor c in heap where c is Pip:\n    n = c.value\n    shuffle heap",
        "let c = top(heap)\nif c is Pip:\n    shuffle aside\n    n = c.value",
    ],
)
def test_what_is_asked_after_a_shuffle_is_known(lines: str) -> None:
    assert errors(body(lines)) == []


def test_another_card_may_come_where_a_shuffled_one_is_moved() -> None:
    lines = (
        "let c = top(heap)\nif c is Pip:\n    shuffle heap\n    move c to laid\nn = top(laid).value"
    )
    (told,) = errors(body(lines))
    assert told.endswith("`laid` may hold a `Court`, which has no `value`")


def test_a_card_that_was_seen_is_drawn_again_after_a_shuffle() -> None:
    """Its face is not known before it is turned up, although it was once."""
    text = """
card Pip(value: 1..9) shown as "{value}"
deck pips:
    Pip(each 1..9)
pile laid seen by all
var before: 0..9 = 0 seen by all
var after: 0..9 = 0 seen by all
play:
    shuffle pips
    move 1 from pips to laid
    let c = top(laid)
    before = c.value
    move c to pips
    shuffle pips
    after = c.value
score p in Player = 10 * before + after
"""
    made = game(text)
    states = made.machine.states
    read = [part.op for s in states if hasattr(s, "value") for part in nodes_of(s.value)]
    assert "drawn_face" in read
    scores = {made.start(seed=seed).scores[0] for seed in range(40)}
    assert any(score // 10 != score % 10 for score in scores)
