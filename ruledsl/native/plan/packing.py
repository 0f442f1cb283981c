"""How a legal move is written into the list: as one number where its parts fit into 62 bits, else part by part.

The offer takes the lowest bits, then each value, less the least that it can be, as many as its range needs.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ruledsl.machine.model import Action, Machine
from ruledsl.native.analysis.facts import Facts, safe
from ruledsl.native.program import tree
from ruledsl.native.program.body import Body
from ruledsl.native.program.read import folded
from ruledsl.native.program.tree import Array, Num, Number

OFFER_BITS = 8
_BITS = 62


@frozen
class Part:
    """A value within the number of a move: its bits, where they begin, and what is 0."""

    low: int
    shift: int
    bits: int


@frozen
class Packing:
    """For each action how its values are packed; None: moves are written part by part."""

    parts: tuple[tuple[Part, ...], ...] | None
    widest: int
    """The most values that a move has."""

    @property
    def stride(self) -> int:
        """Cells of a move in the list."""
        return 1 if self.parts is not None else 1 + self.widest

    # --- in the program ---

    def begun(self, offer: Number) -> Number:
        """The number of a move of which only the offer is known."""
        return offer

    def added(self, action: int, place: int, number: Number, before: Number) -> Number:
        """The number of a move once one more value is known."""
        assert self.parts is not None
        part = self.parts[action][place]
        shifted = folded("<<", folded("-", number, Num(part.low)), Num(part.shift))
        return folded("+", before, shifted)

    def values(self, action: int, move: Number, body: Body) -> list[Number]:
        """The values of the move that is listed at a place."""
        if self.parts is None:
            return [
                tree.Load(folded("+", Num(at), move), Array.MOVE)
                for at in range(1, self.widest + 1)
            ]
        code = body.keep(tree.Load(move, Array.MOVE))
        found = []
        for place, part in enumerate(self.parts[action]):
            number: Number = tree.Binary(">>", code, Num(part.shift))
            if place < len(self.parts[action]) - 1:
                number = tree.Binary("&", number, Num((1 << part.bits) - 1))
            found.append(folded("+", Num(part.low), number))
        return found

    def offer(self, move: Number, body: Body) -> Number:
        """The offer of the move that is listed at a place."""
        if self.parts is None:
            return tree.Load(move, Array.MOVE)
        return tree.Binary("&", body.keep(tree.Load(move, Array.MOVE)), Num((1 << OFFER_BITS) - 1))

    # --- outside of it ---

    def read(
        self, machine: Machine, actions: Sequence[int], cells: Sequence[int]
    ) -> tuple[int, ...]:
        """The number of the offer and the values of a listed move; ``actions`` are those of the offers."""
        if self.parts is None:
            many = len(machine.actions[actions[cells[0] - 1]].params) if cells[0] else 0
            return tuple(cells[: 1 + many])
        code = cells[0]
        offer = code & ((1 << OFFER_BITS) - 1)
        if not offer:
            return (0,)
        parts = self.parts[actions[offer - 1]]
        return (
            offer,
            *(((code >> part.shift) & ((1 << part.bits) - 1)) + part.low for part in parts),
        )


def packing_of(machine: Machine, facts: Facts, offered: Sequence[int]) -> Packing:
    """How the moves of the actions on offer are written."""
    widest = max((len(machine.actions[number].params) for number in offered), default=0)
    found: list[tuple[Part, ...]] = [()] * len(machine.actions)
    for number in set(offered):
        parts = _parts(machine.actions[number], facts)
        if parts is None:
            return Packing(None, widest)
        found[number] = parts
    return Packing(tuple(found), widest)


def _parts(action: Action, facts: Facts) -> tuple[Part, ...] | None:
    parts, shift = [], OFFER_BITS
    for param in action.params:
        bound = facts.of(param.domain)
        if bound.low > bound.high and not bound.none:
            parts.append(Part(0, shift, 0))
            continue
        if not safe(bound):
            return None
        low = min(bound.low, 0) if bound.low < 0 else 0
        bits = (bound.high - low).bit_length()
        parts.append(Part(low, shift, bits))
        shift += bits
    return tuple(parts) if shift <= _BITS else None
