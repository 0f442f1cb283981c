"""Rule text as lines with the remarks that belong to them: what the formatter lays out anew.

The lexer leaves comments out, and the tree holds none. But all that stands between two tokens is
blanks, line ends and comments; so the comments are found there, and each is hung on to what it
follows (on the same line, or within a bracket) or to what it stands above.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from attrs import define, field, frozen
from lark import Token, Tree

OPENING = frozenset(("LPAR", "LSQB"))
CLOSING = frozenset(("RPAR", "RSQB"))

_LAYOUT = frozenset(("_NL", "_INDENT", "_DEDENT"))

_SIMPLE = frozenset(
    (
        *("require", "assign", "let", "move", "move_some", "shuffle", "gather", "reveal", "pay"),
        *("do", "must", "may", "end", "announce"),
    )
)
"""The rules of the grammar for statements that may stand behind the colon of a line."""

_CLINGING = frozenset(("COMMA", "SEMICOLON", "COLON", "DOT"))
"""Signs that stand right behind what is before them; no remark comes between."""


@define
class Word:
    """A token, with the remarks between it and the next one.

    ``start`` is its place in the text. ``tail`` is the comment behind it on its line, ``below`` are
    those on lines of their own inside a bracket.
    """

    kind: str
    text: str
    start: int
    tail: str | None = None
    below: list[str] = field(factory=list)

    @property
    def is_remarked(self) -> bool:
        """Whether a remark follows, so that nothing else can on the same line."""
        return self.tail is not None or bool(self.below)


@frozen
class Remark:
    """A comment on a line of its own, at the level of the block it stands in."""

    level: int
    text: str


@define
class Line:
    """A line of rules, which may run over several lines of text while a bracket is open.

    ``above`` is what stands between it and the line before: remarks, and None for a blank line.
    """

    level: int
    words: list[Word]
    above: list[Remark | None]

    @property
    def is_doc(self) -> bool:
        """Whether it is a docstring."""
        return self.words[0].kind == "LONG_STRING"


@frozen
class Shape:
    """What the tree knows and single tokens do not tell: places in the text.

    ``inline`` is where a statement begins, ``bracketed`` where a bracket does that follows no name,
    ``negative`` where a minus has nothing on its left.
    """

    inline: frozenset[int]
    bracketed: frozenset[int]
    negative: frozenset[int]


def shape_of(tree: Tree[Token]) -> Shape:
    """Looks through Lark's tree of a text without faults."""
    inline, bracketed, negative = set(), set(), set()
    for node in tree.iter_subtrees():
        if node.meta.empty:
            continue
        start = node.meta.start_pos
        if node.data in _SIMPLE:
            inline.add(start)
        elif node.data in ("group", "list", "copies"):
            bracketed.add(start)
        elif node.data == "negative":
            negative.add(start)
    return Shape(frozenset(inline), frozenset(bracketed), frozenset(negative))


def lines_of(
    text: str, tokens: Sequence[Token], shape: Shape
) -> tuple[list[Line], list[Remark | None]]:
    """The lines of a text without faults, and what stands below the last one."""
    lines: list[Line] = []
    columns = [0]  # where the blocks begin that the last line stands in
    level, end, begins = 0, 0, True
    for token in tokens:
        if token.type in _LAYOUT:
            level += (token.type == "_INDENT") - (token.type == "_DEDENT")
            begins = begins or token.type == "_NL"
            continue
        word = Word(token.type, str(token), token.start_pos or 0)
        between = text[end : word.start]
        if begins:
            above = _between_lines(between, lines, columns, level)
            columns = [*columns[:level], (token.column or 1) - 1]
            lines.append(Line(level, [word], above))
        elif word.start in shape.inline:
            # A statement behind the colon of its line gets a line of its own.
            columns = [*columns, columns[-1] + 1]
            lines.append(Line(level + 1, [word], []))
        else:
            words = lines[-1].words
            words[-1].tail, words[-1].below = _within_line(between)
            words.append(word)
        begins = False
        end = token.end_pos or 0
    below = _between_lines(text[end:], lines, columns, 0)
    for line in lines:
        _settle(line.words)
    return lines, below


def _within_line(between: str) -> tuple[str | None, list[str]]:
    """The comment behind a word, and those below it, where its line goes on in a bracket."""
    first, *others = (part.strip() for part in between.split("\n"))
    return first or None, [other for other in others if other]


def _between_lines(
    between: str, lines: list[Line], columns: list[int], level: int
) -> list[Remark | None]:
    """What stands above a line of that level; a comment behind the last line is hung on to it.

    ``columns`` are those of the blocks that the last line stands in: a comment belongs to the
    deepest one that it stands in, but not to one that has not ended.
    """
    parts = between.split("\n")
    if lines:
        lines[-1].words[-1].tail = parts.pop(0).strip() or None
    above: list[Remark | None] = []
    for number, part in enumerate(parts, start=1):
        if remark := part.strip():
            column = len(part) - len(part.lstrip())
            deepest = max((n for n, start in enumerate(columns) if start <= column), default=0)
            above.append(Remark(max(deepest, level), remark))
        elif number < len(parts):
            above.append(None)
    return above


def _settle(words: Sequence[Word]) -> None:
    """Move remarks behind the sign that follows, where it clings to what is before it."""
    for word, sign in pairwise(words):
        if sign.kind in _CLINGING and word.is_remarked:
            tail = word.tail or (None if word.below else sign.tail)
            late = [sign.tail] if sign.tail and sign.tail is not tail else []
            sign.tail, sign.below = tail, [*word.below, *late, *sign.below]
            word.tail, word.below = None, []
