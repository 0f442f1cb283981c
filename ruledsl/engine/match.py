"""Whole games in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ruledsl.engine.errors import NotOverError, RuleFault, StartError
from ruledsl.engine.results import sides
from ruledsl.engine.seeds import Seed
from ruledsl.engine.state import State
from ruledsl.machine.model import STARTER, MatchInfo
from ruledsl.phrase import together

if TYPE_CHECKING:
    from ruledsl.engine.game import Game


@frozen
class GameResult:
    """How one game of a match ended: who started (0: the rules know no starter), scores, winners."""

    starter: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Match:
    """A match in progress, made by `Game.match`. Each game is played in `state`, then `advance` starts the next."""

    def __init__(self, game: Game, name: str, seed: int, events: bool) -> None:
        self.game = game
        self.info = _info(game, name)
        self._seed = Seed(seed)
        self._events = events
        self._results: list[GameResult] = []
        self._state = self._start()

    @property
    def state(self) -> State:
        """The game that is being played, or the last one."""
        return self._state

    @property
    def round(self) -> int:
        """The number of that game, from 1."""
        return len(self._results) + 1

    @property
    def results(self) -> tuple[GameResult, ...]:
        """The games that are over, the present one among them as soon as it is."""
        if not self._state.is_over:
            return tuple(self._results)
        return (*self._results, self._result())

    @property
    def totals(self) -> tuple[int, ...]:
        """The sum of each seat's scores in the games that are over."""
        return self._totals(self.results)

    @property
    def rounds_won(self) -> tuple[int, ...]:
        """How many games each seat has won, alone or with its team; a game shared with others counts for nobody."""
        won = [0] * self.game.players
        together = sides(self.game.machine)
        for result in self.results:
            if result.winners in together:
                for seat in result.winners:
                    won[seat - 1] += 1
        return tuple(won)

    @property
    def is_over(self) -> bool:
        """Whether all games are played or, where most games win, nobody can be caught up with."""
        if not self._state.is_over:
            return False
        left = self.info.rounds - self.round
        if left <= 0:
            return True
        if self.info.winner != "most_rounds":
            return False
        won = self.rounds_won
        first, *others = sorted(
            (won[side[0] - 1] for side in sides(self.game.machine)), reverse=True
        )
        return first > max(others, default=0) + left

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the best result of the match. Raises :class:`NotOverError` before the end."""
        if not self.is_over:
            raise NotOverError("the match is not over yet, so there are no winners")
        marks = self.rounds_won if self.info.winner == "most_rounds" else self.totals
        best = min(marks) if self.info.winner == "lowest_total" else max(marks)
        return tuple(seat for seat, mark in enumerate(marks, 1) if mark == best)

    def advance(self) -> State:
        """Start the next game and return it.

        Raises :class:`NotOverError` while the present game goes on, :class:`StartError` after the last,
        :class:`RuleFault` where the rules fail; the match is then what it was.
        """
        if not self._state.is_over:
            raise NotOverError("this game of the match is not over yet")
        if self.is_over:
            raise StartError("the match is over")
        self._results.append(self._result())
        try:
            self._state = self._start()
        except RuleFault:
            self._results.pop()
            raise
        return self._state

    def _start(self) -> State:
        low, high = self._seed.words("match", self.round, 0)
        return self.game.start(
            seed=low | high << 32,
            starter=self._starter(),
            round=self.round,
            totals=self._totals(tuple(self._results)),
            events=self._events,
        )

    def _result(self) -> GameResult:
        state = self._state
        return GameResult(state.cell(STARTER), state.scores, state.winners)

    def _totals(self, results: tuple[GameResult, ...]) -> tuple[int, ...]:
        totals = [0] * self.game.players
        for result in results:
            totals = [total + score for total, score in zip(totals, result.scores, strict=True)]
        return tuple(totals)

    def _starter(self) -> int | None:
        """Who starts the next game; None: by lot, if the rules ask for it."""
        if not self._results or self.info.starter == "lot" or not self.game.machine.uses_starter:
            return None
        last = self._results[-1]
        players = self.game.players
        if self.info.starter == "alternates":
            return last.starter % players + 1
        seats = last.winners
        if self.info.starter == "loser":
            worst = min if self.game.machine.win == "highest" else max
            mark = worst(last.scores)
            seats = tuple(seat for seat, score in enumerate(last.scores, 1) if score == mark)
        # Of several the one who started; else the first to the left of the one who started.
        return min(seats, key=lambda seat: (seat - last.starter) % players)


def _info(game: Game, name: str) -> MatchInfo:
    for info in game.machine.matches:
        if info.name == name:
            return info
    names = [f"`{info.name}`" for info in game.machine.matches]
    verb = "is" if len(names) == 1 else "are"
    known = f"there {verb} {together(names)}" if names else "it has none"
    raise StartError(f"{game.name} has no match `{name}`; {known}")
