"""Bots against bots: ``python tests/properties/tournament.py --help``.

The first bot plays against the second in every ruleset and with every number of players, and sits in each
seat (in partnerships: with each team) equally often; all other seats are the second bot's. Each
series tells what part of the wins the first bot had, with an interval, and what it would have had
if it were no better than the others.

Some games of each series are played twice: the records must be equal to the byte.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from pathlib import Path

from attrs import frozen

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from ruledsl.agents.catalogue import UnknownBot, make, read
from ruledsl.agents.interface import question
from ruledsl.engine.game import Game
from ruledsl.engine.record import write_record
from ruledsl.engine.results import sides
from ruledsl.engine.state import State
from tests.properties.configurations import Setting, player_counts, shipped

CHECKED_TWICE = 2
"""Games of a series that are played again for comparison."""

Z = 1.959964
"""The normal quantile of an interval that holds the truth 95 times in 100."""


@frozen
class Fixture:
    """One game of a series: its number decides the chance in it and where the first bot sits."""

    setting: Setting
    bots: tuple[str, str]
    number: int


@frozen
class Outcome:
    """How it ended for the first bot: its part of the win, and whether a second playing was equal."""

    share: Fraction
    unsampled: int
    same_again: bool
    seconds: float


def interval(won: float, games: int) -> tuple[float, float]:
    """The Wilson score interval (Wilson, *Probable inference*, 1927) of a share of so many games."""
    part = won / games
    middle = part + Z * Z / (2 * games)
    spread = Z * sqrt(part * (1 - part) / games + Z * Z / (4 * games * games))
    scale = 1 + Z * Z / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def played(game: Game, fixture: Fixture) -> tuple[State, int]:
    """The game to its end, and how often a bot could not sample."""
    own = own_side(game, fixture.number)
    first, second = fixture.bots
    # Each cycle of seats is one deal: every side has the first bot in it once.
    seed = fixture.number // len(sides(game.machine))
    bots = {
        seat: make(first if seat in own else second, seed, seat)
        for seat in range(1, game.players + 1)
    }
    state = game.start(seed=seed)
    unsampled = 0
    while (actor := state.actor) is not None:
        answer = bots[actor].choose(question(state))
        unsampled += bool(answer.unsampled)
        state.push(answer.move)
    return state, unsampled


def own_side(game: Game, number: int) -> tuple[int, ...]:
    """The seats of the first bot in a game of that number."""
    each = sides(game.machine)
    return each[number % len(each)]


@lru_cache(maxsize=2)
def loaded(setting: Setting) -> Game:
    """The game of a setting, loaded once."""
    return setting.load()


def play(fixture: Fixture) -> Outcome:
    """Play a game, some of them twice."""
    game = loaded(fixture.setting)
    began = time.process_time()
    state, unsampled = played(game, fixture)
    seconds = time.process_time() - began
    winning = [side for side in sides(game.machine) if any(s in state.winners for s in side)]
    share = Fraction(own_side(game, fixture.number) in winning, len(winning))
    same = True
    if fixture.number < CHECKED_TWICE:
        again, _ = played(fixture.setting.load(), fixture)
        same = write_record(again.record()) == write_record(state.record())
    return Outcome(share, unsampled, same, seconds)


def series(setting: Setting, bots: tuple[str, str], games: int) -> Iterator[Fixture]:
    """The games of a series."""
    for number in range(games):
        yield Fixture(setting, bots, number)


def line(setting: Setting, outcomes: list[Outcome], even: Fraction) -> str:
    """What a series came to."""
    won = float(sum(outcome.share for outcome in outcomes))
    low, high = interval(won, len(outcomes))
    seconds = sum(outcome.seconds for outcome in outcomes) / len(outcomes)
    unsampled = sum(outcome.unsampled for outcome in outcomes)
    different = sum(not outcome.same_again for outcome in outcomes)
    notes = f", {unsampled} choices without a sample" if unsampled else ""
    notes += f", {different} GAMES DIFFER WHEN PLAYED AGAIN" if different else ""
    return (
        f"{setting!s:28} {len(outcomes):5} games, won {won / len(outcomes):6.1%}"
        f" [{low:6.1%}, {high:6.1%}], even would be {float(even):5.1%}; {seconds:6.2f} s a game{notes}"
    )


def main(arguments: list[str] | None = None) -> int:
    """Play the series; 1 if a game went otherwise when played again, 2 for a wrong request."""
    parser = argparse.ArgumentParser(description="bots against bots")
    parser.add_argument("rulesets", nargs="*", metavar="NAME|FILE", help="default: all shipped")
    parser.add_argument("--games", type=int, default=200, help="games of each series")
    parser.add_argument("--bots", nargs=2, default=["rollout:50", "random"], metavar="KIND")
    parser.add_argument("--players", type=int, help="default: all numbers")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--progress", action="store_true", help="tell of every ten games")
    wanted = parser.parse_args(arguments)
    try:
        for kind in wanted.bots:
            read(kind)
    except UnknownBot as error:
        print(error, file=sys.stderr)
        return 2
    bots = (wanted.bots[0], wanted.bots[1])
    print(f"{bots[0]} against {bots[1]}", flush=True)
    failed = False
    with multiprocessing.Pool(wanted.jobs) as pool:
        for ruleset in wanted.rulesets or shipped():
            for players in [wanted.players] if wanted.players else player_counts(ruleset):
                setting = Setting(ruleset, players)
                even = Fraction(1, len(sides(setting.load().machine)))
                outcomes: list[Outcome] = []
                for outcome in pool.imap(play, series(setting, bots, wanted.games)):
                    outcomes.append(outcome)
                    if wanted.progress and len(outcomes) % 10 == 0:
                        print(line(setting, outcomes, even), file=sys.stderr, flush=True)
                print(line(setting, outcomes, even), flush=True)
                failed = failed or not all(outcome.same_again for outcome in outcomes)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
