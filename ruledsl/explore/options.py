"""Whether an option changes anything that anybody could notice."""

from __future__ import annotations

from attrs import evolve

from ruledsl.engine.errors import RuleFault
from ruledsl.engine.game import Game
from ruledsl.engine.state import State
from ruledsl.explore.budget import Clock, Dice
from ruledsl.explore.fast import results
from ruledsl.machine.model import Machine


def is_same(one: Machine, other: Machine) -> bool:
    """Whether two machines are the same but for what the options are set to."""
    return evolve(one, options=other.options) == other


def alike(one: Machine, other: Machine, closely: int, games: int, seed: int, clock: Clock) -> bool:
    """Whether random games go the same way for both, ``closely`` of them looking the same to every seat and to onlookers.

    Of further ``games`` only the results are compared. Raises :class:`OutOfTime`.
    """
    first, second = Game(one), Game(other)
    if not all(_game_alike(first, second, seed, number, clock) for number in range(closely)):
        return False
    return results(one, games, seed, clock) == results(other, games, seed, clock)


def _game_alike(first: Game, second: Game, seed: int, number: int, clock: Clock) -> bool:
    dice = Dice(seed, number)
    here, there = _started(first, seed ^ number), _started(second, seed ^ number)
    if here is None or there is None:
        return here is there
    while True:
        clock.tick(2)
        if here.legal_moves != there.legal_moves or here.actor != there.actor:
            return False
        if not here.legal_moves:
            return _seen(here) == _seen(there) and here.scores == there.scores
        move = here.legal_moves[dice.below(len(here.legal_moves))]
        if not (_pushed(here, move) and _pushed(there, move)):
            return False
        if here.happenings != there.happenings:
            return False


def _started(game: Game, seed: int) -> State | None:
    try:
        return game.start(seed)
    except RuleFault:
        return None


def _pushed(state: State, move: object) -> bool:
    """Play a move; whether the rules allow it. Where they fail, something differs enough to be told by others."""
    try:
        state.push(move)  # type: ignore[arg-type]
    except RuleFault:
        return False
    return True


def _seen(state: State) -> list[tuple[str, ...]]:
    """All that every seat, and an onlooker, has seen in a game."""
    return [state.information_state(seat).lines for seat in range(state.game.players + 1)]
