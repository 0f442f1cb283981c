"""A bot that plays any legal move, each as likely as every other."""

from __future__ import annotations

from attrs import frozen

from ruledsl.agents.interface import Answer, Question
from ruledsl.agents.luck import Luck
from ruledsl.engine.moves import Move


@frozen
class RandomBot:
    """Picks by its seed and what it sees, so that nothing is kept between choices.

    A choice taken back and asked for again is answered as before.
    """

    seed: str

    def choose(self, question: Question) -> Answer:
        """One of the moves."""
        return Answer(any_of(question, self.seed))


def any_of(question: Question, seed: str) -> Move:
    """One of the moves, by a seed and what the seat sees."""
    moves = sorted(question.moves, key=str)
    asked = "\n".join([seed, str(question.number), repr(question.view), *map(str, moves)])
    return Luck(asked).pick(moves)
