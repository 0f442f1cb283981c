"""Going through the syntax tree."""

from __future__ import annotations

from functools import cache

import attrs

from ruledsl.syntax import tree


def walk(node: object) -> list[object]:
    """A node of the tree, or a tuple of nodes, and everything below it."""
    found: list[object] = []
    waiting: list[object] = [node]
    while waiting:
        item = waiting.pop()
        if isinstance(item, tuple):
            waiting.extend(item)
        elif isinstance(item, tree.Node):
            found.append(item)
            kind: type = type(item)
            waiting.extend(getattr(item, name) for name in _parts(kind))
    return found


@cache
def _parts(kind: type) -> tuple[str, ...]:
    return tuple(f.name for f in attrs.fields(kind) if f.name != "span")
