"""How fast it is: ``python -m tests.benchmarks.speed`` (``--help`` tells what can be left out).

All times are medians of several repetitions. Where a ratio is given, both sides are measured by
turns in one process, by processor time, so that what else the computer does matters little.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from tempfile import TemporaryDirectory

from ruledsl import api, compiling
from ruledsl.engine.game import Game
from ruledsl.semantics.library import shipped_rulesets
from tests.benchmarks import ka_ching_by_hand
from tests.benchmarks.growth import SIZES, exponent, generated

RATIOS = {"events off": 1 / 10, "events on": 1 / 25}
"""The generic interpreter must play at least at these rates of the program by hand."""

CHECK_SECONDS = 0.3
"""What checking a ruleset from the shell should take."""

EXPONENT = 1.25
"""Times grow with the size of the rules to no higher power."""

_SLICE = 0.4
"""Processor seconds that a repetition of random play takes."""


def cpu(work: Callable[[], object]) -> float:
    """The processor time in seconds that some work takes."""
    gc.collect()
    began = time.process_time()
    work()
    return time.process_time() - began


# --- play ------------------------------------------------------------------------------------


def decisions_of(game: Game, chance: random.Random, events: bool) -> int:
    """Play a random game, and keep its events or not; the number of its decisions."""
    state = game.start(seed=chance.getrandbits(64), events=events)
    made = 0
    while not state.is_over:
        moves = state.legal_moves
        state.push(moves[int(chance.random() * len(moves))])
        made += 1
    return made


def rate(play: Callable[[], int]) -> float:
    """Decisions a second, by processor time, over one slice of time."""
    gc.collect()
    made = 0
    began = time.process_time()
    while (seconds := time.process_time() - began) < _SLICE:
        made += play()
    return made / seconds


def play_table(repetitions: int) -> bool:
    """Print the rates of random play; whether those that are required are reached."""
    chance = random.Random(1)
    by_hand = "ka_ching, Python by hand"
    players: dict[str, Callable[[], int]] = {by_hand: lambda: ka_ching_by_hand.game(chance)[1]}
    for name in shipped_rulesets():
        game = api.load(name)
        for kept in RATIOS:
            players[f"{name}, {kept}"] = partial(decisions_of, game, chance, kept == "events on")
    rates: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(repetitions):
        for name, play in players.items():
            rates[name].append(rate(play))
    print("random play                   decisions/s   us/decision")
    for name, found in rates.items():
        print(f"  {name:28} {median(found):10,.0f} {1e6 / median(found):13.1f}")
    all_reached = True
    for kept, required in RATIOS.items():
        by_turns = zip(rates[f"ka_ching, {kept}"], rates[by_hand], strict=True)
        ratio = median(one / other for one, other in by_turns)
        reached = ratio >= required
        all_reached = all_reached and reached
        shown = f"1/{1 / ratio:.1f}, required 1/{1 / required:.0f}"
        print(f"  ratio in ka_ching with {kept}: {shown}: {_word(reached)}")
    print()
    return all_reached


# --- compiling ---------------------------------------------------------------------------------


def compile_table(repetitions: int) -> bool:
    """Print what reading, checking and compiling take in a process that is already warm."""
    print("milliseconds                       read     check   compile      load")
    for name in shipped_rulesets():
        opened = compiling.open_named(name)
        jobs: tuple[Callable[[], object], ...] = (
            lambda name=name: compiling.open_named(name),
            lambda name=name: compiling.check_named(name),
            lambda opened=opened: compiling.compile_program(opened),
            lambda name=name: api.load(name),
        )
        times = [median(cpu(job) for _ in range(repetitions)) * 1000 for job in jobs]
        print(f"  {name:28} " + " ".join(f"{ms:9.1f}" for ms in times))
    print()
    return True


def growth_table(repetitions: int) -> bool:
    """Print how the time grows with the size of a ruleset; whether it grows about as fast as the size."""
    print("generated rules    lines   read ms   check ms  us a line")
    reads, checks = [], []
    for size in SIZES:
        text = generated(size)
        lines = text.count("\n")
        times = max(1, repetitions * 100 // max(size, 100))
        read = median(cpu(lambda text=text: compiling.open_text("g", text)) for _ in range(times))
        outcome = compiling.check_text("g", text)
        if outcome.has_errors:
            raise SystemExit(f"the generated rules are faulty: {outcome.diagnostics[0].message}")
        check = median(cpu(lambda text=text: compiling.check_text("g", text)) for _ in range(times))
        reads.append((float(lines), read))
        checks.append((float(lines), check))
        print(
            f"  {'':15} {lines:6} {read * 1000:9.1f} {check * 1000:10.1f} {check / lines * 1e6:10.0f}"
        )
    power = exponent(checks)
    reached = power <= EXPONENT
    print(
        f"  time ~ lines^{exponent(reads):.2f} for reading, lines^{power:.2f} for the whole check,"
        f" required {EXPONENT}: {_word(reached)}\n"
    )
    return reached


# --- from the shell ------------------------------------------------------------------------------


def shell_table(repetitions: int, *, imports: bool) -> bool:
    """Print what `ruledsl check` takes from the shell; whether that is little enough."""
    print("from the shell                 wall ms    cpu ms")
    bare = _shell([sys.executable, "-c", "pass"], repetitions)
    print(f"  {'python -c pass':28} {bare[0] * 1000:7.0f} {bare[1] * 1000:9.0f}")
    start = [sys.executable, "-c", "from ruledsl.cli.main import run; run()"]
    name = "ka_ching"
    worst = 0.0
    for known in shipped_rulesets():
        wall, spent = _shell([*start, "check", known], repetitions)
        worst = max(worst, spent if known == name else 0.0)
        print(f"  {'ruledsl check ' + known:28} {wall * 1000:7.0f} {spent * 1000:9.0f}")
    reached = worst <= CHECK_SECONDS
    print(f"  check of {name}, wanted within {CHECK_SECONDS * 1000:.0f} ms: {_word(reached)}\n")
    if imports:
        import_table([*start, "check", name])
    return reached


def _shell(command: list[str], repetitions: int) -> tuple[float, float]:
    """The median wall and processor time of a command once its modules are compiled; it must succeed."""
    walls, spent = [], []
    with TemporaryDirectory() as folder:
        environment = _environment(folder)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
        for _ in range(repetitions):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            began = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
            walls.append(time.perf_counter() - began)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return median(walls), median(spent)


def _environment(folder: str) -> dict[str, str]:
    """An environment in which Python keeps compiled modules, as an installed package has them, in a folder."""
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": folder}


def import_table(command: list[str]) -> None:
    """Print the modules whose import takes longest, themselves alone and with what they import."""
    python, *rest = command
    with TemporaryDirectory() as folder:
        command = [python, "-X", "importtime", *rest]
        for _ in range(2):
            told = subprocess.run(
                command, check=True, capture_output=True, text=True, env=_environment(folder)
            ).stderr
    found = re.findall(r"import time:\s+(\d+) \|\s+(\d+) \| +(\S+)", told)
    rows = sorted(
        ((int(own), int(all_of_it), name) for own, all_of_it, name in found), reverse=True
    )
    print(f"imports: {len(rows)}, {sum(own for own, _, _ in rows) / 1000:.0f} ms in all")
    for own, all_of_it, name in rows[:20]:
        print(f"  {name:40} {own / 1000:7.1f} ms, with its imports {all_of_it / 1000:7.1f} ms")
    print()


def _word(reached: bool) -> str:
    return "reached" if reached else "NOT REACHED"


def main(arguments: list[str] | None = None) -> int:
    """Print the tables; 1 if something that is required is not reached."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.speed", description=__doc__)
    parser.add_argument("--repetitions", type=int, default=7)
    parser.add_argument("--imports", action="store_true", help="what takes time to import")
    parser.add_argument(
        "--only", choices=("play", "compile", "growth", "shell"), help="one table alone"
    )
    wanted = parser.parse_args(arguments)
    tables: dict[str, Callable[[], bool]] = {
        "play": lambda: play_table(wanted.repetitions),
        "compile": lambda: compile_table(wanted.repetitions),
        "growth": lambda: growth_table(wanted.repetitions),
        "shell": lambda: shell_table(wanted.repetitions, imports=wanted.imports),
    }
    chosen = [wanted.only] if wanted.only else list(tables)
    reached = [tables[name]() for name in chosen]
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
