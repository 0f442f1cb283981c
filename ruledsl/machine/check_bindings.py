"""Whether actions read what was bound by themselves, and nothing that listing moves leaves behind.

While moves are listed, parameters and lets go through all that they may be, one action after the other, and afterwards
hold what they did before. So nobody may ask for one before it is bound, nor for those of another action: what that
would be depends on how moves are listed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from ruledsl.machine.flow import all_expressions, define_order, offers
from ruledsl.machine.model import Action, Expr, Machine
from ruledsl.machine.sorts import AGGREGATES, nodes_of


def problems(machine: Machine) -> Iterator[str]:
    """What is read before it is bound; defines must not lead back to themselves."""
    reads = _Reads(machine)
    for number, action in enumerate(machine.actions):
        for cell in _too_early(action, reads):
            yield f"actions[{number}]: cell {cell} is read before it is bound"
    for number, state in enumerate(machine.states):
        for offer in offers(state):
            for argument in offer.arguments or ():
                for cell in reads.cells(reads.of(argument)):
                    yield f"states[{number}]: cell {cell} is bound by an action, not before it"


def _too_early(action: Action, reads: _Reads) -> Iterator[int]:
    """The cells that an action reads before it binds them."""
    own = 0
    for param in action.params:
        yield from reads.cells(reads.of(param.domain) & ~own)
        own |= reads.one(param.cell)
    for guard in action.guards:
        yield from reads.cells(reads.of(guard.value) & ~own)
        if guard.cell >= 0:
            own |= reads.one(guard.cell)


def overwritten(machine: Machine) -> Iterator[str]:
    """Which defines overwrite cells that are needed around them; defines must not lead back to themselves."""
    scratch = machine.layout.scratch
    written = [0] * len(machine.defines)
    for number in define_order(machine)[0]:
        define = machine.defines[number]
        for cell in define.params:
            written[number] |= 1 << (cell - scratch)
        for node in nodes_of(define.body):
            if node.op == "call":
                written[number] |= written[node.nums[0]]
            elif node.op in AGGREGATES:
                written[number] |= 1 << (node.nums[0] - scratch)
    params = {f"defines[{number}]": define.params for number, define in enumerate(machine.defines)}
    for place, expr in all_expressions(machine):
        needed = sum(1 << (cell - scratch) for cell in params.get(place, ()))
        waiting = [(expr, needed)]
        while waiting:
            node, needed = waiting.pop()
            if node.op == "call" and written[node.nums[0]] & needed:
                yield f"{place}: `{machine.defines[node.nums[0]].name}` overwrites what is needed around it"
                break
            inside = needed
            if node.op in AGGREGATES:
                inside |= 1 << (node.nums[0] - scratch)
            waiting += [(arg, inside if at else needed) for at, arg in enumerate(node.args)]


class _Reads:
    """Which of the cells that actions bind expressions read, those of the defines that they mention included.

    Sets of cells are numbers here, a bit for each cell in order: there may be many, and large ones.
    """

    def __init__(self, machine: Machine) -> None:
        params = (param.cell for action in machine.actions for param in action.params)
        lets = (guard.cell for action in machine.actions for guard in action.guards)
        self._bound = sorted({*params, *lets} - {-1})
        self._defines = [0] * len(machine.defines)
        for number in define_order(machine)[0]:
            self._defines[number] = self.of(machine.defines[number].body)

    def of(self, expr: Expr) -> int:
        """The cells that one expression reads."""
        found = 0
        for node in nodes_of(expr):
            if node.op == "call":
                found |= self._defines[node.nums[0]]
            elif node.op == "cell":
                found |= self.one(node.nums[0])
            elif node.op == "item":
                found |= self._some(*node.nums)
        return found

    def one(self, cell: int) -> int:
        """A single cell; nothing if no action binds it."""
        return self._some(cell, 1)

    def _some(self, base: int, size: int) -> int:
        first = bisect_left(self._bound, base)
        many = bisect_left(self._bound, base + size, first) - first
        return (1 << many) - 1 << first if many else 0

    def cells(self, found: int) -> Iterator[int]:
        """The cells of a set, in order."""
        while found:
            yield self._bound[(found & -found).bit_length() - 1]
            found &= found - 1
