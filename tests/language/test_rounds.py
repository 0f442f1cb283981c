"""Once round from somebody on: `x in S from E`; families that are revealed; money in pieces."""

from __future__ import annotations

import pytest

from tests.language.small import begun, errors, findings, played

SEATS = """
players 4
type Suit = clubs, hearts, spades
var bid[Player]: 0..9 = 0 seen by all
var seen: 0..9999 = 0 seen by all
var trumps: Suit = hearts seen by all
var best: Player = 1 seen by all
action go(p in Player):
    best = highest(q in Player from p by bid[q], first of equals)
action say(p in Player, n in 0..9):
    bid[p] = n
action circle(p in Player):
    seen = 0
    for q in Player from p where q != 3:
        seen = seen * 10 + ordinal(q)
action suits(s in Suit):
    seen = 0
    for t in Suit from s:
        seen = seen * 10 + ordinal(t)
play:
    turns from 1 where me == 1: must go or say or circle or suits
"""


@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_a_tie_goes_to_the_first_from_a_player_on(first: int) -> None:
    state = begun(SEATS)
    played(state, "say(2, 5)")
    played(state, "say(4, 5)")
    played(state, f"go({first})")
    assert state.observation(0).data["variables"]["best"] == f"seat {2 if first <= 2 else 4}"


@pytest.mark.parametrize(
    ("move", "order"),
    [
        ("circle(1)", 124),
        ("circle(2)", 241),
        ("circle(3)", 412),
        ("circle(4)", 412),
        ("suits(clubs)", 123),
        ("suits(hearts)", 231),
        ("suits(spades)", 312),
    ],
)
def test_everything_is_gone_through_once_from_the_first_on(move: str, order: int) -> None:
    state = begun(SEATS)
    played(state, move)
    assert state.observation(0).data["variables"]["seen"] == order


@pytest.mark.parametrize(
    ("binder", "message"),
    [
        ("x in 1..3 from 2", "`1..3` has no order that could begin in the middle"),
        ("x in Suit from yes", "what is begun with is"),
        ("x in Player from none", "what is begun with is"),
    ],
)
def test_what_cannot_be_gone_round(binder: str, message: str) -> None:
    found = errors(SEATS + f"define many = count({binder})\n")
    assert found, binder
    assert message in found[0]


# --- families that are revealed -------------------------------------------------------------------

SEALED = """
var bid[Player]: 0..9 = 0 seen by owner
var of_nobody: 0..9 = 3 seen by nobody
money coins[Player] = 7 seen by owner
action seal(secretly n in 0..9):
    your bid = n
play:
    each player: must seal
    reveal bid
    reveal coins to 2
    each player: must seal
"""


def test_a_family_of_values_is_revealed_in_order() -> None:
    state = begun(SEALED)
    played(state, "seal(4)")
    played(state, "seal(6)")
    onlooker = [x for x in str(state.information_state(0)).split("\n") if "shown" in x]
    assert onlooker == ["shown: 4", "shown: 6", *["shown to seat 2: something"] * 2]
    second = [x for x in str(state.information_state(2)).split("\n") if "shown" in x]
    assert second == ["shown: 4", "shown: 6", *["shown to seat 2: 7"] * 2]


def test_what_a_revealed_family_tells_may_be_told() -> None:
    announced = SEALED + '    announce "{sum(bid[p] for p in Player)}"\n'
    assert errors(announced.replace("    each player: must seal\n    ann", "    ann")) == []
    unsaid = announced.replace("    reveal bid\n", "")
    assert any("bid" in message for message in errors(unsaid))


# --- what is not to be missed ---------------------------------------------------------------------


def test_two_independent_faults_of_an_action_are_both_told() -> None:
    text = """
money bank = unlimited seen by all
money coins[Player] = 7 seen by all
var offer[Player]: 0..9 = 0 seen by owner
action bid(n in 0..your coins): your offer = n
play:
    each player: must bid
"""
    assert {d.code for d in findings(text) if d.is_error} == {"RD503", "RD415"}


LATE = """
card N(value: 1..9) shown as "{value}"
deck stock: N(each 1..9)
pile heap seen by all
action take:
    {head}
    move card to heap
play:
    each player: must take
"""


@pytest.mark.parametrize(
    ("head", "late"),
    [
        ("let card = top(heap)\n    require heap is not empty", True),
        ("let card = top(heap)\n    require size(heap) > 0 and card.value > 2", True),
        ("require heap is not empty\n    let card = top(heap)", False),
        ("require heap is not empty\n    let card = top(heap)\n    require size(heap) > 2", False),
        (
            "let card = top(heap) if heap is not empty else top(stock)\n    require size(heap) > 0",
            False,
        ),
        ("let card = top(stock)\n    require heap is not empty", False),
    ],
)
def test_a_require_that_comes_too_late(head: str, late: bool) -> None:
    codes = [d.code for d in findings(LATE.replace("{head}", head))]
    assert ("RD316" in codes) == late
