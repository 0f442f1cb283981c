"""Rule text cut into words and signs, by the expressions that Lark has made of the grammar.

What comes is what Lark's own lexer gives, token for token, in half the time: it asks of every word anew which of the words of the
grammar it is, and takes care of grammars that this one is not like.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lark import Lark, Token


def scanned(language: Lark, text: str) -> Iterator[Token]:
    """The tokens of a text, its lines and blocks not yet marked."""
    lexer: Any = language.parser.lexer.lexer  # behind what marks lines
    (expression,) = lexer.scanner._mres
    # What is read as one kind of token and may be a word of the grammar, which is another.
    words: dict[str, dict[str, str]] = {
        kind: {word.pattern.value: word.name for word in among.scanner.terminals}
        for kind, among in lexer.callback.items()
    }
    ignored, broken = lexer.ignore_types, lexer.newline_types
    at, line, start = 0, 1, 0  # where the token and its line begin
    while at < len(text):
        match = expression.match(text, at)
        value, kind = match.group(0), match.lastgroup
        end, end_line = at + len(value), line
        begun = start
        if kind in broken and (breaks := value.count("\n")):
            end_line += breaks
            start = at + value.rindex("\n") + 1
        if kind not in ignored:
            if kind in words:
                kind = words[kind].get(value, kind)
            yield Token(kind, value, at, line, at - begun + 1, end_line, end - start + 1, end)
        at, line = end, end_line
