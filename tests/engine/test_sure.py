"""Which domains surely can be worked out, so that a condition may be asked before them."""

from __future__ import annotations

import pytest

from ruledsl.engine.sure import Sure
from tests.language.small import NUMBERS, game

RULES = f"""
{NUMBERS}
type Column = 1..3
deck d:
    N(each 1..9)
zone hand[Player] seen by all
pile heap seen by all
row market[Column] seen by all
money coins[Player] = 5 up to 9 seen by all
var high: 0..9 = 0 seen by all
var maybe: 1..9 or none = none seen by all
var who: Player or none = none seen by all
action act(%s):
    high = 1
play:
    player starter acts:
        may act
"""


@pytest.mark.parametrize(
    "params",
    [
        "n in 1..6",
        "n in high + 1..your coins",
        "n in coins[2] - high .. size(heap)",
        "n in 1..size(hand[me])",
        "n in 4..2",
        "n in [2, high, 5]",
        "n in (1..2) + (5..high)",
        "p in Player",
        "c in your hand",
        "c in heap",
        "c in market[2]",
        "c in market",
    ],
)
def test_what_has_a_value_whatever_the_state(params: str) -> None:
    machine = game(RULES % params).machine
    (action,) = machine.actions
    assert Sure(machine).has_elements(action.params[-1].domain)


@pytest.mark.parametrize(
    "params",
    [
        "n in 1..6 div high",
        "n in 1..maybe",
        "n in maybe + 1..9",
        "n in 1..coins[who]",
        "c in hand[who]",
        "c in market[high]",
        "n in [1, 6 div high]",
        "n in (1..2) + (1..maybe)",
        "n in 1..top(heap).value",
    ],
)
def test_what_may_be_a_fault_or_is_not_known_to_be_none(params: str) -> None:
    machine = game(RULES % params).machine
    (action,) = machine.actions
    assert not Sure(machine).has_elements(action.params[-1].domain)
