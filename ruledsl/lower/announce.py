"""Expressions inside a text: ``announce "{amount} is bid"``."""

from __future__ import annotations

from typing import Any

import attrs

from ruledsl.source import SourceFile, Span
from ruledsl.syntax import tree
from ruledsl.syntax.parser import parse


def parse_placeholder(text: str, span: Span) -> tree.Expr | None:
    """The expression written between braces, all of it placed at ``span``; None if it is none."""
    if not text.strip() or "\n" in text:
        return None
    parsed = parse(SourceFile("", f'language 1\ngame text ""\ndefine inside = {text}\n'))
    if parsed.diagnostics or parsed.file is None or len(parsed.file.declarations) != 1:
        return None
    declaration = parsed.file.declarations[0]
    if not isinstance(declaration, tree.Define) or declaration.params:
        return None
    placed: tree.Expr = _place(declaration.value, span)
    return placed


def _place(node: Any, span: Span) -> Any:
    if isinstance(node, tuple):
        return tuple(_place(x, span) for x in node)
    if not isinstance(node, tree.Node):
        return node
    changes = {
        field.name: _place(getattr(node, field.name), span)
        for field in attrs.fields(type(node))
        if field.name != "span"
    }
    return attrs.evolve(node, span=span, **changes)
