"""Literals and operators."""

from __future__ import annotations

from ruledsl.diagnostics.model import Label
from ruledsl.lower import calls, knowledge, names, taking_back
from ruledsl.lower import expressions as ex
from ruledsl.lower import types as t
from ruledsl.lower import values as v
from ruledsl.lower.builder import Builder, TypeThing
from ruledsl.lower.narrowing import refine
from ruledsl.lower.scope import Scope
from ruledsl.lower.types import Type
from ruledsl.lower.values import UNKNOWN, Value
from ruledsl.machine.model import SAFE
from ruledsl.syntax import tree
from ruledsl.syntax.printer import show_expr


def nothing(_b: Builder, _scope: Scope, node: tree.Nothing) -> Value:
    """``none``."""
    return v.at(v.NOTHING, node.span)


def unlimited(b: Builder, _: Scope, node: tree.Unlimited) -> Value:
    """``unlimited``, which stands in the declaration of an account only."""
    b.report(
        "RD406",
        "`unlimited` is no amount",
        node.span,
        "only the initial balance of an account may be `unlimited`",
    )
    return UNKNOWN


def negative(b: Builder, scope: Scope, node: tree.Negative) -> Value:
    """``-a``."""
    value = ex.number_of(b, scope, node.operand)
    return value if value.is_unknown else v.negative(value, node.span)


def negation(b: Builder, scope: Scope, node: tree.Not) -> Value:
    """``not a``."""
    value = ex.truth_of(b, scope, node.operand)
    return value if value.is_unknown else v.negation(value, node.span)


def number(b: Builder, _: Scope, node: tree.Number, want: Type | None) -> Value:
    """A number: a seat or a member, where one of these is wanted."""
    number = node.value
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


def binary(b: Builder, scope: Scope, node: tree.Binary) -> Value:
    """``a + b``, ``a and b``."""
    if node.op in ("and", "or", "implies"):
        left = ex.truth_of(b, scope, node.left)
        narrowed = refine(b, scope, node.left, node.op != "or")
        since = len(b.found)
        right = ex.truth_of(b, narrowed, node.right)
        is_settled = left.constant is not None and bool(left.constant) == (node.op == "or")
        if is_settled and taking_back.forget_values(b, since) and right.is_unknown:
            return v.const(int(node.op != "and"), t.BOOL, node.span)
        if left.is_unknown or right.is_unknown:
            return UNKNOWN
        return v.logic(node.op, left, right, node.span)
    left, right = ex.number_of(b, scope, node.left), ex.number_of(b, scope, node.right)
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


def compare(b: Builder, scope: Scope, node: tree.Compare) -> Value:
    """``a == b``, ``a < b``."""
    left, right = ex.pair(b, scope, node.left, node.right)
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
                ex.look_of(b, scope, left, node.left.span),
                ex.look_of(b, scope, right, node.right.span),
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
    left, right = ex.needed(b, scope, node.left, left), ex.needed(b, scope, node.right, right)
    return v.compare(node.op, left, right, node.span)


def _compare_help(left: Type, right: Type) -> str | None:
    if {left.kind, right.kind} == {"player", "number"}:
        return "`ordinal(p)` is the number of a player's seat"
    if {left.kind, right.kind} == {"member", "number"}:
        return "`ordinal(x)` is the place of a member in its type"
    if "card" in (left.kind, right.kind) or "look" in (left.kind, right.kind):
        return "compare an attribute of the card: `c.value == ...`"
    return None


def is_kind(b: Builder, scope: Scope, node: tree.IsKind) -> Value:
    """``c is Kind``."""
    kind = b.things.get(node.kind.text)
    value = ex.as_value(b, ex.lower(b, scope, node.subject), node.subject, scope)
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
    look = ex.look_of(b, scope, ex.needed(b, scope, node.subject, value), node.subject.span)
    (number,) = kind.type.kinds
    if look.constant is not None:
        result = v.truth(b.looks[look.constant].kind == number, node.span)
    else:
        result = v.call("is_kind", t.BOOL, look, nums=(number,), span=node.span)
    return v.negation(result, node.span) if node.negated else result


def is_empty(b: Builder, scope: Scope, node: tree.IsEmpty) -> Value:
    """``zone is empty``."""
    size = calls.size_of(b, scope, node.subject, node.span)
    if size.is_unknown:
        return UNKNOWN
    return v.compare("!=" if node.negated else "==", size, v.const(0), node.span)


def member_of(b: Builder, scope: Scope, node: tree.MemberOf) -> Value:
    """``x in S``."""
    listed = ex.lower_domain(b, scope, node.domain)
    element = listed.type.element if listed.type.kind == "list" else None
    value = ex.as_value(b, ex.lower(b, scope, node.subject, element), node.subject, scope)
    if listed.is_unknown or value.is_unknown or element is None:
        return UNKNOWN
    if element.kind != "unknown" and isinstance(
        node.domain, tree.ListOf | tree.RangeOf | tree.Binary
    ):
        listed = ex.lower_domain(b, scope, node.domain, value.type)
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
            ex.refuse_hidden(b, scope, node.span)
        result = v.call("alike_within", t.BOOL, listed, ex.sure(value, node.span), span=node.span)
    else:
        if element.kind == "look":
            value = ex.look_of(b, scope, value, node.subject.span)
        result = v.call("within", t.BOOL, listed, value, span=node.span)
    return v.negation(result, node.span) if node.negated else result


def conditional(b: Builder, scope: Scope, node: tree.Conditional, want: Type | None) -> Value:
    """``a if C else b``."""
    condition = ex.truth_of(b, scope, node.condition)
    since = len(b.found)
    then = refine(b, scope, node.condition, True)
    yes = ex.as_value(b, ex.lower(b, then, node.value, want), node.value, then)
    is_never = condition.constant == 0 and taking_back.forget_values(b, since)
    other = refine(b, scope, node.condition, False)
    since = len(b.found)
    no = ex.as_value(b, ex.lower(b, other, node.otherwise, want or yes.type), node.otherwise, other)
    if condition.constant == 1 and taking_back.forget_values(b, since) and no.is_unknown:
        return yes
    if is_never and yes.is_unknown:
        return no
    if isinstance(node.value, tree.Number) and no.type.kind in ("member", "player", "team"):
        yes = ex.lower(b, scope, node.value, no.type)
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
        yes, no = ex.look_of(b, scope, yes, node.span), ex.look_of(b, scope, no, node.span)
    return v.conditional(condition, yes, no, t.join(yes.type, no.type), node.span)
