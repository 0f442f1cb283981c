"""A series of games about to be played: who plays it, and on how many processes.

A game of a series follows from the seed of the series and its own number alone. So what comes of it does not depend on how
many processes share the work, nor on who plays: all back ends and the interpreter play the same games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from attrs import frozen

from ruledsl.engine.errors import StartError
from ruledsl.engine.game import Game
from ruledsl.engine.seeds import Seed
from ruledsl.machine.model import Machine
from ruledsl.native.running.choose import WANTED, Choice, Wanted, choose
from ruledsl.simulation.players import AtTable, OnBackend, OnInterpreter, Part, Player
from ruledsl.simulation.seats import all_random, assigned
from ruledsl.simulation.sharing import Gather, Order, Stretch, shared

MOST_JOBS = 256
"""Processes that share the work at the most."""

MOST_GAMES = 1 << 32
"""Numbers of games in a series."""


@frozen
class Lineup:
    """A series that can be played: the seed, the kinds of bots in seat order, and what plays, for the ``reason`` given."""

    seed: int
    seats: tuple[str, ...]
    backend: str
    reason: str
    jobs: int
    _player: Player
    _order: Order

    def stretches(
        self,
        gather: Gather[Stretch],
        games: int,
        first: int,
        *,
        stop_at_fault: bool = False,
    ) -> Iterator[Stretch]:
        """Play games number ``first`` and following; what ``gather`` makes of stretches of them, in the order of the games.

        With ``stop_at_fault`` there may be none behind the first game in which the rules fail. Raises :class:`StartError` for
        numbers that no game of a series has, :class:`~ruledsl.simulation.sharing.WorkerLost`.
        """
        _are_numbers(("the number of games", games), ("the first game", first))
        if games < 0 or first < 0 or first + games > MOST_GAMES:
            raise StartError(f"games of a series are numbered from 0 to {MOST_GAMES - 1}")
        numbers = range(first, first + games)
        jobs = min(self.jobs, games)
        if jobs > 1:
            return shared(self._order, gather, numbers, jobs, stop_at_fault)
        return _alone(self._player.play(numbers), gather, stop_at_fault)


def _alone(
    parts: Iterable[Part], gather: Gather[Stretch], stop_at_fault: bool
) -> Iterator[Stretch]:
    """What is played by this process, part by part."""
    for part in parts:
        yield gather([part])
        if stop_at_fault and part[1]:
            return


def lineup(
    game: Game,
    seed: int,
    *,
    seats: Mapping[int, str] | None = None,
    jobs: int = 1,
    backend: Wanted = "auto",
    choosing: Callable[[Machine, Wanted], Choice] = choose,
) -> Lineup:
    """Who plays the series that belongs to a seed (0 <= seed < 2**64), as `simulate` is told it.

    Raises :class:`StartError` for arguments that make no sense, :class:`~ruledsl.agents.catalogue.UnknownBot`,
    :class:`~ruledsl.native.running.wasm.Unavailable` where a back end that is asked for is not to be had.
    """
    _are_numbers(("the seed", seed), ("the number of processes", jobs))
    if not 1 <= jobs <= MOST_JOBS:
        raise StartError(f"from 1 to {MOST_JOBS} processes can play, not {jobs}")
    if backend not in WANTED:
        known = ", ".join(f"`{name}`" for name in WANTED)
        raise StartError(f"there is no back end {backend!r}; there are {known}"[:200])
    Seed(seed)
    who = assigned(game.players, seats or {})
    if all_random(who):
        chosen = choosing(game.machine, backend)
        return Lineup(
            seed,
            who,
            chosen.name,
            chosen.reason,
            jobs,
            _player(game.machine, chosen, seed),
            partial(_random, game.machine, _asked(chosen), seed),
        )
    if backend not in ("auto", "interpreter"):
        raise StartError(
            f"bots that think sit at the table of the interpreter, so `{backend}` cannot play"
        )
    return Lineup(
        seed,
        who,
        "interpreter",
        "bots that think sit at its table",
        jobs,
        AtTable(game, seed, who),
        partial(_table, game.machine, seed, who),
    )


def _are_numbers(*named: tuple[str, object]) -> None:
    """Raise :class:`StartError` unless all are whole numbers."""
    for what, number in named:
        if type(number) is not int:
            raise StartError(f"{what} is a whole number, not {number!r}"[:200])


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
