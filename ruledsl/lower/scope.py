"""What a piece of rule text may mention: local names, ``me``, and what its place allows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from attrs import Factory, define, evolve, field, frozen

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

    def add(self, other: Uses) -> None:
        """Take over what another body needs that this one mentions."""
        self.me = self.me or other.me
        self.hidden = self.hidden or other.hidden
        self.decision = self.decision or other.decision
        self.chance = self.chance or other.chance
        self.cells = self.cells or other.cells


@frozen
class Local:
    """A local name: its value and where it was introduced."""

    value: Value
    span: Span


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
    nobody: str = ""
    """How to do without ``me`` here, where that is not told by the place."""

    def bind(self, name: str, value: Value, span: Span) -> Scope:
        """The scope in which ``name`` stands for ``value`` too."""
        return evolve(self, locals={**self.locals, name: Local(value, span)})

    def acting(self) -> Scope:
        """The scope in which ``me`` exists."""
        return evolve(self, me="yes")

    def at(self, place: Place) -> Scope:
        """The same names at another place."""
        return evolve(self, place=place)
