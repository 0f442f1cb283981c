"""The game at a table in the words of those who sit there; what is played keeps the words of the rules."""

from __future__ import annotations

from ruledsl.engine.game import Game
from ruledsl.engine.state import State
from ruledsl.table import Table
from ruledsl.wording.wording import PLAIN, Wording


class Retold:
    """Shows what a table plays in a wording. Moves of both are equal to each other."""

    def __init__(self, table: Table, wording: Wording) -> None:
        self._table = table
        self._wording = wording
        self._game: tuple[Game, Wording, Game] | None = None
        self._state: tuple[object, State] | None = None

    @property
    def wording(self) -> Wording:
        """The wording; seats have the names of those who sit there now, unless it is the plain one."""
        if self._wording is PLAIN:
            return PLAIN
        seats = self._table.seats
        return self._wording.calling({seat: who.name for seat, who in seats.items() if who.name})

    @property
    def game(self) -> Game:
        """The game in these words, to be looked at."""
        own, wording = self._table.game, self.wording
        if self._game is None or self._game[0] is not own or self._game[1] != wording:
            self._game = (own, wording, wording.worded(own))
        return self._game[2]

    @property
    def state(self) -> State:
        """What is being played, in these words, to be looked at and asked."""
        game, own = self.game, self._table.state
        if game is own.game:
            return own
        mark = (game, own.started, own.items)
        if self._state is None or self._state[0] != mark:
            self._state = (mark, own.told_by(game))
        return self._state[1]
