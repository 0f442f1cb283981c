"""What a seat knows, and forgets, of cards it does not see: the cases of the language reference."""

from __future__ import annotations

from ruledsl.engine.knowledge.observation import Observation, ZoneSeen
from ruledsl.engine.state import State
from tests.engine.knowledge.texts import GATHER, NUMBERS, PARTNERS, PEEK, SACK, SHOW
from tests.language.small import begun, game, played
from tests.properties.knowledge import items_of


def zone(seen: State | Observation, label: str, seat: int = 0) -> ZoneSeen:
    observation = seen if isinstance(seen, Observation) else seen.observation(seat)
    (found,) = (z for z in observation.zones if z.label == label)
    return found


def dealt(text: str, *wanted: str) -> State:
    """A game in which chance brings the first of these texts that it can bring, then the rest."""
    state = game(text).start(chance="explicit")
    queue = list(wanted)
    while state.is_chance:
        by_text = {str(outcome): outcome for outcome, _ in state.chance_outcomes}
        assert queue, f"chance brings one of {list(by_text)}"
        state.push(by_text[queue.pop(0)])
    assert not queue
    return state


# --- places, not cards -----------------------------------------------------------------------


def test_a_card_cannot_be_followed_through_a_hand() -> None:
    """Seat 1 lays a 7 openly, takes it back and lays a card face down: 7 or 3, seat 2 cannot know."""
    after = {}
    for laid in ("7", "3"):
        state = played(begun(SACK), "discard 7", "take")
        assert zone(state, "hand[1]", 2).surely == ("7",)
        played(state, f"lay {laid}")
        after[laid] = state.observation(2), state.information_state(2)
        assert zone(state, "sack", 2).cards == (None,)
        assert zone(state, "hand[1]", 2).surely == ()
        assert zone(state, "sack", 1).cards == (laid,)
    assert after["7"] == after["3"]


def test_an_open_card_takes_one_off_whichever_copy_it_is() -> None:
    """One 7 of the hand was seen, the other was not: an open 7 takes the remembered one off."""
    state = played(begun(SACK), "discard 7", "take")
    assert zone(state, "hand[1]", 2).surely == ("7",)
    played(state, "discard 7")
    assert zone(state, "hand[1]", 2) == ZoneSeen("hand[1]", "zone", (1,), 2, False, (), ())
    assert zone(state, "discards", 2).cards == ("7",)


def test_an_open_card_of_another_look_leaves_what_is_known() -> None:
    state = played(begun(SACK), "discard 7", "take", "discard 3")
    assert zone(state, "hand[1]", 2).surely == ("7",)


def test_the_only_card_of_a_place_can_be_followed() -> None:
    """What is sure of all cards of a place is sure of the one that leaves."""
    text = f"""{NUMBERS}
deck stock:
    N(each of 5 5)
pile open seen by all
zone hand[Player] seen by owner
row away seen by nobody
setup:
    move all from stock to open
    move all from open to hand[1]
action put(c in your hand):
    move c to away
play:
    player 1 acts:
        must put
"""
    state = played(begun(text), "put 5")
    assert zone(state, "away", 2).cards == ("5",)
    assert zone(state, "hand[1]", 2).surely == ("5",)


# --- piles ------------------------------------------------------------------------------------


def test_a_pile_begins_as_its_cards_in_no_known_order() -> None:
    state = begun(PEEK)
    assert zone(state, "stock", 1).cards == (None,) * 4
    assert zone(state, "stock", 1).surely == ("1", "2", "3", "4")


def test_who_has_looked_knows_the_place_and_follows_the_card() -> None:
    state = begun(PEEK)
    played(state, "peek")
    (top,) = (card for card in zone(state, "stock", 1).cards if card)
    assert zone(state, "stock", 1).cards == (top, None, None, None)
    assert top not in zone(state, "stock", 1).surely
    assert zone(state, "stock", 2).cards == (None,) * 4
    played(state, "give")
    assert zone(state, "hand[2]", 1).surely == (top,)
    assert zone(state, "hand[2]", 2).cards == (top,)
    # A card whose place is known leaves the rest as it was for seat 1 alone.
    assert len(zone(state, "stock", 1).surely) == 3
    assert zone(state, "stock", 0).surely == ()


def test_a_known_card_is_followed_to_the_bottom_and_lost_in_a_shuffle() -> None:
    state = game(PEEK).start(chance="explicit")
    played(state, "peek")
    state.push(items_of(state)[0])
    played(state, "draw")
    while state.is_chance:
        state.push(items_of(state)[0])
    played(state, "bury")
    assert zone(state, "stock", 1).cards == (None,) * 3
    top = None
    text = PEEK.replace("must peek or bury or mix", "must peek\n            must bury\n            must mix")  # fmt: skip
    state = game(text).start(chance="explicit")
    played(state, "peek")
    state.push(items_of(state)[2])
    top = zone(state, "stock", 1).cards[0]
    assert top == "3"
    played(state, "bury")
    assert zone(state, "stock", 1).cards == (None, None, None, "3")
    assert zone(state, "stock", 1).surely == ("1", "2", "4")
    played(state, "mix")
    assert zone(state, "stock", 1).cards == (None,) * 4
    assert zone(state, "stock", 1).surely == ("1", "2", "3", "4")


def test_a_known_card_that_is_lost_in_a_shuffle_is_still_among_the_rest() -> None:
    """Knowledge by place becomes knowledge of what is there: a card given to the stock is in it."""
    text = f"""{NUMBERS}
deck stock:
    N(each 1..3)
zone hand[Player] seen by owner
setup:
    shuffle stock
    move 1 from stock to hand[1]
    move 1 from stock to hand[2]
action back(c in your hand):
    move c to stock
    shuffle stock
play:
    player 1 acts:
        must back
"""
    state = dealt(text, "3", "1")
    assert zone(state, "stock", 1).surely == ()
    played(state, "back 3")
    assert zone(state, "stock", 1).cards == (None, None)
    assert zone(state, "stock", 1).surely == ("3",)
    assert zone(state, "stock", 2).surely == ()


# --- showing -------------------------------------------------------------------------------------


def test_what_is_shown_to_one_is_known_to_one() -> None:
    state = dealt(SHOW, "1", "1", "2", "3", "2")
    played(state, "show 1")
    assert zone(state, "hand[1]", 2).surely == ("1",)
    assert zone(state, "hand[1]", 3).surely == ()
    events = [line for line in state.information_state(3).text.split("\n") if "shown" in line]
    assert events == ["shown to seat 2: a card in hand[1]"]
    # Shown twice, it may have been the same card.
    played(state, "skip", "skip", "show 1")
    assert zone(state, "hand[1]", 2).surely == ("1",)


def test_a_hand_that_is_shown_is_known_as_a_whole() -> None:
    state = dealt(SHOW, "1", "1", "2", "3", "2")
    played(state, "show_all")
    for seat in (0, 2, 3):
        assert zone(state, "hand[1]", seat).surely == ("1", "1")
    played(state, "drop 2", "skip")
    assert zone(state, "heap", 1).surely == ()
    assert zone(state, "heap", 2).surely == ("2",)
    # Both cards of seat 1 are sure to be ones: what it lays face down is one.
    played(state, "drop 1")
    assert zone(state, "heap", 3).surely == ("1",)
    assert zone(state, "heap", 2).surely == ("1", "2")


def test_a_hidden_card_that_leaves_clears_what_was_known() -> None:
    state = dealt(SHOW, "1", "2", "2", "3", "1")
    played(state, "show_all")
    assert zone(state, "hand[1]", 2).surely == ("1", "2")
    played(state, "skip", "skip", "drop 1")
    assert zone(state, "hand[1]", 2).surely == ()
    # What happened is still in the state of information.
    assert "shown: 1 in hand[1], 2 in hand[1]" in state.information_state(2).text


# --- gathering --------------------------------------------------------------------------------------


def test_gathered_cards_are_known_until_they_are_shuffled() -> None:
    state = dealt(GATHER, "4", "2", "1")
    played(state, "discard 2", "collect")
    # The pile, from the top: the discard, then the hands in seat order below it.
    assert zone(state, "stock", 1).cards == ("2", None, "4", None)
    assert zone(state, "stock", 2).cards == ("2", "1", None, None)
    assert zone(state, "stock", 0).cards == ("2", None, None, None)
    looks = state.game.program.frame.cards(state.cells_copy(), 0)
    assert len(looks) == 4
    assert [z.size for z in state.observation(0).zones] == [4, 0, 0, 0]


def test_a_shuffle_after_gathering_leaves_nothing_known_but_what_is_there() -> None:
    state = game(GATHER).start(chance="explicit")
    while state.is_chance:
        state.push(items_of(state)[0])
    played(state, "skip", "again")
    while state.is_chance:
        state.push(items_of(state)[0])
    assert zone(state, "stock", 2).cards == (None,)


def test_the_way_of_gathered_cards_tells_nothing_of_faces() -> None:
    """Hands 1 2 | 3 and 1 3 | 2, and 4 in the stock: an onlooker sees the same cards go the same ways."""
    seen = set()
    for order in (("1", "2", "3"), ("1", "3", "2"), ("3", "2", "1")):
        state = dealt(GATHER, *order)
        played(state, "skip", "collect")
        seen.add(state.information_state(0))
    assert len(seen) == 1


# --- teams ------------------------------------------------------------------------------------------


def test_partners_see_what_belongs_to_their_team() -> None:
    state = game(PARTNERS).start(chance="explicit")
    while state.is_chance:
        state.push(items_of(state)[0])
    played(state, "pool_card 1", "toss 2")
    assert zone(state, "pool[red]", 1).cards == ("1",)
    assert zone(state, "pool[red]", 3).cards == ("1",)
    assert not zone(state, "pool[red]", 2).seen
    assert zone(state, "out", 2).cards == ("2",)
    assert zone(state, "out", 4).cards == (None,)
    # A partner sees the card as it comes, and is told of the move as others are.
    assert "seat 1: pool_card(1)" in state.information_state(3).text
    assert "seat 1: pool_card(a card)" in state.information_state(2).text
