"""Closures for numbers, comparisons, logic and the reading of cells."""

from __future__ import annotations

from operator import itemgetter

from ruledsl.engine.evaluate.compiler import Builder, Closure, Compiler, is_const
from ruledsl.engine.frame import FUEL, Cells
from ruledsl.machine.model import NONE, SAFE, Expr


def _const(_: Compiler, expr: Expr, _args: tuple[Closure, ...]) -> Closure:
    value = expr.nums[0]
    return lambda _cells: value


def _cell(_: Compiler, expr: Expr, _args: tuple[Closure, ...]) -> Closure:
    return itemgetter(expr.nums[0])


def _item(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    base, size = expr.nums
    (index,) = args
    before = base - 1
    if expr.args[0].op == "cell":
        cell = expr.args[0].nums[0]

        def item_of_cell(cells: Cells) -> int:
            i = cells[cell]
            if 0 < i <= size:
                return cells[before + i]
            raise compiler.fault(expr, outside(i, size))

        return item_of_cell

    def item(cells: Cells) -> int:
        i: int = index(cells)
        if 0 < i <= size:
            return cells[before + i]
        raise compiler.fault(expr, outside(i, size))

    return item


def outside(index: int, size: int) -> str:
    """The message for an index that is outside."""
    if index == NONE:
        return "`none` cannot stand in brackets"
    return f"there is no number {index} here: it goes from 1 to {size}"


def _table(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    table = compiler.machine.tables[expr.nums[0]]
    size = len(table)
    (index,) = args

    def entry(cells: Cells) -> int:
        i: int = index(cells)
        if 0 < i <= size:
            return table[i - 1]
        raise compiler.fault(expr, outside(i, size))

    return entry


def _bounded(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    low, high = expr.nums
    (operand,) = args

    def bounded(cells: Cells) -> int:
        value: int = operand(cells)
        if low <= value <= high:
            return value
        raise compiler.fault(expr, unbounded(value, low, high))

    return bounded


def unbounded(value: int, low: int, high: int) -> str:
    """The message for a value outside its range."""
    shown = "`none`" if value == NONE else str(value)
    return f"{shown} is outside {low}..{high}"


def _some(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    (operand,) = args

    def some(cells: Cells) -> int:
        value: int = operand(cells)
        if value != NONE:
            return value
        raise compiler.fault(expr, "this is `none` here")

    return some


# --- arithmetic ----------------------------------------------------------------------------


def _add(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    left, right = args
    if is_const(expr.args[1]):
        fixed = expr.args[1].nums[0]

        def add_fixed(cells: Cells) -> int:
            a: int = left(cells)
            value = a + fixed
            if -SAFE <= value <= SAFE:
                return value
            raise compiler.number_fault(expr, a, fixed)

        return add_fixed

    def add(cells: Cells) -> int:
        a: int = left(cells)
        b: int = right(cells)
        value = a + b
        if -SAFE <= value <= SAFE:
            return value
        raise compiler.number_fault(expr, a, b)

    return add


def _sub(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    left, right = args

    def sub(cells: Cells) -> int:
        a: int = left(cells)
        b: int = right(cells)
        value = a - b
        if -SAFE <= value <= SAFE:
            return value
        raise compiler.number_fault(expr, a, b)

    return sub


def _mul(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    left, right = args

    def mul(cells: Cells) -> int:
        a: int = left(cells)
        b: int = right(cells)
        value = a * b
        if -SAFE <= value <= SAFE:
            return value
        raise compiler.number_fault(expr, a, b)

    return mul


def _div(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    left, right = args

    def div(cells: Cells) -> int:
        a: int = left(cells)
        b: int = right(cells)
        if b == 0:
            raise compiler.fault(expr, "division by 0")
        value = a // b
        if -SAFE <= value <= SAFE:
            return value
        raise compiler.number_fault(expr, a, b)

    return div


def _mod(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    left, right = args
    divisor = expr.args[1].nums[0] if is_const(expr.args[1]) else NONE
    if 0 < divisor <= SAFE:
        return lambda cells: left(cells) % divisor

    def mod(cells: Cells) -> int:
        a: int = left(cells)
        b: int = right(cells)
        if b == 0:
            raise compiler.fault(expr, "division by 0")
        value = a % b
        if -SAFE <= value <= SAFE:
            return value
        raise compiler.number_fault(expr, a, b)

    return mod


def _neg(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    (operand,) = args

    def neg(cells: Cells) -> int:
        a: int = operand(cells)
        if -SAFE <= a <= SAFE:
            return -a
        raise compiler.number_fault(expr, a)

    return neg


def _least(_: Compiler, _expr: Expr, args: tuple[Closure, ...]) -> Closure:
    if len(args) == 2:
        left, right = args

        def lesser(cells: Cells) -> int:
            a: int = left(cells)
            b: int = right(cells)
            return a if a <= b else b

        return lesser

    def least(cells: Cells) -> int:
        return min(int(arg(cells)) for arg in args)

    return least


def _greatest(_: Compiler, _expr: Expr, args: tuple[Closure, ...]) -> Closure:
    if len(args) == 2:
        left, right = args

        def greater(cells: Cells) -> int:
            a: int = left(cells)
            b: int = right(cells)
            return a if a >= b else b

        return greater

    def greatest(cells: Cells) -> int:
        return max(int(arg(cells)) for arg in args)

    return greatest


# --- comparison and logic --------------------------------------------------------------------


def _eq(_: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    left, right = args
    if is_const(expr.args[1]):
        fixed = expr.args[1].nums[0]
        if expr.args[0].op == "cell":
            cell = expr.args[0].nums[0]
            return lambda cells: 1 if cells[cell] == fixed else 0
        return lambda cells: 1 if left(cells) == fixed else 0
    return lambda cells: 1 if left(cells) == right(cells) else 0


def _ne(_: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    left, right = args
    if is_const(expr.args[1]):
        fixed = expr.args[1].nums[0]
        if expr.args[0].op == "cell":
            cell = expr.args[0].nums[0]
            return lambda cells: 1 if cells[cell] != fixed else 0
        return lambda cells: 1 if left(cells) != fixed else 0
    return lambda cells: 1 if left(cells) != right(cells) else 0


def _lt(_: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    left, right = args
    if is_const(expr.args[1]):
        fixed = expr.args[1].nums[0]
        return lambda cells: 1 if left(cells) < fixed else 0
    return lambda cells: 1 if left(cells) < right(cells) else 0


def _le(_: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    left, right = args
    if is_const(expr.args[1]):
        fixed = expr.args[1].nums[0]
        return lambda cells: 1 if left(cells) <= fixed else 0
    return lambda cells: 1 if left(cells) <= right(cells) else 0


def _gt(_: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    left, right = args
    if is_const(expr.args[1]):
        fixed = expr.args[1].nums[0]
        return lambda cells: 1 if left(cells) > fixed else 0
    return lambda cells: 1 if left(cells) > right(cells) else 0


def _ge(_: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    left, right = args
    if is_const(expr.args[1]):
        fixed = expr.args[1].nums[0]
        return lambda cells: 1 if left(cells) >= fixed else 0
    return lambda cells: 1 if left(cells) >= right(cells) else 0


def _not(_: Compiler, _expr: Expr, args: tuple[Closure, ...]) -> Closure:
    (operand,) = args
    return lambda cells: 0 if operand(cells) else 1


def _and(_: Compiler, _expr: Expr, args: tuple[Closure, ...]) -> Closure:
    left, right = args
    return lambda cells: 1 if left(cells) and right(cells) else 0


def _or(_: Compiler, _expr: Expr, args: tuple[Closure, ...]) -> Closure:
    left, right = args
    return lambda cells: 1 if left(cells) or right(cells) else 0


def _implies(_: Compiler, _expr: Expr, args: tuple[Closure, ...]) -> Closure:
    left, right = args
    return lambda cells: 1 if not left(cells) or right(cells) else 0


def _if(_: Compiler, _expr: Expr, args: tuple[Closure, ...]) -> Closure:
    condition, then, otherwise = args
    return lambda cells: then(cells) if condition(cells) else otherwise(cells)


# --- defines -----------------------------------------------------------------------------------


def _call(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    number = expr.nums[0]
    define = compiler.machine.defines[number]
    body = compiler.define(number)
    params = define.params
    if not params:

        def call_bare(cells: Cells) -> object:
            cells[FUEL] -= 1
            if cells[FUEL] < 0:
                raise compiler.fault(expr, WORN_OUT)
            return body(cells)

        return call_bare
    if len(params) == 1:
        (only,) = params
        (operand,) = args

        def call_one(cells: Cells) -> object:
            cells[only] = operand(cells)
            cells[FUEL] -= 1
            if cells[FUEL] < 0:
                raise compiler.fault(expr, WORN_OUT)
            return body(cells)

        return call_one
    if len(params) == 2:
        one, two = params
        left, right = args

        def call_two(cells: Cells) -> object:
            value = left(cells)
            cells[two] = right(cells)
            cells[one] = value
            cells[FUEL] -= 1
            if cells[FUEL] < 0:
                raise compiler.fault(expr, WORN_OUT)
            return body(cells)

        return call_two

    def call(cells: Cells) -> object:
        # All operands are worked out before any is stored: they may call the same define.
        for cell, value in zip(params, [arg(cells) for arg in args], strict=True):
            cells[cell] = value
        cells[FUEL] -= 1
        if cells[FUEL] < 0:
            raise compiler.fault(expr, WORN_OUT)
        return body(cells)

    return call


WORN_OUT = "the rules work without end here"
"""The message of the fault when more is visited than one push may visit."""

BUILDERS: dict[str, Builder] = {
    "const": _const,
    "look": _const,
    "zone": _const,
    "cell": _cell,
    "item": _item,
    "table": _table,
    "bounded": _bounded,
    "some": _some,
    "add": _add,
    "sub": _sub,
    "mul": _mul,
    "div": _div,
    "mod": _mod,
    "neg": _neg,
    "least": _least,
    "greatest": _greatest,
    "eq": _eq,
    "ne": _ne,
    "lt": _lt,
    "le": _le,
    "gt": _gt,
    "ge": _ge,
    "not": _not,
    "and": _and,
    "or": _or,
    "implies": _implies,
    "if": _if,
    "call": _call,
}
"""Builders of numbers, comparisons, logic and calls."""
