"""Games played on at random, to see what comes of a move: by the quickest back end that can play the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import TypeAlias
from weakref import WeakKeyDictionary

from attrs import frozen

from ruledsl.agents.judging import even_share, lead, share
from ruledsl.engine.game import Game
from ruledsl.engine.moves import Move
from ruledsl.engine.seeds import Seed
from ruledsl.engine.state import State
from ruledsl.native.running.backend import Playing
from ruledsl.native.running.choose import Wanted, choose

LONGEST = 5_000
"""Moves after which a playout is broken off, and counts as an even share for everybody."""

Result: TypeAlias = tuple[Fraction, int]
"""The part of the win that a seat has, and by how much it leads."""

Round: TypeAlias = Callable[[State, Sequence[Move], int, int], list[Result]]
"""Plays each of some moves from a state and goes on at random to the end, all with the same luck to come: state, moves,
seed, and whose results they are."""

_PLAYING: WeakKeyDictionary[Game, dict[Wanted, Playing]] = WeakKeyDictionary()
"""What plays each game; making it costs a hundred times what a playout does."""


def play_out(state: State, moves: Sequence[Move], seed: int, seat: int) -> list[Result]:
    """Everybody plays any legal move, on the quickest back end. ``seed`` decides chance and moves."""
    return played(state, moves, seed, seat, "auto")


def on(backend: Wanted) -> Round:
    """The same on a back end that is asked for: whoever plays, the results are the same."""
    return play_out if backend == "auto" else partial(played, backend=backend)


def playout(state: State, move: Move, seed: int, seat: int) -> Result:
    """The result of one move."""
    (result,) = play_out(state, (move,), seed, seat)
    return result


def played(
    state: State, moves: Sequence[Move], seed: int, seat: int, backend: Wanted
) -> list[Result]:
    """The results of some moves on a back end. Where the rules fail on the way nothing is known, and everybody has an even share.

    Raises :class:`~ruledsl.native.running.wasm.Unavailable` where the back end cannot be had.
    """
    game = state.game
    known = _PLAYING.setdefault(game, {})
    if backend not in known:
        known[backend] = choose(game.machine, backend).playing()
    playing = known[backend]
    place = {move: at for at, move in enumerate(state.legal_moves)}
    playing.load(state.core)
    words = Seed(seed).half("simulate")
    shares: dict[int, Fraction] = {}
    results = []
    for ended, best, scores in playing.rollout([place[m] for m in moves], words, 0, LONGEST):
        if ended:
            results.append((even_share(game), 0))
            continue
        won = tuple(number for number in range(1, game.players + 1) if best >> (number - 1) & 1)
        over = _Over(game, scores, won)
        if best not in shares:
            shares[best] = share(over, seat)
        results.append((shares[best], lead(over, seat)))
    return results


@frozen
class _Over:
    """A game that a back end has played to its end."""

    game: Game
    scores: tuple[int, ...]
    winners: tuple[int, ...]
