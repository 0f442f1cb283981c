"""What a session cannot do by itself: files, and the rules as they are now."""

from __future__ import annotations

from typing import Protocol

from attrs import frozen

from ruledsl.engine.game import Game
from ruledsl.phrase import phrase
from ruledsl.store.sitting import Sitting


@frozen
class Failed:
    """It could not be done; the lines say why, for people."""

    lines: tuple[str, ...]


ALONE = Failed((phrase("files, and the rules as they are now, cannot be reached from here"),))
"""What a session says to which nothing outside is lent."""


class Outside(Protocol):
    """Lent to a session by whoever runs it. Nothing here raises for what may go wrong outside."""

    def reload(self) -> Game | Failed:
        """The game of the rules as they are now, for the same players and options."""
        ...

    def save(self, sitting: Sitting, name: str, seat: int = 0) -> Failed | None:
        """Write the game, secrets and all, to the file of that name; with a seat, what that has seen alone."""
        ...

    def load(self, name: str) -> Sitting | Failed:
        """The game that a file holds."""
        ...

    def write(self, name: str, text: str) -> Failed | None:
        """Write a text to a new file of that name."""
        ...
