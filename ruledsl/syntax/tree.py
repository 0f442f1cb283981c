"""The syntax tree: what a rule file says, before anything is known about names.

Every node is frozen and carries the ``span`` it was read from, which takes no
part in equality: two trees are equal when the rules say the same. The printer
(`printer.py`) turns a tree back into text; parentheses are not kept, it puts
them where precedence asks for them.

It is longer than most modules because it is a list of small classes, one a construct of the language.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import field, fields, frozen

from ruledsl.source import NOWHERE, Span


@frozen(eq=False, repr=False)
class Node:
    """Anything in the tree.

    Equality, hash and text are worked out here from the fields, once for all nodes. Made for each
    class by itself, as attrs would, they double the time that importing this module takes.
    """

    span: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)

    def _told(self) -> tuple[object, ...]:
        """What a node says: all its fields but the place."""
        return tuple(getattr(self, a.name) for a in fields(type(self)) if a.eq)

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self is other or self._told() == other._told()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self._told()))

    def __repr__(self) -> str:
        told = (f"{a.name}={getattr(self, a.name)!r}" for a in fields(type(self)) if a.repr)
        return f"{type(self).__name__}({', '.join(told)})"


@frozen(eq=False, repr=False)
class Name(Node):
    """A name where one is declared or mentioned."""

    text: str


# --- expressions -----------------------------------------------------------------


@frozen(eq=False, repr=False)
class Number(Node):
    value: int


@frozen(eq=False, repr=False)
class Ref(Node):
    """A name used as a value: a variable, a member, a player, ``me``, ``yes``, ..."""

    name: str


@frozen(eq=False, repr=False)
class Yours(Node):
    """``your X``: the member of the family ``X`` that belongs to whoever acts."""

    name: str


@frozen(eq=False, repr=False)
class Nothing(Node):
    """``none``."""


@frozen(eq=False, repr=False)
class Unlimited(Node):
    """``unlimited``, the balance of an account that never runs out."""


@frozen(eq=False, repr=False)
class ListOf(Node):
    """``[a, b, c]``."""

    items: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class Call(Node):
    """``name(a, b)``: a define, a kind of card (in tests) or a built-in function."""

    name: Name
    arguments: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class Index(Node):
    """``base[index]``."""

    base: Expr
    index: Expr


@frozen(eq=False, repr=False)
class Attribute(Node):
    """``base.name``."""

    base: Expr
    name: Name


@frozen(eq=False, repr=False)
class Negative(Node):
    operand: Expr


@frozen(eq=False, repr=False)
class Not(Node):
    operand: Expr


BinaryOp: TypeAlias = Literal["+", "-", "*", "div", "mod", "and", "or", "implies"]
CompareOp: TypeAlias = Literal["==", "!=", "<", "<=", ">", ">="]


@frozen(eq=False, repr=False)
class Binary(Node):
    """Arithmetic (``+ - * div mod``) and logic (``and or implies``)."""

    op: BinaryOp
    left: Expr
    right: Expr


@frozen(eq=False, repr=False)
class Compare(Node):
    """One comparison; they do not chain."""

    op: CompareOp
    left: Expr
    right: Expr


@frozen(eq=False, repr=False)
class IsKind(Node):
    """``c is Pip``, ``c is not Pip``."""

    subject: Expr
    kind: Name
    negated: bool


@frozen(eq=False, repr=False)
class IsEmpty(Node):
    """``zone is empty``, ``zone is not empty``."""

    subject: Expr
    negated: bool


@frozen(eq=False, repr=False)
class MemberOf(Node):
    """``x in S``, ``x not in S``."""

    subject: Expr
    domain: Expr
    negated: bool


@frozen(eq=False, repr=False)
class RangeOf(Node):
    """``low .. high``, both ends included."""

    low: Expr
    high: Expr


@frozen(eq=False, repr=False)
class RangeFrom(Node):
    """``S from start``: all of a type, once round, ``start`` first; only what is gone through."""

    domain: Expr
    start: Expr


@frozen(eq=False, repr=False)
class Conditional(Node):
    """``value if condition else otherwise``."""

    value: Expr
    condition: Expr
    otherwise: Expr


@frozen(eq=False, repr=False)
class Binder(Node):
    """``name in domain where condition``."""

    name: Name
    domain: Expr
    condition: Expr | None


PickOp: TypeAlias = Literal["count", "the", "highest", "lowest"]
FoldOp: TypeAlias = Literal["sum", "min", "max", "any", "every"]


@frozen(eq=False, repr=False)
class Pick(Node):
    """An aggregate over elements: ``count(x in S where C)``, ``highest(x in S by e, first of equals else d)``."""

    op: PickOp
    binder: Binder
    by: Expr | None
    first_of_equals: bool
    otherwise: Expr | None


@frozen(eq=False, repr=False)
class Fold(Node):
    """An aggregate over values: ``sum(e for x in S where C)``, ``any(C for x in S)``."""

    op: FoldOp
    value: Expr
    binder: Binder
    otherwise: Expr | None


@frozen(eq=False, repr=False)
class FoldValues(Node):
    """``min(a, b)``, ``max(a, b, c)``: an aggregate over the values written out."""

    op: FoldOp
    values: tuple[Expr, ...]


Expr: TypeAlias = (
    Number
    | Ref
    | Yours
    | Nothing
    | Unlimited
    | ListOf
    | Call
    | Index
    | Attribute
    | Negative
    | Not
    | Binary
    | Compare
    | IsKind
    | IsEmpty
    | MemberOf
    | RangeOf
    | RangeFrom
    | Conditional
    | Pick
    | Fold
    | FoldValues
)


# --- statements --------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Require(Node):
    """``require C, otherwise "reason"``."""

    condition: Expr
    reason: str | None


AssignOp: TypeAlias = Literal["=", "+=", "-="]


@frozen(eq=False, repr=False)
class Assign(Node):
    target: Expr
    op: AssignOp
    value: Expr


@frozen(eq=False, repr=False)
class Let(Node):
    name: Name
    value: Expr


@frozen(eq=False, repr=False)
class Quantity(Node):
    """``N from ZONE``, ``up to N from ZONE``, ``all from ZONE`` (then ``amount`` is None)."""

    amount: Expr | None
    up_to: bool
    source: Expr


@frozen(eq=False, repr=False)
class Move(Node):
    """``move CARD, CARD to ZONE`` or ``move QUANTITY to ZONE``, perhaps ``underneath``."""

    what: tuple[Expr, ...] | Quantity
    to: Expr
    underneath: bool


@frozen(eq=False, repr=False)
class Shuffle(Node):
    zone: Expr


@frozen(eq=False, repr=False)
class Gather(Node):
    deck: Expr


@frozen(eq=False, repr=False)
class Reveal(Node):
    """``reveal CARD|ZONE|VALUE``, ``reveal ... to P``."""

    what: Expr
    to: Expr | None


@frozen(eq=False, repr=False)
class Pay(Node):
    """``pay N from A to B``, ``pay up to N ...``, ``pay all ...`` (then ``amount`` is None)."""

    amount: Expr | None
    up_to: bool
    source: Expr
    target: Expr


@frozen(eq=False, repr=False)
class Do(Node):
    phase: Name


@frozen(eq=False, repr=False)
class Offer(Node):
    """An action as it is offered; with arguments all its parameters are fixed."""

    action: Name
    arguments: tuple[Expr, ...] | None


@frozen(eq=False, repr=False)
class Choose(Node):
    """``must A or B, otherwise C``; ``may A or B`` when ``optional``."""

    optional: bool
    offers: tuple[Offer, ...]
    otherwise: Offer | None


@frozen(eq=False, repr=False)
class End(Node):
    """``end PHASE``; ``end game`` goes to the score."""

    phase: Name


@frozen(eq=False, repr=False)
class Announce(Node):
    text: str


@frozen(eq=False, repr=False)
class Arm(Node):
    condition: Expr
    body: tuple[Statement, ...]


@frozen(eq=False, repr=False)
class If(Node):
    """``if``/``elif`` arms in order, then ``otherwise`` (empty without ``else``)."""

    arms: tuple[Arm, ...]
    otherwise: tuple[Statement, ...]


@frozen(eq=False, repr=False)
class For(Node):
    binder: Binder
    body: tuple[Statement, ...]


@frozen(eq=False, repr=False)
class Repeat(Node):
    """``repeat N times:``, ``repeat until C:``, ``repeat:`` (neither is given)."""

    times: Expr | None
    until: Expr | None
    body: tuple[Statement, ...]


@frozen(eq=False, repr=False)
class Turns(Node):
    """``turns from P where C until D:``: round and round the table."""

    start: Expr
    condition: Expr | None
    until: Expr | None
    body: tuple[Statement, ...]


@frozen(eq=False, repr=False)
class Each(Node):
    """``each [other] player [from P] [where C]:``: once round the table."""

    other: bool
    start: Expr | None
    condition: Expr | None
    body: tuple[Statement, ...]


@frozen(eq=False, repr=False)
class Together(Node):
    """``together each player [where C]:``: everybody chooses without seeing the others' choice."""

    condition: Expr | None
    body: tuple[Statement, ...]


@frozen(eq=False, repr=False)
class Acts(Node):
    """``player P acts:``."""

    player: Expr
    body: tuple[Statement, ...]


Statement: TypeAlias = (
    Require
    | Assign
    | Let
    | Move
    | Shuffle
    | Gather
    | Reveal
    | Pay
    | Do
    | Choose
    | End
    | Announce
    | If
    | For
    | Repeat
    | Turns
    | Each
    | Together
    | Acts
)


# --- declarations --------------------------------------------------------------------


@frozen(eq=False, repr=False)
class TypeRef(Node):
    """``T``, ``0..13``, ``Player or none``."""

    domain: Expr
    or_none: bool


@frozen(eq=False, repr=False)
class FieldDecl(Node):
    """An attribute of a kind of card: ``value: 2..6``."""

    name: Name
    type: TypeRef


@frozen(eq=False, repr=False)
class Param(Node):
    """Parameters of an action over one domain: ``a, b in your hand`` (two different cards)."""

    names: tuple[Name, ...]
    domain: Expr
    secretly: bool


@frozen(eq=False, repr=False)
class DefineParam(Node):
    """A parameter of a define: ``p: Player``; the type may be left to be inferred."""

    name: Name
    type: TypeRef | None


@frozen(eq=False, repr=False)
class Visibility(Node):
    """``seen by all|owner|nobody``, perhaps ``, by all if CONDITION``."""

    who: Literal["all", "owner", "nobody"]
    to_all_if: Expr | None


@frozen(eq=False, repr=False)
class IndexDecl(Node):
    """``[Player]`` or ``[p in Player]`` after a declared name."""

    variable: Name | None
    domain: Name


@frozen(eq=False, repr=False)
class Described(Node):
    """A declaration; its docstring tells players what it is for."""

    doc: str | None = field(default=None, kw_only=True)


@frozen(eq=False, repr=False)
class Players(Described):
    """``players 2`` (then ``high`` is the same expression) or ``players 3..5``."""

    low: Expr
    high: Expr


@frozen(eq=False, repr=False)
class Team(Described):
    name: Name
    seats: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class Option(Described):
    name: Name
    type: TypeRef
    default: Expr
    meaning: str | None


@frozen(eq=False, repr=False)
class Enumeration(Described):
    """``type Colour = red, yellow``; members are names or numbers."""

    name: Name
    members: tuple[Name | Number, ...]


@frozen(eq=False, repr=False)
class RangeType(Described):
    """``type Column = 1..5``."""

    name: Name
    low: Expr
    high: Expr


@frozen(eq=False, repr=False)
class CardKind(Described):
    name: Name
    attributes: tuple[FieldDecl, ...]
    shown: str | None


@frozen(eq=False, repr=False)
class EachIn(Node):
    """``each Colour`` in a deck line."""

    domain: Expr


@frozen(eq=False, repr=False)
class EachOf(Node):
    """``each of 2 2 3 3 4 5 6`` in a deck line."""

    members: tuple[Name | Number, ...]


@frozen(eq=False, repr=False)
class EachRow(Node):
    """``each row of worth`` in a deck line: the columns of the row fill that many attributes."""

    table: Name


@frozen(eq=False, repr=False)
class DeckLine(Node):
    """``[N *] Kind(arguments) [where C]``."""

    copies: Expr | None
    kind: Name
    arguments: tuple[EachIn | EachOf | EachRow | Expr, ...]
    condition: Expr | None


@frozen(eq=False, repr=False)
class Deck(Described):
    name: Name
    index: IndexDecl | None
    lines: tuple[DeckLine, ...]


@frozen(eq=False, repr=False)
class Zone(Described):
    place: Literal["zone", "pile", "row"]
    name: Name
    index: IndexDecl | None
    visibility: Visibility


@frozen(eq=False, repr=False)
class Money(Described):
    name: Name
    index: IndexDecl | None
    initial: Expr
    limit: Expr | None
    shown: tuple[Expr, ...]
    """The sizes of the notes or coins in which balances are shown; empty for plain numbers."""
    visibility: Visibility


@frozen(eq=False, repr=False)
class Var(Described):
    name: Name
    index: IndexDecl | None
    type: TypeRef
    initial: Expr
    visibility: Visibility
    per: Name | None


@frozen(eq=False, repr=False)
class Row(Node):
    """A row of a table; ``key`` is what stands before the colon of an indexed table."""

    key: Expr | None
    values: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class Table(Described):
    """``table worth: rank, value`` or ``table pass_pay[player_count]``, with rows."""

    name: Name
    index: Name | None
    columns: tuple[Name, ...]
    rows: tuple[Row, ...]


@frozen(eq=False, repr=False)
class Define(Described):
    name: Name
    params: tuple[DefineParam, ...]
    value: Expr


@frozen(eq=False, repr=False)
class Setup(Described):
    body: tuple[Statement, ...]


@frozen(eq=False, repr=False)
class Action(Described):
    name: Name
    params: tuple[Param, ...]
    body: tuple[Statement, ...]


@frozen(eq=False, repr=False)
class Phase(Described):
    name: Name
    body: tuple[Statement, ...]


@frozen(eq=False, repr=False)
class Play(Described):
    body: tuple[Statement, ...]


Extreme: TypeAlias = Literal["highest", "lowest"]


@frozen(eq=False, repr=False)
class Score(Described):
    """``score p in Player = expr``; the domain is ``Player`` or ``Team``."""

    variable: Name
    domain: Name
    value: Expr


@frozen(eq=False, repr=False)
class Win(Described):
    """``win by highest score``."""

    extreme: Extreme


@frozen(eq=False, repr=False)
class Ties(Described):
    """``ties shared`` (then ``extreme`` and ``value`` are None) or ``ties by highest expr``."""

    extreme: Extreme | None
    value: Expr | None


@frozen(eq=False, repr=False)
class Setting(Node):
    """A line of a match: ``rounds = 3``."""

    name: Name
    value: Expr


@frozen(eq=False, repr=False)
class Match(Described):
    name: Name
    title: str
    settings: tuple[Setting, ...]


# --- tests in the language --------------------------------------------------------------


@frozen(eq=False, repr=False)
class Words(Node):
    """A card (or value) as a person writes it: ``blue 4``, ``4 of spades``; ``words`` as written, lower case kept.

    What is written in quotes is a single one of them, whatever stands in it; without quotes
    there are at least two.
    """

    words: tuple[str, ...]


@frozen(eq=False, repr=False)
class CardIn(Node):
    """A card with the place where it lies: ``blue 4 in hand[1]``.

    Where the card is a single word the line reads as an expression, and is a `MemberOf`.
    """

    card: Words
    place: Expr


@frozen(eq=False, repr=False)
class TestMove(Node):
    """``buy(4)``, ``sell(blue 4, blue 5)``, ``lay(blue 4 in hand[1])``, ``pass``."""

    __test__ = False

    action: Name
    arguments: tuple[Expr | Words | CardIn, ...]


@frozen(eq=False, repr=False)
class Given(Node):
    """``given TARGET = VALUE, VALUE``; ``option NAME`` and ``player_count`` may be targets too."""

    target: Expr
    values: tuple[Expr | Words, ...]


@frozen(eq=False, repr=False)
class GivenOption(Node):
    """``given option NAME = VALUE``."""

    option: Name
    value: Expr


@frozen(eq=False, repr=False)
class When(Node):
    """``when SEAT: MOVE; MOVE``: the seat plays these moves, one after the other."""

    seat: Expr
    moves: tuple[TestMove, ...]


@frozen(eq=False, repr=False)
class WhenPhase(Node):
    """``when phase NAME``: one phase is run in the given position."""

    phase: Name


@frozen(eq=False, repr=False)
class PlayOn(Node):
    """``play on``: random moves to the end."""


@frozen(eq=False, repr=False)
class Expect(Node):
    """``expect CONDITION``; ``expect winners == 1, 3`` keeps the further seats in ``also``."""

    condition: Expr
    also: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class Sees(Node):
    """``expect SEAT sees THING``, ``expect SEAT does not see CARD, CARD in PLACE``.

    A card without a place lies where the next one with a place does.
    """

    seat: Expr
    negated: bool
    things: tuple[Expr | Words | CardIn, ...]


@frozen(eq=False, repr=False)
class Tells(Node):
    """``expect SEAT can tell this from "TITLE"``, ``expect SEAT cannot tell this from "TITLE"``."""

    seat: Expr
    negated: bool
    title: str


@frozen(eq=False, repr=False)
class Moves(Node):
    """``moves of SEAT: MOVE; MOVE``: these are legal and no others."""

    seat: Expr
    moves: tuple[TestMove, ...]


@frozen(eq=False, repr=False)
class Refuse(Node):
    """``refuse SEAT: MOVE because "part of the reason"``."""

    seat: Expr
    move: TestMove
    reason: str | None


@frozen(eq=False, repr=False)
class Deal(Node):
    """``deal CARD, CARD``: the coming chance events have these outcomes, in this order."""

    outcomes: tuple[Expr | Words, ...]


TestStep: TypeAlias = (
    Given | GivenOption | When | WhenPhase | PlayOn | Expect | Sees | Tells | Moves | Refuse | Deal
)


@frozen(eq=False, repr=False)
class Test(Described):
    __test__ = False

    title: str
    steps: tuple[TestStep, ...]


# --- changes that a variant makes ----------------------------------------------------------

Declaration: TypeAlias = (
    Players
    | Team
    | Option
    | Enumeration
    | RangeType
    | CardKind
    | Deck
    | Zone
    | Money
    | Var
    | Table
    | Define
    | Setup
    | Action
    | Phase
    | Play
    | Score
    | Win
    | Ties
    | Match
    | Test
)


@frozen(eq=False, repr=False)
class Replace(Node):
    """``replace DECLARATION``: takes the place of the base's thing of that name and kind."""

    declaration: Declaration


@frozen(eq=False, repr=False)
class Amend(Node):
    """``amend action NAME:``: further requires after the base's, further effects after the base's."""

    action: Name
    body: tuple[Statement, ...]


@frozen(eq=False, repr=False)
class Remove(Node):
    """``remove KIND NAME`` (a test by its title)."""

    kind: str
    name: Name


@frozen(eq=False, repr=False)
class SetOption(Node):
    """``set OPTION = VALUE``: another default for an option of the base."""

    option: Name
    value: Expr


Change: TypeAlias = Replace | Amend | Remove | SetOption


@frozen(eq=False, repr=False)
class Header(Node):
    """``game NAME "Title"`` or ``variant NAME of BASE "Title"``; ``base`` is None for a game."""

    name: Name
    base: Name | None
    title: str
    doc: str | None


@frozen(eq=False, repr=False)
class File(Node):
    """A whole rule file, written in ``language`` version 1."""

    language: int
    header: Header
    declarations: tuple[Declaration | Change, ...]
