"""A bot that plays any legal move, each as likely as every other."""

from __future__ import annotations

from hashlib import sha256

from attrs import frozen

from ruledsl.agents.interface import Question
from ruledsl.engine.moves import Move


@frozen
class RandomBot:
    """Picks by a digest of its seed and of what it sees, so that nothing is kept between choices.

    A choice taken back and asked for again is answered as before.
    """

    seed: str

    def choose(self, question: Question) -> Move:
        """One of the moves; 128 bits of the digest make the unevenness of the pick negligible."""
        moves = sorted(question.moves, key=str)
        asked = "\n".join([self.seed, str(question.number), repr(question.view), *map(str, moves)])
        drawn = int.from_bytes(sha256(asked.encode("utf-8", "surrogatepass")).digest()[:16], "big")
        return moves[drawn % len(moves)]
