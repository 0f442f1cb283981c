"""Renaming all that a ruleset names, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import groupby

from lark import Token

from ruledsl.semantics.symbols import BUILT_IN
from ruledsl.source import SourceFile
from ruledsl.syntax.lexing import lex
from ruledsl.syntax.tables import grammar

KEPT = BUILT_IN | {"total"}
"""Names that the language gives."""


def names_of(text: str) -> tuple[str, ...]:
    """All names that a rule text gives to things, as often as they stand there, from first to last."""
    return tuple(str(token) for token in _name_tokens(text))


def _name_tokens(text: str) -> Iterator[Token]:
    """The tokens that are names of the ruleset's own; the settings of a match are words of the language."""
    tokens = lex(grammar(), SourceFile("rules", text)).tokens
    in_match = False
    for _, line in groupby(tokens, key=lambda token: token.line):
        words = list(line)
        if words[0].column == 1 and words[0].type not in ("_NL", "_INDENT", "_DEDENT"):
            in_match = words[0] == "match"
        own = [t for t in words if t.type == "NAME" and t not in KEPT]
        yield from own[:1] if in_match and words[0] == "match" else () if in_match else own


def fresh_names(text: str) -> dict[str, str]:
    """New names for all, whose alphabetical order is the reverse of the order of the old ones.

    What goes by the alphabet where it should go by declaration comes out differently for them.
    """
    old = sorted(set(names_of(text)), reverse=True)
    return {name: f"q{number:03}x" for number, name in enumerate(old)}


def renamed(text: str, names: Mapping[str, str]) -> str:
    """The text with other names, those in shown texts and announcements included."""
    lines = text.split("\n")
    for token in reversed(list(_name_tokens(text))):
        line = lines[token.line - 1]  # type: ignore[operator]
        begin = token.column - 1  # type: ignore[operator]
        lines[token.line - 1] = line[:begin] + names[token] + line[begin + len(token) :]  # type: ignore[operator]
    return re.sub(r"\{[^{}\n]+\}", lambda found: _in_braces(found[0], names), "\n".join(lines))


def _in_braces(text: str, names: Mapping[str, str]) -> str:
    return re.sub(r"\w+", lambda found: names.get(found[0], found[0]), text)


def without_tests(text: str) -> str:
    """A rule text up to its first test: reasons in tests quote words that may be names."""
    return re.split(r"^test ", text, maxsplit=1, flags=re.MULTILINE)[0]
