"""Going through the syntax tree."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter

import attrs

from ruledsl.syntax import tree


def walk(node: object) -> list[object]:
    """A node of the tree, or a tuple of nodes, and everything below it."""
    found: list[object] = []
    waiting: list[object] = [node]
    while waiting:
        item = waiting.pop()
        if isinstance(item, tuple):
            waiting += item
        elif isinstance(item, tree.Node):
            found.append(item)
            kind: type = type(item)
            waiting += _parts(kind)(item)
    return found


def parts(node: tree.Node) -> tuple[object, ...]:
    """What stands in a node: nodes, tuples of them, and what is no node."""
    kind: type = type(node)
    return _parts(kind)(node)


@cache
def _parts(kind: type) -> Callable[[object], tuple[object, ...]]:
    """What gives all that stands in a node of a kind."""
    match [f.name for f in attrs.fields(kind) if f.name != "span"]:
        case []:
            return lambda _node: ()
        case [name]:
            return lambda node: (getattr(node, name),)
        case names:
            return attrgetter(*names)
