"""Showing what is wrong with rules, and the exit code that goes with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TextIO

from ruledsl.cli.console import wants_colour, width_of
from ruledsl.cli.outcomes import FINDINGS, FINE, USAGE
from ruledsl.diagnostics.model import Diagnostic
from ruledsl.source import SourceFile

_ASKED_WRONGLY = frozenset({"RD001", "RD505", "RD506", "RD507"})
"""Findings about what was asked for, not about rules: no such file, players, options."""


def exit_code(found: Iterable[Diagnostic], strict: bool = False) -> int:
    """The exit code for findings; ``strict`` counts warnings as well."""
    errors = list(found) if strict else [d for d in found if d.is_error]
    if any(_asked_wrongly(d) for d in errors):
        return USAGE
    return FINDINGS if errors else FINE


def _asked_wrongly(found: Diagnostic) -> bool:
    # A ruleset that is not there is a wrong name on the command line unless a rule file names it.
    return found.code in _ASKED_WRONGLY or (found.code == "RD101" and not found.primary.span.line)


def show(
    found: Sequence[Diagnostic],
    sources: Mapping[str, SourceFile],
    stream: TextIO,
    colour: str = "auto",
) -> None:
    """Show findings to a person."""
    from ruledsl.diagnostics import human

    coloured = wants_colour(colour, stream)
    stream.write(human.render(found, sources, colour=coloured, width=width_of(stream)))
