"""Who has which seat in simulated games."""

from __future__ import annotations

from collections.abc import Mapping

from ruledsl.agents.catalogue import RandomKind, read
from ruledsl.engine.errors import StartError

RANDOM = "random"
"""Who has the seats that nobody was given."""


def assigned(players: int, seats: Mapping[int, str]) -> tuple[str, ...]:
    """The kinds of bots in seat order, from those that are given for some seats; the others play at random.

    Raises :class:`StartError` for a seat that there is not, :class:`~ruledsl.agents.catalogue.UnknownBot`.
    """
    for seat, kind in seats.items():
        if type(seat) is not int or not 1 <= seat <= players:
            raise StartError(f"there is no seat {seat!r}: {players} play"[:200])
        if not isinstance(kind, str):
            raise StartError(f"a bot is asked for by the name of its kind, not by {kind!r}"[:200])
        read(kind)
    return tuple(seats.get(seat, RANDOM).strip() for seat in range(1, players + 1))


def all_random(seats: tuple[str, ...]) -> bool:
    """Whether nobody thinks, so that a back end can play."""
    return all(isinstance(read(kind), RandomKind) for kind in seats)
