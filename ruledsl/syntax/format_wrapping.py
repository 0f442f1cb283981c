"""Where blanks stand between the words of a line, and where a line that is too long is broken.

A line goes on only while a bracket is open, so a bracket is where it is broken. What stands in the
bracket goes on lines of its own, a level deeper, and the closing bracket back to the margin:

* Of the outermost brackets the one that holds most is broken, if that is more than `WORTH_BREAKING`
  characters; then again what is still too long.
* What was in the bracket stays together if it fits on one line. A list is filled line by line;
  anything else is divided before its weakest words: ``for``, ``where``, ``by`` and ``else``, then
  ``if``, ``implies``, ``or``, ``and``, comparisons, ``..``, sums and products.
* A comment ends the line it stands on.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from ruledsl.limits import LINE_CHARACTERS
from ruledsl.syntax.format_lines import CLOSING, OPENING, Shape, Word

WIDTH = 100
"""Characters that a line should not exceed."""

INDENT = 4
"""Blanks that each level of blocks is indented by."""

WORTH_BREAKING = 50
"""A bracket that holds no more than so many characters is not broken for the length of its line."""

_CLAUSES = frozenset(("FOR", "WHERE", "BY"))

_DIVIDING: tuple[frozenset[str], ...] = (
    frozenset(("COMMA", "SEMICOLON")),
    _CLAUSES | {"ELSE"},
    frozenset(("IF", "ELSE")),
    frozenset(("IMPLIES",)),
    frozenset(("OR",)),
    frozenset(("AND",)),
    frozenset(("COMPARE", "IS")),
    frozenset(("RANGE",)),
    frozenset(("PLUS", "MINUS")),
    frozenset(("MULTIPLY", "DIV", "MOD")),
)
"""What divides the text in a bracket, the weakest first."""

_ARITHMETIC = frozenset(("PLUS", "MINUS", "MULTIPLY", "DIV", "MOD"))
_JOINING = _ARITHMETIC | {"DOT", "LPAR", "LSQB"}
_UNSPACED = CLOSING | {"COMMA", "COLON", "SEMICOLON", "DOT"}


def blanks(words: Sequence[Word], shape: Shape) -> list[bool]:
    """For each word of a line whether a blank stands before it."""
    return [at > 0 and _blank(words, at, shape) for at in range(len(words))]


def _blank(words: Sequence[Word], at: int, shape: Shape) -> bool:
    before, word = words[at - 1], words[at]
    if before.kind in OPENING or before.kind == "DOT" or word.kind in _UNSPACED:
        return False
    if before.kind == "MINUS" and before.start in shape.negative:
        return False
    if word.kind in OPENING:
        return word.start in shape.bracketed
    if word.kind == "RANGE":
        return not _is_plain_range(words, at, shape)
    if before.kind == "RANGE":
        return not _is_plain_range(words, at - 1, shape)
    return True


def _is_plain_range(words: Sequence[Word], at: int, shape: Shape) -> bool:
    """Whether names or numbers, perhaps negative ones, stand on both sides of the dots at ``at``."""

    def kind(place: int) -> str:
        return words[place].kind if 0 <= place < len(words) else ""

    def is_negative(place: int) -> bool:
        return kind(place) == "MINUS" and words[place].start in shape.negative

    left, right = at - 2, at + 1
    if is_negative(left):
        left -= 1
    if is_negative(right):
        right += 1
    return (
        _is_plain(words[at - 1])
        and kind(left) not in _ARITHMETIC | {"DOT", "YOUR"}
        and right < len(words)
        and _is_plain(words[right])
        and kind(right + 1) not in _JOINING
    )


def _is_plain(word: Word) -> bool:
    return word.kind != "YOUR" and (word.text[0].isalnum() or word.text[0] == "_")


def flat(words: Sequence[Word], shape: Shape) -> str:
    """The words on one line."""
    apart = blanks(words, shape)
    return "".join(
        f" {word.text}" if blank else word.text for word, blank in zip(words, apart, strict=True)
    )


def laid_out(words: Sequence[Word], level: int, shape: Shape) -> list[str]:
    """The lines of text for a line of rules; the comment behind its last word is left out."""
    return _Wrapping(words, blanks(words, shape)).segment(0, len(words), level * INDENT)


@define
class _Wrapping:
    """One line of rules on its way to lines of text. Stretches are given by first and last place."""

    words: Sequence[Word]
    apart: list[bool]
    partner: dict[int, int] = field(factory=dict)  # closing bracket by opening one
    ends: list[int] = field(factory=list)  # where each word ends if all stand on one line

    def __attrs_post_init__(self) -> None:
        opened: list[int] = []
        end = 0
        for at, word in enumerate(self.words):
            end += self.apart[at] + len(word.text)
            self.ends.append(end)
            if word.kind in OPENING:
                opened.append(at)
            elif word.kind in CLOSING:
                self.partner[opened.pop()] = at

    # --- measuring -----------------------------------------------------------------------

    def length(self, start: int, stop: int) -> int:
        """Characters from the word at ``start`` to before that at ``stop``, on one line."""
        if start >= stop:
            return 0
        return self.ends[stop - 1] - self.ends[start] + len(self.words[start].text)

    def fits(self, start: int, stop: int, indent: int) -> bool:
        """Whether a stretch can stand on one line: it is short enough, and no comment ends it."""
        remarked = any(word.is_remarked for word in self.words[start : stop - 1])
        return not remarked and indent + self.length(start, stop) <= WIDTH

    def outermost(self, start: int, stop: int) -> list[tuple[int, int]]:
        """The brackets of a stretch that stand in no other one there."""
        found = []
        at = start
        while at < stop:
            end = self.partner.get(at, stop)
            if end < stop:
                found.append((at, end))
                at = end
            at += 1
        return found

    # --- lines -----------------------------------------------------------------------------

    def single(self, start: int, stop: int, indent: int) -> list[str]:
        """A stretch on one line, with the remarks behind its last word."""
        text = "".join(
            f" {self.words[at].text}" if self.apart[at] and at > start else self.words[at].text
            for at in range(start, stop)
        )
        last = self.words[stop - 1]
        tail = "" if last.tail is None else f"  {last.tail}"
        deeper = indent + INDENT if last.kind in OPENING else indent
        return [f"{' ' * indent}{text}{tail}", *(f"{' ' * deeper}{line}" for line in last.below)]

    def segment(self, start: int, stop: int, indent: int) -> list[str]:
        """A stretch that is broken in its brackets only."""
        if self.fits(start, stop, indent):
            return self.single(start, stop, indent)
        broken = self.to_break(self.outermost(start, stop), self.length(start, stop))
        if broken is None:
            cut = next((n for n in range(start, stop - 1) if self.words[n].is_remarked), stop - 1)
            rest = self.segment(cut + 1, stop, indent) if cut + 1 < stop else []
            return [*self.single(start, cut + 1, indent), *rest]
        opening, closing = broken
        lines = self.segment(start, opening + 1, indent)
        if opening + 1 < closing:
            lines += self.content(opening + 1, closing, indent + INDENT)
        return lines + self.segment(closing, stop, indent)

    def to_break(self, brackets: list[tuple[int, int]], length: int) -> tuple[int, int] | None:
        """The bracket to break: one with a comment in it, or the one that holds most."""
        for opening, closing in brackets:
            if any(word.is_remarked for word in self.words[opening:closing]):
                return opening, closing
        most = max(brackets, key=lambda pair: self.length(pair[0] + 1, pair[1]), default=None)
        if most is None:
            return None
        worth = WORTH_BREAKING if length <= LINE_CHARACTERS // 2 else 0
        return most if self.length(most[0] + 1, most[1]) > worth else None

    def content(self, start: int, stop: int, indent: int, hang: int = 0) -> list[str]:
        """What stands in a bracket; lines after the first are indented by ``hang`` more."""
        if self.fits(start, stop, indent):
            return self.single(start, stop, indent)
        cuts, is_list = self.cuts(start, stop)
        if not cuts:
            return self.segment(start, stop, indent)
        parts = list(zip([start, *cuts], [*cuts, stop], strict=True))
        if is_list:
            parts = self.filled(parts, indent + hang)
        lines = []
        for part, end in parts:
            lines += self.content(part, end, indent if part == start else indent + hang, INDENT)
        return lines

    def filled(self, parts: list[tuple[int, int]], indent: int) -> list[tuple[int, int]]:
        """The items of a list put together so long as they fit on one line."""
        rows = parts[:1]
        for start, stop in parts[1:]:
            if self.fits(rows[-1][0], stop, indent):
                rows[-1] = (rows[-1][0], stop)
            else:
                rows.append((start, stop))
        return rows

    def cuts(self, start: int, stop: int) -> tuple[list[int], bool]:
        """Where a stretch is divided: before its weakest words. Whether it is a list, too."""
        places = []
        at = start
        while at < stop:
            places.append(at)
            at = self.partner.get(at, at) + 1
        is_question = any(self.words[at].kind in _CLAUSES for at in places)
        for kinds in _DIVIDING:
            if kinds == _CLAUSES | {"ELSE"} and not is_question:
                continue
            is_list = "COMMA" in kinds
            found = [at for at in places if self.words[at].kind in kinds and self.divides(at)]
            cuts = [at + 1 if is_list else at for at in found]
            cuts = [at for at in cuts if start < at < stop]
            if cuts:
                return cuts, is_list
        return [], False

    def divides(self, at: int) -> bool:
        """Whether the sign there stands between two parts: no comma of ``, first of equals``, no sign of a number."""
        if self.words[at].kind == "COMMA":
            return [word.kind for word in self.words[at + 1 : at + 4]] != ["FIRST", "OF", "EQUALS"]
        return self.words[at].kind != "MINUS" or self.apart[at + 1]
