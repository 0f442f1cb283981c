"""``ruledsl test``: the tests that stand in rule files."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from ruledsl.cli import faults
from ruledsl.cli.arguments import Parser
from ruledsl.cli.console import wants_colour
from ruledsl.cli.outcomes import FINDINGS, FINE, USAGE
from ruledsl.cli.targets import Target, opened, targets
from ruledsl.diagnostics.model import in_reading_order
from ruledsl.diagnostics.visible import visible

if TYPE_CHECKING:
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


def main(argv: Sequence[str]) -> int:
    """Run the tests of what is named; the exit code."""
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
    parser.add_colour()
    arguments = parser.parse(argv)
    said: set[str] = set()
    runs = [
        _run(target, arguments.wanted, arguments.colour, said)
        for target in targets(arguments.targets)
    ]
    reports = [report for run in runs for report in run.reports]
    if arguments.format == "json":
        sys.stdout.write(_json(runs))
    else:
        colour = wants_colour(arguments.colour, sys.stdout)
        for run in runs:
            sys.stdout.write(_shown(run, arguments.quiet, colour, len(runs) > 1))
        if reports or all(run.code == FINE for run in runs):
            sys.stdout.write(_summary(reports, arguments.wanted))
    code = max(run.code for run in runs)
    if not reports and arguments.wanted and code == FINE:
        return USAGE
    return max(code, FINE if all(report.passed for report in reports) else FINDINGS)


def _run(target: Target, wanted: str, colour: str, said: set[str]) -> _Run:
    from ruledsl.testing.runner import run_tests

    outcome = opened(target, said)
    reports, found = run_tests(outcome, wanted)
    # Warnings are what `check` is for; faults keep tests from being run.
    errors = [d for d in in_reading_order([*outcome.diagnostics, *found]) if d.is_error]
    faults.show(errors, outcome.sources, sys.stderr, colour)
    return _Run(target, reports, outcome.sources, faults.exit_code(errors))


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
    return json.dumps(document, sort_keys=True, indent=1) + "\n"
