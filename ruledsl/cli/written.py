"""What the verbs share that make a game and write a text about it: `compile` and `graph`."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Sequence

from ruledsl.cli import faults
from ruledsl.cli.arguments import Parser
from ruledsl.cli.console import write_to
from ruledsl.cli.outcomes import FINE
from ruledsl.cli.targets import configured
from ruledsl.machine.model import Machine


def write_game(
    parser: Parser, argv: Sequence[str], text_of: Callable[[Machine, Namespace], str]
) -> int:
    """Write the text that is made of the game that is named; the exit code.

    The arguments that say which game, how it is set up and where the text goes are added to those
    that the parser has.
    """
    parser.add_argument("target", metavar="FILE|NAME", help="a rule file or a shipped ruleset")
    parser.add_configuration()
    parser.add_argument("-o", "--output", metavar="OUT", help="the file to write (default: output)")
    arguments = parser.parse(argv)
    outcome = configured(arguments.target, arguments.players, arguments.set)
    faults.show(outcome.diagnostics, outcome.sources, sys.stderr)
    if outcome.machine is None or outcome.has_errors:
        return faults.exit_code(outcome.diagnostics)
    write_to(arguments.output, text_of(outcome.machine, arguments))
    return FINE
