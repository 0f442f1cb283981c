"""A position that no play has led to, as happenings: what each seat can know of it."""

from __future__ import annotations

from ruledsl.engine.frame import Cells, Frame
from ruledsl.engine.happenings import Assigned, Began, Happening, Laid, Opened, Started
from ruledsl.machine.model import ROUND, STARTER


def laid_out(frame: Frame, cells: Cells) -> list[Happening]:
    """The happenings that tell all of a position: cards where they lie, balances, values.

    How it came about is not in it, so nobody remembers anything but what he sees.
    """
    machine = frame.machine
    totals = tuple(cells[machine.layout.totals : machine.layout.totals + machine.players])
    told: list[Happening] = [Began(cells[ROUND], totals)]
    if machine.uses_starter:
        told.append(Started(cells[STARTER]))
    for number, account in enumerate(machine.accounts):
        if not account.unlimited:
            for element in range(1, account.size + 1):
                told.append(Opened(number, element, cells[account.base + element - 1]))
    for number, variable in enumerate(machine.variables):
        for element in range(1, variable.size + 1):
            told.append(Assigned(number, element, cells[variable.base + element - 1]))
    for zone in range(len(machine.zones)):
        cards = frame.cards(cells, zone)
        looks = [-1 if cells[frame.pools + c] else cells[frame.faces + c] for c in cards]
        told.append(Laid(zone, tuple(looks)))
    return told
