"""Random games by the quickest back end there is: they meet faults that come up seldom."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from attrs import frozen

from ruledsl.engine.luck import Luck
from ruledsl.explore.budget import Clock
from ruledsl.explore.meeting import Met, faulty
from ruledsl.explore.walking import Line
from ruledsl.limits import DECISIONS_OF_A_GAME
from ruledsl.machine.model import Machine
from ruledsl.native.running.choose import choose
from ruledsl.native.running.retold import told_again
from ruledsl.simulation.players import OnBackend, OnInterpreter, Player
from ruledsl.simulation.results import FAULT, FIXED, Faulted
from ruledsl.source import Span


@frozen
class Fast:
    """What random games came to: how many were played, the first that fails at each place, and how long the longest was."""

    games: int
    faults: tuple[Faulted, ...]
    longest: int


def _player(machine: Machine, seed: int) -> Player:
    chosen = choose(machine)
    if chosen.backend is None:
        return OnInterpreter(machine, seed)
    return OnBackend(chosen.backend, seed)


def fast_games(machine: Machine, games: int, seed: int, clock: Clock) -> Iterator[Fast]:
    """Play random games, and tell again and again what they came to so far. Raises :class:`OutOfTime`."""
    width = FIXED + machine.players
    first: dict[Span, Faulted] = {}
    done = longest = 0
    for rows, faults in _player(machine, seed).play(range(games)):
        done += len(rows) // width
        ended, decisions = rows[0::width], rows[1::width]
        longest = max([longest, *(n for n, e in zip(decisions, ended, strict=True) if e != FAULT)])
        for fault in faults:
            first.setdefault(fault.span, fault)
        yield Fast(done, tuple(first.values()), longest)
        clock.look()


def results(machine: Machine, games: int, seed: int, clock: Clock) -> str:
    """A digest of the results of so many games, the same for the same results. Raises :class:`OutOfTime`."""
    digest = sha256()
    for rows, _ in _player(machine, seed).play(range(games)):
        digest.update(rows.tobytes())
        clock.look()
    return digest.hexdigest()


def told(machine: Machine, seed: int, fault: Faulted, clock: Clock) -> Met | None:
    """The game of a fault, as a line of play; None for one without an end. Raises :class:`OutOfTime`."""
    game = told_again(machine, seed, fault.number, DECISIONS_OF_A_GAME, clock.tick)
    if game.fault is None:
        return None
    return faulty(machine, Line(Luck(seed, game.draws), game.moves), game.fault)
