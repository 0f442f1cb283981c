"""Decks whose equal cards were shuffled together: each gathers what its cards show, and has room for it."""

from __future__ import annotations

from ruledsl.engine.resample.dice import Dice
from tests.language.small import NUMBERS, game

MIXED = f"""
{NUMBERS}
deck red:
    N(each 1..3)
deck blue:
    N(each 1..2)
pile heap seen by nobody
zone hand[Player] seen by owner
setup:
    move all from red to heap
    move all from blue to heap
    shuffle heap
    each player:
        move 1 from heap to your hand
action fetch:
    require size(red) < 3
    gather red
    shuffle red
    move 1 from red to your hand
action take:
    require heap is not empty
    move 1 from heap to your hand
action lay(c in your hand):
    move c to heap underneath
play:
    each player: may fetch or take
    each player: may lay
    each player: may fetch
    gather red
score p in Player = size(red) * 100 + sum(c.value for c in red)
"""


def test_a_deck_gathers_its_looks_wherever_they_are_and_no_more() -> None:
    played = game(MIXED)
    for seed in range(150):
        state = played.start(seed=seed)
        chance = Dice(seed)
        while not state.is_over:
            state.push(chance.pick(state.legal_moves))
        assert state.scores == (306, 306)
