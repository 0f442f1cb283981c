"""What conditions come to where some of the numbers that they ask about are known."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

from attrs import evolve

from ruledsl.machine.model import NONE, Expr, Machine
from ruledsl.machine.ops import OPPOSITE, TURNED
from ruledsl.machine.sorts import AGGREGATES

COMPARED: Mapping[str, Callable[[int, int], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}
"""The operators that compare two numbers, by name."""

EQUAL = ("eq", "ne")
"""Those of them that may be asked about ``none`` too."""


FILLED = NONE + 2
"""What stands for any value but ``none``."""


def value_of(
    expr: Expr, known: Mapping[int, int], plainer: Callable[[Expr], Expr] | None = None
) -> int | None:
    """What an expression comes to if these cells hold these numbers; None where more would have to be known.

    Constants, cells, comparisons and ``not``, ``and``, ``or`` are understood. ``plainer`` gives for each part an
    expression that comes to the same, by what else is known of it.
    """
    if plainer is not None:
        expr = plainer(expr)
    match expr.op:
        case "const":
            return expr.nums[0]
        case "cell":
            return known.get(expr.nums[0])
        case "not":
            inner = value_of(expr.args[0], known, plainer)
            return None if inner is None else 1 - inner
        case "and" | "or":
            sides = [value_of(arg, known, plainer) for arg in expr.args]
            settling = 0 if expr.op == "and" else 1
            if settling in sides:
                return settling
            return None if None in sides else 1 - settling
        case _ if expr.op in COMPARED:
            left, right = (value_of(arg, known, plainer) for arg in expr.args)
            return None if left is None or right is None else _compared(expr.op, left, right)
    return None


def written_out(machine: Machine, expr: Expr) -> Expr:
    """What a define without parameters stands for; any other expression as it is."""
    while expr.op == "call" and not expr.args:
        expr = machine.defines[expr.nums[0]].body
    return expr


def one_form(condition: Expr) -> tuple[Expr, bool]:
    """A comparison in the form that it has in common with others, and whether it holds where that one does, or where not.

    ``1 < X``, ``X > 1`` and ``X >= 2`` are one, and ``X <= 1`` is its opposite. Whatever else is asked stays as it is.
    """
    if condition.op not in COMPARED:
        return condition, True
    op, (left, right) = condition.op, condition.args
    if left.op == "const":
        op, left, right = TURNED[op], right, left
    if op == "gt" and right.op == "const":
        op, right = "ge", Expr("const", (right.nums[0] + 1,))
    if op == "le" and right.op == "const":
        op, right = "lt", Expr("const", (right.nums[0] + 1,))
    holds = op not in ("ne", "lt", "le")
    return Expr(op if holds else OPPOSITE[op], condition.nums, (left, right)), holds


def same_names(expr: Expr, names: Mapping[int, int] | None = None) -> Expr:
    """The same expression with its names of elements numbered in their order, as it is told apart from others.

    ``any(p is in for p in Player)`` is the same question wherever it is asked. It is not to be worked out.
    """
    names = names or {}
    if expr.op == "cell" and expr.nums[0] in names:
        return evolve(expr, nums=(names[expr.nums[0]],))
    if expr.op in AGGREGATES and expr.nums and expr.args:
        own = -1 - len(names)
        first, *others = expr.args
        inner = {**names, expr.nums[0]: own}
        args = (same_names(first, names), *(same_names(arg, inner) for arg in others))
        return evolve(expr, nums=(own, *expr.nums[1:]), args=args)
    args = tuple(same_names(arg, names) for arg in expr.args)
    if all(new is old for new, old in zip(args, expr.args, strict=True)):
        return expr
    return evolve(expr, args=args)


def _compared(op: str, left: int, right: int) -> int | None:
    if FILLED in (left, right):
        return int(op == "ne") if op in EQUAL and NONE in (left, right) else None
    if NONE in (left, right) and op not in EQUAL:
        return None
    return int(COMPARED[op](left, right))
