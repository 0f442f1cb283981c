"""How much may be tried before sampling gives up: counted in steps, so that it is the same everywhere."""

from __future__ import annotations

from ruledsl.engine.errors import NoSample

LIMIT = 400_000
"""Choices rehearsed and exchanges tried for one sample."""

CHANGES = 4
"""Changes that are tried on a history once it fits, so that how it was found is forgotten."""

TURNS_BACK = 200
"""How often one rehearsal goes back to an earlier choice."""

OTHER_HANDS = 40
"""How often one rehearsal goes back to look for another hand that makes a move legal."""

EXCHANGES_AT_A_CHOICE = 24
"""Exchanges that one rehearsal tries where no choice fits."""

TRIES_FOR_A_MOVE = 6_000
"""Exchanges that are tried to make one move legal."""

PATIENCE = 400
"""Exchanges after which that is given up if none of them has come nearer than all before."""

FRESH_START = 12
"""After so many rehearsals that came to nothing all is drawn anew."""


class Effort:
    """What is left to be tried for one sample, and what was."""

    __slots__ = ("_limit", "rehearsals", "spent")

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self.spent = 0
        self.rehearsals = 0

    def spend(self, steps: int = 1) -> None:
        """Count steps. Raises :class:`NoSample` where none are left."""
        self.spent += steps
        if self.spent > self._limit:
            raise NoSample(
                f"no other history with the same information was found in {self._limit} steps"
            )
