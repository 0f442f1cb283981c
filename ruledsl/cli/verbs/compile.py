"""``ruledsl compile``: a game as a machine file."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ruledsl.cli import faults
from ruledsl.cli.arguments import Parser
from ruledsl.cli.console import write_to
from ruledsl.cli.outcomes import FINE
from ruledsl.cli.targets import configured


def main(argv: Sequence[str]) -> int:
    """Compile what is named; the exit code."""
    parser = Parser(
        "compile",
        "Write a game, for one number of players and one setting of its options, as a machine\n"
        "file (JSON), from which it can be played without the rules.",
    )
    parser.add_argument("target", metavar="FILE|NAME", help="a rule file or a shipped ruleset")
    parser.add_configuration()
    parser.add_argument("-o", "--output", metavar="OUT", help="the file to write (default: output)")
    arguments = parser.parse(argv)
    outcome = configured(arguments.target, arguments.players, arguments.set)
    faults.show(outcome.diagnostics, outcome.sources, sys.stderr)
    if outcome.machine is None or outcome.has_errors:
        return faults.exit_code(outcome.diagnostics)
    from ruledsl.machine import serial

    write_to(arguments.output, serial.dump(outcome.machine))
    return FINE
