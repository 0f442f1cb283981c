"""A position in which all that a seat cannot see is otherwise.

Nothing asks whether such a position can come about: cards change faces, variables and balances
take any value of their range. What a seat may do must not depend on it all the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import TypeVar

from ruledsl.engine.frame import FUEL, Cells
from ruledsl.engine.knowledge.project import sees_value
from ruledsl.engine.state import State
from ruledsl.machine.model import NONE

Below = Callable[[int], int]
"""A number by lot, from 0 to one less than the bound."""

T = TypeVar("T")


def otherwise(state: State, seat: int, below: Below) -> Cells:
    """The cells of a position that looks the same to a seat, all else being drawn by lot.

    A card keeps its kind, for rules may rely on the kinds that can lie at a place.
    """
    frame = state.game.program.frame
    machine = frame.machine
    cells = state.cells_copy()
    cells[FUEL] = frame.elements
    free: dict[int, list[int]] = defaultdict(list)
    for card in _unknown(state, seat):
        free[frame.kinds[cells[frame.faces + card]]].append(card)
    for cards in free.values():
        looks = shuffled([cells[frame.faces + card] for card in cards], below)
        for card, look in zip(cards, looks, strict=True):
            cells[frame.faces + card] = look
    for zone, place in enumerate(frame.places):
        if place == "zone":
            frame.sort(cells, zone)
    for variable in machine.variables:
        for element in range(1, variable.size + 1):
            if not sees_value(variable, element, seat):
                values = [*range(variable.low, variable.high + 1), *[NONE] * variable.or_none]
                cells[variable.base + element - 1] = values[below(len(values))]
    for account in machine.accounts:
        for element in range(1, account.size + 1):
            if not sees_value(account, element, seat) and not account.unlimited:
                cells[account.base + element - 1] = below(account.limit + 1)
    return cells


def shuffled(things: Sequence[T], below: Below) -> list[T]:
    """The things in an order by lot."""
    mixed = list(things)
    for place in range(len(mixed) - 1, 0, -1):
        other = below(place + 1)
        mixed[place], mixed[other] = mixed[other], mixed[place]
    return mixed


def _unknown(state: State, seat: int) -> list[int]:
    """The cards whose faces a seat does not know, by their places, from what it has seen."""
    frame = state.game.program.frame
    cells = state.cells_copy()
    found: list[int] = []
    for zone, known in enumerate(state.observation(seat).knowledge.zones):
        if frame.sees(seat, zone):
            continue
        surely = Counter(dict(known.surely))
        for number, card in enumerate(frame.cards(cells, zone)):
            if known.places and known.places[number] >= 0:
                continue
            look = cells[frame.faces + card]
            if surely[look] > 0:
                surely[look] -= 1
            else:
                found.append(card)
    return found
