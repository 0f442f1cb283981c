"""The names of a ruleset: one space for all of them, members of types included.

A name may be declared once; only a member may stand in several types, and is then
mentioned as ``Type.member``. Built-in names cannot be declared again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from attrs import evolve, frozen

from ruledsl.diagnostics.model import Diagnostic, Label
from ruledsl.semantics.variants import NAMELESS, Ruleset, kind_of, name_of, place_of
from ruledsl.source import Span
from ruledsl.syntax import tree

BUILT_IN_TYPES = ("Player", "Team", "Bool")
BUILT_IN_VALUES = ("me", "starter", "player_count", "round", "yes", "no")
BUILT_IN_FUNCTIONS = (
    "next",
    "previous",
    "partner",
    "team_of",
    "top",
    "bottom",
    "first",
    "last",
    "size",
    "ordinal",
    "random",
)
TEST_NAMES = ("over", "actor", "winners", "score", "nothing")
"""What only tests may mention: whether play is over, who acts, the result, no cards."""

BUILT_IN = frozenset(
    (
        *BUILT_IN_TYPES,
        *BUILT_IN_VALUES,
        *BUILT_IN_FUNCTIONS,
        "over",
        "actor",
        "winners",
        "nothing",
        "skip",
        "game",
    )
)


@frozen
class Member:
    """A member of an enumeration: ``enumeration`` the type's name, ``ordinal`` from 1."""

    enumeration: str
    ordinal: int
    span: Span


Named: TypeAlias = (
    tree.Team
    | tree.Option
    | tree.Enumeration
    | tree.RangeType
    | tree.CardKind
    | tree.Deck
    | tree.Zone
    | tree.Money
    | tree.Var
    | tree.Table
    | tree.Define
    | tree.Action
    | tree.Phase
    | tree.Match
)


@frozen
class Symbols:
    """Everything that a ruleset declares, by name."""

    declared: Mapping[str, Named]
    members: Mapping[str, tuple[Member, ...]]
    broken: frozenset[str]
    """Names in declarations that could not be read: mentioned, they are no further fault."""

    def all_names(self) -> list[str]:
        """Every name that may be mentioned, for "did you mean"."""
        return [*self.declared, *self.members, *BUILT_IN]


def collect(
    ruleset: Ruleset, broken: frozenset[str] = frozenset()
) -> tuple[Symbols, tuple[Diagnostic, ...]]:
    """The names that ``ruleset`` declares, and what is wrong with them."""
    declared: dict[str, Named] = {}
    members: dict[str, list[Member]] = {}
    places: dict[str, tuple[Span, bool]] = {}
    found: list[Diagnostic] = []

    def enter(text: str, span: Span, what: str, *, member: bool = False) -> bool:
        if text in BUILT_IN:
            found.append(
                Diagnostic(
                    "RD104",
                    f"`{text}` is built in and cannot be declared",
                    Label(span),
                    help=f"choose another name, `the_{text}` say",
                )
            )
            return False
        if text in places and not (member and places[text][1]):
            first, _ = places[text]
            found.append(
                Diagnostic(
                    "RD105",
                    f"`{text}` is declared twice",
                    Label(span, f"here as {what}"),
                    help="all names of a ruleset share one space; call one of the two otherwise"
                    if first.file == span.file
                    else "the base has this name already: write `replace`, or choose another name",
                    secondary=(Label(first, "first declared here"),),
                )
            )
            return False
        places.setdefault(text, (span, member))
        return True

    for declaration in ruleset.declarations:
        kind = kind_of(declaration)
        if kind in NAMELESS or isinstance(declaration, tree.Test):
            continue
        text = name_of(declaration)
        if enter(text, place_of(declaration), _a(kind)):
            declared[text] = declaration  # type: ignore[assignment]
        if isinstance(declaration, tree.Enumeration):
            own: set[str] = set()
            for member in declaration.members:
                shown = _shown(member)
                if shown in own:
                    found.append(
                        Diagnostic(
                            "RD105",
                            f"`{shown}` stands twice in type `{text}`",
                            Label(member.span),
                            help="a type has each member once",
                        )
                    )
                    continue
                own.add(shown)
                ordinal = len(own)
                if isinstance(member, tree.Number) or enter(
                    shown, member.span, f"a member of `{text}`", member=True
                ):
                    members.setdefault(shown, []).append(Member(text, ordinal, member.span))
    return Symbols(declared, {k: tuple(v) for k, v in members.items()}, broken), tuple(found)


def without_repetitions(ruleset: Ruleset, symbols: Symbols) -> Ruleset:
    """The ruleset without the declarations and members that `collect` has reported.

    What is said twice is meant once; so the first one counts, and nothing further is
    found because of the second.
    """
    kept: list[tree.Declaration] = []
    for declaration in ruleset.declarations:
        named = kind_of(declaration) not in NAMELESS and not isinstance(declaration, tree.Test)
        if named and symbols.declared.get(name_of(declaration)) is not declaration:
            continue
        if isinstance(declaration, tree.Enumeration):
            unique: dict[str, tree.Name | tree.Number] = {}
            for member in declaration.members:
                unique.setdefault(_shown(member), member)
            if len(unique) < len(declaration.members):
                declaration = evolve(declaration, members=tuple(unique.values()))
        kept.append(declaration)
    return evolve(ruleset, declarations=tuple(kept))


def _shown(member: tree.Name | tree.Number) -> str:
    return member.text if isinstance(member, tree.Name) else str(member.value)


def _a(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"
