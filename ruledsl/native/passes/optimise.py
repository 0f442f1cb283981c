"""Small changes to a program that leave what it does as it is: flat rounds of loops, short loops written out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import evolve, fields, has

from ruledsl.native.program import tree
from ruledsl.native.program.body import negated
from ruledsl.native.program.names import Name, Role
from ruledsl.native.program.read import folded
from ruledsl.native.program.tree import Function, Local, Num, Number, Statement

_Part = TypeVar("_Part")

ROUNDS = 8
"""A loop of at most so many rounds is written out."""

PARTS = 240
"""Parts that the rounds of such a loop may have together."""

IN_LOOPS = (Role.DRAW,)
"""Functions whose calls are written out where cards are dealt, one after the other: in loops, which stay loops."""

NESTED = 12
"""Conditions within conditions in a round, before it goes on by a jump instead."""


def optimised(function: Function) -> Function:
    """The function, doing the same."""
    return evolve(function, body=_block(function.body, _read(function.body)))


def _block(body: tuple[Statement, ...], read: Counter[int]) -> tuple[Statement, ...]:
    """Some statements, doing the same; ``read``: how often the function reads each variable."""
    found: list[Statement] = []
    for statement in body:
        found += _statement(statement, read)
    return tuple(found)


def _statement(node: Statement, read: Counter[int]) -> list[Statement]:
    match node:
        case tree.If(condition, then, otherwise):
            return [tree.If(condition, _block(then, read), _block(otherwise, read))]
        case tree.While(condition, body):
            return [tree.While(condition, _block(body, read))]
        case tree.Through() | tree.Looks():
            return [evolve(node, body=_flat(_block(node.body, read), 0))]
        case tree.Each(local, start, end, body):
            changed = tree.Each(local, start, end, _flat(_block(body, read), 0))
            return _unrolled(changed, read - _read(body))
        case _:
            return [node]


def _read(thing: object) -> Counter[int]:
    """How often each variable is read in part of a program."""
    nodes = (node for node in tree.nodes(thing) if isinstance(node, Local | tree.Append))
    return Counter(node.number if isinstance(node, Local) else node.local for node in nodes)


def _flat(body: tuple[Statement, ...], depth: int) -> tuple[Statement, ...]:
    """The body of a loop with what follows ``if c: continue`` under the opposite condition instead."""
    for place, statement in enumerate(body):
        match statement:
            case tree.If(condition, (tree.Again(),), ()) if depth < NESTED:
                rest = _flat(body[place + 1 :], depth + 1)
                if rest:
                    return (*body[:place], tree.If(negated(condition), rest))
                # What a condition calls may do something.
                return body[: place + 1] if _calls(condition) else body[:place]
            case tree.Again():
                return body[:place] if depth < NESTED else body
            case _:
                pass
    return body


def _calls(thing: object) -> bool:
    return any(isinstance(node, tree.Call | tree.CallAt) for node in tree.nodes(thing))


def _jumps(body: tuple[Statement, ...]) -> bool:
    """Whether something in the body of a loop leaves it, or its round, in the middle."""
    for statement in body:
        match statement:
            case tree.Break() | tree.Again():
                return True
            case tree.If(_, then, otherwise) if _jumps(then) or _jumps(otherwise):
                return True
            case _:
                pass
    return False


def _unrolled(node: tree.Each, outside: Counter[int]) -> list[Statement]:
    """The rounds of a loop, where they are few; ``outside``: how often variables are read elsewhere."""
    if not (isinstance(node.start, Num) and isinstance(node.end, Num)):
        return [node]
    rounds = range(node.start.value, node.end.value)
    if len(rounds) > ROUNDS or _jumps(node.body):
        return [node]
    if any(isinstance(n, tree.Call) and n.name.role in IN_LOOPS for n in tree.nodes(node.body)):
        return [node]
    size = sum(1 for _ in tree.nodes(node.body))
    if size * len(rounds) > PARTS:
        return [node]
    found: list[Statement] = []
    for number in rounds:
        found += _round(node.body, {Local(node.local): Num(number)}, outside)
    return found


def _round(
    body: tuple[Statement, ...], numbers: dict[Local, Num], outside: Counter[int]
) -> list[Statement]:
    """One round of a loop, with everything in place of its variable that follows from that.

    A variable that is given a number is needed no more, unless it is read outside, or in the next round before that."""
    written = Counter(
        node.local for node in tree.nodes(body) if isinstance(node, tree.Put | tree.Append)
    )
    found: list[Statement] = []
    for place, statement in enumerate(body):
        statement = replaced(statement, numbers)
        match statement:
            case tree.Put(local, Num() as number) if written[local] == 1 and not (
                outside[local] or _read(body[: place + 1])[local]
            ):
                numbers[Local(local)] = number
            case _:
                found.append(statement)
    return found


def replaced(thing: _Part, numbers: Mapping[Local, Number]) -> _Part:
    """Part of a program with numbers in place of variables, sums worked out."""
    return cast(_Part, _replaced(thing, numbers))


def _replaced(thing: Any, numbers: Mapping[Local, Number]) -> Any:
    if isinstance(thing, Local):
        return numbers.get(thing, thing)
    if isinstance(thing, tuple):
        return tuple(_replaced(part, numbers) for part in thing)
    if isinstance(thing, tree.Binary):
        return folded(thing.op, _replaced(thing.left, numbers), _replaced(thing.right, numbers))
    if not isinstance(thing, Name) and has(kind := type(thing)):
        changes = {
            a.name: new
            for a in fields(kind)
            if (new := _replaced(old := getattr(thing, a.name), numbers)) is not old
        }
        return evolve(thing, **changes) if changes else thing
    return thing
