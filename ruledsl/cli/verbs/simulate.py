"""``ruledsl simulate``: many games, and how they came out."""

from __future__ import annotations

import secrets
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Sequence
from time import perf_counter

from ruledsl import numerals
from ruledsl.agents.catalogue import KINDS, UnknownBot
from ruledsl.cli import faults
from ruledsl.cli.arguments import Parser, seed, whole
from ruledsl.cli.machines import wanted
from ruledsl.cli.outcomes import FINDINGS, FINE, UsageError
from ruledsl.cli.progress import games_of, progress
from ruledsl.cli.seats import pairs
from ruledsl.cli.series import Series, as_json, told
from ruledsl.cli.series import faults as told_faults
from ruledsl.engine.errors import MachineError, StartError
from ruledsl.engine.game import Game
from ruledsl.machine.model import Machine
from ruledsl.native.running.choose import WANTED, Choice, Wanted, choose
from ruledsl.native.running.wasm import Unavailable
from ruledsl.simulation.sharing import WorkerLost
from ruledsl.simulation.simulate import simulate
from ruledsl.simulation.summary import summary

GAMES = 1000
"""Games, if nothing else is said."""


def main(argv: Sequence[str]) -> int:
    """Play what is named, many times; the exit code."""
    arguments = _parser().parse(argv)
    found = wanted(arguments.target, arguments.players, arguments.set).find()
    faults.show(found.diagnostics, found.sources, sys.stderr, arguments.colour)
    if found.machine is None:
        return faults.exit_code(found.diagnostics)
    try:
        game = Game(found.machine)
    except MachineError as error:
        raise UsageError(f"`{arguments.target}` cannot be played: {error}") from None
    series = _played(arguments, game)
    sys.stdout.write(as_json(series) if arguments.json else told(series))
    if not series.results.failed:
        return FINE
    if not arguments.json:
        sys.stdout.flush()
        sys.stderr.write(told_faults(series))
    return FINDINGS


def _played(arguments: Namespace, game: Game) -> Series:
    """The series that is asked for. Raises :class:`UsageError`."""
    seats = dict(pairs("--seat", "2=greedy", arguments.seat, game.players))
    number = arguments.seed if arguments.seed is not None else secrets.randbits(64)
    clock = _Clock()
    try:
        with progress(games_of(arguments.games), sys.stderr) as shown:
            results = simulate(
                game,
                arguments.games,
                number,
                seats=seats,
                first=arguments.first,
                jobs=arguments.jobs,
                backend=arguments.backend,
                on_fault="keep",
                progress=shown,
                choosing=clock.choose,
            )
    except (StartError, UnknownBot, Unavailable, WorkerLost) as error:
        raise UsageError(str(error)) from None
    seconds = perf_counter() - clock.began
    return Series(game, results, summary(results, game.machine), arguments.jobs, seconds)


class _Clock:
    """Tells when play began: once a back end was there, if one is needed."""

    def __init__(self) -> None:
        self.began = perf_counter()

    def choose(self, machine: Machine, backend: Wanted) -> Choice:
        """Make a back end; the clock begins anew."""
        chosen = choose(machine, backend)
        self.began = perf_counter()
        return chosen


def _games(text: str) -> int:
    """How many games. Raises what argparse turns into a complaint."""
    number = numerals.whole(text.replace(",", "").replace("_", ""))
    if number is not None and number > 0:
        return number
    raise ArgumentTypeError(f"a number of games is wanted, 1 or more, not `{text}`")


def _parser() -> Parser:
    parser = Parser(
        "simulate",
        "Play many games and tell how they came out: who wins how often, scores, lengths. All\n"
        "seats play at random unless `--seat` says otherwise. The same seed gives the same games,\n"
        "whatever plays them and however many processes share the work.",
    )
    parser.add_argument(
        "target",
        metavar="NAME|FILE|MACHINE.json",
        help="a shipped ruleset, a rule file, a machine",
    )
    parser.add_configuration()
    parser.add_argument(
        "--games", type=_games, default=GAMES, metavar="N", help=f"how many (default: {GAMES})"
    )
    parser.add_argument(
        "--seed", type=seed, metavar="N", help="decides all games (default: by lot)"
    )
    parser.add_argument(
        "--first",
        type=whole,
        default=0,
        metavar="N",
        help="the number of the first game of the series that belongs to the seed (default: 0)",
    )
    parser.add_argument(
        "--jobs", type=whole, default=1, metavar="N", help="processes that share the work"
    )
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar=f"N={'|'.join(KINDS)}",
        help="who plays a seat; bots that think are much slower",
    )
    parser.add_argument(
        "--backend",
        choices=WANTED,
        default="auto",
        help="what plays random seats (default: the quickest there is)",
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_colour()
    return parser
