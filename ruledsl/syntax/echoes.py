"""Findings that only repeat an earlier one in other places, and are not shown.

A reserved word that is declared as a name is reported where it is declared, not again
wherever it is used; and a file indented with tabs is told so once, with nothing about the
blocks that came out of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from lark import Token

from ruledsl.diagnostics.model import Diagnostic
from ruledsl.syntax.words import DECLARATIONS, RESERVED, word_of

_OF_BLOCKS = frozenset(("RD020", "RD021", "RD022", "RD023"))


def without_echoes(found: Sequence[Diagnostic], tokens: Sequence[Token]) -> list[Diagnostic]:
    """The findings of a text that say something of their own; ``tokens`` are those of the text."""
    return _one_of_tabs(_one_for_each_word(found, tokens))


def _one_of_tabs(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    tab = next((d for d in found if d.code == "RD020"), None)
    if tab is None:
        return list(found)
    return [d for d in found if d is tab or d.code not in _OF_BLOCKS]


def _one_for_each_word(found: Sequence[Diagnostic], tokens: Sequence[Token]) -> list[Diagnostic]:
    if not any(d.code == "RD040" for d in found):
        return list(found)
    at: dict[tuple[int | None, int | None], int] = {}
    for number, token in enumerate(tokens):
        at.setdefault((token.line, token.column), number)
    told = {(d.primary.span.line, d.primary.span.column) for d in found}
    declared = {  # `win by` is right, and declares nothing
        str(name): (name.line, name.column)
        for kind, name in pairwise(tokens)
        if kind.column == 1 and word_of(kind.type) in DECLARATIONS and str(name) in RESERVED
        if (name.line, name.column) in told
    }

    def is_echo(d: Diagnostic) -> bool:
        place = (d.primary.span.line, d.primary.span.column)
        number = at.get(place)
        if d.code not in ("RD040", "RD060") or number is None:
            return False
        near = tokens[number - 1 : number + 1] if d.code == "RD060" else tokens[number : number + 1]
        return any(declared.get(str(token), place) != place for token in near)

    first: set[str] = set()
    kept = []
    for d in sorted(found, key=lambda d: (d.primary.span.line, d.primary.span.column)):
        if is_echo(d) or (d.code == "RD040" and d.message in first):
            continue
        if d.code == "RD040":
            first.add(d.message)
        kept.append(d)
    return kept
