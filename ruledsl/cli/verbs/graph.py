"""``ruledsl graph``: the states of a game as a drawing."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from ruledsl.cli.arguments import Parser
from ruledsl.cli.written import write_game
from ruledsl.machine.model import Machine


def main(argv: Sequence[str]) -> int:
    """Draw what is named; the exit code."""
    parser = Parser("graph", "Draw the states of a game, for Mermaid or Graphviz.")
    parser.add_argument(
        "--format",
        choices=("mermaid", "dot"),
        default="mermaid",
        help="the language of the drawing",
    )
    return write_game(parser, argv, _drawing)


def _drawing(machine: Machine, arguments: Namespace) -> str:
    from ruledsl.machine import graph

    draw = graph.mermaid if arguments.format == "mermaid" else graph.dot
    return draw(machine)
