"""The laws of resampling, examined against whole trees and in random games.

``python tests/properties/resampling.py`` resamples in more games than the tests do, and says how often,
with what effort, and what a sample costs beside a random game.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

from attrs import define, field

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from ruledsl.engine.errors import NoSample
from ruledsl.engine.game import Game
from ruledsl.engine.knowledge.information import InformationState
from ruledsl.engine.resample.effort import Effort
from ruledsl.engine.resample.sampling import sample
from ruledsl.engine.state import Item, State
from tests.properties.configurations import Setting, player_counts, shipped

History = tuple[Item, ...]


def all_histories(game: Game, limit: int = 200_000) -> dict[InformationState, set[History]]:
    """For everything that a seat (0: an onlooker) can have seen, the histories in which it has seen that.

    Only positions at rest count: chance is not at work in them. The tree must have no more than
    ``limit`` positions.
    """
    found: dict[InformationState, set[History]] = {}
    state = game.start(chance="explicit")
    positions = 0

    def visit() -> None:
        nonlocal positions
        positions += 1
        assert positions <= limit
        if not state.is_chance:
            for seat in range(game.players + 1):
                found.setdefault(state.information_state(seat), set()).add(state.items)
        items: list[Item] = [outcome for outcome, _ in state.chance_outcomes]
        for item in items or state.legal_moves:
            state.push(item)
            visit()
            state.pop()

    visit()
    return found


def reached(game: Game, information: InformationState, seeds: int) -> set[History]:
    """The histories that come up when what a seat has seen is resampled with so many seeds."""
    start = game.start(chance="explicit").started
    found: set[History] = set()
    for seed in range(seeds):
        state = sample(game, start, information, seed)
        assert state.information_state(information.seat) == information
        found.add(state.items)
    return found


@define
class Samples:
    """What samples in random games came to."""

    count: int = 0
    failed: int = 0
    different: int = 0
    """Samples in which something is otherwise than it really was."""
    seconds: float = 0.0
    longest: float = 0.0
    games: int = 0
    game_seconds: float = 0.0
    steps: list[int] = field(factory=list)

    def take(self, state: State, seat: int, seed: int) -> State | None:
        """Resample a state; None where no sample was found."""
        effort = Effort()
        began = time.process_time()
        found: State | None = None
        try:
            found = sample(state.game, state.started, state.information_state(seat), seed, effort)
        except NoSample:
            self.failed += 1
        passed = time.process_time() - began
        self.count += 1
        self.seconds += passed
        self.longest = max(self.longest, passed)
        self.steps.append(effort.spent)
        if found is not None:
            assert found.information_state(seat) == state.information_state(seat)
            self.different += found.core != state.core
        return found

    def __str__(self) -> str:
        cost = self.seconds / self.count if self.count else 0.0
        game = self.game_seconds / self.games if self.games else 0.0
        beside = f", {cost / game:.1f} random games" if game else ""
        return (
            f"{self.count} samples, {self.failed} not found, {self.different} differ; steps: mean"
            f" {sum(self.steps) / max(self.count, 1):.0f}, most {max(self.steps, default=0)};"
            f" {1000 * cost:.1f} ms a sample{beside}, longest {1000 * self.longest:.0f} ms"
        )


def sample_random_games(
    game: Game, games: int, seed: int, each: int, play_on: bool = False
) -> Samples:
    """Resample at ``each`` random positions of each random game, for a random seat."""
    found = Samples()
    for number in range(games):
        chance = random.Random(f"{seed} {number}")
        began = time.process_time()
        state = game.start(seed=number)
        while not state.is_over:
            state.push(chance.choice(state.legal_moves))
        found.game_seconds += time.process_time() - began
        found.games += 1
        wanted = set(chance.sample(range(state.decisions + 1), min(each, state.decisions + 1)))
        moves = [item for item, seat in zip(state.items, state.seats, strict=True) if seat]
        again = game.start(seed=number)
        for decisions in range(state.decisions + 1):
            if decisions in wanted:
                seat = chance.randint(0, game.players)
                other = found.take(again, seat, number)
                while play_on and other is not None and not other.is_over:
                    other.push(chance.choice(other.legal_moves))
            if not again.is_over:
                again.push(moves[decisions])
    return found


def main() -> None:
    """Resample in the shipped rulesets, for every number of players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--each", type=int, default=3, help="positions of a game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("names", nargs="*", default=shipped())
    arguments = parser.parse_args()
    for name in arguments.names:
        for players in player_counts(name):
            game = Setting(name, players).load()
            found = sample_random_games(game, arguments.games, arguments.seed, arguments.each)
            print(f"{name}, {players} players: {found}", flush=True)


if __name__ == "__main__":
    main()
