"""Text as a terminal shows it: how wide it is, and control characters made visible.

Rule text may come from a stranger, so nothing in it is sent to a terminal that
the terminal would obey: an escape becomes ``␛``, a character that turns the
direction of the text becomes ``<U+202E>``.
"""

from __future__ import annotations

import unicodedata

TAB = 4
"""Tab stops stand this many cells apart when rule text is shown."""

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of characters that draw nothing of their own, or that a terminal obeys."""


def visible_char(char: str) -> str:
    """What is shown for one character: itself, or a sign for one that has no shape."""
    if char.isascii():
        if char >= " " and char != "\x7f":
            return char
        return "␡" if char == "\x7f" else chr(0x2400 + ord(char))
    if unicodedata.category(char) in _HIDDEN:
        return f"<U+{ord(char):04X}>"
    return char


def visible(text: str) -> str:
    """The text with every control character made visible, line ends too."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(visible_char, text))


def width_of(text: str) -> int:
    """How many terminal cells a text without tabs and control characters takes.

    Wide East Asian characters take two cells, combining ones none.
    """
    if text.isascii():
        return len(text)
    return sum(_cells(char) for char in text)


def _cells(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def pieces(line: str) -> list[str]:
    """What is shown for each character of a line; a tab becomes the blanks up to its stop."""
    if line.isascii() and line.isprintable():
        return list(line)
    shown: list[str] = []
    at = 0
    for char in line:
        piece = " " * (TAB - at % TAB) if char == "\t" else visible_char(char)
        shown.append(piece)
        at += width_of(piece)
    return shown
