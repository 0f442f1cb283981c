"""Games that several processes share.

Each process gets a few games at a time and sends back what they came to, so that nobody waits for the slowest. Where one
process ends before its time, or Ctrl-C comes, all are stopped.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from time import perf_counter
from typing import Any, Protocol, TypeAlias, TypeVar

from attrs import define

from ruledsl.simulation.players import Part, Player
from ruledsl.simulation.results import Faulted

Pipe: TypeAlias = Any
"""An end of a pipe: a `multiprocessing.connection.Connection`, or on Windows one of another class."""

Order = Callable[[], Player]
"""Makes the player of a process; it is sent there, so it must be something that can be pickled."""


class _Found(Protocol):
    """What stretches of games come to."""

    @property
    def faults(self) -> tuple[Faulted, ...]: ...


Stretch = TypeVar("Stretch", bound=_Found)
"""What a stretch of games comes to; it is sent back from there."""

Gather: TypeAlias = Callable[[Iterable[Part]], Stretch]
"""Makes it of what is played, in the process that plays."""

_SECONDS = 0.5
"""How long a process should play before it reports."""

_MOST = 1 << 16
"""Games at a time; what they come to is sent back as one message."""


class WorkerLost(RuntimeError):  # noqa: N818 - it says what happened
    """A process that played games is gone, out of memory or killed."""


@define
class _Worker:
    """A process, what it is playing now, and since when."""

    process: SpawnProcess
    share: range
    began: float = 0.0

    def give(self, pipe: Pipe, share: range) -> None:
        """Let it play some games."""
        self.share = share
        self.began = perf_counter()
        pipe.send((share.start, share.stop))


def shared(
    order: Order, gather: Gather[Stretch], numbers: range, jobs: int, stop_at_fault: bool
) -> Iterator[Stretch]:
    """Play the games of these numbers on so many processes.

    What they come to is given stretch by stretch, in the order of the games, whichever process is ready first. With
    ``stop_at_fault`` no game is begun behind one in which the rules have failed. Raises :class:`WorkerLost`.
    """
    early: dict[int, tuple[range, Stretch]] = {}
    at = numbers.start
    for share, found in _as_ready(order, gather, numbers, jobs, stop_at_fault):
        early[share.start] = share, found
        while at in early:
            share, found = early.pop(at)
            at = share.stop
            yield found


def _as_ready(
    order: Order, gather: Gather[Stretch], numbers: range, jobs: int, stop_at_fault: bool
) -> Iterator[tuple[range, Stretch]]:
    """Stretches of games and what they come to, in the order in which processes are ready."""
    waiting, size, many = numbers.start, 1, len(numbers)
    end = numbers.stop
    with _workers(order, gather, min(jobs, max(many, 1))) as workers:
        idle = list(workers)
        while True:
            while idle and waiting < end:
                pipe = idle.pop()
                stop = min(waiting + size, end)
                try:
                    workers[pipe].give(pipe, range(waiting, stop))
                except OSError:
                    raise _lost(workers[pipe]) from None
                waiting = stop
            busy = [pipe for pipe in workers if pipe not in idle]
            if not busy:
                return
            ready: Pipe
            for ready in wait(busy):
                worker = workers[ready]
                try:
                    found: Stretch = ready.recv()
                except (EOFError, OSError):
                    raise _lost(worker) from None
                idle.append(ready)
                if perf_counter() - worker.began < _SECONDS / 2:
                    size = min(2 * size, _MOST, max(many // (4 * jobs), 1))
                yield worker.share, found
                if found.faults and stop_at_fault:
                    end = min(end, found.faults[0].number)


def _lost(worker: _Worker) -> WorkerLost:
    """What is said of a process that has closed its end of the pipe."""
    worker.process.join()
    return WorkerLost(f"a process that played games has ended with {worker.process.exitcode}")


@contextmanager
def _workers(order: Order, gather: Gather[Stretch], jobs: int) -> Iterator[dict[Pipe, _Worker]]:
    """Processes that wait for games; none of them is left behind."""
    # A process that is copied would have the compiler of the first one without its threads.
    fresh = multiprocessing.get_context("spawn")
    workers: dict[Pipe, _Worker] = {}
    try:
        for _ in range(jobs):
            ours, theirs = fresh.Pipe()
            process = fresh.Process(target=_work, args=(order, gather, theirs), daemon=True)
            with _deaf():
                process.start()
            theirs.close()
            workers[ours] = _Worker(process, range(0))
        yield workers
    finally:
        for pipe, worker in workers.items():
            pipe.close()
            worker.process.terminate()
        for worker in workers.values():
            worker.process.join()


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are started do not hear Ctrl-C: whoever started them stops them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(order: Order, gather: Gather[Stretch], pipe: Pipe) -> None:
    """What each process does: play what it is given until nothing more comes, or nobody is there to be told."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    player = order()
    while True:
        try:
            start, stop = pipe.recv()
        except (EOFError, OSError):
            return
        found = gather(player.play(range(start, stop)))
        try:
            pipe.send(found)
        except OSError:
            return
