"""``ruledsl test``: the tests that stand in rule files."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from ruledsl.cli import faults
from ruledsl.cli.arguments import Parser
from ruledsl.cli.console import note, wants_colour
from ruledsl.cli.outcomes import FINDINGS, FINE, USAGE
from ruledsl.cli.targets import Target, opened, targets
from ruledsl.diagnostics.model import in_reading_order
from ruledsl.diagnostics.visible import visible

if TYPE_CHECKING:
    from ruledsl.coverage.measure import Coverage
    from ruledsl.source import SourceFile
    from ruledsl.testing.runner import Report

_GREEN, _RED, _PLAIN = "\x1b[32m", "\x1b[1;31m", "\x1b[0m"


@frozen
class _Run:
    """The tests of one ruleset; none where its rules have faults (``code`` is not 0 then)."""

    target: Target
    reports: tuple[Report, ...]
    sources: Mapping[str, SourceFile]
    code: int
    coverage: Coverage | None = None


def main(argv: Sequence[str]) -> int:
    """Run the tests of what is named; the exit code."""
    arguments = _parser().parse(argv)
    measured = arguments.coverage or arguments.annotate or arguments.threshold is not None
    said: set[str] = set()
    runs = [
        _run(target, arguments.wanted, arguments.colour, said, measured=measured)
        for target in targets(arguments.targets)
    ]
    if arguments.format == "json":
        sys.stdout.write(_json(runs))
    else:
        sys.stdout.write(_told(runs, arguments))
    return _code(runs, arguments)


def _code(runs: Sequence[_Run], arguments: Namespace) -> int:
    """The exit code; says which rulesets are exercised too little."""
    reports = [report for run in runs for report in run.reports]
    code = max(run.code for run in runs)
    if not reports and arguments.wanted and code == FINE:
        return USAGE
    if arguments.threshold is not None and not _enough(runs, arguments.threshold):
        code = max(code, FINDINGS)
    return max(code, FINE if all(report.passed for report in reports) else FINDINGS)


def _enough(runs: Sequence[_Run], threshold: float) -> bool:
    """Whether so many percent of every ruleset are exercised; says which are not."""
    enough = True
    for run in runs:
        if run.coverage is not None and run.coverage.total.percent < threshold:
            percent = run.coverage.total.percent
            note(f"`{run.target.name}`: {percent:.1f}% is exercised, less than {threshold:g}%")
            enough = False
    return enough


def _told(runs: Sequence[_Run], arguments: Namespace) -> str:
    """What people read."""
    colour = wants_colour(arguments.colour, sys.stdout)
    parts = [_shown(run, arguments.quiet, colour, len(runs) > 1) for run in runs]
    reports = [report for run in runs for report in run.reports]
    if reports or all(run.code == FINE for run in runs):
        parts.append(_summary(reports, arguments.wanted))
    parts += [
        _covered(run, run.coverage, annotate=arguments.annotate)
        for run in runs
        if run.coverage is not None
    ]
    return "".join(parts)


def _covered(run: _Run, coverage: Coverage, *, annotate: bool) -> str:
    from ruledsl.cli.covered import told

    return told(run.target.name, coverage, run.sources, annotate=annotate)


def _run(target: Target, wanted: str, colour: str, said: set[str], *, measured: bool) -> _Run:
    from ruledsl.testing.runner import run_tests

    outcome = opened(target, said)
    coverage: Coverage | None = None
    if measured:
        from ruledsl.testing.covering import run_covered

        reports, found, coverage = run_covered(outcome, wanted)
    else:
        reports, found = run_tests(outcome, wanted)
    # Warnings are what `check` is for; faults keep tests from being run.
    errors = [d for d in in_reading_order([*outcome.diagnostics, *found]) if d.is_error]
    faults.show(errors, outcome.sources, sys.stderr, colour)
    covered = coverage if not errors else None
    return _Run(target, reports, outcome.sources, faults.exit_code(errors), covered)


def _shown(run: _Run, quiet: bool, colour: bool, titled: bool) -> str:
    lines = []
    for report in run.reports:
        if report.passed and quiet:
            continue
        word = "passed" if report.passed else "FAILED"
        if colour:
            word = f"{_GREEN if report.passed else _RED}{word}{_PLAIN}"
        lines.append(f"{word}  {visible(report.title)}")
        if not report.passed:
            lines += [f"        {line}" for line in _reason(run, report)]
    if titled and lines:
        lines.insert(0, f"{visible(run.target.name)}:")
    return "".join(f"{line}\n" for line in lines)


def _reason(run: _Run, report: Report) -> list[str]:
    """Where a test failed, the line there, and what was expected and found."""
    lines = []
    span = report.span
    if span.line:
        source = run.sources.get(span.file)
        quoted = source.line(span.line).strip() if source is not None else ""
        lines.append(visible(f"{span}: {quoted}" if quoted else str(span)))
    lines.append(visible(report.message))
    return lines + [f"    {visible(detail)}" for detail in report.details]


def _summary(reports: Sequence[Report], wanted: str) -> str:
    if not reports:
        return f"no test has `{visible(wanted)}` in its title\n" if wanted else "no tests\n"
    failed = sum(not report.passed for report in reports)
    passed = len(reports) - failed
    return f"{passed} passed, {failed} failed\n" if failed else f"{passed} passed\n"


def _json(runs: Sequence[_Run]) -> str:
    import json

    tests = [
        {
            "ruleset": run.target.name,
            "title": report.title,
            "passed": report.passed,
            "file": report.span.file,
            "line": report.span.line,
            "message": report.message,
            "details": list(report.details),
        }
        for run in runs
        for report in run.reports
    ]
    failed = sum(not test["passed"] for test in tests)
    document = {
        "format": "ruledsl-tests",
        "version": 1,
        "min_reader": 1,
        "passed": len(tests) - failed,
        "failed": failed,
        "faulty": [run.target.name for run in runs if run.code != FINE],
        "tests": tests,
    }
    if any(run.coverage is not None for run in runs):
        from ruledsl.cli.covered import as_plain

        document["coverage"] = {
            run.target.name: as_plain(run.coverage) for run in runs if run.coverage is not None
        }
    return json.dumps(document, sort_keys=True, indent=1) + "\n"


# --- arguments -------------------------------------------------------------------------------------


def _parser() -> Parser:
    parser = Parser(
        "test",
        "Run the tests that stand in rule files.",
        "exit codes: 0 all passed, 1 a test failed or the rules have faults, 2 something named is\n"
        "not there or no test has that title",
    )
    parser.add_targets("rule files, shipped rulesets, or folders with rule files")
    parser.add_argument("-q", "--quiet", action="store_true", help="show failed tests only")
    parser.add_argument(
        "-k", dest="wanted", default="", metavar="TEXT", help="only tests with TEXT in the title"
    )
    parser.add_argument(
        "--format", choices=("human", "json"), default="human", help="how to show results"
    )
    parser.add_argument(
        "--coverage", action="store_true", help="tell which parts of the rules the tests exercise"
    )
    parser.add_argument(
        "--annotate", action="store_true", help="the same, as the rules with marks before each line"
    )
    parser.add_argument(
        "--threshold",
        type=_percent,
        metavar="N",
        help="exit with 1 where less than N percent of a ruleset is exercised",
    )
    parser.add_colour()
    return parser


def _percent(text: str) -> float:
    """A percentage. Raises what argparse turns into a complaint."""
    try:
        number = float(text.removesuffix("%"))
    except ValueError:
        number = -1.0
    if 0 <= number <= 100:
        return number
    raise ArgumentTypeError(f"a percentage from 0 to 100 is wanted, not `{text}`")
