"""Games in bulk, of random moves or played by bots, each of them examined: ``python tests/properties/random_games.py --help``.

A game passes when

* nothing in it is a fault of the rules, and after every move each card lies in exactly one
  place, the faces are the same, money has neither come nor gone and every value is in its range;
* taking everything back gives every earlier state again: its cells, its moves, who acts;
* its record, played again, ends in the same state and gives the same record;
* so does the record's JSON, played by the machine's JSON alone.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache, partial
from pathlib import Path

from attrs import field, frozen

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from ruledsl.agents.catalogue import make
from ruledsl.agents.interface import question
from ruledsl.api import RulesError
from ruledsl.engine.errors import PlayError
from ruledsl.engine.game import Game
from ruledsl.engine.record import read_record, write_record
from ruledsl.engine.state import State
from ruledsl.machine import serial
from tests.properties.configurations import Setting, player_counts, shipped
from tests.properties.conservation import Conservation

CHUNK = 100
"""Games that a process plays before it reports."""


class Wrong(AssertionError):
    """A game that did not pass, and why."""


@frozen
class Played:
    """What games came to: how many, how many decisions and outcomes of chance, what was wrong."""

    games: int = 0
    decisions: int = 0
    outcomes: int = 0
    failures: tuple[str, ...] = ()
    results: Counter[tuple[int, int]] = field(factory=Counter)
    """How many games had so many winners and scores of such a sum."""

    def __add__(self, other: Played) -> Played:
        return Played(
            self.games + other.games,
            self.decisions + other.decisions,
            self.outcomes + other.outcomes,
            self.failures + other.failures,
            self.results + other.results,
        )


@lru_cache(maxsize=8)
def both(setting: Setting) -> tuple[Game, Game]:
    """The game, and the game that its machine file alone makes."""
    game = setting.load()
    return game, Game(serial.read(serial.dump(game.machine)))


def play_one(setting: Setting, seed: int, bots: str | None = None) -> Played:
    """Play and examine one game. Raises :class:`Wrong` or :class:`PlayError`."""
    game, from_file = both(setting)
    state = played_through(game, seed, bots)
    decisions = state.decisions
    record = state.record()
    for name, other, known in (
        ("the record", game, record),
        ("the record's JSON, played by the machine's JSON,", from_file, None),
    ):
        again = other.replay(known or read_record(write_record(record)))
        for what, one, two in (
            ("state", state.core, again.core),
            ("scores", state.scores, again.scores),
            ("winners", state.winners, again.winners),
            ("record", record, again.record()),
        ):
            if one != two:
                raise Wrong(f"{name} ends with another {what}: {two} instead of {one}")
    take_all_back(state)
    result = Counter([(len(again.winners), sum(again.scores))])
    return Played(1, decisions, len(record.items) - decisions, results=result)


def played_through(game: Game, seed: int, bots: str | None = None) -> State:
    """A game to its end, of random moves or with bots of that kind in all seats, examined after every move."""
    law = Conservation(game.machine)
    choice = random.Random(seed)
    seats = [make(bots, seed, seat) for seat in range(1, game.players + 1)] if bots else []
    state = game.start(seed=seed, observer=law.hear)
    complain(law.examine(state.core))
    while not state.is_over:
        moves = state.legal_moves
        actor = state.actor
        if not moves or actor is None or actor not in range(1, game.players + 1):
            raise Wrong("the game is not over, and nobody can move")
        if seats:
            answer = seats[actor - 1].choose(question(state))
            complain(answer.unsampled or None)
            state.push(answer.move)
        else:
            state.push(moves[int(choice.random() * len(moves))])
        complain(law.examine(state.core))
    return state


def take_all_back(state: State) -> None:
    """Play the game of a finished state again and take it back, move by move."""
    moves = [item for item, seat in zip(state.items, state.seats, strict=True) if seat]
    seed = state.seed
    assert seed is not None
    other = state.game.start(seed=seed.value)
    passed = []
    for move in moves:
        passed.append((other.core, other.legal_moves, other.actor, other.items))
        other.push(move)
    if other.core != state.core:
        raise Wrong("the same seed and the same moves end in another state")
    for one in (other, state):
        for number in range(len(moves) - 1, -1, -1):
            taken = one.pop()
            if taken != moves[number]:
                raise Wrong(f"taking back move {number + 1} gave {taken}, not {moves[number]}")
            if (one.core, one.legal_moves, one.actor, one.items) != passed[number]:
                raise Wrong(f"taking back move {number + 1} gives another state than before")


def complain(what: str | None) -> None:
    """Raise :class:`Wrong` if something is wrong."""
    if what is not None:
        raise Wrong(what)


def play_chunk(task: tuple[Setting, range], bots: str | None = None) -> Played:
    """Play one game for each seed; a failure is noted, with its seed, and the next game played."""
    setting, seeds = task
    total = Played()
    for seed in seeds:
        try:
            total += play_one(setting, seed, bots)
        except (Wrong, PlayError) as error:
            total += Played(1, failures=(f"{setting}, seed {seed}: {error}",))
        except Exception:  # noqa: BLE001 - whatever it is, it belongs into the report
            trace = traceback.format_exc()
            total += Played(1, failures=(f"{setting}, seed {seed}: {trace}",))
    return total


# --- the command ----------------------------------------------------------------------------


def tasks(
    settings: list[Setting], games: int, first: int, chunk: int = CHUNK
) -> Iterator[tuple[Setting, range]]:
    """``games`` games, spread evenly over the settings, in chunks."""
    for number, setting in enumerate(settings):
        share = games // len(settings) + (number < games % len(settings))
        for start in range(first, first + share, chunk):
            yield setting, range(start, min(start + chunk, first + share))


def main(arguments: list[str] | None = None) -> int:
    """Play the games that the command line asks for; 0 if all passed, 1 if not, 2 for a wrong request."""
    parser = argparse.ArgumentParser(description="play and examine random games")
    parser.add_argument("rulesets", nargs="*", metavar="NAME|FILE", help="default: all shipped")
    parser.add_argument("--games", type=int, default=10_000, help="games of each ruleset")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--players", type=int, help="default: all numbers, evenly")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game")
    parser.add_argument(
        "--chunk", type=int, default=CHUNK, help="games that a process plays at a time"
    )
    parser.add_argument("--progress", action="store_true", help="report after each chunk")
    parser.add_argument(
        "--bots", metavar="KIND", help="who plays: greedy, rollout:50 (default: by lot)"
    )
    parser.add_argument(
        "--results",
        action="store_true",
        help="count games by how many won and what the scores sum to",
    )
    wanted = parser.parse_args(arguments)
    options = tuple(
        (name, value) for name, _, value in (text.partition("=") for text in wanted.set)
    )
    failed = False
    with multiprocessing.Pool(wanted.jobs) as pool:
        for ruleset in wanted.rulesets or shipped():
            try:
                counts = [wanted.players] if wanted.players else player_counts(ruleset)
                settings = [Setting(ruleset, players, options) for players in counts]
                for setting in settings:
                    setting.load()
            except RulesError as error:
                print(error, file=sys.stderr)
                return 2
            began = time.perf_counter()
            total = Played()
            chunks = tasks(settings, wanted.games, wanted.seed, wanted.chunk)
            for part in pool.imap_unordered(partial(play_chunk, bots=wanted.bots), chunks):
                total += part
                if wanted.progress:
                    report(ruleset, total, time.perf_counter() - began)
            report(ruleset, total, time.perf_counter() - began)
            if wanted.results:
                report_results(total)
            failed = failed or bool(total.failures)
    return 1 if failed else 0


def report(ruleset: str, total: Played, seconds: float) -> None:
    """Print what the games of a ruleset came to."""
    print(
        f"{ruleset:20} {total.games:8,} games {total.decisions:11,} decisions"
        f" {total.outcomes:11,} outcomes {len(total.failures):5} failures {seconds:8.1f} s",
        flush=True,
    )
    for failure in sorted(total.failures)[:10]:
        print(f"  {failure}")
    if len(total.failures) > 10:
        print(f"  and {len(total.failures) - 10} more")


def report_results(total: Played) -> None:
    """Print how the games that passed ended: by the number of winners, and by the sum of all scores."""
    for number in sorted({winners for winners, _ in total.results}):
        sums = {s: games for (winners, s), games in total.results.items() if winners == number}
        games, least, most = sum(sums.values()), min(sums), max(sums)
        spread = f"sum {least}" if least == most else f"sums {least}..{most}"
        print(
            f"  {games:8,} games with {number} winner{'s' if number > 1 else ''}: scores {spread}",
            flush=True,
        )


if __name__ == "__main__":
    sys.exit(main())
