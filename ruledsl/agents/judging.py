"""What the rules themselves say of a position: who has won, and who is ahead if it ended now."""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

from ruledsl.engine.game import Game
from ruledsl.engine.results import sides


class Outcome(Protocol):
    """A game that is over, or is looked at as if it were."""

    @property
    def game(self) -> Game:
        """What was played."""
        ...

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores in seat order."""
        ...

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the best result."""
        ...


def share(outcome: Outcome, seat: int) -> Fraction:
    """What a seat has of the win of a game that is over: 1, or its part where several sides share it.

    Partners win together, whoever of them has the points.
    """
    winners = outcome.winners
    winning = [side for side in sides(outcome.game.machine) if any(s in winners for s in side)]
    return Fraction(any(seat in side for side in winning), len(winning))


def even_share(game: Game) -> Fraction:
    """What each side has of a win of which nothing is known."""
    return Fraction(1, len(sides(game.machine)))


def lead(outcome: Outcome, seat: int) -> int:
    """By how much a seat's side is ahead of the best of the others in a game that is over.

    Below 0 where it is behind. Of the points of partners the best count, for all of them.
    """
    machine = outcome.game.machine
    sign = 1 if machine.win == "highest" else -1
    scores = outcome.scores
    best = {side: max(sign * scores[member - 1] for member in side) for side in sides(machine)}
    own = next(points for side, points in best.items() if seat in side)
    return own - max((points for side, points in best.items() if seat not in side), default=0)
