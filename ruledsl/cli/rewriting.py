"""Rule files that are read to be written again: by the formatter, and by fixes."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from difflib import unified_diff
from pathlib import Path

from attrs import frozen

from ruledsl.cli.outcomes import UsageError
from ruledsl.diagnostics.model import Diagnostic
from ruledsl.diagnostics.visible import visible
from ruledsl.limits import RULE_FILE_BYTES
from ruledsl.source import SourceFile, first_bytes
from ruledsl.syntax.reading import read_bytes, read_file


@frozen
class Original:
    """A file as it was read: its bytes, and the text that is in them."""

    data: bytes
    source: SourceFile

    def with_text(self, text: str) -> bytes:
        """The bytes of the file with another text, with the line ends that its first line has."""
        first, _, _ = self.data.partition(b"\n")
        ends = "\r\n" if first.endswith(b"\r") else "\n"
        return text.replace("\n", ends).encode()


def read_original(name: str) -> tuple[Original | None, tuple[Diagnostic, ...]]:
    """A rule file, or what keeps it from being read."""
    path = Path(name)
    try:
        data = first_bytes(path, RULE_FILE_BYTES + 1)
    except (OSError, ValueError):
        source, found = read_file(path)  # which says what is the matter
        return (None, found) if source is None else (Original(source.text.encode(), source), found)
    return original(name, data)


def original(name: str, data: bytes) -> tuple[Original | None, tuple[Diagnostic, ...]]:
    """The text in ``data``, known as ``name``, or what keeps it from being read."""
    source, found = read_bytes(name, data)
    return (None if source is None else Original(data, source)), found


def replace_file(name: str, data: bytes) -> None:
    """Put new contents in the place of a file, all at once: nobody ever finds half of them there.

    A link stays a link. Raises :class:`UsageError` where it cannot be written.
    """
    path = Path(name).resolve()
    beside: str | None = None
    try:
        mode = path.stat().st_mode & 0o7777
        if not os.access(path, os.W_OK):
            raise PermissionError(13, "permission denied")
        descriptor, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(beside, mode)
        os.replace(beside, path)
    except OSError as error:
        raise UsageError(f"`{name}` cannot be written: {(error.strerror or '').lower()}") from None
    finally:
        if beside is not None:
            with suppress(FileNotFoundError):
                os.unlink(beside)


def difference(name: str, old: str, new: str) -> str:
    """What would change in a file, as a unified diff; made harmless where a terminal shows it."""
    return "".join(_difference(name, old, new))


def _difference(name: str, old: str, new: str) -> Iterator[str]:
    shown = visible if sys.stdout.isatty() else str
    for line in unified_diff(_lines(old), _lines(new), name, name):
        text = line.removesuffix("\n")
        yield f"{shown(text)}\n"
        if text == line and line[:1] in ("+", "-", " "):
            yield "\\ No newline at end of file\n"


def _lines(text: str) -> list[str]:
    """The lines with their ends; nothing but a line end parts them."""
    *whole, rest = text.split("\n")
    return [f"{line}\n" for line in whole] + ([rest] if rest else [])
