"""What happens in play, as the steps of the machine report it.

A log is a plain list, appended to while play goes on and cut back when a move is taken
back. Playouts run without one. Who may know what of a happening is decided in `view`
alone; nothing here is shown to anybody as it is.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from attrs import frozen

from ruledsl.machine.model import ValueType


class CardAt(NamedTuple):
    """A card where it lies: zone number, place from 1 in a row or pile (else 0), look (-1: unknown)."""

    zone: int
    place: int
    look: int


@frozen
class Played:
    """A move was played by a seat; ``action`` is -1 for ``skip``."""

    seat: int
    action: int
    arguments: tuple[int | CardAt, ...]


@frozen
class Chosen:
    """A seat has chosen a move that is played later, when all have chosen."""

    seat: int
    action: int
    arguments: tuple[int | CardAt, ...]


@frozen
class Moved:
    """A card went from one place to another; ``look`` is -1 while it is undecided."""

    look: int
    source: int
    source_place: int
    target: int
    target_place: int


@frozen
class Paid:
    """An amount went from an element of one account to an element of another."""

    source: int
    source_element: int
    target: int
    target_element: int
    amount: int


@frozen
class Assigned:
    """An element of a variable got a value."""

    variable: int
    element: int
    value: int


@frozen
class Shuffled:
    """A zone was shuffled."""

    zone: int


@frozen
class Gathered:
    """The cards of these decks went back to their piles."""

    decks: tuple[int, ...]


@frozen
class Revealed:
    """Cards or a value were shown to a seat, or to everybody where ``to`` is 0."""

    to: int
    cards: tuple[CardAt, ...]
    value: int
    type: ValueType | None


@frozen
class Announced:
    """Everybody was told this."""

    text: str


@frozen
class Started:
    """The lot fell on this seat to start."""

    seat: int


Happening: TypeAlias = (
    Played | Chosen | Moved | Paid | Assigned | Shuffled | Gathered | Revealed | Announced | Started
)

Log: TypeAlias = list[Happening] | None
"""Where happenings are reported; None where nobody listens."""

HappeningKind: TypeAlias = Literal[
    "played",
    "chosen",
    "moved",
    "paid",
    "assigned",
    "shuffled",
    "gathered",
    "revealed",
    "announced",
    "started",
]
