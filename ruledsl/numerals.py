"""Whole numbers as people type them: one reader for all that is typed."""

from __future__ import annotations

LONGEST = 20
"""The most digits that a number is read with; no number that means anything has more."""

TYPED = 300
"""The same where a person is to be told that a number is too large, rather than that it is none."""


def whole(text: str, longest: int = LONGEST) -> int | None:
    """The whole number that a text is, or None: the digits 0 to 9, perhaps a minus sign before them.

    ``longest`` is the most digits that it may have (``LONGEST``, or ``TYPED``).
    Other digits, signs, blanks and underscores make no number here, though Python would take them.
    """
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdecimal() and len(digits) <= longest:
        return int(text)
    return None
