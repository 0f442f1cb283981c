"""Texts in the 128 characters of ASCII."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

_TABLE = str.maketrans(
    {
        "æ": "ae",
        "Æ": "AE",
        "ø": "o",
        "Ø": "O",
        "œ": "oe",
        "Œ": "OE",
        "ß": "ss",
        "ð": "d",
        "Ð": "D",
        "đ": "d",
        "Đ": "D",
        "ł": "l",
        "Ł": "L",
        "þ": "th",
        "Þ": "Th",
        "ı": "i",
        "‘": "'",
        "’": "'",
        "“": '"',
        "”": '"',
        "«": '"',
        "»": '"',
        "–": "-",
        "—": "-",
        "⁄": "/",
        "−": "-",
        "×": "x",
        "·": "*",
        "€": "EUR",
        "£": "GBP",
        "♠": "S",
        "♤": "S",
        "♥": "H",
        "♡": "H",
        "♦": "D",
        "♢": "D",
        "♣": "C",
        "♧": "C",
        "␡": "^?",
    }
    | {chr(0x2400 + number): f"^{chr(64 + number)}" for number in range(32)}
)
"""What stands for characters that do not come apart into a letter and marks."""


def in_ascii(text: str) -> str:
    """The text in ASCII: letters without their marks; what has no likeness as an escape: ``\\u4e2d``."""
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFKD", text.translate(_TABLE)).translate(_TABLE)
    bare = "".join(char for char in apart if not unicodedata.combining(char))
    return escaped(bare)


def escaped(text: str) -> str:
    """The text with an escape for each character that ASCII has not."""
    return text.encode("ascii", "backslashreplace").decode("ascii")


def told_apart(names: Iterable[str]) -> dict[str, str]:
    """Names in ASCII, each another one: those that would become equal keep escapes, plain ones stay."""
    all_names = tuple(dict.fromkeys(names))
    counts: dict[str, int] = {}
    for name in all_names:
        key = in_ascii(name).casefold()
        counts[key] = counts.get(key, 0) + 1
    return {
        name: in_ascii(name) if counts[in_ascii(name).casefold()] == 1 else escaped(name)
        for name in all_names
    }
