"""Expressions with their types, and building them: constants are worked out on the way.

Everything here mirrors an operator of the machine; what cannot be worked out before
play becomes an `Expr`. Building never fails: an operation that would be a fault (a
division by zero, say) is left to be met at play, and reported by whoever builds it
where it can be seen beforehand.
"""

from __future__ import annotations

from attrs import evolve, field, frozen

from ruledsl.lower import types as t
from ruledsl.lower.types import Type
from ruledsl.machine.model import NONE, SAFE, Expr
from ruledsl.source import NOWHERE, Span
from ruledsl.syntax import tree


@frozen
class Value:
    """An expression worked out: its type, its code, and the declared thing it names, if it names one.

    ``thing`` stands for names that are no values by themselves (a family of zones, a
    table, a type); ``code`` means nothing then.
    """

    type: Type
    code: Expr
    thing: object = field(default=None, eq=False)

    @property
    def is_unknown(self) -> bool:
        """Whether a fault in it has been reported."""
        return self.type.kind == "unknown"

    @property
    def constant(self) -> int | None:
        """The value, where it is known before play (looks by number)."""
        return self.code.nums[0] if self.code.op in ("const", "look") else None


def const(value: int, type_: Type | None = None, span: Span = NOWHERE) -> Value:
    """A constant; a number by default."""
    if value == NONE:
        return Value(t.NOTHING if type_ is None else type_, Expr("const", (NONE,), span=span))
    return Value(type_ or t.number(value, value), Expr("const", (value,), span=span))


def truth(value: bool, span: Span = NOWHERE) -> Value:
    """``yes`` or ``no``."""
    return const(int(value), t.BOOL, span)


def look(number: int, kind: int, span: Span = NOWHERE) -> Value:
    """The look of that number, which is of that kind."""
    return Value(Type("look", kinds=frozenset((kind,))), Expr("look", (number,), span=span))


UNKNOWN = Value(t.UNKNOWN, Expr("const", (0,)))
NOTHING = Value(t.NOTHING, Expr("const", (NONE,)))


def at(value: Value, span: Span) -> Value:
    """The same value with another span."""
    return evolve(value, code=evolve(value.code, span=span))


_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "div": "div", "mod": "mod"}
_COMPARISON = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


def _corners(op: str, a: Type, b: Type) -> tuple[int, int]:
    if op == "+":
        return a.low + b.low, a.high + b.high
    if op == "-":
        return a.low - b.high, a.high - b.low
    if op == "*":
        products = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        return min(products), max(products)
    if op == "div":
        divisors = [y for y in (b.low, b.high, -1, 1) if y != 0 and b.low <= y <= b.high]
        if not divisors:
            return a.low, a.high
        quotients = [x // y for x in (a.low, a.high) for y in divisors]
        return min(quotients), max(quotients)
    largest = max(abs(b.low), abs(b.high), 1) - 1
    return (0 if b.low > 0 else -largest), (largest if b.high > 0 else 0)


def arithmetic(op: tree.BinaryOp, a: Value, b: Value, span: Span) -> Value:
    """``a op b`` for ``+ - * div mod``, with the interval that it stays in."""
    x, y = a.constant, b.constant
    if x is not None and y is not None and not (op in ("div", "mod") and y == 0):
        result = {
            "+": lambda: x + y,
            "-": lambda: x - y,
            "*": lambda: x * y,
            "div": lambda: x // y,
            "mod": lambda: x % y,
        }[op]()
        if abs(result) <= SAFE:
            return const(result, span=span)
    low, high = _corners(op, a.type, b.type)
    return Value(t.number(low, high), Expr(_ARITHMETIC[op], (), (a.code, b.code), span=span))


def negative(a: Value, span: Span) -> Value:
    """``-a``."""
    if a.constant is not None:
        return const(-a.constant, span=span)
    return Value(t.number(-a.type.high, -a.type.low), Expr("neg", (), (a.code,), span=span))


def compare(op: tree.CompareOp, a: Value, b: Value, span: Span) -> Value:
    """``a op b``; both sides have one sort."""
    x, y = a.constant, b.constant
    if x is not None and y is not None:
        return truth(
            {
                "==": x == y,
                "!=": x != y,
                "<": x < y,
                "<=": x <= y,
                ">": x > y,
                ">=": x >= y,
            }[op],
            span,
        )
    return Value(t.BOOL, Expr(_COMPARISON[op], (), (a.code, b.code), span=span))


def negation(a: Value, span: Span) -> Value:
    """``not a``."""
    if a.constant is not None:
        return truth(not a.constant, span)
    return Value(t.BOOL, Expr("not", (), (a.code,), span=span))


def logic(op: str, a: Value, b: Value, span: Span) -> Value:
    """``a and b``, ``a or b``, ``a implies b``."""
    x = a.constant
    if x is not None:
        decided = {"and": not x, "or": bool(x), "implies": not x}[op]
        if decided:
            return truth(op != "and", span)
        return at(b, span)
    return Value(t.BOOL, Expr(op, (), (a.code, b.code), span=span))


def conditional(condition: Value, a: Value, b: Value, type_: Type, span: Span) -> Value:
    """``a if condition else b`` of the joined type; both sides have one sort."""
    if condition.constant is not None:
        chosen = a if condition.constant else b
        return Value(evolve(type_, low=chosen.type.low, high=chosen.type.high), chosen.code)
    return Value(type_, Expr("if", (), (condition.code, a.code, b.code), span=span))


def call(op: str, type_: Type, *args: Value, nums: tuple[int, ...] = (), span: Span) -> Value:
    """Any other operator."""
    return Value(type_, Expr(op, nums, tuple(a.code for a in args), span=span))
