"""``ruledsl compile``: a game as a machine file, or as the program that a back end makes of it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from ruledsl.cli.arguments import Parser
from ruledsl.cli.outcomes import UsageError
from ruledsl.cli.written import write_game
from ruledsl.machine.model import Machine

_FORMS = ("machine", "python", "wat", "c")


def main(argv: Sequence[str]) -> int:
    """Compile what is named; the exit code."""
    parser = Parser(
        "compile",
        "Write a game, for one number of players and one setting of its options, as a machine\n"
        "file (JSON), from which it can be played without the rules; or show the program that a\n"
        "back end makes of it.",
    )
    parser.add_argument(
        "--emit",
        choices=_FORMS,
        default="machine",
        help="what to write (default: the machine file); `python`, `wat` and `c` are to be read",
    )
    return write_game(parser, argv, _file)


def _file(machine: Machine, arguments: Namespace) -> str:
    if arguments.emit != "machine":
        return _program(machine, arguments.emit)
    from ruledsl.machine import serial

    return serial.dump(machine)


def _program(machine: Machine, form: str) -> str:
    """The program of a machine. Raises :class:`UsageError` for rules that are too large."""
    from ruledsl.native.printers.c import to_c
    from ruledsl.native.printers.python import to_python
    from ruledsl.native.printers.wat import to_wat
    from ruledsl.native.translate.lower import TooLarge, lower

    try:
        unit = lower(machine).unit
    except TooLarge as error:
        raise UsageError(f"these rules are too large for a back end: {error}") from None
    printed = {"python": to_python, "wat": to_wat, "c": to_c}[form](unit)
    return printed if printed.endswith("\n") else f"{printed}\n"
