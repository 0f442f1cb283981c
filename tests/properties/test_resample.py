"""The laws of resampling in the shipped games."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ruledsl import load
from ruledsl.engine.game import Game
from ruledsl.engine.moves import Move
from ruledsl.engine.state import State
from tests.engine.knowledge.texts import DRAFTS
from tests.engine.resample.texts import TEXTS
from tests.language.small import game
from tests.properties.configurations import Setting, player_counts, shipped
from tests.properties.knowledge import examine_truth
from tests.properties.resampling import Samples, all_histories, sample_random_games

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


@pytest.mark.parametrize("moves", [(), ("check",), ("check", "bet")])
def test_the_two_cards_that_may_be_held_in_kuhn_are_equally_likely(moves: tuple[str, ...]) -> None:
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
    for seed in range(samples):
        cells = state.resample(1, seed).cells_copy()
        held[cells[frame.faces + frame.cards(cells, other)[0]]] += 1
        (card,) = frame.cards(cells, own)
    assert len(held) == 2
    assert cells[frame.faces + card] not in held
    for count in held.values():
        assert abs(count - samples / 2) < 4.5 * (samples / 4) ** 0.5


class Cherki:
    """Cherki as somebody plays it who collects: only so are there callers."""

    def __init__(self) -> None:
        self.game = load("cherki")
        machine = self.game.machine
        self._hand = next(f.first for f in machine.families if f.name == "hand")
        self._called = next(v.base for v in machine.variables if v.name == "called")
        self._kind = machine.attributes[
            next(number for number, a in enumerate(machine.attributes) if a.name == "kind")
        ].values

    def kinds(self, state: State, seat: int) -> Counter[int]:
        """How many cards of which kind a seat holds."""
        frame, cells = self.game.program.frame, state.cells_copy()
        cards = frame.cards(cells, self._hand + seat - 1)
        return Counter(self._kind[cells[frame.faces + card]] for card in cards)

    def callers(self, state: State) -> list[int]:
        """The seats that have called."""
        return [seat for seat in (1, 2, 3) if state.cell(self._called + seat - 1)]

    def move(self, state: State, chance: random.Random) -> Move:
        """Call when that is possible, discard what goes with nothing."""
        moves = state.legal_moves
        for move in moves:
            if move.name == "call":
                return move
        if moves[0].name == "discard":
            assert state.actor is not None
            held = self.kinds(state, state.actor)

            def left(move: Move) -> float:
                card = move.arguments[0]
                assert not isinstance(card, int)
                rest = held - Counter([self._kind[card.look]])
                alone = sum(1 for count in rest.values() if count % 3 == 1)
                pairs = sum(1 for count in rest.values() if count % 3 == 2)
                return 2 * alone + abs(pairs - 1) + chance.random() / 2

            return min(moves, key=left)
        return chance.choice(moves)


def is_ready(kinds: Counter[int]) -> bool:
    """Two triples and a pair."""
    rest = sorted(count % 3 for count in kinds.values() if count % 3)
    return sum(kinds.values()) == 8 and rest == [2]


def test_who_has_called_in_cherki_is_ready() -> None:
    """With one caller and with two, at the call and turns after it, for the others."""
    cherki = Cherki()
    found = Samples()
    met: Counter[int] = Counter()
    for seed in range(4):
        chance = random.Random(seed)
        state = cherki.game.start(seed=seed)
        before = 0
        while not state.is_over:
            callers = cherki.callers(state)
            if callers and (len(callers) > before or chance.random() < 0.05):
                before = len(callers)
                for seat in (1, 2, 3):
                    others = [caller for caller in callers if caller != seat]
                    other = found.take(state, seat, seed) if others else None
                    if other is None:
                        continue
                    met[len(others)] += 1
                    for caller in others:
                        held = cherki.kinds(other, caller)
                        # A ninth card is one just drawn.
                        assert sum(held.values()) == 9 or is_ready(held)
            state.push(cherki.move(state, chance))
    assert found.failed == 0
    assert met[1] > 10
    assert met[2] > 2


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
