"""The first line of a rule file, ``language N``, read by itself before anything else.

A file in a later version of the language need not parse with this grammar, so its
version is looked at before the rest of it is.
"""

from __future__ import annotations

import re

from attrs import frozen

from ruledsl.diagnostics.model import Diagnostic, Edit, Fix, Label
from ruledsl.diagnostics.suggest import nearest
from ruledsl.source import SourceFile, Span

LANGUAGE = 1
"""The version of the language that this package reads."""

_LINE = re.compile(r"language +0*([0-9]{1,9})\s*(?:#.*)?", re.ASCII)
_WRITE = f"begin the file with `language {LANGUAGE}`"


@frozen
class FirstLine:
    """What the first line says.

    ``line`` is its number, or 0 where there is none that could be meant; ``is_newer``
    tells that nothing else of the file is to be read.
    """

    line: int
    problem: Diagnostic | None
    is_newer: bool = False


def read_first_line(source: SourceFile) -> FirstLine:
    """Find and read the line ``language N``; only blank lines and comments may stand before it."""
    rules = (
        (number, text)
        for number, text in enumerate(source.lines, start=1)
        if text.strip() and not text.lstrip().startswith("#")
    )
    number, text = next(rules, (0, ""))
    if not number:
        nothing = Diagnostic(
            "RD002",
            "the file holds no rules",
            Label(Span(source.name, 1, 1, 1, 1)),
            help=f'{_WRITE}, then `game NAME "Title"`',
        )
        return FirstLine(0, nothing)
    line = text.strip()
    column = text.index(line) + 1
    span = Span(source.name, number, column, number, column + len(line))
    word = line.split()[0]
    if nearest(word, ("language",)) is not None:
        place = Span(source.name, number, column, number, column + len(word))
        misspelt = Diagnostic(
            "RD041",
            f"`{word}` is no word of the language here",
            Label(place),
            help="did you mean `language`?",
            fix=Fix("write `language`", (Edit(place, "language"),), True),
        )
        return FirstLine(number, misspelt)
    if not re.match(r"language\b", line):
        here = Span(source.name, number, 1, number, 1)
        begins = re.match(r"(?:game|variant)\b", line) is not None
        missing = Diagnostic(
            "RD010",
            "the line `language 1` is missing",
            Label(span, "before this"),
            help=_WRITE,
            fix=Fix("put it there", (Edit(here, f"language {LANGUAGE}\n"),), True)
            if begins
            else None,
        )
        return FirstLine(0, missing)
    match = _LINE.fullmatch(line)
    if match is None or int(match[1]) < 1:
        unclear = Diagnostic(
            "RD012", "this line tells no version of the language", Label(span), help=_WRITE
        )
        return FirstLine(number, unclear)
    if int(match[1]) > LANGUAGE:
        newer = Diagnostic(
            "RD011",
            f"the file is written in version {match[1]} of the language; "
            f"this program reads version {LANGUAGE}",
            Label(span),
            help="install a later version of ruledsl",
        )
        return FirstLine(number, newer, is_newer=True)
    return FirstLine(number, None)
