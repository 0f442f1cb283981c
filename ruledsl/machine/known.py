"""What conditions come to where some of the numbers that they ask about are known."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

from ruledsl.machine.model import NONE, Expr

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


def value_of(expr: Expr, known: Mapping[int, int]) -> int | None:
    """What an expression comes to if these cells hold these numbers; None where more would have to be known.

    Constants, cells, comparisons and ``not``, ``and``, ``or`` are understood.
    """
    match expr.op:
        case "const":
            return expr.nums[0]
        case "cell":
            return known.get(expr.nums[0])
        case "not":
            inner = value_of(expr.args[0], known)
            return None if inner is None else 1 - inner
        case "and" | "or":
            sides = [value_of(arg, known) for arg in expr.args]
            settling = 0 if expr.op == "and" else 1
            if settling in sides:
                return settling
            return None if None in sides else 1 - settling
        case _ if expr.op in COMPARED:
            left, right = (value_of(arg, known) for arg in expr.args)
            if left is None or right is None or (NONE in (left, right) and expr.op not in EQUAL):
                return None
            return int(COMPARED[expr.op](left, right))
    return None
