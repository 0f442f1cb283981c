"""Whole games in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ruledsl.engine.errors import NotOverError, RuleFault, StartError
from ruledsl.engine.results import is_decided, next_starter, sides
from ruledsl.engine.seeds import Seed
from ruledsl.engine.state import State
from ruledsl.machine.model import STARTER, MatchInfo
from ruledsl.phrase import counted, phrase, together

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
        return is_decided(self.game.machine, self.rounds_won, left)

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
        if not self._results:
            return None
        last = self._results[-1]
        return next_starter(self.game.machine, self.info, last.starter, last.scores, last.winners)


def _info(game: Game, name: str) -> MatchInfo:
    for info in game.machine.matches:
        if info.name == name:
            return info
    names = [f"`{info.name}`" for info in game.machine.matches]
    if not names:
        raise StartError(
            phrase("{game} has no match `{name}`; it has none", game=game.name, name=name)
        )
    raise StartError(
        counted(
            len(names),
            "{game} has no match `{name}`; there is {known}",
            "{game} has no match `{name}`; there are {known}",
            game=game.name,
            name=name,
            known=together(names),
        )
    )
