"""Expressions as text, with parentheses only where precedence asks for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from ruledsl.syntax import tree as t

# How tightly each form holds together, from the weakest to the strongest; the names
# are those of the rules of the grammar.
EXPR, IMPLICATION, DISJUNCTION, CONJUNCTION, NEGATION, COMPARISON, RANGE, SUM, TERM, FACTOR, \
    POSTFIX, ATOM = range(12)  # fmt: skip

_BINARY = {
    # operator: its own level, that of the left operand, that of the right one
    "implies": (IMPLICATION, DISJUNCTION, IMPLICATION),
    "or": (DISJUNCTION, DISJUNCTION, CONJUNCTION),
    "and": (CONJUNCTION, CONJUNCTION, NEGATION),
    "+": (SUM, SUM, TERM),
    "-": (SUM, SUM, TERM),
    "*": (TERM, TERM, FACTOR),
    "div": (TERM, TERM, FACTOR),
    "mod": (TERM, TERM, FACTOR),
}


def show_expr(expr: t.Expr, level: int = EXPR) -> str:
    """An expression as people write it: ``a.colour == b.colour``, ``high + 1 .. your coins``.

    ``level`` is how tightly the place around it holds; a weaker expression gets
    parentheses.
    """
    own, text = _SHOW[type(expr)](expr)
    return text if own >= level else f"({text})"


def show_all(exprs: Iterable[t.Expr]) -> str:
    """Expressions separated by commas."""
    return ", ".join(show_expr(expr) for expr in exprs)


def show_binder(binder: t.Binder) -> str:
    """``name in domain where condition``."""
    text = f"{binder.name.text} in {show_expr(binder.domain, RANGE)}"
    return text if binder.condition is None else f"{text} where {show_expr(binder.condition)}"


Shown = tuple[int, str]

_PLAIN = re.compile(r"-?\w+")


def _binary(e: t.Binary) -> Shown:
    own, left, right = _BINARY[e.op]
    return own, f"{show_expr(e.left, left)} {e.op} {show_expr(e.right, right)}"


def _compare(e: t.Compare) -> Shown:
    return COMPARISON, f"{show_expr(e.left, RANGE)} {e.op} {show_expr(e.right, RANGE)}"


def _is_kind(e: t.IsKind) -> Shown:
    negation = "not " if e.negated else ""
    return COMPARISON, f"{show_expr(e.subject, RANGE)} is {negation}{e.kind.text}"


def _is_empty(e: t.IsEmpty) -> Shown:
    return COMPARISON, f"{show_expr(e.subject, RANGE)} is {'not ' if e.negated else ''}empty"


def _member_of(e: t.MemberOf) -> Shown:
    word = "not in" if e.negated else "in"
    return COMPARISON, f"{show_expr(e.subject, RANGE)} {word} {show_expr(e.domain, RANGE)}"


def show_range(low: t.Expr, high: t.Expr) -> str:
    """``1..5``; with blanks around the dots where more than names or numbers stand there."""
    ends = (show_expr(low, SUM), show_expr(high, SUM))
    return (".." if all(map(_PLAIN.fullmatch, ends)) else " .. ").join(ends)


def _range_from(e: t.RangeFrom) -> Shown:
    return RANGE, f"{show_expr(e.domain, RANGE)} from {show_expr(e.start, RANGE)}"


def _conditional(e: t.Conditional) -> Shown:
    value, condition = show_expr(e.value, IMPLICATION), show_expr(e.condition, IMPLICATION)
    return EXPR, f"{value} if {condition} else {show_expr(e.otherwise)}"


def _or_else(otherwise: t.Expr | None) -> str:
    return "" if otherwise is None else f" else {show_expr(otherwise)}"


def _pick(e: t.Pick) -> Shown:
    by = "" if e.by is None else f" by {show_expr(e.by)}"
    first = ", first of equals" if e.first_of_equals else ""
    return ATOM, f"{e.op}({show_binder(e.binder)}{by}{first}{_or_else(e.otherwise)})"


def _fold(e: t.Fold) -> Shown:
    over = f"{show_expr(e.value)} for {show_binder(e.binder)}"
    return ATOM, f"{e.op}({over}{_or_else(e.otherwise)})"


_SHOW: dict[type, Callable[[Any], Shown]] = {
    t.Number: lambda e: (ATOM, str(e.value)),
    t.Ref: lambda e: (ATOM, e.name),
    t.Yours: lambda e: (ATOM, f"your {e.name}"),
    t.Nothing: lambda _: (ATOM, "none"),
    t.Unlimited: lambda _: (ATOM, "unlimited"),
    t.ListOf: lambda e: (ATOM, f"[{show_all(e.items)}]"),
    t.Call: lambda e: (ATOM, f"{e.name.text}({show_all(e.arguments)})"),
    t.Index: lambda e: (POSTFIX, f"{show_expr(e.base, POSTFIX)}[{show_expr(e.index)}]"),
    t.Attribute: lambda e: (POSTFIX, f"{show_expr(e.base, POSTFIX)}.{e.name.text}"),
    t.Negative: lambda e: (FACTOR, f"-{show_expr(e.operand, FACTOR)}"),
    t.Not: lambda e: (NEGATION, f"not {show_expr(e.operand, NEGATION)}"),
    t.Binary: _binary,
    t.Compare: _compare,
    t.IsKind: _is_kind,
    t.IsEmpty: _is_empty,
    t.MemberOf: _member_of,
    t.RangeOf: lambda e: (RANGE, show_range(e.low, e.high)),
    t.RangeFrom: _range_from,
    t.Conditional: _conditional,
    t.Pick: _pick,
    t.Fold: _fold,
    t.FoldValues: lambda e: (ATOM, f"{e.op}({show_all(e.values)})"),
}
