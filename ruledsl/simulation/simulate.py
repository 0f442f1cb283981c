"""Many games of one machine: `simulate`.

A game of a series follows from the seed of the series and its own number alone. So results do not depend on how
many processes share the work, nor on who plays: all back ends and the interpreter play the same games.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Literal, TypeAlias

from ruledsl.engine.errors import StartError
from ruledsl.engine.game import Game
from ruledsl.engine.seeds import Seed
from ruledsl.machine.model import Machine
from ruledsl.native.running.choose import WANTED, Choice, Wanted, choose
from ruledsl.simulation.players import AtTable, OnBackend, OnInterpreter, Player
from ruledsl.simulation.results import FIXED, MOST_FAULTS, Faulted, GameFault, Simulation, collected
from ruledsl.simulation.seats import all_random, assigned
from ruledsl.simulation.sharing import shared

Progress: TypeAlias = Callable[[int], None]
"""Is told how many more games have been played."""

OnFault: TypeAlias = Literal["raise", "keep"]
"""What to do where the rules fail: raise the fault of the first such game, or note it and go on."""

MOST_JOBS = 256
"""Processes that share the work at the most."""

MOST_GAMES = 1 << 32
"""Numbers of games in a series."""


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

    Raises :class:`StartError` for arguments that make no sense, :class:`~ruledsl.agents.catalogue.UnknownBot`,
    :class:`GameFault` where the rules fail (the first game in which they do, unless ``on_fault`` is ``"keep"``),
    :class:`~ruledsl.native.running.wasm.Unavailable` where a back end that is asked for is not to be had.
    """
    _check(games, seed, first, jobs, backend, on_fault)
    who = assigned(game.players, seats or {})
    if all_random(who):
        chosen = choosing(game.machine, backend)
        ran = (chosen.name, chosen.reason)
        order: Callable[[], Player] = partial(_random, game.machine, _asked(chosen), seed)
        player: Player = _player(game.machine, chosen, seed)
    else:
        if backend not in ("auto", "interpreter"):
            raise StartError(
                f"bots that think sit at the table of the interpreter, so `{backend}` cannot play"
            )
        ran = ("interpreter", "bots that think sit at its table")
        order = partial(_table, game.machine, seed, who)
        player = AtTable(game, seed, who)
    stop_at_fault = on_fault == "raise"
    numbers = range(first, first + games)
    many = min(jobs, max(games, 1))
    width = FIXED + game.players
    if many == 1:
        stretches = _alone(player, numbers, width)
    else:
        stretches = shared(order, numbers, many, stop_at_fault)
    found: list[tuple[int, array[int]]] = []
    faults: list[Faulted] = []
    for start, rows, wrong in stretches:
        found.append((start, rows))
        faults = sorted([*faults, *wrong], key=lambda fault: fault.number)[:MOST_FAULTS]
        if progress is not None:
            progress(len(rows) // width)
        if wrong and stop_at_fault and many == 1:
            break
    if faults and stop_at_fault:
        raise GameFault(seed, faults[0])
    rows = array("q")
    for _, part in sorted(found, key=lambda stretch: stretch[0]):
        rows += part
    return collected(game.players, seed, first, who, rows, faults, ran)


def _check(games: int, seed: int, first: int, jobs: int, backend: str, on_fault: str) -> None:
    """Raise :class:`StartError` for arguments that make no sense."""
    for what, number in (
        ("the number of games", games),
        ("the seed", seed),
        ("the first game", first),
        ("the number of processes", jobs),
    ):
        if type(number) is not int:
            raise StartError(f"{what} is a whole number, not {number!r}"[:200])
    if games < 0 or first < 0 or first + games > MOST_GAMES:
        raise StartError(f"games of a series are numbered from 0 to {MOST_GAMES - 1}")
    if not 1 <= jobs <= MOST_JOBS:
        raise StartError(f"from 1 to {MOST_JOBS} processes can play, not {jobs}")
    if backend not in WANTED:
        known = ", ".join(f"`{name}`" for name in WANTED)
        raise StartError(f"there is no back end {backend!r}; there are {known}"[:200])
    if on_fault not in ("raise", "keep"):
        raise StartError(f'on_fault is "raise" or "keep", not {on_fault!r}'[:200])
    Seed(seed)


def _alone(
    player: Player, numbers: range, width: int
) -> Iterator[tuple[int, array[int], list[Faulted]]]:
    """The games played by this process: stretches of them, with the number of the first of each."""
    at = numbers.start
    for rows, faults in player.play(numbers):
        yield at, rows, faults
        at += len(rows) // width


# --- who plays, made where it plays -------------------------------------------------------------


def _player(machine: Machine, chosen: Choice, seed: int) -> Player:
    if chosen.backend is None:
        return OnInterpreter(machine, seed)
    return OnBackend(chosen.backend, seed)


def _asked(chosen: Choice) -> Wanted:
    """What must be asked for to have the same again."""
    return next(name for name in WANTED if name == chosen.name)


def _random(machine: Machine, name: Wanted, seed: int) -> Player:
    return _player(machine, choose(machine, name), seed)


def _table(machine: Machine, seed: int, seats: tuple[str, ...]) -> Player:
    return AtTable(Game(machine), seed, seats)
