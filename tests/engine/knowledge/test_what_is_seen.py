"""What is seen of moves, choices, payments and values."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ruledsl import load
from ruledsl.engine import happenings as h
from ruledsl.engine.happenings import CardAt
from ruledsl.engine.knowledge.project import Seen, seen, sees_zone
from ruledsl.engine.knowledge.written import read, written
from ruledsl.engine.state import State
from ruledsl.machine.model import NONE, ValueType
from tests.engine.knowledge.texts import NUMBERS, PRIVATE, SEALED
from tests.language.small import begun, game, played


def told(state: State, seat: int) -> list[str]:
    return state.information_state(seat).text.split("\n")


# --- moves -------------------------------------------------------------------------------------------


def test_a_secret_number_is_seen_by_the_mover_alone() -> None:
    after = []
    for amount in (1, 2, 3):
        state = played(begun(PRIVATE), f"save {amount}")
        assert f"seat 1: save({amount})" in told(state, 1)
        assert "seat 1: save(secret n)" in told(state, 2)
        after.append((state.observation(2), state.information_state(2)))
    assert after[0] == after[1] == after[2]


def test_a_plain_number_is_seen_by_all() -> None:
    state = played(begun(PRIVATE), "spend 2")
    assert "seat 1: spend(2)" in told(state, 2)
    assert "seat 1: spend(2)" in told(state, 0)


def test_a_skip_and_a_question_are_seen_by_their_seat_alone() -> None:
    text = 'action go:\n    announce "goes"\nplay:\n    each player:\n        may go\n'
    state = played(begun(text), "skip")
    assert told(state, 2) == ["the game begins", "seat 2 must choose"]
    assert told(state, 1) == ["the game begins", "seat 1 must choose", "seat 1: skip"]
    assert told(state, 0) == ["the game begins"]


# --- money ---------------------------------------------------------------------------------------------


def test_an_amount_is_seen_by_who_sees_one_of_the_balances() -> None:
    state = played(begun(PRIVATE), "spend 2", "stake 1")
    # From a private account to the bank, which is unlimited, and to an open pot.
    assert "purse[1] pays 2 to bank" in told(state, 2)
    assert "purse[2] pays 1 to pot" in told(state, 1)
    state = played(begun(PRIVATE), "save 2")
    assert "purse[1] pays something to chest[1]" in told(state, 2)
    assert "purse[1] pays 2 to chest[1]" in told(state, 1)


def test_a_secret_payment_of_nothing_looks_like_any_other() -> None:
    text = """
money purse[Player] = 3 up to 6 seen by owner
money pot = 0 up to 6 seen by all
action save(secretly n in 0..2):
    pay n from your purse to purse[next(me)]
action stake(n in 0..2):
    pay n from your purse to pot
play:
    each player:
        must save or stake
"""
    views = []
    for amount in (0, 1, 2):
        state = played(begun("players 3\n" + text), f"save {amount}")
        views.append(state.information_state(3))
        assert f"purse[1] pays {amount} to purse[2]" in told(state, 1)
    assert views[0] == views[1] == views[2]
    # Where all see the amount, paying nothing is no event.
    state = played(begun(text), "stake 0")
    assert not any("pays" in line for line in told(state, 2))


def test_balances_follow_from_what_was_seen() -> None:
    state = played(begun(PRIVATE), "save 3", "stake 2", "spend 1")
    mine = {a.label: a.value for a in state.observation(1).accounts}
    assert mine == {"purse[1]": 1, "chest[1]": 3, "bank": "unlimited", "pot": 2}
    others = {a.label: a.value for a in state.observation(0).accounts}
    assert others == {"bank": "unlimited", "pot": 2}


def test_an_option_may_decide_who_sees_the_money() -> None:
    hidden = load("ka_ching").start(seed=1).observation(2)
    open_ = load("ka_ching", options={"show_money": True}).start(seed=1).observation(2)
    assert "cash[1]" not in {a.label for a in hidden.accounts}
    assert "cash[1]" in {a.label for a in open_.accounts}


# --- together --------------------------------------------------------------------------------------------


def test_a_choice_of_a_together_block_is_seen_by_its_seat_until_it_is_played() -> None:
    after = []
    for bid in range(4):
        state = begun(SEALED)
        before = state.observation(2), state.information_state(2)
        played(state, f"offer {bid}")
        assert f"seat 1 chooses: offer({bid})" in told(state, 1)
        assert not state.observation(1).to_choose
        after.append((state.observation(2), state.information_state(2), state.legal_moves))
        state.pop()
        assert (state.observation(2), state.information_state(2)) == before
    assert all(one == after[0] for one in after)
    state = played(begun(SEALED), "offer 1", "offer 3")
    assert "seat 2: offer(secret n)" in told(state, 1)
    assert "the highest bid is 3" in told(state, 1)
    assert {v.label: v.value for v in state.observation(1).variables} == {"bid[1]": 1, "high": 3}


# --- values ------------------------------------------------------------------------------------------------


def test_a_value_shown_to_one_is_not_seen_by_others() -> None:
    text = """
var secret: 0..9 = 0 seen by nobody
play:
    secret = random(4..6)
    reveal secret to 2
    end game
"""
    runs = {}
    for outcome in range(3):
        state = game(text).start(chance="explicit")
        state.push(state.chance_outcomes[outcome][0])
        assert f"shown to seat 2: {4 + outcome}" in told(state, 2)
        assert "shown to seat 2: something" in told(state, 1)
        assert state.observation(1).variables == ()
        runs[outcome] = state.information_state(1)
    assert len(set(runs.values())) == 1


def test_a_drawn_value_that_nobody_sees_is_no_event() -> None:
    text = (
        'play:\n    let x = random(1..6)\n    if x > 7:\n        announce "never"\n    end game\n'
    )
    ends = set()
    for outcome in range(6):
        state = game(text).start(chance="explicit")
        state.push(state.chance_outcomes[outcome][0])
        ends.add(tuple(state.information_state(seat) for seat in (0, 1, 2)))
    assert len(ends) == 1


def test_the_starter_the_round_and_the_result_are_seen_by_all() -> None:
    game_ = load("ka_ching")
    for starter in (None, 2):
        state = game_.start(seed=3, starter=starter, round=2, totals=(40, 30))
        assert state.observation(0).data["totals"] == [40, 30]
        assert state.observation(1).knowledge.starter == state.actor
    while not state.is_over:
        state.push(state.legal_moves[-1])
    for seat in (0, 1, 2):
        assert state.observation(seat).knowledge.scores == state.scores
        assert state.observation(seat).knowledge.winners == state.winners


# --- order ------------------------------------------------------------------------------------------------


def test_in_a_hand_there_is_no_order_but_in_a_row_there_is() -> None:
    text = f"""{NUMBERS}
deck stock:
    N(each 1..3)
zone hand[Player] seen by owner
row shelf[Player] seen by owner
setup:
    move all from stock to hand[1]
action shelve(c in your hand):
    move c to your shelf
action throw(c in your PLACE):
    move c to shelf[2]
play:
    player 1 acts:
        must shelve
        must shelve
        must throw
"""
    from_row = set()
    for order in (("1", "2"), ("2", "1")):
        state = played(begun(text.replace("PLACE", "shelf")), *(f"shelve {n}" for n in order))
        assert state.information_state(2) == state.information_state(2)
        state.push(next(m for m in state.legal_moves if "1" in str(m).split(" at")[0]))
        from_row.add(state.information_state(2).lines[:-2])
    assert len(from_row) == 2


# --- the projection itself ----------------------------------------------------------------------------------

MACHINE = game(SEALED + NUMBERS + "\ndeck stock:\n    N(each 1..9)\nzone hand[Player] seen by owner\npile heap seen by nobody\npile open seen by all\nmoney purse[Player] = 3 up to 9 seen by owner\n").machine  # fmt: skip
ZONES = st.integers(0, len(MACHINE.zones) - 1)
LOOKS = st.integers(0, 8)
SEATS = st.integers(0, 2)
NUMBER = ValueType("number")


@given(ZONES, ZONES, LOOKS, LOOKS, SEATS)
def test_a_face_is_seen_where_somebody_sees_a_place(
    source: int, target: int, look: int, other: int, seat: int
) -> None:
    one, two = (seen(MACHINE, h.Moved(x, source, 1, target, 1), seat) for x in (look, other))
    visible = sees_zone(MACHINE, source, seat) or sees_zone(MACHINE, target, seat)
    assert (one == two) == (not visible or look == other)


@given(st.integers(1, 2), st.integers(1, 2), st.integers(1, 9), st.integers(1, 9), SEATS)
def test_an_amount_between_private_accounts(
    payer: int, payee: int, amount: int, other: int, seat: int
) -> None:
    one, two = (seen(MACHINE, h.Paid(0, payer, 0, payee, x), seat) for x in (amount, other))
    assert (one == two) == (seat not in (payer, payee) or amount == other)


@given(SEATS, st.integers(1, 2), st.integers(0, 3), st.integers(0, 3))
def test_a_private_value_changes_unnoticed(seat: int, owner: int, value: int, other: int) -> None:
    one, two = (seen(MACHINE, h.Assigned(0, owner, x), seat) for x in (value, other))
    assert (one is None) == (seat != owner)
    assert (one == two) == (seat != owner or value == other)


@given(SEATS, SEATS, st.lists(st.tuples(ZONES, LOOKS), max_size=3), st.integers(0, 9))
def test_what_is_shown_is_seen_by_whom_it_is_shown_to(
    seat: int, to: int, shown: list[tuple[int, int]], value: int
) -> None:
    cards = tuple(CardAt(zone, 0, look) for zone, look in shown)
    event = seen(MACHINE, h.Revealed(to, cards, NONE, None), seat)
    assert event is not None
    assert isinstance(event.what, h.Revealed)
    for card, (zone, look) in zip(event.what.cards, shown, strict=True):
        visible = to in (0, seat) or sees_zone(MACHINE, zone, seat)
        assert card.look == (look if visible else -1)
    number = seen(MACHINE, h.Revealed(to, (), value, NUMBER), seat)
    assert number == Seen(h.Revealed(to, (), value if to in (0, seat) else None, NUMBER))


EVENTS = [
    h.Began(2, (3, 4)),
    h.Laid(1, (2, -1)),
    h.Opened(0, 1, 5),
    h.Started(2),
    h.Asked(1),
    h.Played(1, 0, (3, NONE, None, CardAt(1, 2, -1))),
    h.Played(2, -1, ()),
    h.Chosen(1, 0, (3,)),
    h.Moved(-1, 0, 1, 2, 3),
    h.Paid(0, 1, 0, 2, None),
    h.Assigned(0, 1, NONE),
    h.Shuffled(0),
    h.Gathered((0, 1)),
    h.Revealed(1, (CardAt(0, 1, 2),), None, None),
    h.Revealed(0, (), 5, ValueType("member", 3)),
    h.Announced("none"),
    h.Announced('two\nlines "and" ünïcode'),
    h.Ended((1, -2), (1,)),
]


def test_every_kind_of_event_can_be_written_and_read() -> None:
    assert {type(event) for event in EVENTS} == set(h.Happening.__args__)  # type: ignore[attr-defined]
    for event in EVENTS:
        line = written(Seen(event))
        assert "\n" not in line
        assert read(line) == Seen(event)


def test_a_damaged_line_is_refused() -> None:
    import pytest

    for line in ("", "[]", '["moved"]', '["moved",1,2,3,4]', '["flown",1]', "{}", '["moved", 1,2,3,4,5]', '["played",1,0,7]', '["began",1,{}]'):  # fmt: skip
        with pytest.raises(ValueError, match="no event"):
            read(line)
