"""``ruledsl simulate``: many games, and how they came out."""

from __future__ import annotations

import secrets
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Sequence
from contextlib import closing
from time import perf_counter

from ruledsl import numerals
from ruledsl.agents.catalogue import KINDS, UnknownBot
from ruledsl.cli import faults
from ruledsl.cli.arguments import Parser, seed, whole
from ruledsl.cli.machines import wanted
from ruledsl.cli.outcomes import FINDINGS, FINE, INTERRUPTED, UsageError
from ruledsl.cli.progress import games_of, progress
from ruledsl.cli.seats import pairs
from ruledsl.cli.series import Series, as_json, told
from ruledsl.cli.series import faults as told_faults
from ruledsl.engine.errors import MachineError, StartError
from ruledsl.engine.game import Game
from ruledsl.machine.model import Machine
from ruledsl.native.running.choose import WANTED, Choice, Wanted, choose
from ruledsl.native.running.wasm import Unavailable
from ruledsl.simulation.lineup import lineup
from ruledsl.simulation.sharing import WorkerLost
from ruledsl.simulation.simulate import added_up
from ruledsl.simulation.totals import Totals

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
    if series.totals.failed and not arguments.json:
        sys.stdout.flush()
        sys.stderr.write(told_faults(series))
    if series.totals.games < arguments.games:
        return INTERRUPTED
    return FINDINGS if series.totals.failed else FINE


def _played(arguments: Namespace, game: Game) -> Series:
    """The series that is asked for, as far as it goes until Ctrl-C.

    Raises :class:`UsageError`, and :class:`KeyboardInterrupt` if no game is over by then.
    """
    seats = dict(pairs("--seat", "2=greedy", arguments.seat, game.players))
    number = arguments.seed if arguments.seed is not None else secrets.randbits(64)
    games, first = arguments.games, arguments.first
    so_far = Totals()
    clock = _Clock()
    try:
        players = lineup(
            game,
            number,
            seats=seats,
            jobs=arguments.jobs,
            backend=arguments.backend,
            choosing=clock.choose,
        )
        with (
            progress(games_of(games), sys.stderr) as shown,
            closing(added_up(players, games, first, shown)) as steps,
        ):
            for so_far in steps:  # noqa: B007 - the last is what is wanted, and the one before Ctrl-C
                pass
    except (StartError, UnknownBot, Unavailable, WorkerLost) as error:
        raise UsageError(str(error)) from None
    except KeyboardInterrupt:
        if not so_far.games:
            raise
    return Series(game, players, first, games, so_far, perf_counter() - clock.began)


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
