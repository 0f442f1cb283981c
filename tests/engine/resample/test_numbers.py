"""Hidden numbers of large ranges that come to light: they are chosen by what was shown, not by luck."""

from __future__ import annotations

import pytest

from ruledsl.engine.happenings import Assigned, Ended, Happening, Paid, Revealed
from ruledsl.engine.resample.dice import Dice
from ruledsl.engine.resample.effort import Allowance
from ruledsl.engine.resample.numbers import difference, proposal
from ruledsl.engine.resample.plan import Choice, Named
from ruledsl.engine.resample.sampling import Sampler
from ruledsl.machine.model import ValueType
from tests.language.small import game

HEAD = """
players 4
money coins[Player] = 100 up to 400 seen by all
money purse[Player] = 100 up to 400 seen by owner
money bank = 0 up to 800 seen by all
var bid[Player]: 0..100 = 0 seen by owner
var shown[Player]: 0..100 = 0 seen by all
var total: 0..400 = 0 seen by all
var luck[Player]: 0..1000 = 0 seen by nobody
action offer(secretly n in 0..100):
    your bid = n
action wait:
    luck[me] = random(1..1000)
play:
"""

PLAYS = {
    "shown one by one": """
    together each player: must offer
    for p in Player:
        reveal bid[p]
    each player: must wait
""",
    "set openly, again and again": """
    repeat 3 times:
        together each player: must offer
        for p in Player:
            shown[p] = bid[p]
        each player: must wait
""",
    "paid openly": """
    each player: must offer
    for p in Player:
        pay bid[p] from purse[p] to bank
    each player: must wait
""",
    "only the sum is told": """
    each player: must offer
    total = sum(bid[p] for p in Player)
    each player: must wait
""",
    "rolled unseen, shown later": """
    each player: must wait
    each player: must offer
    for p in Player:
        reveal luck[p]
    each player: must wait
""",
    "told by the scores": """
    each player: must offer
""",
    "told by what is left over": """
    each player: must offer
    for p in Player:
        shown[p] = 100 - bid[p]
    each player: must wait
""",
}


@pytest.mark.parametrize("play", PLAYS)
def test_numbers_that_come_to_light_are_found(play: str) -> None:
    """Blind trial would take a hundred to the power of three: here some hundred steps are enough."""
    played = game(HEAD + PLAYS[play] + "score p in Player = bid[p]\n")
    for seed in (1, 2):
        state = played.start(seed=seed)
        chance = Dice(seed)
        while not state.is_over:
            state.push(chance.pick(state.legal_moves))
        if play == "told by the scores":
            information = state.information_state(1)
        else:
            state.pop()
            information = state.information_state(1)
        sampler = Sampler(played, state.started, information, Allowance(1, search=1500))
        samples = [sampler.sample(number) for number in range(4)]
        assert all(sample.information_state(1) == information for sample in samples)
        if play == "only the sum is told":
            assert len({sample.core for sample in samples}) > 1


NUMBER = ValueType("number")


@pytest.mark.parametrize(
    ("shown", "wanted", "expected"),
    [
        (Assigned(0, 1, 5), Assigned(0, 1, 7), ((5, 7),)),
        (Assigned(0, 1, 5), Assigned(0, 2, 7), None),
        (Assigned(0, 1, 5), Paid(0, 1, 0, 2, 7), None),
        (Paid(0, 1, 0, 2, 5), Paid(0, 1, 0, 2, 7), ((5, 7),)),
        (Paid(0, 1, 0, 2, 5), Paid(0, 1, 0, 3, 7), None),
        (Revealed(0, (), 5, NUMBER), Revealed(0, (), 7, NUMBER), ((5, 7),)),
        (Revealed(0, (), 5, NUMBER), Revealed(1, (), 7, NUMBER), None),
        (Revealed(2, (), None, NUMBER), Revealed(2, (), None, NUMBER), None),
        (Ended((1, 2, 3), (3,)), Ended((1, 5, 0), (2,)), ((2, 5), (3, 0))),
    ],
)
def test_what_numbers_differ_in(
    shown: Happening, wanted: Happening, expected: tuple[tuple[int, int], ...] | None
) -> None:
    assert difference(shown, wanted) == expected


def test_what_is_proposed() -> None:
    """The choice of just the number that was shown becomes the one seen; mostly the latest of these."""
    choices = [(0, Choice(1, (5,), True)), (2, Choice(1, (Named(9), 5), True))]
    found = [proposal(choices, ((5, 8),), Dice(seed)) for seed in range(200)]
    assert (0, 0, Choice(1, (8,), True)) in found
    latest = (2, 1, Choice(1, (Named(9), 8), True))
    assert found.count(latest) > found.count((0, 0, Choice(1, (8,), True)))
    # Where none is just that number, one is moved by what is lacking.
    assert proposal(choices[:1], ((20, 23),), Dice(1)) == (0, 0, Choice(1, (8,), True))
    assert proposal([(0, Choice(1, (Named(3),), True))], ((20, 23),), Dice(1)) is None


HANDS = """
players 3
card N(value: 1..13, suit: 1..4) shown as "{value}.{suit}"
deck stock:
    N(each 1..13, each 1..4)
zone hand[Player] seen by owner
pile open seen by all
var points[Player]: 0..200 = 0 seen by all
setup:
    shuffle stock
    for p in Player:
        move 7 from stock to hand[p]
action discard(c in your hand):
    move c to open
action wait:
    announce "waits"
"""

SUMS = {
    "told at once": """
play:
    for p in Player:
        points[p] = sum(c.value for c in hand[p])
    each player: must wait
score p in Player = points[p]
""",
    "told by the scores": """
play:
    repeat 3 times:
        each player: must discard
score p in Player = sum(c.value for c in hand[p])
""",
    "how many of a suit": """
play:
    each player: must discard
    for p in Player:
        points[p] = count(c in hand[p] where c.suit == 1)
    each player: must wait
score p in Player = points[p]
""",
}


@pytest.mark.parametrize("sums", SUMS)
def test_numbers_worked_out_from_several_hidden_cards_are_found(sums: str) -> None:
    """Three hands of seven cards, of which two are hidden: exchanges bring each told number nearer."""
    played = game(HANDS + SUMS[sums])
    for seed in (1, 2, 3):
        state = played.start(seed=seed)
        chance = Dice(seed)
        while not state.is_over:
            state.push(chance.pick(state.legal_moves))
        sampler = Sampler(played, state.started, state.information_state(1), Allowance(1))
        for number in range(3):
            drawn = sampler.sample(number)
            assert drawn.information_state(1) == state.information_state(1)
        assert sampler.spent < 20_000, "found by luck, not by how far off the numbers are"
