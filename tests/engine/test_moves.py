"""Which moves there are, how they read, how texts are read, and why a move is legal or not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ruledsl.engine.errors import AmbiguousMove, IllegalMove, UnreadableMove
from ruledsl.engine.game import Game
from ruledsl.engine.state import State
from ruledsl.machine import model as m
from tests.engine.build import BOOL, CARD, NUMBER, PLAYER, Build, cell, e, k
from tests.engine.market import market_machine

MARKET = Game(market_machine())


class Table:
    """One seat with cards in some zones, offered one action after the other."""

    def __init__(self, rules: str = "", players: int = 1) -> None:
        self.b = Build(players, rules)
        self.kind = self.b.kind("Card", ("value", NUMBER))
        self.moves: list[m.AnyState] = []

    def zone(self, place: str, values: Sequence[int], name: str = "z", seen_by: str = "all") -> int:
        """A zone with cards of these values, in this order."""
        looks = [self.b.look(self.kind, str(v), v) for v in values]
        zone = self.b.zone(name, place, seen_by=seen_by)
        deck = self.b.deck(f"deck of {name}", looks[::-1])
        self.moves.append(m.MoveSome(None, False, (e("zone", deck),), e("zone", zone), False, -1))
        return zone

    def start(self, *actions: int, optional: bool = False) -> State:
        offers = tuple(m.Offer(action, None) for action in actions)
        start = self.b.chain(
            *self.moves,
            m.Set(m.ME, k(1), -1),
            m.Decide(offers, optional, None, -1, 0, -1),
            m.Over(),
        )
        return Game(self.b.machine(start)).start(chance="explicit")


def texts(state: State) -> list[str]:
    found = [str(move) for move in state.legal_moves]
    for move in state.legal_moves:
        assert state.parse_move(str(move)) == move
        assert state.parse_move(str(move).upper().replace(",", "")) == move
        assert state.why(move).legal
    assert len(set(found)) == len(found)
    return found


def cards(zone: int) -> object:
    return e("cards", e("zone", zone))


def test_alike_cards_of_a_zone_without_order_give_one_move() -> None:
    t = Table()
    zone = t.zone("zone", [2, 3, 2])
    take = t.b.action("take", [t.b.param("c", cards(zone), "z", CARD)])
    assert texts(t.start(take)) == ["take(2)", "take(3)"]


def test_every_place_of_a_row_is_its_own_move() -> None:
    t = Table()
    zone = t.zone("row", [3, 5, 3])
    take = t.b.action("take", [t.b.param("c", cards(zone), "z", CARD)])
    state = t.start(take)
    assert texts(state) == ["take(3 at 1)", "take(5)", "take(3 at 3)"]
    assert str(state.parse_move("take 5 at 2")) == "take(5)"
    with pytest.raises(AmbiguousMove) as caught:
        state.parse_move("take 3")
    assert caught.value.candidates == ("take(3 at 1)", "take(3 at 3)")


def test_a_place_is_named_only_where_the_legal_moves_need_it() -> None:
    t = Table()
    zone = t.zone("row", [3, 5, 3])
    c = t.b.param("c", cards(zone), "z", CARD)
    first = e("eq", cell(c.cell), e("first", e("zone", zone)))
    take = t.b.action("take", [c], [t.b.require(first)])
    assert texts(t.start(take)) == ["take(3)"]


def test_a_pile_is_listed_from_the_top() -> None:
    t = Table()
    zone = t.zone("pile", [1, 2, 3])
    take = t.b.action("take", [t.b.param("c", cards(zone), "z", CARD)])
    assert texts(t.start(take)) == ["take(3)", "take(2)", "take(1)"]


def test_hidden_places_are_named_without_their_faces() -> None:
    t = Table()
    zone = t.zone("row", [7, 8], seen_by="nobody")
    turn = t.b.action("turn", [t.b.param("c", cards(zone), "z", CARD)])
    assert texts(t.start(turn)) == ["turn(at 1)", "turn(at 2)"]


def test_cards_of_several_zones_are_told_apart_where_needed() -> None:
    t = Table()
    left, right = t.zone("zone", [1, 2], "left"), t.zone("zone", [2, 3], "right")
    domain = e("join", cards(left), cards(right))
    take = t.b.action("take", [t.b.param("c", domain, "z", CARD)])
    state = t.start(take)
    assert texts(state) == ["take(1)", "take(2 in left)", "take(2 in right)", "take(3)"]


@pytest.mark.parametrize(
    ("values", "pairs"),
    [
        ([5, 4], ["sell(4, 5)"]),
        ([2, 2], ["sell(2, 2)"]),
        ([2], []),
        ([2, 3, 2, 4], ["sell(2, 2)", "sell(2, 3)", "sell(2, 4)", "sell(3, 4)"]),
    ],
)
@pytest.mark.parametrize("guarded", [False, True])
def test_a_group_binds_each_unordered_choice_once(
    values: list[int], pairs: list[str], guarded: bool
) -> None:
    """With a guard that reads the state the general way of listing is taken."""
    t = Table()
    # Looks are numbered in deck order: the lower value first.
    for value in sorted(set(values)):
        t.b.look(t.kind, str(value), value)
    zone = t.zone("zone", values)
    group = [t.b.param(name, cards(zone), "z", CARD, 3) for name in "ab"]
    reads_state = t.b.require(
        e("gt", e("size", e("zone", zone)), e("sub", cell(group[1].cell), k(99)))
    )
    sell = t.b.action("sell", group, [reads_state] if guarded else [])
    state = t.start(sell, optional=True)
    assert texts(state) == [*pairs, "skip"]
    if values == [5, 4]:
        assert str(state.parse_move("sell 5 4")) == "sell(4, 5)"


def test_different_parameters_never_bind_one_card() -> None:
    t = Table()
    zone = t.zone("zone", [1, 2, 2])
    both = [t.b.param(name, cards(zone), "z", CARD, group) for group, name in enumerate("xy")]
    swap = t.b.action("swap", both)
    assert texts(t.start(swap)) == ["swap(1, 2)", "swap(2, 1)", "swap(2, 2)"]


def test_groups_of_three_and_a_number_that_looks_like_a_card() -> None:
    t = Table()
    zone = t.zone("zone", [1, 2, 3, 3])
    n = t.b.param("n", e("range", k(0), k(1)), "0..1", NUMBER, 9)
    group = [t.b.param(name, cards(zone), "z", CARD, 3) for name in "abc"]
    lay = t.b.action("lay", [n, *group])
    combos = ["1, 2, 3", "1, 3, 3", "2, 3, 3"]
    assert texts(t.start(lay)) == [f"lay({i}, {c})" for i in (0, 1) for c in combos]


def test_a_group_in_a_row_binds_places() -> None:
    t = Table()
    for value in (1, 2):
        t.b.look(t.kind, str(value), value)
    zone = t.zone("row", [2, 1, 2])
    group = [t.b.param(name, cards(zone), "z", CARD, 3) for name in "ab"]
    swap = t.b.action("swap", group)
    assert texts(t.start(swap)) == [
        "swap(1 at 2, 2 at 1)",
        "swap(1 at 2, 2 at 3)",
        "swap(2, 2)",
    ]


def test_later_domains_may_mention_earlier_parameters_and_be_empty() -> None:
    t = Table()
    low = t.b.param("low", e("range", k(1), k(3)), "1..3", NUMBER, 0)
    high = t.b.param(
        "high", e("range", e("add", cell(low.cell), k(1)), k(3)), "low + 1..3", NUMBER, 1
    )
    pick = t.b.action("pick", [low, high])
    state = t.start(pick)
    assert texts(state) == ["pick(1, 2)", "pick(1, 3)", "pick(2, 3)"]
    assert state.why("pick 3 3").reason == "there is no high to choose: 4..3 (low + 1..3) is empty"


def test_values_read_as_people_write_them() -> None:
    t = Table(players=3)
    colour = t.b.enumeration("Colour", "dark_red", "blue")
    params = [
        t.b.param("who", e("range", k(2), k(3)), "others", PLAYER, 0),
        t.b.param("what", e("list", k(1), k(2), k(m.NONE)), "Colour or none", colour, 1),
        t.b.param("loud", e("range", k(0), k(1)), "Bool", BOOL, 2),
    ]
    call_out = t.b.action("call_out", params)
    state = t.start(call_out)
    assert len(texts(state)) == 12
    move = state.parse_move("Call Out 2 Dark Red yes")
    assert str(move) == "call_out(seat 2, dark red, yes)"
    assert move.written == ("2", "dark_red", "yes")
    assert str(state.parse_move("call_out(seat 3, none, no)")) == "call_out(seat 3, none, no)"
    assert state.why("call_out 1 blue no").reason == "who must be seat 2 or seat 3 (others)"


def test_an_offer_with_arguments_is_one_move_if_it_is_legal() -> None:
    t = Table()
    n = t.b.param("n", e("range", k(1), k(3)), "1..3")
    say = t.b.action("say", [n], [t.b.require(e("ne", cell(n.cell), k(2)))])
    start = t.b.chain(
        m.Set(m.ME, k(1), -1),
        *(m.Decide((m.Offer(say, (k(value),)),), True, None, -1, 0, -1) for value in (1, 2, 9)),
        m.Over(),
    )
    state = Game(t.b.machine(start)).start(seed=0)
    assert texts(state) == ["say(1)", "skip"]
    assert state.why("say(3)").reason == "now: say or skip"
    state.push(state.legal_moves[0])
    assert texts(state) == ["skip"]
    state.push(state.legal_moves[0])
    assert texts(state) == ["skip"]


def test_otherwise_comes_only_when_nothing_else_is_legal() -> None:
    for possible, moves in ((1, ["act"]), (0, ["pass"])):
        t = Table()
        act = t.b.action("act", guards=[t.b.require(k(possible))])
        nothing = t.b.action("pass")
        start = t.b.chain(
            m.Set(m.ME, k(1), -1),
            m.Decide((m.Offer(act, None),), False, m.Offer(nothing, None), -1, 0, -1),
            m.Over(),
        )
        state = Game(t.b.machine(start)).start(seed=0)
        assert texts(state) == moves
        if possible:
            with pytest.raises(IllegalMove, match="now: act"):
                state.parse_move("pass")


# --- reading and refusing ------------------------------------------------------------------------


def market(*moves: str) -> State:
    state = MARKET.start(seed=7, starter=1)
    for move in moves:
        state.push(state.parse_move(move))
    return state


def test_refusals_say_why() -> None:
    state = market()
    for text, reason in (
        ("buy 6", "column must be 1..5"),
        ("sell red 2 red 3", "red 2 is not in your collection"),
        ("pass", "now: buy"),
        ("skip", "now: buy"),
    ):
        with pytest.raises(IllegalMove) as caught:
            state.parse_move(text)
        assert caught.value.reason == reason
        assert not state.why(text).legal
    assert state.why("buy 1", seat=2).reason == "it is seat 1's turn"
    for text, message in (
        ("bye 1", "there is no move `bye`; did you mean `buy`"),
        ("buy", r"goes `buy\(COLUMN\)`"),
        ("buy x", r"goes `buy\(COLUMN\)`"),
        ("buy 1 2", r"goes `buy\(COLUMN\)`"),
        ("", "a move is wanted"),
        ("sell wild", "goes `sell"),
    ):
        with pytest.raises(UnreadableMove, match=message):
            state.parse_move(text)


def test_why_shows_the_rule_and_its_values() -> None:
    state = market()
    verdict = state.why("buy 1")
    assert verdict.legal
    assert [(c.kind, c.held, c.text) for c in verdict.checks] == [
        ("domain", True, "column in 1..5"),
        ("require", True, "market[column] is not empty"),
        ("require", True, "bought.value <= your cash"),
    ]
    values = dict(verdict.checks[2].values)
    assert values["your cash"] == "20"
    assert values["bought.value"] in "23456"
    assert verdict.checks[2].line == 4


def test_why_names_the_require_that_fails_and_goes_on() -> None:
    state = market()
    while not any(c.held is None for c in state.why("buy 1").checks):
        moves = [str(move) for move in state.legal_moves]
        state.push(state.parse_move("buy 1" if "buy(1)" in moves else moves[-1]))
    verdict = state.why("buy 1")
    assert verdict.reason == "that column is empty"
    assert [check.held for check in verdict.checks] == [True, False, None]
    move = MARKET.start(seed=7).legal_moves[0]
    with pytest.raises(IllegalMove, match="that column is empty") as caught:
        state.push(move)
    assert caught.value.line == 3


def test_legality_is_what_why_says() -> None:
    """Every readable move of the market is legal exactly when the verdict says so."""
    state = market()
    wanted = [f"buy {n}" for n in range(7)] + ["pass", "skip"]
    looks = [look.text for look in MARKET.machine.looks]
    wanted += [f"sell {a} {b}" for a in looks for b in looks]
    for _ in range(12):
        if state.is_over:
            break
        legal = set(state.legal_moves)
        said = {text for text in wanted if state.why(text).legal}
        assert {state.parse_move(text) for text in said} == legal
        state.push(state.legal_moves[len(state.legal_moves) // 2])
