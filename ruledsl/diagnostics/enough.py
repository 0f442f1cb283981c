"""Never more is told than somebody may read."""

from __future__ import annotations

from ruledsl import limits
from ruledsl.diagnostics.model import Diagnostic, Label, Severity, in_reading_order
from ruledsl.source import Span

_CODE = "RD061"

FAULTS = f"more than {limits.FAULTS} faults; the rest of the rules is not looked at"
"""What is told of rules with so many faults that nobody would read more."""

_WARNINGS = f"more than {limits.WARNINGS} warnings; the others are not told"


def enough(found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """The first of what is found, in reading order, and that there is more where there is too much."""
    errors = [d for d in found if d.is_error and d.code != _CODE]
    others = [d for d in found if not d.is_error]
    kept_errors, kept_others = errors[: limits.FAULTS + 1], others[: limits.WARNINGS]
    more = []
    if len(errors) > len(kept_errors):
        more.append(too_many(errors[len(kept_errors)].primary.span))
    if len(others) > len(kept_others):
        where = Label(others[len(kept_others)].primary.span)
        help_text = "mend the first ones and check again"
        more.append(Diagnostic(_CODE, _WARNINGS, where, help_text, severity=Severity.WARNING))
    if not more:
        return found
    left = {id(d) for d in (*kept_errors, *kept_others)}
    told = [d for d in found if id(d) in left or (d.code == _CODE and d.is_error)]
    return in_reading_order([*told, *more])


def too_many(span: Span) -> Diagnostic:
    """That the rest of the rules, from a place on, was not looked at."""
    return Diagnostic(_CODE, FAULTS, Label(span), "mend the first ones and check again")
