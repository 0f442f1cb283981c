"""Agreement in bulk: ``python -m tests.native.bulk --help``.

Seeded games are played by the interpreter and by every back end in step (`in_step`): moves, chance, faults and cells
must be the same after every decision. There are three kinds of rules:

* the shipped rulesets, with all numbers of players and options at their extremes;
* made-up programs (`tests.properties.programs`);
* damaged machine files (`tests.properties.damaged_machines`): those that are not refused.

Work is done in parts, each in one of several processes. With ``--state FILE`` what is done is noted there, and a run
that was stopped goes on where it was. A process that crashes, or is busy with one part for too long, ends the run.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import multiprocessing
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from itertools import count
from pathlib import Path

from attrs import frozen

from ruledsl.machine.model import Machine
from ruledsl.native.translate.lower import TooLarge
from tests.native.in_step import in_step, players
from tests.properties import damaged_machines
from tests.properties.configurations import Setting, settings, shipped
from tests.properties.programs import made_up, written
from tests.properties.test_programs import game_of

SHARE = 50
"""Games of a setting in one part of the work."""

FEW = 10
"""Programs, or damaged machines, in one part of the work."""

ASKING = 0.3
"""The part of statements that are choices, in every other program."""

TOLD_EVERY = 10.0
"""Seconds between two lines of progress."""


@frozen
class Task:
    """A part of the work: of which kind, what of it, the first number and how many."""

    kind: str
    name: str
    first: int
    many: int
    each: int
    most: int

    def __str__(self) -> str:
        return f"{self.kind} {self.name} {self.first}+{self.many} x{self.each} <{self.most}"


@frozen
class Done:
    """What a part came to: counts of everything, and what was wrong."""

    task: str
    found: dict[str, int]
    failures: list[str]
    seconds: float


# --- the work ------------------------------------------------------------------------------------


@cache
def by_name() -> dict[str, Setting]:
    """The settings of the shipped rulesets."""
    return {str(setting): setting for name in shipped() for setting in settings(name)}


def machines(task: Task) -> Iterator[tuple[str, Machine | None]]:
    """The machines of a part, None for what is refused."""
    if task.kind == "rulesets":
        yield task.name, by_name()[task.name].load().machine
        return
    for number in range(task.first, task.first + task.many):
        if task.kind == "programs":
            game = game_of(written(made_up(number, ASKING if number % 2 else 0.0)))
        else:
            game = damaged_machines.game_of(damaged_machines.damaged(number)[1])
        yield f"{task.kind} {number}", None if game is None else game.machine


def work(task: Task, patience: int) -> Done:
    """Do a part of the work."""
    faulthandler.dump_traceback_later(patience, exit=True)
    began = time.process_time()
    found: Counter[str] = Counter()
    failures: list[str] = []
    numbers = range(task.each)
    if task.kind == "rulesets":
        numbers = range(task.first, task.first + task.many)
    for name, machine in machines(task):
        if machine is None:
            found["refused"] += 1
            continue
        found["machines"] += task.kind != "rulesets"
        try:
            all_players = players(machine)
        except TooLarge:
            found["too large"] += 1
            continue
        except Exception:  # noqa: BLE001 - whatever it is, it must not be
            failures.append(f"{name}: {traceback.format_exc()}")
            continue
        for number in numbers:
            try:
                made, fault = in_step(all_players, number, most=task.most)
            except Exception:  # noqa: BLE001 - whatever it is, it must not be
                failures.append(f"{name}, game {number}: {traceback.format_exc()}")
                break
            found["games"] += 1
            found["decisions"] += made
            found["faults"] += fault is not None
    faulthandler.cancel_dump_traceback_later()
    return Done(str(task), dict(found), failures, time.process_time() - began)


# --- sharing it out ------------------------------------------------------------------------------


class State:
    """What is done, in a file as well where one is named."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self.done: dict[str, Done] = {}
        if file is not None and file.exists():
            for line in file.read_text(encoding="utf-8").splitlines():
                if line.endswith("}"):  # the last one may be cut off
                    done = Done(**json.loads(line))
                    self.done[done.task] = done

    def note(self, done: Done) -> None:
        """A part is done."""
        self.done[done.task] = done
        if self._file is not None:
            line = json.dumps({name: getattr(done, name) for name in Done.__annotations__})
            with self._file.open("a", encoding="utf-8") as stream:
                stream.write(f"{line}\n")


@frozen
class Part:
    """All work of one kind: the tasks in order, what is counted, and how much of that is wanted."""

    title: str
    tasks: Iterator[Task]
    counted: str
    wanted: int


def carry_out(
    part: Part, state: State, pool: ProcessPoolExecutor, jobs: int, patience: int
) -> tuple[Counter[str], float, list[str]]:
    """Do all work of one kind; the counts, the processor time, what was wrong."""
    total: Counter[str] = Counter()
    failures: list[str] = []
    seconds, told, began = 0.0, time.monotonic(), time.monotonic()
    running: set[Future[Done]] = set()

    def take(done: Done) -> None:
        nonlocal seconds
        total.update(done.found)
        failures.extend(done.failures)
        seconds += done.seconds

    more = True
    while more or running:
        while more and len(running) < jobs + 1:
            task = next(part.tasks, None)
            if task is None or total[part.counted] >= part.wanted:
                more = False
            elif str(task) in state.done:
                take(state.done[str(task)])
            else:
                running.add(pool.submit(work, task, patience))
        ready, running = wait(running, return_when=FIRST_COMPLETED) if running else (set(), set())
        for future in ready:
            state.note(future.result())
            take(future.result())
        if time.monotonic() - told > TOLD_EVERY:
            told = time.monotonic()
            amount = f"{total[part.counted]:,} of {part.wanted:,} {part.counted}"
            print(f"{part.title}: {amount}, {told - began:.0f} s", file=sys.stderr, flush=True)
    return total, seconds, failures


def ruleset_tasks(games: int, first: int, most: int) -> tuple[list[Task], int]:
    """So many games or a few more, spread evenly over all settings; how many they are."""
    each = -(-games // len(by_name()))
    tasks = [
        Task("rulesets", name, first + start, min(SHARE, each - start), 1, most)
        for start in range(0, each, SHARE)
        for name in by_name()
    ]
    return tasks, each * len(by_name())


def parts(wanted: argparse.Namespace) -> Iterator[Part]:
    """The kinds of work that are wanted."""

    def endless(kind: str, each: int, most: int) -> Iterator[Task]:
        return (Task(kind, "", wanted.first + FEW * n, FEW, each, most) for n in count())

    if wanted.games:
        tasks, games = ruleset_tasks(wanted.games, wanted.first, wanted.most)
        yield Part("shipped rulesets", iter(tasks), "games", games)
    if wanted.programs:
        tasks_ = endless("programs", wanted.each, 200)
        yield Part("made-up programs", tasks_, "machines", wanted.programs)
    if wanted.machines:
        tasks_ = endless("machines", 3, 100)
        yield Part("damaged machine files", tasks_, "machines", wanted.machines)


def main(arguments: list[str] | None = None) -> int:
    """Compare, and print how much there was to compare; 1 if something differed."""
    parser = argparse.ArgumentParser(prog="python -m tests.native.bulk", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games of shipped rulesets")
    parser.add_argument("--programs", type=int, default=100, help="made-up programs")
    parser.add_argument("--each", type=int, default=20, help="games of each made-up program")
    parser.add_argument("--machines", type=int, default=100, help="damaged machine files")
    parser.add_argument("--first", type=int, default=0, help="the first number of everything")
    parser.add_argument("--most", type=int, default=2000, help="decisions of a game")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--state", type=Path, help="where to note what is done")
    parser.add_argument("--patience", type=int, default=900, help="seconds for a part of the work")
    wanted = parser.parse_args(arguments)
    state = State(wanted.state)
    wrong = False
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(wanted.jobs, mp_context=context) as pool:
        for part in parts(wanted):
            try:
                found, seconds, failures = carry_out(
                    part, state, pool, wanted.jobs, wanted.patience
                )
            except BrokenProcessPool:
                print(f"{part.title}: a process has crashed, or was busy for too long")
                return 1
            counts = ", ".join(f"{many:,} {what}" for what, many in found.items())
            print(
                f"{part.title}: {counts}; {len(failures)} differences; {seconds:.0f} s of processor time"
            )
            for failure in failures:
                wrong = True
                print(failure)
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
