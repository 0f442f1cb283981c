"""What is stored on one way only, so that another function finds it, is not taken for stored, or not stored, on all."""

from __future__ import annotations

import pytest

from tests.language.small import game
from tests.native.in_step import in_step, players

RULES = """
table squares
    1
    4
    9
var n: 0..9 = 2 seen by all
var m: -999..999 = 0 seen by all
define large(k: 0..9) = sum(squares[i] for i in 1..3) * n + max(k, n, 3) - min(k, n, 3) + squares[1] * k + squares[2] * n + (k + n) * (k - n)
action go(k in 0..9):
    let before = n
    n = k
    m = {formula}
    n = before
play:
    player 1 acts:
        repeat 3 times:
            must go
            let before = n
            n = m mod 10
            m = {formula}
            n = before
"""


def nested(depth: int, inner: str) -> str:
    """Sums within sums, so many that some are worked out in a function of their own."""
    for level in range(depth):
        inner = f"sum({inner} for q{level} in 1..1)"
    return inner


FORMULAS = (
    "(large(1) if m > 20 else 3)",
    "(1 if m > 20 and large(2) > 9 else 2)",
    "sum(large(i) for i in 1..m mod 3)",
    "(1 if any(large(i) > 99 for i in 1..3) else 0)",
    nested(12, "n"),
)


@pytest.mark.parametrize("formula", FORMULAS)
def test_what_holds_again_what_it_held(formula: str) -> None:
    everybody = players(game(RULES.format(formula=formula)).machine)
    made = sum(in_step(everybody, number)[0] for number in range(10))
    assert made == 30
