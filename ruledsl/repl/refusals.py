"""What a session says where it does not do what it could."""

from __future__ import annotations

from ruledsl.phrase import phrase
from ruledsl.repl.results import Refused

CROWDED = Refused(
    (
        phrase("several people would see each other's cards here;"),
        phrase("play at a terminal, or with `--open` if that does not matter"),
    )
)
"""To let a second person to a table at which all look at once."""

TELLING = Refused(
    (
        phrase("a test tells all cards, so it can be made once the game is over,"),
        phrase("or at a table that hides nothing (`--open`)"),
    )
)
"""To write down what is still hidden."""

NOBODYS = Refused(
    (phrase("everybody looks at the screen now, so there is no one seat to write for"),)
)
"""To write what one seat has seen while no one seat is looked from."""
