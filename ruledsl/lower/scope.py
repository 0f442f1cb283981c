"""What a piece of rule text may mention: local names, ``me``, and what its place allows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from attrs import Factory, define, evolve, field, frozen

from ruledsl.lower.types import of_anybody
from ruledsl.lower.values import Value
from ruledsl.source import Span

Place: TypeAlias = Literal[
    "constant",  # worked out before play: ranges, decks, tables, options
    "initial",  # an initial value
    "domain",  # what a player may choose from
    "guard",  # whether a player may choose it
    "effect",  # what an action does
    "flow",  # what a phase does
    "score",
    "define",
    "test",
]


@frozen
class Read:
    """A thing by name that not everybody sees, and the first place that reads it."""

    name: str
    span: Span


@frozen
class Leak:
    """A finding about knowledge, unless what is read may have been revealed before.

    ``state`` is where play must come to for it to matter, or it is the number of the
    ``action`` that is offered. ``message`` has ``{name}`` for what is read.
    """

    code: str
    reads: tuple[Read, ...]
    span: Span
    message: str
    help: str
    state: int = -1
    action: int = -1
    foreign: bool = False
    """Whether a `reveal` to one player may have been to the one who acts."""
    asked: Span | None = None
    """The decision that it is about."""


@frozen
class Shown:
    """A ``reveal``: its state, what it may tell by name, and whether everybody sees it."""

    state: int
    names: frozenset[str]
    to_all: bool


@frozen
class Publication:
    """A place in the rules that makes known what not everybody saw, and what it does."""

    span: Span
    what: str


@define
class Uses:
    """What a define, a phase or an action turned out to need, with the first place that needs it."""

    me: Span | None = None
    hidden: Span | None = None
    """It reads the face of a card that may not have been drawn yet."""
    decision: Span | None = None
    chance: Span | None = None
    cells: bool = False
    """It reads something that changes during play."""
    secret: dict[str, Read] = field(factory=dict)
    """What it reads by name that not everybody sees."""
    foreign: dict[str, Read] = field(factory=dict)
    """What it reads by name that who acts does not see."""
    ends: set[str] = field(factory=set)
    """The phases that it may end."""
    skips: dict[str, Leak] = field(factory=dict)
    """The phases that it may end under a condition that not everybody knows, by name."""

    def add(self, other: Uses) -> None:
        """Take over what another body needs that this one mentions."""
        self.me = self.me or other.me
        self.hidden = self.hidden or other.hidden
        self.decision = self.decision or other.decision
        self.chance = self.chance or other.chance
        self.cells = self.cells or other.cells
        self.learn(other)
        self.ends |= other.ends
        for phase, leak in other.skips.items():
            self.skips.setdefault(phase, leak)

    def learn(self, other: Uses) -> None:
        """Take over what another expression reads that not everybody sees."""
        for name, read in other.secret.items():
            self.secret.setdefault(name, read)
        for name, read in other.foreign.items():
            self.foreign.setdefault(name, read)


@frozen
class Local:
    """A local name: its value and where it was introduced."""

    value: Value
    span: Span
    depends: Uses | None = None
    """What its value tells that not everybody sees."""
    carries: frozenset[str] = frozenset()
    """The parameters, told to everybody when the move is played, that its value is made of."""
    mixed: frozenset[int] = frozenset()
    """The families of places that were shuffled since more became known of a card, which its type tells."""

    def of_anybody(self) -> Local:
        """The name as it is when another player acts."""
        depends = self.depends
        if depends is not None:
            depends = Uses(secret=depends.secret, foreign=depends.secret)
        value = evolve(self.value, type=of_anybody(self.value.type))
        return evolve(self, value=value, depends=depends)


@frozen
class Scope:
    """See the module. ``me`` is ``caller`` in bodies that have it if those who use them have it."""

    place: Place
    me: Literal["no", "yes", "caller"] = "no"
    locals: Mapping[str, Local] = Factory(dict)
    certain: frozenset[str] = frozenset()
    """Expressions, as they are written, that have been tested not to be ``none``."""
    uses: Uses = field(factory=Uses, eq=False)
    routine: str = ""
    """The phase or action whose body this is."""
    kinds: Mapping[str, frozenset[int]] = Factory(dict)
    """The kinds that cards may be of which have no name, as they are written: within one condition, in which nothing changes."""
    nobody: str = ""
    """How to do without ``me`` here, where that is not told by the place."""
    names_cards: bool = False
    """Whether one of the local names may stand for a card."""
    mixed: frozenset[int] = frozenset()
    """Families of places that were shuffled since all of the local names were given."""

    def bind(
        self,
        name: str,
        value: Value,
        span: Span,
        depends: Uses | None = None,
        carries: frozenset[str] = frozenset(),
    ) -> Scope:
        """The scope in which ``name`` stands for ``value`` too."""
        return evolve(
            self,
            locals={**self.locals, name: Local(value, span, depends, carries)},
            names_cards=self.names_cards or value.type.kind == "card",
            mixed=frozenset(),
        )

    def acting(self) -> Scope:
        """The scope in which ``me`` exists: another one than who acted outside."""
        others = {name: local.of_anybody() for name, local in self.locals.items()}
        return evolve(self, me="yes", locals=others)

    def apart(self) -> Scope:
        """The same scope, of which it is noted by itself what is used in it."""
        # Every requirement has one: `evolve` takes several times as long.
        return Scope(
            self.place,
            self.me,
            self.locals,
            self.certain,
            Uses(),
            self.routine,
            self.kinds,
            self.nobody,
            self.names_cards,
            self.mixed,
        )

    def later(self) -> Scope:
        """The scope of what is done next: other cards may lie there then."""
        return evolve(self, kinds={}) if self.kinds else self

    def at(self, place: Place) -> Scope:
        """The same names at another place."""
        return evolve(self, place=place)
