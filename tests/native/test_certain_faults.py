"""Faults that are certain before play, by constants: a program can be made all the same, and comes upon them as the
interpreter does."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl import api
from ruledsl.native.translate.lower import lower
from tests.native.in_step import in_step, players
from tests.native.lockstep import side_by_side
from tests.native.test_lockstep import BACKENDS

RULES = """language 1
game certain "Certain"
players 2
type Column = 1..3
type Kind = plain, odd, rare
card Card(value: 1..9) shown as "{value}"
deck stock:
    Card(each 1..9)
pile heap seen by all
zone hand[Player] seen by all
row market[Column] seen by all
money purse[Column] = 3 seen by all
var level[Column]: 0..9 = 1 seen by all
var n: -99..99 = 0 seen by all
var nobody: Card or none = none seen by all
table prices
    4
    5
    6
define price(i: -9..99) = prices[i]
define level_of(i: -9..99) = level[i]
define cards_at(i: -9..99) = size(market[i])
define starts(i: -9..99) = first(market[i]) == last(market[i])
define value_at(i: -9..99) = market[1][i].value
define rank(i: -9..99) = ordinal(Kind[i])
define seat(i: -9..99) = ordinal(Player[i])
define worth(c: Card or none) = c.value
setup:
    shuffle stock
    move 2 from stock to market[1]
    move 2 from stock to market[3]
action stay:
    n = 0
action try_it(i in 1..2):
    require n == 0 or GUARD > 0
    n = INDEX
    STEP
play:
    player 1 acts: must stay or try_it
    n = INDEX
    STEP
    player 2 acts: must stay or try_it
score p in Player = n
"""

STEPS = (
    "move 1 from stock to market[n]",
    "move 1 from stock to hand[Player[n]]",
    "move all from market[n] to stock",
    "move all from market to hand[Player[n]]",
    "move market[1][n] to heap",
    "move first(market[n]) to heap",
    "move random(hand[Player[n]]) to heap",
    "move n from stock to heap",
    "pay 1 from purse[1] to purse[n]",
    "pay n from purse[1] to purse[2]",
    "level[n] += 1",
    "n = prices[n]",
    "n = size(market[n])",
    "n = ordinal(Kind[n])",
    "reveal market[n]",
)

GUARDS = (
    "price(INDEX)",
    "level_of(INDEX)",
    "cards_at(INDEX)",
    "value_at(INDEX)",
    "rank(INDEX)",
    "seat(INDEX)",
    "(1 if starts(INDEX) else 2)",
    "worth(none)",
    "sum(prices[k] for k in 2..4)",
    "sum(n div (k - 3) for k in 2..4)",
)
"""What a move needs; nothing of it is asked in the beginning, where ``n`` is 0."""

INDICES = (-9, 0, 99)


def alike(tmp_path: Path, guard: str, step: str, index: int) -> bool:
    """Play some games on all side by side; whether there are faults in any."""
    text = RULES.replace("GUARD", guard).replace("STEP", step).replace("INDEX", f"{index}")
    path = tmp_path / "certain.rules"
    path.write_text(text)
    machine = api.load(str(path)).machine
    everybody = players(machine)
    faults = [in_step(everybody, number)[1] for number in range(4)]
    for backend in BACKENDS:
        running = backend(lower(machine, traced=True))
        for number in range(2):
            side_by_side(api.load(str(path)), running, number)
    return any(faults)


@pytest.mark.parametrize("step", STEPS)
def test_steps(step: str, tmp_path: Path) -> None:
    faults = [alike(tmp_path, "1", step, index) for index in INDICES]
    assert any(faults)


@pytest.mark.parametrize("guard", GUARDS)
def test_guards(guard: str, tmp_path: Path) -> None:
    """A guard that is asked beside others takes nothing over from them."""
    faults = [alike(tmp_path, guard, "n = 5", index) for index in INDICES]
    assert any(faults)
