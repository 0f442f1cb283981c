"""What a check has to say: one class for every finding of every pass.

Passes return diagnostics, they never print and never raise them. Wording: lower
case, no full stop, rule text in backquotes, no word of the implementation.
"""

from __future__ import annotations

from enum import Enum

from attrs import frozen

from ruledsl.source import Span


class Severity(Enum):
    """How bad a finding is: an ``ERROR`` keeps a ruleset from being compiled."""

    ERROR = "error"
    WARNING = "warning"


@frozen
class Label:
    """A place and what is to be said about it, if anything."""

    span: Span
    text: str = ""


@frozen
class Diagnostic:
    """One finding.

    ``code`` names an entry of the catalogue (``ruledsl explain CODE``), ``message``
    says what is wrong, ``primary`` where, ``help`` how to mend it; ``secondary``
    points at other places that matter ("first declared here").
    """

    code: str
    message: str
    primary: Label
    help: str | None = None
    secondary: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    severity: Severity = Severity.ERROR

    @property
    def is_error(self) -> bool:
        """Whether this finding keeps the ruleset from being compiled."""
        return self.severity is Severity.ERROR


def in_reading_order(found: list[Diagnostic] | tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """The findings without repetitions, by file, line, column and code."""
    unique = {(d.code, d.message, d.primary.span): d for d in found}
    return tuple(
        sorted(
            unique.values(),
            key=lambda d: (
                d.primary.span.file,
                d.primary.span.line,
                d.primary.span.column,
                d.code,
                d.message,
            ),
        )
    )
