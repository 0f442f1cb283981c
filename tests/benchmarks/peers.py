"""Random games beside OpenSpiel: ``python -m tests.benchmarks.peers`` (it must be installed: ``pip install open_spiel``).

Both draw uniformly among the legal moves and among the outcomes of chance by their likelihood, to the end of the game,
and ask for the result. OpenSpiel is driven from Python, and from C++ where a program is given
(``--program``) that takes the name of a game and a number of games and plays them. Rates are games a second by processor time,
medians of several rounds in one run.
"""

from __future__ import annotations

import argparse
import importlib
import random
import sys
from pathlib import Path
from statistics import median
from typing import Any

from attrs import frozen

from ruledsl import api
from ruledsl.native.running.python import PythonBackend
from ruledsl.native.running.wasm import WasmBackend
from ruledsl.native.translate.lower import lower
from tests.benchmarks.native import Turn, against, batches, by_turns, interpreted, rate, timed

GOAL = 1.0
"""WebAssembly must be ahead of the C++."""


@frozen
class Pair:
    """A game as it is called here and there; how many games a turn of the C++ program takes."""

    name: str
    peer: str
    games: int


PAIRS = (Pair("kuhn", "kuhn_poker", 1_000_000), Pair("goofspiel", "goofspiel", 60_000))
"""Goofspiel has thirteen cards and random prizes in both."""


def from_python(peer: str) -> Turn:
    """Turns of OpenSpiel through its Python interface."""
    spiel: Any = importlib.import_module("pyspiel")
    game = spiel.load_game(peer)
    chance = random.Random(1)

    def play(_: int) -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, weights)[0])
            elif state.is_simultaneous_node():
                state.apply_actions(
                    [chance.choice(state.legal_actions(seat)) for seat in range(game.num_players())]
                )
            else:
                state.apply_action(chance.choice(state.legal_actions()))
        state.returns()

    return lambda: rate(play, 1)


def main(arguments: list[str] | None = None) -> int:
    """Print the table; 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.peers", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--program", type=Path, help="the C++ program, called with a game and a number"
    )
    wanted = parser.parse_args(arguments)
    reached = True
    for pair in PAIRS:
        game = api.load(pair.name)
        lowered = lower(game.machine)
        turns: dict[str, Turn] = {
            "interpreter": interpreted(game),
            "generated Python": batches(PythonBackend(lowered), 50),
            "OpenSpiel from Python": from_python(pair.peer),
            "WebAssembly": batches(WasmBackend(lowered), 500),
        }
        if wanted.program is not None:
            command = [str(wanted.program), pair.peer, str(pair.games)]
            turns["OpenSpiel in C++"] = timed(command, pair.games)
        found = by_turns(turns, wanted.rounds)
        print(f"{pair.name:24}   games/s")
        for name, rates in found.items():
            print(f"  {name:22} {median(rates):12,.0f}")
        for name in ("OpenSpiel from Python", "OpenSpiel in C++"):
            if name in found:
                ratio = against(found, "WebAssembly", name)
                reached = reached and ratio >= GOAL
                print(f"  WebAssembly / {name}: {ratio:.2f}, wanted {GOAL}")
        print()
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
