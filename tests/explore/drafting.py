"""Drafts of games, as designers write them: patterns with variations, and with slips that play may stumble over.

A pattern is a rule file with marks, ``drafts/NAME.draft``. Before its line ``language 1`` stand comments and names::

    let seats = 2..4 | 3..5          # one of these, the same wherever `$seats` stands
    let step = 1 ! 2                 # 1, or by a slip 2
    let suits; many = a, b; 2 | c; 1 # several names, for which is chosen at once

In the rules ``«a | b»`` is a or b, ``«a | b ! c | d»`` by a slip c or d. The signs have blanks around them, which do not belong
to what is chosen. That may be nothing, several lines, and have marks in its turn; a line of which nothing is left is left out.
Without slips a draft passes a check and does not fail in play, whatever is chosen.

Draft N belongs to pattern N modulo how many there are, and is the same whenever it is written. Slips change nothing else in
it: the same number without slips is what somebody meant to write.
"""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

from attrs import field, frozen

FOLDER = Path(__file__).parent / "drafts"

SLIPS = 0.07
"""How likely a slip is wherever there is room for one."""

_BEGIN = "language 1\n"
_LET = re.compile(r"let (\w+(?:; \w+)*) = ([^#]*)(?:#.*)?")
_NAME = re.compile(r"\$(\w+)")
_MARK = re.compile(r"«([^«»]*)»")
"""A mark that has no other in it."""
_OR = re.compile(r"(?:^|\s)\|(?!\S)")
_BY_A_SLIP = re.compile(r"(?:^|\s)!(?!\S)")

_NOTHING = "\0"
"""Stands where nothing was chosen, until the blank line or blank is left out that it would leave."""
_BLANKS = (
    re.compile(rf"^[ {_NOTHING}]*{_NOTHING}[ {_NOTHING}]*\n", re.MULTILINE),
    re.compile(rf"(?<=\S) {_NOTHING}|(?<= ){_NOTHING} |{_NOTHING}"),
)
_SLIP = re.compile("\1(\\d+)\1")
"""Stands behind a slip, with its number, for as long as it is not sure that the text that has it is chosen."""


@frozen
class Pattern:
    """A kind of game: for which names is chosen among which texts, and the rules, all with their marks."""

    name: str
    names: tuple[tuple[tuple[str, ...], str], ...]
    rules: str


@frozen
class Draft:
    """Rules as somebody may have written them; ``slips`` tell what stands there, and what was meant."""

    number: int
    pattern: str
    text: str = field(repr=False)
    slips: tuple[str, ...]


@cache
def patterns() -> tuple[Pattern, ...]:
    """All patterns, in the order of their names."""
    return tuple(read(p.stem, p.read_text("utf-8")) for p in sorted(FOLDER.glob("*.draft")))


def read(name: str, text: str) -> Pattern:
    """The pattern of a file. Raises :class:`ValueError` where its names or marks are not as they should be."""
    head, begin, rules = text.partition(_BEGIN)
    names: list[tuple[tuple[str, ...], str]] = []
    known: set[str] = set()
    for line in head.splitlines():
        let = _LET.fullmatch(line)
        if let:
            names.append((tuple(let[1].split("; ")), f"«{let[2]}»"))
            known.update(names[-1][0])
        elif line and not line.startswith("#"):
            raise ValueError(f"{name}: neither names nor a comment: {line}")
    if unknown := {*_NAME.findall(text)} - known:
        raise ValueError(f"{name}: nothing is chosen for {', '.join(sorted(unknown))}")
    left = rules
    while _MARK.search(left):
        left = _MARK.sub("", left)
    if not begin or "«" in left or "»" in left:
        raise ValueError(f"{name}: no rules begin here, or marks are not opened and closed in turn")
    return Pattern(name, tuple(names), begin + rules)


def draft(number: int, slips: float = SLIPS) -> Draft:
    """The draft of a number, with slips as likely as that."""
    return written(patterns()[number % len(patterns())], number, slips)


def written(pattern: Pattern, number: int, slips: float = SLIPS) -> Draft:
    """The draft of a number of one pattern."""
    writer = _Writer(number, slips)
    for names, mark in pattern.names:
        writer.values.update(zip(names, writer.written(mark).split("; "), strict=True))
    text = writer.written(pattern.rules)
    made = [writer.slips[int(slip)] for slip in dict.fromkeys(_SLIP.findall(text))]
    return Draft(number, pattern.name, _clean(text), tuple(_clean(slip) for slip in made))


class _Writer:
    """Chooses: ``values`` of names, and ``slips``, told one after the other, that were made in texts that might be chosen."""

    def __init__(self, seed: int, likely: float) -> None:
        self.values: dict[str, str] = {}
        self.slips: list[str] = []
        self._chance = random.Random(seed)
        self._likely = likely

    def written(self, text: str) -> str:
        """Text with names and marks as it is without: those within others come first, so slips change no other choice."""
        text = _NAME.sub(lambda name: self.values[name[1]], text)
        many = 1
        while many:
            text, many = _MARK.subn(lambda mark: self._chosen(mark[1]), text)
        return text

    def _chosen(self, texts: str) -> str:
        sound, *wrong = _BY_A_SLIP.split(texts, 1)
        meant = self._one_of(sound)
        if not wrong:
            return meant
        slip = self._one_of(wrong[0])
        if self._chance.random() >= self._likely:
            return meant
        self.slips.append(" ".join(f"`{slip}` for `{meant}`".split()))
        return f"{slip}\1{len(self.slips) - 1}\1"

    def _one_of(self, texts: str) -> str:
        return self._chance.choice([text.strip(" \n") or _NOTHING for text in _OR.split(texts)])


def _clean(text: str) -> str:
    text = _SLIP.sub("", text)
    for blanks in _BLANKS:
        text = blanks.sub("", text)
    return text
