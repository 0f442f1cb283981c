"""Expressions inside a text: ``announce "{amount} is bid"``."""

from __future__ import annotations

import re
from typing import Any

import attrs

from ruledsl.source import SourceFile, Span
from ruledsl.syntax import tree
from ruledsl.syntax.parser import parse

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
"""What stands between braces in a text."""

_BEFORE = "define inside = "


def placeholders(span: Span, text: str) -> tuple[Span, ...]:
    """Where what stands between braces stands, for a text in quotes that ends where ``span`` ends."""
    begin = span.end_column - 1 - len(text)
    line = span.end_line
    return tuple(
        Span(span.file, line, begin + found.start(1), line, begin + found.end(1))
        for found in PLACEHOLDER.finditer(text)
    )


def parse_placeholder(text: str, span: Span) -> tree.Expr | None:
    """The expression written between braces, which stand around ``span``; None if it is none."""
    if not text.strip() or "\n" in text:
        return None
    parsed = parse(SourceFile("", f'language 1\ngame text ""\n{_BEFORE}{text}\n'))
    if parsed.diagnostics or parsed.file is None or len(parsed.file.declarations) != 1:
        return None
    declaration = parsed.file.declarations[0]
    if not isinstance(declaration, tree.Define) or declaration.params:
        return None
    placed: tree.Expr = _place(declaration.value, span, span.column - 1 - len(_BEFORE))
    return placed


def _place(node: Any, span: Span, shift: int) -> Any:
    """The same tree, ``shift`` columns further on in the line of ``span``."""
    if isinstance(node, tuple):
        return tuple(_place(x, span, shift) for x in node)
    if not isinstance(node, tree.Node):
        return node
    changes = {
        field.name: _place(getattr(node, field.name), span, shift)
        for field in attrs.fields(type(node))
        if field.name != "span"
    }
    at = node.span
    there = Span(span.file, span.line, at.column + shift, span.line, at.end_column + shift)
    return attrs.evolve(node, span=there, **changes)
