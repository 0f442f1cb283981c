"""``ruledsl compile``: a game as a machine file."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from ruledsl.cli.arguments import Parser
from ruledsl.cli.written import write_game
from ruledsl.machine.model import Machine


def main(argv: Sequence[str]) -> int:
    """Compile what is named; the exit code."""
    parser = Parser(
        "compile",
        "Write a game, for one number of players and one setting of its options, as a machine\n"
        "file (JSON), from which it can be played without the rules.",
    )
    return write_game(parser, argv, _file)


def _file(machine: Machine, _: Namespace) -> str:
    from ruledsl.machine import serial

    return serial.dump(machine)
