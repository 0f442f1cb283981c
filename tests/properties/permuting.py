"""Whoever must choose has the same moves, whatever is otherwise in what the seat cannot see."""

from __future__ import annotations

import random

from ruledsl.engine.state import State
from ruledsl.explore.hidden import otherwise


def examine_permuted(state: State, chance: random.Random) -> bool:
    """Examine a position in which all that the actor cannot see is otherwise, be it possible or not.

    Returns whether anything was otherwise.
    """
    assert state.actor is not None
    cells = otherwise(state, state.actor, chance.randrange)
    changed = tuple(cells[: len(state.core)]) != state.core
    moves = tuple(state.game.program.legal(cells))
    assert moves == state.legal_moves, (
        f"what seat {state.actor} may do depends on what it cannot see"
    )
    return changed
