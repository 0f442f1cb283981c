"""Processes that share games, when one of them, or the one that gives out the games, is killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from array import array
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

import pytest
from attrs import frozen

from ruledsl.simulation import sharing
from ruledsl.simulation.players import Part
from ruledsl.simulation.results import Faulted
from ruledsl.simulation.totals import gathered


@frozen
class Player:
    """Plays nothing, and notes which process it was."""

    folder: str

    def play(self, numbers: range) -> Iterator[Part]:
        """As if these games were played."""
        (Path(self.folder) / f"{os.getpid()}").touch()
        yield array("q", [0] * 5 * len(numbers)), []


TOTALS = partial(gathered, players=2)


def test_a_process_that_is_killed_while_it_waits_is_missed(tmp_path: Path) -> None:
    order = partial(Player, str(tmp_path))
    games = sharing.shared(order, TOTALS, range(10_000), 1, True)
    next(games)
    (worker,) = [int(path.name) for path in tmp_path.iterdir()]
    os.kill(worker, signal.SIGTERM)
    for process in multiprocessing.active_children():
        process.join()
    with pytest.raises(sharing.WorkerLost, match=f"has ended with -{int(signal.SIGTERM)}"):
        list(games)


def test_a_process_that_nobody_listens_to_ends_quietly(tmp_path: Path) -> None:
    fresh = multiprocessing.get_context("spawn")
    ours, theirs = fresh.Pipe()
    order = partial(Player, str(tmp_path))
    process = fresh.Process(target=sharing._work, args=(order, TOTALS, theirs))
    process.start()
    ours.send((0, 3))
    ours.close()
    theirs.close()
    process.join(60)
    assert process.exitcode == 0


@frozen
class Slow:
    """Plays the first game for longer than all the others together."""

    def play(self, numbers: range) -> Iterator[Part]:
        """As if these games were played."""
        if 0 in numbers:
            time.sleep(0.5)
        yield array("q", numbers), []


@frozen
class Played:
    """Which games were played."""

    numbers: tuple[int, ...]
    faults: tuple[Faulted, ...] = ()


def played(parts: Iterable[Part]) -> Played:
    return Played(tuple(number for numbers, _ in parts for number in numbers))


def test_stretches_come_in_the_order_of_the_games() -> None:
    stretches = list(sharing.shared(Slow, played, range(500), 2, True))
    assert len(stretches) > 10
    assert [number for stretch in stretches for number in stretch.numbers] == [*range(500)]
