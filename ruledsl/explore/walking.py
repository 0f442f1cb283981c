"""Games as explorations play them: the bare core of a game, with what decides chance, and the moves so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from attrs import frozen

from ruledsl.engine.frame import FUEL, Cells
from ruledsl.engine.luck import Luck
from ruledsl.engine.moves import Move
from ruledsl.engine.offers import LegalMoves
from ruledsl.engine.runner import Program
from ruledsl.explore.costs import LOOKED_AT, TAKEN
from ruledsl.machine.model import ME, ROUND, STARTER, STATE, STEPS


@frozen
class Opening:
    """Where a game of a match begins: which game it is, what the seats have won before, who starts (0: by lot)."""

    round: int = 1
    totals: tuple[int, ...] = ()
    starter: int = 0


ALONE = Opening()
"""A game by itself, or the first of a match."""


@frozen
class Line:
    """A game, or its beginning: what decides chance, and the moves in order."""

    luck: Luck
    moves: tuple[Move, ...]
    opening: Opening = ALONE


_Trail: TypeAlias = "tuple[Move, _Trail | None]"
"""The last move of a game, and those before it, which games that go their own way from there have in common."""


class Walk:
    """A game in progress. After a :class:`~ruledsl.engine.errors.RuleFault` it is of no more use.

    ``cells`` are the cells now, ``legal`` the legal moves with what they bind (none when the game is over); neither is to be
    changed. ``length`` counts the moves that have been played, ``events`` how often chance had a choice.
    """

    __slots__ = (
        "_events_before",
        "_looked_at",
        "_trail",
        "cells",
        "events",
        "legal",
        "length",
        "luck",
        "opening",
        "program",
    )

    def __init__(self, program: Program, luck: Luck, opening: Opening = ALONE) -> None:
        """A game from its start, be it a later one of a match. Raises :class:`~ruledsl.engine.errors.RuleFault`."""
        cells = program.frame.fresh()
        cells[STATE] = program.machine.start
        cells[STARTER] = opening.starter
        cells[ROUND] = opening.round
        totals = program.machine.layout.totals
        cells[totals : totals + len(opening.totals)] = opening.totals
        self.program = program
        self.luck = luck
        self.opening = opening
        self.cells: Cells = cells
        self.legal: LegalMoves = {}
        self.length = 0
        self._trail: _Trail | None = None
        self.events = self._events_before = 0
        self._looked_at = 0
        self._go_on()

    @property
    def actor(self) -> int:
        """The seat that must choose; 0 when the game is over."""
        return self.cells[ME] if self.legal else 0

    @property
    def work(self) -> int:
        """What the last move took, its consequences and what is legal then, in moves as they usually are; be it that they failed."""
        looked_at = self._looked_at + self.program.frame.elements - self.cells[FUEL]
        chance = self.events - self._events_before
        return (
            1
            + self.cells[STEPS] // TAKEN
            + looked_at // LOOKED_AT
            + len(self.legal) // 20
            + chance // 2
        )

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that have been played, in order."""
        found = []
        trail = self._trail
        while trail is not None:
            move, trail = trail
            found.append(move)
        return tuple(reversed(found))

    @property
    def line(self) -> Line:
        """How the game went so far."""
        return Line(self.luck, self.moves, self.opening)

    def copy(self) -> Walk:
        """A game that goes its own way from here."""
        other = Walk.__new__(Walk)
        other.program = self.program
        other.luck = self.luck
        other.opening = self.opening
        other.cells = self.cells.copy()
        other.legal = self.legal
        other.length = self.length
        other._trail = self._trail
        other.events = self.events
        other._events_before = self._events_before
        other._looked_at = self._looked_at
        return other

    def play(self, move: Move) -> None:
        """Play a legal move. Raises :class:`~ruledsl.engine.errors.RuleFault`; ``moves`` then ends with that move."""
        binding = self.legal[move]
        self._trail = move, self._trail
        self.length += 1
        self._events_before = self.events
        self._looked_at = 0
        self.program.play(self.cells, move, binding, None)
        self._go_on()

    def _go_on(self) -> None:
        program, cells = self.program, self.cells
        while (event := program.run(cells, None)) is not None:
            picked, drawn = program.chance.settle(cells, event, self.luck)
            self.events += any(several for _, several in drawn)
            program.happened(cells, event, picked, None)
        # Listing what is legal counts from the start.
        self._looked_at = program.frame.elements - cells[FUEL]
        cells[FUEL] = program.frame.elements
        self.legal = program.legal(cells)


def begun(program: Program, luck: Luck, moves: Sequence[Move], opening: Opening = ALONE) -> Walk:
    """A game from its start with these moves, which must be legal. Raises :class:`~ruledsl.engine.errors.RuleFault`."""
    walk = Walk(program, luck, opening)
    for move in moves:
        walk.play(move)
    return walk
