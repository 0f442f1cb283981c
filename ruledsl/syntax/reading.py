"""From files and bytes to rule text, and the limits of what is read.

Line ends become ``\\n`` (a file from Windows reads like any other), a byte order
mark is dropped, and the text is brought to Unicode's normal form C, so that
letters that look alike are alike. What is no text is refused, with the reason.
"""

from __future__ import annotations

import unicodedata
from pathlib import Path

from ruledsl.diagnostics.model import Diagnostic, Label
from ruledsl.limits import LINE_CHARACTERS, RULE_FILE_BYTES, RULE_FILE_LINES
from ruledsl.source import SourceFile, Span, first_bytes

_MACHINE = b'"ruledsl-machine"'
"""What a machine file says of itself near its beginning."""


def read_file(path: Path) -> tuple[SourceFile | None, tuple[Diagnostic, ...]]:
    """The rule text of a file, or what keeps it from being read.

    The file is known under its path as it was given. Never more than the limit
    is read, also from a device without end.
    """
    name = str(path)
    if path.is_dir():
        return None, (_whole(name, "RD001", f"`{name}` is a folder", "name a rule file in it"),)
    try:
        data = first_bytes(path, RULE_FILE_BYTES + 1)
    except FileNotFoundError:
        return None, (_whole(name, "RD001", f"there is no file `{name}`", "look at the path"),)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = (getattr(error, "strerror", None) or "the path is no path").lower()
        return None, (_whole(name, "RD001", f"`{name}` cannot be read: {reason}", None),)
    return read_bytes(name, data)


def read_bytes(name: str, data: bytes) -> tuple[SourceFile | None, tuple[Diagnostic, ...]]:
    """The rule text in ``data``, known as ``name``, or what keeps it from being read."""
    if data.startswith(b"{") and _MACHINE in data[:200]:
        advice = f"`ruledsl play {name}` plays it; what is checked and tested are the rules it was made of"
        return None, (_whole(name, "RD002", f"`{name}` is a machine file, and no rules", advice),)
    if len(data) > RULE_FILE_BYTES:
        return None, (_too_large(name, f"it has more than {RULE_FILE_BYTES:,} bytes"),)
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        return None, (
            Diagnostic(
                "RD003",
                f"`{name}` is no text file: it holds a zero byte",
                Label(Span(name, line, 1, line, 1)),
                help="save the rules as plain text in UTF-8",
            ),
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        good = data[: error.start].decode("utf-8-sig", errors="replace")
        line, column = good.count("\n") + 1, len(good) - (good.rfind("\n") + 1) + 1
        return None, (
            Diagnostic(
                "RD004",
                f"`{name}` is not written in UTF-8",
                Label(Span(name, line, column, line, column + 1), "this is where it fails"),
                help="save the file with the encoding UTF-8",
            ),
        )
    return read_text(name, text)


def read_text(name: str, text: str) -> tuple[SourceFile | None, tuple[Diagnostic, ...]]:
    """The rule text ``text``, known as ``name``, or the limit that it breaks."""
    source = SourceFile(name, text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    if problem := over_limits(source):
        return None, (problem,)
    # Only now, for long runs of combining marks take quadratic time to bring in order.
    normal = unicodedata.normalize("NFC", source.text)
    return (source if normal == source.text else SourceFile(name, normal)), ()


def over_limits(source: SourceFile) -> Diagnostic | None:
    """The limit that a text breaks, if it breaks one."""
    name = source.name
    if len(source.text) > RULE_FILE_BYTES:
        return _too_large(name, f"it has more than {RULE_FILE_BYTES:,} characters")
    if len(source.lines) > RULE_FILE_LINES:
        return _too_large(name, f"it has more than {RULE_FILE_LINES:,} lines")
    for number, line in enumerate(source.lines, start=1):
        if len(line) > LINE_CHARACTERS:
            return Diagnostic(
                "RD005",
                f"this line has {len(line):,} characters; {LINE_CHARACTERS:,} are allowed",
                Label(Span(name, number, 1, number, 2)),
                help="break it into several, or give parts of it a name with `define`",
            )
    return None


def _too_large(name: str, reason: str) -> Diagnostic:
    return _whole(name, "RD005", f"`{name}` is too large: {reason}", "rules of a game are short")


def _whole(name: str, code: str, message: str, help: str | None) -> Diagnostic:
    """A finding about a file as a whole."""
    return Diagnostic(code, message, Label(Span(name, 0, 0, 0, 0)), help=help)
