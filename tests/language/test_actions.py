"""Actions: what may be chosen, and what comes of it."""

from __future__ import annotations

import pytest

from ruledsl.engine.errors import RuleFault
from tests.language.small import NUMBERS, PLACES, begun, cards, errors, game, moves, played, values

# --- domains of parameters -------------------------------------------------------------------------

BID = """
money coins[Player] = 3 seen by all
var high: 0..3 = HIGH seen by all
action bid(n in high + 1 .. coins[me]):
    high = n
action pass:
    high = high
play:
    player 1 acts: must bid or pass
"""


def test_a_domain_may_be_empty_and_may_mention_earlier_parameters() -> None:
    assert moves(begun(BID.replace("HIGH", "3"))) == ["pass"]
    assert moves(begun(BID.replace("HIGH", "1"))) == ["bid(2)", "bid(3)", "pass"]
    later = BID.replace("bid(n in high + 1 .. coins[me])", "bid(n in 1..3, k in n..3)").replace(
        "HIGH", "0"
    )
    assert moves(begun(later))[:-1] == [f"bid({n}, {k})" for n in (1, 2, 3) for k in range(n, 4)]


def test_too_many_moves_are_refused_with_their_number() -> None:
    (found,) = errors(
        "action a(n in 1..400, k in 1..400):\n    end game\nplay:\n    player 1 acts: must a"
    )
    assert "160000" in found


# --- effects ----------------------------------------------------------------------------------------


def test_lets_and_requires_come_first() -> None:
    wrong = BID.replace("HIGH", "0").replace("    high = n", "    high = n\n    require n > 1")
    (found,) = errors(wrong)
    assert found.startswith("7:")


def test_and_and_or_stop_as_soon_as_the_answer_is_known() -> None:
    for condition in (
        "high == 1 or the(c in d where c.value == 9).value == 9",
        "not (high == 2 and the(c in d where c.value == 9).value == 9)",
        "(yes if high == 1 else the(c in d where c.value == 9).value == 9)",
        "high == 2 implies the(c in d where c.value == 9).value == 9",
    ):
        s = begun(
            f"""
{NUMBERS}
deck d:
    N(1)
var high: 0..3 = 1 seen by all
var answer: Bool = no seen by all
play:
    answer = {condition}
"""
        )
        assert values(s)["answer"] == "yes"
    with pytest.raises(RuleFault):
        begun(
            f"{NUMBERS}\ndeck d:\n    N(1)\nvar a: Bool = no seen by all\nplay:\n    a = yes and the(c in d where c.value == 9).value == 9"
        )


@pytest.mark.parametrize("between", ["", "    move top(d) to p\n"])
def test_after_a_fault_all_is_as_it_was_before_the_push(between: str) -> None:
    text = f"""
{NUMBERS}
deck d:
    N(each 1..3)
pile p seen by all
pile bare seen by all
money coins[Player] = 3 seen by all
money pot = 0 seen by all
action err:
    pay 2 from your coins to pot
{between}    move 1 from bare to p
setup:
    shuffle d
play:
    player 1 acts: must err
"""
    s = game(text).start(chance="explicit")
    if between:
        played(s, "err")
        assert s.is_chance
        items: object = s.chance_outcomes[0][0]
    else:
        items = s.legal_moves[0]
    before = (s.core, s.items, moves(s), s.chance_outcomes, values(s), s.happenings)
    for _ in range(2):
        with pytest.raises(RuleFault) as fault:
            s.push(items)  # type: ignore[arg-type]
        assert (s.core, s.items, moves(s), s.chance_outcomes, values(s), s.happenings) == before
    assert fault.value.quoted.strip() == "move 1 from bare to p"
    assert fault.value.line == text.split("\n").index("    move 1 from bare to p") + 2


def test_more_than_there_is_is_a_fault_and_up_to_takes_what_there_is() -> None:
    with pytest.raises(RuleFault):
        begun(PLACES + "play:\n    move 4 from d to p")
    s = begun(PLACES + "play:\n    move up to 4 from d to p")
    assert cards(s, "p") == ["1", "2", "3"]
    bank = "money a = 5 seen by all\nmoney b = 0 seen by all\nplay:\n    "
    with pytest.raises(RuleFault):
        begun(bank + "pay 6 from a to b")
    assert values(begun(bank + "pay up to 6 from a to b"))["b"] == "5"
    assert values(begun(bank + "pay all from a to b")) == {"a": "0", "b": "5"}


LOOP = f"""
{NUMBERS}
deck d:
    N(each of 1 11 12 2 13 14)
row r seen by all
row box seen by all
var seen: 0..9 = 0 seen by all
play:
    for c in d: move c to r
"""


def test_a_loop_goes_over_the_cards_that_were_there_when_it_began() -> None:
    s = begun(LOOP + "    for c in r where c.value > 10: move c to box")
    assert (cards(s, "r"), cards(s, "box")) == (["2", "1"], ["14", "13", "12", "11"])
    skip = "    for c in r:\n        seen += 1\n        if size(r) > 1: move r[2] to box"
    s = begun(LOOP + skip)
    assert values(s)["seen"] == "6"
    named = "    for c in r:\n        move c to box\n        seen = seen + (1 if last(box) == c else 0)\n        move c to r"
    s = begun(LOOP + named)
    assert values(s)["seen"] == "6"
    assert cards(s, "r") == ["14", "13", "2", "12", "11", "1"]


def test_where_is_asked_as_each_card_comes_up() -> None:
    s = begun(LOOP + "    for c in r where seen < 2:\n        seen += 1\n        move c to box")
    assert cards(s, "box") == ["14", "13"]


ONE_CARD_TWICE = (
    NUMBERS
    + """
deck stock:
    N(each 1..4)
row line seen by all
setup:
    shuffle stock
action take:
    let a = top(stock)
    let c = %s
    move a, c to line
play:
    player starter acts:
        must take
"""
)


def test_a_card_is_not_moved_twice_by_one_statement() -> None:
    state = begun(ONE_CARD_TWICE % "top(stock)")
    before = state.core
    with pytest.raises(RuleFault, match="the cards 1 and 2 to move are one and the same card"):
        played(state, "take")
    assert state.core == before
    assert played(begun(ONE_CARD_TWICE % "bottom(stock)"), "take").is_over


@pytest.mark.parametrize("card", ["top(stock)", "line[1]", "the(c in line where c.value == 2)"])
def test_a_statement_that_names_one_card_twice_is_refused(card: str) -> None:
    text = f"""{NUMBERS}
deck stock:
    N(each 1..4)
row line seen by all
setup:
    shuffle stock
    move all from stock to line
play:
    move bottom(stock), {card}, {card} to line
"""
    assert errors(text) == [f"11: `{card}` is one card, and it is moved twice"]
    assert errors(text.replace(f", {card} to", " to")) == []
