"""Which cell is what: the layout of a machine, cell by cell, and what is wrong with it.

Counters, variables, accounts, zones, faces, pools, scores and totals are
declared; every other cell below ``scratch`` is a register, the rest is scratch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from attrs import frozen

from ruledsl import limits
from ruledsl.machine.model import COUNTERS, Layout, Machine

Use: TypeAlias = Literal[
    "counter",
    "register",
    "variable",
    "account",
    "zone",
    "face",
    "pool",
    "score",
    "total",
    "scratch",
]


@frozen
class Segments:
    """The use of each cell, and the number of the variable, account or zone that it belongs to.

    ``owners`` is -1 where there is no such number, ``ends`` the first cell behind each that differs in one of both.
    """

    uses: tuple[Use, ...]
    owners: tuple[int, ...]
    ends: tuple[int, ...]

    def use(self, cell: int) -> Use | None:
        """What the cell is for; None outside the layout."""
        return self.uses[cell] if 0 <= cell < len(self.uses) else None

    def is_block(self, base: int, size: int, use: Use) -> bool:
        """Whether the ``size`` cells (at least one) from ``base`` on are of that use and belong together."""
        return size >= 1 and self.use(base) == use and base + size <= self.ends[base]


def run_ends(values: Sequence[object]) -> tuple[int, ...]:
    """For each place the first one behind it with another value."""
    ends = [len(values)] * len(values)
    for place in range(len(values) - 2, -1, -1):
        ends[place] = ends[place + 1] if values[place] == values[place + 1] else place + 1
    return tuple(ends)


def segments(machine: Machine) -> tuple[Segments, tuple[str, ...]]:
    """The layout cell by cell, with its faults: overlaps, cells that do not exist, wrong counts.

    The segments mean something only when there are no faults.
    """
    layout = machine.layout
    found = list(_frame(layout, machine))
    if found:
        return Segments((), (), ()), tuple(found)
    uses: list[Use] = ["scratch"] * layout.size
    uses[: layout.scratch] = ["register"] * layout.scratch
    owners = [-1] * layout.size
    for cell in range(COUNTERS):
        uses[cell] = "counter"
    for name, use, owner, base, size in _claims(machine):
        if size < 0 or base < COUNTERS or base + size > layout.scratch:
            found.append(f"{name} lies outside the cells of the game")
            continue
        for cell in range(base, base + size):
            if uses[cell] != "register":
                found.append(f"{name} lies over other cells, at cell {cell}")
                break
            uses[cell] = use
            owners[cell] = owner
    ends = run_ends(tuple(zip(uses, owners, strict=True)))
    return Segments(tuple(uses), tuple(owners), ends), tuple(found)


def _frame(layout: Layout, machine: Machine) -> Iterator[str]:
    if not COUNTERS <= layout.scratch <= layout.size:
        yield "the layout is not in order"
    elif layout.size > limits.CELLS:
        yield f"the layout has {layout.size} cells; the limit is {limits.CELLS}"
    elif len(layout.sorts) != layout.size:
        yield f"the layout names the sorts of {len(layout.sorts)} cells, but has {layout.size}"
    for sort, present in (("look", machine.looks), ("card", machine.cards)):
        if not present and sort in layout.sorts:
            yield f"a cell holds a {sort}, but there is none"


def _claims(machine: Machine) -> Iterator[tuple[str, Use, int, int, int]]:
    """Everything that is declared to lie somewhere: what, use, number, first cell, how many cells."""
    layout = machine.layout
    for number, variable in enumerate(machine.variables):
        yield f"variable `{variable.name}`", "variable", number, variable.base, variable.size
    for number, account in enumerate(machine.accounts):
        yield f"account `{account.name}`", "account", number, account.base, account.size
    for number, zone in enumerate(machine.zones):
        size = zone.capacity + 1 if zone.capacity >= 0 else -1
        yield f"place `{zone.label}`", "zone", number, zone.base, size
    yield "the faces of the cards", "face", -1, layout.faces, len(machine.cards)
    yield "the pools of the cards", "pool", -1, layout.pools, len(machine.cards)
    yield "the scores", "score", -1, layout.scores, 2 * machine.players
    yield "the totals", "total", -1, layout.totals, machine.players
