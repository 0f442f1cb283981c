"""Whose turn it is: `me`, `turns`, `each player`, `together`, leaving blocks, choices, limits."""

from __future__ import annotations

import pytest

import ruledsl
from ruledsl.engine.errors import RuleFault
from ruledsl.engine.state import State
from ruledsl.limits import DECISIONS_OF_A_GAME
from tests.language.small import begun, errors, game, moves, played, values

FIVE = """
players 5
var out[Player]: Bool = no seen by all
var n: 0..99 = 0 seen by all
action pass:
    n += 1
action knock(p in Player):
    out[p] = yes
action stop:
    end game
phase none_of_it:
    n += 1
play:
"""


def order(state: State, *typed: str) -> list[int | None]:
    """Who acts before each of these moves, and after the last."""
    seats = [state.actor]
    for move in typed:
        played(state, move)
        seats.append(state.actor)
    return seats


# --- me ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "must pass",
        "for p in Player: must pass",
        "n = 1 if out[me] else 2",
        "n = 1 if your out else 2",
        "player me acts: must pass",
        "repeat 2 times: may pass",
        "turns from me: must pass",
        "turns from 1 until out[me]: must pass",
    ],
)
def test_where_nobody_acts_there_is_no_me(line: str) -> None:
    found = errors(FIVE + "    " + line)
    assert len(found) == 1, found
    assert found[0].startswith("15:")


@pytest.mark.parametrize(
    "body", ["score p in Player = ordinal(me)", "var a: Player = me seen by all"]
)
def test_results_and_initial_values_know_no_me(body: str) -> None:
    assert errors(body)


def test_a_phase_or_define_with_me_may_be_used_only_where_there_is_one() -> None:
    using = FIVE.replace("    n += 1\nplay:", "    must pass\ndefine mine = ordinal(me)\nplay:")
    for line in ("do none_of_it", "n = mine"):
        assert len(errors(using + f"    {line}")) == 1
    assert errors(using + "    each player:\n        do none_of_it\n        n = mine") == []


def test_in_where_me_is_the_candidate_and_in_until_the_one_outside() -> None:
    s = begun(FIVE + "    each player where ordinal(me) mod 2 == 0: must pass")
    assert order(s, "pass", "pass") == [2, 4, None]
    s = begun(FIVE + "    player 3 acts:\n        turns from 1 until out[me]: must pass or knock")
    assert order(s, "pass", "knock 2", "knock 3") == [1, 2, 3, None]


# --- turns -------------------------------------------------------------------------------------------


def test_turns_go_round_until_the_condition_holds() -> None:
    s = begun(FIVE + "    turns from 4 until n == 7: must pass")
    assert order(s, *["pass"] * 7) == [4, 5, 1, 2, 3, 4, 5, None]


def test_there_is_no_turn_if_the_condition_holds_at_once_or_nobody_is_left() -> None:
    assert begun(FIVE + "    turns from 2 until n == 0: must pass").is_over
    assert begun(FIVE + "    turns from 2 where n > 0: must pass").is_over
    s = begun(FIVE + "    turns from 2 where not out[me]: must knock")
    assert order(s, "knock 3", "knock 2", "knock 5", "knock 1", "knock 4") == [2, 4, 5, 1, 4, None]


def test_where_turns_begin_is_worked_out_once() -> None:
    s = begun(FIVE + "    turns from Player[n + 2] until n == 3: must pass")
    assert order(s, "pass", "pass", "pass") == [2, 3, 4, None]


def test_what_happens_in_a_turn_does_not_change_whose_turn_is_next() -> None:
    text = (
        FIVE
        + """    turns from 1 until n >= 6:
        must pass
        player next(me, 3) acts: must pass
"""
    )
    s = begun(text)
    assert order(s, *["pass"] * 6) == [1, 4, 2, 5, 3, 1, None]


# --- each player -----------------------------------------------------------------------------------------


def test_each_player_visits_every_seat_once() -> None:
    assert order(begun(FIVE + "    each player: must pass"), *["pass"] * 5) == [1, 2, 3, 4, 5, None]
    assert order(begun(FIVE + "    each player from 4: must pass"), *["pass"] * 5) == [
        4,
        5,
        1,
        2,
        3,
        None,
    ]


def test_where_is_asked_as_the_seat_comes_up() -> None:
    s = begun(FIVE + "    each player where not out[me]: must pass or knock")
    assert order(s, "knock 2", "knock 1", "knock 5") == [1, 3, 4, None]


def test_each_other_player_begins_with_the_next_seat() -> None:
    s = begun(FIVE + "    player 3 acts:\n        each other player: must pass\n        must stop")
    assert order(s, *["pass"] * 4, "stop") == [4, 5, 1, 2, 3, None]


# --- together ----------------------------------------------------------------------------------------------

MARKET = """
card N(value: 1..40) shown as "{value}"
deck d[Player]:
    N(each 1..2)
zone hand[Player] seen by owner
zone offer[Player] seen by nobody
zone market seen by all
var n[Player]: 0..9 = 0 seen by all
setup:
    each player: move all from your d to your hand
ACTION
play:
    together each player: must act
"""
OFFER = "action act(c in your hand):\n    move c to your offer"


def test_choices_made_together_do_not_see_each_other() -> None:
    text = MARKET.replace("ACTION", OFFER)
    seen = set()
    for first in ("act 1", "act 2"):
        s = played(begun(text), first)
        seen.add((s.actor, tuple(moves(s)), tuple(sorted(values(s, 2).items()))))
    assert len(seen) == 1
    assert moves(played(begun(text), "act 1")) == ["act(1)", "act(2)"]


@pytest.mark.parametrize(
    ("action", "line"),
    [
        ("action act(c in market):\n    move c to your hand", "13:"),
        ("action act(c in your hand):\n    move c to your offer\n    n[next(me)] = 1", "14:"),
        ("action act(c in your hand):\n    move c to market\n    your n = size(market)", "14:"),
        ("action act(c in your hand):\n    reveal c\n    move c to your offer", "13:"),
        (
            "action act(c in your hand):\n    let r = random(1..2)\n    your n = r\n    move c to your offer",
            "13:",
        ),
        ("action act(c in your hand):\n    end game", "13:"),
    ],
)
def test_what_is_chosen_together_cannot_depend_on_the_order(action: str, line: str) -> None:
    found = errors(MARKET.replace("ACTION", action))
    assert any(message.startswith(line) for message in found), found


@pytest.mark.parametrize(
    "body", ["must act\n        must act", "n[me] = 1", "each player: must act", "shuffle d[me]"]
)
def test_together_holds_a_single_choice(body: str) -> None:
    text = MARKET.replace("ACTION", OFFER).replace("player: must act", f"player:\n        {body}")
    assert errors(text)


# --- leaving --------------------------------------------------------------------------------------------------


def test_leaving_a_block_by_any_way_gives_the_turn_back() -> None:
    text = FIVE.replace(
        "phase none_of_it:\n    n += 1",
        "phase inner:\n    player 5 acts:\n        player 4 acts:\n            must pass\n            end inner",
    )
    s = begun(text + "    player 2 acts:\n        do inner\n        must pass\n        must stop")
    assert order(s, "pass", "pass", "stop") == [4, 2, 2, None]


def test_the_player_of_a_block_is_worked_out_once() -> None:
    s = begun(
        FIVE
        + "    player Player[n + 1] acts:\n        must pass\n        must pass\n        must pass"
    )
    assert order(s, "pass", "pass", "pass") == [1, 1, 1, None]


def test_end_game_goes_to_the_score_from_anywhere() -> None:
    text = FIVE.replace(
        "phase none_of_it:\n    n += 1",
        "phase inner:\n    player 5 acts: must pass or stop\n    n = 50",
    )
    s = begun(text + "    repeat 3 times:\n        do inner\nscore p in Player = n")
    played(s, "pass", "stop")
    assert s.is_over
    assert s.scores == (50,) * 5


@pytest.mark.parametrize("line", ["end turns", "end none_of_it", "end pass", "end nowhere"])
def test_only_a_phase_that_is_under_way_can_be_left(line: str) -> None:
    assert errors(FIVE + f"    {line}")


def test_end_leaves_the_phase_with_all_loops_in_it() -> None:
    text = FIVE.replace(
        "phase none_of_it:\n    n += 1",
        "phase inner:\n    turns from 1:\n        must pass\n        repeat:\n            if n == 2: end inner\n            n += 1",
    )
    s = begun(text + "    do inner\n    n += 40")
    assert order(s, "pass") == [1, None]
    assert values(s)["n"] == "42"


# --- choices ------------------------------------------------------------------------------------------------------


def test_otherwise_is_a_decision_with_one_move() -> None:
    text = FIVE.replace("    out[p] = yes", "    require not out[p]\n    out[p] = yes")
    text += "    repeat 2 times:\n        player 1 acts: must knock(2), otherwise pass"
    s = begun(text)
    assert moves(s) == ["knock(seat 2)"]
    played(s, "knock 2")
    assert moves(s) == ["pass"]
    assert s.decisions == 1


def test_skip_comes_with_may_and_is_the_only_move_where_nothing_is_legal() -> None:
    assert sorted(moves(begun(FIVE + "    player 1 acts: may pass"))) == ["pass", "skip"]
    never = FIVE.replace("    n += 1\naction knock", "    require n > 3\n    n += 1\naction knock")
    assert moves(begun(never + "    player 1 acts: may pass")) == ["skip"]
    with pytest.raises(RuleFault):
        begun(never + "    player 1 acts: must pass")


def test_an_offer_with_values_fixes_all_parameters_and_stands_once() -> None:
    assert moves(begun(FIVE + "    player 1 acts: must knock(3) or pass")) == [
        "knock(seat 3)",
        "pass",
    ]
    assert errors(FIVE + "    player 1 acts: must knock(3, 4)")
    assert errors(FIVE + "    player 1 acts: must pass or stop or pass")


def test_a_ruleset_with_forced_moves_lists_them() -> None:
    state = ruledsl.load("goofspiel", options={"cards": 2}).start(seed=1)
    played(state, moves(state)[0])
    played(state, moves(state)[0])
    assert len(state.legal_moves) == 1
    assert not state.is_over


# --- limits -----------------------------------------------------------------------------------------------------------


def test_a_loop_without_a_decision_is_a_fault_at_the_loop() -> None:
    g = game(FIVE + "    repeat until n == 98:\n        n = 3")
    with pytest.raises(RuleFault) as fault:
        g.start(seed=1)
    assert fault.value.line == 15


def test_a_loop_behind_a_move_leaves_the_state_as_it_was() -> None:
    s = begun(FIVE + "    player 1 acts: must pass\n    repeat until n == 98:\n        n = 3")
    before = (s.core, s.items, moves(s))
    with pytest.raises(RuleFault):
        played(s, "pass")
    assert (s.core, s.items, moves(s)) == before


def test_forced_moves_without_end_stop_at_the_limit_of_decisions() -> None:
    s = game(
        "var n: 0..1 = 0 seen by all\naction pass:\n    n = 0\nplay:\n    turns from 1: must pass"
    ).start(seed=1, events=False)
    (move,) = s.legal_moves
    for _ in range(DECISIONS_OF_A_GAME):
        s.push(move)
    with pytest.raises(RuleFault):
        s.push(move)
    assert s.decisions == DECISIONS_OF_A_GAME


# --- what is asked first ---------------------------------------------------------------------

ORDER = """
var winner: Player or none = %s seen by all
var pot: 0..9 = 0 seen by all
var shares: 0..9 = %s seen by all
action share(%s):
    require %s, otherwise "not yet"
    pot = n
play:
    player starter acts:
        may share
"""


def offered(winner: str, shares: str, params: str, condition: str) -> list[str]:
    """What seat 1 may do: an action with these parameters and that condition, or nothing."""
    return moves(begun(ORDER % (winner, shares, params, condition)))


@pytest.mark.parametrize("params", ["n in 1..6 div shares", "p in Player, n in 1..6 div shares"])
def test_what_a_parameter_can_be_is_worked_out_before_a_require_is_asked(params: str) -> None:
    with pytest.raises(RuleFault, match="division by 0"):
        offered("none", "0", params, "shares > 0")
    with pytest.raises(RuleFault, match="division by 0"):
        offered("none", "0", params, "winner != none")


@pytest.mark.parametrize(
    "params", ["n in 1..pot", "p in Player, n in 1..pot", "n in 1..pot, q in Player"]
)
def test_no_require_is_asked_where_there_is_nothing_to_choose(params: str) -> None:
    assert offered("none", "0", params, "6 div shares > 2") == ["skip"]
    assert offered("none", "0", params, "shares > 0 or 6 div shares > 2") == ["skip"]
    with pytest.raises(RuleFault, match="division by 0"):
        offered("none", "0", params.replace("pot", "2"), "6 div shares > 2")


def test_an_offer_with_arguments_is_judged_in_the_same_order() -> None:
    text = (ORDER % ("none", "0", "n in 1..pot", "6 div shares > 2")).replace(
        "may share", "may share(3)"
    )
    assert moves(begun(text)) == ["skip"]
    with pytest.raises(RuleFault, match="division by 0"):
        begun(text.replace("1..pot", "1..5"))


def test_why_tells_what_can_be_chosen_and_then_what_is_required() -> None:
    state = begun(ORDER % ("none", "2", "n in 1..pot", "shares > 3"))
    verdict = state.why("share 2")
    assert [check.kind for check in verdict.checks] == ["domain"]
    assert verdict.reason == "there is no n to choose: 1..0 (1..pot) is empty"
    state = begun(ORDER % ("none", "2", "n in 1..4", "shares > 3"))
    verdict = state.why("share 2")
    assert [(check.kind, check.held) for check in verdict.checks] == [
        ("domain", True),
        ("require", False),
    ]
    assert verdict.reason == "not yet"
