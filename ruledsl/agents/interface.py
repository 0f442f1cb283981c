"""What a bot is: something that is shown a table and names a move.

A bot gets a `Question`, never the state of the game: it knows what a person in its seat would
know and nothing more. Equal questions get equal answers from bots made with the same seed.
"""

from __future__ import annotations

from typing import Protocol

from attrs import frozen

from ruledsl.engine.knowledge.observation import Observation
from ruledsl.engine.moves import Move


@frozen
class Question:
    """What a bot is asked.

    ``view`` is the table as its seat sees it, ``moves`` are the legal moves (at least one),
    ``number`` counts the choices made at the table before this one.
    """

    view: Observation
    moves: tuple[Move, ...]
    number: int


class Bot(Protocol):
    """A player made of code."""

    def choose(self, question: Question) -> Move:
        """The move it plays: one of ``question.moves``."""
        ...
