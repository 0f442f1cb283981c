"""Who plays the games of a series: a back end, the interpreter, or bots at a table.

Each plays some games in a row and yields their rows, part by part: for each game how it ended, decisions,
winners, scores (see `results`). What a row holds follows from the seed of the series and the number of the game alone.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import Protocol, TypeAlias

from attrs import frozen

from ruledsl.agents.catalogue import make
from ruledsl.agents.interface import question
from ruledsl.engine.errors import RuleFault
from ruledsl.engine.game import Game
from ruledsl.engine.results import winners
from ruledsl.engine.seeds import Seed
from ruledsl.limits import DECISIONS_OF_A_GAME
from ruledsl.machine.model import DECISIONS, Machine
from ruledsl.native.plan.layout import RESULTS
from ruledsl.native.program.names import Role
from ruledsl.native.running.backend import Backend, Play
from ruledsl.native.running.interpreted import Interpreted
from ruledsl.simulation.results import FAULT, FIXED, OVER, Faulted, faulted

Part: TypeAlias = "tuple[array[int], list[Faulted]]"
"""The rows of some games, and what is wrong in those of them in which the rules failed."""

_SLICE = 0.1
"""Seconds that a part should take: so often progress is told, and so soon Ctrl-C is heard."""


class Player(Protocol):
    """Plays the games of one series."""

    def play(self, numbers: range) -> Iterator[Part]:
        """Play the games of these numbers."""
        ...


def _failed(machine: Machine) -> list[int]:
    """The row of a game in which the rules failed."""
    return [FAULT, *[0] * (FIXED - 1 + machine.players)]


def _numbers(cells: Sequence[int]) -> array[int]:
    """Cells as an array; from a memory they come as they lie there, which is ten times as quick."""
    if not isinstance(cells, memoryview):
        return array("q", cells)
    numbers = array("q")
    numbers.frombytes(cells.cast("B"))
    return numbers


@frozen
class OnBackend:
    """Random seats, played by a back end."""

    backend: Backend
    seed: int

    def play(self, numbers: range) -> Iterator[Part]:
        """Play the games of these numbers, more at once the quicker it goes."""
        words = Seed(self.seed).half("simulate")
        layout = self.backend.lowered.layout
        machine = self.backend.lowered.machine
        width = FIXED + machine.players
        most, at, share = RESULTS // width, numbers.start, 1
        while at < numbers.stop:
            began = perf_counter()
            many = min(share, numbers.stop - at)
            done = self.backend.call(Role.BATCH, many, at, *words, DECISIONS_OF_A_GAME + 1)
            rows = _numbers(self.backend.cells[layout.results : layout.results + done * width])
            faults = []
            if done < many:
                faults.append(faulted(at + done, Play(self.backend).fault()))
                rows.extend(_failed(machine))
                done += 1
            at += done
            seconds = perf_counter() - began
            if seconds < _SLICE / 2:
                share = min(2 * share, most)
            elif seconds > 2 * _SLICE:
                share = max(share // 2, 1)
            yield rows, faults


@frozen
class OnInterpreter:
    """Random seats, played by the interpreter with the chance of the back ends: slower, the same numbers."""

    machine: Machine
    seed: int

    def play(self, numbers: range) -> Iterator[Part]:
        """Play the games of these numbers."""
        words = Seed(self.seed).half("simulate")
        machine = self.machine
        players, first = machine.players, machine.layout.scores
        playing = Interpreted(machine)
        for number in numbers:
            playing.begin()
            playing.seed(words, number)
            try:
                playing.playout(DECISIONS_OF_A_GAME + 1)
            except RuleFault as fault:
                yield array("q", _failed(machine)), [faulted(number, fault)]
                continue
            (decisions,) = playing.cells(DECISIONS, 1)
            scores = playing.cells(first, players)
            best = winners(machine, scores, playing.cells(first + players, players))
            yield array("q", [OVER, decisions, as_bits(best), *scores]), []


@frozen
class AtTable:
    """Bots of any kind, asked at a table of the interpreter."""

    game: Game
    seed: int
    seats: tuple[str, ...]

    def play(self, numbers: range) -> Iterator[Part]:
        """Play the games of these numbers."""
        for number in numbers:
            try:
                yield array("q", self._game(number)), []
            except RuleFault as fault:
                yield array("q", _failed(self.game.machine)), [faulted(number, fault)]

    def _game(self, number: int) -> list[int]:
        """The row of one game. Raises :class:`RuleFault`."""
        low, high = Seed(self.seed).words("simulate", number, 0)
        own = low | high << 32
        bots = [make(kind, own, seat) for seat, kind in enumerate(self.seats, 1)]
        state = self.game.start(seed=own)
        while (actor := state.actor) is not None:
            state.push(bots[actor - 1].choose(question(state)).move)
        return [OVER, state.decisions, as_bits(state.winners), *state.scores]


def as_bits(seats: Sequence[int]) -> int:
    """Seats as a sum of powers of two."""
    return sum(1 << (seat - 1) for seat in seats)
