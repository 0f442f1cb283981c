"""What seats may see and are told: moves, sealed choices, payments, reveals; nothing more."""

from __future__ import annotations

from ruledsl.engine.game import Game
from ruledsl.engine.happenings import Happening
from ruledsl.engine.knowledge.tell import tell
from ruledsl.engine.state import State
from ruledsl.machine import model as m
from tests.engine.build import CARD, ME, NUMBER, PLAYER, Build, cell, e, k
from tests.engine.market import market_machine
from tests.engine.play import Picker, random_play


def lines(state: State, seat: int) -> list[str]:
    return [str(line) for line in tell(state.game.machine, state.information_state(seat).events)]


def sealed() -> Game:
    """Two seats bid a card of their hands face down at once, and a number; then the cards are shown."""
    b = Build(2)
    kind = b.kind("Card")
    looks = [b.look(kind, name) for name in ("low", "high")]
    decks = [b.deck(f"deck[{seat}]", looks) for seat in (1, 2)]
    hand = b.zone("hand", "zone", owned=True, seen_by="owner")
    offer = b.zone("offer", "zone", owned=True, seen_by="nobody")
    open_ = b.zone("open", "row")
    secret = b.variable("secret", 0, 9, owned=True, seen_by="owner")
    purse, purse_cell = b.account("purse", owned=True, seen_by="owner")
    chest, chest_cell = b.account("chest", owned=True, seen_by="owner")
    card = b.param("c", e("cards", e("zone_at", hand, 2, ME)), "your hand", CARD, 1)
    number = b.param("n", e("range", k(1), k(3)), "1..3", NUMBER, 2, secretly=True)
    bid = b.action(
        "bid",
        [card, number],
        [],
        [
            m.Move((cell(card.cell),), e("zone_at", offer, 2, ME), False, -1),
            m.Assign(0, m.Address(secret, 2, ME), cell(number.cell), -1),
            m.Pay(
                cell(number.cell),
                False,
                purse,
                m.Address(purse_cell, 2, ME),
                chest,
                m.Address(chest_cell, 2, ME),
                -1,
            ),
        ],
    )
    pending = b.block(6)
    decision = b.here() + 9
    start = b.chain(
        *(
            m.MoveSome(None, False, (e("zone", decks[s]),), e("zone", hand + s), False, -1)
            for s in (0, 1)
        ),
        *(m.Open(purse, m.Address(purse_cell, 2, k(s)), k(5), -1) for s in (1, 2)),
        m.Set(m.ME, k(1), -1),
        m.Set(m.ME, k(1), -1),
        m.Set(m.ME, k(1), -1),
        m.Set(m.ME, k(1), -1),
        m.Set(m.ME, k(1), -1),
        m.Decide((m.Offer(bid, None),), True, None, pending, 3, -1),
    )
    assert b.here() - 1 == decision
    again = m.Decide((m.Offer(bid, None),), True, None, pending, 3, -1)
    b.chain(m.Set(m.ME, k(2), -1))
    second = b.here()
    b.chain(
        again,
        m.Set(m.ME, k(1), -1),
        m.PlayPending(decision, -1),
        m.Set(m.ME, k(2), -1),
        m.PlayPending(second, -1),
        m.Set(m.ME, k(0), -1),
        m.Reveal(e("zone", offer + 1), None, k(1), -1),
        m.Announce(("all have bid, ", " is next"), (k(1),), (PLAYER,), -1),
        m.MoveSome(None, False, (e("zone", offer),), e("zone", open_), False, -1),
        m.Over(),
    )
    return Game(b.machine(start))


def test_a_pending_choice_is_a_move_that_others_do_not_see() -> None:
    game = sealed()
    state = game.start(seed=1)
    before = (state.observation(2), lines(state, 2))
    for text in ("bid low 1", "bid high 3", "skip"):
        state.push(state.parse_move(text))
        after = state.observation(2)
        assert after.to_choose
        assert (after.zones, after.accounts, after.variables) == (
            before[0].zones,
            before[0].accounts,
            before[0].variables,
        )
        assert lines(state, 2) == [*before[1], "seat 2 must choose"]
        assert [str(move) for move in state.legal_moves] == [
            f"bid({look}, {n})" for look in ("low", "high") for n in (1, 2, 3)
        ] + ["skip"]
        assert lines(state, 1)[-1] == f"seat 1 chooses: {state.items[-1]}"
        assert str(state.pop()) == str(state.parse_move(text))


def test_moves_are_told_by_who_may_know_the_card() -> None:
    state = sealed().start(seed=1)
    state.push(state.parse_move("bid low 2"))
    state.push(state.parse_move("bid high 3"))
    mine, other = lines(state, 1), lines(state, 2)
    assert "seat 1: bid(low, 2)" in mine
    assert "seat 1: bid(a card, secret n)" in other
    assert "seat 2: bid(a card, secret n)" in mine
    assert "a card goes from hand[2] to offer[2]" in mine
    assert "high goes from hand[2] to offer[2]" in other
    assert "purse[1] pays 2 to chest[1]" in mine
    assert "purse[1] pays something to chest[1]" in other
    assert "secret[1] = 2" in mine
    assert "secret[1] = 2" not in other
    assert "shown to seat 1: high in offer[2]" in mine
    assert "shown to seat 1: a card in offer[2]" in other
    assert "all have bid, seat 1 is next" in mine
    assert "low goes from offer[1] to open" in other


def test_a_skip_is_silent() -> None:
    state = sealed().start(seed=1)
    state.push(state.parse_move("skip"))
    state.push(state.parse_move("bid high 3"))
    assert not any(line.startswith("seat 1:") for line in lines(state, 2))
    assert "seat 1: skip" in lines(state, 1)


def test_a_view_holds_what_the_seat_sees() -> None:
    state = sealed().start(seed=1)
    seen = state.observation(1)
    zones = {zone.label: zone for zone in seen.zones}
    assert zones["hand[1]"].cards == ("low", "high")
    assert (zones["hand[2]"].size, zones["hand[2]"].seen) == (2, False)
    assert {a.label: a.value for a in seen.accounts}["purse[1]"] == 5
    assert "purse[2]" not in {a.label for a in seen.accounts}
    assert "secret[2]" not in {v.label for v in seen.variables}


def test_a_card_played_into_the_open_is_named() -> None:
    b = Build(2)
    kind = b.kind("Card")
    looks = [b.look(kind, name) for name in ("low", "high")]
    deck = b.deck("deck", looks)
    hand = b.zone("hand", "zone", owned=True, seen_by="owner")
    trick = b.zone("trick", "row")
    sack = b.zone("sack", "row", seen_by="nobody")
    cards = [b.param("c", e("cards", e("zone", hand)), "your hand", CARD, 1) for _ in range(2)]
    play = b.action("play", cards[:1], [], [m.Move((cell(cards[0].cell),), e("zone", trick), False, -1)])  # fmt: skip
    lay = b.action("lay", cards[1:], [], [m.Move((cell(cards[1].cell),), e("zone", sack), False, -1)])  # fmt: skip
    offers = (m.Offer(play, None), m.Offer(lay, None))
    start = b.chain(
        m.MoveSome(None, False, (e("zone", deck),), e("zone", hand), False, -1),
        m.Set(m.ME, k(1), -1),
        m.Decide(offers, False, None, -1, 0, -1),
        m.Decide(offers, False, None, -1, 0, -1),
        m.Over(),
    )
    state = Game(b.machine(start)).start(seed=1)
    state.push(state.parse_move("play high"))
    state.push(state.parse_move("lay low"))
    played = [line for line in lines(state, 2) if line.startswith("seat 1")]
    assert played == ["seat 1: play(high)", "seat 1: lay(a card)"]
    zones = {zone.label: zone for zone in state.observation(1).zones}
    assert not zones["sack"].seen
    assert zones["trick"].cards == ("high",)


def test_an_observer_hears_what_the_log_holds_and_nothing_of_a_failed_push() -> None:
    heard: list[Happening] = []
    game = Game(market_machine())
    state = game.start(seed=7, observer=heard.append)
    assert tuple(heard) == state.happenings
    random_play(state, Picker(7))
    assert tuple(heard) == state.happenings
    quiet = random_play(game.start(seed=7, events=False), Picker(7))
    assert quiet.happenings == ()
    assert quiet.core == state.core
