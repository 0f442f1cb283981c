"""How much may be tried before sampling gives up: counted in steps, so that it is the same everywhere."""

from __future__ import annotations

from attrs import frozen

from ruledsl.engine.errors import NoSample
from ruledsl.phrase import phrase

TURNS_BACK = 200
"""How often one rehearsal goes back to an earlier choice."""

OTHER_HANDS = 40
"""How often one rehearsal goes back to look for another hand that makes a move legal."""

EXCHANGES_AT_A_CHOICE = 24
"""Exchanges that one rehearsal tries where no choice fits."""

OTHER_NUMBERS = 200
"""How often one rehearsal goes back to choose a hidden number by how far one that was shown is off."""

CLIMB = 1_000
"""Exchanges that one rehearsal tries to bring numbers that are told nearer."""

CLIMB_PATIENCE = 60
"""Exchanges in a row that bring such a number no nearer, after which it is left."""

EXCHANGES_FOR_A_HAND = 3
"""The same where a whole hand is sought after each of them."""

TRIES_FOR_A_MOVE = 6_000
"""Exchanges that are tried to make one move legal."""

PATIENCE = 200
"""Exchanges after which that is given up if none of them has come nearer than all before."""

FRESH_START = 12
"""After so many rehearsals that came to nothing all is drawn anew."""

SETTLING = 8
"""Rehearsals in a row that may come to the end by exchanges, before a plan is taken to go in a circle."""

REDRAWN = 3
"""Rehearsals in which a redrawn history may be brought to fit."""

OPEN_CHOICES = 4
"""Once in so many times the hidden choices of a redrawn history are made again, too."""


@frozen
class Allowance:
    """What may be spent on the samples of one state of information."""

    histories: int = 16
    """From so many histories, each found by a search of its own, samples are redrawn."""

    search: int = 60_000
    """Steps for each of these searches: choices rehearsed and exchanges tried."""

    redraw: int = 10
    """Steps, for each step of a history, in which that may be brought to fit when it is redrawn."""

    own: int = 8
    """Once in so many times a sample begins from a history that no other begins from."""

    changes: int = 4
    """Changes that are tried on a history once it fits, so that how it was found is forgotten."""


LAST_SEARCHES = 4
"""Further searches where all within the allowance have found nothing: a few positions in ten thousand are as hard."""

LONGER = 6
"""How many times as long each of these is."""

FULL = Allowance()
"""For single samples."""

FOR_BOTS = Allowance(histories=8, search=30_000, redraw=4, own=32, changes=0)
"""For bots, which take many samples and may do without one: less is tried, and less is forgotten."""


class Effort:
    """What is left to be tried, and what was."""

    __slots__ = ("_limit", "rehearsals", "spent")

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.spent = 0
        self.rehearsals = 0

    def spend(self, steps: int = 1) -> None:
        """Count steps. Raises :class:`NoSample` where none are left."""
        self.spent += steps
        if self.spent > self._limit:
            raise NoSample(phrase("no history that fits was found in {n} steps", n=self._limit))
