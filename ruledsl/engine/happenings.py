"""What happens in play, as the steps of the machine report it.

A log is a plain list, appended to while play goes on and cut back when a move is taken
back. Playouts run without one. It is complete: whatever a seat can know of a game follows from
it. Who sees what of a happening is decided in `knowledge.project` alone; nothing here is
shown to anybody as it is.

The same classes tell what a seat sees of a happening. There a look of -1 or a value of
None is one that the seat does not see.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from attrs import frozen

from ruledsl.machine.model import ValueType


class CardAt(NamedTuple):
    """A card where it lies: zone number, place from 1 in a row or pile (else 0), look (-1: unknown)."""

    zone: int
    place: int
    look: int


@frozen
class Began:
    """The game began: it is game ``round`` of a match, in which the seats have won ``totals`` so far."""

    round: int
    totals: tuple[int, ...]


@frozen
class Laid:
    """A zone was laid out with these looks (as zones list their cards) before play: tests do that."""

    zone: int
    looks: tuple[int, ...]


@frozen
class Opened:
    """An element of an account got its first balance."""

    account: int
    element: int
    balance: int


@frozen
class Asked:
    """A seat must choose."""

    seat: int


@frozen
class Played:
    """A move was played by a seat; ``action`` is -1 for ``skip``."""

    seat: int
    action: int
    arguments: tuple[int | CardAt | None, ...]


@frozen
class Chosen:
    """A seat has chosen a move that is played later, when all have chosen."""

    seat: int
    action: int
    arguments: tuple[int | CardAt, ...]


@frozen
class Moved:
    """A card went from one place to another; ``look`` is -1 while it is undecided.

    Places count from 1 in rows (from the first) and piles (from the top), and are 0 elsewhere;
    ``target_place`` is counted once the card has left its source.
    """

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
    amount: int | None


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
    """The cards of these decks have gone back to their piles, as the moves before this tell."""

    decks: tuple[int, ...]


@frozen
class Revealed:
    """Cards or a value were shown to a seat, or to everybody where ``to`` is 0."""

    to: int
    cards: tuple[CardAt, ...]
    value: int | None
    type: ValueType | None


class Announcement(str):
    """What was announced, and how it came about: at which state, with which values in it."""

    __slots__ = ("state", "values")
    state: int
    values: tuple[int, ...]

    def __new__(cls, text: str, state: int, values: tuple[int, ...]) -> Announcement:
        """The text that state number ``state`` makes of the values."""
        made = super().__new__(cls, text)
        made.state, made.values = state, values
        return made

    def __getnewargs__(self) -> tuple[str, int, tuple[int, ...]]:  # type: ignore[override]
        return str(self), self.state, self.values


@frozen
class Announced:
    """Everybody was told this."""

    text: str


@frozen
class Started:
    """This seat starts, by lot or as it was given."""

    seat: int


@frozen
class Ended:
    """The game is over, with these scores in seat order and these winners."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


Happening: TypeAlias = (
    Began
    | Laid
    | Opened
    | Started
    | Asked
    | Played
    | Chosen
    | Moved
    | Paid
    | Assigned
    | Shuffled
    | Gathered
    | Revealed
    | Announced
    | Ended
)

Log: TypeAlias = list[Happening] | None
"""Where happenings are reported; None where nobody listens."""
