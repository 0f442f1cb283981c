"""Which variables of a function are still asked for at some point of it."""

from __future__ import annotations

from attrs import frozen

from ruledsl.native.program import tree
from ruledsl.native.program.tree import Local, Statement

Lively = frozenset[int]
"""Variables whose values are still asked for."""

NONE: Lively = frozenset()


@frozen
class Ways:
    """What is asked for where a jump leads: out of the innermost loop, to its next round."""

    out: Lively = NONE
    again: Lively = NONE


def asked(thing: object) -> Lively:
    """The variables that an expression asks for."""
    return frozenset(node.number for node in tree.nodes(thing) if isinstance(node, Local))


def before_block(body: tuple[Statement, ...], after: Lively, ways: Ways) -> Lively:
    """What is asked for before some statements, by what is after them."""
    for statement in reversed(body):
        after = before(statement, after, ways)
    return after


def before(node: Statement, after: Lively, ways: Ways) -> Lively:
    """What is asked for before a statement, by what is after it."""
    match node:
        case tree.Put(local, value):
            return (after - {local}) | asked(value)
        case tree.If(condition, then, otherwise):
            either = before_block(then, after, ways) | before_block(otherwise, after, ways)
            return either | asked(condition)
        case tree.While(condition, _):
            return asked(condition) | in_loop(node, after)
        case tree.Each(_, start, end, _) | tree.Through(_, start, end, _):
            return asked((start, end)) | in_loop(node, after)
        case tree.Pairs(_, _, start, end, _):
            return asked((start, end)) | in_loop(node, after)
        case tree.Append(local, value, condition):
            return after | {local} | asked((value, condition))
        case tree.Break():
            return ways.out
        case tree.Again():
            return ways.again
        case tree.Return(value):
            return asked(value)
        case _:
            return after | asked(node)


def in_loop(node: Statement, after: Lively) -> Lively:
    """What is asked for where a round of a loop may begin, and after each of its rounds."""
    body = tree.loop_body(node)
    assert body is not None
    known = after | (asked(node.condition) if isinstance(node, tree.While) else NONE)
    while True:
        more = known | (before_block(body, known, Ways(after, known)) - counted(node))
        if more == known:
            return known
        known = more


def counted(node: Statement) -> Lively:
    """The variables that a loop itself gives values."""
    match node:
        case tree.Each(local, _, _, _) | tree.Through(local, _, _, _):
            return frozenset({local})
        case tree.Pairs(one, other, _, _, _):
            return frozenset({one, other})
        case _:
            return NONE
