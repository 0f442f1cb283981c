"""Questions for the highest or lowest that are asked only after counting how many there are of it."""

from __future__ import annotations

from collections.abc import Mapping

from ruledsl.semantics.variants import Ruleset
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.walking import walk


def compared_before(ruleset: Ruleset) -> list[Span]:
    """The questions for the highest or lowest in an ``if`` that counts by the same: it may be that one alone is left there.

    The count may have a name, by a ``let`` or a ``define``.
    """
    parts = [
        part
        for declaration in ruleset.declarations
        if not isinstance(declaration, tree.Test)
        for part in walk(declaration)
    ]
    counted: dict[str, set[str]] = {}
    for part in parts:
        if isinstance(part, tree.Let | tree.Define):
            counted.setdefault(part.name.text, set()).update(_counted(part.value, {}))
    known: list[tuple[Span, set[str]]] = []
    for part in parts:
        match part:
            case tree.Conditional(condition=condition):
                known.append((part.span, _counted(condition, counted)))
            case tree.If(arms=arms):
                by = {name for arm in arms for name in _counted(arm.condition, counted)}
                known.append((part.span, by))
    return [
        part.span
        for part in parts
        if isinstance(part, tree.Pick) and part.by is not None
        for span, by in known
        if span.holds(part.span) and not by.isdisjoint(_measures(part.by))
    ]


def _counted(condition: tree.Expr, names: Mapping[str, set[str]]) -> set[str]:
    """By which measures a condition counts."""
    found: set[str] = set()
    for part in walk(condition):
        match part:
            case tree.Pick(op="count", binder=binder):
                found |= _measures(binder)
            case tree.Ref(name=name):
                found |= names.get(name, set())
            case tree.Call(name=called):
                found |= names.get(called.text, set())
    return found


def _measures(node: tree.Node) -> set[str]:
    """What something is measured by: attributes of cards and defines."""
    found: set[str] = set()
    for part in walk(node):
        match part:
            case tree.Attribute(name=name) | tree.Call(name=name):
                found.add(name.text)
    return found - {"ordinal", "size"}
