"""The laws of resampling in the shipped games."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ruledsl import load
from ruledsl.engine.game import Game
from ruledsl.engine.moves import Move
from ruledsl.engine.resample.effort import FOR_BOTS, FULL, Allowance
from ruledsl.engine.resample.sampling import Sampler
from ruledsl.engine.state import State
from tests.engine.knowledge.texts import DRAFTS
from tests.engine.resample.texts import TEXTS
from tests.language.small import game
from tests.properties.configurations import Setting, player_counts, shipped
from tests.properties.knowledge import examine_truth
from tests.properties.resampling import all_histories, sample_callers, sample_random_games

SETTINGS = [Setting(name, players) for name in shipped() for players in player_counts(name)]

# --- equal information, equal samples -----------------------------------------------------------------


@pytest.mark.parametrize("name", ["again", "blind", "rolls"])
def test_equal_information_gives_equal_samples_in_whole_trees(name: str) -> None:
    """All states of play in which a seat has seen the same are one to resampling."""
    played = game(TEXTS[name])
    compared = 0
    for seen, histories in list(all_histories(played).items())[::7]:
        if len(histories) < 2:
            continue
        results = set()
        for items in sorted(histories, key=str)[:5]:
            state = played.start(chance="explicit")
            for item in items:
                state.push(item)
            other = state.resample(seen.seat, 11)
            results.add((other.items, other.core))
            compared += 1
        assert len(results) == 1
    assert compared > 20


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_samples_of_shipped_games(setting: Setting) -> None:
    """Equal information gives equal samples; what a seat knows is true in them; they can be played on."""
    played = setting.load()
    another = setting.load()
    differing = 0
    for seed in range(3):
        state, seat = position(played, seed)
        one = state.resample(seat, 1)
        assert one.information_state(seat) == state.information_state(seat)
        examine_truth(one, seat)
        differing += one.core != state.core
        # From what is sampled, and in a game of its own, the same comes as from the true state.
        fresh = another.start(
            chance="explicit", starter=one.started.starter, totals=one.started.totals
        )
        for item in one.items:
            fresh.push(item)
        again, from_truth = fresh.resample(seat, 2), state.resample(seat, 2)
        assert again.items == from_truth.items
        assert again.core == from_truth.core
        for _ in range(60):
            if not one.is_over:
                one.push(one.legal_moves[seed % len(one.legal_moves)])
    assert differing or setting.ruleset not in ("cherki", "cat_in_the_sack")


def position(played: Game, seed: int) -> tuple[State, int]:
    """A random position and a seat."""
    chance = random.Random(seed)
    state = played.start(seed=seed)
    for _ in range(chance.randrange(60)):
        if not state.is_over:
            state.push(chance.choice(state.legal_moves))
    return state, chance.randint(1, played.players)


@pytest.mark.parametrize("name", DRAFTS)
def test_samples_of_small_games(name: str) -> None:
    found = sample_random_games(game(DRAFTS[name]), 20, 1, 3, play_on=True)
    assert found.failed == 0
    assert found.different > 0


# --- what is known of single games ----------------------------------------------------------------------


@pytest.mark.parametrize("allowance", [FULL, FOR_BOTS], ids=["full", "bots"])
@pytest.mark.parametrize("moves", [(), ("check",), ("check", "bet")])
def test_the_two_cards_that_may_be_held_in_kuhn_are_equally_likely(
    moves: tuple[str, ...], allowance: Allowance
) -> None:
    """Within 4.5 standard deviations. No step treats the two cards differently before they are shown."""
    samples = 1_000
    played = load("kuhn")
    state = played.start(seed=4)
    for move in moves:
        state.push(state.parse_move(move))
    frame = played.program.frame
    (own, other) = (
        next(z for z, zone in enumerate(played.machine.zones) if zone.label == f"hand[{seat}]")
        for seat in (1, 2)
    )
    held = Counter()
    sampler = Sampler(played, state.started, state.information_state(1), allowance)
    for seed in range(samples):
        cells = sampler.sample(seed).cells_copy()
        held[cells[frame.faces + frame.cards(cells, other)[0]]] += 1
        (card,) = frame.cards(cells, own)
    assert len(held) == 2
    assert cells[frame.faces + card] not in held
    for count in held.values():
        assert abs(count - samples / 2) < 4.5 * (samples / 4) ** 0.5


def test_who_has_called_in_cherki_is_ready() -> None:
    """With one caller and with two, eight cards or nine, at the call and turns after it, for the others."""
    found = sample_callers(range(4), 2, FOR_BOTS)
    assert sum(group.failed for group in found.values()) == 0
    assert found["1 callers"].positions > 10
    assert found["1 callers, one with nine cards"].positions > 2
    assert sum(group.positions for name, group in found.items() if name[0] == "2") > 2


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_bots_may_spend_is_enough(setting: Setting) -> None:
    """Samples that depend on their seed alone, in whatever order they are taken."""
    state, seat = position(setting.load(), 5)
    information = state.information_state(seat)
    one, other = (Sampler(state.game, state.started, information, FOR_BOTS) for _ in range(2))
    forward = [one.sample(seed) for seed in range(12)]
    backward = [other.sample(seed) for seed in reversed(range(12))]
    assert [s.items for s in forward] == [s.items for s in reversed(backward)]
    assert [s.core for s in forward] == [s.core for s in reversed(backward)]
    for sampled in forward:
        assert sampled.information_state(seat) == information
        assert sampled.game.replay(sampled.record()).core == sampled.core
        examine_truth(sampled, seat)


def test_cards_laid_in_the_sack_fit_every_pass_and_reveal() -> None:
    """What came to light lies in the sample where it did, and every suit is whole."""
    played = load("cat_in_the_sack", players=3)
    frame = played.program.frame
    seen = 0
    for seed in range(6):
        chance = random.Random(seed)
        state = played.start(seed=seed)
        for _ in range(20 + 5 * seed):
            state.push(chance.choice(state.legal_moves))
        for seat in (1, 2, 3):
            other = state.resample(seat, seed)
            assert [str(i) for i in other.items if isinstance(i, Move) and i.name != "lay"] == [
                str(i) for i in state.items if isinstance(i, Move) and i.name != "lay"
            ]
            examine_truth(other, seat)
            cells = other.cells_copy()
            assert sorted(cells[frame.faces : frame.faces + frame.card_count]) == sorted(
                played.machine.cards
            )
            known = state.observation(seat).knowledge
            seen += sum(look >= 0 for zone in known.zones for look in zone.places)
    assert seen > 10
