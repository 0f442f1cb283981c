"""Numbers, comparisons, logic and defines in a generated program.

`value` lowers an expression to a number, `truth` to a truth. Whatever can go wrong becomes a
statement that ends the function, in the order in which the interpreter would come to it; what is
left is an expression that can be worked out at any later point of the function, since expressions of
the rules change nothing.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence

from ruledsl.machine.bounds import Bound
from ruledsl.machine.model import NONE, SAFE, Expr, Machine
from ruledsl.machine.sorts import nodes_of
from ruledsl.native.analysis.facts import safe
from ruledsl.native.plan.faults import Kind
from ruledsl.native.plan.layout import FAIL
from ruledsl.native.program import tree
from ruledsl.native.program.body import ONE, ZERO, Body, negated, number_of, truth_of
from ruledsl.native.program.names import Name, Role
from ruledsl.native.program.read import folded
from ruledsl.native.program.tree import Local, Num, Number, Truth
from ruledsl.native.translate.context import Context

Lowering = Callable[[Context, Expr], Number]
Testing = Callable[[Context, Expr], Truth]

DEEPEST = 40
"""Blocks within blocks, before the rest becomes a function of its own (Python allows 100)."""

LOOPS = 8
"""Loops within loops, likewise (Python allows 20)."""

_LEVELS = 12
"""Operators within operators, before a number is put into a variable."""

SMALL = 24
"""Operators of a define that is worked out in place where it is mentioned."""

VALUES: dict[str, Lowering] = {}
"""What lowers each operator that yields a number."""

TRUTHS: dict[str, Testing] = {}
"""What lowers each operator that yields a truth."""


def value(ctx: Context, expr: Expr) -> Number:
    """The number (a look, a card and a zone go by number too) that an expression yields."""
    if expr.args and (ctx.body.depth > DEEPEST or ctx.body.loops > LOOPS):
        return _apart(ctx, expr)
    ctx.level += 1
    test = TRUTHS.get(expr.op)
    result = number_of(test(ctx, expr)) if test is not None else VALUES[expr.op](ctx, expr)
    if ctx.level % _LEVELS == 0:
        result = ctx.body.keep(result)
    ctx.level -= 1
    return result


def truth(ctx: Context, expr: Expr) -> Truth:
    """Whether an expression yields something other than 0."""
    test = TRUTHS.get(expr.op)
    if test is None or ctx.body.depth > DEEPEST or ctx.body.loops > LOOPS:
        return truth_of(value(ctx, expr))
    ctx.level += 1
    result = test(ctx, expr)
    if ctx.level % _LEVELS == 0:
        result = truth_of(ctx.body.keep(number_of(result)))
    ctx.level -= 1
    return result


def _apart(ctx: Context, expr: Expr) -> Number:
    """An expression worked out by a function of its own, because this one nests too deeply."""
    call, part = outlined(ctx, expr)
    return ctx.passed(call, asks=part.asks) if part.fails else ctx.body.keep(call)


def outlined(ctx: Context, expr: Expr) -> tuple[tree.Call, Context]:
    """A function of its own that works out an expression: the call of it, and what it needs."""
    read = {node.nums[0] for node in nodes_of(expr) if node.op == "cell"}
    cells = [cell for cell in sorted(read) if isinstance(ctx.env.get(cell), Local)]
    fixed = {cell: number for cell, number in ctx.env.items() if isinstance(number, Num)}
    body = Body(ctx.make.part(), len(cells) + 1)
    env: dict[int, Number] = {**fixed}
    env |= {cell: Local(place) for place, cell in enumerate(cells)}
    inner = Context(ctx.make, body, env=env, known=ctx.known, room=Local(len(cells)))
    inner.without_chance = ctx.without_chance
    body.leave(value(inner, expr))
    inner.finish()
    ctx.most = max(ctx.most, ctx.used + inner.most)
    ctx.flush()
    return tree.Call(body.name, (*(ctx.env[cell] for cell in cells), ctx.free())), inner


# --- cells -----------------------------------------------------------------------------------


def _const(_: Context, expr: Expr) -> Number:
    return Num(expr.nums[0])


def _cell(ctx: Context, expr: Expr) -> Number:
    return ctx.load(expr.nums[0])


def within(number: Number, low: int, high: int) -> Number:
    """A number that surely lies between two others, or was checked to. A constant that does not has been found at fault
    before; what is lowered after that never runs, so any number that is there will do."""
    if isinstance(number, Num) and not low <= number.value <= high:
        return Num(low)
    return number


def index(ctx: Context, expr: Expr, size: int, owner: Expr) -> Number:
    """An index from 1 to ``size``; ``owner`` is where the fault is that it would be otherwise."""
    if ctx.bound(expr).within(1, size) and not ctx.bound(expr).unset:
        ctx.proven()
        return within(value(ctx, expr), 1, size)
    found = ctx.body.keep(value(ctx, expr))
    ctx.check(tree.Inside(1, found, size), Kind.OUTSIDE, owner.span, found, Num(size))
    return within(found, 1, size)


def _item(ctx: Context, expr: Expr) -> Number:
    base, size = expr.nums
    place = index(ctx, expr.args[0], size, expr)
    if isinstance(place, Num):
        return ctx.load(base + place.value - 1)
    ctx.flush(base, size)
    load = tree.Load(folded("+", Num(base - 1), place))
    return ctx.body.steady.get(load, load)


def _table(ctx: Context, expr: Expr) -> Number:
    table = ctx.make.machine.tables[expr.nums[0]]
    place = index(ctx, expr.args[0], len(table), expr)
    if isinstance(place, Num):
        return Num(table[place.value - 1])
    return tree.Entry(folded("+", Num(ctx.make.constants.place(table) - 1), place))


def _bounded(ctx: Context, expr: Expr) -> Number:
    low, high = expr.nums
    operand = value(ctx, expr.args[0])
    bound = ctx.bound(expr.args[0])
    if not bound.unset and bound.within(low, high):
        ctx.proven()
        return operand
    found = ctx.body.keep(operand)
    ctx.check(tree.Inside(low, found, high), Kind.BOUNDED, expr.span, found, nums=(low, high))
    return within(found, low, high)


def _some(ctx: Context, expr: Expr) -> Number:
    operand = value(ctx, expr.args[0])
    if not ctx.bound(expr.args[0]).none and not ctx.bound(expr.args[0]).unset:
        ctx.proven()
        return operand
    found = ctx.body.keep(operand)
    ctx.check(tree.Compare("!=", found, Num(NONE)), Kind.SOME, expr.span)
    return found


# --- arithmetic ------------------------------------------------------------------------------


def _operands(ctx: Context, expr: Expr) -> list[Number]:
    return [value(ctx, arg) for arg in expr.args]


def _exact(ctx: Context, expr: Expr) -> bool:
    """Whether the result of a calculation surely is a number that there is."""
    bounds = [ctx.bound(arg) for arg in expr.args]
    if not all(safe(bound) for bound in bounds):
        return False
    low, high = _reach(expr.op, bounds)
    return low >= -SAFE and high <= SAFE


def _reach(op: str, bounds: Sequence[Bound]) -> tuple[int, int]:
    """The least and the greatest result, before anything is done about it being too large."""
    a, b = bounds[0], bounds[-1]
    match op:
        case "add":
            return a.low + b.low, a.high + b.high
        case "sub":
            return a.low - b.high, a.high - b.low
        case "mul":
            corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            return min(corners), max(corners)
        case _:
            return -SAFE, SAFE


def _sum(ctx: Context, expr: Expr) -> Number:
    left, right = _operands(ctx, expr)
    op: tree.Operator = "+" if expr.op == "add" else "-"
    if _exact(ctx, expr):
        ctx.proven()
        return folded(op, left, right)
    left, right = ctx.body.keep(left), ctx.body.keep(right)
    found = ctx.body.keep(folded(op, left, right))
    return _checked(ctx, expr, found, left, right)


def _checked(ctx: Context, expr: Expr, found: Number, *operands: Number) -> Number:
    a = operands[0]
    b = operands[1] if len(operands) > 1 else ZERO
    ctx.check(tree.Inside(-SAFE, found, SAFE), Kind.NUMBER, expr.span, a, b)
    return found


def _mul(ctx: Context, expr: Expr) -> Number:
    left, right = _operands(ctx, expr)
    if _exact(ctx, expr):
        ctx.proven()
        return folded("*", left, right)
    left, right = ctx.body.keep(left), ctx.body.keep(right)
    found = ctx.body.keep(tree.Call(Name(Role.PRODUCT), (left, right)))
    ctx.check(tree.Compare("!=", found, Num(FAIL)), Kind.NUMBER, expr.span, left, right)
    return found


def _quotient(ctx: Context, expr: Expr) -> Number:
    left, right = _operands(ctx, expr)
    a, b = (ctx.bound(arg) for arg in expr.args)
    role = Role.FLOOR if expr.op == "div" else Role.REST
    if safe(a) and safe(b) and a.low >= 0 and b.low > 0:
        ctx.proven()
        return folded("//" if expr.op == "div" else "%", left, right)
    left, right = ctx.body.keep(left), ctx.body.keep(right)
    if safe(b) and (b.low > 0 or b.high < 0):
        ctx.proven()
    else:
        ctx.check(tree.Compare("!=", right, ZERO), Kind.ZERO, expr.span)
    found = ctx.body.keep(tree.Call(Name(role), (left, right)))
    if safe(a) and safe(b):
        ctx.proven()
        return found
    return _checked(ctx, expr, found, left, right)


def _neg(ctx: Context, expr: Expr) -> Number:
    operand = value(ctx, expr.args[0])
    if safe(ctx.bound(expr.args[0])):
        ctx.proven()
        return folded("-", ZERO, operand)
    found = ctx.body.keep(operand)
    _checked(ctx, expr, found, found)
    return folded("-", ZERO, found)


def _extreme(ctx: Context, expr: Expr) -> Number:
    sign: tree.Sign = "<=" if expr.op == "least" else ">="
    found, *others = _operands(ctx, expr)
    for other in others:
        found, other = ctx.body.keep(found), ctx.body.keep(other)
        found = tree.Pick(tree.Compare(sign, found, other), found, other)
    return found


# --- comparison and logic --------------------------------------------------------------------

_SIGNS: dict[str, tree.Sign] = {
    "eq": "==",
    "ne": "!=",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
}


_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}


def _compare(ctx: Context, expr: Expr) -> Truth:
    left, right = _operands(ctx, expr)
    if isinstance(left, Num) and isinstance(right, Num):
        return tree.Always(_COMPARE[expr.op](left.value, right.value))
    return tree.Compare(_SIGNS[expr.op], left, right)


def _not(ctx: Context, expr: Expr) -> Truth:
    return negated(truth(ctx, expr.args[0]))


def _both(ctx: Context, expr: Expr) -> Truth:
    """`and`, `or`, `implies`: the second operand is worked out only where it matters."""
    left = truth(ctx, expr.args[0])
    if isinstance(left, tree.Always):
        if left.value == (expr.op == "or"):
            return tree.Always(expr.op != "and")
        return truth(ctx, expr.args[1])
    matters = negated(left) if expr.op == "or" else left
    with ctx.body.apart() as block, ctx.maybe():
        right = truth(ctx, expr.args[1])
    if not block:
        if expr.op == "and":
            return tree.And(left, right)
        return tree.Or(left if expr.op == "or" else negated(left), right)
    found = ctx.body.variable(ZERO if expr.op == "and" else ONE)
    block.append(tree.Put(found.number, number_of(right)))
    ctx.body.add(tree.If(matters, tuple(block)))
    return truth_of(found)


def _if(ctx: Context, expr: Expr) -> Number:
    condition = truth(ctx, expr.args[0])
    if isinstance(condition, tree.Always):
        return value(ctx, expr.args[1] if condition.value else expr.args[2])
    blocks, numbers = [], []
    for arg in expr.args[1:]:
        with ctx.body.apart() as block, ctx.maybe():
            numbers.append(value(ctx, arg))
        blocks.append(block)
    if not blocks[0] and not blocks[1]:
        return tree.Pick(condition, numbers[0], numbers[1])
    found = ctx.body.new()
    for block, number in zip(blocks, numbers, strict=True):
        block.append(tree.Put(found.number, number))
    ctx.body.add(tree.If(condition, tuple(blocks[0]), tuple(blocks[1])))
    return found


# --- defines ---------------------------------------------------------------------------------


def spend(ctx: Context, count: Number, expr: Expr) -> None:
    """Count elements that are visited, where the program counts them."""
    if not ctx.make.counts_work:
        return
    fuel = Num(ctx.make.layout.fuel)
    ctx.body.store(fuel, folded("-", tree.Load(fuel), count))
    ctx.check(tree.Compare(">=", tree.Load(fuel), ZERO), Kind.WORN, expr.span)


def is_small(ctx: Context, number: int) -> bool:
    """Whether a define is worked out in place: it has few operators, those that it mentions included."""
    return _size(ctx.make.machine, number, SMALL) <= SMALL


def _size(machine: Machine, number: int, most: int) -> int:
    """The operators of a define, or more than ``most``."""
    size = 0
    for node in nodes_of(machine.defines[number].body):
        size += 1
        if size <= most and node.op == "call":
            size += _size(machine, node.nums[0], most - size)
        if size > most:
            break
    return size


Surrounding = tuple[dict[int, Number], dict[int, Bound]]
"""What cells stand for, and what is known of them."""


def in_place(ctx: Context, expr: Expr) -> Surrounding:
    """Let the operands of a define stand for its parameters, in what is lowered next.

    Yields what holds around the define, to go on with: its cells may be those of other elements there."""
    define = ctx.make.machine.defines[expr.nums[0]]
    bounds = [ctx.bound(arg) for arg in expr.args]
    numbers = [ctx.body.keep(value(ctx, arg)) for arg in expr.args]
    spend(ctx, ONE, expr)
    around = dict(ctx.env), dict(ctx.known)
    for cell, number, bound in zip(define.params, numbers, bounds, strict=True):
        ctx.env[cell] = number
        if bound.unset:
            ctx.known.pop(cell, None)
        else:
            ctx.known[cell] = bound
    return around


def called(ctx: Context, expr: Expr, role: Role, *more: Number) -> Number:
    """What the function of a define yields."""
    known = ctx.make.defines[expr.nums[0]]
    numbers = [ctx.body.keep(value(ctx, arg)) for arg in expr.args]
    spend(ctx, ONE, expr)
    ctx.most = max(ctx.most, ctx.used + known.room)
    ctx.flush_cells(ctx.make.reads[expr.nums[0]])
    call = tree.Call(Name(role, expr.nums[0]), (*numbers, ctx.free(), *more))
    return ctx.passed(call, asks=known.asks) if known.fails else ctx.body.keep(call)


def _call(ctx: Context, expr: Expr) -> Number:
    if is_small(ctx, expr.nums[0]):
        around = in_place(ctx, expr)
        found = value(ctx, ctx.make.machine.defines[expr.nums[0]].body)
        ctx.env, ctx.known = around
        return found
    return called(ctx, expr, Role.DEFINE)


VALUES.update(
    {
        "const": _const,
        "look": _const,
        "cell": _cell,
        "item": _item,
        "table": _table,
        "bounded": _bounded,
        "some": _some,
        "add": _sum,
        "sub": _sum,
        "mul": _mul,
        "div": _quotient,
        "mod": _quotient,
        "neg": _neg,
        "least": _extreme,
        "greatest": _extreme,
        "if": _if,
        "call": _call,
    }
)
TRUTHS.update(
    {
        **dict.fromkeys(_SIGNS, _compare),
        "not": _not,
        "and": _both,
        "or": _both,
        "implies": _both,
    }
)
