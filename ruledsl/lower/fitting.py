"""Expressions where a certain type is wanted, or a value that is known before play."""

from __future__ import annotations

from ruledsl import limits
from ruledsl.diagnostics.model import Label
from ruledsl.lower import expressions as ex
from ruledsl.lower import types as t
from ruledsl.lower.builder import Builder
from ruledsl.lower.scope import Scope
from ruledsl.lower.types import Type
from ruledsl.lower.values import UNKNOWN, Value
from ruledsl.machine.model import NONE, Expr
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.printer import show_expr


def check_fits(b: Builder, type_: Type, want: Type, span: Span, role: str) -> bool:
    """Whether values of a type can be given where ``want`` is wanted; reported if not."""
    if "unknown" in (type_.kind, want.kind):
        return False
    ok = t.same_kind(type_, want)
    if type_.kind == "none" and not want.maybe:
        ok = False
    if ok and type_.is_card and want.kinds and type_.kinds and not (type_.kinds & want.kinds):
        ok = False
    if not ok:
        b.report(
            "RD201",
            f"{role} is {t.say(want, b.enumeration_names)}, and this is {t.say(type_, b.enumeration_names)}"
            if role
            else f"{t.say(want, b.enumeration_names)} is needed here, and this is {t.say(type_, b.enumeration_names)}",
            span,
            _fit_help(b, type_, want, role),
        )
    return ok


def _fit_help(b: Builder, type_: Type, want: Type, role: str) -> str | None:
    """How to mend a value that is of another type than is wanted."""
    name = b.enumerations[want.enumeration].name if want.kind == "member" else ""
    match want.kind, type_.kind:
        case _, "none":
            return (
                "write `or none` after its type if it may be missing"
                if role.startswith("`")
                else None
            )
        case "player", "number":
            return "`Player[n]` is the player in seat n"
        case "member", "number":
            return f"`{name}[n]` is the n-th member of `{name}`"
        case "number", "member":
            return "`ordinal(x)` is the place of a member in its type"
        case "number", "player":
            return "`ordinal(p)` is the number of a player's seat"
        case (("number" | "member"), ("card" | "look")):
            return ex.attribute_help(b, type_, want)
        case "card", "number":
            return "`move 3 from PILE to ...` moves so many cards"
        case (("card" | "look"), "zone"):
            return "name one of its cards: `top(pile)`, `row[1]`, `the(c in zone where ...)`; `move all from ...` moves them all"
        case "bool", _:
            return "write `yes`, `no` or a comparison"
    return None


def check_kinds(b: Builder, type_: Type, want: Type, node: tree.Expr, role: str) -> bool:
    """Whether a card is surely of the kinds that are wanted; reported if not."""
    others = type_.kinds - want.kinds if want.kind == "look" and b.facts.known else frozenset()
    if not others:
        return True
    wanted = " or ".join(f"`{b.kinds[k].node.name.text}`" for k in sorted(want.kinds))
    odd = b.kinds[min(others)].node.name.text
    b.report(
        "RD403",
        f"{role or 'what is needed here'} is a {wanted}, and `{show_expr(node)}` may be a `{odd}`",
        node.span,
        f"say which cards are meant: `where {show_expr(node)} is ...`, or `if {show_expr(node)} is ...`",
        Label(b.kinds[min(others)].node.name.span, f"`{odd}` is declared here"),
    )
    return False


def fit(
    b: Builder, scope: Scope, node: tree.Expr, want: Type, role: str, *, ranged: bool = True
) -> Value:
    """The expression as a value of the type ``want``, reported if it cannot be one.

    Values that are surely outside a wanted range are reported too (``ranged``); others are
    checked at play by whoever stores them.
    """
    value = ex.as_value(b, ex.lower(b, scope, node, want), node, scope)
    if value.is_unknown or want.kind == "unknown":
        return UNKNOWN
    if want.kind == "card" and value.type.kind == "look":
        b.report(
            "RD208",
            f"`{show_expr(node)}` remembers what a card looks like, not where it is",
            node.span,
            "name a card by its place: `top(pile)`, a parameter, `the(c in zone where c == ...)`",
        )
        return UNKNOWN
    if not check_fits(b, value.type, want, node.span, role):
        return UNKNOWN
    if not check_kinds(b, value.type, want, node, role):
        return UNKNOWN
    if want.kind == "look" and value.type.kind == "card":
        value = ex.look_of(b, scope, value, node.span)
    if not want.maybe:
        value = ex.needed(b, scope, node, value)
    outside = (
        want.kind in ("number", "member", "player", "team")
        and value.type.kind != "none"
        and (value.type.low > want.high or value.type.high < want.low)
    )
    if ranged and outside:
        shown = (
            show_constant(b, value.constant, value.type) if value.constant is not None else "this"
        )
        b.report(
            "RD211",
            f"{role} is within {want.low}..{want.high}, and {shown} is not"
            if role
            else f"{shown} is not within {want.low}..{want.high}",
            node.span,
            "change the value or widen the range",
        )
        return UNKNOWN
    return value


def constant(b: Builder, scope: Scope, node: tree.Expr, want: Type, role: str = "") -> int | None:
    """The value that an expression of type ``want`` has before play; None after reporting why not."""
    return _known(b, fit(b, scope, node, want, role), node)


def constant_number(b: Builder, scope: Scope, node: tree.Expr) -> int | None:
    """The number that an expression is before play; None after reporting why not."""
    return _known(b, ex.number_of(b, scope, node), node)


def _known(b: Builder, value: Value, node: tree.Expr) -> int | None:
    if value.is_unknown:
        return None
    if value.constant is None:
        not_constant(b, node)
    return value.constant


def not_constant(b: Builder, node: tree.Expr) -> None:
    """Report an expression that had to be known before play and is not."""
    b.report(
        "RD210",
        f"`{show_expr(node)}` is not known before play begins",
        node.span,
        "ranges, tables, decks and options are made of numbers, members, options and `player_count`",
    )


def constant_list(b: Builder, value: Value, node: tree.Expr) -> list[int] | None:
    """The elements of a list that is known before play; None after reporting why not."""
    found = _elements(value.code)
    if found is None:
        not_constant(b, node)
        return None
    if len(found) > limits.LIST:
        b.report("RD501", f"a list of {len(found)} elements is too long", node.span)
        return None
    return list(found)


def constant_length(value: Value) -> int | None:
    """How many elements a list has, where they are known before play."""
    found = _elements(value.code)
    return None if found is None else len(found)


def _elements(code: Expr) -> range | list[int] | None:
    if code.op == "range":
        low, high = code.args
        if low.op == high.op == "const":
            return range(low.nums[0], high.nums[0] + 1)
    if code.op == "list" and all(x.op in ("const", "look") for x in code.args):
        return [x.nums[0] for x in code.args]
    if code.op == "join":
        left, right = _elements(code.args[0]), _elements(code.args[1])
        if left is not None and right is not None:
            return [*left, *right]
    return None


def show_constant(b: Builder, value: int, type_: Type) -> str:
    """A value as people write it."""
    if value == NONE:
        return "none"
    match type_.kind:
        case "member":
            return b.enumerations[type_.enumeration].members[value - 1]
        case "bool":
            return "yes" if value else "no"
        case "player":
            return f"seat {value}"
        case "team":
            return b.teams[value - 1].name if value <= len(b.teams) else f"team {value}"
        case "look":
            return b.looks[value].text
        case _:
            return str(value)
