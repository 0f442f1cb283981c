"""Rules that pass a check, played: ``python -m tests.explore.passing --programs 2000 --games 20``.

Made-up programs, most of which have faults, are checked as ``ruledsl check`` does it (read, and tried with a few games); with
``--by-play`` as ``ruledsl check --play`` does it. Those that pass are played at random, by other dice and other luck than a
check's. A fault in them is one that the check has missed.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from typing import TypeAlias

from attrs import evolve, frozen

from ruledsl import compiling
from ruledsl.engine.errors import RuleFault
from ruledsl.engine.game import Game
from ruledsl.explore.exploration import PLAY, Exploration
from ruledsl.explore.settings import settings
from ruledsl.explore.trial import tried
from tests.proofs.playing import MOST, is_limit
from tests.properties.programs import made_up, written

ASKING = (0.0, 0.5, 0.9)
"""The part of statements that ask before they do what may fail, by turns."""


@frozen
class Tally:
    """What was checked, what passed, and what was met in playing that."""

    programs: int = 0
    refused: int = 0
    """By reading them."""
    failing: int = 0
    """By the games of the check."""
    passed: int = 0
    games: int = 0
    decisions: int = 0
    limits: int = 0
    """Games that were stopped by a limit of the box."""
    missed: tuple[str, ...] = ()
    """Programs that failed in play, and how."""

    def told(self) -> str:
        """What was counted, in a line."""
        return (
            f"{self.programs:,} programs: {self.refused:,} refused, {self.failing:,} fail in the check's games,"
            f" {self.passed:,} pass; {self.games:,} games of these, {self.decisions:,} decisions,"
            f" {self.limits:,} stopped by a limit, {len(self.missed):,} programs with a fault"
        )


Checked: TypeAlias = "compiling.Outcome | None"
"""What a check came to; None where its games fail."""


def checked(opened: compiling.Outcome, *, by_play: bool) -> Checked:
    """Check rules without errors further, by a few games or by an exploration."""
    if not by_play:
        after = tried(opened, "program.rules")
        return None if after.has_errors else after
    explored = Exploration(settings(opened, most_too=False), evolve(PLAY, leaks=0), 1).run()
    return None if explored.fails else opened


def played(number: int, games: int, *, by_play: bool) -> Tally:
    """Make up a program, check it, and play it if it passes."""
    text = written(made_up(number, ASKING[number % len(ASKING)]))
    opened = compiling.check_text("program.rules", text)
    if opened.has_errors or opened.machine is None:
        return Tally(1, refused=1)
    if checked(opened, by_play=by_play) is None:
        return Tally(1, failing=1)
    game = Game(opened.machine)
    tally = Tally(1, passed=1, games=games)
    for seed in range(games):
        try:
            tally = evolve(tally, decisions=tally.decisions + decisions_of(game, seed))
        except RuleFault as fault:
            if is_limit(fault):
                tally = evolve(tally, limits=tally.limits + 1)
            elif not tally.missed:
                tally = evolve(tally, missed=(f"program {number}, seed {seed}: {fault}",))
    return tally


def decisions_of(game: Game, seed: int) -> int:
    """Play a game at random; how many decisions it took. Raises :class:`RuleFault`."""
    chance = random.Random(seed)
    state = game.start(seed=seed)
    for number in range(MOST):
        if state.is_over:
            return number
        state.push(chance.choice(state.legal_moves))
    return MOST


def together(one: Tally, other: Tally) -> Tally:
    """What two have counted."""
    return Tally(
        one.programs + other.programs,
        one.refused + other.refused,
        one.failing + other.failing,
        one.passed + other.passed,
        one.games + other.games,
        one.decisions + other.decisions,
        one.limits + other.limits,
        one.missed + other.missed,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=200, help="made-up programs")
    parser.add_argument("--start", type=int, default=0, help="the first of them")
    parser.add_argument("--games", type=int, default=20, help="of each that passes")
    parser.add_argument("--by-play", action="store_true", help="check them by play")
    asked = parser.parse_args(arguments)
    whole = Tally()
    for number in range(asked.start, asked.start + asked.programs):
        tally = played(number, asked.games, by_play=asked.by_play)
        for missed in tally.missed:
            print(missed, flush=True)
        whole = together(whole, tally)
    print(whole.told())
    return 1 if whole.missed else 0


if __name__ == "__main__":
    sys.exit(main())
