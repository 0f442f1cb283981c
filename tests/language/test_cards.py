"""Cards: their order, when two are the same, what a move names."""

from __future__ import annotations

import pytest

import ruledsl
from ruledsl.engine.errors import AmbiguousMove, IllegalMove, PlayError
from tests.engine.play import Picker
from tests.language.small import NUMBERS, PLACES, begun, cards, errors, moves, played, values

# --- order of places -------------------------------------------------------------------------


def test_a_pile_takes_cards_on_top_and_gives_them_from_the_top() -> None:
    s = begun(PLACES + "play:\n    move 1 from d to p\n    move 1 from d to p")
    assert cards(s, "p") == ["2", "3"]  # the deck's last line lies on top, and went first
    s = begun(PLACES + "play:\n    move 3 from d to p\n    move 1 from p to z")
    assert cards(s, "z") == ["1"]


def test_underneath_goes_to_the_bottom() -> None:
    s = begun(PLACES + "play:\n    move 1 from d to p\n    move 2 from d to p underneath")
    assert cards(s, "p") == ["3", "2", "1"]


def test_a_row_takes_cards_at_its_end() -> None:
    s = begun(
        PLACES
        + "var f: N or none = none seen by all\nvar l: N or none = none seen by all\n"
        + "play:\n    move all from d to r\n    f = first(r)\n    l = last(r)"
    )
    assert cards(s, "r") == ["3", "2", "1"]
    assert (values(s)["f"], values(s)["l"]) == ("3", "1")


def test_moving_all_turns_a_pile_over() -> None:
    s = begun(PLACES + "play:\n    move all from d to p\n    move all from p to q")
    assert cards(s, "q") == ["3", "2", "1"]
    s = begun(PLACES + "play:\n    move all from d to p")
    assert cards(s, "p") == ["1", "2", "3"]


@pytest.mark.parametrize(
    "line",
    [
        "move first(z) to p",
        "move last(z) to p",
        "move z[1] to p",
        "move top(z) to p",
        "move 1 from z to p",
        "move 1 from r to p",
        "move top(r) to p",
        "move first(p) to r",
        "move 1 from d to z underneath",
        "move 1 from d to r underneath",
    ],
)
def test_what_a_place_has_no_order_for_is_an_error(line: str) -> None:
    (found,) = errors(PLACES + f"play:\n    {line}")
    assert found.startswith("11:")


# --- when two cards are the same ---------------------------------------------------------------

DISCARD = f"""
{NUMBERS}
deck d:
    N(each of 7 7 8)
zone hand[Player] seen by owner
pile discards seen by all
var drawn: N or none = none seen by all
action discard(c in your hand):
    require c != drawn, otherwise "not the card just drawn"
    move c to discards
play:
    drawn = top(d)
    move all from d to hand[1]
    player 1 acts: must discard
"""


def test_cards_that_look_alike_are_the_same_to_every_rule() -> None:
    two_sevens = DISCARD.replace("each of 7 7 8", "each of 8 7 7")
    assert moves(begun(two_sevens)) == ["discard(8)"]
    assert moves(begun(DISCARD)) == ["discard(7)"]
    with pytest.raises(IllegalMove, match="not the card just drawn"):
        begun(two_sevens).parse_move("discard 7")


def test_a_variable_holds_a_look_and_cannot_be_moved() -> None:
    (found,) = errors(
        DISCARD.replace("    move all from d to hand[1]", "    move drawn to discards")
    )
    assert "look" in found


def test_two_parameters_bind_two_cards_even_if_alike() -> None:
    s = begun(
        f"""
{NUMBERS}
deck d:
    N(each of 2 2)
zone z seen by all
zone gone seen by all
action pair(a, b in z):
    require a == b
    move a, b to gone
play:
    move all from d to z
    player 1 acts: must pair
"""
    )
    assert moves(s) == ["pair(2, 2)"]
    played(s, "pair 2 2")
    assert cards(s, "gone") == ["2", "2"]


# --- what a move is -----------------------------------------------------------------------------


def taking(place: str, deck: str, action: str = "take(c in x)") -> str:
    return f"""
{NUMBERS}
deck d:
    N(each of {deck})
{place} x seen by all
zone gone seen by all
action {action}:
    move c to gone
play:
    for c in d: move c to x
    player 1 acts: must take
"""


def test_equal_cards_of_a_zone_are_one_move() -> None:
    assert moves(begun(taking("zone", "2 2 3"))) == ["take(2)", "take(3)"]


def test_equal_cards_of_a_row_are_moves_of_their_own() -> None:
    s = begun(taking("row", "3 5 3"))
    assert moves(s) == ["take(3 at 1)", "take(5)", "take(3 at 3)"]
    with pytest.raises(AmbiguousMove) as found:
        s.parse_move("take 3")
    assert found.value.candidates == ("take(3 at 1)", "take(3 at 3)")
    played(s, "take 3 at 3")
    assert cards(s, "x") == ["3", "5"]


def test_a_refused_push_is_an_error_of_play() -> None:
    s = begun(taking("zone", "2 3"))
    move = s.legal_moves[0]
    s.push(move)
    with pytest.raises(PlayError):
        s.push(move)


PAIRS = """
type Colour = red, blue
card Stock(colour: Colour, value: 1..9) shown as "{colour} {value}"
deck d:
    LINES
zone z seen by all
zone gone seen by all
ACTION
    move a, b to gone
play:
    for c in d: move c to z
    player 1 acts: must sell
"""


def pairs(*deck: str, action: str = "action sell(a, b in z):") -> list[str]:
    lines = "\n    ".join(f"Stock({card})" for card in deck)
    return moves(begun(PAIRS.replace("LINES", lines).replace("ACTION", action)))


def test_an_unordered_pair_is_one_move_in_deck_order() -> None:
    assert pairs("blue, 5", "blue, 4") == ["sell(blue 5, blue 4)"]
    assert pairs("blue, 4", "blue, 5") == ["sell(blue 4, blue 5)"]
    assert pairs("blue, 2", "blue, 2") == ["sell(blue 2, blue 2)"]


def test_a_pair_may_be_typed_in_any_order() -> None:
    lines = "Stock(blue, 4)\n    Stock(blue, 5)\n    Stock(red, 1)"
    text = PAIRS.replace("LINES", lines).replace("ACTION", "action sell(a, b in z):")
    s = begun(text)
    wanted = s.parse_move("sell(blue 4, blue 5)")
    for typed in (
        "sell blue 5 blue 4",
        "sell(blue 5, blue 4)",
        "SELL BLUE 4, BLUE 5",
        "sell blue 4 blue 5",
    ):
        assert s.parse_move(typed) == wanted


def test_parameters_of_their_own_bind_ordered_pairs_of_different_cards() -> None:
    deck = ("red, 1", "red, 2", "blue, 1", "blue, 2")
    found = pairs(*deck, action="action sell(a in z, b in z):")
    assert len(found) == len(set(found)) == 4 * 3
    assert pairs("red, 1", "red, 1", action="action sell(a in z, b in z):") == [
        "sell(red 1, red 1)"
    ]


def test_looks_that_print_alike_are_refused() -> None:
    (found,) = errors(
        'type Dot = plain, dotted\ncard R(value: 1..3, dot: Dot) shown as "{value}"\ndeck d:\n    R(each 1..3, each Dot)'
    )
    assert "shown" in found
    (found,) = errors(
        'type Dot = plain, PLAIN\ncard R(dot: Dot) shown as "{dot}"\ndeck d:\n    R(each Dot)'
    )
    assert "shown" in found


def test_underlines_and_absent_attributes_are_shown_as_nothing() -> None:
    s = begun(
        """
type Flower = white_rose, tulip
card F(flower: Flower, size: 1..2 or none) shown as "{flower} {size}"
deck d:
    F(white_rose, none)
    F(tulip, each 1..2)
zone z seen by all
action take(c in z):
    move c to d
play:
    move all from d to z
    player 1 acts: must take
"""
    )
    assert moves(s) == ["take(white rose)", "take(tulip 1)", "take(tulip 2)"]
    assert s.parse_move("take White Rose") == s.legal_moves[0]


@pytest.mark.parametrize("name", [info.name for info in ruledsl.rulesets()])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_is_printed_is_read_back(name: str, seed: int) -> None:
    state = ruledsl.load(name).start(seed=seed, events=False)
    picker = Picker(seed)
    while not state.is_over and state.decisions < 150:
        texts = moves(state)
        assert len(set(texts)) == len(texts)
        for move in state.legal_moves:
            assert state.parse_move(str(move)) == move
        state.push(state.legal_moves[picker.below(len(texts))])


@pytest.mark.parametrize(
    ("place", "deck"),
    [("zone", "2 2 3 5 5"), ("row", "3 5 3 5"), ("pile", "3 5 3"), ("row", "4 4")],
)
def test_what_is_printed_is_read_back_in_small_games(place: str, deck: str) -> None:
    for action in (
        "take(c in x)",
        "take(c, e in x)",
        "take(c in x, e in x)",
        "take(n in 1..3, c in x)",
    ):
        s = begun(taking(place, deck, action))
        assert len(set(moves(s))) == len(moves(s)) > 0
        for move in s.legal_moves:
            assert s.parse_move(str(move)) == move


# --- making decks ------------------------------------------------------------------------------

RANKS = """
type Suit = clubs, hearts
type Rank = ace, 2, 3, 4, jack
card Pip(rank: Rank, suit: Suit) shown as "{rank} of {suit}"
deck d:
    Pip(%s, hearts)
row r seen by all
play:
    move all from d to r
"""


@pytest.mark.parametrize(
    ("ranks", "made"),
    [
        ("each 2..4", ["4", "3", "2"]),
        ("each ace..3", ["3", "2", "ace"]),
        ("each 3..jack", ["jack", "4", "3"]),
        ("each (2..3) + [jack]", ["jack", "3", "2"]),
        ("each [3, ace]", ["ace", "3"]),
        ("each 4..2", []),
    ],
)
def test_numbers_are_members_where_a_deck_wants_members(ranks: str, made: list[str]) -> None:
    text = RANKS % ranks
    if not made:
        text = text.replace("    Pip(", "    Pip(ace, clubs)\n    Pip(")
        made = ["ace"]
    assert [card.split()[0] for card in cards(begun(text), "r")] == made


def test_a_number_that_is_no_member_is_refused_in_a_deck() -> None:
    (error,) = errors(RANKS % "each 2..5")
    assert error == "7: a range cannot go from a `Rank` to a number"


def test_a_deck_may_run_through_seats() -> None:
    text = """
card Mark(owner: Player, value: 1..9) shown as "{owner}-{value}"
deck d:
    Mark(each 1..2, each 1..2)
row r seen by all
play:
    move all from d to r
"""
    assert len(cards(begun(text), "r")) == 4
