"""Lines of text on their way to a screen, and how they are laid out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from attrs import frozen

from ruledsl.diagnostics.visible import width_of
from ruledsl.wording.wording import PLAIN, Wording

Style: TypeAlias = Literal["plain", "title", "quiet", "problem", "good"]


@frozen
class Line:
    """A line and how it is set off; its text may still be a phrase, and hold control characters.

    A ``whole`` line stays one, however narrow the screen: rules that are to be copied, say.
    """

    text: str
    style: Style = "plain"
    whole: bool = False


@frozen
class Manner:
    """How text is laid out and said: ``width`` columns of the screen.

    A ``plain`` layout, for those who hear a screen, has one fact on each line, whatever the width,
    and no columns.
    """

    width: int
    plain: bool = False
    wording: Wording = PLAIN

    def shown(self, text: str) -> str:
        """A text as the screen shows it."""
        return self.wording.shown(text)


_LEAST = 20
"""Columns that text gets however narrow the screen and deep the indent."""
HANGING = 2
"""Columns by which the rest of a line that was too long stands to the right of its beginning."""


def fitted(text: str, width: int) -> list[str]:
    """A text on lines of ``width`` columns, those after the first a little to the right of it.

    It is broken at blanks alone: what is longer than a line without one stays whole, so that a path can
    be copied and a name found.
    """
    margin = len(text) - len(text.lstrip())
    indent = " " * max(min(margin + HANGING, width - _LEAST), 0)
    lines = []
    while width_of(text) > width:
        start = len(text) - len(text.lstrip())
        blanks = [at for at in range(start, len(text)) if text[at] == " " and text[at - 1] != " "]
        fits = [at for at in blanks if width_of(text[:at]) <= width]
        end = fits[-1] if fits else blanks[0] if blanks else len(text)
        rest = text[end:].lstrip()
        if not rest:
            break
        lines.append(text[:end])
        text = indent + rest
    return [*lines, text]


def wrapped(head: str, parts: Sequence[str], manner: Manner, between: str = ", ") -> list[Line]:
    """``head`` and the parts behind it, on as many lines as it takes; never broken within a part."""
    if manner.plain:
        said = (manner.shown(part) for part in parts)
        return [Line(manner.shown(head).lstrip() + between.join(said))]
    head = manner.shown(head)
    indent = " " * width_of(head)
    room = max(manner.width - len(indent), _LEAST)
    rows: list[str] = []
    row = ""
    for number, part in enumerate(parts):
        piece = manner.shown(part) + (between.rstrip() if number + 1 < len(parts) else "")
        if row and width_of(row) + 1 + width_of(piece) > room:
            rows.append(row)
            row = piece
        else:
            row = f"{row} {piece}" if row else piece
    rows.append(row)
    return [Line((head if number == 0 else indent) + row) for number, row in enumerate(rows)]


def listed(head: str, parts: Sequence[str], manner: Manner) -> list[Line]:
    """Things of one kind behind a head, or in a plain layout each on a line of its own with the head."""
    if manner.plain:
        return [Line(manner.shown(head) + manner.shown(part)) for part in parts]
    return wrapped(head, parts, manner)


def columns(entries: Sequence[str], manner: Manner, indent: str = "  ") -> list[Line]:
    """Entries side by side, read along the lines; in a plain layout one below the other."""
    if not entries:
        return []
    shown = [manner.shown(entry) for entry in entries]
    if manner.plain:
        return [Line(entry.strip()) for entry in shown]
    cell = max(width_of(entry) for entry in shown) + 3
    across = max((max(manner.width, _LEAST) - len(indent)) // cell, 1)
    rows = (shown[start : start + across] for start in range(0, len(shown), across))
    return [Line(indent + "".join(_filled(entry, cell) for entry in row).rstrip()) for row in rows]


def _filled(text: str, cells: int) -> str:
    return text + " " * (cells - width_of(text))


Row: TypeAlias = tuple[str, Sequence[str], str]
"""A label, parts and a closing remark."""


def table(rows: Iterable[Row], manner: Manner, between: str = ", ") -> list[Line]:
    """Labels in a column of their own, and behind each its parts and a closing remark.

    Where the labels would take more than half of the screen, what belongs to each stands below it.
    """
    kept = [
        (manner.shown(label), [*map(manner.shown, parts)], manner.shown(remark))
        for label, parts, remark in rows
    ]
    column = max((width_of(label) for label, _, _ in kept), default=0) + 2
    lines: list[Line] = []
    for label, parts, remark in kept:
        mark = between.rstrip()
        behind = [*(f"{part}{mark}" for part in parts[:-1]), *parts[-1:], *_words(remark)]
        if manner.plain:
            lines += wrapped(f"{label}: " if behind else label, behind, manner, " ")
        elif 2 * column > manner.width:
            lines.append(Line(f"  {label}"))
            if behind:
                lines += wrapped("      ", behind, manner, " ")
        else:
            lines += wrapped(f"  {_filled(label, column)}", behind, manner, " ")
    return lines


def _words(text: str) -> list[str]:
    """The words of a text, with further blanks between them kept before the word that they precede."""
    return [word for word in re.split(r"(?<=\S) (?=\s*\S)", text) if word]
