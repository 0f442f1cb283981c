"""What is known of the values of a machine's expressions at a place: the checks that need not be made."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter

from attrs import evolve

from ruledsl.machine.bounds import Bound, Bounds
from ruledsl.machine.model import SAFE, Collect, Decide, Expr, Machine, Next

_ANYTHING = Bound(-SAFE, SAFE, True)


def _own(machine: Machine) -> frozenset[int]:
    """The registers that the machine keeps for itself: where routines return to, what is pending, loops."""
    found: set[int] = set()
    for routine in machine.routines:
        found |= {routine.back, routine.me}
    for state in machine.states:
        match state:
            case Next():
                found.add(state.position)
            case Collect():
                found.update(range(state.base, state.base + state.capacity + 1))
            case Decide() if state.pending >= 0:
                size = state.width * machine.players
                found.update(range(state.pending, state.pending + size))
            case _:
                pass
    return frozenset(found)


class Facts(Bounds):
    """The bounds of a machine, sharpened by what is known of some cells at a place."""

    def __init__(self, machine: Machine) -> None:
        self.known: Mapping[int, Bound] = {}
        self._own = _own(machine)
        layout = machine.layout
        self._empty = frozenset(
            cell for cell, sort in enumerate(layout.sorts[: layout.scratch]) if sort == "card"
        )
        self._versions: dict[tuple[tuple[int, Bound], ...], int] = {}
        self._version = -1
        self._worked: dict[int, tuple[Expr, int, Bound]] = {}
        super().__init__(machine)

    def cell(self, cell: int) -> Bound:
        """What a cell may hold here."""
        known = self.known.get(cell)
        if known is not None:
            return known
        if cell in self._own:
            return _ANYTHING
        bound = super().cell(cell)
        # A register for a card holds `none` while it keeps no card.
        return evolve(bound, none=True) if cell in self._empty else bound

    def listed(self, base: int) -> Bound:
        """What is known of the elements of the list that lies at a cell."""
        return self._lists.get(base, _ANYTHING)

    def at(self, expr: Expr, known: Mapping[int, Bound]) -> Bound:
        """What is known of an expression where these things are known of cells."""
        key = tuple(sorted(known.items(), key=itemgetter(0)))
        self._version = self._versions.setdefault(key, len(self._versions))
        self.known = known
        try:
            return self.of(expr)
        finally:
            self.known = {}
            self._version = -1

    def of(self, expr: Expr) -> Bound:
        """What is known of an expression; worked out once for all places where the same is known."""
        if self._version < 0 or not expr.args:
            return super().of(expr)
        found = self._worked.get(id(expr))
        if found is not None and found[0] is expr and found[1] == self._version:
            return found[2]
        bound = super().of(expr)
        self._worked[id(expr)] = (expr, self._version, bound)
        return bound


def safe(bound: Bound) -> bool:
    """Whether a value surely is a number."""
    return not bound.unset and bound.within(-SAFE, SAFE)
