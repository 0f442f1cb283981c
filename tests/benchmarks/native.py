"""How fast the back ends are: ``python -m tests.benchmarks.native`` (``--help`` tells what can be chosen).

Rates are games a second by processor time, medians of several rounds in which everything that is
compared takes its turn in one run, so that what else the computer does matters little.
"""

from __future__ import annotations

import argparse
import gc
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from ruledsl import api
from ruledsl.agents import playouts
from ruledsl.engine.game import Game
from ruledsl.engine.moves import Move
from ruledsl.engine.state import State
from ruledsl.native.printers.python import to_python
from ruledsl.native.printers.wat import to_wat
from ruledsl.native.program.names import Role
from ruledsl.native.running.backend import Backend
from ruledsl.native.running.python import PythonBackend
from ruledsl.native.running.wasm import WasmBackend
from ruledsl.native.translate.lower import lower
from ruledsl.semantics.library import shipped_rulesets
from tests.benchmarks import ka_ching_by_hand

PYTHON_GOAL = 1.0
"""The generated Python must play at least at this rate of the program by hand."""

C_GOAL = 0.6
"""WebAssembly must play at least at this rate of the C by hand."""

_SLICE = 0.3
"""Processor seconds that a turn takes."""

Turn = Callable[[], float]
"""Takes one turn; games a second."""


def cpu(work: Callable[[], object]) -> float:
    """The processor time in seconds that some work takes."""
    gc.collect()
    began = time.process_time()
    work()
    return time.process_time() - began


def rate(play: Callable[[int], object], games: int) -> float:
    """Games a second, by processor time, in slices of so many games."""
    gc.collect()
    made = 0
    began = time.process_time()
    while (seconds := time.process_time() - began) < _SLICE:
        play(made)
        made += games
    return made / seconds


def batches(backend: Backend, games: int) -> Turn:
    """Turns of a back end."""
    return lambda: rate(lambda made: backend.call(Role.BATCH, games, made, 1, 2, 3, 100_001), games)


def interpreted(game: Game) -> Turn:
    """Turns of the interpreter."""
    chance = random.Random(1)

    def play(_: int) -> None:
        state = game.start(seed=chance.getrandbits(64), events=False)
        while not state.is_over:
            moves = state.legal_moves
            state.push(moves[int(chance.random() * len(moves))])

    return lambda: rate(play, 1)


def by_hand() -> Turn:
    """Turns of the Python by hand."""
    chance = random.Random(1)
    return lambda: rate(lambda _: ka_ching_by_hand.game(chance), 1)


def in_c(source: Path, folder: Path, games: int) -> Turn:
    """Turns of a C program that takes the number of games; it is compiled here, and timed as a process."""
    program = folder / "by_hand"
    subprocess.run(["gcc", "-O2", "-o", str(program), str(source)], check=True)
    return timed([str(program), str(games)], games)


def timed(command: list[str], games: int) -> Turn:
    """Turns of a program that plays so many games, timed as a process."""

    def turn() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return games / spent

    return turn


def by_turns(turns: dict[str, Turn], rounds: int) -> dict[str, list[float]]:
    """The rates of everything that is compared, round by round."""
    found: dict[str, list[float]] = {name: [] for name in turns}
    for _ in range(rounds):
        for name, turn in turns.items():
            found[name].append(turn())
    return found


def against(found: dict[str, list[float]], name: str, other: str) -> float:
    """The median ratio of two rates in the same round."""
    return median(a / b for a, b in zip(found[name], found[other], strict=True))


# --- tables ----------------------------------------------------------------------------------


def one_game(source: Path | None, rounds: int) -> bool:
    """Print the table for the game that there are programs by hand for; whether the goals are reached."""
    game = api.load("ka_ching")
    lowered = lower(game.machine)
    with TemporaryDirectory() as folder:
        turns: dict[str, Turn] = {
            "interpreter": interpreted(game),
            "generated Python": batches(PythonBackend(lowered), 50),
            "Python by hand": by_hand(),
            "WebAssembly": batches(WasmBackend(lowered), 500),
        }
        if source is not None:
            turns["C by hand"] = in_c(source, Path(folder), 300_000)
        found = by_turns(turns, rounds)
    print("ka_ching                games/s")
    for name, rates in found.items():
        print(f"  {name:18} {median(rates):12,.0f}")
    reached = _goal(found, "generated Python", "Python by hand", PYTHON_GOAL)
    if source is not None:
        reached &= _goal(found, "WebAssembly", "C by hand", C_GOAL)
    print(f"  checks made {lowered.checks}, proven needless {lowered.proven}\n")
    return reached


def _goal(found: dict[str, list[float]], name: str, other: str, goal: float) -> bool:
    ratio = against(found, name, other)
    word = "reached" if ratio >= goal else "NOT REACHED"
    print(f"  {name} / {other}: {ratio:.2f}, wanted {goal}: {word}")
    return ratio >= goal


def all_games(rounds: int) -> bool:
    """Print the rates of all shipped rulesets."""
    print("games/s                interpreter       Python  WebAssembly   checks (proven)")
    for name in shipped_rulesets():
        game = api.load(name)
        lowered = lower(game.machine)
        turns = {
            "interpreter": interpreted(game),
            "python": batches(PythonBackend(lowered), 5),
            "wasm": batches(WasmBackend(lowered), 200),
        }
        rates = [median(found) for found in by_turns(turns, rounds).values()]
        shown = " ".join(f"{one:12,.0f}" for one in rates)
        print(f"  {name:20} {shown}   {lowered.checks} ({lowered.proven})")
    print()
    return True


def compiling(rounds: int) -> bool:
    """Print what it takes to make a back end of a machine."""
    print("milliseconds             lower  to Python  compile   to WAT  wasmtime   lines")
    for name in shipped_rulesets():
        machine = api.load(name).machine
        lowered = lower(machine)
        text = to_python(lowered.unit)
        jobs: tuple[Callable[[], object], ...] = (
            partial(lower, machine),
            partial(to_python, lowered.unit),
            partial(compile, text, "<generated>", "exec"),
            partial(to_wat, lowered.unit),
            partial(WasmBackend, lowered),
        )
        times = [median(cpu(job) for _ in range(rounds)) * 1000 for job in jobs]
        times[4] -= times[3]
        print(
            f"  {name:20} " + " ".join(f"{ms:9.1f}" for ms in times) + f" {text.count(chr(10)):8}"
        )
    print()
    return True


def rollouts(rounds: int) -> bool:
    """Print how many playouts a second a bot has that tries all moves of a position, by processor time."""
    print(
        "playouts/s             interpreter       Python  WebAssembly   (all moves of the first choice)"
    )
    for name in shipped_rulesets():
        state = api.load(name).start(seed=3)
        moves = state.legal_moves
        turns = {
            backend: partial(rate, partial(_round, playouts.on(backend), state, moves), len(moves))
            for backend in ("interpreter", "python", "wasm")
        }
        rates = [median(found) for found in by_turns(turns, rounds).values()]
        print(
            f"  {name:20} "
            + " ".join(f"{one:12,.0f}" for one in rates)
            + f"   ({len(moves)} moves)"
        )
    print()
    return True


def _round(play: playouts.Round, state: State, moves: Sequence[Move], number: int) -> None:
    play(state, moves, number, 1)


def many_games(games: int) -> bool:
    """Print how long a long series takes on one core and on two; whether the numbers are the same."""
    game = api.load("ka_ching")
    found = []
    print(f"{games:,} games of ka_ching")
    for jobs in (1, 2):
        began = time.perf_counter()
        found.append(game.simulate(games, 7, jobs=jobs))
        seconds = time.perf_counter() - began
        print(
            f"  {jobs} process{'es' if jobs > 1 else ''}: {seconds:.1f} s, played by {found[-1].backend}"
        )
    same = found[0].scores == found[1].scores and found[0].winners == found[1].winners
    print(f"  {'equal' if same else 'NOT EQUAL'} results\n")
    return same


def main(arguments: list[str] | None = None) -> int:
    """Print the tables; 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.native", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--c", type=Path, help="the C program by hand, to be compiled and measured")
    parser.add_argument("--games", type=int, default=1_000_000, help="games of the long series")
    parser.add_argument(
        "--only", choices=("one", "all", "compiling", "rollouts", "many"), help="one table alone"
    )
    wanted = parser.parse_args(arguments)
    tables: dict[str, Callable[[], bool]] = {
        "one": lambda: one_game(wanted.c, wanted.rounds),
        "all": lambda: all_games(wanted.rounds),
        "compiling": lambda: compiling(wanted.rounds),
        "rollouts": lambda: rollouts(wanted.rounds),
        "many": lambda: many_games(wanted.games),
    }
    chosen = [wanted.only] if wanted.only else list(tables)
    reached = [tables[name]() for name in chosen]
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
