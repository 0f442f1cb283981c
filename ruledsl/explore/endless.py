"""Noticing that a game has come back to where it was, so that its players can go on like that for ever."""

from __future__ import annotations

from collections.abc import Hashable

from ruledsl.explore.meeting import Met, Place
from ruledsl.explore.positions import Positions
from ruledsl.explore.walking import Walk
from ruledsl.machine.model import STATE


class Circles:
    """Notes the positions of one game at its decisions.

    Only a way back without chance counts: players cannot make chance come out as they like.
    """

    def __init__(self, positions: Positions) -> None:
        self._positions = positions
        self._seen: dict[Hashable, int] = {}
        self._states: dict[int, int] = {}
        self._events = -1

    def closed(self, walk: Walk) -> Met | None:
        """What is wrong where the game has come back to a position that it was in; None elsewhere."""
        if walk.events != self._events:
            self._seen.clear()
            self._states.clear()
            self._events = walk.events
        here = walk.length
        before = self._seen.setdefault(self._positions.key(walk.cells), here)
        self._states[here] = walk.cells[STATE]
        if before == here:
            return None
        return endless(walk, [self._states[n] for n in range(before, here)], here - before)


def endless(walk: Walk, states: list[int], back: int) -> Met:
    """A game whose last ``back`` moves led to where it was before them, by way of these decisions.

    All ways round by way of one decision are one finding.
    """
    span = walk.program.machine.states[min(states)].span
    return Met(Place("endless", span), walk.line, back=back)
