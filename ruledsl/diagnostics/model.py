"""What a check has to say: one class for every finding of every pass.

Passes return diagnostics, they never print and never raise them. Wording: lower
case, no full stop, rule text in backquotes, no word of the implementation.
"""

from __future__ import annotations

from enum import Enum

from attrs import frozen

from ruledsl.source import Span


class Severity(Enum):
    """How bad a finding is: an ``ERROR`` keeps a ruleset from being compiled, a ``NOTE`` is no fault as far as is known."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@frozen
class Label:
    """A place and what is to be said about it, if anything."""

    span: Span
    text: str = ""


@frozen
class Edit:
    """Text to put in the place of a stretch of a rule file, which may be empty."""

    span: Span
    text: str


@frozen
class Fix:
    """A change of the rule text that mends a finding.

    ``title`` says in a few words what it does. It ``is_safe`` where nothing else can have been meant;
    otherwise it is likely, and somebody should look at the result. The ``edits`` do not overlap.
    """

    title: str
    edits: tuple[Edit, ...]
    is_safe: bool


@frozen
class Diagnostic:
    """One finding.

    ``code`` names an entry of the catalogue (``ruledsl explain CODE``), ``message``
    says what is wrong, ``primary`` where, ``help`` how to mend it; ``secondary``
    points at other places that matter ("first declared here"). ``fix`` mends it, where it is known how.
    """

    code: str
    message: str
    primary: Label
    help: str | None = None
    secondary: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    severity: Severity = Severity.ERROR
    fix: Fix | None = None

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
