"""``ruledsl play``: a game at the terminal."""

from __future__ import annotations

import os
import secrets
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Sequence
from pathlib import Path

from ruledsl import numerals
from ruledsl.agents.catalogue import KINDS, UnknownBot, make, read
from ruledsl.agents.interface import Bot
from ruledsl.cli import faults
from ruledsl.cli.arguments import Parser
from ruledsl.cli.console import wants_colour, width_of
from ruledsl.cli.outcomes import FINDINGS, FINE, INTERRUPTED, UsageError
from ruledsl.cli.targets import configured
from ruledsl.engine.errors import MachineError, PlayError, RuleFault
from ruledsl.engine.game import Game
from ruledsl.machine.model import Machine
from ruledsl.repl.about import introduction
from ruledsl.repl.commands import taken
from ruledsl.repl.lines import Line
from ruledsl.repl.loop import play
from ruledsl.repl.rendering import Rendering
from ruledsl.repl.screen import Screen
from ruledsl.repl.session import Session

HUMAN = "human"
_SEEDS = 1 << 64


def main(argv: Sequence[str]) -> int:
    """Play what is named; the exit code."""
    arguments = _parser().parse(argv)
    machine = _machine(arguments)
    if isinstance(machine, int):
        return machine
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    seed = arguments.seed if arguments.seed is not None else secrets.randbits(64)
    bots = _bots(arguments.seat, machine.players, seed)
    people = machine.players - len(bots)
    if people > 1 and not arguments.open and (not terminal or os.environ.get("TERM") == "dumb"):
        raise UsageError(
            f"{people} people would see each other's cards here; "
            "play at a terminal, or with `--open` if that does not matter"
        )
    screen = Screen(
        sys.stdin,
        sys.stdout,
        terminal=terminal,
        colour=wants_colour(arguments.colour, sys.stdout),
    )
    rendering = Rendering(machine, width_of(sys.stdout))
    try:
        session = Session(Game(machine), bots, seed, arguments.match, arguments.auto)
    except RuleFault as fault:
        screen.show(rendering.fault(fault))
        return FINDINGS
    except MachineError as error:
        raise UsageError(f"`{arguments.target}` cannot be played: {error}") from None
    except PlayError as error:
        raise UsageError(str(error)) from None
    screen.show(introduction(machine, rendering.width, arguments.match))
    if people:
        clash = taken([action.name for action in machine.actions])
        hints = " and ".join(f"`{'/' if c in clash else ''}{c}`" for c in ("help", "rules"))
        screen.show([Line(f"({hints} tell more)", "quiet")])
    code = INTERRUPTED
    try:
        how = play(session, rendering, screen, open_hands=arguments.open, log=arguments.log)
        code = FINDINGS if how == "broken" else FINE
    except KeyboardInterrupt:
        unfinished = "" if session.is_over else "; the game is not finished"
        screen.show([Line(""), Line(f"you leave{unfinished}")])
    screen.show([Line(f"(seed {seed})", "quiet")])
    return code


def _seed(text: str) -> int:
    """A seed. Raises what argparse turns into a complaint."""
    seed = numerals.whole(text)
    if seed is not None and 0 <= seed < _SEEDS:
        return seed
    raise ArgumentTypeError(f"a seed is a whole number from 0 to {_SEEDS - 1}, not `{text}`")


def _parser() -> Parser:
    kinds = "|".join([*KINDS, HUMAN])
    parser = Parser(
        "play",
        "Play a game at the terminal. You have seat 1 and bots have the others, unless `--seat`\n"
        "says otherwise. `help` at the prompt tells what can be typed there.",
    )
    parser.add_argument(
        "target", metavar="NAME|FILE|MACHINE.json", help="a shipped ruleset, a rule file, a machine"
    )
    parser.add_configuration()
    parser.add_argument(
        "--seed", type=_seed, metavar="N", help="decides all chance (default: by lot)"
    )
    parser.add_argument(
        "--seat", action="append", default=[], metavar=f"N={kinds}", help="who plays a seat"
    )
    parser.add_argument("--match", metavar="NAME", help="play a match that the rules name")
    parser.add_argument(
        "--open", action="store_true", help="several people look at one screen, hiding nothing"
    )
    parser.add_argument(
        "--auto", action="store_true", help="do not ask where there is only one move"
    )
    parser.add_argument(
        "--log", action="store_true", help="tell all that happened at the end of each game"
    )
    parser.add_colour()
    return parser


def _machine(arguments: Namespace) -> Machine | int:
    """The machine to play, or the exit code where there is none."""
    if Path(arguments.target).suffix == ".json":
        return _read_machine(arguments)
    outcome = configured(arguments.target, arguments.players, arguments.set)
    faults.show(outcome.diagnostics, outcome.sources, sys.stderr, arguments.colour)
    if outcome.machine is None or outcome.has_errors:
        return faults.exit_code(outcome.diagnostics)
    return outcome.machine


def _read_machine(arguments: Namespace) -> Machine | int:
    if arguments.players is not None or arguments.set:
        raise UsageError("a machine file has its players and options settled; compile another one")
    from ruledsl.machine import serial

    name: str = arguments.target
    try:
        return serial.read_file(name)
    except serial.MachineFileError as error:
        faults.show((error.diagnostic,), {}, sys.stderr, arguments.colour)
        return FINDINGS
    except FileNotFoundError:
        from ruledsl.semantics.near_files import near_file

        near = near_file(Path(name), ".json")
        hint = f"; did you mean `{near}`?" if near else ""
        raise UsageError(f"there is no file `{name}`{hint}") from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = (getattr(error, "strerror", None) or "the path is no path").lower()
        raise UsageError(f"`{name}` cannot be read: {reason}") from None


def _bots(settings: Sequence[str], players: int, seed: int) -> dict[int, Bot]:
    """The bots by seat: all seats but the first, or as the settings have it."""
    kinds = dict.fromkeys(range(2, players + 1), "random") | {1: HUMAN}
    named: set[int] = set()
    for setting in settings:
        number, sign, kind = (part.strip() for part in setting.partition("="))
        seat = numerals.whole(number)
        if not sign or seat is None:
            raise UsageError(f"`--seat` wants seat=player, `2=random` say, not `{setting}`")
        if not 1 <= seat <= players:
            raise UsageError(f"there is no seat {seat}: {players} play")
        if kind != HUMAN:
            _check_bot(kind)
        if seat in named:
            raise UsageError(f"seat {seat} is given twice")
        named.add(seat)
        kinds[seat] = kind
    return {seat: make(kind, seed, seat) for seat, kind in kinds.items() if kind != HUMAN}


def _check_bot(kind: str) -> None:
    """Raise :class:`UsageError` for what is neither a bot nor a person."""
    try:
        read(kind)
    except UnknownBot as error:
        from ruledsl.diagnostics.suggest import nearest

        if nearest(kind, [HUMAN]):
            raise UsageError(f"nobody called `{kind}` can play; did you mean `{HUMAN}`?") from None
        whole = error.is_near or kind.partition(":")[0].strip() in KINDS
        raise UsageError(f"{error}" if whole else f"{error}, and `{HUMAN}` for a person") from None
