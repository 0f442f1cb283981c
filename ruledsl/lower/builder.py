"""The workbench of lowering: what has been declared, what has been built, what has been found.

A `Builder` belongs to one number of players and one setting of the options. The modules
of this package are functions over it; it is the only thing here that changes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Literal, TypeAlias

from attrs import define, field, frozen

from ruledsl import limits
from ruledsl.diagnostics.enough import too_many
from ruledsl.diagnostics.model import Diagnostic, Edit, Fix, Label, Severity
from ruledsl.diagnostics.suggest import Near, did_you_mean, replacement
from ruledsl.lower.facts import Facts, Flow
from ruledsl.lower.scope import Leak, Publication, Scope, Shown, Uses
from ruledsl.lower.types import Type
from ruledsl.lower.values import Value
from ruledsl.machine import model as m
from ruledsl.semantics.symbols import Symbols
from ruledsl.semantics.variants import Ruleset
from ruledsl.source import NOWHERE, Span
from ruledsl.syntax import tree

SCRATCH = 1 << 60
"""Scratch cells are numbered from here while the machine is built; `assemble` gives them their place."""


class TooDeep(RecursionError):  # noqa: N818 - a signal to `assemble`, not an error
    """Defines or phases lead from one to the next too many times in a row."""


class TooManyFaults(Exception):  # noqa: N818 - a signal to `assemble`, not an error
    """So much is wrong that the rest is not looked at."""


@frozen
class Configuration:
    """For whom a machine is made: the number of players, and options set otherwise than by default.

    The value of an option is an integer: a number, 0/1 for no/yes, or the ordinal of a member.
    """

    players: int
    options: Mapping[str, int] = field(factory=dict)


@frozen
class Index:
    """What a family is indexed by: ``low..high`` of a type, with the labels of its places and who owns each."""

    type: Type
    low: int
    high: int
    labels: tuple[str, ...]
    owners: tuple[tuple[int, ...], ...]
    named: str
    by_seat: bool
    """Whether it is indexed by players or teams, so that its places have owners."""

    @property
    def size(self) -> int:
        """How many places there are."""
        return self.high - self.low + 1


@frozen
class ZoneThing:
    """A family of places for cards (a single one has no ``index``)."""

    number: int
    name: str
    place: Literal["zone", "pile", "row"]
    first: int
    size: int
    index: Index | None
    seen_by: m.SeenBy
    span: Span


@frozen
class AccountThing:
    """An account or a family of them."""

    number: int
    index: Index | None
    info: m.Account


@frozen
class VariableThing:
    """A variable or a family of them; ``type`` is that of its values."""

    number: int
    index: Index | None
    type: Type
    info: m.Variable


@frozen
class TableThing:
    """A table. Plain ones are read by row number, others by a key; ``fixed_row`` >= 0 where the key is ``player_count``."""

    name: str
    node: tree.Table
    key: Type | None
    columns: tuple[str, ...]
    types: tuple[Type, ...]
    arrays: tuple[int, ...]
    """For each column the number of its constant array in the machine."""
    rows: tuple[tree.Row, ...]
    """The rows that hold for this number of players, in the order of the keys."""
    fixed_row: int = -1


@frozen
class TableRow:
    """A row of a table, its columns still to be named: ``row`` counts from 1."""

    table: TableThing
    row: Value


@frozen
class TypeThing:
    """The name of a type, as in ``each Colour`` or ``x in Player``."""

    name: str
    type: Type


@frozen
class KindThing:
    """A kind of card: attribute numbers and types, in order."""

    number: int
    node: tree.CardKind
    attributes: tuple[int, ...]
    types: tuple[Type, ...]
    faulty: bool = False
    """Whether a fault in it has been reported, so that its cards say nothing further."""


@frozen
class TeamThing:
    """A partnership: ``number`` from 1, seats in the order written."""

    number: int
    name: str
    seats: tuple[int, ...]


@frozen
class DefineThing:
    """A define, not yet lowered: that is done for the types of its operands."""

    node: tree.Define


@frozen
class DefineInstance:
    """A define lowered for one list of operand types."""

    number: int
    type: Type
    uses: Uses


@frozen
class RoutineInstance:
    """A phase or the effects of an action, lowered."""

    number: int
    uses: Uses


Lowerer: TypeAlias = Callable[["Builder", Scope, Any, Type | None], Value]
"""Lowers an expression of one class, as what is wanted if it can be that."""


@frozen
class Constructs:
    """How constructs are lowered that may stand in one another: see `workbench`."""

    expressions: Mapping[type[tree.Node], Lowerer]
    domain: Callable[[Builder, Scope, tree.Expr, Type | None], Value]
    """Lowers what is gone through, to a list of elements as they are wanted."""
    block: Callable[[Builder, Scope, tuple[tree.Statement, ...], int, int | None], int]
    """Lowers a block that goes on at a state; the number of its first state, which may be given."""


@define
class Builder:
    """See the module."""

    ruleset: Ruleset
    symbols: Symbols
    configuration: Configuration
    facts: Facts
    constructs: Constructs
    flow: Flow = field(factory=Flow)
    found: list[Diagnostic] = field(factory=list)
    patience: int | None = None
    """How much may be found before it is counted what differs, if that matters; see `look_on`."""

    things: dict[str, object] = field(factory=dict)
    options: list[m.OptionValue] = field(factory=list)
    enumerations: list[m.Enumeration] = field(factory=list)
    teams: list[TeamThing] = field(factory=list)
    attribute_names: list[str] = field(factory=list)
    kinds: list[KindThing] = field(factory=list)
    looks: list[m.Look] = field(factory=list)
    look_numbers: dict[tuple[int, tuple[int, ...]], int] = field(factory=dict)
    cards: list[int] = field(factory=list)
    deck_of: list[int] = field(factory=list)
    decks: list[m.DeckInfo] = field(factory=list)
    families: list[ZoneThing] = field(factory=list)
    zone_labels: list[str] = field(factory=list)
    zone_owners: list[tuple[int, ...]] = field(factory=list)
    accounts: list[AccountThing] = field(factory=list)
    variables: list[VariableThing] = field(factory=list)
    tables: list[tuple[int, ...]] = field(factory=list)
    lists: list[tuple[tuple[int, ...], ...]] = field(factory=list)

    sorts: list[Literal["number", "look", "card"]] = field(factory=list)
    """What each cell holds, from cell 0 on."""
    scratch: list[Literal["number", "look", "card"]] = field(factory=list)
    states: list[m.AnyState | None] = field(factory=list)
    defines: list[m.Define | None] = field(factory=list)
    routines: list[m.Routine | None] = field(factory=list)
    actions: list[m.Action | None] = field(factory=list)
    define_instances: dict[tuple[str, tuple[Type, ...]], DefineInstance | None] = field(
        factory=dict
    )
    defines_used: set[str] = field(factory=set)
    constant_calls: dict[tuple[str, tuple[int, ...]], Value] = field(factory=dict)
    kept_values: dict[Hashable, tuple[Diagnostic, ...]] = field(factory=dict)
    """What was found about values in things that are lowered once (see `taking_back`)."""
    phase_instances: dict[str, RoutineInstance | None] = field(factory=dict)
    action_instances: dict[str, RoutineInstance | None] = field(factory=dict)
    action_numbers: dict[str, int] = field(factory=dict)
    routine_numbers: dict[str, int] = field(factory=dict)
    param_types: dict[str, list[Type]] = field(factory=dict)
    """The types of the parameters of each action."""
    action_sizes: dict[str, int] = field(factory=dict)
    """How many moves each action may offer."""
    callers: dict[str, set[str]] = field(factory=dict)
    """Which bodies do or offer a phase or an action (``""`` is play itself)."""
    ends: list[tuple[str, str, Span]] = field(factory=list)
    """Every ``end PHASE``: the body it stands in, the phase, the place."""
    ownerless: set[str] = field(factory=set)
    """What is declared to be seen by an owner that it has not; that has been reported."""
    initialised: set[int] = field(factory=set)
    """The variables whose initial value has been set so far, by number."""
    by_class: dict[type[tree.Node], tuple[tree.Node, ...]] = field(factory=dict)
    """The declarations of each class that was asked for; see `ruledsl.lower.declare.each_of`."""
    shuffles: dict[str, tuple[frozenset[int], tuple[str, ...]]] = field(factory=dict)
    """What phases and actions shuffle themselves and come to; see `ruledsl.lower.shuffling`."""
    opened: set[int] = field(factory=set)
    """The accounts whose initial balance has been set so far, by number."""
    repeated_parts: int = 0
    """Parts of initial values and decks so far, each as often as it was worked out."""
    decks_whole: bool = field(init=False)
    """Whether every line of every deck was understood, so that a card that is in none is a fault."""
    tables_read: set[str] = field(factory=set)
    """The tables that have been worked out, or found faulty, so far."""
    matches: tuple[m.MatchInfo, ...] = ()
    uses_starter: bool = False
    stack: list[tuple[str, Span]] = field(factory=list)
    """The defines and phases being lowered, to find those that lead back to themselves."""
    score_state: int = -1
    play_state: int = -1
    scores: int = 0
    totals: int = 0
    """The cells of the seats' scores, and of their totals in a match."""
    offered: set[str] = field(factory=set)
    leaks: list[Leak] = field(factory=list)
    """What would tell a secret, unless it has been revealed before."""
    shown: list[Shown] = field(factory=list)
    published: list[Publication] = field(factory=list)

    def enter(self, name: str, span: Span) -> None:
        """Begin to lower a define or a phase that is mentioned at ``span``.

        Raises :class:`TooDeep` where too many have begun and not ended.
        """
        self.stack.append((name, span))
        if len(self.stack) > limits.CHAIN:
            raise TooDeep

    def __attrs_post_init__(self) -> None:
        self.decks_whole = not self.symbols.broken

    # --- findings ---

    def report(
        self,
        code: str,
        message: str,
        span: Span,
        help: str | None = None,
        *secondary: Label,
        label: str = "",
        notes: tuple[str, ...] = (),
        severity: Severity = Severity.ERROR,
        meant: Near | None = None,
        write: str | None = None,
        certain: bool = False,
    ) -> None:
        """Note a finding at ``span``.

        Where a name is wrong ``meant`` is the one that is near; the help asks for it then. ``write``
        is what should stand in the place of ``span``, and is ``certain`` if nothing else can be meant.
        """
        help = did_you_mean(meant, help)
        fix = replacement(span, meant)
        if write is not None:
            help = help or f"write `{write}`"
            fix = Fix(f"write `{write}`", (Edit(span, write),), is_safe=certain)
        where = Label(span, label)
        self.found.append(
            Diagnostic(code, message, where, help, tuple(secondary), notes, severity, fix)
        )

    def look_on(self, span: Span) -> None:
        """Go on with what stands at ``span``, unless so much is wrong already that nobody would read more.

        Raises :class:`TooManyFaults` in that case, and says so.
        """
        if self.patience is None or len(self.found) < self.patience:
            return
        # What is used twice is found twice, and told once.
        errors = {(d.code, d.message, d.primary.span) for d in self.found if d.is_error}
        if len(errors) > limits.FAULTS:
            self.found.append(too_many(span))
            raise TooManyFaults
        self.patience = len(self.found) * 5 // 4

    def report_depth(self) -> None:
        """Report that what is being lowered leads too deep: a `TooDeep`, or expressions and blocks
        nested so deeply in all of them that Python gives up.
        """
        name, span = self.stack[-1] if self.stack else (self.ruleset.name, self.ruleset.header.span)
        self.report(
            "RD502",
            f"what leads to `{name}` is nested too deeply",
            span,
            f"at most {limits.CHAIN} defines and phases may lead from one to the next",
        )

    # --- cells and states ---

    def register(self, sort: Literal["number", "look", "card"] = "number", size: int = 1) -> int:
        """The first of ``size`` new cells that keep their values between the steps of the machine."""
        first = len(self.sorts)
        self.sorts.extend([sort] * size)
        return first

    def scratch_cell(self, sort: Literal["number", "look", "card"]) -> int:
        """A new cell that holds something only while an expression is worked out."""
        self.scratch.append(sort)
        return SCRATCH + len(self.scratch) - 1

    def reserve(self) -> int:
        """The number of a state that will be put in its place later."""
        self.states.append(None)
        return len(self.states) - 1

    def put(self, number: int, state: m.AnyState) -> None:
        """Put a state in the place that was reserved for it."""
        assert self.states[number] is None
        self.states[number] = state

    def add(self, state: m.AnyState) -> int:
        """The number of a new state."""
        self.states.append(state)
        return len(self.states) - 1

    # --- what names mean ---

    @property
    def players(self) -> int:
        """The number of players."""
        return self.configuration.players

    @property
    def has_fixed_players(self) -> bool:
        """Whether the ruleset is for one number of players only."""
        node = self.ruleset.players
        return node is None or node.high is node.low

    @property
    def enumeration_names(self) -> tuple[str, ...]:
        """The names of the enumerations, for messages."""
        return tuple(e.name for e in self.enumerations)

    def family_name(self, number: int) -> str:
        """The name of the zone family of that number."""
        return self.families[number].name

    def kinds_in(self, families: frozenset[int]) -> frozenset[int]:
        """The kinds of card that may lie in these families."""
        return frozenset(
            k for f in families for k in self.facts.kinds(self.families[f].name, len(self.kinds))
        )

    def capacity(self, families: frozenset[int]) -> int:
        """How many cards can lie in one place of these families at the most."""
        if not self.facts.known:
            return len(self.cards)
        pairs = frozenset(p for f in families for p in self.facts.decks(self.families[f].name))
        looks = self.looks
        return sum(
            1
            for card, look in enumerate(self.cards)
            if (self.deck_of[card], looks[look].kind) in pairs
        )

    def is_hidden(self, origins: frozenset[int]) -> bool:
        """Whether a card that comes from these families may be undecided."""
        return any(self.facts.hidden(self.families[f].name) for f in origins)

    def removed_at(self, name: str) -> tuple[Label, ...]:
        """Where a variant removes the thing of that name, if one does."""
        span = self.ruleset.removed.get(name)
        return () if span is None else (Label(span, "removed here"),)

    def declared_at(self, name: str) -> Span:
        """Where a name is declared."""
        node = self.symbols.declared.get(name)
        return node.name.span if node is not None else NOWHERE
