"""The machine: a compiled game as data.

A machine is what the engine plays, what back ends are generated from and what is
written as JSON. It holds no Python object that JSON could not, nothing in it
depends on the rule text being at hand, and its layout is fixed:

* **Cells.** A state of play is one flat list of integers. `Layout` says where
  the counters, registers, variables, accounts, zones, faces and pools lie.
* **Cards** are numbered 0, 1, ...; a *look* is what a card shows (kind and
  attributes), numbered 0, 1, ... in deck order. The cell ``faces + card`` holds the
  look of a card. Cards of one look are interchangeable. While a shuffled card is
  undecided, ``pools + card`` holds the number of the shuffle that it belongs to
  (0: decided), and its face cell is only one of the possible assignments: the
  multiset of face cells over a pool is what the pool still holds.
* **Values** are integers: numbers as they are, ``no``/``yes`` as 0/1, members of an
  enumeration by ordinal from 1, seats and teams from 1, looks and cards by
  number from 0, `NONE` for ``none``.
* **States** are numbered nodes. Each is one step of the machine (the unit in which
  limits are counted): it does one thing and names the next state. A phase is a
  `Routine`: entered by `Call`, left by `Return` through a register. Nothing
  recurses, so there is no stack.

Every expression and node keeps its `span` (excluded from equality).

It is longer than most modules because it is a list of small classes that are read together:
the definition of what a machine is.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import field, frozen

from ruledsl.source import NOWHERE, Span

NONE = -(1 << 62)
"""The value ``none``: outside every range that a rule can reach."""

SAFE = (1 << 53) - 1
"""Numbers stay within plus or minus this; a result beyond is a fault in the rules."""

Sort: TypeAlias = Literal["number", "look", "card", "zone", "numbers", "looks", "cards"]
"""What an expression yields: a number (also truth values, members, seats, teams, ``none``),
a look, a card, a zone, or a finite list of such."""


@frozen(cache_hash=True)
class Expr:
    """An expression: an operator of `ops.OPERATORS`, its fixed numbers and its operands."""

    op: str
    nums: tuple[int, ...] = ()
    args: tuple[Expr, ...] = ()
    span: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


# --- what values mean to people -----------------------------------------------------


@frozen
class Enumeration:
    """A type with named members, in order; a member's value is its place from 1."""

    name: str
    members: tuple[str, ...]


@frozen
class ValueType:
    """How a value is read and shown. ``enumeration`` is the number of the enumeration of a ``member``."""

    kind: Literal["number", "bool", "member", "player", "team", "look", "card"]
    enumeration: int = -1


# --- cards ----------------------------------------------------------------------------


@frozen
class AttributeInfo:
    """An attribute name. ``values`` has an entry a look: `NONE` for ``none``, `MISSING` where the kind lacks it."""

    name: str
    type: ValueType
    values: tuple[int, ...]


MISSING = NONE + 1
"""The entry of an attribute's column for a look whose kind does not have that attribute."""


@frozen
class KindInfo:
    """A kind of card: its attributes by number in `Machine.attributes`, in declared order."""

    name: str
    attributes: tuple[int, ...]


@frozen
class Look:
    """What a card shows: kind number, values of the kind's attributes in order, the text people read."""

    kind: int
    values: tuple[int, ...]
    text: str


@frozen
class DeckInfo:
    """A deck: ``zone`` is the pile its cards start in, ``cards`` their numbers from bottom to top."""

    name: str
    zone: int
    cards: tuple[int, ...]


# --- storage --------------------------------------------------------------------------

SeenBy: TypeAlias = Literal["all", "owner", "nobody"]


@frozen
class ZoneInfo:
    """One place for cards.

    ``label`` is how people write it (``market[3]``). Its cards lie in cells
    ``base + 1 ... base + capacity``, their number in cell ``base``; a row from first
    to last, a pile from bottom to top, a zone without order in any order.
    ``owners`` are the seats that own it; ``seen_by`` is settled for these options.
    """

    family: int
    label: str
    base: int
    capacity: int
    owners: tuple[int, ...]


@frozen
class ZoneFamily:
    """A declared zone, pile or row: ``zones[first : first + size]`` are its places."""

    name: str
    place: Literal["zone", "pile", "row"]
    first: int
    size: int
    index: ValueType | None
    seen_by: SeenBy
    span: Span = field(eq=False, repr=False)
    doc: str = ""


@frozen
class Account:
    """A declared account or family of accounts in cells ``base ... base + size - 1``.

    An ``unlimited`` one has no balance (its cells stay 0). ``limit`` is the highest balance.
    ``owners[i]`` are the seats that own element ``i + 1``.
    """

    name: str
    base: int
    size: int
    index: ValueType | None
    unlimited: bool
    limit: int
    seen_by: SeenBy
    owners: tuple[tuple[int, ...], ...]
    span: Span = field(eq=False, repr=False)
    doc: str = ""
    lowest: int = 1
    """The value of the index that names the first element."""
    shown_in: tuple[int, ...] = ()
    """The sizes of the pieces (notes, coins, chips) in which a balance is shown, the smallest first.

    Empty where it is shown as a number alone; otherwise the smallest is 1.
    """


@frozen
class Variable:
    """A declared variable or family of variables in cells ``base ... base + size - 1``.

    Every value lies within ``low..high``, or is `NONE` where ``or_none``.
    """

    name: str
    base: int
    size: int
    index: ValueType | None
    type: ValueType
    low: int
    high: int
    or_none: bool
    seen_by: SeenBy
    owners: tuple[tuple[int, ...], ...]
    span: Span = field(eq=False, repr=False)
    doc: str = ""
    lowest: int = 1
    """The value of the index that names the first element."""


@frozen
class Layout:
    """Where everything lies in the list of cells.

    Cells 0... are the counters below, then registers, variables, accounts, zones
    and faces and pools; from ``scratch`` on lie cells that hold something only while an
    expression is worked out and are no part of the state. ``sorts[i]`` is what the
    register or scratch cell ``i`` holds, for every cell below ``size`` that is a
    register (``number`` for all others).
    """

    scratch: int
    size: int
    faces: int
    pools: int
    scores: int
    """Cells of the seats' scores, then (as many again) their values in a tie."""
    totals: int
    """Cells of what each seat has won in earlier games of the match."""
    sorts: tuple[Literal["number", "look", "card"], ...]


STATE = 0
"""The cell of the number of the state that comes next."""
ME = 1
"""The cell of the seat that acts; 0 where nobody does."""
STEPS = 2
"""Steps of the machine since the last decision."""
DECISIONS = 3
"""Decisions made so far in the game."""
SHUFFLES = 4
"""Shuffles so far; their numbers name the pools."""
ROLLS = 5
"""``random`` drawn so far."""
STARTER = 6
"""The seat that starts; 0 until it is drawn by lot."""
ROUND = 7
"""The game of the match, from 1."""
COUNTERS = 8
"""The number of these cells; what the layout gives out begins here."""


# --- actions ---------------------------------------------------------------------------


@frozen
class Param:
    """A parameter of an action, in register ``cell``.

    ``domain`` is the list it ranges over (it may mention earlier parameters). Parameters with
    the same ``group`` stand for different cards of one domain whose order does not matter.
    ``domain_text`` is the domain as the rule has it.
    """

    name: str
    cell: int
    type: ValueType
    domain: Expr
    group: int
    secretly: bool
    domain_text: str
    span: Span = field(eq=False, repr=False)


@frozen
class Guard:
    """A ``let`` (``cell`` >= 0: the register it sets) or a ``require`` (``cell`` is -1) before an action's effects."""

    cell: int
    value: Expr
    reason: str
    span: Span = field(eq=False, repr=False)


@frozen
class Action:
    """A move: parameters, guards in order, then the effects from state ``entry`` on, left by ``Return(routine)``.

    ``registers`` are all registers of the action (parameters and ``let``s), cleared when it ends.
    """

    name: str
    doc: str
    params: tuple[Param, ...]
    guards: tuple[Guard, ...]
    routine: int
    registers: tuple[int, ...]
    span: Span = field(eq=False, repr=False)


@frozen
class Offer:
    """An action on offer; ``arguments`` fix all its parameters (None: the player chooses them)."""

    action: int
    arguments: tuple[Expr, ...] | None
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Define:
    """A named expression, shared by its uses: operands go to the scratch cells ``params``."""

    name: str
    params: tuple[int, ...]
    body: Expr
    sort: Sort
    span: Span = field(eq=False, repr=False)


@frozen
class Routine:
    """A phase (or the effects of an action): entered at ``entry``, register ``back`` holds where to go on,
    register ``me`` the seat that acted when it was entered."""

    name: str
    entry: int
    back: int
    me: int
    doc: str
    span: Span = field(eq=False, repr=False)


# --- states ----------------------------------------------------------------------------


@frozen
class Address:
    """A cell that is written: ``base`` itself, or element ``index`` (1 ... ``size``) of a family from ``base`` on."""

    base: int
    size: int = 1
    index: Expr | None = None


@frozen
class State:
    """A step of the machine; its number is its place in `Machine.states`."""

    span: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class Set(State):
    """Set a register (no range): a ``let``, a loop's counter, ``me``."""

    cell: int
    value: Expr
    next: int


@frozen
class Assign(State):
    """Set an element of variable number ``variable``; outside its range is a fault."""

    variable: int
    target: Address
    value: Expr
    next: int


@frozen
class Open(State):
    """Set the balance of an account before the game: below 0 or over the limit is a fault."""

    account: int
    target: Address
    value: Expr
    next: int


@frozen
class Roll(State):
    """``random``: a uniform choice from a list goes to a cell (a range check applies where ``variable`` >= 0)."""

    target: Address
    variable: int
    domain: Expr
    next: int


@frozen
class Lot(State):
    """Draw the starter by lot, unless it is known already."""

    next: int


@frozen
class Move(State):
    """Move these cards, in this order, on top of (or underneath) what lies in a zone."""

    cards: tuple[Expr, ...]
    to: Expr
    underneath: bool
    next: int


@frozen
class MoveSome(State):
    """Move ``amount`` cards (None: all) of the zones ``sources`` one by one: from the top of a pile,
    from the first to the last of a row. Fewer than ``amount`` is a fault unless ``up_to``."""

    amount: Expr | None
    up_to: bool
    sources: tuple[Expr, ...]
    to: Expr
    underneath: bool
    next: int


@frozen
class Shuffle(State):
    zone: Expr
    next: int


@frozen
class Gather(State):
    """Every card of these decks returns to its pile, from wherever it is."""

    decks: tuple[int, ...]
    next: int


@frozen
class Reveal(State):
    """Show cards (``what`` yields a card or cards), a zone's cards or a value to everybody or to ``to``."""

    what: Expr
    type: ValueType | None
    to: Expr | None
    next: int


@frozen
class Pay(State):
    """Pay ``amount`` (None: all) between elements of two accounts; more than there is is a fault unless ``up_to``."""

    amount: Expr | None
    up_to: bool
    source_account: int
    source: Address
    target_account: int
    target: Address
    next: int


@frozen
class Announce(State):
    """Tell everybody: texts and values by turns (``texts`` has one more entry than ``values``)."""

    texts: tuple[str, ...]
    values: tuple[Expr, ...]
    types: tuple[ValueType, ...]
    next: int


@frozen
class Branch(State):
    condition: Expr
    then: int
    otherwise: int


@frozen
class Collect(State):
    """Write a list to cells: its length to ``base``, its elements behind it (``capacity`` at the most)."""

    base: int
    capacity: int
    source: Expr
    next: int


@frozen
class Next(State):
    """Take the next element of a list in cells: ``position`` (a register) counts up; at the end go to ``done``."""

    base: int
    position: int
    target: int
    body: int
    done: int


@frozen
class Decide(State):
    """The seat in `ME` chooses one of the offers, or ``otherwise`` when none of them has a legal move.

    ``optional`` adds ``skip``. Where ``pending`` >= 0 the move is not played: its offer number
    (from 1; 0 is ``skip``) and its parameters go to the cells ``pending + (seat - 1) * width ...``
    and `PlayPending` plays it later.
    """

    offers: tuple[Offer, ...]
    optional: bool
    otherwise: Offer | None
    pending: int
    width: int
    next: int


@frozen
class PlayPending(State):
    """Play what the seat in `ME` chose at the `Decide` state ``decision``, then go to ``next``."""

    decision: int
    next: int


@frozen
class Call(State):
    routine: int
    next: int


@frozen
class Return(State):
    """Leave a routine: `ME` is what it was on entry, the next state what its caller named."""

    routine: int


@frozen
class Score(State):
    """Work out the result: for each seat in register ``seat``, its score and its value in a tie."""

    seat: int
    value: Expr
    tie: Expr | None
    next: int


@frozen
class Over(State):
    """The game is over."""


AnyState: TypeAlias = (
    Set
    | Assign
    | Open
    | Roll
    | Lot
    | Move
    | MoveSome
    | Shuffle
    | Gather
    | Reveal
    | Pay
    | Announce
    | Branch
    | Collect
    | Next
    | Decide
    | PlayPending
    | Call
    | Return
    | Score
    | Over
)


# --- the whole ---------------------------------------------------------------------------


@frozen
class OptionValue:
    """An option as it is set in this machine, with what it may be."""

    name: str
    value: int
    type: ValueType
    low: int
    high: int
    meaning: str


@frozen
class MatchInfo:
    """Whole games in a row."""

    name: str
    title: str
    rounds: int
    starter: Literal["lot", "alternates", "winner", "loser"]
    winner: Literal["most_rounds", "highest_total", "lowest_total"]


@frozen
class Note:
    """The docstring of a declaration that is no other part of a machine.

    ``kind`` is the word that the declaration begins with (``type``, ``define``, ``score``, ...);
    ``name`` is the same where it has no name.
    """

    kind: str
    name: str
    doc: str


@frozen
class RuleText:
    """A rule file as it was when the machine was compiled, so that messages can quote it."""

    name: str
    lines: tuple[str, ...]


@frozen
class Machine:
    """A compiled game for one number of players and one setting of the options."""

    name: str
    title: str
    doc: str
    language: int
    rules_hash: str
    players: int
    options: tuple[OptionValue, ...]
    teams: tuple[tuple[str, tuple[int, ...]], ...]
    enumerations: tuple[Enumeration, ...]
    attributes: tuple[AttributeInfo, ...]
    kinds: tuple[KindInfo, ...]
    looks: tuple[Look, ...]
    cards: tuple[int, ...]
    """The look of each card as declared."""
    decks: tuple[DeckInfo, ...]
    families: tuple[ZoneFamily, ...]
    zones: tuple[ZoneInfo, ...]
    accounts: tuple[Account, ...]
    variables: tuple[Variable, ...]
    layout: Layout
    tables: tuple[tuple[int, ...], ...]
    lists: tuple[tuple[tuple[int, ...], ...], ...]
    """Constant lists of lists of numbers (the seats of each team, say)."""
    defines: tuple[Define, ...]
    actions: tuple[Action, ...]
    routines: tuple[Routine, ...]
    states: tuple[AnyState, ...]
    start: int
    win: Literal["highest", "lowest"]
    ties: Literal["shared", "highest", "lowest"]
    uses_starter: bool
    matches: tuple[MatchInfo, ...]
    texts: tuple[RuleText, ...]
    notes: tuple[Note, ...] = ()
