"""How far a condition is from holding: 0 where it holds, more the more of its parts fail.

A yes or no leads no search anywhere when one hand in a thousand is a yes. So the parts of a
condition are counted: those of an ``and``, and the elements of an ``every`` that fail its test.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ruledsl.engine.errors import RuleFault
from ruledsl.engine.evaluate.compiler import Compiler
from ruledsl.engine.frame import Cells
from ruledsl.machine.model import Expr
from ruledsl.machine.ops import OPPOSITE

Grade: TypeAlias = Callable[[Cells], int]
"""The distance of a condition from holding."""

FAR = 20
"""No single comparison counts for more."""


def grade(compiler: Compiler, expr: Expr, wanted: bool = True) -> Grade:
    """The distance of a condition from being true, or from being false where that is wanted."""
    op = expr.op
    if op == "not":
        return grade(compiler, expr.args[0], not wanted)
    if op in ("and", "or"):
        parts = tuple(grade(compiler, arg, wanted) for arg in expr.args)
        return _all(parts) if (op == "and") == wanted else _least(parts)
    if op == "implies":
        parts = grade(compiler, expr.args[0], not wanted), grade(compiler, expr.args[1], wanted)
        return _least(parts) if wanted else _all(parts)
    if op in ("any", "every"):
        return _elements(compiler, expr, wanted)
    if op in OPPOSITE:
        return _comparison(compiler, op if wanted else OPPOSITE[op], expr)
    if op == "call":
        return _call(compiler, expr, wanted)
    truth = compiler.closure(expr)
    return lambda cells: int(bool(truth(cells)) != wanted)


def _all(parts: tuple[Grade, ...]) -> Grade:
    def total(cells: Cells) -> int:
        # A later part may only be worked out where the earlier ones hold.
        failed = 0
        for place, part in enumerate(parts):
            try:
                failed += part(cells)
            except RuleFault:
                if not failed:
                    raise
                return failed + len(parts) - place
        return failed

    return total


def _least(parts: tuple[Grade, ...]) -> Grade:
    def least(cells: Cells) -> int:
        best = parts[0](cells)
        for part in parts[1:]:
            if best == 0:
                return 0
            best = min(best, part(cells))
        return best

    return least


def _elements(compiler: Compiler, expr: Expr, wanted: bool) -> Grade:
    """``any`` and ``every``: the sum over the elements, or the least of them."""
    cell = expr.nums[0]
    source = compiler.closure(expr.args[0])
    condition = compiler.closure(expr.args[1])
    test = grade(compiler, expr.args[2], wanted)
    every = (expr.op == "every") == wanted

    def distance(cells: Cells) -> int:
        found = []
        for element in source(cells):
            cells[cell] = element
            if condition(cells):
                found.append(test(cells))
        if every:
            return sum(found)
        return min(found, default=FAR)

    return distance


def _comparison(compiler: Compiler, op: str, expr: Expr) -> Grade:
    left, right = (compiler.closure(arg) for arg in expr.args)

    def distance(cells: Cells) -> int:
        a: int = left(cells)
        b: int = right(cells)
        if op == "eq":
            return int(a != b)
        if op == "ne":
            return int(a == b)
        above = a - b if op in ("le", "lt") else b - a
        if op in ("lt", "gt"):
            above += 1
        return min(max(above, 0), FAR)

    return distance


def _call(compiler: Compiler, expr: Expr, wanted: bool) -> Grade:
    define = compiler.machine.defines[expr.nums[0]]
    operands = tuple(compiler.closure(arg) for arg in expr.args)
    body = grade(compiler, define.body, wanted)

    def distance(cells: Cells) -> int:
        for cell, value in zip(define.params, [arg(cells) for arg in operands], strict=True):
            cells[cell] = value
        return body(cells)

    return distance
