"""How soon rules play, how much memory a game takes, and how both grow: ``python -m tests.benchmarks.latency``.

Times are milliseconds of processor time, medians. *Cold* is the first time in a process, what must be imported
and what Python has not yet warmed up included; *warm* is every later time.
"""

from __future__ import annotations

import argparse
import gc
import json
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterable
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.benchmarks.growth import exponent, plotted, with_cards, with_players, with_rules

STAGES = ("parse and check", "machine", "interpreter", "lower", "Python", "WebAssembly")
"""What is done from the text of the rules to a game that can be played on each back end."""

EXPONENT = 1.25
"""Near linear: times grow with the size of the rules to no higher power."""

DECISIONS = 12
"""How far a game has come whose memory is measured."""

SIZES: dict[str, tuple[Callable[[int], str], tuple[int, ...]]] = {
    "cards": (with_cards, (30, 60, 120, 240, 480, 960)),
    "players": (with_players, (2, 4, 8, 16, 32, 48)),
    "rules": (with_rules, (4, 8, 16, 32, 64, 128)),
}
"""What grows, the rulesets, and the sizes; everything else stays as it is."""


def smallest_and_largest() -> tuple[str, str]:
    """The shipped rulesets with the smallest and the largest machine file."""
    from ruledsl import api
    from ruledsl.machine.serial import dump
    from ruledsl.semantics.library import shipped_rulesets

    size = {name: len(dump(api.load(name).machine)) for name in shipped_rulesets()}
    return min(size, key=size.__getitem__), max(size, key=size.__getitem__)


# --- from text to play ---------------------------------------------------------------------------


def stages(name: str, repetitions: int) -> list[list[float]]:
    """For each repetition in this process the milliseconds that each stage takes, imports included."""
    found = []
    for _ in range(repetitions):
        gc.collect()
        marks = [time.process_time()]
        from ruledsl import compiling

        outcome = compiling.check_named(name)
        assert not outcome.has_errors
        marks.append(time.process_time())
        program = compiling.compile_program(compiling.open_named(name)).machine
        assert program is not None
        marks.append(time.process_time())
        from ruledsl.engine.game import Game

        Game(program).start(seed=1).legal_moves  # noqa: B018 - states become closures when they are come to
        marks.append(time.process_time())
        from ruledsl.native.translate.lower import lower

        lowered = lower(program)
        marks.append(time.process_time())
        from ruledsl.native.running.python import PythonBackend

        PythonBackend(lowered)
        marks.append(time.process_time())
        from ruledsl.native.running.wasm import WasmBackend

        WasmBackend(lowered)
        marks.append(time.process_time())
        found.append([(b - a) * 1000 for a, b in pairwise(marks)])
    return found


def in_a_process(name: str, repetitions: int) -> list[list[float]]:
    """`stages` in a process of its own."""
    command = [sys.executable, "-m", "tests.benchmarks.latency", "--stages", name]
    told = subprocess.run(
        [*command, "--rounds", str(repetitions)], check=True, capture_output=True, text=True
    )
    return json.loads(told.stdout)  # type: ignore[no-any-return]


def stage_table(names: Iterable[str], rounds: int) -> bool:
    """Print how long each stage takes, cold and warm."""
    print(f"{'ms from text to play':22}" + "".join(f"{stage:>16}" for stage in STAGES) + "    all")
    for name in names:
        runs = [in_a_process(name, 4) for _ in range(rounds)]
        cold = [run[0] for run in runs]
        warm = [row for run in runs for row in run[1:]]
        for word, rows in (("cold", cold), ("warm", warm)):
            times = [median(column) for column in zip(*rows, strict=True)]
            shown = "".join(f"{ms:16.1f}" for ms in times)
            print(f"  {name + ', ' + word:20}{shown}{sum(times):7.0f}")
    print()
    return True


# --- an edit, and a run --------------------------------------------------------------------------


def edit_table(names: Iterable[str], rounds: int) -> bool:
    """Print how long it takes from an edit of the rules to games that have been played, in one process and from the shell."""
    from ruledsl import compiling
    from ruledsl.resources import shipped

    print(
        "edit and run, ms by the clock   check  and 1,000 games   check from the shell   and 1,000 games"
    )
    for name in names:
        (source,) = shipped("rulesets").glob(f"*/{name}.rules")
        text = source.read_text(encoding="utf-8")
        times: list[list[float]] = [[], [], [], []]
        with TemporaryDirectory() as folder:
            edited = Path(folder) / "edited.rules"
            for number in range(rounds):
                edited.write_text(f"{text}\n# edit {number}\n", encoding="utf-8")
                play = [sys.executable, "-m", "ruledsl", "simulate", str(edited), "--games", "1000"]
                shell = [sys.executable, "-m", "ruledsl", "check", str(edited)]
                works: tuple[Callable[[], object], ...] = (
                    partial(compiling.check_named, str(edited)),
                    partial(_loaded_and_played, edited),
                    partial(subprocess.run, shell, check=True, capture_output=True),
                    partial(subprocess.run, play, check=True, capture_output=True),
                )
                for column, work in enumerate(works):
                    began = time.perf_counter()
                    work()
                    times[column].append((time.perf_counter() - began) * 1000)
        print(f"  {name:27}" + "".join(f"{median(column):12.0f}" for column in times))
    print()
    return True


def _loaded_and_played(path: Path) -> None:
    from ruledsl import api

    api.load(path).simulate(1000, seed=1)


# --- memory ----------------------------------------------------------------------------------------


def memory_table(names: Iterable[str]) -> bool:
    """Print the bytes that a game in progress takes: in the interpreter, and on the back ends."""
    from ruledsl import api
    from ruledsl.native.translate.lower import lower

    print(
        f"bytes a game{'':14}cells  interpreter bare  with events   state kept by a back end   program's arrays"
    )
    for name in names:
        game = api.load(name)
        lowered = lower(game.machine)
        bare, whole = (_bytes_of_games(game, events) for events in (False, True))
        kept, arrays = lowered.layout.kept * 8, lowered.unit.cells * 8
        cells = lowered.layout.core
        print(f"  {name:22}{cells:7,}{bare:18,.0f}{whole:13,.0f}{kept:27,}{arrays:19,}")
    print(
        f"  interpreter: Python objects of a game after {DECISIONS} choices, those to take back included\n"
    )
    return True


def _bytes_of_games(game, events: bool, games: int = 20) -> float:  # type: ignore[no-untyped-def]
    def play(seed: int):  # type: ignore[no-untyped-def]
        state = game.start(seed=seed, events=events)
        for _ in range(DECISIONS):
            if not state.is_over:
                state.push(state.legal_moves[0])
        return state

    play(0)
    gc.collect()
    tracemalloc.start()
    kept = [play(seed) for seed in range(games)]
    gc.collect()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return taken / len(kept)


# --- growth ----------------------------------------------------------------------------------------


def growth_table(rounds: int) -> bool:
    """Print how times and memory grow with cards, players and rules; whether all grow about as fast as the size."""
    grown = [_growth(what, rounds) for what in SIZES]
    return all(grown)


def _growth(what: str, rounds: int) -> bool:
    from ruledsl import compiling
    from ruledsl.native.running.wasm import WasmBackend
    from ruledsl.native.translate.lower import lower
    from tests.benchmarks.native import batches

    rulesets, sizes = SIZES[what]
    found: dict[str, list[tuple[float, float]]] = {}

    def note(measure: str, size: int, value: float) -> None:
        found.setdefault(measure, []).append((float(size), value))

    for size in sizes:
        text = rulesets(size)
        times: list[list[float]] = []
        for _ in range(rounds):
            gc.collect()
            marks = [time.process_time()]
            outcome = compiling.check_text("g", text)
            marks.append(time.process_time())
            if outcome.has_errors:
                raise SystemExit(f"the rules are faulty: {outcome.diagnostics[0].message}")
            del outcome
            program = compiling.compile_program(compiling.open_text("g", text)).machine
            assert program is not None
            marks.append(time.process_time())
            lowered = lower(program)
            marks.append(time.process_time())
            backend = WasmBackend(lowered)
            marks.append(time.process_time())
            times.append([b - a for a, b in pairwise(marks)])
            room = lowered.layout.kept * 8.0
            played = 1e6 / batches(backend, 20)() if len(times) == rounds else 0.0
            # What Python's collector goes through belongs to one round and not to the next.
            del program, lowered, backend
        check, machine, lowering, wasm = (
            median(column) * 1000 for column in zip(*times, strict=True)
        )
        note("ms parse and check", size, check)
        note("ms machine", size, machine)
        note("ms lower", size, lowering)
        note("ms WebAssembly", size, wasm)
        note("us a game", size, played)
        note("bytes a game", size, room)
    print(f"growth with {what}")
    near = True
    for measure, points in found.items():
        # What does not grow yet tells nothing of how it will: the law is that of the larger half.
        power = exponent(points[len(points) // 2 - 1 :])
        reached = power <= EXPONENT
        near &= reached
        print(
            f"  {measure} ~ {what}^{power:.2f}, wanted {EXPONENT}: {'reached' if reached else 'NOT REACHED'}"
        )
        print("\n".join(plotted(points, "")))
    print()
    return near


def main(arguments: list[str] | None = None) -> int:
    """Print the tables; 1 if something grows faster than it should."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.latency", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", choices=("stages", "edit", "memory", "growth"))
    parser.add_argument("--stages", metavar="NAME", help="the stages of one ruleset as JSON")
    wanted = parser.parse_args(arguments)
    if wanted.stages:
        print(json.dumps(stages(wanted.stages, wanted.rounds)))
        return 0
    names = smallest_and_largest()
    tables: dict[str, Callable[[], bool]] = {
        "stages": lambda: stage_table(names, wanted.rounds),
        "edit": lambda: edit_table(names, wanted.rounds),
        "memory": lambda: memory_table(names),
        "growth": lambda: growth_table(wanted.rounds),
    }
    chosen = [wanted.only] if wanted.only else list(tables)
    reached = [tables[name]() for name in chosen]
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
