"""The library of generated programs is written as text; this reads it into a tree.

The text is Python, and only as much of it as the tree has: anything else is refused, so what is
in the library means the same wherever it runs.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cache

from attrs import frozen

from ruledsl.native.program import tree
from ruledsl.native.program.names import Name, Role
from ruledsl.native.program.tree import Array, Function, Number, Operator, Sign, Statement, Truth

_OPERATORS: dict[type[ast.operator], Operator] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.FloorDiv: "//",
    ast.Mod: "%",
}
_SIGNS: dict[type[ast.cmpop], Sign] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}


_ARRAYS = {"S": Array.CELLS} | {a.name: a for a in Array if a is not Array.CELLS}
"""How the library calls the arrays."""


class NotInTheLanguage(SyntaxError):  # noqa: N818 - it says what is wrong
    """Text that no generated program may have."""


@frozen
class Surroundings:
    """What the words of a library text stand for: numbers, and tables of functions."""

    numbers: Mapping[str, int]
    tables: Mapping[str, int]


def read(text: str, around: Surroundings) -> tuple[Function, ...]:
    """The functions of a text. Raises :class:`NotInTheLanguage`."""
    return tuple(_Reader(node, around).function() for node in _definitions(text))


@cache
def _definitions(text: str) -> tuple[ast.FunctionDef, ...]:
    """The functions of a text, which is read again for each program that is made."""
    found = []
    for node in ast.parse(text).body:
        if not isinstance(node, ast.FunctionDef):
            raise _refused(node)
        found.append(node)
    return tuple(found)


def _refused(node: ast.AST) -> NotInTheLanguage:
    return NotInTheLanguage(f"line {getattr(node, 'lineno', 0)}: {ast.unparse(node)}")


class _Reader:
    def __init__(self, node: ast.FunctionDef, around: Surroundings) -> None:
        self.node = node
        self.around = around
        self.locals = {arg.arg: place for place, arg in enumerate(node.args.args)}
        self.params = len(self.locals)

    def function(self) -> Function:
        body = self.node.body
        if ast.get_docstring(self.node) is not None:
            body = body[1:]
        read = self.block(body)
        return Function(Name(Role(self.node.name)), self.params, len(self.locals), read)

    def block(self, nodes: list[ast.stmt]) -> tuple[Statement, ...]:
        found: list[Statement] = []
        for node in nodes:
            found += self.statement(node)
        return tuple(found)

    def statement(self, node: ast.stmt) -> list[Statement]:
        match node:
            case ast.Assign(targets=[target], value=value):
                return [self.put(target, value)]
            case ast.AugAssign(target=target, op=op, value=value):
                return [self.put(target, ast.BinOp(target, op, value))]
            case ast.If(test=test, body=body, orelse=orelse):
                condition = self.truth(test)
                if isinstance(condition, tree.Always):
                    return list(self.block(body if condition.value else orelse))
                return [tree.If(condition, self.block(body), self.block(orelse))]
            case ast.While(test=test, body=body, orelse=[]):
                return [tree.While(self.truth(test), self.block(body))]
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=func, args=bounds)):
                if not (isinstance(func, ast.Name) and func.id == "range") or node.orelse:
                    raise _refused(node)
                start = self.number(bounds[0]) if len(bounds) == 2 else tree.Num(0)
                end = self.number(bounds[-1])
                return [tree.Each(self.local(name), start, end, self.block(node.body))]
            case ast.For(
                target=ast.Name(id=name),
                iter=ast.Subscript(
                    value=ast.Name(id="S"), slice=ast.Slice(lower=low, upper=high, step=None)
                ),
                orelse=[],
            ) if low is not None and high is not None:
                ends = self.number(low), self.number(high)
                return [tree.Through(self.local(name), *ends, self.block(node.body))]
            case ast.Break():
                return [tree.Break()]
            case ast.Continue():
                return [tree.Again()]
            case ast.Return(value=value) if value is not None:
                return [tree.Return(self.number(value))]
            case ast.Expr(value=ast.Call(func=ast.Name(id=word), args=args)):
                if word == "copy":
                    to, source, count = map(self.number, args)
                    return [tree.Copy(to, source, count)]
                if word == "fresh":
                    source, count = map(self.number, args)
                    return [tree.Fresh(source, count)]
                if word == "remove":
                    removed, first, last = map(self.number, args)
                    return [tree.Remove(removed, first, last)]
                call = self.number(node.value)
                if isinstance(call, tree.Call):
                    return [tree.Do(call)]
            case ast.Pass():
                return []
        raise _refused(node)

    def local(self, name: str) -> int:
        if name in self.around.numbers or name in _ARRAYS or name == "T":
            raise NotInTheLanguage(f"`{name}` is no variable")
        return self.locals.setdefault(name, len(self.locals))

    def put(self, target: ast.expr, value: ast.expr) -> Statement:
        worked = self.number(value)
        match target:
            case ast.Name(id=name):
                return tree.Put(self.local(name), worked)
            case ast.Subscript(value=ast.Name(id=name), slice=index) if name in _ARRAYS:
                return tree.Store(self.number(index), worked, _ARRAYS[name])
        raise _refused(target)

    def number(self, node: ast.expr) -> Number:
        match node:
            case ast.Constant(value=value) if type(value) is int:
                return tree.Num(value)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=value)):
                return tree.Num(-int(str(value)))
            case ast.Name(id=name):
                if name in self.around.numbers:
                    return tree.Num(self.around.numbers[name])
                if name not in self.locals:
                    raise _refused(node)
                return tree.Local(self.locals[name])
            case ast.Subscript(value=ast.Name(id=name), slice=index) if name in _ARRAYS:
                return tree.Load(self.number(index), _ARRAYS[name])
            case ast.Subscript(value=ast.Name(id="T"), slice=index):
                return tree.Entry(self.number(index))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                return folded(_OPERATORS[type(op)], self.number(left), self.number(right))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return tree.Pick(self.truth(test), self.number(body), self.number(orelse))
            case ast.Call(func=ast.Name(id="find"), args=args):
                wanted, start, end = map(self.number, args)
                return tree.Find(wanted, start, end)
            case ast.Call(func=ast.Name(id=word), args=args):
                return tree.Call(Name(Role(word)), tuple(map(self.number, args)))
            case ast.Call(func=ast.Subscript(value=ast.Name(id=word), slice=index), args=args):
                table = self.around.tables[word]
                return tree.CallAt(table, self.number(index), tuple(map(self.number, args)))
        raise _refused(node)

    def truth(self, node: ast.expr) -> Truth:
        match node:
            case ast.Constant(value=bool(value)):
                return tree.Always(value)
            case ast.Name(id=name) if name in self.around.numbers:
                return tree.Always(self.around.numbers[name] != 0)
            case ast.BoolOp(op=op, values=[first, *rest]):
                kind = tree.And if isinstance(op, ast.And) else tree.Or
                found = self.truth(first)
                for other in rest:
                    found = kind(found, self.truth(other))
                return found
            case ast.BinOp(left=left, op=ast.BitAnd(), right=right):
                return tree.Both(self.truth(left), self.truth(right))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return tree.Not(self.truth(operand))
            case ast.Compare(left=left, ops=[sign], comparators=[right]) if type(sign) in _SIGNS:
                return tree.Compare(_SIGNS[type(sign)], self.number(left), self.number(right))
        raise _refused(node)


def folded(op: Operator, left: Number, right: Number) -> Number:
    """An operation, worked out at once where both numbers are known; sums begin with their constant."""
    if isinstance(left, tree.Num) and isinstance(right, tree.Num):
        a, b = left.value, right.value
        match op:
            case "+":
                return tree.Num(a + b)
            case "-":
                return tree.Num(a - b)
            case "*":
                return tree.Num(a * b)
            case "<<":
                return tree.Num(a << b)
            case "&":
                return tree.Num(a & b)
            case _:
                return tree.Binary(op, left, right)
    if op == "-" and isinstance(right, tree.Num):
        op, right = "+", tree.Num(-right.value)
    if op == "+":
        if isinstance(right, tree.Num):
            left, right = right, left
        if isinstance(left, tree.Num):
            if left.value == 0:
                return right
            if isinstance(right, tree.Binary) and right.op == "+":
                inner = right.left
                if isinstance(inner, tree.Num):
                    return folded("+", tree.Num(left.value + inner.value), right.right)
        elif isinstance(left, tree.Binary) and left.op == "+" and isinstance(left.left, tree.Num):
            return folded("+", left.left, folded("+", left.right, right))
        elif (
            isinstance(right, tree.Binary) and right.op == "+" and isinstance(right.left, tree.Num)
        ):
            return folded("+", right.left, folded("+", left, right.right))
    if op == "*" and tree.Num(1) in (left, right):
        return right if left == tree.Num(1) else left
    return tree.Binary(op, left, right)
