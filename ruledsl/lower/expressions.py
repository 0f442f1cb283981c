"""Expressions, whatever stands in them: what every module needs that lowers some kind of them.

`lower` turns an expression of the tree into a `Value`. The type that is wanted, if
there is one, decides what a bare number means (``2`` may be a rank or a seat) and
whether a card stands for its look. Faults are reported once; what depends on a faulty
expression is `UNKNOWN` and says nothing further.
"""

from __future__ import annotations

from attrs import evolve

from ruledsl.diagnostics.model import Severity
from ruledsl.lower import knowledge
from ruledsl.lower import types as t
from ruledsl.lower import values as v
from ruledsl.lower.builder import (
    AccountThing,
    Builder,
    Index,
    TableRow,
    TableThing,
    TypeThing,
    VariableThing,
    ZoneThing,
)
from ruledsl.lower.scope import Scope
from ruledsl.lower.types import Type
from ruledsl.lower.values import UNKNOWN, Value
from ruledsl.machine import model as m
from ruledsl.machine.model import Expr
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.printer import show_expr


def lower(b: Builder, scope: Scope, node: tree.Expr, want: Type | None = None) -> Value:
    """The value of an expression, as ``want`` if it can be that; a mismatch is left to `fit`."""
    value = b.constructs.expressions[type(node)](b, scope, node, want)
    if scope.kinds and value.type.is_card and (kinds := scope.kinds.get(show_expr(node))):
        return evolve(value, type=evolve(value.type, kinds=value.type.kinds & kinds))
    return value


def lower_domain(b: Builder, scope: Scope, node: tree.Expr, want: Type | None = None) -> Value:
    """What a parameter, a loop or an aggregate ranges over, as a list."""
    return b.constructs.domain(b, scope, node, want)


# --- things that are no values yet --------------------------------------------------------------


def thing_value(thing: object, what: str) -> Value:
    """A declared thing that is no value by itself."""
    return Value(Type("thing", thing=what), Expr("const", (0,)), thing)


def as_value(b: Builder, value: Value, node: tree.Expr, scope: Scope) -> Value:
    """The value where a thing that needs more to be a value will not do."""
    if value.type.kind != "thing":
        return value
    name = show_expr(node)
    help_text = None
    match value.thing:
        case (
            VariableThing(index=Index() as index)
            | AccountThing(index=Index() as index)
            | ZoneThing(index=Index() as index)
        ):
            yours = "" if scope.me == "no" else f", or `your {name}`"
            if index.by_seat and scope.place == "test":
                help_text = f"say whose: `{name}[{index.labels[0]}]`"
            elif index.type.kind == "player":
                help_text = f"say whose: `{name}[p]` for a player `p`{yours}"
            elif index.by_seat:
                help_text = f"say whose: `{name}[t]` for a team `t`{yours}"
            else:
                help_text = f"say which: `{name}[{index.labels[0]}]`"
        case TypeThing():
            help_text = "a type is not a value; `each` of its members or `x in` it may be meant"
        case TableThing() as table:
            help_text = f"a table is read by row: `{name}[1]" + (
                f".{table.columns[0]}`" if table.columns else "`"
            )
        case TableRow(table=table):
            help_text = (
                f"name a column: `{name}.{table.columns[0]}`"
                if table.columns
                else f"say which entry: `{name}[1]`"
            )
    b.report("RD206", f"`{name}` is {value.type.thing}, not a value", node.span, help_text)
    return UNKNOWN


# --- who acts -----------------------------------------------------------------------------------


def me(b: Builder, scope: Scope, span: Span) -> Value:
    """The seat that acts."""
    if scope.me == "no":
        b.report(
            "RD301",
            "nobody is acting here",
            span,
            no_me(scope),
        )
        return UNKNOWN
    if scope.me == "caller":
        scope.uses.me = scope.uses.me or span
    scope.uses.cells = True
    return Value(Type("player", 1, b.players, whose="self"), Expr("cell", (m.ME,), span=span))


def no_me(scope: Scope) -> str:
    """Where ``me`` and ``your`` can be written, told from a place where they cannot."""
    if scope.nobody:
        return scope.nobody
    match scope.place:
        case "initial":
            return "an initial value is set before anybody acts; `X[p in Player]` gives each player one of their own"
        case "score":
            return "in a score the name after `score` stands for the player: `points[p]`"
        case "test":
            return "a test names the seat: `hand[1]`"
    return (
        "`me` exists in actions and inside `turns`, `each player`, `together` and `player P acts`"
    )


# --- numbers and conditions ---------------------------------------------------------------------


def number_of(b: Builder, scope: Scope, node: tree.Expr) -> Value:
    """An operand of arithmetic: a number, and not ``none``."""
    value = as_value(b, lower(b, scope, node), node, scope)
    if value.is_unknown:
        return UNKNOWN
    if value.type.kind != "number":
        mends = {
            "player": "a player is not a number: `next(p)` is the next one, `ordinal(p)` the seat's number",
            "member": "`ordinal(x)` is the place of a member in its type",
            "team": "`ordinal(t)` is the number of a team",
            "none": "only `==` and `!=` take it",
            "card": attribute_help(b, value.type, t.NUMBER, show_expr(node)),
            "look": attribute_help(b, value.type, t.NUMBER, show_expr(node)),
            "zone": "`size(zone)` counts its cards",
            "bool": "`1 if x else 0` makes a number of it",
        }
        what = t.say(value.type, b.enumeration_names)
        b.report(
            "RD201",
            "`none` is no number"
            if what == "`none`"
            else f"`{show_expr(node)}` is {what}, and a number is needed here",
            node.span,
            mends.get(value.type.kind),
        )
        return UNKNOWN
    return needed(b, scope, node, value)


def attribute_help(b: Builder, type_: Type, want: Type, card: str = "c") -> str | None:
    """The help where a card stands for one of its attributes: the first one that is of the wanted type."""
    attributes = [
        (b.attribute_names[number], own)
        for kind in sorted(type_.kinds)
        for number, own in zip(b.kinds[kind].attributes, b.kinds[kind].types, strict=True)
    ]
    fitting = [f"{card}.{name}" for name, own in attributes if t.same_kind(own, want)]
    if not fitting and want.kind == "number":
        fitting = [f"ordinal({card}.{name})" for name, own in attributes if own.kind == "member"]
    return f"an attribute of the card may be meant: `{fitting[0]}`" if fitting else None


def truth_of(b: Builder, scope: Scope, node: tree.Expr) -> Value:
    """A condition: yes or no."""
    value = as_value(b, lower(b, scope, node), node, scope)
    if value.is_unknown:
        return UNKNOWN
    if value.type.kind != "bool" or value.type.maybe:
        b.report(
            "RD201",
            f"`{show_expr(node)}` is {t.say(value.type, b.enumeration_names)}, and a condition is needed here",
            node.span,
            "a condition is yes or no: compare it with something (`== ...`, `in ...`, `is ...`)",
        )
        return UNKNOWN
    return value


def sure(value: Value, span: Span) -> Value:
    """The value where ``none`` will not do: meeting ``none`` is then a fault at play."""
    if not value.type.maybe:
        return value
    return Value(value.type.sure(), Expr("some", (), (value.code,), span=span))


def needed(b: Builder, scope: Scope, node: tree.Expr, value: Value) -> Value:
    """As `sure`, with a warning where one statement shows that there may be no value.

    That is so where legality depends on it without a test beside it, and where a question's own
    ``else none`` is used at once. Elsewhere the flow of play may have seen to it.
    """
    shows = scope.place in ("guard", "domain") or isinstance(node, tree.Pick | tree.Fold)
    if value.type.maybe and shows and show_expr(node) not in scope.certain:
        b.report(
            "RD226",
            f"`{show_expr(node)}` may be `none` here",
            node.span,
            f"test it first: `{show_expr(node)} != none`",
            severity=Severity.WARNING,
        )
    return sure(value, node.span)


def pair(
    b: Builder, scope: Scope, left_node: tree.Expr, right_node: tree.Expr
) -> tuple[Value, Value]:
    """Two expressions of one type; a bare number takes the type of the other side."""
    if isinstance(left_node, tree.Number) and not isinstance(right_node, tree.Number):
        right = as_value(b, lower(b, scope, right_node), right_node, scope)
        return lower(b, scope, left_node, right.type), right
    left = as_value(b, lower(b, scope, left_node), left_node, scope)
    return left, as_value(b, lower(b, scope, right_node, left.type), right_node, scope)


def look_of(b: Builder, scope: Scope, value: Value, span: Span) -> Value:
    """The look of a card, ``none`` where there is no card (other values as they are)."""
    if value.type.kind != "card":
        return value
    if value.type.maybe:
        look = look_of(b, scope, sure(value, span), span)
        nothing = v.at(v.NOTHING, span)
        return v.conditional(
            v.compare("!=", value, nothing, span), look, nothing, look.type.or_none(), span
        )
    hidden = b.is_hidden(value.type.origins)
    if hidden:
        scope.uses.hidden = scope.uses.hidden or span
        refuse_hidden(b, scope, span)
    scope.uses.cells = True
    knowledge.read_faces(b, scope, value.type, span)
    return Value(
        evolve(value.type, kind="look"),
        Expr("drawn_face" if hidden else "face", (), (value.code,), span=span),
    )


def refuse_hidden(b: Builder, scope: Scope, span: Span) -> None:
    """Report reading a face that may not be drawn yet, where legality would have to toss a coin."""
    if scope.place in ("guard", "domain"):
        b.report(
            "RD404",
            "what is legal would depend on a card that nobody has seen",
            span,
            "it lies in a shuffled pile: `reveal` it before the choice, or move it to where it is seen",
        )


# --- cards --------------------------------------------------------------------------------------


def zone_thing(b: Builder, value: Value) -> ZoneThing | None:
    """The family that a zone belongs to."""
    for number in value.type.origins:
        return b.families[number]
    return None


def card_type(b: Builder, origins: frozenset[int]) -> Type:
    """A card that lies in one of these families."""
    return Type("card", kinds=b.kinds_in(origins), origins=origins)


def card_in(b: Builder, zone: Type) -> Type:
    """A card that lies in a place of this type: its owner's, as the place is."""
    return evolve(card_type(b, zone.origins), own=zone.own)
