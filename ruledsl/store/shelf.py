"""The shelf: the kept games of the user, found again by number or by name."""

from __future__ import annotations

import datetime
import time
from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from ruledsl.phrase import Phrase, counted, enumerated, joined, phrase
from ruledsl.store.entries import (
    Entry,
    Header,
    MoveEntry,
    NewEntry,
    NextEntry,
    RedoEntry,
    SeatEntry,
    UndoEntry,
)
from ruledsl.store.errors import CannotKeep, NotBegun, StoreError, UnknownGame
from ruledsl.store.files import FILES, Files, reason_of
from ruledsl.store.folders import games_folder, state_folder
from ruledsl.store.journal import SUFFIX, read_journal

_SHOWN = 6
"""Games that are named where several may be meant."""

OLD_STUB = 3600.0
"""Seconds after which nobody is any more about to begin a journal."""


@frozen
class Kept:
    """A kept game, as lists show it; nothing in it is a secret.

    ``name`` is that of its journal, ``last`` the time of the last entry (local time), ``moves`` the moves
    made in the present game, ``round`` its number in the match (1 for a single game). ``is_over``:
    nothing is left to be played; ``busy``: another program is playing it.
    """

    path: Path
    header: Header
    last: datetime.datetime
    moves: int
    round: int
    is_over: bool
    busy: bool

    @property
    def name(self) -> str:
        """The name it can be asked for by."""
        return self.path.stem


@frozen
class Unreadable:
    """A journal that cannot be read, and why."""

    path: Path
    reason: str


@frozen
class Shelf:
    """All journals: the unfinished games, the last played first; finished ones; those that cannot be read; and
    the stubs of those that were cut off before there was a game in them."""

    unfinished: tuple[Kept, ...] = ()
    finished: tuple[Kept, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()
    stubs: tuple[Path, ...] = ()

    def latest(self) -> Kept:
        """The unfinished game that was played last and that nobody is playing now; where there is none, one that was
        over when its program was killed, so that its end can still be seen. Raises :class:`UnknownGame`."""
        for kept in self.unfinished or self.finished:
            if not kept.busy:
                return kept
        if self.unfinished:
            raise UnknownGame(phrase("every unfinished game is being played in another window"))
        raise UnknownGame(phrase("there is no unfinished game"))

    def choose(self, text: str) -> Kept:
        """The game that is asked for: by its number among the unfinished ones, from 1; by its name or how
        that begins; or by the ruleset, if one game of it is unfinished.

        Raises :class:`UnknownGame`, with the candidates where there are several.
        """
        wanted = text.strip()
        if wanted.isascii() and wanted.isdecimal() and len(wanted) < 8:
            return self._numbered(int(wanted))
        names = [kept for kept in (*self.unfinished, *self.finished) if kept.name == wanted]
        found = (
            names
            or [kept for kept in self.unfinished if kept.header.ruleset == wanted]
            or [kept for kept in self.unfinished if wanted and kept.name.startswith(wanted)]
        )
        if len(found) == 1:
            return found[0]
        if found:
            shown = enumerated([f"`{kept.name}`" for kept in found[:_SHOWN]])
            raise UnknownGame(
                phrase(
                    "`{wanted}` may mean {games}",
                    wanted=wanted,
                    games=joined("", [shown, *_more(found)]),
                )
            )
        for damaged in self.unreadable:
            if damaged.path.stem == wanted:
                raise UnknownGame(
                    phrase(
                        "`{wanted}` cannot be resumed: {reason}",
                        wanted=wanted,
                        reason=damaged.reason,
                    )
                )
        none = phrase("there is no unfinished game `{wanted}`", wanted=wanted)
        raise UnknownGame(joined("; ", [none, self._known()]))

    def _numbered(self, number: int) -> Kept:
        if 1 <= number <= len(self.unfinished):
            return self.unfinished[number - 1]
        none = phrase("there is no unfinished game {number}", number=number)
        raise UnknownGame(joined("; ", [none, self._known()]))

    def _known(self) -> Phrase:
        count = len(self.unfinished)
        if count < 2:
            return phrase("there is one") if count else phrase("there is none")
        return phrase("they are numbered 1 to {count}", count=count)


def shelf(folder: Path | None = None, files: Files = FILES) -> Shelf:
    """The kept games in a folder, by default that of the user; an empty shelf where there is none."""
    if folder is None:
        state = state_folder()
        if isinstance(state, CannotKeep):
            return Shelf()
        folder = games_folder(state)
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == SUFFIX)
    except OSError:
        return Shelf()
    kept: list[Kept] = []
    unreadable: list[Unreadable] = []
    stubs: list[Path] = []
    for path in paths:
        try:
            kept.append(_kept(path, files))
        except UnknownGame:
            continue  # it was removed a moment ago
        except NotBegun:
            stubs.append(path)
        except StoreError as error:
            unreadable.append(Unreadable(path, str(error)))
    kept.sort(key=lambda game: (game.last, game.name), reverse=True)
    return Shelf(
        tuple(game for game in kept if not game.is_over),
        tuple(game for game in kept if game.is_over),
        tuple(unreadable),
        tuple(stubs),
    )


def tidy(found: Shelf, files: Files = FILES) -> None:
    """Remove the journals of finished games that nobody is looking at, and stubs that are old enough not to be
    journals that somebody just begins; what cannot be removed stays."""
    for kept in found.finished:
        if not kept.busy:
            _remove(kept.path, files)
    for path in found.stubs:
        if _age(path) > OLD_STUB:
            _remove(path, files)


def forget(kept: Kept, files: Files = FILES) -> CannotKeep | None:
    """Remove the journal of a game that will not be gone on with; says why where that fails."""
    return _remove(kept.path, files)


def _remove(path: Path, files: Files) -> CannotKeep | None:
    try:
        files.remove(path)
    except OSError as error:
        return CannotKeep(
            phrase(
                "the journal {path} cannot be removed: {reason}",
                path=str(path),
                reason=reason_of(error),
            )
        )
    return None


def _age(path: Path) -> float:
    """Seconds since a file was written; 0 for one that is gone."""
    try:
        return time.time() - path.stat().st_mtime
    except OSError:
        return 0.0


def _kept(path: Path, files: Files) -> Kept:
    reading, busy = read_journal(path, files)
    moves, round_, is_over = _how_far(reading.entries)
    try:
        written = path.stat().st_mtime
    except OSError:
        raise UnknownGame(phrase("there is no journal {path}", path=str(path))) from None
    last = datetime.datetime.fromtimestamp(written).astimezone()
    return Kept(path, reading.header, last, moves, round_, is_over, busy)


def _how_far(entries: Sequence[Entry]) -> tuple[int, int, bool]:
    """Moves of the present game, its number in the match, and whether all is over."""
    ends: list[bool] = []
    made = round_ = 0
    for entry in entries:
        match entry:
            case NewEntry():
                ends, made, round_ = [], 0, 1
            case NextEntry():
                ends, made, round_ = [], 0, round_ + 1
            case MoveEntry():
                del ends[made:]
                ends.append(entry.ends)
                made += 1
            case UndoEntry() | RedoEntry():
                made = max(0, min(entry.to, len(ends)))
            case SeatEntry():
                pass
    return made, round_, made > 0 and ends[made - 1]


def _more(found: Sequence[Kept]) -> list[Phrase]:
    more = len(found) - _SHOWN
    return [counted(more, " and {n} more", " and {n} more")] if more > 0 else []
