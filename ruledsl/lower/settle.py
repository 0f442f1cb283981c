"""Giving scratch cells their place behind all others, once their number is known."""

from __future__ import annotations

from operator import is_
from typing import Any, TypeVar

import attrs

from ruledsl.lower.builder import SCRATCH
from ruledsl.machine.model import Expr

T = TypeVar("T")


def relocate(thing: T, scratch: int) -> T:
    """The same data with scratch cells counted from cell ``scratch`` on."""
    settled: T = _Settling(scratch).settle(thing)
    return settled


class _Settling:
    """Expressions are shared, so what has been settled is remembered; what needs no change is kept."""

    def __init__(self, scratch: int) -> None:
        self._scratch = scratch
        self._known: dict[int, Any] = {}

    def settle(self, thing: Any) -> Any:
        kind = type(thing)
        if kind is int:
            return thing - SCRATCH + self._scratch if SCRATCH <= thing < 2 * SCRATCH else thing
        if kind is tuple:
            parts = tuple([self.settle(x) for x in thing])
            return thing if all(map(is_, parts, thing)) else parts
        if kind in _ATOMS:
            return thing
        known = self._known.get(id(thing))
        if known is not None:
            return known
        changes = {}
        for name in _fields(kind):
            old = getattr(thing, name)
            new = self.settle(old)
            if new is not old:
                changes[name] = new
        result = attrs.evolve(thing, **changes) if changes else thing
        self._known[id(thing)] = result
        return result


_ATOMS = frozenset({str, bool, type(None)})
"""Types of values that hold no cells."""

_NO_CELLS = frozenset(
    (
        "span",
        "name",
        "title",
        "doc",
        "texts",
        "looks",
        "layout",
        "tables",
        "lists",
        "notes",
        "shown_in",
    )
)
"""Fields that hold none either, whatever their type."""

_NAMES: dict[type, tuple[str, ...]] = {}


def _fields(type_: type) -> tuple[str, ...]:
    """The fields that can hold cells: all but those that hold no integers."""
    if type_ not in _NAMES:
        if type_ is Expr:
            _NAMES[type_] = ("nums", "args")
        else:
            names = (field.name for field in attrs.fields(type_))
            _NAMES[type_] = tuple(name for name in names if name not in _NO_CELLS)
    return _NAMES[type_]
