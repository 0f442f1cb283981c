"""Random games of full size agree with what other programs have measured.

The seeds are fixed, so these tests always come out the same way.
"""

from __future__ import annotations

import re
from math import comb, sqrt
from statistics import fmean, stdev

import ruledsl
from ruledsl.engine.moves import Move
from ruledsl.engine.state import State
from tests.engine.play import Picker, random_play

GAMES = 300

# A program written by hand in C, which knows nothing of rules, played 1,000,000 random games.
# It counts a choice as often as there are cards that make it: of two red 2s and a red 5 it sells a 2 and a
# 5 twice as often as the two 2s. Here equal cards make one move; so moves are drawn with
# that weight. It does not count passes as decisions but counts both last sales, even where
# nothing can be sold: so 42.64 is our number of decisions less the passes.
BY_HAND = {
    "decisions": 42.64,
    "passes": 0.4278,
    "money": 2 * 33.17,
    "wins": 0.490,
    "ties": 0.0194,
}


def weight(state: State, move: Move) -> int:
    """How many choices of single cards a move stands for."""
    if move.name != "sell":
        return 1
    assert state.actor is not None
    label = f"collection[{state.actor}]"
    program, cells = state.game.program, state.cells_copy()
    (zone,) = (n for n, z in enumerate(state.game.machine.zones) if z.label == label)
    faces = program.frame.faces
    own = [program.texts.look(cells[faces + c]) for c in program.frame.cards(cells, zone)]
    sold = re.fullmatch(r"sell\((.+), (.+)\)", str(move))
    assert sold is not None
    first, second = sold.groups()
    if first == second:
        return comb(own.count(first), 2)
    return own.count(first) * own.count(second)


def weighted_move(state: State, picker: Picker) -> Move:
    """A move drawn with its weight."""
    weights = [weight(state, move) for move in state.legal_moves]
    drawn = picker.below(sum(weights))
    for move, share in zip(state.legal_moves, weights, strict=True):
        drawn -= share
        if drawn < 0:
            return move
    raise AssertionError("the weights do not add up")


def test_ka_ching_agrees_with_a_program_by_hand() -> None:
    game = ruledsl.load("ka_ching")
    found: dict[str, list[float]] = {name: [] for name in BY_HAND}
    picker = Picker(1)
    for seed in range(GAMES):
        state = game.start(seed=seed, events=False)
        passes = 0
        while not state.is_over:
            move = weighted_move(state, picker)
            passes += move.name == "pass"
            state.push(move)
        found["decisions"].append(state.decisions - passes)
        found["passes"].append(passes)
        found["money"].append(sum(state.scores))
        found["wins"].append(state.winners == (1,))
        found["ties"].append(state.is_draw)
    for name, wanted in BY_HAND.items():
        error = stdev(found[name]) / sqrt(GAMES)
        assert abs(fmean(found[name]) - wanted) < 3 * error, (name, fmean(found[name]), error)


def test_goofspiel_has_26_decisions_and_is_fair() -> None:
    """OpenSpiel: 24 moves a game, of 7.5 choices each on average (it makes the last two bids itself); 0 for both."""
    game = ruledsl.load("goofspiel")
    results = []
    for seed in range(60):
        choices = []
        state = game.start(seed=seed, events=False)
        picker = Picker(seed)
        while not state.is_over:
            choices.append(len(state.legal_moves))
            state.push(state.legal_moves[picker.below(choices[-1])])
        assert state.decisions == 26
        assert choices[-2:] == [1, 1]
        assert fmean(choices[:-2]) == 7.5
        results.append(0 if state.is_draw else 1 if state.winners == (1,) else -1)
    assert abs(fmean(results)) < 3 * stdev(results) / sqrt(len(results))


def test_kuhn_agrees_with_200_000_games_of_another_program() -> None:
    """OpenSpiel: 2.250 (0.001) moves a game, 0.123 (0.003) for the first player."""
    game = ruledsl.load("kuhn")
    picker = Picker(5)
    states = [random_play(game.start(seed=seed, events=False), picker) for seed in range(1500)]
    for values, wanted in (
        ([float(s.decisions) for s in states], 2.25),
        ([float(s.scores[0]) for s in states], 0.123),
    ):
        assert abs(fmean(values) - wanted) < 3 * stdev(values) / sqrt(len(values))
