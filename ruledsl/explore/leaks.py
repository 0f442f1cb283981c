"""Whether what a seat may do, or whom the game waits for, tells something that nobody has shown.

A position in which all that is hidden is otherwise shows where to look; what counts is another history in which the seat has seen
just the same (`Sampler`) and may do something else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ruledsl.engine.errors import NoSample, RuleFault
from ruledsl.engine.evaluate.compiler import Undecided
from ruledsl.engine.game import Game
from ruledsl.engine.luck import Luck
from ruledsl.engine.moves import Move
from ruledsl.engine.resample.sampling import Sampler
from ruledsl.engine.state import State
from ruledsl.explore.budget import Budget, Dice
from ruledsl.explore.explored import Leak
from ruledsl.explore.hidden import otherwise
from ruledsl.explore.walking import Line
from ruledsl.machine.model import STATE

ATTEMPTS = 8
"""Other histories that are looked at where something may leak."""

STEPS_OF_A_SAMPLE = 200
"""What another history costs, in steps, at the most: where few moves were made and the search for it is short it costs less."""

EVERY = 16
"""Without any sign one position in so many is looked at closely."""


Difference: TypeAlias = "tuple[int, Move | None, bool]"
"""The seat, the move that is legal here or there only (None: the game waits for somebody else), whether it is legal here."""


EVERY_OTHER = 6
"""In one position of so many it is asked whether other seats notice whom the game waits for: no sign shows where to look."""


class Leaks:
    """Looks for leaks in random games."""

    def __init__(self, game: Game, seed: int, budget: Budget) -> None:
        self._game = game
        self._seed = seed
        self._budget = budget
        self._dice = Dice(seed, 7)
        self.positions = 0

    def play(self, games: int) -> Iterator[Leak]:
        """Play so many random games. Raises :class:`OutOfSteps`, :class:`OutOfTime`."""
        for number in range(games):
            try:
                yield from self._game_of(Luck(self._seed ^ number))
            except RuleFault:
                continue  # that is for others to find

    def _game_of(self, luck: Luck) -> Iterator[Leak]:
        dice = self._dice
        state = self._game.start(luck.value)
        moves: list[Move] = []
        while state.legal_moves:
            self._budget.spend(4)
            self.positions += 1
            found = None
            if self._may_differ(state) or not dice.below(EVERY):
                found = self._another(state)
            if found is None and not dice.below(EVERY_OTHER):
                found = self._others(state)
            if found is not None:
                seat, move, is_legal = found
                yield Leak(Line(luck, tuple(moves)), seat, state.cell(STATE), move, is_legal)
                return
            move = state.legal_moves[dice.below(len(state.legal_moves))]
            state.push(move)
            moves.append(move)

    def _may_differ(self, state: State) -> bool:
        """Whether the legal moves are others where all that is hidden is otherwise, be it possible or not."""
        seat = state.actor
        assert seat is not None
        cells = otherwise(state, seat, self._dice.below)
        try:
            return tuple(state.game.program.legal(cells)) != state.legal_moves
        except (RuleFault, Undecided):
            return True

    def _another(self, state: State) -> Difference | None:
        """A move that the seat may choose here or there only, where it has seen the same. None where nothing differs."""
        seat = state.actor
        assert seat is not None
        for sampled in self._samples(state, seat):
            here, there = state.legal_moves, sampled.legal_moves
            for move in here:
                if move not in there:
                    return seat, move, True
            for move in there:
                if move not in here:
                    return seat, move, False
        return None

    def _others(self, state: State) -> Difference | None:
        """Whether another seat, or an onlooker, has seen the same where the game waits for somebody else."""
        players = [n for n in range(state.game.players + 1) if n != state.actor]
        seat = players[self._dice.below(len(players))]
        for sampled in self._samples(state, seat):
            if sampled.decisions != state.decisions:
                continue  # in the meantime somebody has done what the seat has not noticed
            if (sampled.actor, sampled.cell(STATE)) != (state.actor, state.cell(STATE)):
                return seat, None, False
        return None

    def _samples(self, state: State, seat: int) -> Iterator[State]:
        """Other histories in which a seat has seen the same."""
        try:
            sampler = Sampler(state.game, state.started, state.information_state(seat))
            for _ in range(ATTEMPTS):
                before = sampler.spent
                sampled = sampler.sample(self._dice.below(1 << 32))
                searched = sampler.spent - before
                self._budget.spend(min(len(sampled.items) + searched, STEPS_OF_A_SAMPLE))
                yield sampled
        except (NoSample, RuleFault):
            self._budget.spend(STEPS_OF_A_SAMPLE)
