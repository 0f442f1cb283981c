"""What a bot is: something that is shown a table and names a move.

A bot gets a `Question`, never the state of the game: it knows what a person in its seat would
know and nothing more. Equal questions get equal answers from bots made with the same seed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from attrs import evolve, field, frozen

from ruledsl.engine.errors import PlayError
from ruledsl.engine.game import Game
from ruledsl.engine.knowledge.information import InformationState
from ruledsl.engine.knowledge.observation import Observation
from ruledsl.engine.moves import Move
from ruledsl.engine.resample.effort import FOR_BOTS, Allowance
from ruledsl.engine.resample.sampling import Sampler
from ruledsl.engine.state import Start

if TYPE_CHECKING:
    from ruledsl.engine.state import State


@frozen
class Question:
    """What a bot is asked.

    ``view`` is the table as its seat sees it, ``moves`` are the legal moves (at least one),
    ``number`` counts the choices made at the table before this one. ``information`` is all that the
    seat has seen and done, ``game`` and ``start`` are what is played and how it was begun, and
    ``allowance`` is what samples may cost.
    """

    view: Observation
    moves: tuple[Move, ...]
    number: int
    information: InformationState
    game: Game = field(eq=False, repr=False)
    start: Start
    allowance: Allowance = FOR_BOTS

    @property
    def seat(self) -> int:
        """The seat that must choose."""
        return self.view.seat

    def sampler(self, histories: int | None = None) -> Sampler:
        """What draws states of the game as it may be, for all that the seat knows.

        ``histories`` is from how many searches they are drawn at most (default: as the allowance has
        it); the fewer, the cheaper and the more alike. It is made of the game, how it was begun and what the seat has seen: nothing else is there to
        make it of. Raises :class:`NoSample` for a position that was laid out, as its ``sample`` does where
        none is found.
        """
        allowance = self.allowance
        if histories is not None and histories < allowance.histories:
            allowance = evolve(allowance, histories=histories)
        return Sampler(self.game, self.start, self.information, allowance, self.moves)

    def sample(self, seed: int) -> State:
        """One such state, drawn from ``seed`` (0 <= seed < 2**64). Raises :class:`NoSample`."""
        return self.sampler().sample(seed)


@frozen
class Answer:
    """What a bot answers: one of the moves, and what it thinks of them.

    ``unsampled`` says why it could not think, where that is so: no state was found that fits what it
    has seen. It has then chosen as the bot says that it does; empty otherwise.
    """

    move: Move
    unsampled: str = ""
    estimates: tuple[tuple[Move, float], ...] = ()
    """The part of the win that it expects of each move it has tried, the most promising first; empty where it
    does not think in such terms."""


class Bot(Protocol):
    """A player made of code."""

    def choose(self, question: Question) -> Answer:
        """The move it plays: one of ``question.moves``."""
        ...


def question(state: State, allowance: Allowance = FOR_BOTS) -> Question:
    """What a bot is asked that plays the seat whose choice it is.

    ``allowance`` is what samples may cost. Raises :class:`PlayError` where nobody must choose, and for a
    game that was started without events.
    """
    seat = state.actor
    if seat is None:
        raise PlayError("a bot is asked where a seat must choose, and here none must")
    return Question(
        state.observation(seat),
        state.legal_moves,
        state.decisions,
        state.information_state(seat),
        state.game,
        state.started,
        allowance,
    )
