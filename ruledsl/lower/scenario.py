"""A test in the language, lowered: the steps that are played, one after the other.

Moves and cards are kept as the text that a player would type.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import field, frozen

from ruledsl.machine import model as m
from ruledsl.machine.model import Expr
from ruledsl.source import NOWHERE, Span


@frozen
class Step:
    """A line of a test."""

    span: Span = field(default=NOWHERE, kw_only=True)


@frozen
class GivenCards(Step):
    """The cards that lie in a zone, by look, fetched from wherever they are."""

    zone: int
    looks: tuple[int, ...]


@frozen
class GivenMoney(Step):
    """The balance of an account."""

    account: int
    target: m.Address
    value: Expr


@frozen
class GivenValue(Step):
    """The value of a variable."""

    variable: int
    target: m.Address
    value: Expr


@frozen
class GivenStarter(Step):
    """Who starts."""

    seat: int


@frozen
class Play(Step):
    """A seat plays a move."""

    seat: int
    move: str


@frozen
class RunPhase(Step):
    """One phase is run in the given position, with nobody acting."""

    routine: int


@frozen
class PlayOn(Step):
    """Random moves to the end."""


@frozen
class Expect(Step):
    """A condition that holds now; ``result`` where it mentions the score, which exists at the end only.

    ``sides`` is how the two sides of a comparison are shown where it fails.
    """

    condition: Expr
    text: str
    result: bool
    sides: m.ValueType | None


@frozen
class ExpectOver(Step):
    """Play is over, or is not."""

    over: bool


@frozen
class ExpectActor(Step):
    """It is this seat's turn (or, ``negated``, somebody else's)."""

    seat: int
    negated: bool


@frozen
class ExpectWinners(Step):
    """These seats have won, and no others."""

    seats: tuple[int, ...]


@frozen
class SeesCards(Step):
    """A seat (0: an onlooker) knows that these cards lie in a zone; ``negated``: it knows it of none of them.

    ``place`` is 0 for anywhere in the zone, else the place as the zone lists its cards, from
    1, or -1 for the last one.
    """

    seat: int
    negated: bool
    zone: int
    place: int
    looks: tuple[int, ...]


@frozen
class SeesSome(Step):
    """A seat knows the faces of so many cards in a zone, and of no more."""

    seat: int
    count: int
    zone: int


@frozen
class SeesPlace(Step):
    """A seat knows the faces of all cards in a zone, or of the one at a place; ``negated``: of none."""

    seat: int
    negated: bool
    zone: int
    place: int


@frozen
class SeesValue(Step):
    """A seat sees an element (from 1) of an account or a variable; ``value`` is None for any value."""

    seat: int
    negated: bool
    account: bool
    number: int
    element: int
    value: int | None


@frozen
class TellsApart(Step):
    """What a seat has seen so far differs from what it has seen when another test is over; ``negated``: it is the same."""

    seat: int
    negated: bool
    title: str


@frozen
class ExpectMoves(Step):
    """These moves of a seat are legal, and no others."""

    seat: int
    moves: tuple[str, ...]


@frozen
class Refuse(Step):
    """This move of a seat is not legal, for a reason that contains a text."""

    seat: int
    move: str
    reason: str | None


@frozen
class Deal(Step):
    """The coming chance events have these outcomes, as players would type them; ``places`` is where each stands."""

    outcomes: tuple[str, ...]
    places: tuple[Span, ...]


AnyStep: TypeAlias = (
    GivenCards
    | GivenMoney
    | GivenValue
    | GivenStarter
    | Play
    | RunPhase
    | PlayOn
    | Expect
    | ExpectOver
    | ExpectActor
    | ExpectWinners
    | SeesCards
    | SeesSome
    | SeesPlace
    | SeesValue
    | TellsApart
    | ExpectMoves
    | Refuse
    | Deal
)


@frozen
class Scenario:
    """A test: its title and its steps; ``begins`` is the state in which play begins after the setup."""

    title: str
    steps: tuple[AnyStep, ...]
    begins: int
    span: Span
