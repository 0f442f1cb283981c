"""Requirements of an action that come after what they should protect.

What is legal is found out in the order of the text. ``let card = top(stock)`` above ``require stock
is not empty`` therefore stops the game with a fault where the stock is empty, and the ``require``
is never asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.diagnostics.model import Label, Severity
from ruledsl.lower.builder import Builder
from ruledsl.syntax import tree
from ruledsl.syntax.printer import show_expr
from ruledsl.syntax.walking import walk

_ENDS = frozenset({"top", "bottom", "first", "last"})
"""What finds a card of a place only if one lies there."""


def check_order(b: Builder, action: tree.Action, head: tuple[tree.Statement, ...]) -> None:
    """Report what reads a card of a place of which only a later line says that it is not empty."""
    above: list[tuple[tree.Expr, tree.Call]] = []
    """What must not be empty so far, and where it is read."""
    sure: list[tree.Expr] = []
    for param in action.params:
        above += _unprotected(param.domain, sure)
    for node in head:
        match node:
            case tree.Let(value=value):
                above += _unprotected(value, sure)
            case tree.Require(condition=condition):
                filled = list(_filled(condition))
                for place in filled:
                    early = next((read for needed, read in above if needed == place), None)
                    if early is not None:
                        _report(b, place, early, condition)
                sure += filled
                above += _unprotected(condition, sure)


def _report(b: Builder, place: tree.Expr, early: tree.Call, condition: tree.Expr) -> None:
    shown = show_expr(place)
    b.report(
        "RD316",
        f"this comes too late: `{show_expr(early)}` above it stops the game where `{shown}` is empty",
        condition.span,
        f"let the line that asks whether `{shown}` is empty come first; what a parameter can be comes"
        " before all of them",
        Label(early.span, "read here, before it is asked whether there is a card"),
        severity=Severity.WARNING,
    )


def _unprotected(value: tree.Expr, sure: list[tree.Expr]) -> list[tuple[tree.Expr, tree.Call]]:
    """The places that an expression takes an end of without asking whether anything lies there."""
    parts = walk(value)
    if not any(isinstance(part, tree.Call) for part in parts):
        return []
    asked = [*sure, *(place for part in parts for place in _asked(part))]
    return [
        (part.arguments[0], part)
        for part in parts
        if isinstance(part, tree.Call)
        and part.name.text in _ENDS
        and len(part.arguments) == 1
        and part.arguments[0] not in asked
    ]


def _asked(part: object) -> Iterator[tree.Expr]:
    match part:
        case tree.IsEmpty(subject=subject):
            yield subject
        case tree.Call(name=tree.Name(text="size"), arguments=(subject,)):
            yield subject


def _filled(condition: tree.Expr) -> Iterator[tree.Expr]:
    """The places that are not empty where a condition holds."""
    match condition:
        case tree.Binary(op="and", left=left, right=right):
            yield from _filled(left)
            yield from _filled(right)
        case tree.IsEmpty(subject=subject, negated=True):
            yield subject
        case tree.Compare(
            op=">" | ">=" | "!=",
            left=tree.Call(name=tree.Name(text="size"), arguments=(subject,)),
        ):
            yield subject
