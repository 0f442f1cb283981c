"""Whether an option changes anything that anybody could notice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from attrs import evolve, frozen

from ruledsl.engine.errors import RuleFault
from ruledsl.engine.game import Game
from ruledsl.engine.luck import Luck
from ruledsl.engine.moves import Move
from ruledsl.engine.runner import Program
from ruledsl.engine.state import State
from ruledsl.explore.budget import Budget, Clock, Dice, OutOfSteps
from ruledsl.explore.fast import results
from ruledsl.explore.matches import asks_for
from ruledsl.explore.walking import Opening, Walk
from ruledsl.explore.ways import MetAhead, Still, Stubborn, Way, at_random
from ruledsl.machine.model import Machine

_ROUNDS = 8
"""Matches of more games than these are not looked at one game after the other."""

_LEAST = 6, 100
"""So many games at least are looked at closely, and for their results, for each pair of machines."""


@frozen
class Compared:
    """How much is compared for one option: games that are looked at ``closely``, ``games`` for their results, ``steps`` in all."""

    closely: int
    games: int
    steps: int


def is_same(one: Machine, other: Machine) -> bool:
    """Whether two machines are the same but for what the options are set to."""
    return evolve(one, options=other.options) == other


def useless(
    alternatives: Iterable[Sequence[Machine]], effort: Compared, seed: int, clock: Clock
) -> int | None:
    """In how many games an option made no difference; None where it made one, or where it is not sure that it makes none.

    In each of the ``alternatives`` the machines differ in nothing but what the option is set to; all settings of the other
    options that may matter must be among them. Raises :class:`~ruledsl.explore.budget.OutOfTime`.
    """
    pairs: list[tuple[Machine, Machine]] = []
    for machines in alternatives:
        clock.look()
        apart = [m for m in machines[1:] if not is_same(machines[0], m)]
        pairs += [(machines[0], machine) for machine in apart]
    rounds = max((_rounds(machine) for pair in pairs for machine in pair), default=0)
    if not pairs or rounds > _ROUNDS:
        return None
    closely = max(effort.closely // len(pairs), _LEAST[0])
    games = max(effort.games // len(pairs), _LEAST[1])
    budget = Budget(effort.steps, clock)
    try:
        for one, other in pairs:
            if not _alike(one, other, closely, rounds, seed, budget):
                return None
        for one, other in pairs:
            if results(one, games, seed, clock) != results(other, games, seed, clock):
                return None
    except OutOfSteps:
        return None
    return (closely * rounds + games) * len(pairs)


def _rounds(machine: Machine) -> int:
    """How many games of a match may differ by their number: 1 where rules do not ask for it."""
    round_asked, totals_asked = asks_for(machine)
    if totals_asked:
        return _ROUNDS + 1
    return max((match.rounds for match in machine.matches), default=1) if round_asked else 1


def _alike(
    one: Machine, other: Machine, closely: int, rounds: int, seed: int, budget: Budget
) -> bool:
    """Whether games look the same to every seat and to onlookers, ``closely`` of each round, chosen in different ways."""
    program, first, second = Program(one), Game(one), Game(other)
    actions = len(one.actions)
    for round_ in range(1, rounds + 1):
        for number in range(closely):
            stubborn = Stubborn(number // 4 % max(actions, 1), actions)
            ways: tuple[Way, ...] = (at_random, Still(budget), at_random, stubborn)
            way, luck = ways[number % len(ways)], seed ^ number
            moves = _played(program, luck, round_, way, Dice(seed, number), budget)
            started = partial(_started, seed=luck, round_=round_)
            budget.spend(2 * len(moves) + 2)
            if not _same_game(started(first), started(second), moves):
                return False
    return True


def _played(
    program: Program, seed: int, round_: int, way: Way, dice: Dice, budget: Budget
) -> Sequence[Move]:
    """The moves of a game; the last may be one that the rules fail at."""
    try:
        walk = Walk(program, Luck(seed), Opening(round_))
    except RuleFault:
        return ()
    try:
        while walk.legal:
            budget.spend()
            walk.play(way(walk, dice))
    except MetAhead as ahead:
        return ahead.walk.moves
    except RuleFault:
        pass
    return walk.moves


def _same_game(here: State | None, there: State | None, moves: Sequence[Move]) -> bool:
    """Whether two games with the same moves show the same all the time."""
    if here is None or there is None:
        return here is there
    for move in (*moves, None):
        if here.legal_moves != there.legal_moves or here.actor != there.actor:
            return False
        if move is None:
            break
        # Where the rules fail, something is wrong that is told of in another way.
        if not (_pushed(here, move) and _pushed(there, move)):
            return False
        if here.happenings != there.happenings:
            return False
    return _seen(here) == _seen(there) and (bool(here.legal_moves) or here.scores == there.scores)


def _started(game: Game, seed: int, round_: int) -> State | None:
    try:
        return game.start(seed, round=round_)
    except RuleFault:
        return None


def _pushed(state: State, move: Move) -> bool:
    try:
        state.push(move)
    except RuleFault:
        return False
    return True


def _seen(state: State) -> list[tuple[str, ...]]:
    """All that every seat, and an onlooker, has seen in a game."""
    return [state.information_state(seat).lines for seat in range(state.game.players + 1)]
