"""What was exercised, for people: a table, what is missing, the rules with marks; and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ruledsl.coverage.measure import Coverage, Mark, unmet
from ruledsl.coverage.points import Kind
from ruledsl.diagnostics.visible import visible
from ruledsl.source import SourceFile

_NAMES: Mapping[Kind, str] = {
    "action": "actions",
    "phase": "phases",
    "statement": "statements",
    "choice": "choices",
    "require": "requires",
    "branch": "conditions",
    "score term": "score terms",
}

_MARKS: Mapping[Mark, str] = {"all": "+", "some": "~", "none": "!"}


def told(
    name: str, coverage: Coverage, sources: Mapping[str, SourceFile], *, annotate: bool
) -> str:
    """What people read of one ruleset."""
    return "".join(f"{line}\n" for line in _lines(name, coverage, sources, annotate=annotate))


def _lines(
    name: str, coverage: Coverage, sources: Mapping[str, SourceFile], *, annotate: bool
) -> Iterator[str]:
    yield f"exercised in {visible(name)}:"
    rows = [(_NAMES[kind], count) for kind, count in coverage.kinds()]
    rows.append(("in all", coverage.total))
    for what, count in rows:
        yield f"  {what:<12}  {count.met:>4} of {count.all:>4}  {_percent(count.percent):>6}"
    if annotate:
        for file, marks in coverage.lines().items():
            yield from _annotated(file, marks, coverage, sources)
        return
    for point in coverage.missing:
        yield f"  {visible(str(point.span))}: {unmet(point)}"


def _annotated(
    file: str, marks: Mapping[int, Mark], coverage: Coverage, sources: Mapping[str, SourceFile]
) -> Iterator[str]:
    """A rule file with a mark before each line: all of it was exercised, some, nothing; and what is missing."""
    source = sources.get(file)
    if source is None:
        return
    missing: dict[int, list[str]] = {}
    for point in coverage.missing:
        if point.span.file == file:
            missing.setdefault(point.span.line, []).append(unmet(point))
    yield ""
    yield f"{visible(file)} (+ all exercised, ~ some, ! nothing):"
    last = max([*marks, 0])
    margin = len(str(last))
    for number in range(1, last + 1):
        mark = _MARKS[marks[number]] if number in marks else " "
        yield f"{number:>{margin}} {mark} {visible(source.line(number))}".rstrip()
        for text in dict.fromkeys(missing.get(number, ())):
            yield f"{'':>{margin}}   ^ {text}"


def _percent(percent: float) -> str:
    """The part in percent; 100 only where nothing is missing."""
    shown = f"{percent:.1f}"
    return "99.9%" if shown == "100.0" and percent < 100 else f"{shown}%"


def as_plain(coverage: Coverage) -> dict[str, Any]:
    """What programs read of one ruleset."""
    return {
        "met": coverage.total.met,
        "all": coverage.total.all,
        "percent": round(coverage.total.percent, 2),
        "kinds": {kind: {"met": count.met, "all": count.all} for kind, count in coverage.kinds()},
        "points": [
            {
                "kind": point.kind,
                "name": point.name,
                "way": point.way,
                "file": point.span.file,
                "line": point.span.line,
                "column": point.span.column,
                "met": met,
            }
            for point, met in coverage.points
        ],
    }
