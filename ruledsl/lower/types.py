"""The types of expressions, with the ranges and origins that are known before play.

A type is a `Type` of one of the kinds below. Numbers carry their interval, cards and
looks the kinds they may be and the zone families they may have come from, lists the
type of their elements and how long they can get at the most.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from attrs import evolve, frozen

from ruledsl.machine.model import SAFE, Sort, ValueType

Kind: TypeAlias = Literal[
    "unknown",  # something is wrong with it and has been reported
    "number",
    "bool",
    "member",
    "player",
    "team",
    "look",  # what a card shows: the value of a variable of a card type
    "card",
    "zone",  # one place for cards
    "list",
    "none",
    "unlimited",
    "thing",  # a declared name that needs more to be a value: a family, a table, a type
]


@frozen
class Type:
    """See the module. ``maybe`` means that it can be ``none`` as well."""

    kind: Kind
    low: int = -SAFE
    high: int = SAFE
    enumeration: int = -1
    kinds: frozenset[int] = frozenset()
    origins: frozenset[int] = frozenset()
    maybe: bool = False
    element: Type | None = None
    longest: int = 0
    thing: str = ""
    whose: Literal["", "self", "side"] = ""
    """Of a player: that it is the one who acts, or one of the own side; of a team: that it is the own one."""
    own: frozenset[int] = frozenset()
    """Those of the ``origins`` in which it surely belongs to who acts."""
    shown: bool = False
    """Of a card: that its face has been shown to all, wherever it lies."""

    @property
    def is_ordered(self) -> bool:
        """Whether values of this type can be compared by ``<``."""
        return self.kind in ("number", "member")

    @property
    def is_card(self) -> bool:
        """Whether it has the attributes of a card."""
        return self.kind in ("look", "card")

    def sure(self) -> Type:
        """The same type without ``none``."""
        return evolve(self, maybe=False)

    def or_none(self) -> Type:
        """The same type with ``none`` as a further value."""
        return evolve(self, maybe=True)


UNKNOWN = Type("unknown")
NUMBER = Type("number")
BOOL = Type("bool", 0, 1)
NOTHING = Type("none", maybe=True)
UNLIMITED = Type("unlimited")
ZONE = Type("zone")


def number(low: int, high: int) -> Type:
    """A number within ``low..high`` (cut to what the machine can hold)."""
    return Type("number", max(low, -SAFE), min(high, SAFE))


def member(enumeration: int, count: int) -> Type:
    """A member of the enumeration of that number, which has ``count`` members."""
    return Type("member", 1, count, enumeration=enumeration)


def list_of(element: Type, longest: int) -> Type:
    """A list of at most ``longest`` elements."""
    return Type("list", element=element, longest=longest)


def same_kind(a: Type, b: Type) -> bool:
    """Whether values of the two types can be compared and stand for one another."""
    if "unknown" in (a.kind, b.kind) or "none" in (a.kind, b.kind):
        return True
    if a.is_card and b.is_card:
        return True
    return a.kind == b.kind and a.enumeration == b.enumeration


def join(a: Type, b: Type) -> Type:
    """The least type that has the values of both (which are of the `same_kind`)."""
    if a.kind == "unknown" or b.kind == "unknown":
        return UNKNOWN
    if a.kind == "none":
        return b.or_none()
    if b.kind == "none":
        return a.or_none()
    kind: Kind = "look" if a.is_card and a.kind != b.kind else a.kind
    element = a.element
    if a.element is not None and b.element is not None:
        element = join(a.element, b.element)
    return Type(
        kind,
        min(a.low, b.low),
        max(a.high, b.high),
        a.enumeration,
        a.kinds | b.kinds,
        a.origins | b.origins,
        a.maybe or b.maybe,
        element,
        max(a.longest, b.longest),
        whose=a.whose if a.whose == b.whose else "",
        own=(a.own | b.own) - (a.origins - a.own) - (b.origins - b.own),
        shown=a.shown and b.shown,
    )


def of_anybody(type_: Type) -> Type:
    """The type as it is when another player acts: what belonged to who acted is somebody's."""
    element = of_anybody(type_.element) if type_.element is not None else None
    if not type_.whose and not type_.own and element == type_.element:
        return type_
    return evolve(type_, whose="", own=frozenset(), element=element)


def join_all(types: Iterable[Type]) -> Type:
    """The join of one or more types."""
    result: Type | None = None
    for item in types:
        result = item if result is None else join(result, item)
    assert result is not None
    return result


def sort_of(type_: Type) -> Sort:
    """The sort that the machine gives to values of a type."""
    match type_.kind:
        case "look":
            return "look"
        case "card":
            return "card"
        case "zone":
            return "zone"
        case "list":
            element = type_.element or UNKNOWN
            return {"look": "looks", "card": "cards"}.get(element.kind, "numbers")  # type: ignore[return-value]
        case _:
            return "number"


def cell_sort(type_: Type) -> Literal["number", "look", "card"]:
    """What a cell has to hold to keep a value of a type."""
    return type_.kind if type_.kind in ("look", "card") else "number"


def value_type(type_: Type) -> ValueType:
    """How values of a type are read and shown at play."""
    match type_.kind:
        case "bool" | "player" | "team" | "look" | "card":
            return ValueType(type_.kind)
        case "member":
            return ValueType("member", type_.enumeration)
        case _:
            return ValueType("number")


def say(type_: Type, enumerations: tuple[str, ...] = ()) -> str:
    """What a person calls a type: "a number", "a player", "a `Colour`"."""
    match type_.kind:
        case "member":
            name = enumerations[type_.enumeration] if type_.enumeration < len(enumerations) else ""
            text = f"{article(name)} `{name}`" if name else "a member of a type"
        case "number":
            text = "a number"
        case "bool":
            text = "yes or no"
        case "player":
            text = "a player"
        case "team":
            text = "a team"
        case "look" | "card":
            text = "a card"
        case "zone":
            text = "a place for cards"
        case "list":
            text = "a list of " + (
                say_many(type_.element, enumerations) if type_.element else "things"
            )
        case "none":
            return "`none`"
        case "unlimited":
            return "`unlimited`"
        case "thing":
            return type_.thing
        case _:
            text = "something else"
    return f"{text} or `none`" if type_.maybe else text


def say_many(type_: Type, enumerations: tuple[str, ...] = ()) -> str:
    """What a person calls several things of a type: "numbers", "players"."""
    match type_.kind:
        case "member":
            name = enumerations[type_.enumeration] if type_.enumeration < len(enumerations) else ""
            return f"members of `{name}`" if name else "members of a type"
        case "look" | "card":
            return "cards"
        case "number" | "player" | "team":
            return f"{type_.kind}s"
        case _:
            return "things"


def counted(number: int, noun: str) -> str:
    """``1 attribute``, ``2 attributes``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def article(name: str) -> str:
    """``a`` or ``an``, as it stands before a name."""
    return "an" if name[:1] in "aeiouAEIOU" else "a"
