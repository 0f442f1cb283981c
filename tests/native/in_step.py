"""The interpreter and all back ends in step: one seeded game, and after every decision all of it the same."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from ruledsl.engine.errors import RuleFault
from ruledsl.machine.model import Machine
from ruledsl.native.running.backend import Play, Playing
from ruledsl.native.running.interpreted import Interpreted
from ruledsl.native.translate.lower import lower
from tests.native.lockstep import fault_in, same
from tests.native.test_lockstep import BACKENDS

_T = TypeVar("_T")

WORDS = (11, 12, 13)
"""The words of the series that is played."""

CROSSING = 7
"""After so many decisions the state crosses over, from the interpreter to all."""


def players(machine: Machine) -> tuple[Playing, ...]:
    """The interpreter, and every back end that there is. Raises :class:`TooLarge`."""
    lowered = lower(machine)
    return (Interpreted(machine), *(Play(backend(lowered)) for backend in BACKENDS))


def in_step(
    players: Sequence[Playing], number: int, *, most: int = 2000
) -> tuple[int, RuleFault | None]:
    """Play game ``number`` with random moves on all; how many decisions there were, and the fault that ended it."""
    chance = random.Random(number)
    for each in players:
        each.begin()
        each.seed(WORDS, number)
    place: int | None = None
    made = 0
    while True:
        fault = alike([_went_on(each, place) for each in players])
        if fault is not None:
            return made, fault
        core = equal([each.core for each in players])
        found = [_listed(each) for each in players]
        fault = alike([fault for _, fault in found])
        if fault is not None:
            return made, fault
        moves = equal([moves for moves, _ in found])
        if not moves or made >= most:
            assert equal([each.core for each in players]) == core, "listing moves changes nothing"
            return made, None
        if made % CROSSING == CROSSING - 1:
            for each in players:
                each.load(core)
            assert equal([each.moves() for each in players]) == moves
        place = chance.randrange(len(moves))
        made += 1


def _went_on(each: Playing, place: int | None) -> RuleFault | None:
    """Make a move and go on. A back end may come upon a fault of its effects as soon as it is begun."""
    fault = fault_in(each.play, place) if place is not None else None
    return fault or fault_in(each.run)


def _listed(each: Playing) -> tuple[list[tuple[int, ...]], RuleFault | None]:
    try:
        return each.moves(), None
    except RuleFault as fault:
        return [], fault


def alike(faults: Sequence[RuleFault | None]) -> RuleFault | None:
    """The fault that all have come upon, if any has."""
    for other in faults[1:]:
        same(other, faults[0])
    return faults[0]


def equal(values: Sequence[_T]) -> _T:
    """What all of these are."""
    for other in values[1:]:
        assert other == values[0], "what is in the cells, or the moves, differ"
    return values[0]
