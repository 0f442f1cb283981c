"""Chance: exact odds, lazy shuffles against eager ones, the generator, seeds."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruledsl.engine.chance import Outcome
from ruledsl.engine.errors import OutcomeError, StartError
from ruledsl.engine.game import Game
from ruledsl.engine.happenings import Revealed
from ruledsl.engine.seeds import Seed, final, mix
from ruledsl.engine.state import State
from ruledsl.machine import model as m
from tests.engine.build import PLAYER, Build, cell, e, k
from tests.engine.play import distribution

SCRIPTS = int(os.environ.get("RULEDSL_SCRIPTS", "40"))
"""How many random scripts of shuffles are compared; 600 on demand."""


def hashlittle(text: bytes) -> int:
    """lookup3's ``hashlittle`` with initval 0, to hold ``mix`` and ``final`` against its test vectors."""
    a = b = c = (0xDEADBEEF + len(text)) & 0xFFFFFFFF
    while len(text) > 12:
        words = [int.from_bytes(text[i : i + 4], "little") for i in (0, 4, 8)]
        a, b, c = mix(*((x + w) & 0xFFFFFFFF for x, w in zip((a, b, c), words, strict=True)))
        text = text[12:]
    if not text:
        return c
    text = text.ljust(12, b"\0")
    words = [int.from_bytes(text[i : i + 4], "little") for i in (0, 4, 8)]
    return final(*((x + w) & 0xFFFFFFFF for x, w in zip((a, b, c), words, strict=True)))[2]


def test_the_generator_is_lookup3() -> None:
    # From the self-test (driver5) of lookup3.c.
    assert hashlittle(b"") == 0xDEADBEEF
    assert hashlittle(b"Four score and seven years ago") == 0x17770551


def test_golden_draws_of_seed_7() -> None:
    seed = Seed(7)
    assert [seed.below(52, "shuffle", 1, 52 - i) for i in range(8)] == GOLDEN_DRAWS
    assert [seed.words("match", r, 0) for r in (1, 2)] == GOLDEN_WORDS


GOLDEN_DRAWS = [48, 14, 4, 30, 27, 31, 45, 39]
GOLDEN_WORDS = [(2531594456, 3983820969), (827852409, 3907330065)]


@given(st.integers(0, (1 << 64) - 1), st.integers(1, 1 << 32), st.integers(0, 99))
def test_draws_stay_below_their_bound(value: int, bound: int, draw: int) -> None:
    seed = Seed(value)
    drawn = seed.below(bound, "random", 0, draw)
    assert 0 <= drawn < bound
    assert drawn == Seed(value).below(bound, "random", 0, draw)


def test_draws_are_even() -> None:
    counts = [0] * 6
    for value in range(6000):
        counts[Seed(value).below(6, "shuffle", 1, 3)] += 1
    # Chi square with 5 degrees of freedom; 20.5 is passed once in a thousand fair trials.
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 20.5


@pytest.mark.parametrize("value", [-1, 1 << 64])
def test_a_seed_has_64_bits(value: int) -> None:
    with pytest.raises(StartError, match="seed"):
        Seed(value)


# --- lazy against eager -----------------------------------------------------------------------


def revealed(state: State) -> tuple[str, ...]:
    looks = state.game.machine.looks
    return tuple(
        looks[card.look].text
        for h in state.happenings
        if isinstance(h, Revealed)
        for card in h.cards
    )


def test_a_reshuffle_after_an_unseen_burn_is_exact() -> None:
    """Deck A B C shuffled, one burnt unseen, the open card D added, shuffled again: the next card."""
    b = Build(1)
    kind = b.kind("Card")
    looks = [b.look(kind, name) for name in "ABC"]
    b.kind("Other")
    stock = b.deck("stock", looks)
    other = b.deck("other", [b.look(1, "D")])
    burnt = b.zone("burnt", "pile", seen_by="nobody")
    one = k(1)
    start = b.chain(
        m.Shuffle(e("zone", stock), -1),
        m.MoveSome(one, False, (e("zone", stock),), e("zone", burnt), False, -1),
        m.MoveSome(one, False, (e("zone", other),), e("zone", stock), False, -1),
        m.Shuffle(e("zone", stock), -1),
        m.Reveal(e("last", e("zone", stock)), None, None, -1),
        m.Over(),
    )
    assert distribution(Game(b.machine(start)), revealed) == {
        ("D",): Fraction(1, 3),
        ("A",): Fraction(2, 9),
        ("B",): Fraction(2, 9),
        ("C",): Fraction(2, 9),
    }


PLACES = ("pile", "pile", "row")
Script = list[tuple[str, int, int]]
"""Steps: shuffle a zone, move one card on, reveal the next card of a zone."""


def random_script(number: int) -> tuple[str, Script]:
    rng = random.Random(number)
    deck = "".join(rng.choice("ABC") for _ in range(rng.randint(3, 5)))
    sizes = [len(deck), 0, 0]
    script: Script = []
    for _ in range(rng.randint(5, 10)):
        step = rng.choice(("shuffle", "move", "move", "reveal"))
        full = [zone for zone in range(3) if sizes[zone]]
        zone = rng.choice(full)
        target = rng.randrange(3)
        if step == "move":
            sizes[zone] -= 1
            sizes[target] += 1
        script.append((step, zone, target))
    return deck, script


def next_card(zone: int, lying: Sequence[str]) -> int:
    """The place of the card that a move takes: the top of a pile, the first of a row."""
    return 0 if PLACES[zone] == "row" else len(lying) - 1


def eager(deck: str, script: Script) -> dict[object, Fraction]:
    """The distribution of what is revealed, with every order drawn at the shuffle."""
    worlds: dict[tuple[tuple[str, ...], str], Fraction] = {((deck, "", ""), ""): Fraction(1)}
    for step, zone, target in script:
        after: dict[tuple[tuple[str, ...], str], Fraction] = {}
        for (zones, seen), weight in worlds.items():
            if step == "shuffle":
                orders = ["".join(order) for order in permutations(zones[zone])]
                results = [
                    ((*zones[:zone], order, *zones[zone + 1 :]), seen, weight / len(orders))
                    for order in orders
                ]
            else:
                at = next_card(zone, zones[zone])
                card = zones[zone][at]
                if step == "reveal":
                    results = [(zones, seen + card, weight)]
                else:
                    piles = list(zones)
                    piles[zone] = piles[zone][:at] + piles[zone][at + 1 :]
                    piles[target] += card
                    results = [(tuple(piles), seen, weight)]
            for piles_after, told, part in results:
                key = (tuple(piles_after), told)
                after[key] = after.get(key, Fraction(0)) + part
        worlds = after
    found: dict[object, Fraction] = {}
    for (_, seen), weight in worlds.items():
        found[tuple(seen)] = found.get(tuple(seen), Fraction(0)) + weight
    return found


def lazy(deck: str, script: Script) -> Game:
    b = Build(1)
    kind = b.kind("Card")
    for name in "ABC":
        b.look(kind, name)
    zones = [b.deck("stock", [b.look(kind, name) for name in deck])]
    zones += [b.zone(f"z{i}", PLACES[i], seen_by="nobody") for i in (1, 2)]
    states: list[m.AnyState] = []
    for step, zone, target in script:
        place = e("zone", zones[zone])
        if step == "shuffle":
            states.append(m.Shuffle(place, -1))
        elif step == "reveal":
            card = e("first" if PLACES[zone] == "row" else "last", place)
            states.append(m.Reveal(card, None, None, -1))
        else:
            states.append(m.MoveSome(k(1), False, (place,), e("zone", zones[target]), False, -1))
    return Game(b.machine(b.chain(*states, m.Over())))


@pytest.mark.parametrize("number", range(SCRIPTS))
def test_lazy_shuffles_are_eager_shuffles(number: int) -> None:
    deck, script = random_script(number)
    assert distribution(lazy(deck, script), revealed) == eager(deck, script)


# --- random and lots -----------------------------------------------------------------------------


def dice() -> Game:
    b = Build(2)
    die = b.variable("die", 1, 3)
    who = b.variable("who", 1, 2, PLAYER)
    start = b.chain(
        m.Lot(-1),
        m.Roll(m.Address(die), 0, e("list", k(1), k(2), k(2), k(3)), -1),
        m.Roll(m.Address(who), 1, e("range", k(1), k(2)), -1),
        m.Over(),
    )
    b.uses_starter = True
    return Game(b.machine(start))


def test_random_is_uniform_over_the_elements() -> None:
    state = dice().start(chance="explicit")
    assert [(str(o), p) for o, p in state.chance_outcomes] == [
        ("seat 1", Fraction(1, 2)),
        ("seat 2", Fraction(1, 2)),
    ]
    state.push(state.chance_outcomes[1][0])
    assert [(str(o), p) for o, p in state.chance_outcomes] == [
        ("1", Fraction(1, 4)),
        ("2", Fraction(1, 2)),
        ("3", Fraction(1, 4)),
    ]
    state.push(Outcome("value", 2))
    assert str(state.chance_outcomes[0][0]) == "seat 1"
    assert (state.actor, state.legal_moves, state.is_over) == (None, (), False)


def test_an_outcome_that_cannot_be_is_refused() -> None:
    state = dice().start(chance="explicit", starter=1)
    before = state.core
    with pytest.raises(OutcomeError, match="it may bring 1, 2, 3"):
        state.push(Outcome("value", 9, text="9"))
    assert state.core == before
    assert state.is_chance


def test_a_picked_card_is_named_by_look_or_place() -> None:
    b = Build(1)
    kind = b.kind("Card")
    looks = [b.look(kind, name) for name in "AB"]
    hand = b.zone("hand", "zone")
    line = b.zone("line", "row")
    first = b.deck("first", [looks[0], looks[0], looks[1]])
    second = b.deck("second", looks)
    card = b.register("card")
    start = b.chain(
        m.MoveSome(None, False, (e("zone", first),), e("zone", hand), False, -1),
        m.MoveSome(None, False, (e("zone", second),), e("zone", line), False, -1),
        m.Roll(m.Address(card), -1, e("cards", e("zone", hand)), -1),
        m.Move((cell(card),), e("zone", line), False, -1),
        m.Roll(m.Address(card), -1, e("cards", e("zone", line)), -1),
        m.Over(),
    )
    state = Game(b.machine(start)).start(chance="explicit")
    assert [(str(o), p) for o, p in state.chance_outcomes] == [
        ("A in hand", Fraction(2, 3)),
        ("B in hand", Fraction(1, 3)),
    ]
    state.push(state.chance_outcomes[0][0])
    assert [str(o) for o, _ in state.chance_outcomes] == [
        "B at 1 in line",
        "A at 2 in line",
        "A at 3 in line",
    ]


def test_an_unseen_random_card_is_drawn_when_it_is_seen() -> None:
    b = Build(1)
    kind = b.kind("Card")
    looks = [b.look(kind, name) for name in "AB"]
    stock = b.deck("stock", [looks[0], looks[0], looks[1]])
    table = b.zone("table", "zone")
    card = b.register("card")
    start = b.chain(
        m.Shuffle(e("zone", stock), -1),
        m.Roll(m.Address(card), -1, e("cards", e("zone", stock)), -1),
        m.Move((cell(card),), e("zone", table), False, -1),
        m.Over(),
    )
    game = Game(b.machine(start))

    def seen(state: State) -> str:
        cells = state.cells_copy()
        frame = state.game.program.frame
        return state.game.program.texts.look(cells[frame.faces + frame.cards(cells, table)[0]])

    assert distribution(game, seen) == {"A": Fraction(2, 3), "B": Fraction(1, 3)}


def test_a_shuffle_where_faces_are_seen_is_a_fault() -> None:
    from ruledsl.engine.errors import RuleFault

    b = Build(1)
    kind = b.kind("Card")
    stock = b.deck("stock", [b.look(kind, "A"), b.look(kind, "B")], seen_by="all")
    game = Game(b.machine(b.chain(m.Shuffle(e("zone", stock), -1), m.Over())))
    with pytest.raises(RuleFault, match="move the cards face down"):
        game.start(seed=1)


def test_gathering_mixed_decks_goes_by_look() -> None:
    """Two decks shuffled together: gathering one of them takes its looks, whichever card holds them."""
    b = Build(1)
    kind = b.kind("Card")
    first = b.deck("first", [b.look(kind, "A"), b.look(kind, "B")])
    second = b.deck("second", [b.look(kind, "C")])
    start = b.chain(
        m.MoveSome(None, False, (e("zone", second),), e("zone", first), False, -1),
        m.Shuffle(e("zone", first), -1),
        m.MoveSome(k(1), False, (e("zone", first),), e("zone", second), False, -1),
        m.Gather((0,), -1),
        m.Reveal(e("zone", first), None, None, -1),
        m.Over(),
    )
    found = distribution(Game(b.machine(start)), lambda s: tuple(sorted(revealed(s))))
    assert set(found) <= {("A", "B"), ("A", "B", "C")}
    assert found[("A", "B")] == Fraction(1, 3)
