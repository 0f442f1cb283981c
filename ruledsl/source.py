"""Rule text, and places in it.

A :class:`Span` is a place in a rule file, in the units a person reads: lines and
columns that count from 1, columns in code points. Spans travel through every
pass (tree, checked ruleset, machine) and are never part of equality.
"""

from __future__ import annotations

import errno
import os
import stat
from itertools import accumulate

from attrs import field, frozen


@frozen
class Span:
    """A stretch of text in one rule file.

    ``file`` is the name under which the file was read; ``line``/``column`` is the
    first character, ``end_line``/``end_column`` the place after the last one.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """The stretch from the start of this span to the end of ``other``."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)

    def holds(self, other: Span) -> bool:
        """Whether all of ``other`` lies in this stretch."""
        return (
            self.file == other.file
            and (self.line, self.column) <= (other.line, other.column)
            and (other.end_line, other.end_column) <= (self.end_line, self.end_column)
        )

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


NOWHERE = Span("", 0, 0, 0, 0)
"""The place of things that stand in no file (built-in names, generated nodes)."""


@frozen
class SourceFile:
    """One rule file as it was read: ``name`` as people know it, ``text`` with ``\\n`` line ends."""

    name: str
    text: str
    lines: tuple[str, ...] = field(init=False, eq=False, repr=False)
    _begins: tuple[int, ...] = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "lines", tuple(self.text.split("\n")))
        begins = accumulate((len(line) + 1 for line in self.lines), initial=0)
        object.__setattr__(self, "_begins", tuple(begins))

    def offset(self, line: int, column: int) -> int:
        """Where in the text a place is; the line may be the one behind the last."""
        return self._begins[line - 1] + column - 1

    def line(self, number: int) -> str:
        """The text of line ``number`` (from 1), or an empty text beyond the end."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""


def first_bytes(path: str | os.PathLike[str], most: int) -> bytes:
    """The first ``most`` bytes of a file, all of it where it has fewer.

    Only plain files are read: a device may have no end, and of a pipe nobody knows when it is complete.

    Raises :class:`OSError` where the file cannot be read, :class:`ValueError` for a path that is none.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(descriptor, "rb") as stream:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "it is no plain file")
        return stream.read(most) or b""
