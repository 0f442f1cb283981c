"""What the library says to programs that call it wrongly, and how faults in rules name values."""

from __future__ import annotations

from typing import Any

import pytest

import ruledsl
from ruledsl import compiling
from ruledsl.testing.runner import run_tests
from tests.language.small import begun, full, game

DICE = """
var eyes: 0..6 = 0 seen by all
action roll(n in 1..2):
    eyes = n
play:
    turns from 1 until eyes == 2: must roll
"""


def test_the_errors_are_exported() -> None:
    for name in ("StartError", "NotOverError", "OutcomeError", "PlayError"):
        assert name in ruledsl.__all__
        assert issubclass(getattr(ruledsl, name), ValueError)


def test_a_text_is_not_pushed() -> None:
    state = begun(DICE)
    before = state.core
    with pytest.raises(ruledsl.PlayError) as caught:
        state.push("roll")  # type: ignore[arg-type]
    assert str(caught.value) == 'push takes a move: `state.push(state.parse_move("roll"))`'
    assert state.core == before


@pytest.mark.parametrize("item", [None, 3, ("roll", 1), object(), b"roll"])
def test_other_things_are_not_pushed(item: Any) -> None:
    state = begun(DICE)
    with pytest.raises(ruledsl.PlayError, match="push takes a move or an outcome of chance, not `"):
        state.push(item)
    with pytest.raises(ruledsl.UnreadableMove, match="a move is read from a text"):
        state.parse_move(item)
    with pytest.raises(ruledsl.UnreadableMove, match="`why` takes a move or its text"):
        state.why(item)
    assert state.items == ()


@pytest.mark.parametrize("seat", ["1", None, 1.0, -1, 3, True])
def test_a_seat_is_a_number(seat: Any) -> None:
    with pytest.raises(ruledsl.PlayError, match="there is no seat"):
        begun(DICE).observation(seat)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"seed": "a"}, "the seed is a whole number, not 'a'"),
        ({"seed": 1.5}, "the seed is a whole number, not 1.5"),
        ({"seed": True}, "the seed is a whole number, not True"),
        ({"seed": -1}, "seed"),
        ({"seed": 1 << 64}, "seed"),
        ({}, "a game needs a seed"),
        ({"chance": "loaded"}, "not 'loaded'"),
        ({"seed": 1, "starter": "2"}, "the starter is a whole number, not '2'"),
        ({"seed": 1, "round": None, "totals": (1, "2")}, "a total is a whole number, not '2'"),
        ({"seed": 1, "round": "2"}, "the round is a whole number, not '2'"),
    ],
)
def test_a_game_is_not_started_so(arguments: dict[str, Any], said: str) -> None:
    arguments = {k: v for k, v in arguments.items() if not (k == "round" and v is None)}
    with pytest.raises(ruledsl.StartError) as caught:
        game(DICE).start(**arguments)
    assert said in str(caught.value)


def test_a_match_is_not_started_so() -> None:
    match = 'match two "Two":\n    rounds = 2\n    starter = lot\n    winner = most_rounds\n'
    with pytest.raises(ruledsl.StartError, match="the seed is a whole number"):
        game(DICE + match).match("two", seed="a")  # type: ignore[arg-type]


def test_the_number_of_players_is_a_number() -> None:
    with pytest.raises(ruledsl.RulesError, match="for 2 players, not two"):
        ruledsl.load("kuhn", players="two")  # type: ignore[arg-type]


# --- values in faults -----------------------------------------------------------------------

VALUES = """
var points[Player]: 0..9 = 5 seen by all
money coins[Player] = 19 up to 20 seen by all
money bank = 3 up to 30 seen by all
action hit(n in [1,
        30]):
    points[2] = (points[2] +
        n)
action spend(n in 0..30):
    pay n from coins[2] to bank
action win(n in 0..30):
    pay n from bank to your coins
play:
    turns from 1: must hit or spend or win
"""


@pytest.mark.parametrize(
    ("move", "message", "values"),
    [
        ("hit 30", "`points[2]` cannot be 35: it is within 0..9", ()),
        ("spend 20", "20 is more than there is", (("coins[2]", "19"),)),
        ("win 3", "`coins[1]` would hold 22, more than 20", ()),
        ("win 4", "4 is more than there is", (("bank", "3"),)),
    ],
)
def test_a_fault_names_the_element(
    move: str, message: str, values: tuple[tuple[str, str], ...]
) -> None:
    state = begun(VALUES)
    with pytest.raises(ruledsl.RuleFault) as caught:
        state.push(state.parse_move(move))
    assert (caught.value.message, caught.value.values) == (message, values)


def test_a_fault_in_a_test_is_told_on_lines_of_its_own() -> None:
    text = full(VALUES + 'test "t":\n    when 1: hit(30)\ntest "u":\n    when 1: spend(20)\n')
    (hit, spend), _ = run_tests(compiling.open_text("small.rules", text))
    assert hit.message == "the rules fail: `points[2]` cannot be 35: it is within 0..9"
    assert hit.details == ("small.rules:8: points[2] = (points[2] +",)
    assert spend.details == (
        "small.rules:11: pay n from coins[2] to bank",
        "coins[2] = 19",
    )
    for report in (hit, spend):
        assert "\n" not in "".join((report.message, *report.details))


def test_a_number_out_of_range_is_told_alike_however_long_it_is() -> None:
    reasons = set()
    for number in ("3", "99", "9" * 20, "9" * 200, "-" + "9" * 200):
        with pytest.raises(ruledsl.IllegalMove) as caught:
            begun(DICE).parse_move(f"roll {number}")
        reasons.add(str(caught.value))
    assert len(reasons) == 1, reasons
    with pytest.raises(ruledsl.UnreadableMove):
        begun(DICE).parse_move("roll 1x")
