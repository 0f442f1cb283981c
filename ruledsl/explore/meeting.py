"""What explorations come upon: a game in which something is wrong, before anybody is told of it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

from ruledsl.engine.errors import NoLegalMove, RuleFault
from ruledsl.explore.walking import Line
from ruledsl.machine.model import Machine, Move, MoveSome, Open, Pay
from ruledsl.simulation.results import Faulted
from ruledsl.source import Span

Wrong: TypeAlias = Literal["fault", "box", "stuck", "endless"]
"""The rules fail; cards or money are lacking, or there is no room for them; a choice has no legal move; a position comes again."""


@frozen
class Place:
    """What is wrong, and where: one finding however many games show it."""

    wrong: Wrong
    span: Span


@frozen
class Met:
    """A game in which something is wrong after its last move.

    ``fault`` is what the rules fail with; of a game without end, ``back`` moves of it lead back to the same position.
    """

    place: Place
    line: Line
    fault: RuleFault | None = None
    back: int = 0

    @property
    def length(self) -> int:
        """The number of moves: the shorter a game, the better it shows what is wrong."""
        return len(self.line.moves)


def faulty(machine: Machine, line: Line, fault: RuleFault) -> Met:
    """A game in which the rules fail after the last move."""
    return Met(Place(kind_of(machine, fault), fault.span), line, fault)


def kind_of(machine: Machine, fault: RuleFault | Faulted) -> Wrong:
    """What kind of fault it is."""
    seats = range(1, machine.players + 1)
    if any(fault.message == NoLegalMove(fault.span, "", seat).message for seat in seats):
        return "stuck"
    moving = any(
        isinstance(state, Pay | Open | Move | MoveSome) and state.span == fault.span
        for state in machine.states
    )
    return "box" if moving else "fault"
