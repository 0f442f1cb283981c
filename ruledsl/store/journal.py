"""The journal: a file of one sitting, to which every entry is added at once.

After `Journal.write` has returned None the entry is on the disk: whatever happens to the program then, `Journal.open`
finds it. Where it could not be written, what there was is left whole; the entry waits in memory, and every later one
tries again with those that wait before it. So the file is at each moment the beginning of the sitting,
without a gap.
"""

from __future__ import annotations

import time
from pathlib import Path

from attrs import frozen

from ruledsl import limits
from ruledsl.machine import serial
from ruledsl.machine.model import Machine
from ruledsl.phrase import joined, phrase
from ruledsl.store.entries import Entry, Header, RulesEntry
from ruledsl.store.errors import (
    Busy,
    CannotKeep,
    ForeignFile,
    KeptAgain,
    NotBegun,
    Notice,
    StoreError,
    UnknownGame,
)
from ruledsl.store.files import FILES, Files, reason_of
from ruledsl.store.lines import FIRST_CHECK, Reading, line_of, read_lines

SUFFIX = ".jsonl"

_ATTEMPTS = 10
_PAUSE = 0.02
"""Seconds between attempts to lock: whoever only looks at the journal holds the lock for a moment."""


@frozen
class _End:
    """How far a journal is on the disk: bytes, the check of the last line, entries of those that were to be written.

    It is one object, so that an interrupt finds it as it was or as it will be.
    """

    length: int
    check: str
    entries: int


class Journal:
    """The open, locked journal of a sitting; made by `start` or `open`."""

    def __init__(
        self, path: Path, descriptor: int, header: Header, length: int, check: str, files: Files
    ) -> None:
        self.path = path
        self.header = header
        self.files = files
        self._descriptor: int | None = descriptor
        self._end = _End(length, check, 0)
        self._unsettled = False
        """Whether there may be something behind that end."""
        self._entries: list[Entry] = []
        self._trouble: CannotKeep | None = None

    @staticmethod
    def start(
        folder: Path,
        header: Header,
        machine: Machine,
        entries: tuple[Entry, ...],
        files: Files = FILES,
    ) -> Journal | CannotKeep:
        """A new journal in a folder, which is made if need be.

        It begins with the header, the rules and the entries so far, of which the first says that a game begins.
        """
        descriptor: int | None = None
        path = folder
        try:
            files.make_folder(folder)
            path, descriptor = _create(folder, header, files)
            if not _locked(descriptor, files):
                raise BlockingIOError(phrase("it is locked by another program"))
            lines = []
            check = FIRST_CHECK
            for entry in (header, RulesEntry(serial.dump(machine)), *entries):
                line, check = line_of(entry, check)
                lines.append(line)
            data = b"".join(lines)
            _write_all(descriptor, data, files)
            files.sync(descriptor)
            files.sync_folder(folder)
        except OSError as error:
            if descriptor is not None:
                _give_up(path, descriptor, files)
            return CannotKeep(
                phrase(
                    "nothing can be written in {folder}: {reason}",
                    folder=str(folder),
                    reason=reason_of(error),
                )
            )
        return Journal(path, descriptor, header, len(data), check, files)

    @staticmethod
    def open(path: Path, files: Files = FILES) -> tuple[Journal, Reading]:
        """The journal in a file, to be gone on with, and what stands in it. A torn last line is cut off.

        Raises :class:`Busy` while another program writes it, and what `read_lines` raises;
        :class:`UnknownGame` for a file that is not there, :class:`StoreError` for one that cannot be read.
        """
        try:
            descriptor = files.open(path)
        except FileNotFoundError:
            raise UnknownGame(phrase("there is no journal {path}", path=str(path))) from None
        except OSError as error:
            raise _unreadable(path, error) from None
        try:
            if not _locked(descriptor, files):
                raise Busy(phrase("this game is being played in another window"))
            reading = _reading(files.read(descriptor, limits.JOURNAL_BYTES + 1))
            if reading.torn:
                files.truncate(descriptor, reading.length)
                files.sync(descriptor)
        except OSError as error:
            files.close(descriptor)
            raise _unreadable(path, error) from None
        except StoreError:
            files.close(descriptor)
            raise
        length, check = reading.length, reading.check
        return Journal(path, descriptor, reading.header, length, check, files), reading

    # --- writing ---------------------------------------------------------------------------------

    def write(self, entry: Entry) -> Notice | None:
        """Add an entry. What is returned is news for the player; None: all is as it was before.

        `CannotKeep` comes once, with the first entry that cannot be kept, and again only after `KeptAgain`.
        """
        if self._descriptor is None:
            return None
        self._entries.append(entry)
        return self._catch_up(self._descriptor)

    @property
    def trouble(self) -> CannotKeep | None:
        """Why entries are not being kept now; None while they are."""
        return self._trouble

    def _catch_up(self, descriptor: int) -> Notice | None:
        """Write all entries that wait; the news, as `write` gives it."""
        before = self._trouble
        try:
            if not self.files.is_there(descriptor, self.path):
                return self._leave()
            while self._end.entries < len(self._entries):
                self._add(descriptor, self._entries[self._end.entries])
        except OSError as error:
            self._trouble = CannotKeep(
                joined(": ", [str(self.path), reason_of(error)]), retried=True
            )
            return None if before is not None else self._trouble
        self._trouble = None
        return KeptAgain() if before is not None else None

    def _add(self, descriptor: int, entry: Entry) -> None:
        files = self.files
        end = self._end
        line, check = line_of(entry, end.check)
        if self._unsettled:
            files.truncate(descriptor, end.length)
        # Until the line is on the disk, whatever stops us (Ctrl-C too) leaves it to be written again.
        self._unsettled = True
        try:
            _write_all(descriptor, line, files)
            files.sync(descriptor)
        except OSError:
            files.truncate(descriptor, end.length)
            raise
        self._end = _End(end.length + len(line), check, end.entries + 1)
        self._unsettled = False

    def _leave(self) -> CannotKeep:
        """The file is gone: somebody did not want it, so no other is made."""
        self._let_go()
        self._trouble = CannotKeep(
            phrase("the journal {path} has been removed", path=str(self.path))
        )
        return self._trouble

    # --- the end -----------------------------------------------------------------------------------

    def close(self) -> None:
        """Leave the journal for another time; entries that could not be written are tried once more."""
        if self._descriptor is None:
            return
        if self._end.entries < len(self._entries):
            self._catch_up(self._descriptor)
        self._let_go()

    def _let_go(self) -> None:
        if self._descriptor is not None:
            descriptor, self._descriptor = self._descriptor, None
            self.files.close(descriptor)

    def remove(self) -> CannotKeep | None:
        """Close the journal and delete it, as the sitting is over."""
        if self._descriptor is None:
            return None
        self._let_go()
        try:
            self.files.remove(self.path)
        except OSError as error:
            return CannotKeep(
                phrase(
                    "the journal {path} cannot be removed: {reason}",
                    path=str(self.path),
                    reason=reason_of(error),
                )
            )
        return None


def read_journal(path: Path, files: Files = FILES) -> tuple[Reading, bool]:
    """What stands in a journal, and whether another program is writing it. Nothing is changed.

    Raises as `Journal.open` does, but never :class:`Busy`.
    """
    try:
        descriptor = files.open(path)
        try:
            busy = not files.lock(descriptor, shared=True)
            data = files.read(descriptor, limits.JOURNAL_BYTES + 1)
        finally:
            files.close(descriptor)
    except FileNotFoundError:
        raise UnknownGame(phrase("there is no journal {path}", path=str(path))) from None
    except OSError as error:
        raise _unreadable(path, error) from None
    return _reading(data), busy


def _unreadable(path: Path, error: OSError) -> StoreError:
    reason = reason_of(error)
    return StoreError(
        phrase("the journal {path} cannot be read: {reason}", path=str(path), reason=reason)
    )


def _reading(data: bytes) -> Reading:
    if len(data) > limits.JOURNAL_BYTES:
        raise ForeignFile(
            phrase(
                "this is no journal of a game: it has more than {size} MB",
                size=limits.JOURNAL_BYTES // 1024**2,
            )
        )
    reading = read_lines(data)
    if reading is None:
        raise NotBegun(phrase("the journal was cut off before its first game had begun"))
    return reading


def _create(folder: Path, header: Header, files: Files) -> tuple[Path, int]:
    """A new file, named after the time and the rules, in small letters that any file system takes."""
    when = "".join(c for c in header.begun if c.isdigit())
    rules = "".join(c if c in _PLAIN else "_" for c in header.ruleset.lower())[:40]
    number = 1
    while True:
        more = f"-{number}" if number > 1 else ""
        path = folder / f"{when[:8]}-{when[8:]}-{rules}{more}{SUFFIX}"
        try:
            return path, files.create(path)
        except FileExistsError:
            number += 1


_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")


def _locked(descriptor: int, files: Files) -> bool:
    for attempt in range(_ATTEMPTS):
        if attempt:
            time.sleep(_PAUSE)
        if files.lock(descriptor):
            return True
    return False


def _write_all(descriptor: int, data: bytes, files: Files) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[files.write(descriptor, bytes(rest)) :]


def _give_up(path: Path, descriptor: int, files: Files) -> None:
    """Take away a journal that could not even be begun, if that is possible."""
    try:
        files.close(descriptor)
        files.remove(path)
    except OSError:
        return  # it is too short to hold a game, and is not listed
