"""Findings as workflow commands, which GitHub shows beside the lines of a change.

A line each: ``::error file=F,line=L,col=C,endLine=L,endColumn=C,title=RD104::message``. What has a
meaning in such a line is written as ``%`` and its number in hexadecimal.
"""

from __future__ import annotations

from collections.abc import Iterable

from ruledsl.diagnostics.model import Diagnostic, Severity
from ruledsl.diagnostics.visible import visible

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render(diagnostics: Iterable[Diagnostic]) -> str:
    """A command for each finding, in the order given; empty when there are none."""
    return "".join(_command(found) + "\n" for found in diagnostics)


def _command(found: Diagnostic) -> str:
    span = found.primary.span
    properties = {"file": span.file} if span.file else {}
    if span.line > 0:
        properties |= {"line": str(span.line), "endLine": str(span.end_line)}
        if span.end_line == span.line:  # columns are shown only within one line
            properties |= {"col": str(span.column), "endColumn": str(span.end_column)}
    properties["title"] = found.code
    told = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    extras = [f"help: {found.help}"] if found.help else []
    extras += [f"note: {note}" for note in found.notes]
    text = "\n".join([found.message, *extras])
    return f"::{_COMMANDS[found.severity]} {told}::{_text(text)}"


def _text(text: str) -> str:
    return "%0A".join(visible(line.replace("%", "%25")) for line in text.split("\n"))


def _property(text: str) -> str:
    return _text(text).replace(":", "%3A").replace(",", "%2C")
