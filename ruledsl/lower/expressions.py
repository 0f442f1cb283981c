"""Expressions: literals, operators and what is known before play.

`lower` turns an expression of the tree into a `Value`. The type that is wanted, if
there is one, decides what a bare number means (``2`` may be a rank or a seat) and
whether a card stands for its look. Faults are reported once; what depends on a faulty
expression is `UNKNOWN` and says nothing further.
"""

from __future__ import annotations

from attrs import evolve

from ruledsl.diagnostics.model import Label, Severity
from ruledsl.lower import aggregates, attributes, calls, knowledge, names, places
from ruledsl.lower import types as t
from ruledsl.lower import values as v
from ruledsl.lower.builder import Builder, TypeThing, ZoneThing
from ruledsl.lower.narrowing import refine
from ruledsl.lower.scope import Scope
from ruledsl.lower.types import Type
from ruledsl.lower.values import UNKNOWN, Value
from ruledsl.machine.model import SAFE, Expr
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.printer import show_expr


def lower(b: Builder, scope: Scope, node: tree.Expr, want: Type | None = None) -> Value:
    """The value of an expression, as ``want`` if it can be that; a mismatch is left to `fit`."""
    match node:
        case tree.Number(value=number):
            return _number(b, number, node, want)
        case tree.Nothing():
            return v.at(v.NOTHING, node.span)
        case tree.Unlimited():
            b.report(
                "RD406",
                "`unlimited` is no amount",
                node.span,
                "only the initial balance of an account may be `unlimited`",
            )
            return UNKNOWN
        case tree.Ref():
            return names.reference(b, scope, node)
        case tree.Yours():
            return places.yours(b, scope, node)
        case tree.Index():
            return places.indexed(b, scope, node)
        case tree.Attribute():
            return attributes.attribute(b, scope, node)
        case tree.Call():
            return calls.call(b, scope, node)
        case tree.Negative(operand=operand):
            value = number_of(b, scope, operand)
            return value if value.is_unknown else v.negative(value, node.span)
        case tree.Not(operand=operand):
            value = truth_of(b, scope, operand)
            return value if value.is_unknown else v.negation(value, node.span)
        case tree.Binary():
            return _binary(b, scope, node)
        case tree.Compare():
            return _compare(b, scope, node)
        case tree.IsKind():
            return _is_kind(b, scope, node)
        case tree.IsEmpty():
            return _is_empty(b, scope, node)
        case tree.MemberOf():
            return _member_of(b, scope, node)
        case tree.Conditional():
            return _conditional(b, scope, node, want)
        case tree.Pick() | tree.Fold() | tree.FoldValues():
            return aggregates.lower(b, scope, node)
        case tree.RangeOf() | tree.ListOf():
            return lower_domain(b, scope, node, want.element if want else None)


def lower_domain(b: Builder, scope: Scope, node: tree.Expr, want: Type | None = None) -> Value:
    """What a parameter, a loop or an aggregate ranges over, as a list."""
    return aggregates.domain(b, scope, node, want)


def _number(b: Builder, number: int, node: tree.Expr, want: Type | None) -> Value:
    if want is not None and want.kind in ("player", "team"):
        if not want.low <= number <= want.high:
            count = b.players if want.kind == "player" else len(b.teams)
            b.report(
                "RD213",
                f"with {count} players there is no seat {number}"
                if want.kind == "player"
                else f"there is no team {number}",
                node.span,
                f"seats are numbered 1..{b.players}"
                if b.has_fixed_players
                else f"seats are numbered 1..{b.players} then; the rules hold for every number of players that they allow",
            )
            return UNKNOWN
        return v.const(number, want.sure(), node.span)
    if want is not None and want.kind == "member":
        members = b.enumerations[want.enumeration].members
        if str(number) in members:
            return v.const(members.index(str(number)) + 1, want.sure(), node.span)
    return v.const(number, span=node.span)


# --- operators ----------------------------------------------------------------------------


def number_of(b: Builder, scope: Scope, node: tree.Expr) -> Value:
    """An operand of arithmetic: a number, and not ``none``."""
    value = names.as_value(b, lower(b, scope, node), node, scope)
    if value.is_unknown:
        return UNKNOWN
    if value.type.kind != "number":
        mends = {
            "player": "a player is not a number: `next(p)` is the next one, `ordinal(p)` the seat's number",
            "member": "`ordinal(x)` is the place of a member in its type",
            "team": "`ordinal(t)` is the number of a team",
            "none": "only `==` and `!=` take it",
            "card": "an attribute of the card may be meant: `c.value`",
            "look": "an attribute of the card may be meant: `c.value`",
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


def truth_of(b: Builder, scope: Scope, node: tree.Expr) -> Value:
    """A condition: yes or no."""
    value = names.as_value(b, lower(b, scope, node), node, scope)
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


def _binary(b: Builder, scope: Scope, node: tree.Binary) -> Value:
    if node.op in ("and", "or", "implies"):
        left = truth_of(b, scope, node.left)
        narrowed = refine(b, scope, node.left, node.op != "or")
        since = len(b.found)
        right = truth_of(b, narrowed, node.right)
        if left.constant is not None and bool(left.constant) == (node.op == "or"):
            forget_values(b, since)
        if left.is_unknown or right.is_unknown:
            return UNKNOWN
        return v.logic(node.op, left, right, node.span)
    left, right = number_of(b, scope, node.left), number_of(b, scope, node.right)
    if left.is_unknown or right.is_unknown:
        return UNKNOWN
    if node.op in ("div", "mod") and right.constant == 0:
        b.report("RD221", "division by 0", node.right.span, "the divisor must not be 0")
        return UNKNOWN
    value = v.arithmetic(node.op, left, right, node.span)
    if left.constant is not None and right.constant is not None and value.constant is None:
        b.report(
            "RD222",
            "this number is too large",
            node.span,
            f"numbers lie between -{SAFE} and {SAFE}",
        )
        return UNKNOWN
    return value


def pair(
    b: Builder, scope: Scope, left_node: tree.Expr, right_node: tree.Expr
) -> tuple[Value, Value]:
    """Two expressions of one type; a bare number takes the type of the other side."""
    if isinstance(left_node, tree.Number) and not isinstance(right_node, tree.Number):
        right = names.as_value(b, lower(b, scope, right_node), right_node, scope)
        return lower(b, scope, left_node, right.type), right
    left = names.as_value(b, lower(b, scope, left_node), left_node, scope)
    return left, names.as_value(b, lower(b, scope, right_node, left.type), right_node, scope)


def _compare(b: Builder, scope: Scope, node: tree.Compare) -> Value:
    left, right = pair(b, scope, node.left, node.right)
    if left.is_unknown or right.is_unknown:
        return UNKNOWN
    if not t.same_kind(left.type, right.type):
        b.report(
            "RD204",
            f"{t.say(left.type, b.enumeration_names)} and {t.say(right.type, b.enumeration_names)} cannot be compared",
            node.span,
            _compare_help(left.type, right.type),
        )
        return UNKNOWN
    if node.op in ("==", "!="):
        if left.type.kind in ("list", "zone"):
            b.report(
                "RD204",
                f"{t.say(left.type)} cannot be compared",
                node.span,
                "`is empty`, `size(...)` and `in` tell about it",
            )
            return UNKNOWN
        both = left.type.kind != "none" and right.type.kind != "none"
        if both:
            left, right = (
                look_of(b, scope, left, node.left.span),
                look_of(b, scope, right, node.right.span),
            )
        return v.compare(node.op, left, right, node.span)
    for value, side in ((left, node.left), (right, node.right)):
        if not value.type.is_ordered:
            b.report(
                "RD204",
                f"{t.say(value.type, b.enumeration_names)} is neither less nor greater",
                side.span,
                "numbers and members of a type have an order; compare an attribute or `ordinal(x)`",
            )
            return UNKNOWN
    left, right = needed(b, scope, node.left, left), needed(b, scope, node.right, right)
    return v.compare(node.op, left, right, node.span)


def _compare_help(left: Type, right: Type) -> str | None:
    if {left.kind, right.kind} == {"player", "number"}:
        return "`ordinal(p)` is the number of a player's seat"
    if {left.kind, right.kind} == {"member", "number"}:
        return "`ordinal(x)` is the place of a member in its type"
    if "card" in (left.kind, right.kind) or "look" in (left.kind, right.kind):
        return "compare an attribute of the card: `c.value == ...`"
    return None


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


def _is_kind(b: Builder, scope: Scope, node: tree.IsKind) -> Value:
    kind = b.things.get(node.kind.text)
    value = names.as_value(b, lower(b, scope, node.subject), node.subject, scope)
    if not isinstance(kind, TypeThing) or kind.type.kind != "look":
        names.no_kind(b, node.kind)
        return UNKNOWN
    if value.is_unknown:
        return UNKNOWN
    if not value.type.is_card:
        b.report(
            "RD201",
            f"`{show_expr(node.subject)}` is {t.say(value.type, b.enumeration_names)}, and only a card is of a kind",
            node.subject.span,
            "ask for one of its cards: `top(pile) is ...`, `any(c is ... for c in zone)`"
            if value.type.kind == "zone"
            else None,
        )
        return UNKNOWN
    look = look_of(b, scope, needed(b, scope, node.subject, value), node.subject.span)
    (number,) = kind.type.kinds
    if look.constant is not None:
        result = v.truth(b.looks[look.constant].kind == number, node.span)
    else:
        result = v.call("is_kind", t.BOOL, look, nums=(number,), span=node.span)
    return v.negation(result, node.span) if node.negated else result


def _is_empty(b: Builder, scope: Scope, node: tree.IsEmpty) -> Value:
    size = calls.size_of(b, scope, node.subject, node.span)
    if size.is_unknown:
        return UNKNOWN
    return v.compare("!=" if node.negated else "==", size, v.const(0), node.span)


def _member_of(b: Builder, scope: Scope, node: tree.MemberOf) -> Value:
    listed = lower_domain(b, scope, node.domain)
    element = listed.type.element if listed.type.kind == "list" else None
    value = names.as_value(b, lower(b, scope, node.subject, element), node.subject, scope)
    if listed.is_unknown or value.is_unknown or element is None:
        return UNKNOWN
    if element.kind != "unknown" and isinstance(
        node.domain, tree.ListOf | tree.RangeOf | tree.Binary
    ):
        listed = lower_domain(b, scope, node.domain, value.type)
        element = listed.type.element or t.UNKNOWN
    if not t.same_kind(value.type, element):
        b.report(
            "RD204",
            f"{t.say(value.type, b.enumeration_names)} is never among {t.say_many(element, b.enumeration_names)}",
            node.span,
            "both sides of `in` are about things of one type",
        )
        return UNKNOWN
    if element.kind == "card" and value.type.kind == "look":
        knowledge.read_faces(b, scope, element, node.span)
        if b.is_hidden(element.origins):
            scope.uses.hidden = scope.uses.hidden or node.span
            refuse_hidden(b, scope, node.span)
        result = v.call("alike_within", t.BOOL, listed, sure(value, node.span), span=node.span)
    else:
        if element.kind == "look":
            value = look_of(b, scope, value, node.subject.span)
        result = v.call("within", t.BOOL, listed, value, span=node.span)
    return v.negation(result, node.span) if node.negated else result


def _conditional(b: Builder, scope: Scope, node: tree.Conditional, want: Type | None) -> Value:
    condition = truth_of(b, scope, node.condition)
    since = len(b.found)
    then = refine(b, scope, node.condition, True)
    yes = names.as_value(b, lower(b, then, node.value, want), node.value, then)
    if condition.constant == 0:
        forget_values(b, since)
    other = refine(b, scope, node.condition, False)
    since = len(b.found)
    no = names.as_value(b, lower(b, other, node.otherwise, want or yes.type), node.otherwise, other)
    if condition.constant == 1:
        forget_values(b, since)
    if isinstance(node.value, tree.Number) and no.type.kind in ("member", "player", "team"):
        yes = lower(b, scope, node.value, no.type)
    if condition.is_unknown or yes.is_unknown or no.is_unknown:
        return UNKNOWN
    if not t.same_kind(yes.type, no.type):
        b.report(
            "RD201",
            f"the two sides of `if ... else` are of different types: {t.say(yes.type, b.enumeration_names)} and {t.say(no.type, b.enumeration_names)}",
            node.span,
            None,
            Label(node.value.span),
            Label(node.otherwise.span),
        )
        return UNKNOWN
    if yes.type.kind != no.type.kind and yes.type.is_card and no.type.is_card:
        yes, no = look_of(b, scope, yes, node.span), look_of(b, scope, no, node.span)
    return v.conditional(condition, yes, no, t.join(yes.type, no.type), node.span)


_OF_VALUES = frozenset({"RD211", "RD212", "RD213", "RD221", "RD222", "RD315", "RD503"})
"""The findings that are about how large something is."""


def forget_values(b: Builder, since: int) -> None:
    """Take back what was found since then about values.

    It stands in a part of the rules that these options and this number of players never
    come to; names and types are checked there all the same.
    """
    b.found[since:] = [d for d in b.found[since:] if d.code not in _OF_VALUES]


# --- constants ------------------------------------------------------------------------------


def zone_thing(b: Builder, value: Value) -> ZoneThing | None:
    """The family that a zone belongs to."""
    for number in value.type.origins:
        return b.families[number]
    return None
