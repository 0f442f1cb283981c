"""``ruledsl graph``: the states of a game as a drawing."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ruledsl.cli import faults
from ruledsl.cli.arguments import Parser
from ruledsl.cli.console import write_to
from ruledsl.cli.outcomes import FINE
from ruledsl.cli.targets import configured


def main(argv: Sequence[str]) -> int:
    """Draw what is named; the exit code."""
    parser = Parser("graph", "Draw the states of a game, for Mermaid or Graphviz.")
    parser.add_argument("target", metavar="FILE|NAME", help="a rule file or a shipped ruleset")
    parser.add_argument(
        "--format",
        choices=("mermaid", "dot"),
        default="mermaid",
        help="the language of the drawing",
    )
    parser.add_configuration()
    parser.add_argument("-o", "--output", metavar="OUT", help="the file to write (default: output)")
    arguments = parser.parse(argv)
    outcome = configured(arguments.target, arguments.players, arguments.set)
    faults.show(outcome.diagnostics, outcome.sources, sys.stderr)
    if outcome.machine is None or outcome.has_errors:
        return faults.exit_code(outcome.diagnostics)
    from ruledsl.machine import graph

    draw = graph.mermaid if arguments.format == "mermaid" else graph.dot
    write_to(arguments.output, draw(outcome.machine))
    return FINE
