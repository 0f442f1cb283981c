"""The laws of resampling, examined against whole trees and in random games.

``python tests/properties/resampling.py`` resamples in more games than the tests do, and says how often,
with what effort, and what a sample costs beside a random game.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from attrs import define, field

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from ruledsl.engine.errors import NoSample
from ruledsl.engine.game import Game
from ruledsl.engine.knowledge.information import InformationState
from ruledsl.engine.resample.effort import FOR_BOTS, FULL, Allowance
from ruledsl.engine.resample.sampling import Sampler
from ruledsl.engine.state import Item, State
from tests.properties.callers import Cherki
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
    sampler = Sampler(game, start, information)
    found: set[History] = set()
    for seed in range(seeds):
        state = sampler.sample(seed)
        assert state.information_state(information.seat) == information
        found.add(state.items)
    return found


@define
class Samples:
    """What samples in random games came to. Costs are in seconds of processor time."""

    count: int = 0
    failed: int = 0
    different: int = 0
    """Samples in which something is otherwise than it really was."""
    positions: int = 0
    games: int = 0
    game_seconds: float = 0.0
    first: list[float] = field(factory=list)
    """What the first sample of each position cost."""
    mean: list[float] = field(factory=list)
    """What all samples of each position cost, on average."""

    def take(
        self, state: State, seat: int, seeds: Sequence[int], allowance: Allowance = FULL
    ) -> list[State]:
        """Resample a state with some seeds, by one sampler; those samples that were found."""
        sampler = Sampler(state.game, state.started, state.information_state(seat), allowance)
        found: list[State] = []
        costs: list[float] = []
        for seed in seeds:
            began = time.process_time()
            try:
                found.append(sampler.sample(seed))
            except NoSample:
                self.failed += 1
            costs.append(time.process_time() - began)
        self.positions += 1
        self.count += len(costs)
        self.first.append(costs[0])
        self.mean.append(sum(costs) / len(costs))
        for other in found:
            assert other.information_state(seat) == state.information_state(seat)
            self.different += other.core != state.core
        return found

    def __str__(self) -> str:
        game = self.game_seconds / self.games if self.games else 0.0
        lines = [
            f"{self.count} samples of {self.positions} positions, {self.failed} not found,"
            f" {self.different} differ from the truth; a random game {1000 * game:.2f} ms"
        ]
        for name, costs in (("first sample", self.first), ("a sample of many", self.mean)):
            if costs and game:
                ordered = sorted(cost / game for cost in costs)
                mean, last = sum(ordered) / len(ordered), len(ordered) - 1
                lines.append(
                    f"{name}, in random games: mean {mean:.1f}, median {ordered[last // 2]:.1f},"
                    f" 95 % {ordered[last * 95 // 100]:.1f}, most {ordered[-1]:.1f}"
                )
        return "\n    ".join(lines)


def sample_random_games(
    game: Game,
    games: int,
    seed: int,
    each: int,
    play_on: bool = False,
    samples: int = 1,
    allowance: Allowance = FULL,
) -> Samples:
    """Take ``samples`` at ``each`` random positions of each random game, for a random seat."""
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
                seeds = range(number, number + samples)
                for other in found.take(again, seat, seeds, allowance):
                    while play_on and not other.is_over:
                        other.push(chance.choice(other.legal_moves))
            if not again.is_over:
                again.push(moves[decisions])
    return found


def sample_callers(seeds: Iterable[int], samples: int, allowance: Allowance) -> dict[str, Samples]:
    """Take samples where other seats have called in Cherki: by how many they are, and with nine cards."""
    cherki = Cherki()
    found: dict[str, Samples] = {}
    for seed in seeds:
        for state, seat, callers in cherki.positions(seed):
            nine = any(cherki.kinds(state, caller).total() == 9 for caller in callers)
            name = f"{len(callers)} callers{', one with nine cards' if nine else ''}"
            group = found.setdefault(name, Samples())
            for other in group.take(state, seat, range(seed, seed + samples), allowance):
                assert all(cherki.is_consistent(other, caller) for caller in callers)
    return found


def main() -> None:
    """Resample in the shipped rulesets, for every number of players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--each", type=int, default=3, help="positions of a game")
    parser.add_argument("--samples", type=int, default=1, help="samples of a position")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", action="store_true", help="with what bots may spend")
    parser.add_argument(
        "--callers", type=int, default=0, help="games of Cherki with callers besides"
    )
    parser.add_argument("names", nargs="*", default=shipped())
    arguments = parser.parse_args()
    allowance = FOR_BOTS if arguments.bots else FULL
    for name in arguments.names:
        for players in player_counts(name):
            game = Setting(name, players).load()
            found = sample_random_games(
                game,
                arguments.games,
                arguments.seed,
                arguments.each,
                samples=arguments.samples,
                allowance=allowance,
            )
            print(f"{name}, {players} players: {found}", flush=True)
    if arguments.callers:
        measure = sample_random_games(Cherki().game, 5, arguments.seed, 0)
        seeds = range(arguments.seed, arguments.seed + arguments.callers)
        for label, samples in sorted(sample_callers(seeds, arguments.samples, allowance).items()):
            samples.games, samples.game_seconds = measure.games, measure.game_seconds
            print(f"cherki, {label}: {samples}", flush=True)


if __name__ == "__main__":
    main()
