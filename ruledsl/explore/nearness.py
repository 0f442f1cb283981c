"""How near games come to what would stop them: an account or a variable at the end of its range, a place without cards.

Of settings that are all in order so far it is the one to play on in where that is nearest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from ruledsl.engine.frame import Cells
from ruledsl.machine.model import Machine

Side: TypeAlias = "tuple[str, bool]"
"""What has an end, by its name, and whether it is the upper one."""

_MOST = 3
"""An end that is as near in more than one in so many settings tells nothing of any of them."""


class Nearness:
    """Of games of one machine how ``near`` they came to each end: 1 is as far off as can be, 0 is there."""

    def __init__(self, machine: Machine) -> None:
        self.near: dict[Side, float] = {}
        self._ranges: list[tuple[str, slice, int, int]] = []
        for account in machine.accounts:
            if not account.unlimited and account.limit > 0:
                cells = slice(account.base, account.base + account.size)
                self._ranges.append((account.name, cells, 0, account.limit))
        for variable in machine.variables:
            is_number = variable.type.kind == "number" and not variable.or_none
            if is_number and variable.low < variable.high:
                cells = slice(variable.base, variable.base + variable.size)
                self._ranges.append((variable.name, cells, variable.low, variable.high))
        self._zones = [(zone.label, zone.base, zone.capacity) for zone in machine.zones]

    def look(self, cells: Cells) -> None:
        """See how near the cells of a position come."""
        near = self.near
        for name, part, low, high in self._ranges:
            values = cells[part]
            wide = high - low
            below, above = (min(values) - low) / wide, (high - max(values)) / wide
            if below < near.get((name, False), 2.0):
                near[name, False] = below
            if above < near.get((name, True), 2.0):
                near[name, True] = above
        for name, base, capacity in self._zones:
            if capacity:
                below = cells[base] / capacity
                if below < near.get((name, False), 2.0):
                    near[name, False] = below


def nearest(found: Sequence[Mapping[Side, float]]) -> list[int]:
    """The numbers of the settings, from 0, in which one end or another is nearest: of the nearest end of all first."""
    wins: list[tuple[float, Side, int]] = []
    for side in sorted({side for each in found for side in each}):
        best = min(each.get(side, 2.0) for each in found)
        as_near = [number for number, each in enumerate(found) if each.get(side, 2.0) == best]
        if len(as_near) * _MOST <= len(found):
            wins.append((best, side, as_near[0]))
    return list(dict.fromkeys(number for _, _, number in sorted(wins)))
