"""The formatter: rule text in the one layout that everybody's rules have.

Nothing but blanks, line ends and indentation is changed: no word and no bracket is added or taken
away, comments are kept where they stand, and blank lines still part paragraphs. What is decided:

* four blanks a level; one statement a line; docstrings begin and end beside their quotes;
* at most one blank line, none at the beginning of a block, and one around each block of statements,
  match and test at the margin;
* two blanks before a comment behind a line; in neighbouring lines the meanings of options stand in
  one column;
* what is too long is broken in brackets (`format_wrapping`).
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ruledsl.diagnostics.model import Diagnostic, Label
from ruledsl.source import SourceFile, Span
from ruledsl.syntax.build import doc_lines, doc_text
from ruledsl.syntax.format_lines import Line, Remark, Shape, lines_of, shape_of
from ruledsl.syntax.format_wrapping import INDENT, flat, laid_out
from ruledsl.syntax.parser import Words, parse_words
from ruledsl.syntax.reading import over_limits

_BLOCKS = frozenset(("SETUP", "PLAY", "PHASE", "ACTION", "AMEND", "MATCH", "TEST"))
"""Words that begin a declaration around which a blank line stands."""

_HEADERS = frozenset(("GAME", "VARIANT"))


@frozen
class Formatted:
    """The text laid out; None where it has faults, which ``diagnostics`` tell."""

    text: str | None
    diagnostics: tuple[Diagnostic, ...]


def format_text(source: SourceFile) -> Formatted:
    """Lay out rule text. A text that cannot be read whole is left alone.

    Raises :class:`AssertionError` should the result not say the same, which would be a fault here.
    """
    parsed, words = parse_words(source)
    if words is None or any(found.is_error for found in parsed.diagnostics):
        return Formatted(None, parsed.diagnostics)
    lines, below, shape = _read(source, words)
    text = _text(lines, below, shape)
    if text != source.text:
        laid = SourceFile(source.name, text)
        if beyond := over_limits(laid):
            return Formatted(None, (_too_large(source, beyond),))
        same, words = parse_words(laid)
        # Blocks that stood in one line have words of their own for their beginning and end.
        beyond = next((d for d in same.diagnostics if d.code == "RD005"), None)
        if beyond is not None:
            return Formatted(None, (_too_large(source, beyond),))
        assert words is not None, "the layout makes rules that cannot be read"
        assert same.file == parsed.file, "the layout changes what the rules say"
        again, last, _ = _read(laid, words)
        assert _comments(again, last) == _comments(lines, below), "the layout loses a comment"
    return Formatted(text, parsed.diagnostics)


def _too_large(source: SourceFile, beyond: Diagnostic) -> Diagnostic:
    return Diagnostic(
        "RD005",
        "laid out, the text would be larger than what is read",
        Label(Span(source.name, 0, 0, 0, 0)),
        help=f"{beyond.help}; at line {beyond.primary.span.line} of it, {beyond.message}"
        if beyond.primary.span.line
        else beyond.help,
    )


def _read(source: SourceFile, words: Words) -> tuple[list[Line], list[Remark | None], Shape]:
    shape = shape_of(words.tree)
    lines, below = lines_of(source.text, words.tokens, shape)
    return lines, below, shape


def _comments(lines: Sequence[Line], below: Sequence[Remark | None]) -> list[str]:
    found: list[str] = []
    for line in lines:
        found += [remark.text for remark in line.above if remark]
        for word in line.words:
            found += [word.tail] if word.tail else []
            found += word.below
    return found + [remark.text for remark in below if remark]


def _text(lines: Sequence[Line], below: Sequence[Remark | None], shape: Shape) -> str:
    out: list[str] = []
    columns = _meanings(lines, shape)
    before: Line | None = None
    head: Line | None = None  # the last line at the margin
    for number, line in enumerate(lines):
        out += _above(line, before, head)
        out += _line(line, shape, columns.get(number))
        if line.level == 0 and not line.is_doc:
            head = line
        before = line
    return "\n".join([*out, *_remarks(_paragraphs(below, first=False, last=True))]) + "\n"


# --- between lines --------------------------------------------------------------------------


def _above(line: Line, before: Line | None, head: Line | None) -> list[str]:
    """What stands above a line: remarks, and at most one blank line at a time."""
    opens = before is None or before.level < line.level
    if line.is_doc:
        return _remarks([remark for remark in line.above if remark])
    above = _paragraphs(line.above, first=opens, last=False)
    if None not in above and head is not None and _stands_apart(line, head):
        own = len(above)
        while own and (remark := above[own - 1]) and remark.level == 0:
            own -= 1
        above.insert(own, None)
    return _remarks(above)


def _stands_apart(line: Line, head: Line) -> bool:
    """Whether a line at the margin has a blank line above it; ``head`` is the last one there."""
    if line.level:
        return False
    return head.words[0].kind in _HEADERS or _is_block(line) or _is_block(head)


def _is_block(line: Line) -> bool:
    first, *others = line.words
    if first.kind == "REPLACE" and others:
        first = others[0]
    return first.kind in _BLOCKS


def _paragraphs(above: Sequence[Remark | None], first: bool, last: bool) -> list[Remark | None]:
    """Blank lines in a row become one; none is left at the beginning or the end if so said."""
    kept: list[Remark | None] = []
    for item in above:
        if item is not None or (kept[-1] is not None if kept else not first):
            kept.append(item)
    while last and kept and kept[-1] is None:
        kept.pop()
    return kept


def _remarks(items: Sequence[Remark | None]) -> list[str]:
    return ["" if item is None else f"{' ' * (item.level * INDENT)}{item.text}" for item in items]


# --- lines ----------------------------------------------------------------------------------


def _line(line: Line, shape: Shape, column: int | None) -> list[str]:
    words, margin = line.words, " " * (line.level * INDENT)
    if line.is_doc:
        lines = doc_lines(doc_text(words[0].text), margin)
    elif column is not None:
        lines = [f"{margin}{flat(words[:-1], shape):{column}}{words[-1].text}"]
    else:
        return laid_out(words, line.level, shape)
    if words[-1].tail is not None:
        lines[-1] += f"  {words[-1].tail}"
    return lines


def _meanings(lines: Sequence[Line], shape: Shape) -> dict[int, int]:
    """The columns where the meanings of options begin, by the number of the line.

    They are one column for options on neighbouring lines, two blanks behind the longest of them.
    """
    columns: dict[int, int] = {}
    group: list[int] = []
    for number, line in enumerate([*lines, None]):
        follows = line is not None and _has_meaning(line)
        if group and (not follows or line is None or line.above):
            if len(group) > 1:
                longest = max(len(flat(lines[n].words[:-1], shape)) for n in group)
                columns |= dict.fromkeys(group, longest + 2)
            group = []
        if follows:
            group.append(number)
    return columns


def _has_meaning(line: Line) -> bool:
    kinds = [word.kind for word in line.words]
    begins = kinds[1:2] if kinds[0] == "REPLACE" else kinds[:1]
    remarked = any(word.is_remarked for word in line.words[:-1])
    return begins == ["OPTION"] and kinds[-1] == "STRING" and line.level == 0 and not remarked
