"""``ruledsl list``: the rulesets that come with the package."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from attrs import frozen

from ruledsl import compiling
from ruledsl.cli import faults
from ruledsl.cli.arguments import Parser
from ruledsl.cli.outcomes import FINE
from ruledsl.diagnostics.visible import visible, width_of
from ruledsl.semantics.library import shipped_rulesets


@frozen
class _Entry:
    name: str
    title: str
    players: tuple[int, int]
    base: str | None


def main(argv: Sequence[str]) -> int:
    """List the shipped rulesets; the exit code."""
    parser = Parser("list", "Name the rulesets that come with ruledsl.")
    parser.add_argument("--json", action="store_true", help="as JSON")
    arguments = parser.parse(argv)
    entries = []
    code = FINE
    for name in shipped_rulesets():
        outcome = compiling.open_shipped(name)
        program = outcome.program
        if program is None or program.players is None or outcome.has_errors:
            faults.show(outcome.diagnostics, outcome.sources, sys.stderr)
            code = max(code, faults.exit_code(outcome.diagnostics))
            continue
        base = program.ruleset.header.base
        title = program.ruleset.title
        entries.append(_Entry(name, title, program.players, base.text if base else None))
    sys.stdout.write(_json(entries) if arguments.json else _table(entries))
    return code


def _json(entries: Sequence[_Entry]) -> str:
    import json

    rulesets = [
        {"name": e.name, "title": e.title, "players": list(e.players), "base": e.base}
        for e in entries
    ]
    document = {"format": "ruledsl-rulesets", "version": 1, "min_reader": 1, "rulesets": rulesets}
    return json.dumps(document, sort_keys=True, indent=1) + "\n"


def _table(entries: Sequence[_Entry]) -> str:
    names = max((len(e.name) for e in entries), default=0) + 2
    titles = max((width_of(visible(e.title)) for e in entries), default=0) + 2
    lines = []
    for entry in entries:
        least, most = entry.players
        players = f"{least} players" if least == most else f"{least} to {most} players"
        title = visible(entry.title)
        variant = f", a variant of {entry.base}" if entry.base else ""
        gap = " " * (titles - width_of(title))
        lines.append(f"{entry.name:{names}}{title}{gap}{players}{variant}\n")
    return "".join(lines)
