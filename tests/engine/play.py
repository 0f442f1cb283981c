"""Playing games to the end, for tests."""

from __future__ import annotations

from fractions import Fraction

from ruledsl.engine.game import Game
from ruledsl.engine.state import State


class Picker:
    """A small generator of choices that is the same everywhere (Knuth's MMIX constants)."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, bound: int) -> int:
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) & ((1 << 64) - 1)
        return (self._state >> 33) % bound


def random_play(state: State, picker: Picker, limit: int = 10_000) -> State:
    """Play random moves (and random outcomes) to the end."""
    for _ in range(limit):
        if state.is_over:
            return state
        if state.is_chance:
            outcomes = state.chance_outcomes
            state.push(outcomes[picker.below(len(outcomes))][0])
        else:
            state.push(state.legal_moves[picker.below(len(state.legal_moves))])
    raise AssertionError("the game does not end")


def distribution(game: Game, seen: object) -> dict[object, Fraction]:
    """The exact distribution of ``seen(state)`` at the end, all choices being chance or forced."""
    state = game.start(chance="explicit")
    found: dict[object, Fraction] = {}

    def walk(weight: Fraction) -> None:
        if state.is_over:
            key = seen(state)  # type: ignore[operator]
            found[key] = found.get(key, Fraction(0)) + weight
            return
        if state.is_chance:
            for outcome, probability in state.chance_outcomes:
                state.push(outcome)
                walk(weight * probability)
                state.pop()
        else:
            (only,) = state.legal_moves
            state.push(only)
            walk(weight)
            state.pop()

    walk(Fraction(1))
    assert sum(found.values()) == 1
    return found
