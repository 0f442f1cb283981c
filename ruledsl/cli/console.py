"""Where output goes, and whether it has colours."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from typing import TextIO

from ruledsl import numerals
from ruledsl.cli.outcomes import UsageError
from ruledsl.diagnostics.visible import visible
from ruledsl.phrase import phrase

PLAIN_WIDTH = 100
"""Columns of output that does not go to a terminal."""


def wants_colour(choice: str, stream: TextIO) -> bool:
    """Whether to colour what goes to a stream, for a choice of ``--colour``.

    See https://no-color.org for ``NO_COLOR``.
    """
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def width_of(stream: TextIO) -> int:
    """Columns of the terminal behind a stream; of other output, and always if it is set, what ``COLUMNS`` says."""
    if not stream.isatty():
        asked = numerals.whole(os.environ.get("COLUMNS", ""))
        return max(asked, 20) if asked else PLAIN_WIDTH
    return max(shutil.get_terminal_size((PLAIN_WIDTH, 24)).columns, 20)


NOTE = phrase("note")
"""What stands before something that is told beside the output proper."""


def note(text: str, head: str = NOTE) -> None:
    """Tell the person something beside the output proper."""
    sys.stderr.write(f"{head}: {visible(text)}\n")


def _opened(path: str, flags: int) -> int:
    """Open a file to write to, without waiting for somebody to read where it is a pipe with a name."""
    if sys.platform == "win32":
        return os.open(path, flags, 0o666)  # no file of a folder is a pipe there
    number = os.open(path, flags | os.O_NONBLOCK, 0o666)
    os.set_blocking(number, True)
    return number


def write_to(target: str | None, text: str) -> None:
    """Write to a file (in UTF-8), or to the output where ``target`` is None or ``-``.

    Raises :class:`UsageError` where the file cannot be written.
    """
    if target is None or target == "-":
        sys.stdout.write(text)
        return
    try:
        with open(target, "w", encoding="utf-8", newline="\n", opener=_opened) as stream:
            stream.write(text)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = (getattr(error, "strerror", None) or "the path is no path").lower()
        if getattr(error, "errno", None) == errno.ENXIO:
            reason = "it is no plain file, and nobody reads from it"
        raise UsageError(f"`{target}` cannot be written: {reason}") from None
