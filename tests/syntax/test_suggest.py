"""`did you mean`."""

from __future__ import annotations

import pytest

from ruledsl.diagnostics.suggest import nearest
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
