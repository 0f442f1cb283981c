"""What the tests of this folder share: laying out, and texts with remarks strewn in."""

from __future__ import annotations

import random
import re
from pathlib import Path

from lark import Token

from ruledsl.source import SourceFile
from ruledsl.syntax import tree as t
from ruledsl.syntax.formatter import format_text
from ruledsl.syntax.lexing import lex
from ruledsl.syntax.parser import parse
from ruledsl.syntax.tables import grammar

ROOT = Path(__file__).parents[2]
SHIPPED = sorted([*(ROOT / "rulesets").rglob("*.rules"), *(ROOT / "examples").rglob("*.rules")])
OTHERS = sorted((ROOT / "tests").rglob("*.rules"))

HEAD = 'language 1\ngame duel "Duel"\n\n'


def source(text: str) -> SourceFile:
    return SourceFile("test.rules", text)


def laid(text: str) -> str:
    """The text laid out; it must have no faults of reading."""
    formatted = format_text(source(text))
    assert formatted.text is not None, formatted.diagnostics
    return formatted.text


def tree(text: str) -> t.File:
    parsed = parse(source(text))
    assert parsed.file is not None, parsed.diagnostics
    assert not any(found.is_error for found in parsed.diagnostics)
    return parsed.file


def declarations(text: str) -> str:
    """Declarations laid out, without the two lines above them."""
    out = laid(HEAD + text)
    assert out.startswith(HEAD)
    return out.removeprefix(HEAD)


def tokens(text: str) -> list[Token]:
    """The words of a text, and where lines and blocks begin and end."""
    return lex(grammar(), source(text)).tokens


def strewn(text: str, seed: int, remarks: int) -> str:
    """The text with comments put in at random: behind lines, on their own, inside brackets.

    Each is another one, ``#0``, ``#1`` and so on in some order.
    """
    chance = random.Random(seed)
    words = [token for token in tokens(text) if not token.type.startswith("_")]
    ends = {(token.end_pos or 0): depth for token, depth in _depths(words)}
    inserted: dict[int, str] = {}
    for number, place in enumerate(chance.sample(sorted(ends), min(remarks, len(ends)))):
        last = "\n" in text[place : place + 1] or re.match(r" *(#|\n|$)", text[place:]) is not None
        if ends[place]:
            # Within a bracket the line goes on below, deeper than any block.
            own = "\n" + " " * chance.randrange(60) if chance.random() < 0.5 else " "
            inserted[place] = f"{own}#{number}\n{' ' * 60}"
        elif last and "#" not in text[place:].partition("\n")[0]:
            blank = "\n" * chance.randrange(3)
            own = (
                f"\n{blank}{' ' * chance.choice([0, 0, 4, 8, 3])}" if chance.random() < 0.5 else " "
            )
            inserted[place] = f"{own}#{number}" + "\n" * chance.randrange(3)
    out, at = [], 0
    for place in sorted(inserted):
        out += [text[at:place], inserted[place]]
        at = place
    return "".join([*out, text[at:]])


def _depths(words: list[Token]) -> list[tuple[Token, int]]:
    """Each word with how many brackets are open behind it."""
    depth, found = 0, []
    for word in words:
        depth += (word.type in ("LPAR", "LSQB")) - (word.type in ("RPAR", "RSQB"))
        found.append((word, depth))
    return found


def homes(text: str) -> dict[str, int]:
    """For each comment that was strewn how many declarations begin above it or on its line."""
    begins = [tree(text).header.span.line, *(d.span.line for d in tree(text).declarations)]
    found = {}
    for number, line in enumerate(text.split("\n"), start=1):
        for comment in re.findall(r"#\d+", line):
            found[comment] = sum(begin <= number for begin in begins)
    return found
