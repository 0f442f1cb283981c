"""Where everything lies in the arrays of a generated program.

``S`` begins with the cells of the machine, at the very places where the interpreter has them; its
registers for half-worked expressions are no part of them, a program keeps those in variables. Behind
follow cells that can be worked out from the others and make play quick, the generator of
chance, and room for lists, legal moves and results:

* ``where + card``: the zone in which a card lies (-1: it has left the game).
* The faces of all cards are numbered *slots*, in the order of looks. ``holder + slot`` is the card that
  has this face, ``slot + card`` the slot whose face a card has. ``open + 0 ...`` are the slots of
  the undecided cards, ``opened`` of them, in any order: to draw is to pick one of these.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ruledsl.engine.frame import Frame
from ruledsl.machine.model import NONE, Machine

FAIL = NONE - 1
"""What a function yields that could not do its work: no value of the rules."""

LATER = -1
"""The error that asks for chance: some cards must be drawn, then the step is taken again."""


class Constants:
    """The constants of a program: each list is laid down once."""

    def __init__(self) -> None:
        self.values: list[int] = []
        self._places: dict[tuple[int, ...], int] = {}

    def place(self, values: Sequence[int]) -> int:
        """Where a list of numbers begins."""
        key = tuple(values)
        if key not in self._places:
            self._places[key] = len(self.values)
            self.values += key
        return self._places[key]


@frozen
class Layout:
    """The places in ``S``; those from `kept` on are no part of a state of play."""

    cards: int
    core: int
    where: int
    holder: int
    slot: int
    open: int
    opened: int
    random: int
    """The state of the generator of chance: two cells."""
    fuel: int
    kept: int
    error: int
    """The number of the fault that came up (`LATER`: chance is asked for; 0: all is well); in the cells
    behind it two numbers that belong to the fault, and the way on which it came up."""
    draws: int
    """How many cards must be drawn; they follow."""
    trace: int
    """How many numbers of the trace are filled; they follow. Only in programs that are traced."""
    saved: int
    """Room for a state that is put by."""
    results: int
    legal: int
    """The list of legal moves; so long as the program runs they are counted from its beginning."""
    stride: int
    """Cells of a legal move: the number of its offer, then its values."""
    scratch: int


TRACED = 500_000
"""Numbers that a trace can hold."""

RESULTS = 16_384
"""Cells for the results of a batch."""


def laid_out(
    frame: Frame, longest: int, moves: int, stride: int, *, traced: bool = False
) -> Layout:
    """The layout of a program: ``longest`` list of cards, ``moves`` at once and their ``stride``."""
    cards = frame.card_count
    core = frame.scratch
    where = core
    opened = where + 4 * cards
    kept = opened + 4
    draws = kept + 4
    trace = draws + 1 + max(longest, cards)
    saved = trace + 1 + (TRACED if traced else 0)
    results = saved + kept + 6 * cards
    legal = results + RESULTS
    return Layout(
        cards=cards,
        core=core,
        where=where,
        holder=where + cards,
        slot=where + 2 * cards,
        open=where + 3 * cards,
        opened=opened,
        random=opened + 1,
        fuel=opened + 3,
        kept=kept,
        error=kept,
        draws=draws,
        trace=trace,
        saved=saved,
        results=results,
        legal=legal,
        stride=stride,
        scratch=legal + moves * stride,
    )


def slots_of(machine: Machine) -> tuple[list[int], list[int], list[int]]:
    """Looks of the slots in order; for each look its first slot, and how many it has."""
    looks = sorted(machine.cards)
    counts = [0] * len(machine.looks)
    for look in looks:
        counts[look] += 1
    first, at = [], 0
    for count in counts:
        first.append(at)
        at += count
    return looks, first, counts
