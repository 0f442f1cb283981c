"""Checking what is named, and writing what was found in one of several forms."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from ruledsl import compiling
from ruledsl.cli import faults
from ruledsl.cli.targets import Target, opened
from ruledsl.diagnostics.model import Diagnostic, in_reading_order
from ruledsl.diagnostics.visible import visible
from ruledsl.lower.scope import Publication
from ruledsl.source import SourceFile

FORMS = ("human", "short", "json", "github", "sarif")
"""The forms that findings are written in; all but the first are for programs."""


@frozen
class Checked:
    """What was found in one or several rulesets, in reading order, and the texts to quote from."""

    found: tuple[Diagnostic, ...]
    sources: Mapping[str, SourceFile]
    published: tuple[Publication, ...] = ()


def checked(target: Target, said: set[str], *, is_tried: bool = True) -> Checked:
    """Check one ruleset, and try it unless it is not to be. ``said`` is what has been mentioned of bases before, and grows."""
    outcome = compiling.check(opened(target, said))
    return of_outcome(tried(outcome, target.name) if is_tried else outcome)


def tried(outcome: compiling.Outcome, name: str) -> compiling.Outcome:
    """What a check came to, with what games show where it has found no fault."""
    if outcome.has_errors or outcome.program is None:
        return outcome  # the engine need not be there for that
    from ruledsl.explore import trial

    return trial.tried(outcome, name)


def of_outcome(outcome: compiling.Outcome) -> Checked:
    """What a check came to."""
    return Checked(outcome.diagnostics, outcome.sources, outcome.published)


def together(parts: Iterable[Checked]) -> Checked:
    """Several checks as one."""
    found: list[Diagnostic] = []
    sources: dict[str, SourceFile] = {}
    published: list[Publication] = []
    for part in parts:
        found += part.found
        sources |= part.sources
        published += part.published
    return Checked(in_reading_order(found), sources, tuple(published))


def write(form: str, checked: Checked, names: Sequence[str], colour: str) -> None:
    """Write what was found to the output; for people also that nothing was, in what is named."""
    if form == "json":
        from ruledsl.diagnostics import json_lines

        sys.stdout.write(json_lines.render(checked.found))
    elif form == "short":
        from ruledsl.diagnostics import short

        sys.stdout.write(short.render(checked.found))
    elif form == "github":
        from ruledsl.diagnostics import github

        sys.stdout.write(github.render(checked.found))
    elif form == "sarif":
        from ruledsl.diagnostics import sarif

        sys.stdout.write(sarif.render(checked.found))
    elif checked.found:
        faults.show(checked.found, checked.sources, sys.stdout, colour)
    else:
        what = f"`{visible(names[0])}`" if len(names) == 1 else f"{len(names)} rulesets"
        sys.stdout.write(f"no faults in {what}\n")


def write_published(published: Sequence[Publication]) -> None:
    """Write where the rules make known what not everybody saw."""
    for item in published:
        place = f"{visible(item.span.file)}:{item.span.line}:{item.span.column}"
        sys.stdout.write(f"{place}: {visible(item.what)}\n")
