"""Many games of one machine: `simulate` keeps the results of each, `added_up` only their totals."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator, Iterable, Mapping
from functools import partial
from typing import Literal, TypeAlias

from attrs import frozen

from ruledsl.engine.errors import StartError
from ruledsl.engine.game import Game
from ruledsl.machine.model import Machine
from ruledsl.native.running.choose import Choice, Wanted, choose
from ruledsl.simulation.lineup import Lineup, lineup
from ruledsl.simulation.players import Part
from ruledsl.simulation.results import FIXED, MOST_FAULTS, Faulted, GameFault, Simulation, collected
from ruledsl.simulation.totals import Totals, gathered

Progress: TypeAlias = Callable[[int], None]
"""Is told how many more games have been played."""

OnFault: TypeAlias = Literal["raise", "keep"]
"""What to do where the rules fail: raise the fault of the first such game, or note it and go on."""

MOST_KEPT = 1 << 27
"""Numbers that results may have, those of all games together: a gigabyte of them."""


def simulate(
    game: Game,
    games: int,
    seed: int,
    *,
    seats: Mapping[int, str] | None = None,
    first: int = 0,
    jobs: int = 1,
    backend: Wanted = "auto",
    on_fault: OnFault = "raise",
    progress: Progress | None = None,
    choosing: Callable[[Machine, Wanted], Choice] = choose,
) -> Simulation:
    """Play games number ``first`` and following of the series that belongs to a seed (0 <= seed < 2**64).

    ``seats`` says what kind of bot plays a seat (as `agents.catalogue.read` reads it); all others play at random. Games of
    random seats are played by ``backend``, games of other bots always by the interpreter. ``jobs`` processes share the work.
    ``progress`` is told how many more games are done. ``choosing`` makes the back end.

    Raises :class:`StartError` for arguments that make no sense and for more games than can be kept,
    :class:`~ruledsl.agents.catalogue.UnknownBot`,
    :class:`GameFault` where the rules fail (the first game in which they do, unless ``on_fault`` is ``"keep"``),
    :class:`~ruledsl.native.running.wasm.Unavailable` where a back end that is asked for is not to be had.
    """
    if on_fault not in ("raise", "keep"):
        raise StartError(f'on_fault is "raise" or "keep", not {on_fault!r}'[:200])
    stop_at_fault = on_fault == "raise"
    series = lineup(game, seed, seats=seats, jobs=jobs, backend=backend, choosing=choosing)
    width = FIXED + game.players
    stretches = series.stretches(_rows, games, first, stop_at_fault=stop_at_fault)
    if games > MOST_KEPT // width:
        raise StartError(
            f"the results of {games} games are too many to be kept one by one: with {game.players} seats"
            f" those of {MOST_KEPT // width} can be; `first` tells where to go on"
        )
    kept = array("q")
    faults: list[Faulted] = []
    for rows in stretches:
        kept += rows.numbers
        faults = [*faults, *rows.faults][:MOST_FAULTS]
        if progress is not None:
            progress(len(rows.numbers) // width)
    if faults and stop_at_fault:
        raise GameFault(seed, faults[0])
    ran = (series.backend, series.reason)
    return collected(game.players, seed, first, series.seats, kept, faults, ran)


def added_up(
    series: Lineup, games: int, first: int, progress: Progress | None = None
) -> Generator[Totals, None, None]:
    """Play games number ``first`` and following of a series; the totals of all games so far, again and again.

    They are those of the first so many games of the series, whoever is ahead; the last ones are the totals of all. Games in which the
    rules fail are counted, and the first of them told. Raises what `Lineup.stretches` raises.
    """
    gather = partial(gathered, players=len(series.seats))
    so_far = Totals()
    yield so_far
    for more in series.stretches(gather, games, first):
        so_far += more
        yield so_far
        if progress is not None:
            progress(more.games)


@frozen
class _Rows:
    """The rows of some games, as they are played, and what is wrong in those in which the rules failed."""

    numbers: array[int]
    faults: tuple[Faulted, ...]


def _rows(parts: Iterable[Part]) -> _Rows:
    numbers = array("q")
    faults: list[Faulted] = []
    for rows, found in parts:
        numbers += rows
        faults += found
    return _Rows(numbers, tuple(faults))
