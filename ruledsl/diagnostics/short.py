"""Findings a line each, in the form that editors and pagers know: ``file:line:column: ...``."""

from __future__ import annotations

from collections.abc import Iterable

from ruledsl.diagnostics.model import Diagnostic
from ruledsl.diagnostics.visible import visible


def render(diagnostics: Iterable[Diagnostic]) -> str:
    """``file:line:column: error[RD104]: message (help)`` for each finding, in the order given.

    A finding without a place begins with its severity. Nothing but these lines: no
    summary, and an empty text when there are none.
    """
    return "".join(_line(found) + "\n" for found in diagnostics)


def _line(found: Diagnostic) -> str:
    span = found.primary.span
    place = f"{visible(str(span))}: " if span.line > 0 else ""
    advice = f" ({_flat(found.help)})" if found.help else ""
    return f"{place}{found.severity.value}[{found.code}]: {_flat(found.message)}{advice}"


def _flat(text: str) -> str:
    return visible(" ".join(part.strip() for part in text.split("\n")))
