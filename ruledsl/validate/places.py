"""Stretches of rule text, looked up by what they lie in."""

from __future__ import annotations

from collections.abc import Iterable

from ruledsl.source import Span


class Places:
    """Some stretches of text."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._lines: dict[tuple[str, int], list[Span]] = {}
        for span in spans:
            self._lines.setdefault((span.file, span.line), []).append(span)

    def within(self, outer: Span) -> bool:
        """Whether one of them lies in ``outer``."""
        return any(
            outer.holds(span)
            for line in range(outer.line, outer.end_line + 1)
            for span in self._lines.get((outer.file, line), ())
        )
