"""What the rules themselves say of a position: who has won, and who is ahead if it ended now."""

from __future__ import annotations

from fractions import Fraction

from ruledsl.engine.course import Course
from ruledsl.engine.results import sides


def share(course: Course, seat: int) -> Fraction:
    """What a seat has of the win of a game that is over: 1, or its part where several sides share it.

    Partners win together, whoever of them has the points.
    """
    winners = course.winners
    winning = [side for side in sides(course.game.machine) if any(s in winners for s in side)]
    return Fraction(any(seat in side for side in winning), len(winning))


def even_share(course: Course) -> Fraction:
    """What each side has of a win of which nothing is known."""
    return Fraction(1, len(sides(course.game.machine)))


def lead(course: Course, seat: int) -> int:
    """By how much a seat's side is ahead of the best of the others in a game that is over.

    Below 0 where it is behind. Of the points of partners the best count, for all of them.
    """
    machine = course.game.machine
    sign = 1 if machine.win == "highest" else -1
    scores = course.scores
    best = {side: max(sign * scores[member - 1] for member in side) for side in sides(machine)}
    own = next(points for side, points in best.items() if seat in side)
    return own - max((points for side, points in best.items() if seat not in side), default=0)
