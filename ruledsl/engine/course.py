"""Playing on from a state as far and as fast as one likes, to see what would come of it.

A `Course` is the bare core of a state: no events are kept, no past, nothing can be taken back. Thinking
ahead takes thousands of moves that nobody will ever be shown; this is all that they need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.errors import RuleFault
from ruledsl.engine.frame import Cells
from ruledsl.engine.moves import Move
from ruledsl.engine.offers import LegalMoves
from ruledsl.engine.results import winners
from ruledsl.engine.seeds import Seed
from ruledsl.machine.model import ME, STATE, Decide, Over, Score

if TYPE_CHECKING:
    from ruledsl.engine.game import Game
    from ruledsl.engine.state import State


class Course:
    """A course of play that begins at a state. What chance brings in it follows from a seed of its own.

    After a :class:`RuleFault` the course is of no more use.
    """

    __slots__ = ("_cells", "_seed", "game", "legal")

    def __init__(self, state: State, seed: int) -> None:
        """``state`` must not wait for chance; ``seed`` (0 <= seed < 2**64) decides what chance brings."""
        self.game: Game = state.game
        self._cells: Cells = state.cells_copy()
        self._seed = Seed(seed)
        self.legal: LegalMoves = state.legal_bindings
        """The legal moves with what they bind; none when the game is over. Not to be changed."""

    @property
    def actor(self) -> int | None:
        """The seat that must choose; None when the game is over."""
        return self._cells[ME] if self.legal else None

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return isinstance(self.game.machine.states[self._cells[STATE]], Over)

    @property
    def is_optional(self) -> bool:
        """Whether the seat that must choose may do nothing."""
        state = self.game.machine.states[self._cells[STATE]]
        return isinstance(state, Decide) and state.optional

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores in seat order; of no meaning before the end."""
        first = self.game.machine.layout.scores
        return tuple(self._cells[first : first + self.game.players])

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the best result; of no meaning before the end."""
        first = self.game.machine.layout.scores + self.game.players
        return winners(
            self.game.machine, self.scores, self._cells[first : first + self.game.players]
        )

    def cells_of(self, seat: int) -> Cells:
        """A copy of the cells in which that seat acts, for what works out conditions."""
        cells = self._cells.copy()
        cells[ME] = seat
        return cells

    def copy(self) -> Course:
        """A course that goes its own way from here."""
        other = Course.__new__(Course)
        other.game = self.game
        other._cells = self._cells.copy()
        other._seed = self._seed
        other.legal = self.legal
        return other

    def play(self, move: Move) -> None:
        """Play a legal move. Raises :class:`RuleFault` where the rules fail."""
        program = self.game.program
        program.play(self._cells, move, self.legal[move], None)
        self._go_on()

    def ended(self) -> Course | None:
        """The course as if the game were over here and now; None where no score can be told yet."""
        over = self.copy()
        state = next(
            (n for n, state in enumerate(self.game.machine.states) if isinstance(state, Score)),
            None,
        )
        if state is None:
            return None
        over._cells[STATE] = state
        try:
            over._go_on()
        except RuleFault:
            return None
        return over

    def _go_on(self) -> None:
        program, cells = self.game.program, self._cells
        while (event := program.run(cells, None)) is not None:
            picked, _ = program.chance.settle(cells, event, self._seed)
            program.happened(cells, event, picked, None)
        self.legal = program.legal(cells)
