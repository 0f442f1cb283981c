"""The cases of the rulebooks that are about what a player sees: C18, and those of the sack and of money."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

import ruledsl
from ruledsl import compiling
from ruledsl.engine.knowledge.observation import Observation, ZoneSeen
from ruledsl.engine.state import State
from tests.rulesets.mutations import rules_text

# --- games that are dealt as a test wants them ------------------------------------------------


def dealt(state: State, cards: Iterable[str]) -> State:
    """The state after chance has brought these cards, one after the other."""
    for card in cards:
        outcomes = {str(outcome): outcome for outcome, _ in state.chance_outcomes}
        state.push(outcomes[card])
    return state


def play(state: State, *moves: str) -> State:
    """The state after these moves."""
    for move in moves:
        state.push(state.parse_move(move))
    return state


def zone(observation: Observation, label: str) -> ZoneSeen:
    """What is known of a zone."""
    return next(z for z in observation.zones if z.label == label)


def shown(observation: Observation, label: str) -> int | bool | str | None:
    """A value that the seat sees; raises :class:`KeyError` if it does not."""
    return {v.label: v.value for v in (*observation.accounts, *observation.variables)}[label]


# --- Cherki: C18 ------------------------------------------------------------------------------

READY = "4 coins, 4 strings, 4 myriads, 6 coins, 6 strings, 6 myriads, 9 coins, 9 strings"
OTHER_READY = "1 coins, 1 strings, 1 myriads, 2 coins, 2 strings, 2 myriads, 3 coins, 3 strings"
UNREADY = "1 coins, 2 strings, 3 myriads, 4 coins, 5 strings, 6 myriads, 7 coins, 9 strings"
SECOND = "1 coins, 2 coins, 3 coins, 4 coins, 5 coins, 6 coins, 7 coins, 8 coins"
THIRD = "1 myriads, 2 myriads, 3 myriads, 4 myriads, 5 myriads, 6 myriads, 7 myriads, 8 myriads"


def cherki(first: str) -> State:
    """A deal in which seat 1 opens and has these cards; the others have always the same."""
    hands = [hand.split(", ") for hand in (first, SECOND, THIRD)]
    cards = [card for n in range(0, 8, 2) for hand in hands for card in hand[n : n + 2]]
    return dealt(ruledsl.load("cherki").start(chance="explicit", starter=1), cards)


@pytest.mark.parametrize("seat", [2, 3])
def test_c18_a_call_that_could_have_been_made_shows_nothing(seat: int) -> None:
    could, could_not = cherki(READY), cherki(UNREADY)
    assert [str(m) for m in could.legal_moves] == ["call", "skip"]
    assert [str(m) for m in could_not.legal_moves] == ["skip"]
    steps = (["skip"], []), (["draw"], ["8 strings"]), (["discard(8 strings)"], []), (["skip"], [])
    for moves, drawn in steps:
        for state in (could, could_not):
            dealt(play(state, *moves), drawn)
        assert could.information_state(seat) == could_not.information_state(seat)
        assert could.observation(seat) == could_not.observation(seat)
    assert could.actor == could_not.actor == 2


@pytest.mark.parametrize("seat", [2, 3])
def test_c18_a_call_shows_that_it_was_made_and_not_what_is_held(seat: int) -> None:
    called, other, silent = (
        play(cherki(READY), "call"),
        play(cherki(OTHER_READY), "call"),
        play(cherki(READY), "skip"),
    )
    assert called.information_state(seat) == other.information_state(seat)
    assert called.information_state(seat) != silent.information_state(seat)
    observation = called.observation(seat)
    assert shown(observation, "called[1]") is True
    assert zone(observation, "hand[1]").surely == ()
    with pytest.raises(KeyError):
        shown(observation, "waits_for[1]")
    assert shown(called.observation(1), "waits_for[1]") == "9"


@pytest.mark.parametrize(
    ("line", "wrong", "code"),
    [
        ("    if not your called:", "    if not your called and ready(me):", "RD413"),
        ("    must discard", "    if not your called or drawn[me] != none: must discard", "RD413"),
        ("    your called = yes", '    announce "{pair_kind(me)}"', "RD414"),
    ],
)
def test_c18_rules_that_would_tell_are_refused(line: str, wrong: str, code: str) -> None:
    text = rules_text("cherki")
    assert text.count(line + "\n") == 1
    checked = compiling.check_text("cherki.rules", text.replace(line, wrong, 1))
    assert code in {d.code for d in checked.diagnostics}


@pytest.mark.parametrize("seat", [2, 3])
def test_a_card_that_does_not_win_tells_no_more_than_that(seat: int) -> None:
    games = [
        play(dealt(play(cherki(h), "call", "draw"), ["8 strings"]), "discard(8 strings)")
        for h in (READY, OTHER_READY)
    ]
    assert games[0].information_state(seat) == games[1].information_state(seat)


def test_who_wins_lays_all_nine_cards_open() -> None:
    state = dealt(play(cherki(READY), "call", "draw"), ["9 myriads"])
    assert state.is_over
    for seat in (0, 2, 3):
        assert sorted(zone(state.observation(seat), "hand[1]").surely) == sorted(
            [*READY.split(", "), "9 myriads"]
        )


def test_older_discards_stay_visible() -> None:
    state = cherki(UNREADY)
    for card in ("8 strings", "7 strings"):
        dealt(play(state, "skip", "draw"), [card])
        play(state, f"discard({card})", "skip")
    assert zone(state.observation(3), "discards").cards == ("7 strings", "8 strings")


# --- the sack ---------------------------------------------------------------------------------


def laid(players: int, **options: bool) -> State:
    """The first round of a game, when everybody has laid the first card that he may lay."""
    game = ruledsl.load("cat_in_the_sack", players=players, options=dict(options))
    state = game.start(seed=5, starter=1)
    for _ in range(players):
        state.push(state.legal_moves[0])
    return state


def open_cards(state: State, seat: int, label: str = "sack") -> list[bool]:
    """Of each card of the sack whether the seat knows it."""
    return [card is not None for card in zone(state.observation(seat), label).cards]


def test_a_player_knows_of_the_sack_what_he_laid_and_what_is_turned_up() -> None:
    state = laid(4)
    assert open_cards(state, 0) == [True, False, False, False]
    for seat in (2, 3, 4):
        assert open_cards(state, seat) == [n in (1, seat) for n in (1, 2, 3, 4)]


def test_the_first_card_of_three_players_is_the_dummys_and_nobody_knew_it() -> None:
    state = laid(3)
    first = zone(state.observation(0), "sack").cards[0]
    assert first is not None
    assert first.endswith("diamonds")
    assert open_cards(state, 3) == [True, False, False, True]


def test_while_cards_are_laid_nobody_sees_what_others_lay() -> None:
    game = ruledsl.load("cat_in_the_sack", players=4)
    one = game.start(seed=5, starter=1)
    other = one.copy()
    one.push(one.legal_moves[0])
    other.push(other.legal_moves[1])
    for seat in (0, 2, 3, 4):
        assert one.information_state(seat) == other.information_state(seat)
    assert one.information_state(1) != other.information_state(1)
    assert open_cards(one, 1) == [True]


def test_f10_a_card_is_turned_up_after_each_pass() -> None:
    state = laid(4)
    for move, turned in (("bid 2", 1), ("pass", 2), ("bid 3", 2), ("pass", 3)):
        play(state, move)
        assert open_cards(state, 0) == [n <= turned for n in (1, 2, 3, 4)]


def test_f10_what_is_bought_was_open_to_all() -> None:
    state = play(laid(4), "bid 2", "pass", "bid 3", "pass", "pass")
    heap = zone(state.observation(1), "heap[3]")
    gone = zone(state.observation(1), "chased_away")
    assert len(heap.surely) + len(gone.cards) == 4
    assert len(heap.surely) == heap.size


@pytest.mark.parametrize(("shows", "last"), [(False, False), (True, True)])
def test_of_three_players_the_last_may_see_the_last_card_before_he_decides(
    shows: bool, last: bool
) -> None:
    state = play(laid(3, show_all_before_last_offer=shows), "pass", "pass")
    assert [str(m) for m in state.legal_moves] == ["buy_unwanted", "skip"]
    assert open_cards(state, 1) == [True, True, True, last]
    assert open_cards(state, 3) == [True, True, True, True]


def test_f12_a_sack_that_is_declined_leaves_the_game_unseen() -> None:
    state = play(laid(3), "pass", "pass", "skip")
    unwanted = zone(state.observation(1), "unwanted")
    assert unwanted.size == 4
    assert len(unwanted.surely) == 3


def test_nobody_is_shown_the_cards_put_away() -> None:
    state = laid(4)
    for seat in (0, 1, 2, 3, 4):
        away = zone(state.observation(seat), "put_away")
        assert (away.size, away.cards, away.surely) == (4, (), ())


# --- money ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ka_ching", "ka_ching_3", "ka_ching_4"])
def test_money_is_hidden_unless_the_table_shows_it(name: str) -> None:
    for shows in (False, True):
        state = ruledsl.load(name, options={"show_money": shows}).start(seed=1, starter=1)
        observation = state.observation(2)
        assert isinstance(shown(observation, "cash[2]"), int)
        if shows:
            assert shown(observation, "cash[1]") == shown(observation, "cash[2]")
        else:
            with pytest.raises(KeyError):
                shown(observation, "cash[1]")
