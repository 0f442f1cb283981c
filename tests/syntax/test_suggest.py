"""`did you mean`."""

from __future__ import annotations

import pytest

from ruledsl.diagnostics.suggest import closest, nearest
from ruledsl.syntax.words import STATEMENTS


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("reqiure", "require"),
        ("mvoe", "move"),
        ("shufle", "shuffle"),
        ("MOVE", "move"),
        ("lte", "let"),
        ("xyzzy", None),
        ("a", None),
        ("move", None),
        ("m" * 10000, None),
    ],
)
def test_the_word_that_was_meant(word: str, meant: str | None) -> None:
    assert nearest(word, STATEMENTS) == meant


def test_the_answer_does_not_depend_on_the_order() -> None:
    assert nearest("cart", ["card", "cars"]) == nearest("cart", ["cars", "card"]) == "card"
    assert nearest("x", []) is None


@pytest.mark.parametrize(
    ("word", "known", "is_only"),
    [
        ("shufle", ["shuffle", "move"], True),
        ("rounds_c", ["rounds_a", "rounds_b"], False),
        ("ruonds", ["round", "rounds"], True),  # two letters swapped, against that and one too many
        ("rouns", ["round", "rounds"], False),  # one letter wrong, or one too few
        ("roundes", ["round", "rounds"], True),
        ("HAND", ["hand", "hands"], True),
        ("discrads", ["discard", "discards"], True),
        ("turn_of_trick", ["turns_of_trick", "turn_or_trick"], False),
        ("stocks_pile", ["stock_piles", "stocks_piled"], True),
    ],
)
def test_whether_no_other_word_can_be_meant(word: str, known: list[str], is_only: bool) -> None:
    near = closest(word, known)
    assert near is not None
    assert near.is_only is is_only
