"""Findings as people read them in a terminal: message, place, the line, carets, help."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

from attrs import frozen

from ruledsl.diagnostics.model import Diagnostic, Label, Severity
from ruledsl.diagnostics.visible import pieces, visible, width_of
from ruledsl.source import SourceFile, Span

DEFAULT_WIDTH = 100
"""Columns that a quoted line may take when the caller does not know the terminal."""

_LEAST_WINDOW = 20
"""Columns of rule text that are shown even on the narrowest terminal."""

_CUT = "…"

_COLOURS = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "note": "\x1b[1;36m",
    "message": "\x1b[1m",
    "gutter": "\x1b[1;34m",
    "help": "\x1b[1;36m",
}
_PLAIN = "\x1b[0m"


@frozen
class _Pen:
    """Puts colour around a text, where colour is wanted."""

    colour: bool

    def __call__(self, style: str, text: str) -> str:
        return f"{_COLOURS[style]}{text}{_PLAIN}" if self.colour and text else text


@frozen
class _Mark:
    """A stretch of one line to underline: code points ``start`` to ``end`` from 0, with a text."""

    start: int
    end: int
    text: str
    primary: bool


def render(
    diagnostics: Iterable[Diagnostic],
    sources: Mapping[str, SourceFile],
    *,
    colour: bool = False,
    width: int = DEFAULT_WIDTH,
) -> str:
    """The findings in the order given, then a line that counts them; empty when there are none.

    ``sources`` holds the rule files by name; a place in a file that is not there is
    named without its line. ``colour`` adds ANSI colours. ``width`` is that of the
    terminal in columns: longer lines of rule text are cut around the carets.
    """
    found = tuple(diagnostics)
    if not found:
        return ""
    pen = _Pen(colour)
    blocks = ["\n".join(_finding(d, sources, pen, width)) for d in found]
    return "\n\n".join([*blocks, summary(found)]) + "\n"


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """How many there are, in words: ``3 errors, 1 warning``; empty when there are none."""
    found = tuple(diagnostics)
    counts = [(s.value, sum(d.severity is s for d in found)) for s in Severity]
    return ", ".join(f"{n} {word}{'' if n == 1 else 's'}" for word, n in counts if n)


def _finding(
    found: Diagnostic, sources: Mapping[str, SourceFile], pen: _Pen, width: int
) -> list[str]:
    severity = found.severity.value
    first, *more = found.message.split("\n")
    out = [pen(severity, f"{severity}[{found.code}]") + pen("message", f": {visible(first)}")]
    out += [f"  {visible(text)}" for text in more]

    labels = (found.primary, *found.secondary)
    quotable = [label for label in labels if _quotable(label.span, sources)]
    margin = len(str(max((label.span.line for label in quotable), default=0)))
    bar = " " * (margin + 1) + pen("gutter", "|")
    shown_file = None
    for (file, line), group in _by_line(labels).items():
        place = group[0].span
        if line <= 0:
            out += [f"{' ' * margin} = {visible(g.text)}" for g in group if g.text]
            continue
        if file != shown_file:
            arrow = "-->" if shown_file is None else ":::"
            out.append(f"{' ' * margin}{pen('gutter', arrow)} {visible(str(place))}")
            shown_file = file
        if not _quotable(place, sources):
            out += [
                f"{' ' * margin} = line {g.span.line}: {visible(g.text)}" for g in group if g.text
            ]
            continue
        out.append(bar)
        text = sources[file].line(line)
        marks = [_mark(g, text, primary=g is found.primary) for g in group]
        quoted, *underlines = _quote(text, marks, max(width - margin - 3, _LEAST_WINDOW))
        out.append(f"{pen('gutter', f'{line:>{margin}} |')} {quoted}".rstrip())
        for mark, underline in zip(marks, underlines, strict=True):
            out.append(f"{bar} {pen(severity if mark.primary else 'gutter', underline)}")
    extras = [("help", found.help)] if found.help else []
    extras += [("note", note) for note in found.notes]
    for word, text in extras:
        out += _extra(word, text, margin, pen)
    return out


def _quotable(span: Span, sources: Mapping[str, SourceFile]) -> bool:
    source = sources.get(span.file)
    return source is not None and 0 < span.line <= len(source.lines)


def _by_line(labels: Sequence[Label]) -> dict[tuple[str, int], list[Label]]:
    """The labels by file and line, in the order in which each line is first named."""
    groups: dict[tuple[str, int], list[Label]] = {}
    for label in labels:
        groups.setdefault((label.span.file, label.span.line), []).append(label)
    return groups


def _mark(label: Label, line: str, *, primary: bool) -> _Mark:
    """Where in its first line the label's span lies; at least one place wide."""
    span = label.span
    start = min(max(span.column - 1, 0), len(line))
    text = label.text
    if span.end_line > span.line:
        end = len(line.rstrip())
        text = f"{text} (to line {span.end_line})".lstrip()
    else:
        end = min(span.end_column - 1, len(line))
    return _Mark(start, max(end, start + 1), visible(text), primary)


def _quote(line: str, marks: Sequence[_Mark], room: int) -> list[str]:
    """The line as shown in ``room`` columns, then an underline for each mark."""
    shown = pieces(line)
    starts = [0, *accumulate(map(width_of, shown))]
    total = starts[-1]

    def column(place: int) -> int:
        """The column where that code point begins; places beyond the end take one each."""
        return starts[place] if place < len(starts) else total + place - len(starts) + 1

    low, high = 0, len(shown)
    if total > room:
        low, high = _window(starts, marks[0], room)
    before = _CUT if low else ""
    after = _CUT if high < len(shown) else ""
    shift = column(low) - len(before)
    out = [f"{before}{''.join(shown[low:high])}{after}"]
    for mark in marks:
        # A mark outside the window still stands at its edge, so that its text is not lost.
        begin = min(max(column(mark.start) - shift, 0), column(high) - shift)
        end = min(column(mark.end) - shift, max(column(high) - shift + len(after), begin + 1))
        sign = "^" if mark.primary else "-"
        out.append(f"{' ' * begin}{sign * max(end - begin, 1)} {mark.text}".rstrip())
    return out


def _window(starts: Sequence[int], mark: _Mark, room: int) -> tuple[int, int]:
    """Which code points to show: the mark's beginning a third of the way in, or the line's end."""
    characters = len(starts) - 1
    inner = room - 2 * len(_CUT)
    wanted = starts[min(mark.start, characters)] - inner // 3
    wanted = max(0, min(wanted, starts[-1] - inner))
    low = next(i for i in range(characters + 1) if starts[i] >= wanted)
    high = low
    while high < characters and starts[high + 1] - starts[low] <= inner:
        high += 1
    return low, high


def _extra(word: str, text: str, margin: int, pen: _Pen) -> list[str]:
    first, *more = text.split("\n")
    lead = f"{' ' * (margin + 1)}= {word}: "
    out = [f"{' ' * (margin + 1)}= {pen('help', word)}: {visible(first)}"]
    return out + [f"{' ' * len(lead)}{visible(line)}" for line in more]
