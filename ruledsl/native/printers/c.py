"""A program as C text, to be read, measured or built into something else; nothing here compiles it."""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.native.passes.spell import spelled
from ruledsl.native.program import tree
from ruledsl.native.program.tree import Function, Number, Statement, Truth, Unit

_HEAD = """#include <stdint.h>
#include <string.h>
typedef int64_t I;
"""

_INDEX = """static I find_value(I value, I start, I end) {
    while (start < end && S[start] != value) start++;
    return start;
}
static void remove_value(I value, I last) {
    I moved = 0;
    for (;;) {
        I there = S[last];
        S[last--] = moved;
        if (there == value) return;
        moved = there;
    }
}
"""


def to_c(unit: Unit) -> str:
    """The program as C99: functions of ``int64_t``, the arrays ``S`` and ``T``, no other dependencies."""
    return "\n".join(_unit(spelled(unit))) + "\n"


def _unit(unit: Unit) -> Iterator[str]:
    yield _HEAD
    yield f"I S[{unit.cells}];"
    for array, start, _ in unit.arrays:
        yield f"static I *const {array.value} = S + {start};"
    constants = ", ".join(_constant(value) for value in unit.constants) or "0"
    yield f"static const I T[{max(len(unit.constants), 1)}] = {{{constants}}};"
    yield _INDEX
    params = {function.name: function.params for function in unit.functions}
    for function in unit.functions:
        yield f"{_head(unit, function)};"
    for number, table in enumerate(unit.tables):
        names = ", ".join(str(name) if name is not None else "0" for name in table)
        takes = next((params[name] for name in table if name is not None), 0)
        given = ", ".join(["I"] * takes) or "void"
        yield f"static I (*const D{number}[{len(table)}])({given}) = {{{names}}};"
    for function in unit.functions:
        yield ""
        yield f"{_head(unit, function)} {{"
        own = ", ".join(f"v{n} = 0" for n in range(function.params, function.variables))
        if own:
            yield f" I {own};"
        yield from _block(function.body, 1)
        yield "}"


def _head(unit: Unit, function: Function) -> str:
    params = ", ".join(f"I v{number}" for number in range(function.params)) or "void"
    own = "" if function.name in unit.exported else "static "
    return f"{own}I {function.name}({params})"


def _constant(value: int) -> str:
    return f"INT64_C({value})" if value >= 0 else f"(-INT64_C({-value}))"


def _block(body: tuple[Statement, ...], depth: int) -> Iterator[str]:
    for statement in body:
        yield from _statement(statement, depth)


def _statement(node: Statement, depth: int) -> Iterator[str]:
    lead = " " * depth
    match node:
        case tree.Put(local, value):
            yield f"{lead}v{local} = {number(value)};"
        case tree.Store(index, value, array):
            yield f"{lead}{array.value}[{number(index)}] = {number(value)};"
        case tree.Copy(to, source, count):
            size = f"({number(count)}) * sizeof(I)"
            yield f"{lead}memmove(&S[{number(to)}], &S[{number(source)}], {size});"
        case tree.Fresh(source, count):
            yield f"{lead}memcpy(S, &T[{number(source)}], ({number(count)}) * sizeof(I));"
        case tree.If(condition, then, otherwise):
            yield f"{lead}if ({truth(condition)}) {{"
            yield from _block(then, depth + 1)
            if otherwise:
                yield f"{lead}}} else {{"
                yield from _block(otherwise, depth + 1)
            yield f"{lead}}}"
        case tree.While(condition, body):
            yield f"{lead}while ({truth(condition)}) {{"
            yield from _block(body, depth + 1)
            yield f"{lead}}}"
        case tree.Each(local, start, end, body):
            at, last = f"v{local}", f"e{local}"
            yield f"{lead}v{local} = {number(start)};"
            yield f"{lead}for (I {last} = {number(end)}; {at} < {last}; {at}++) {{"
            yield from _block(body, depth + 1)
            yield f"{lead}}}"
        case tree.Through(local, start, end, body):
            at, last = f"i{local}", f"e{local}"
            first = f"{at} = {number(start)}, {last} = {number(end)}"
            yield f"{lead}for (I {first}; {at} < {last}; {at}++) {{"
            yield f"{lead} v{local} = S[{at}];"
            yield from _block(body, depth + 1)
            yield f"{lead}}}"
        case tree.Looks() | tree.Pairs():
            raise AssertionError("such loops are written out before")
        case tree.Append(local, value, condition):
            yield f"{lead}M[v{local}] = {number(value)};"
            yield f"{lead}v{local} += {truth(condition)};"
        case tree.Remove(value, first, last):
            yield f"{lead}remove_value({number(value)}, {number(last)});"
        case tree.Break():
            yield f"{lead}break;"
        case tree.Again():
            yield f"{lead}continue;"
        case tree.Return(value):
            yield f"{lead}return {number(value)};"
        case tree.Do(call):
            yield f"{lead}{number(call)};"


def number(node: Number) -> str:
    """An expression that yields a number."""
    match node:
        case tree.Num(value):
            return _constant(value) if abs(value) > 1 << 30 else str(value)
        case tree.Local(place):
            return f"v{place}"
        case tree.Load(index, array):
            return f"{array.value}[{number(index)}]"
        case tree.Entry(index):
            return f"T[{number(index)}]"
        case tree.Cell():
            raise AssertionError("only Python asks for rows")
        case tree.Binary(op, left, right):
            return f"({number(left)} {op.replace('//', '/')} {number(right)})"
        case tree.Pick(condition, then, otherwise):
            return f"({truth(condition)} ? {number(then)} : {number(otherwise)})"
        case tree.Flag(inner):
            return f"({truth(inner)})"
        case tree.Call(name, args):
            return f"{name}({', '.join(map(number, args))})"
        case tree.CallAt(table, index, args):
            return f"D{table}[{number(index)}]({', '.join(map(number, args))})"
        case tree.Find(value, start, end):
            return f"find_value({number(value)}, {number(start)}, {number(end)})"


def truth(node: Truth) -> str:
    """An expression that is true or false."""
    match node:
        case tree.Compare(sign, left, right):
            return f"({number(left)} {sign} {number(right)})"
        case tree.Inside(low, value, high):
            found = f"(uint64_t)({number(value)} - {_constant(low)})"
            return f"({found} <= (uint64_t){_constant(high - low)})"
        case tree.And(left, right):
            return f"({truth(left)} && {truth(right)})"
        case tree.Both(left, right):
            return f"({truth(left)} & {truth(right)})"
        case tree.Or(left, right):
            return f"({truth(left)} || {truth(right)})"
        case tree.Not(inner):
            return f"(!{truth(inner)})"
        case tree.Always(value):
            return str(int(value))
