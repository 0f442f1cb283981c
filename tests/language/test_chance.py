"""Chance: when a card is decided, what `random` and `starter` are, and what a seed means."""

from __future__ import annotations

from fractions import Fraction

import pytest

import ruledsl
from ruledsl.engine.errors import RuleFault
from tests.engine.play import Picker, distribution, random_play
from tests.language.small import NUMBERS, begun, cards, errors, events, game, moves, values

FORTY = """
type Suit = coins, cups, swords, clubs
card Pip(suit: Suit, value: 1..10) shown as "{value} of {suit}"
deck stock:
    Pip(each Suit, each 1..10)
zone hand[Player] seen by owner
zone box seen by nobody
pile shown_cards seen by all
var n: 0..999 = 0 seen by all
setup:
    shuffle stock
    each player: move 3 from stock to your hand
play:
"""


def explicit(text: str) -> list[int]:
    """The numbers of outcomes of the events of a game without choices."""
    state = game(text).start(chance="explicit")
    found = events(state)
    assert state.is_over
    return found


def test_a_deal_has_an_event_for_each_card_somebody_sees() -> None:
    assert explicit(FORTY + "    end game") == [40, 39, 38, 37, 36, 35]


def test_revealing_one_card_is_one_event() -> None:
    assert explicit(FORTY + "    reveal bottom(stock)")[6:] == [40 - 6]
    state = game(FORTY + "    reveal bottom(stock)").start(chance="explicit")
    for _ in range(6):
        assert {p for _, p in state.chance_outcomes} == {Fraction(1, len(state.chance_outcomes))}
        state.push(state.chance_outcomes[-1][0])
    looks = [str(o) for o, _ in state.chance_outcomes]
    assert looks[:11] == [*(f"{n} of coins" for n in range(1, 11)), "1 of cups"]


def test_counting_cards_and_moving_them_unseen_decides_nothing() -> None:
    unseen = """
    n = size(stock)
    move 3 from stock to box
    if stock is not empty: n += size(box)
    n = count(c in stock) + count(c in box)
    for c in box: n += 1
    move all from box to stock
    shuffle stock
"""
    assert explicit(FORTY + unseen)[6:] == []
    assert explicit(FORTY + unseen + "    reveal top(stock)")[6:] == [34]


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        ("    move top(stock) to shown_cards", [34]),
        ("    move 3 from stock to shown_cards", [34, 33, 32]),
        ("    move top(stock) to box\n    reveal box", [34]),
        ("    if top(stock).value == 1: n = 1", [34]),
        ("    if top(stock).value == 1: n = 1\n    reveal top(stock)", [34]),
        ("    n = sum(c.value for c in stock)", [*range(34, 1, -1)]),
    ],
)
def test_a_card_is_decided_when_its_face_is_needed(line: str, counts: list[int]) -> None:
    assert explicit(FORTY + line)[6:] == counts


def test_listing_moves_decides_nothing_and_cannot_read_an_undecided_card() -> None:
    gamble = FORTY.replace(
        "setup:", "action take:\n    CONDITION    move top(stock) to your hand\nsetup:"
    )
    play = "    player 1 acts: must take"
    state = game(gamble.replace("    CONDITION", "") + play).start(chance="explicit")
    assert len(events(state)) == 6
    assert moves(state) == ["take"]
    (found,) = errors(gamble.replace("CONDITION", "require top(stock).value > 2\n") + play)
    assert found.startswith("12:")


def test_events_that_the_score_needs_come_before_the_game_is_over() -> None:
    text = FORTY + "    move 1 from stock to box\nscore p in Player = sum(c.value for c in box)"
    state = game(text).start(chance="explicit")
    assert events(state) == [40, 39, 38, 37, 36, 35, 34]
    assert state.is_over


def test_a_search_before_the_shuffle_is_no_event_and_one_after_it_decides_the_pile() -> None:
    text = f"""
{NUMBERS}
deck stock:
    N(each 1..6)
pile laid seen by all
play:
    LINES
"""
    search = "let found = the(c in stock where c.value == 2)"
    assert explicit(text.replace("LINES", f"{search}\n    move found to laid")) == []
    after = text.replace("LINES", f"shuffle stock\n    {search}\n    move found to laid")
    assert explicit(after) == [6, 5, 4, 3, 2]


def test_equal_looks_are_one_outcome_with_their_share() -> None:
    text = f"{NUMBERS}\ndeck d:\n    N(each of 1 2 2 2)\npile laid seen by all\nplay:\n    shuffle d\n    move all from d to laid"
    state = game(text).start(chance="explicit")
    assert [(str(o), p) for o, p in state.chance_outcomes] == [
        ("1", Fraction(1, 4)),
        ("2", Fraction(3, 4)),
    ]
    found = distribution(game(text), lambda s: tuple(cards(s, "laid") or ()))
    assert set(found.values()) == {Fraction(1, 4)}
    assert len(found) == 4


def test_a_reshuffle_forms_a_pool_of_its_own() -> None:
    """ABC shuffled, one burnt unseen, an open D added, shuffled again: D comes with 1/3, the others with 2/9."""
    text = """
type Letter = a, b, c, d
card L(letter: Letter) shown as "{letter}"
deck abc:
    L(a)
    L(b)
    L(c)
deck extra:
    L(d)
zone burnt seen by nobody
pile laid seen by all
play:
    shuffle abc
    move 1 from abc to burnt
    move all from extra to abc
    shuffle abc
    move 1 from abc to laid
"""
    found = distribution(game(text), lambda s: (cards(s, "laid") or ["?"])[0])
    assert found == {"d": Fraction(1, 3), **dict.fromkeys("abc", Fraction(2, 9))}


# --- random ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 5])
def test_an_initial_value_may_be_random(players: int) -> None:
    text = "players 2..5\nvar dealer: Player = random(Player) seen by all"
    state = game(text, players).start(chance="explicit")
    assert [p for _, p in state.chance_outcomes] == [Fraction(1, players)] * players
    dealers = distribution(game(text, players), lambda s: values(s)["dealer"])
    assert len(dealers) == players


@pytest.mark.parametrize(
    "body",
    [
        "define d = random(1..6)",
        "var n: 0..9 = 0 seen by all\nplay:\n    n = 1 + random(1..6)",
        "var n: 0..9 = 0 seen by all\nplay:\n    if random(1..2) == 1: n = 1",
        "action a:\n    require random(1..2) == 1\n    end game\nplay:\n    player 1 acts: must a",
        "var n: 0..9 = 0 seen by all\nplay:\n    n += random(1..6)",
        "score p in Player = random(1..6)",
    ],
)
def test_random_stands_alone(body: str) -> None:
    assert any("random" in found for found in errors(body))


def test_random_of_nothing_is_a_fault() -> None:
    with pytest.raises(RuleFault):
        begun("var n: 0..9 = 0 seen by all\nplay:\n    n = random(2..n)")
    assert errors("var n: 0..9 = 0 seen by all\nplay:\n    n = random(2..1)")


# --- who starts, and the order at the start ------------------------------------------------------------


def test_the_starter_is_drawn_only_where_the_rules_mention_it() -> None:
    state = ruledsl.load("ka_ching").start(chance="explicit")
    assert [(str(o), p) for o, p in state.chance_outcomes] == [
        ("seat 1", Fraction(1, 2)),
        ("seat 2", Fraction(1, 2)),
    ]
    state = ruledsl.load("kuhn").start(chance="explicit")
    assert [(str(o), p) for o, p in state.chance_outcomes] == [
        (rank, Fraction(1, 3)) for rank in ("jack", "queen", "king")
    ]
    given = ruledsl.load("ka_ching").start(chance="explicit", starter=2)
    assert given.started.starter == 2
    assert str(given.chance_outcomes[0][0]) == "red 2"


def test_initial_values_may_use_those_before_them() -> None:
    ok = "var a: Player = starter seen by all\nvar b: Player = next(a) seen by all\nmoney m = ordinal(b) seen by all"
    s = game(ok).start(seed=1, starter=2)
    assert values(s) == {"a": "seat 2", "b": "seat 1", "m": "1"}


@pytest.mark.parametrize(
    "body",
    [
        "var a: 0..9 = b seen by all\nvar b: 0..9 = 1 seen by all",
        "var a: Player = me seen by all",
        f"{NUMBERS}\ndeck d:\n    N(1)\nvar a: 0..9 = size(d) seen by all",
        "var a: 1..3 seen by all",
    ],
)
def test_what_an_initial_value_cannot_be(body: str) -> None:
    assert errors(body)


def test_setup_comes_before_play_and_score_last() -> None:
    text = """
var n: 0..9 = 1 seen by all
play:
    n = n * 3
setup:
    n = n + 1
score p in Player = n
"""
    assert begun(text).scores == (6, 6)


# --- seeds ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ka_ching", "goofspiel", "kuhn"])
def test_a_move_taken_back_meets_the_same_chance_again(name: str) -> None:
    state = ruledsl.load(name).start(seed=11)
    picker = Picker(11)
    while not state.is_over:
        move = state.legal_moves[picker.below(len(state.legal_moves))]
        before = (state.core, state.items)
        state.push(move)
        after = (state.core, state.items, state.happenings)
        assert state.pop() == move
        assert (state.core, state.items) == before
        state.push(move)
        assert (state.core, state.items, state.happenings) == after


def test_other_choices_meet_the_same_cards() -> None:
    """Two players of the prizes bid differently; the prizes come up in one order."""
    orders = set()
    for choices in range(8):
        state = random_play(ruledsl.load("goofspiel").start(seed=3), Picker(choices))
        orders.add(
            tuple(str(i) for i, seat in zip(state.items, state.seats, strict=True) if seat == 0)
        )
    assert len(orders) == 1


def test_with_explicit_chance_one_push_is_taken_back() -> None:
    state = ruledsl.load("kuhn").start(chance="explicit")
    first, second = state.chance_outcomes[0][0], None
    state.push(first)
    second = state.chance_outcomes[0][0]
    state.push(second)
    assert state.pop() == second
    assert state.is_chance
    assert state.pop() == first
    assert len(state.chance_outcomes) == 3
