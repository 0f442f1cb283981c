"""``ruledsl check``: all that is wrong with rule files."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from ruledsl import compiling
from ruledsl.cli import faults
from ruledsl.cli.arguments import Parser
from ruledsl.cli.targets import opened, targets
from ruledsl.diagnostics.model import Diagnostic, in_reading_order
from ruledsl.diagnostics.visible import visible
from ruledsl.lower.scope import Publication
from ruledsl.source import SourceFile


def main(argv: Sequence[str]) -> int:
    """Check what is named; the exit code."""
    parser = Parser(
        "check",
        "Look for faults in rule files: everything is read, and compiled for every number of\n"
        "players and the extremes of every option.",
        "exit codes: 0 no faults (there may be warnings), 1 faults, 2 something named is not there",
    )
    parser.add_targets("rule files, shipped rulesets, or folders with rule files")
    parser.add_argument(
        "--format", choices=("human", "short", "json"), default="human", help="how to show faults"
    )
    parser.add_argument("--strict", action="store_true", help="exit with 1 for warnings as well")
    parser.add_argument(
        "--knowledge",
        action="store_true",
        help="list where the rules make known what not everybody saw",
    )
    parser.add_colour()
    arguments = parser.parse(argv)
    named = targets(arguments.targets)
    found: list[Diagnostic] = []
    sources: dict[str, SourceFile] = {}
    published: list[Publication] = []
    said: set[str] = set()
    for target in named:
        outcome = compiling.check(opened(target, said))
        found += outcome.diagnostics
        sources |= outcome.sources
        published += outcome.published
    faults_found = in_reading_order(found)
    names = [target.name for target in named]
    if arguments.knowledge:
        _write_published(published)
    _write(arguments.format, faults_found, sources, arguments.colour, names)
    return faults.exit_code(faults_found, arguments.strict)


def _write_published(published: Sequence[Publication]) -> None:
    for item in published:
        place = f"{visible(item.span.file)}:{item.span.line}:{item.span.column}"
        sys.stdout.write(f"{place}: {visible(item.what)}\n")


def _write(
    form: str,
    found: Sequence[Diagnostic],
    sources: Mapping[str, SourceFile],
    colour: str,
    names: Sequence[str],
) -> None:
    if form == "json":
        from ruledsl.diagnostics import json_lines

        sys.stdout.write(json_lines.render(found))
    elif form == "short":
        from ruledsl.diagnostics import short

        sys.stdout.write(short.render(found))
    elif found:
        faults.show(found, sources, sys.stdout, colour)
    else:
        what = f"`{visible(names[0])}`" if len(names) == 1 else f"{len(names)} rulesets"
        sys.stdout.write(f"no faults in {what}\n")
