"""What can go wrong with games that are kept: in people's words, for whoever talks to the player.

Reading raises; keeping never does. That a game cannot be kept is no reason to stop it, so `CannotKeep`
is a value that the sitting hands on.
"""

from __future__ import annotations

from attrs import frozen


@frozen
class CannotKeep:
    """The journal is not written (any more): ``reason`` says why.

    With ``retried`` every later entry tries again, the missing ones first.
    """

    reason: str
    retried: bool = False


@frozen
class KeptAgain:
    """The journal could be written again, and nothing is missing in it."""


Notice = CannotKeep | KeptAgain
"""What a player is told once, each time that it changes."""


class StoreError(ValueError):
    """A game that was kept cannot be had back; the text says why."""


class DamagedFile(StoreError):  # noqa: N818
    """A journal or save file in which something is not as it was written."""


class NotBegun(DamagedFile):
    """A journal that was cut off before its first game had begun: there is nothing in it to go on with."""


class NewerFile(StoreError):  # noqa: N818
    """A journal or save file that only a newer version of the program can read."""


class OlderFile(StoreError):  # noqa: N818
    """A journal or save file in a format so old that it is not read any more."""


class ForeignFile(StoreError):  # noqa: N818
    """A file that is no journal or save file at all."""


class DifferentRules(StoreError):  # noqa: N818
    """What was kept is of another game: ``differs`` names what is not the same."""

    def __init__(self, message: str, differs: tuple[str, ...]) -> None:
        super().__init__(message)
        self.differs = differs


class Busy(StoreError):  # noqa: N818
    """A journal that another program is writing."""


class UnknownGame(StoreError):  # noqa: N818
    """There is no kept game that goes by a number or name, or there are several."""


class CannotSave(StoreError):  # noqa: N818
    """A save file was not written; nothing was changed. ``exists``: there is a save file, which may be replaced."""

    def __init__(self, message: str, exists: bool = False) -> None:
        super().__init__(message)
        self.exists = exists
