"""A program as Python text.

The stretches of cells that are arrays by themselves become lists of their own, and so do constants from some
place on: an index that needs no sum is quicker, and its number is small. A function has those that it reads as
parameters that nobody gives, since what is a variable of the function itself is found at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter

from attrs import Factory, frozen

from ruledsl.native.passes.pairs import paired
from ruledsl.native.passes.spell import spelled
from ruledsl.native.passes.tidy import tidied
from ruledsl.native.program import tree
from ruledsl.native.program.tree import Function, Number, Statement, Truth, Unit

_NO_PARENTHESES = (
    tree.Local,
    tree.Load,
    tree.Entry,
    tree.Cell,
    tree.Call,
    tree.CallAt,
    tree.Find,
)


_MOST = 200_000
"""Constants that lists of their own may have together; else all are read where they lie."""


def to_python(unit: Unit, *, optimise: bool = True) -> str:
    """The program as the text of a module, a quick one if it is to `optimise`; each function takes the array ``S`` first.

    The other arrays are variables of the module, to be given by whoever runs it, and so is `itertools.combinations`.
    """
    return printed(tidied(paired(unit)) if optimise else spelled(unit))


def printed(unit: Unit) -> str:
    """The same of a program as it stands; it has no `tree.Looks`."""
    nodes = [node for function in unit.functions for node in tree.nodes(function.body)]
    places = {_place_of(node.index) for node in nodes if isinstance(node, tree.Entry)}
    starts = sorted(place for place in places if 0 <= place < len(unit.constants))
    apart = len(starts) * len(unit.constants) <= _MOST
    printer = _Printer(unit, frozenset(starts) if apart else frozenset())
    lines = [f"T = {_tuple([str(value) for value in unit.constants])}"]
    lines += [f"T{start} = T[{start}:]" for start in starts if apart]
    tables = {(node.table, node.width) for node in nodes if isinstance(node, tree.Cell)}
    for table, width in sorted(tables):
        rows = (table + width * row for row in range(unit.looks))
        lines.append(f"R{table} = {_tuple([f'T[{row}:{row + width}]' for row in rows])}")
    for fresh in nodes:
        if isinstance(fresh, tree.Fresh):
            lines += [
                f"{name} = [*T[{start}:{end}]]" for name, _, start, end in printer.stretches(fresh)
            ]
    # What goes by tables of functions comes behind them, so that it has them at hand too.
    late = {function.name for function in unit.functions if _goes_by_tables(function)}
    for function in unit.functions:
        if function.name not in late:
            lines += ["", *printer.function(function)]
    for number, names in enumerate(unit.tables):
        shown = [str(name) if name is not None else "None" for name in names]
        lines += ["", f"D{number} = {_tuple(shown)}"]
    for function in unit.functions:
        if function.name in late:
            lines += ["", *printer.function(function)]
    return "\n".join(lines) + "\n"


def _goes_by_tables(function: Function) -> bool:
    return any(isinstance(node, tree.CallAt) for node in tree.nodes(function.body))


def _place_of(index: Number) -> int:
    """The place from which on an index counts; -1 where there is none."""
    match index:
        case tree.Binary("+", tree.Num(place), _) if place >= 0:
            return place
        case _:
            return -1


def _tuple(items: list[str]) -> str:
    rows = [", ".join(items[at : at + 20]) for at in range(0, len(items), 20)]
    return "(\n" + "".join(f"    {row},\n" for row in rows) + ")"


@frozen
class _Printer:
    unit: Unit
    starts: frozenset[int]
    """The places from which on constants are lists of their own."""
    used: set[str] = Factory(set)
    """The lists that the function reads which is printed now, beside ``S``."""

    def function(self, function: Function) -> Iterator[str]:
        self.used.clear()
        body = list(self.block(function.body, 1))
        own = [f"v{number}" for number in range(function.params)]
        params = ", ".join(["S", *own, *(f"{name}={name}" for name in sorted(self.used))])
        yield f"def {function.name}({params}):"
        yield from body

    def read(self, name: str) -> str:
        """The name of a list, which the function reads."""
        if name != "S":
            self.used.add(name)
        return name

    def stretches(self, fresh: tree.Fresh) -> Iterator[tuple[str, str, int, int]]:
        """The parts of what is copied at the beginning: a name for each, what it is copied to, and which constants
        it is."""
        match fresh:
            case tree.Fresh(tree.Num(source), tree.Num(count)):
                pass
            case _:
                raise AssertionError("what is copied at the beginning is always the same")
        at = 0
        for array, start, size in sorted(self.unit.arrays, key=itemgetter(1)):
            if start >= count:
                break
            if at < start:
                yield f"C{at}", f"S[{at}:{start}]", source + at, source + start
            yield f"C{start}", f"{array.value}[:]", source + start, source + start + size
            at = start + size
        if at < count:
            yield f"C{at}", f"S[{at}:{count}]", source + at, source + count

    def block(self, body: tuple[Statement, ...], depth: int) -> Iterator[str]:
        if not body:
            yield " " * depth + "pass"
        for statement in body:
            yield from self.statement(statement, depth)

    def statement(self, node: Statement, depth: int) -> Iterator[str]:
        lead = " " * depth
        match node:
            case tree.Put(local, value):
                yield lead + self._put(f"v{local}", value, tree.Local(local))
            case tree.Store(index, value, array):
                target = f"{self.read(array.value)}[{self.number(index)}]"
                yield lead + self._put(target, value, tree.Load(index, array))
            case tree.Copy(to, source, tree.Num(1)):
                yield f"{lead}S[{self.number(to)}] = S[{self.number(source)}]"
            case tree.Copy(to, source, count):
                a, b, n = self.number(to), self.number(source), self.number(count)
                yield f"{lead}S[{a}:{a} + {n}] = S[{b}:{b} + {n}]"
            case tree.Fresh():
                for name, target, _, _ in self.stretches(node):
                    yield f"{lead}{target} = {self.read(name)}"
            case tree.If(condition, then, otherwise):
                yield f"{lead}if {self.truth(condition)}:"
                yield from self.block(then, depth + 1)
                while len(otherwise) == 1 and isinstance(otherwise[0], tree.If):
                    inner = otherwise[0]
                    yield f"{lead}elif {self.truth(inner.condition)}:"
                    yield from self.block(inner.then, depth + 1)
                    otherwise = inner.otherwise
                if otherwise:
                    yield f"{lead}else:"
                    yield from self.block(otherwise, depth + 1)
            case tree.While(condition, body):
                yield f"{lead}while {self.truth(condition)}:"
                yield from self.block(body, depth + 1)
            case tree.Each(local, start, end, body):
                first = "" if start == tree.Num(0) else f"{self.number(start)}, "
                yield f"{lead}for v{local} in range({first}{self.number(end)}):"
                yield from self.block(body, depth + 1)
            case tree.Through(local, start, end, body):
                yield f"{lead}for v{local} in S[{self.number(start)}:{self.number(end)}]:"
                yield from self.block(body, depth + 1)
            case tree.Pairs(one, other, start, end, body):
                cells = f"S[{self.number(start)}:{self.number(end)}]"
                yield f"{lead}for v{one}, v{other} in combinations({cells}, 2):"
                yield from self.block(body, depth + 1)
            case tree.Looks():
                raise AssertionError("loops through looks are written out before")
            case tree.Append(local, value, condition):
                if condition != tree.Always(True):
                    yield f"{lead}if {self.truth(condition)}:"
                    lead += " "
                yield f"{lead}{self.read('M')}[v{local}] = {self.number(value)}"
                yield f"{lead}v{local} += 1"
            case tree.Remove(value, first, last):
                a, b = self.number(first), self.number(last)
                yield f"{lead}if S[{b}] != {self.number(value)}:"
                yield f"{lead} i = S.index({self.number(value)}, {a}, {b})"
                yield f"{lead} S[i:{b}] = S[i + 1:{b} + 1]"
                yield f"{lead}S[{b}] = 0"
            case tree.Break():
                yield lead + "break"
            case tree.Again():
                yield lead + "continue"
            case tree.Return(value):
                yield f"{lead}return {self.number(value)}"
            case tree.Do(call):
                yield lead + self.number(call)

    def _put(self, target: str, value: Number, read: Number) -> str:
        if isinstance(value, tree.Binary) and value.left == read and value.op in ("+", "-"):
            return f"{target} {value.op}= {self.number(value.right)}"
        return f"{target} = {self.number(value)}"

    def _operand(self, node: Number) -> str:
        if isinstance(node, _NO_PARENTHESES) or (isinstance(node, tree.Num) and node.value >= 0):
            return self.number(node)
        return f"({self.number(node)})"

    def number(self, node: Number) -> str:
        """An expression that yields a number."""
        match node:
            case tree.Num(value):
                return str(value)
            case tree.Local(place):
                return f"v{place}"
            case tree.Load(index, array):
                return f"{self.read(array.value)}[{self.number(index)}]"
            case tree.Entry(tree.Num(value)) if 0 <= value < len(self.unit.constants):
                return str(self.unit.constants[value])
            case tree.Entry(tree.Binary("+", tree.Num(value), right)) if value in self.starts:
                return f"{self.read(f'T{value}')}[{self.number(right)}]"
            case tree.Entry(index):
                return f"{self.read('T')}[{self.number(index)}]"
            case tree.Cell(table, _, row, column):
                return f"{self.read(f'R{table}')}[{self.number(row)}][{self.number(column)}]"
            case tree.Binary("+", tree.Num(value), right) if not isinstance(right, tree.Num):
                return (
                    f"{self._operand(right)} + {value}"
                    if value >= 0
                    else f"{self._operand(right)} - {-value}"
                )
            case tree.Binary("+", left, tree.Num(value)) if value < 0:
                return f"{self._operand(left)} - {-value}"
            case tree.Binary("<<", left, tree.Num(value)):
                # A product of small numbers is quicker.
                return f"{self._operand(left)} * {1 << value}"
            case tree.Binary(op, left, right):
                if op == "+" and isinstance(left, tree.Binary) and left.op == "+":
                    return f"{self.number(left)} + {self._operand(right)}"
                return f"{self._operand(left)} {op} {self._operand(right)}"
            case tree.Pick(condition, then, otherwise):
                return f"{self._operand(then)} if {self.truth(condition)} else {self._operand(otherwise)}"
            case tree.Flag(inner):
                return f"1 if {self.truth(inner)} else 0"
            case tree.Call(name, args):
                return f"{name}({', '.join(['S', *map(self.number, args)])})"
            case tree.CallAt(table, index, args):
                given = ", ".join(["S", *map(self.number, args)])
                return f"{self.read(f'D{table}')}[{self.number(index)}]({given})"
            case tree.Find(value, start, end):
                return f"S.index({self.number(value)}, {self.number(start)}, {self.number(end)})"

    def truth(self, node: Truth) -> str:
        """An expression that is true or false."""
        match node:
            case tree.Compare("!=", left, tree.Num(0)) if not isinstance(left, tree.Flag):
                return self._operand(left)
            case tree.Compare("==", left, tree.Num(0)) if not isinstance(left, tree.Flag):
                return f"not {self._operand(left)}"
            case tree.Compare(sign, left, right):
                return f"{self._operand(left)} {sign} {self._operand(right)}"
            case tree.Inside(low, value, high):
                return f"{low} <= {self._operand(value)} <= {high}"
            case tree.And(left, right) | tree.Both(left, right):
                return f"{self._part(left)} and {self._part(right)}"
            case tree.Or(left, right):
                return f"{self._part(left)} or {self._part(right)}"
            case tree.Not(inner):
                return f"not ({self.truth(inner)})"
            case tree.Always(value):
                return "True" if value else "False"

    def _part(self, node: Truth) -> str:
        return (
            f"({self.truth(node)})"
            if isinstance(node, tree.And | tree.Both | tree.Or)
            else self.truth(node)
        )
