"""Which zones without order must be kept in order after all.

The interpreter keeps the cards of such a zone sorted by (look, card), because whatever goes through
them must not see in which order they came. Where nothing ever goes through them, a program lays them
down as they come; who reads its cells puts them in order (`backend.Play.core`).
"""

from __future__ import annotations

from ruledsl.engine.frame import Frame
from ruledsl.machine.flow import all_expressions
from ruledsl.machine.model import Expr, Gather, Machine, MoveSome, Reveal, Shuffle
from ruledsl.machine.sorts import nodes_of

_LISTING = frozenset({"cards", "first", "last", "at"})


def listed_zones(frame: Frame) -> frozenset[int]:
    """The zones whose cards something may go through, piles and rows included."""
    machine = frame.machine
    found: set[int] = {number for number, place in enumerate(frame.places) if place != "zone"}
    for _, expr in all_expressions(machine):
        for node in nodes_of(expr):
            if node.op in _LISTING:
                found.update(_zones(machine, node.args[0]))
            elif node.op == "family_cards":
                family = machine.families[node.nums[0]]
                found.update(range(family.first, family.first + family.size))
    for state in machine.states:
        match state:
            case MoveSome():
                for source in state.sources:
                    found.update(_zones(machine, source))
            case Shuffle():
                found.update(_zones(machine, state.zone))
            case Reveal() if state.what.op in ("zone", "zone_at", "call"):
                found.update(_zones(machine, state.what))
            case Gather():
                found.update(range(len(machine.zones)))
            case _:
                pass
    return frozenset(found)


def _zones(machine: Machine, expr: Expr) -> range:
    """The zones that an expression may yield."""
    if expr.op == "zone":
        return range(expr.nums[0], expr.nums[0] + 1)
    if expr.op == "zone_at":
        return range(expr.nums[0], expr.nums[0] + expr.nums[1])
    return range(len(machine.zones))
