"""Agreement in bulk: ``python -m tests.native.bulk --help``.

Random games of all shipped rulesets, in all settings, and of made-up programs, each played by the
interpreter and by every back end side by side; the first difference ends the run.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator

from ruledsl.engine.game import Game
from ruledsl.machine.validate import problems
from ruledsl.native.lower import TooLarge, lower
from tests.native.lockstep import side_by_side
from tests.native.test_lockstep import BACKENDS
from tests.properties.configurations import settings, shipped
from tests.properties.programs import made_up, written
from tests.properties.test_programs import game_of


def shipped_games() -> list[tuple[str, Game]]:
    """The shipped rulesets in all settings."""
    return [(str(s), s.load()) for name in shipped() for s in settings(name)]


def made_up_games(first: int, many: int) -> Iterator[tuple[str, Game]]:
    """Made-up programs that are not refused."""
    seed = first
    while many:
        game = game_of(written(made_up(seed)))
        if game is not None:
            many -= 1
            yield f"program {seed}", game
        seed += 1


def compare(name: str, game: Game, first: int, games: int, most: int) -> Counter[str]:
    """Play games of one machine on all back ends; what there was of everything."""
    found: Counter[str] = Counter()
    try:
        lowered = lower(game.machine, traced=True)
    except TooLarge:
        found["too large"] += 1
        return found
    for backend in BACKENDS:
        running = backend(lowered)
        for number in range(first, first + games):
            try:
                made, fault = side_by_side(game, running, number, most=most)
            except AssertionError as error:
                raise SystemExit(f"{name}, game {number}, {running.name}: {error}") from error
            found["games"] += 1
            found["decisions"] += made
            found["faults"] += fault is not None
    return found


def main(arguments: list[str] | None = None) -> int:
    """Compare, and print how much there was to compare."""
    parser = argparse.ArgumentParser(prog="python -m tests.native.bulk", description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="games of each shipped setting")
    parser.add_argument("--programs", type=int, default=100, help="made-up programs")
    parser.add_argument("--each", type=int, default=20, help="games of each made-up program")
    parser.add_argument(
        "--first", type=int, default=0, help="the number of the first program and game"
    )
    parser.add_argument("--most", type=int, default=2000, help="decisions of a game")
    wanted = parser.parse_args(arguments)
    began = time.perf_counter()
    rulesets: Counter[str] = Counter()
    for name, game in shipped_games() if wanted.games else []:
        assert not problems(game.machine)
        rulesets += compare(name, game, wanted.first, wanted.games, wanted.most)
    print(f"shipped rulesets: {dict(rulesets)}, {time.perf_counter() - began:.0f} s", flush=True)
    programs: Counter[str] = Counter()
    for name, game in made_up_games(wanted.first, wanted.programs):
        programs["programs"] += 1
        programs += compare(name, game, wanted.first, wanted.each, 200)
    print(f"made-up programs: {dict(programs)}, {time.perf_counter() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
