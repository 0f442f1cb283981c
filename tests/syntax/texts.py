"""Rule texts for the tests of this folder."""

from __future__ import annotations

from pathlib import Path

from ruledsl.source import SourceFile
from ruledsl.syntax import tree as t
from ruledsl.syntax.parser import Parsed, parse

FILES = sorted((Path(__file__).parent / "rules").glob("*.rules"))

HEAD = 'language 1\ngame duel "Duel"\n'


def read(text: str) -> Parsed:
    """Parse a text as it stands."""
    return parse(SourceFile("test.rules", text))


def in_game(text: str) -> Parsed:
    """Parse declarations below the two first lines; they begin at line 3."""
    return read(HEAD + text)


def good(text: str) -> t.File:
    """The tree of declarations that must have no fault."""
    parsed = in_game(text)
    assert parsed.diagnostics == ()
    assert parsed.file is not None
    return parsed.file


def expr(text: str) -> t.Expr:
    """The tree of one expression."""
    (define,) = good(f"define it = {text}\n").declarations
    assert isinstance(define, t.Define)
    return define.value


def faults(text: str) -> list[tuple[str, int, int]]:
    """Code, line and column of everything found in a whole text."""
    return [(d.code, d.primary.span.line, d.primary.span.column) for d in read(text).diagnostics]


def codes(text: str) -> list[tuple[str, int]]:
    """Code and line of everything found in declarations; they begin at line 1 here."""
    return [(d.code, d.primary.span.line - 2) for d in in_game(text).diagnostics]
