"""When two positions are the same: nothing that players or chance could do from them would tell them apart.

What has been counted only (decisions, steps, shuffles, rolls) takes no part, cards that look alike are not told apart, and of cards
that nobody has drawn yet only which of them can still be where.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from operator import itemgetter

from ruledsl.engine.frame import Cells, Frame
from ruledsl.machine.model import DECISIONS, ROLLS, SHUFFLES, STEPS, Machine

_COUNTED = frozenset((STEPS, DECISIONS, SHUFFLES, ROLLS))


class Positions:
    """Tells positions of one machine apart."""

    def __init__(self, frame: Frame, without: Iterable[int] = ()) -> None:
        """``without`` are further cells that take no part."""
        self._frame = frame
        apart = {*_COUNTED, *without}
        for base, capacity in zip(frame.bases, frame.capacities, strict=True):
            apart |= set(range(base, base + capacity + 1))
        for first in (frame.faces, frame.pools):
            apart |= set(range(first, first + frame.card_count))
        kept = [cell for cell in range(frame.scratch) if cell not in apart]
        self._kept = itemgetter(*kept)
        self._marks = slice(frame.pools, frame.pools + frame.card_count)

    def key(self, cells: Cells) -> Hashable:
        """Equal for positions that are the same."""
        frame = self._frame
        faces = frame.faces
        bases = frame.bases
        if any(cells[self._marks]):
            return self._undrawn(cells)
        lying = [
            tuple([cells[faces + card] for card in cells[base + 1 : base + 1 + cells[base]]])
            for base in bases
        ]
        return self._kept(cells), tuple(lying)

    def _undrawn(self, cells: Cells) -> Hashable:
        """The key where some cards are not drawn yet: those stand for what their shuffle still holds."""
        frame = self._frame
        faces, pools = frame.faces, frame.pools
        held: dict[int, list[int]] = {}
        for card, mark in enumerate(cells[self._marks]):
            if mark:
                held.setdefault(mark, []).append(cells[faces + card])
        order: dict[int, int] = {}
        lying = []
        for base in frame.bases:
            row = []
            for card in cells[base + 1 : base + 1 + cells[base]]:
                mark = cells[pools + card]
                # Negative numbers are no looks: the first shuffle met is -1.
                row.append(-1 - order.setdefault(mark, len(order)) if mark else cells[faces + card])
            lying.append(tuple(row))
        rest = tuple(tuple(sorted(held[mark])) for mark in order)
        return self._kept(cells), tuple(lying), rest


FAR = 10
"""A variable with so many values or more may be one that only counts."""


def counters(machine: Machine) -> list[int]:
    """The cells of variables that may only count how long a game has gone on."""
    return [
        cell
        for variable in machine.variables
        if variable.type.kind == "number" and variable.high - variable.low >= FAR
        for cell in range(variable.base, variable.base + variable.size)
    ]
