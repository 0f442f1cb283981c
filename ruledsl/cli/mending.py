"""``check --fix``: putting fixes into a rule file, and keeping those that do what they should."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from pathlib import Path

from attrs import define, field, frozen

from ruledsl import compiling
from ruledsl.cli.findings import Checked, of_outcome
from ruledsl.diagnostics.fixing import Stretch, fixable, fixed, stretch_of
from ruledsl.diagnostics.model import Diagnostic, Fix
from ruledsl.source import SourceFile, Span

_MOST = 100
"""How often a file is gone through: each time may bring to light what was hidden before."""

_TOO_MANY = "RD061"

_BEYOND_TEXT = 100
"""Codes below this number are about how the text is written."""

Mend = tuple[Diagnostic, Fix]
Check = Callable[[SourceFile], Checked]


@frozen
class Mended:
    """A text in which fixes were made, which these were, and what is still found in it."""

    source: SourceFile
    done: tuple[Mend, ...]
    left: Checked


def check_text(source: SourceFile) -> Checked:
    """Check the text of a rule file, with its bases as they lie on the disk."""
    folder = Path(source.name).parent
    return of_outcome(compiling.check(compiling.open_text(source.name, source.text, folder)))


def mend(source: SourceFile, *, unsafe: bool, check: Check = check_text) -> Mended:
    """Make all fixes that the check of a text knows, again and again until there are no more.

    A fix is kept only if what it mends is gone afterwards and the text that it wrote has no
    fault of its own. ``unsafe`` allows fixes that are likely rather than certain.
    """
    work = _Mending(source, check(source), check)
    for _ in range(_MOST):
        batch = _apart(work.open(unsafe))
        if not batch:
            break
        work.attempt(batch)
        if any(found.code == _TOO_MANY for found in work.left.found):
            break  # the rest was not looked at: who asks again gets further
    return Mended(work.source, tuple(work.done), work.left)


@define
class _Mending:
    source: SourceFile
    left: Checked
    check: Check
    done: list[Mend] = field(factory=list)
    refused: set[tuple[str, int, int, str]] = field(factory=set)

    def open(self, unsafe: bool) -> list[Mend]:
        """The fixes that have not been tried in vain."""
        known = fixable(self.left.found, self.source.name, unsafe=unsafe)
        return [mend for mend in known if self._key(mend) not in self.refused]

    def _key(self, mend: Mend) -> tuple[str, int, int, str]:
        found, fix = mend
        span = found.primary.span
        return found.code, span.line, span.column, fix.title

    def attempt(self, batch: Sequence[Mend]) -> None:
        """Make the fixes; where one does not do, halve them until it is found."""
        edits = tuple(edit for _, fix in batch for edit in fix.edits)
        together = Fix("", edits, is_safe=True)
        new = SourceFile(self.source.name, fixed(self.source, together))
        after = self.check(new)
        stretches = [stretch_of(self.source, edit) for edit in edits]
        moved = _Moved(self.source, new, stretches, after.found)
        if all(map(moved.has_mended, batch)):
            self.source, self.left = new, after
            self.done += batch
        elif len(batch) == 1:
            self.refused.add(self._key(batch[0]))
        else:
            # What is left of a batch is tried again on the text as it is then.
            self.attempt(batch[: len(batch) // 2])


class _Moved:
    """What is found after edits, and where things are then."""

    def __init__(
        self,
        old: SourceFile,
        new: SourceFile,
        stretches: Sequence[Stretch],
        after: Sequence[Diagnostic],
    ) -> None:
        self._old, self._new = old, new
        edits = sorted(stretches, key=lambda edit: (edit.start, edit.end))
        self._starts = [edit.start for edit in edits]
        self._ends = [edit.end for edit in edits]
        longer = (len(edit.text) - (edit.end - edit.start) for edit in edits)
        self._shifts = [*accumulate(longer, initial=0)]
        here = [d for d in after if d.primary.span.file == new.name and d.primary.span.line]
        self._found = {(d.code, d.message, _offset(new, d.primary.span)) for d in here}
        self._errors: dict[int, list[Diagnostic]] = {}
        for found in here:
            if found.is_error:
                self._errors.setdefault(found.primary.span.line, []).append(found)

    def place(self, offset: int) -> int:
        """Where in the new text something is that stood behind the edits before it."""
        before = min(bisect_right(self._ends, offset), bisect_left(self._starts, offset))
        return offset + self._shifts[before]

    def has_mended(self, mend: Mend) -> bool:
        """Whether a finding is gone, and what was written has no fault: none in it or in front of it
        on its line; none on its line at all where the fault was not in how it is written."""
        found, fix = mend
        about_text = int(found.code[2:]) < _BEYOND_TEXT
        for edit in fix.edits:
            stretch = stretch_of(self._old, edit)
            start = self.place(stretch.start)
            end = start + len(stretch.text)
            line = self._new.text.count("\n", 0, end) + 1
            for other in self._errors.get(line, ()):
                is_text = int(other.code[2:]) < _BEYOND_TEXT
                before = _offset(self._new, other.primary.span) < max(end, start + 1)
                if not about_text or (is_text and before):
                    return False
        was = self.place(_offset(self._old, found.primary.span))
        return (found.code, found.message, was) not in self._found


def _offset(source: SourceFile, span: Span) -> int:
    return source.offset(span.line, span.column)


def _apart(mends: Sequence[Mend]) -> list[Mend]:
    """The fixes that can be made together, since no two of them are on one line."""
    chosen: list[Mend] = []
    taken: set[int] = set()
    for found, fix in mends:
        lines = {line for edit in fix.edits for line in _lines(edit.span)}
        if not lines & taken:
            chosen.append((found, fix))
            taken |= lines
    return chosen


def _lines(span: Span) -> range:
    """The lines of which something is replaced: a whole line ends where the next one begins."""
    whole = span.end_line > span.line and span.end_column == 1
    return range(span.line, span.end_line + (not whole))
