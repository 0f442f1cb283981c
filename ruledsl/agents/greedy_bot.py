"""A bot that looks no further than its own turn and takes what is best as things stand then.

It plays each move, in states drawn for its seat, and goes on while it is still its turn, with the best
of its own moves. What it comes to is judged by the rules themselves, in this order:

1. its part of the win, if that ends the game;
2. by how much it would be ahead if the game ended there: the `score` of the rules, worked out early;
3. how often it did something where it might have done nothing: what rules offer is mostly a benefit;
4. how near it is to being allowed what it is not allowed yet (`nearness`).

Of what is equal in all of this it takes one by its seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from attrs import frozen

from ruledsl.agents.interface import Answer, Question
from ruledsl.agents.judging import even_share, lead, share
from ruledsl.agents.luck import Luck
from ruledsl.agents.nearness import Distance, nearness
from ruledsl.agents.random_bot import any_of
from ruledsl.engine.course import Course
from ruledsl.engine.errors import NoSample, RuleFault
from ruledsl.engine.moves import SKIP, Move
from ruledsl.engine.resample.sampling import Sampler
from ruledsl.engine.state import State

SAMPLES = 2
"""States that are drawn for a choice."""

HISTORIES = 1
"""Histories that are searched for to draw them from, if that does: the search is what costs most."""

FUTURES = 3
"""What chance may bring in each of them, where it has a part in the turn."""

POSITIONS = 200
"""Positions of a turn that are looked at for one move before the rest is judged as it stands."""

OTHERS = 100
"""Moves of others that are made up until the seat must choose again."""

DEPTH = 4
"""Choices of one turn that are looked at."""


class Worth(NamedTuple):
    """What a position is worth to a seat: compared in this order."""

    win: Fraction
    lead: int
    done: int
    near: int

    def plus(self, other: Worth) -> Worth:
        """The sum of each part."""
        return Worth(
            self.win + other.win,
            self.lead + other.lead,
            self.done + other.done,
            self.near + other.near,
        )


_NOTHING = Worth(Fraction(0), 0, 0, 0)


@frozen
class GreedyBot:
    """See the module. Where no state can be drawn it plays any legal move."""

    seed: str

    def choose(self, question: Question) -> Answer:
        """The best move by the sum over all states and futures."""
        moves = sorted(question.moves, key=str)
        if len(moves) == 1:
            return Answer(moves[0])
        luck = Luck(f"{self.seed} {question.number}")
        distance = nearness(question.game)
        worth = dict.fromkeys(moves, _NOTHING)
        try:
            states = _states(question, luck)
        except NoSample as error:
            return Answer(any_of(question, self.seed), str(error))
        for state in states:
            seeds = [luck.word() for _ in range(FUTURES)]
            courses = [Course(state, seed) for seed in seeds]
            for move in moves:
                found = _over_futures(courses, seeds, move, question.seat, distance)
                worth[move] = worth[move].plus(found)
        best = max(worth.values())
        return Answer(luck.pick([move for move in moves if worth[move] == best]))


def _states(question: Question, luck: Luck) -> list[State]:
    """The states that are looked at: cheap ones or, where none are found, as good as can be had.

    Raises :class:`NoSample`.
    """
    seeds = [luck.word() for _ in range(SAMPLES)]
    try:
        return _drawn(question.sampler(HISTORIES), seeds)
    except NoSample:
        return _drawn(question.sampler(), seeds)


def _drawn(sampler: Sampler, seeds: Sequence[int]) -> list[State]:
    return [sampler.sample(seed) for seed in seeds]


def _over_futures(
    courses: Sequence[Course], seeds: Sequence[int], move: Move, seat: int, distance: Distance
) -> Worth:
    """The sum over what chance and the others may bring."""
    total = _NOTHING
    for course, seed in zip(courses, seeds, strict=True):
        total = total.plus(_Turn(seat, seed, distance).after(course, move, 1))
    return total


class _Turn:
    """What a move may lead to: the rest of the seat's turn, and its first move in the next one."""

    def __init__(self, seat: int, seed: int, distance: Distance) -> None:
        self._seat = seat
        self._distance = distance
        self._seed = seed
        self._left = POSITIONS

    def after(self, course: Course, move: Move, depth: int) -> Worth:
        """The worth of a move: the best that the seat can make of it in this turn."""
        self._left -= 1
        taken = int(course.is_optional and move.action != SKIP)
        after = course.copy()
        try:
            after.play(move)
            if after.actor == self._seat and depth < DEPTH and self._left >= len(after.legal):
                best = max(self.after(after, follow, depth + 1) for follow in after.legal)
                return best._replace(done=best.done + taken)
            near = -self._distance(after.cells_of(self._seat))
            self._others(after)
        except RuleFault:
            return Worth(even_share(course.game), 0, 0, 0)
        standing = _standing(after, self._seat)
        if after.actor == self._seat and self._left >= len(after.legal):
            standing = max(standing, *(self._next(after, follow) for follow in after.legal))
        return Worth(*standing, taken, near)

    def _next(self, course: Course, move: Move) -> tuple[Fraction, int]:
        self._left -= 1
        after = course.copy()
        try:
            after.play(move)
        except RuleFault:
            return even_share(course.game), 0
        return _standing(after, self._seat)

    def _others(self, course: Course) -> None:
        """Let the others do anything until the seat must choose again."""
        luck = Luck(f"others {self._seed}")
        for _ in range(OTHERS):
            if course.actor in (None, self._seat):
                break
            course.play(luck.pick(tuple(course.legal)))


def _standing(course: Course, seat: int) -> tuple[Fraction, int]:
    """The part of the win if the game is over, else an even one; and the lead if it ended now."""
    if course.is_over:
        return share(course, seat), lead(course, seat)
    ended = course.ended()
    return even_share(course.game), lead(ended, seat) if ended is not None else 0
