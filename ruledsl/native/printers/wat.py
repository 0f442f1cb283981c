"""A program as WebAssembly text.

Numbers are 64 bits wide; ``S`` lies at the beginning of the memory, ``T`` behind it. What Python rounds down is
rounded down here by functions of the library. The module imports nothing, so it can reach nothing but
its own memory, whose size is fixed.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from ruledsl.native.passes.spell import spelled
from ruledsl.native.program import tree
from ruledsl.native.program.names import Name, Role
from ruledsl.native.program.tree import Function, Num, Number, Statement, Truth, Unit

PAGE = 65_536
_FARTHEST = (1 << 28) - 1
"""The last cell to which an address can be counted from."""

_FEW = 6
"""A table of so few functions is asked one by one."""

_WRITTEN_IN = 12_000
"""Parts of functions that are written into those that play a game."""

_CALLING = (Name(Role.PLAYOUT),)
"""The functions that play a game."""

_CELL = 8

_OPERATIONS: dict[tree.Operator, str] = {
    "+": "i64.add",
    "-": "i64.sub",
    "*": "i64.mul",
    "&": "i64.and",
    "|": "i64.or",
    "^": "i64.xor",
    "<<": "i64.shl",
    ">>": "i64.shr_u",
    "//": "i64.div_u",
    "%": "i64.rem_u",
}
_COMPARISONS: dict[tree.Sign, str] = {
    "==": "i64.eq",
    "!=": "i64.ne",
    "<": "i64.lt_s",
    "<=": "i64.le_s",
    ">": "i64.gt_s",
    ">=": "i64.ge_s",
}


def pages(unit: Unit) -> int:
    """The pages of memory (64 KiB each) that a program has."""
    return -(-(unit.cells + len(unit.constants)) * _CELL // PAGE)


def to_wat(unit: Unit) -> str:
    """The program as the text of a module that exports its memory and some functions."""
    return "\n".join(_module(spelled(unit))) + "\n"


def _module(unit: Unit) -> Iterator[str]:
    many = pages(unit)
    yield "(module"
    yield f'(memory (export "memory") {many} {many})'
    if unit.constants:
        data = "".join(
            f"\\{byte:02x}"
            for value in unit.constants
            for byte in value.to_bytes(_CELL, "little", signed=True)
        )
        yield f'(data (i32.const {unit.cells * _CELL}) "{data}")'
    by_name = {function.name: function for function in unit.functions}
    at = 0
    yield f"(table {sum(map(len, unit.tables))} funcref)"
    for table in unit.tables:
        for place, name in enumerate(table):
            if name is not None:
                yield f"(elem (i32.const {at + place}) ${name})"
        at += len(table)
    yield _INDEX
    for function in unit.functions:
        yield from _Printer(unit, by_name, function.name).function(function)
    yield ")"


_INDEX = """(func $index (param $value i64) (param $at i64) (param $end i64) (result i64)
(loop $next
(if (i64.ge_s (local.get $at) (local.get $end)) (then (unreachable)))
(if (i64.eq (i64.load (i32.shl (i32.wrap_i64 (local.get $at)) (i32.const 3))) (local.get $value))
(then (return (local.get $at))))
(local.set $at (i64.add (local.get $at) (i64.const 1)))
(br $next))
(unreachable))"""
"""What finds the place of a value."""


def _names(function: Function, own: str) -> Iterator[str]:
    """The variables of a function, its parameters aside; their names begin with ``own``."""
    for number in range(function.params, function.variables):
        yield f"(local ${own}v{number} i64)"
    counted = {
        node.local
        for node in tree.nodes(function.body)
        if isinstance(node, tree.Each) and not isinstance(node.end, Num)
    }
    for number in sorted(counted):
        yield f"(local ${own}e{number} i64)"
    gone_through = {
        node.local for node in tree.nodes(function.body) if isinstance(node, tree.Through)
    }
    for number in sorted(gone_through):
        yield f"(local ${own}a{number} i32) (local ${own}z{number} i32)"


@frozen
class _Printer:
    """Prints functions; ``own`` is what the names of the variables of the present one begin with, ``end``
    where it ends if it is written into another one."""

    unit: Unit
    by_name: dict[Name, Function]
    caller: Name
    own: str = ""
    end: str = ""

    def function(self, function: Function) -> Iterator[str]:
        export = f' (export "{function.name}")' if function.name in self.unit.exported else ""
        params = "".join(f" (param $v{n} i64)" for n in range(function.params))
        yield f"(func ${function.name}{export}{params} (result i64)"
        yield from _names(function, "")
        parts = [function]
        if function.name in _CALLING:
            parts += [self.by_name[name] for name in self.written_in()]
            for part in parts[1:]:
                yield from (f"(local ${part.name}_v{n} i64)" for n in range(part.params))
                yield from _names(part, f"{part.name}_")
        if any(isinstance(node, tree.Remove) for part in parts for node in tree.nodes(part.body)):
            yield "(local $at i32) (local $moved i64) (local $there i64)"
        yield from self.block(function.body, 0)
        # Every way through a function ends with a return.
        yield "(unreachable))"

    def written_in(self) -> list[Name]:
        """The functions that are written into those that play a game, so that playing takes no calls."""
        named = [
            name
            for number, table in enumerate(self.unit.tables)
            if self.few(number)
            for name in table
            if name is not None and name.role is not Role.STATE
        ]
        size = sum(1 for name in named for _ in tree.nodes(self.by_name[name].body))
        return named if size <= _WRITTEN_IN else []

    def called(self, name: Name, args: tuple[Number, ...]) -> str:
        """A call, or what it does."""
        given = [self.number(arg) for arg in args]
        if self.own or self.caller not in _CALLING or name not in self.written_in():
            return f"(call ${name}{''.join(' ' + arg for arg in given)})"
        own = f"{name}_"
        inner = evolve(self, own=own, end=f"$end_{name}")
        lines = [f"(local.set ${own}v{place} {arg})" for place, arg in enumerate(given)]
        lines += inner.block(self.by_name[name].body, 0)
        return f"(block {inner.end} (result i64) {chr(10).join(lines)} (unreachable))"

    def block(self, body: tuple[Statement, ...], loop: int) -> Iterator[str]:
        for statement in body:
            yield from self.statement(statement, loop)

    def statement(self, node: Statement, loop: int) -> Iterator[str]:
        match node:
            case tree.Put(local, value):
                yield f"(local.set ${self.own}v{local} {self.number(value)})"
            case tree.Store(index, value, array):
                place, offset = self.place(index, self.start(array))
                yield f"(i64.store{offset} {place} {self.number(value)})"
            case tree.Copy(to, source, Num(1)):
                yield from self.statement(tree.Store(to, tree.Load(source)), loop)
            case tree.Copy(to, source, count):
                a, b, n = (self.address(part) for part in (to, source, count))
                yield f"(memory.copy {a} {b} {n})"
            case tree.Fresh(source, count):
                begin = f"(i32.const {self.unit.cells * _CELL})"
                there = f"(i32.add {begin} {self.address(source)})"
                yield f"(memory.copy (i32.const 0) {there} {self.address(count)})"
            case tree.If(condition, (tree.Put(local, value),), ()) if _counts(local, value):
                # To count without a jump is quicker where nobody can foretell what is true.
                yield f"(local.set ${self.own}v{local} (i64.add (local.get ${self.own}v{local}) {self.number(tree.Flag(condition))}))"
            case tree.If(condition, then, otherwise):
                yield f"(if {self.truth(condition)} (then"
                yield from self.block(then, loop)
                if otherwise:
                    yield ") (else"
                    yield from self.block(otherwise, loop)
                yield "))"
            case tree.While(condition, body):
                inner = loop + 1
                yield f"(block $out{inner} (loop $next{inner}"
                if condition != tree.Always(True):
                    yield f"(br_if $out{inner} (i32.eqz {self.truth(condition)}))"
                yield from self.block(body, inner)
                yield f"(br $next{inner})))"
            case tree.Each():
                yield from self.each(node, loop + 1)
            case tree.Through():
                yield from self.through(node, loop + 1)
            case tree.Looks() | tree.Pairs():
                raise AssertionError("such loops are written out before")
            case tree.Append(local, value, condition):
                place, offset = self.place(tree.Local(local), self.start(tree.Array.MOVE))
                yield f"(i64.store{offset} {place} {self.number(value)})"
                more = self.number(tree.Flag(condition))
                yield f"(local.set ${self.own}v{local} (i64.add (local.get ${self.own}v{local}) {more}))"
            case tree.Remove(value, _, last):
                # From the last on, so that what lies on top is found at once.
                yield f"(local.set $at {self.address(last)}) (local.set $moved (i64.const 0))"
                yield "(loop $next_one (local.set $there (i64.load (local.get $at)))"
                yield "(i64.store (local.get $at) (local.get $moved))"
                yield "(local.set $moved (local.get $there))"
                yield "(local.set $at (i32.sub (local.get $at) (i32.const 8)))"
                yield f"(br_if $next_one (i64.ne (local.get $there) {self.number(value)})))"
            case tree.Break():
                yield f"(br $out{loop})"
            case tree.Again():
                yield f"(br $next{loop})"
            case tree.Return(value) if self.end:
                yield f"(br {self.end} {self.number(value)})"
            case tree.Return(value):
                yield f"(return {self.number(value)})"
            case tree.Do(call):
                yield f"(drop {self.number(call)})"

    def each(self, node: tree.Each, loop: int) -> Iterator[str]:
        """A loop over numbers; the end is worked out once, into a variable of the printer's own."""
        local = f"${self.own}v{node.local}"
        end = self.number(node.end)
        if not isinstance(node.end, Num):
            yield f"(local.set ${self.own}e{node.local} {end})"
            end = f"(local.get ${self.own}e{node.local})"
        yield f"(local.set {local} {self.number(node.start)})"
        yield f"(block $out{loop} (loop $again{loop}"
        yield f"(br_if $out{loop} (i64.ge_s (local.get {local}) {end}))"
        yield f"(block $next{loop}"
        yield from self.block(node.body, loop)
        yield ")"
        yield f"(local.set {local} (i64.add (local.get {local}) (i64.const 1)))"
        yield f"(br $again{loop})))"

    def through(self, node: tree.Through, loop: int) -> Iterator[str]:
        """A loop over elements, by their addresses."""
        at, end = f"${self.own}a{node.local}", f"${self.own}z{node.local}"
        yield f"(local.set {at} {self.address(node.start)})"
        yield f"(local.set {end} {self.address(node.end)})"
        yield f"(block $out{loop} (loop $again{loop}"
        yield f"(br_if $out{loop} (i32.ge_u (local.get {at}) (local.get {end})))"
        yield f"(local.set ${self.own}v{node.local} (i64.load (local.get {at})))"
        yield f"(block $next{loop}"
        yield from self.block(node.body, loop)
        yield ")"
        yield f"(local.set {at} (i32.add (local.get {at}) (i32.const {_CELL})))"
        yield f"(br $again{loop})))"

    # --- expressions ---

    def number(self, node: Number) -> str:
        match node:
            case Num(value):
                return f"(i64.const {value})"
            case tree.Local(place):
                return f"(local.get ${self.own}v{place})"
            case tree.Load(index, array):
                at, offset = self.place(index, self.start(array))
                return f"(i64.load{offset} {at})"
            case tree.Entry(index):
                at, offset = self.place(index, self.unit.cells)
                return f"(i64.load{offset} {at})"
            case tree.Cell():
                raise AssertionError("only Python asks for rows")
            case tree.Binary(op, left, right):
                return f"({_OPERATIONS[op]} {self.number(left)} {self.number(right)})"
            case tree.Pick(condition, then, otherwise):
                a, b = self.number(then), self.number(otherwise)
                if _is_plain(then) and _is_plain(otherwise):
                    return f"(select {a} {b} {self.truth(condition)})"
                return f"(if (result i64) {self.truth(condition)} (then {a}) (else {b}))"
            case tree.Flag(inner):
                return f"(i64.extend_i32_u {self.truth(inner)})"
            case tree.Call(name, args):
                return f"(call ${name}{''.join(' ' + self.number(arg) for arg in args)})"
            case tree.CallAt(table, tree.Local() as index, args) if self.few(table):
                named = [(n, name) for n, name in enumerate(self.unit.tables[table]) if name]
                found = "(unreachable)"
                for place_of, name in reversed(named):
                    here = f"(i64.eq {self.number(index)} (i64.const {place_of}))"
                    does = self.called(name, args)
                    found = f"(if (result i64) {here} (then {does}) (else {found}))"
                return found
            case tree.CallAt(table, index, args):
                before = sum(len(other) for other in self.unit.tables[:table])
                there = f"(i32.add (i32.const {before}) (i32.wrap_i64 {self.number(index)}))"
                given = "".join(" " + self.number(arg) for arg in args)
                kind = "(param i64) " * len(args) + "(result i64)"
                return f"(call_indirect {kind}{given} {there})"
            case tree.Find(value, start, end):
                given = " ".join(self.number(part) for part in (value, start, end))
                return f"(call $index {given})"

    def few(self, table: int) -> bool:
        """Whether a table has so few functions that asking for each is quicker than looking it up."""
        return sum(1 for name in self.unit.tables[table] if name is not None) <= _FEW

    def truth(self, node: Truth) -> str:
        match node:
            case tree.Compare("==", left, Num(0)):
                return f"(i64.eqz {self.number(left)})"
            case tree.Compare(sign, left, right):
                return f"({_COMPARISONS[sign]} {self.number(left)} {self.number(right)})"
            case tree.Inside(low, value, high):
                above = self.number(value)
                if low != 0:
                    above = f"(i64.sub {above} (i64.const {low}))"
                return f"(i64.le_u {above} (i64.const {high - low}))"
            case tree.And(left, right):
                return f"(if (result i32) {self.truth(left)} (then {self.truth(right)}) (else (i32.const 0)))"
            case tree.Both(left, right):
                return f"(i32.and {self.truth(left)} {self.truth(right)})"
            case tree.Or(left, right):
                return f"(if (result i32) {self.truth(left)} (then (i32.const 1)) (else {self.truth(right)}))"
            case tree.Not(inner):
                return f"(i32.eqz {self.truth(inner)})"
            case tree.Always(value):
                return f"(i32.const {int(value)})"

    def start(self, array: tree.Array) -> int:
        """The cell where an array begins."""
        return next((start for name, start, _ in self.unit.arrays if name is array), 0)

    def place(self, index: Number, base: int = 0) -> tuple[str, str]:
        """The address of an element, and what is added to it by the machine itself."""
        fixed = base
        if isinstance(index, Num):
            # A number that names no cell stands where play never comes to: behind a check of that number.
            fixed += index.value
            there = 0 <= fixed < self.unit.cells + len(self.unit.constants)
            return ("(i32.const 0)", f" offset={fixed * _CELL}") if there else ("(unreachable)", "")
        match index:
            case tree.Binary(op="+", left=Num(value=added), right=rest) if (
                0 <= added + base <= _FARTHEST
            ):
                fixed += added
                index = rest
        offset = f" offset={fixed * _CELL}" if fixed else ""
        return self.address(index), offset

    def address(self, index: Number) -> str:
        """A number of cells in bytes."""
        if isinstance(index, Num):
            return f"(i32.const {index.value * _CELL})"
        return f"(i32.shl (i32.wrap_i64 {self.number(index)}) (i32.const 3))"


def _counts(local: int, value: Number) -> bool:
    """Whether a value is that of a variable, and one more."""
    return value in (
        tree.Binary("+", Num(1), tree.Local(local)),
        tree.Binary("+", tree.Local(local), Num(1)),
    )


def _is_plain(node: Number) -> bool:
    """Whether a number costs nothing and cannot go wrong when it is worked out needlessly."""
    return isinstance(node, Num | tree.Local)
