"""Whole numbers as people type them: one reader for all that is typed."""

from __future__ import annotations

LONGEST = 20
"""The most digits that a number is read with; no number that means anything has more."""


def whole(text: str) -> int | None:
    """The whole number that a text is, or None: the digits 0 to 9, perhaps a minus sign before them.

    Other digits, signs, blanks and underscores make no number here, though Python would take them.
    """
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdecimal() and len(digits) <= LONGEST:
        return int(text)
    return None
