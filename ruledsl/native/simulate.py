"""Many games with random seats: their results as arrays of plain integers.

The seed of a game follows from the seed of the series and its number alone, so results do not
depend on how many processes share the work, nor on which back end does it (the interpreter draws
its chance in another way: its games are others, of the same kind).
"""

from __future__ import annotations

import multiprocessing
from array import array
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait

from attrs import frozen

from ruledsl.engine.errors import RuleFault, StartError
from ruledsl.engine.game import Game
from ruledsl.engine.seeds import Seed
from ruledsl.engine.state import State
from ruledsl.limits import DECISIONS_OF_A_GAME
from ruledsl.machine.model import Machine
from ruledsl.native.backend import Backend, Play
from ruledsl.native.choose import Wanted, choose
from ruledsl.native.layout import RESULTS
from ruledsl.native.names import Role

Progress = Callable[[int], None]
"""Is told how many more games have been played."""

_FIXED = 3
"""Numbers of a result before the scores: how the game ended, decisions, winners."""


@frozen
class Simulation:
    """The results of a series of games, in the order of their numbers.

    ``scores`` has ``players`` numbers a game, in seat order; ``winners`` a sum of powers of two a game (seat
    1: 1, seat 2: 2, seat 3: 4); ``decisions`` how many there were. ``backend`` played, for that ``reason``.
    """

    players: int
    seed: int
    first: int
    scores: array[int]
    winners: array[int]
    decisions: array[int]
    backend: str
    reason: str

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.winners)

    def wins(self) -> list[int]:
        """How many games each seat has won, games that it shares with others included."""
        return [sum(1 for w in self.winners if w >> seat & 1) for seat in range(self.players)]

    def shared(self) -> int:
        """How many games several seats share."""
        return sum(1 for w in self.winners if w & (w - 1))

    def mean_scores(self) -> list[float]:
        """The mean score of each seat."""
        many = max(self.games, 1)
        return [sum(self.scores[seat :: self.players]) / many for seat in range(self.players)]


def simulate(
    machine: Machine,
    games: int,
    seed: int,
    *,
    first: int = 0,
    jobs: int = 1,
    backend: Wanted = "auto",
    progress: Progress | None = None,
) -> Simulation:
    """Play games number ``first`` and following of the series that belongs to a seed (0 <= seed < 2**64).

    ``jobs`` processes share the work. Raises :class:`StartError` for numbers that make no sense,
    :class:`RuleFault` where the rules fail (in the first game in which they do),
    :class:`~ruledsl.native.wasm.Unavailable` where a back end that is asked for is not to be had.
    """
    if games < 0 or first < 0 or jobs < 1 or first + games > 1 << 32:
        raise StartError("games are counted from 0 to 2**32, and at least one process plays them")
    words = Seed(seed).half("simulate")
    chosen = choose(machine, backend)
    told = progress if progress is not None else _nobody
    rows = array("q")
    width = _FIXED + machine.players
    if jobs == 1 or chosen.backend is None or games < jobs:
        for part in _played(machine, chosen.backend, words, seed, range(first, first + games)):
            rows += part
            told(len(part) // width)
    else:
        rows = _shared_out(machine, chosen.name, seed, range(first, first + games), jobs, told)
    if len(rows) < width * games:
        raise fault_of_game(machine, chosen.backend, seed, first + len(rows) // width)
    return Simulation(
        machine.players,
        seed,
        first,
        _columns(rows, width, machine.players),
        rows[2::width],
        rows[1::width],
        chosen.name,
        chosen.reason,
    )


def _nobody(_: int) -> None:
    return


def _columns(rows: array[int], width: int, players: int) -> array[int]:
    """The scores of all games, game by game."""
    scores = array("q", bytes(8 * players * (len(rows) // width)))
    for seat in range(players):
        scores[seat::players] = rows[_FIXED + seat :: width]
    return scores


def _played(
    machine: Machine,
    backend: Backend | None,
    words: tuple[int, int, int],
    seed: int,
    numbers: range,
) -> Iterator[array[int]]:
    """The results of some games, part by part; they end early where the rules fail."""
    if backend is None:
        yield from _interpreted(machine, seed, numbers)
        return
    layout = backend.lowered.layout
    width = _FIXED + machine.players
    most = RESULTS // width
    for at in range(numbers.start, numbers.stop, most):
        many = min(most, numbers.stop - at)
        done = backend.call(Role.BATCH, many, at, *words, DECISIONS_OF_A_GAME + 1)
        rows = array("q", backend.cells[layout.results : layout.results + done * width])
        yield rows
        if done < many:
            return


def _interpreted(machine: Machine, seed: int, numbers: range) -> Iterator[array[int]]:
    """The same by the interpreter: slower, and with another kind of chance."""
    game = Game(machine)
    for number in numbers:
        try:
            state = _one(game, seed, number)
        except RuleFault:
            return
        winners = sum(1 << (seat - 1) for seat in state.winners)
        yield array("q", [0, state.decisions, winners, *state.scores])


def _one(game: Game, seed: int, number: int) -> State:
    """One game of a series, played by the interpreter."""
    low, high = Seed(seed).words("simulate", number, 0)
    state = game.start(seed=low | high << 32, events=False)
    while not state.is_over:
        moves = state.legal_moves
        pick = Seed(low | high << 32).below(len(moves), "simulate", number, state.decisions)
        state.push(moves[pick])
    return state


def fault_of_game(machine: Machine, backend: Backend | None, seed: int, number: int) -> RuleFault:
    """The fault with which a game of a series ends."""
    if backend is None:
        try:
            _one(Game(machine), seed, number)
        except RuleFault as fault:
            return fault
    else:
        play = Play(backend)
        play.begin()
        play.seed(Seed(seed).half("simulate"), number)
        try:
            play.playout(DECISIONS_OF_A_GAME + 1)
        except RuleFault as fault:
            return fault
    raise AssertionError("the game has no fault")


# --- several processes -----------------------------------------------------------------------


def _shared_out(
    machine: Machine, name: Wanted | str, seed: int, numbers: range, jobs: int, told: Progress
) -> array[int]:
    """The results of games that several processes share; they end where the rules first fail."""
    shares = [
        range(
            numbers.start + len(numbers) * job // jobs,
            numbers.start + len(numbers) * (job + 1) // jobs,
        )
        for job in range(jobs)
    ]
    width = _FIXED + machine.players
    found: list[array[int]] = [array("q") for _ in shares]
    pipes: dict[Connection, int] = {}
    workers = []
    # A process that is copied would have the compiler of the first one without its threads.
    fresh = multiprocessing.get_context("spawn")
    for job, share in enumerate(shares):
        ours, theirs = fresh.Pipe(duplex=False)
        worker = fresh.Process(target=_work, args=(machine, name, seed, share, theirs), daemon=True)
        worker.start()
        theirs.close()
        pipes[ours] = job
        workers.append(worker)
    while pipes:
        for ready in wait(list(pipes)):
            assert isinstance(ready, Connection)
            try:
                part = array("q")
                part.frombytes(ready.recv_bytes())
            except EOFError:
                del pipes[ready]
                ready.close()
                continue
            found[pipes[ready]] += part
            told(len(part) // width)
    for worker in workers:
        worker.join()
        if worker.exitcode:
            raise RuntimeError(f"a process that played games has ended with {worker.exitcode}")
    rows = array("q")
    for share, part in zip(shares, found, strict=True):
        rows += part
        if len(part) < width * len(share):
            break
    return rows


def _work(machine: Machine, name: Wanted, seed: int, share: range, pipe: Connection) -> None:
    """What each process does: play its share and send the results, part by part."""
    backend = choose(machine, name).backend
    words = Seed(seed).half("simulate")
    for part in _played(machine, backend, words, seed, share):
        pipe.send_bytes(part.tobytes())
    pipe.close()
