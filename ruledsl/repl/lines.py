"""Lines of text on their way to a screen, and how they are laid out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from attrs import frozen

from ruledsl.diagnostics.visible import width_of
from ruledsl.wording.wording import PLAIN, Wording

Style: TypeAlias = Literal["plain", "title", "quiet", "problem", "good"]


@frozen
class Line:
    """A line and how it is set off; its text may still be a phrase, and hold control characters."""

    text: str
    style: Style = "plain"


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
        behind = [*parts[:-1], f"{parts[-1]} {remark}".strip()] if parts else [remark]
        if manner.plain:
            lines += wrapped(f"{label}: " if any(behind) else label, behind, manner, between)
        elif 2 * column > manner.width:
            lines.append(Line(f"  {label}"))
            if any(behind):
                lines += wrapped("      ", behind, manner, between)
        else:
            lines += wrapped(f"  {_filled(label, column)}", behind, manner, between)
    return lines
