"""What a series of simulated games came to."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from attrs import frozen

from ruledsl.engine.errors import RuleFault
from ruledsl.source import Span

OVER, FAULT = 0, 1
"""How a game ended: as the rules have it, or because they failed."""

FIXED = 3
"""Numbers of a row before the scores: how the game ended, decisions, winners."""

MOST_FAULTS = 20
"""Faults of a series that are told; of further ones only the games are known."""


class GameFault(RuleFault):
    """A fault in the rules that a game of a series has come upon: game ``number`` of the series of ``seed``."""

    def __init__(self, seed: int, faulted: Faulted) -> None:
        super().__init__(faulted.message, faulted.span, faulted.quoted, faulted.values)
        self.seed = seed
        self.number = faulted.number

    def __str__(self) -> str:
        return f"game {self.number} of the series of seed {self.seed}: {super().__str__()}"


@frozen
class Faulted:
    """A game in which the rules failed: its number, what is wrong, and where (as :class:`RuleFault` has it)."""

    number: int
    message: str
    span: Span
    quoted: str = ""
    values: tuple[tuple[str, str], ...] = ()

    @property
    def line(self) -> int:
        """The line of the rules."""
        return self.span.line

    def __str__(self) -> str:
        return str(RuleFault(self.message, self.span, self.quoted, self.values))


def faulted(number: int, fault: RuleFault) -> Faulted:
    """What is kept of a fault in game ``number``."""
    return Faulted(number, fault.message, fault.span, fault.quoted, fault.values)


@frozen
class Simulation:
    """The results of a series of games, in the order of their numbers, as arrays of whole numbers (``array('q')``).

    ``scores`` has a number for each seat of each game, game by game in seat order; ``winners`` for each game
    the seats that share the best result, as a sum of powers of two (seat 1: 1, seat 2: 2, seat 3: 4);
    ``decisions`` how many choices were made in it; ``ended`` how it ended: 0 as the rules have it, 1 because they failed. Of a
    game that failed nothing else is known: its other numbers are 0.

    ``first`` is the number of the first game, ``seats`` are the kinds of bots in seat order. ``faults`` tells of the first
    games that failed, 20 at most. ``backend`` (``interpreter``, ``python`` or ``wasm``) played, for the ``reason`` given.
    """

    players: int
    seed: int
    first: int
    seats: tuple[str, ...]
    scores: array[int]
    winners: array[int]
    decisions: array[int]
    ended: array[int]
    faults: tuple[Faulted, ...]
    backend: str
    reason: str

    @property
    def games(self) -> int:
        """How many games were begun."""
        return len(self.ended)

    @property
    def failed(self) -> int:
        """In how many of them the rules failed."""
        return sum(self.ended)

    def wins(self) -> tuple[int, ...]:
        """How many games each seat has won, games that it shares with others included."""
        return tuple(sum(w >> seat & 1 for w in self.winners) for seat in range(self.players))

    def mean_scores(self) -> tuple[float, ...]:
        """The mean score of each seat in the games that came to their end; 0 if none did."""
        many = max(self.games - self.failed, 1)
        return tuple(sum(self.scores[seat :: self.players]) / many for seat in range(self.players))


def collected(
    players: int,
    seed: int,
    first: int,
    seats: tuple[str, ...],
    rows: array[int],
    faults: Sequence[Faulted],
    ran: tuple[str, str],
) -> Simulation:
    """The results in ``rows``: for each game how it ended, its decisions, winners, and scores.

    ``ran`` is what played, and why.
    """
    width = FIXED + players
    scores = array("q", bytes(8 * players * (len(rows) // width)))
    for seat in range(players):
        scores[seat::players] = rows[FIXED + seat :: width]
    return Simulation(
        players,
        seed,
        first,
        seats,
        scores,
        rows[2::width],
        rows[1::width],
        rows[0::width],
        tuple(sorted(faults, key=lambda fault: fault.number)[:MOST_FAULTS]),
        *ran,
    )
