"""Games played on at random, to see what comes of a move: by the quickest back end that can play the rules."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias
from weakref import WeakKeyDictionary

from attrs import frozen

from ruledsl.agents.judging import even_share, lead, share
from ruledsl.agents.luck import Luck
from ruledsl.engine.course import Course
from ruledsl.engine.errors import RuleFault
from ruledsl.engine.game import Game
from ruledsl.engine.moves import Move
from ruledsl.engine.results import winners
from ruledsl.engine.seeds import Seed
from ruledsl.engine.state import State
from ruledsl.native.backend import Play
from ruledsl.native.choose import choose

LONGEST = 5_000
"""Moves after which a playout is broken off, and counts as an even share for everybody."""

Result: TypeAlias = tuple[Fraction, int]
"""The part of the win that a seat has, and by how much it leads."""

Playout: TypeAlias = Callable[[State, Move, int, int], Result]
"""Plays a move from a state and goes on at random to the end: state, move, seed, and whose result it is."""

_PLAYS: WeakKeyDictionary[Game, Play | None] = WeakKeyDictionary()
"""What plays each game; making it costs a hundred times what a playout does."""


def playout(state: State, move: Move, seed: int, seat: int) -> Result:
    """Everybody plays any legal move. ``seed`` decides chance and moves.

    All back ends play the same. Only rules that are too large for them are played by the interpreter, which
    draws its chance in another way. Where the rules fail on the way nothing is known, and everybody has an even share.
    """
    game = state.game
    if game not in _PLAYS:
        backend = choose(game.machine).backend
        _PLAYS[game] = None if backend is None else Play(backend)
    play = _PLAYS[game]
    if play is None:
        return interpreted(state, move, seed, seat)
    try:
        play.load(state.core)
        play.seed(Seed(seed).half("simulate"))
        play.moves()
        play.play(state.legal_moves.index(move))
        if play.playout(LONGEST):
            first = game.machine.layout.scores
            cells = play.cells(first, 2 * game.players)
            scores, ties = tuple(cells[: game.players]), cells[game.players :]
            over = _Over(game, scores, winners(game.machine, scores, ties))
            return share(over, seat), lead(over, seat)
    except RuleFault:
        pass  # nothing is known, as below
    return even_share(game), 0


@frozen
class _Over:
    """A game that a back end has played to its end."""

    game: Game
    scores: tuple[int, ...]
    winners: tuple[int, ...]


def interpreted(state: State, move: Move, seed: int, seat: int) -> Result:
    """The same, played by the interpreter."""
    course = Course(state, seed)
    luck = Luck(f"playout {seed}")
    try:
        course.play(move)
        for _ in range(LONGEST):
            if course.is_over:
                return share(course, seat), lead(course, seat)
            course.play(luck.pick(tuple(course.legal)))
    except RuleFault:
        pass  # nothing is known, as below
    return even_share(state.game), 0
