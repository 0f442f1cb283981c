"""Processes that share games, when one of them, or the one that gives out the games, is killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
from array import array
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from attrs import frozen

from ruledsl.simulation import sharing
from ruledsl.simulation.players import Part


@frozen
class Player:
    """Plays nothing, and notes which process it was."""

    folder: str

    def play(self, numbers: range) -> Iterator[Part]:
        """As if these games were played."""
        (Path(self.folder) / f"{os.getpid()}").touch()
        yield array("q", [0] * 5 * len(numbers)), []


def test_a_process_that_is_killed_while_it_waits_is_missed(tmp_path: Path) -> None:
    games = sharing.shared(partial(Player, str(tmp_path)), range(10_000), 1, True)
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
    process = fresh.Process(target=sharing._work, args=(partial(Player, str(tmp_path)), theirs))
    process.start()
    ours.send((0, 3))
    ours.close()
    theirs.close()
    process.join(60)
    assert process.exitcode == 0
