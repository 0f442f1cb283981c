"""What a condition tells of a variable or an account holds until that is written, and no longer."""

from __future__ import annotations

import pytest

from tests.language.small import game
from tests.native.in_step import in_step, players

RULES = """
table squares
    1
    4
    9
    16
    25
var n: 0..5 = 5 seen by all
var m: 0..25 = 0 seen by all
money pot = 5 seen by all
money coins[Player] = 0 seen by all
action go(k in 0..5):
    n = k
phase clear:
    n = 0
play:
    each player:
        must go
        {condition}:
            {step}
            m = {read}
"""

STEPS = (
    ("if n > 2", "n = n - 3", "squares[n]"),
    ("if n == 4", "n = 0", "squares[n]"),
    ("if n >= 1", "n = random(0..1)", "squares[n]"),
    ("if n > 0", "do clear", "squares[n]"),
    ("if n != 0 and n > 2", "n -= 3", "squares[n]"),
    ("if pot > 1", "pay pot from pot to coins[1]", "squares[pot]"),
    ("if pot == 5", "pay all from pot to your coins", "10 div pot"),
    ("if coins[1] == 0", "pay 3 from pot to coins[1]", "squares[pot - coins[1]]"),
)


@pytest.mark.parametrize(("condition", "step", "read"), STEPS)
def test_what_was_known_before_a_step(condition: str, step: str, read: str) -> None:
    played = game(RULES.format(condition=condition, step=step, read=read))
    everybody = players(played.machine)
    faults = [in_step(everybody, number)[1] for number in range(30)]
    assert any(faults)
