"""Which lines belong to which declaration, seen from the tokens alone.

A declaration with a fault in it is left out of the tree. Its names are known all
the same, so that the passes to come do not call them unknown.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise

from attrs import frozen
from lark import Token

from ruledsl.diagnostics.model import Diagnostic
from ruledsl.syntax.words import DECLARATIONS, is_word, word_of

_CHANGES = frozenset(("REPLACE", "AMEND", "REMOVE"))
_NAMELESS = frozenset(("PLAYERS", "SETUP", "PLAY", "SCORE", "WIN", "TIES", "TEST", "SET"))


@frozen
class Outline:
    """The parts of a file that begin at the left margin, in order, by their first lines.

    The first is the line ``language N``, the second the header.
    """

    starts: tuple[int, ...]
    parts: tuple[tuple[Token, ...], ...]

    def part_at(self, line: int) -> int:
        """Which part a line belongs to."""
        return max(0, bisect_right(self.starts, line) - 1)

    def broken_by(self, found: Iterable[Diagnostic]) -> frozenset[int]:
        """The parts in which something was found."""
        return frozenset(self.part_at(d.primary.span.line) for d in found)

    def names(self, parts: Iterable[int]) -> frozenset[str]:
        """The names that these parts declare, as far as one can tell."""
        return frozenset(name for part in parts if part > 1 for name in _declared(self.parts[part]))


def declared(tokens: Iterable[Token]) -> dict[str, str]:
    """The names that the file declares at its margin, and by which word."""
    names: dict[str, str] = {}
    kind = ""
    for token in tokens:
        begins = token.column == 1 or kind in ("replace", "amend")
        if begins and word_of(token.type) in DECLARATIONS:
            kind = word_of(token.type)
        else:
            if kind and (token.type == "NAME" or is_word(token.type)):
                names.setdefault(str(token), kind)
            kind = ""
    return names


def outline(tokens: Sequence[Token]) -> Outline:
    """The parts of a file from its tokens with lines and blocks marked."""
    begins: list[int] = []
    depth, at_start = 0, True
    for at, token in enumerate(tokens):
        if token.type == "_INDENT":
            depth += 1
        elif token.type == "_DEDENT":
            depth -= 1
        elif token.type == "_NL":
            at_start = True
        else:
            if at_start and depth == 0 and token.type != "LONG_STRING":
                begins.append(at)
            at_start = False
    ends = [*begins[1:], len(tokens)] if begins else []
    return Outline(
        tuple(tokens[at].line or 1 for at in begins),
        tuple(tuple(tokens[a:b]) for a, b in zip(begins, ends, strict=True)),
    )


def _declared(tokens: Sequence[Token]) -> Iterable[str]:
    line = [token for token in tokens if token.line == tokens[0].line]
    while len(line) > 1 and line[0].type in _CHANGES:
        del line[0]
    words = [token for token in line if token.type == "NAME" or is_word(token.type)]
    kind = line[0].type
    if not (is_word(kind) and word_of(kind) in DECLARATIONS):
        if any(token.type in ("PLAYERS", "PLAYER") for token in line):
            return ["players"]  # `2 players`
        return [str(token) for token in line[1:] if token.type == "NAME"]
    if kind in ("TEST", "SET"):
        return []
    if kind in _NAMELESS:
        return [word_of(kind)]
    if kind == "TYPE":
        return [str(token) for token in words[1:]]
    if kind == "CARD":
        follows = pairwise(line)
        attributes = [str(a) for a, b in follows if b.type == "COLON"]
        return [str(token) for token in words[1:2]] + attributes
    return [str(token) for token in words[1:2]]
