"""Answers that are known before they are asked for: finding them out ends soon, and they cost what they cost at first."""

from __future__ import annotations

import time

import pytest

from ruledsl.engine.errors import RuleFault
from ruledsl.engine.game import Game
from ruledsl.native.running.interpreted import Interpreted
from ruledsl.native.translate.lower import lower
from tests.language.small import game
from tests.native.in_step import in_step, players
from tests.native.lockstep import fault_in

RULES = """
card N(value: 1..{cards}) shown as "{{value}}"
deck stock:
    N(each 1..{cards})
zone hand[Player] seen by all
setup:
    shuffle stock
    move {dealt} from stock to hand[1]
action lay({params} in hand[1]):
    require count(i in 1..{elements} where i == {asked}) == 1
    move c to hand[2]
action draw:
    move 1 from stock to hand[1]
play:
    player 1 acts:
        repeat 3 times:
            may lay or draw
"""

ELEMENTS = 2000
"""Elements that may be looked at between two choices, here."""

PARAMS = {"one": ("c", "c.value"), "two": ("c, d", "c.value + d.value")}


def asking(params: str, *, cards: int, dealt: int, elements: int) -> Game:
    names, asked = PARAMS[params]
    return game(
        RULES.format(cards=cards, dealt=dealt, params=names, elements=elements, asked=asked)
    )


@pytest.mark.parametrize("params", PARAMS)
def test_guards_that_take_long_are_worked_out_in_play(params: str) -> None:
    """All answers together would take hours."""
    machine = asking(params, cards=140, dealt=2, elements=150_000).machine
    began = time.process_time()
    program = lower(machine)
    assert time.process_time() - began < 5
    assert len(program.unit.constants) < 140 * 140


def test_tables_of_a_machine_have_one_bound() -> None:
    """Each of these tables would do by itself."""
    few, many = (
        lower(game(f"{ACTIONS}{''.join(map(ACTION.format, range(actions)))}{PLAY}").machine)
        for actions in (1, 60)
    )
    assert len(many.unit.constants) < 30 * len(few.unit.constants)


ACTIONS = """
card N(value: 1..100) shown as "{value}"
deck stock:
    N(each 1..100)
zone hand[Player] seen by all
"""
ACTION = """
action lay{0}(c, d in your hand):
    require sum(i * c.value for i in 1..12) + {0} == d.value
    move c to hand[1]
"""
PLAY = """
play:
    player 1 acts:
        may lay0
"""


@pytest.mark.parametrize(("params", "dealt", "elements"), [("one", 22, 90), ("two", 10, 40)])
def test_what_was_answered_before_counts_as_it_did(params: str, dealt: int, elements: int) -> None:
    """With one more card there is too much to look at, whether the other answers are known already or not."""
    played = asking(params, cards=40, dealt=dealt, elements=elements)
    pairs = dealt if params == "one" else dealt * (dealt - 1) // 2
    assert pairs * elements < ELEMENTS
    knows, asks = (Interpreted(played.machine, ELEMENTS) for _ in range(2))
    for playing in (knows, asks):
        playing.begin()
        playing.seed((1, 2, 3))
        playing.run()
    moves = knows.moves()
    knows.play(moves.index((2,)))
    knows.run()
    asks.load(knows.core)
    faults = [fault_in(playing.moves) for playing in (knows, asks)]
    assert [str(fault) for fault in faults] == [str(faults[0])] * 2
    assert isinstance(faults[0], RuleFault)


def test_guards_that_visit_little() -> None:
    everybody = players(asking("two", cards=12, dealt=5, elements=20).machine)
    made = sum(in_step(everybody, number)[0] for number in range(10))
    assert made > 10
