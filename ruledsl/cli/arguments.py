"""Reading the arguments of a verb."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NoReturn

from ruledsl import numerals
from ruledsl.cli.outcomes import UsageError
from ruledsl.phrase import phrase

ONLY_TELL: Sequence[str] = ("--only-tell-what-you-take",)
"""Given to a verb (this very object), it is not carried out: its parser is raised as :class:`Told`."""


class Told(Exception):  # noqa: N818 - an answer
    """What a verb takes: its ``parser``."""

    def __init__(self, parser: Parser) -> None:
        super().__init__(parser.prog)
        self.parser = parser


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one line, without the usage in front."""

    def __init__(self, verb: str, description: str, epilog: str = "") -> None:
        super().__init__(
            prog=f"ruledsl {verb}",
            description=description,
            epilog=epilog or None,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        self._verb = verb

    def error(self, message: str) -> NoReturn:
        """Raise :class:`UsageError` with a message of the parser."""
        raise UsageError(f"{message}; `ruledsl {self._verb} --help` tells more")

    def parse(self, argv: Sequence[str]) -> argparse.Namespace:
        """The arguments. Raises :class:`UsageError`, :class:`Told`; leaves with code 0 after ``--help``."""
        if argv is ONLY_TELL:
            raise Told(self)
        arguments, unknown = self.parse_known_args(argv)
        if unknown:
            from ruledsl.diagnostics.suggest import nearest

            word = unknown[0].split("=")[0]
            known = [name for action in self.arguments for name in action.option_strings]
            near = nearest(word, known) if word.startswith("-") else None
            hint = f", did you mean `{near}`?" if near else ""
            self.error(f"`{word}` is not understood here{hint}")
        return arguments

    @property
    def arguments(self) -> tuple[argparse.Action, ...]:
        """What it takes, in the order in which it was added."""
        return tuple(self._actions)

    def add_targets(self, what: str) -> None:
        """Add the positional arguments ``targets``: at least one."""
        self.add_argument("targets", nargs="+", metavar="FILE|NAME|FOLDER", help=what)

    def add_configuration(self) -> None:
        """Add ``--players`` and ``--set``."""
        self.add_argument(
            "--players", type=whole, metavar="N", help="how many play (default: the least number)"
        )
        self.add_argument(
            "--set",
            action="append",
            default=[],
            metavar="OPTION=VALUE",
            help="set an option of the rules; may be given several times",
        )

    def add_colour(self) -> None:
        """Add ``--colour``."""
        self.add_argument(
            "--colour",
            "--color",
            choices=("auto", "always", "never"),
            default="auto",
            help="colours (default: on a terminal, unless NO_COLOR is set)",
        )


def whole(text: str) -> int:
    """A whole number, 0 or more. Raises what argparse turns into a complaint."""
    number = numerals.whole(text)
    if number is not None and number >= 0:
        return number
    raise argparse.ArgumentTypeError(f"a whole number is wanted, not `{text}`")


SEEDS = 1 << 64
"""How many seeds there are."""


def seed(text: str) -> int:
    """A seed. Raises what argparse turns into a complaint."""
    number = numerals.whole(text)
    if number is not None and 0 <= number < SEEDS:
        return number
    raise argparse.ArgumentTypeError(
        f"a seed is a whole number from 0 to {SEEDS - 1}, not `{text}`"
    )


def options(settings: Sequence[str]) -> dict[str, object]:
    """Settings ``name=value`` by name. Raises :class:`UsageError`."""
    found: dict[str, object] = {}
    for setting in settings:
        name, sign, value = (part.strip() for part in setting.partition("="))
        if not sign or not name or not value:
            raise UsageError(phrase("`--set` wants option=value, not `{setting}`", setting=setting))
        if name in found:
            raise UsageError(phrase("option `{name}` is set twice", name=name))
        found[name] = value
    return found
