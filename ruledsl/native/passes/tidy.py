"""Fewer variables and nested conditions, for Python, where each costs time.

A number that is put into a variable only to be used once in the next statement is worked out there; what nobody asks for is not
worked out; a condition within a condition is one. Nothing moves past what could change it.
"""

from __future__ import annotations

from attrs import evolve, frozen

from ruledsl.native.passes.lively import Lively, Ways, before, counted, in_loop
from ruledsl.native.passes.optimise import replaced
from ruledsl.native.program import tree
from ruledsl.native.program.tree import Function, Local, Number, Statement, Truth, Unit

_NOBODY: Lively = frozenset()


def tidied(unit: Unit) -> Unit:
    """The program, doing the same."""
    return evolve(unit, functions=tuple(map(in_function, unit.functions)))


def in_function(function: Function) -> Function:
    """The function, doing the same."""
    body, _ = _block(function.body, _NOBODY, Ways())
    return evolve(function, body=body)


@frozen
class _Line:
    """A statement with what is known of it."""

    node: Statement
    reads: tuple[int, ...]
    """The variables that its own expressions read, each as often as it is read."""
    rest: Lively
    """What is asked for when these have been worked out."""
    open: bool = True
    """Whether its own expressions are worked out once, before it does anything."""

    @property
    def before(self) -> Lively:
        """What is asked for before it."""
        return self.rest.union(self.reads)


def _block(
    body: tuple[Statement, ...], after: Lively, ways: Ways
) -> tuple[tuple[Statement, ...], Lively]:
    """Some statements, by what is asked for after them, from the last to the first; and what is asked before."""
    lines: list[_Line] = []
    for statement in reversed(body):
        line = _line(statement, after, ways)
        if line is None:
            continue
        moved = _moved(line, lines[-1]) if lines else None
        if moved is None:
            lines.append(line)
        else:
            lines[-1] = moved
        after = lines[-1].before
    return tuple(line.node for line in reversed(lines)), after


def _line(node: Statement, after: Lively, ways: Ways) -> _Line | None:
    """A statement, doing the same; None where that is nothing."""
    match node:
        case tree.Put(local, value):
            if local not in after and not _calls(value):
                return None
            return _Line(node, _read(value), after - {local})
        case tree.If(condition, then, otherwise):
            then, first = _block(then, after, ways)
            otherwise, second = _block(otherwise, after, ways)
            return _choice(_plain(condition), then, otherwise, first | second)
        case tree.Each(_, start, end, body) | tree.Through(_, start, end, body):
            return _loop(node, _read(start) + _read(end), body, after)
        case tree.Pairs(_, _, start, end, body):
            return _loop(node, _read(start) + _read(end), body, after)
        case tree.While(_, body):
            known = in_loop(node, after)
            body, _ = _block(body, known, Ways(after, known))
            return _Line(evolve(node, body=body), (), known, open=False)
        case tree.Store(index, value, _):
            return _Line(node, _read(index) + _read(value), after)
        case tree.Append(local, value, condition):
            return _Line(node, _read(value) + _read(condition), after | {local})
        case tree.Return(value):
            return _Line(node, _read(value), _NOBODY)
        case tree.Do(call):
            return _Line(node, _read(call), after)
        case _:
            return _Line(node, (), before(node, after, ways), open=False)


def _loop(
    node: tree.Each | tree.Through | tree.Pairs,
    reads: tuple[int, ...],
    body: tuple[Statement, ...],
    after: Lively,
) -> _Line:
    known = in_loop(node, after)
    body, _ = _block(body, known, Ways(after, known | counted(node)))
    return _Line(evolve(node, body=body), reads, known)


def _choice(
    condition: Truth,
    then: tuple[Statement, ...],
    otherwise: tuple[Statement, ...],
    rest: Lively,
) -> _Line | None:
    """A choice between two ways; a lone condition within it becomes part of its own."""
    match then:
        case () if not otherwise and not _calls(condition):
            return None
        case (tree.If(inner, block, ()),) if not otherwise:
            condition = tree.And(condition, inner)
            return _Line(tree.If(condition, block), _read(condition), rest)
        case (tree.Append(local, value, inner),) if not otherwise:
            condition = _plain(tree.And(condition, inner))
            reads = _read(value) + _read(condition)
            return _Line(tree.Append(local, value, condition), reads, rest)
        case _:
            return _Line(tree.If(condition, then, otherwise), _read(condition), rest)


def _plain(truth: Truth) -> Truth:
    """A condition without what is surely true or false."""
    match truth:
        case tree.Or(left, tree.Always(False)) | tree.And(left, tree.Always(True)):
            return _plain(left)
        case tree.Or(tree.Always(False), right) | tree.And(tree.Always(True), right):
            return _plain(right)
        case _:
            return truth


def _moved(line: _Line, to: _Line) -> _Line | None:
    """The next statement with the value of a variable in its place; None where that will not do."""
    put = line.node
    if not isinstance(put, tree.Put) or not to.open:
        return None
    if to.reads.count(put.local) != 1 or put.local in to.rest or _calls(put.value):
        return None
    names = [name for name in _OWN if hasattr(to.node, name)]
    if _loads(put.value) and any(_calls(getattr(to.node, name)) for name in names):
        return None
    values = {Local(put.local): put.value}
    own = {name: replaced(getattr(to.node, name), values) for name in names}
    reads = (*(number for number in to.reads if number != put.local), *line.reads)
    return _Line(evolve(to.node, **own), reads, to.rest)


_OWN = ("value", "index", "condition", "start", "end", "call")
"""What the own expressions of statements are called."""


def _read(thing: Number | Truth) -> tuple[int, ...]:
    """The variables that an expression reads, each as often as it is read."""
    return tuple(node.number for node in tree.nodes(thing) if isinstance(node, Local))


def _calls(thing: object) -> bool:
    return any(isinstance(node, tree.Call | tree.CallAt) for node in tree.nodes(thing))


def _loads(thing: object) -> bool:
    return any(isinstance(node, tree.Load | tree.Find) for node in tree.nodes(thing))
