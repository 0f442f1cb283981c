"""``check --fix``: putting fixes into a rule file, and keeping those that do what they should."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from attrs import define, field, frozen

from ruledsl import compiling
from ruledsl.cli.findings import Checked, of_outcome
from ruledsl.diagnostics.fixing import Stretch, fixable, fixed, stretch_of
from ruledsl.diagnostics.model import Diagnostic, Fix
from ruledsl.source import SourceFile, Span

_MOST = 100
"""How often a file is gone through: each time may bring to light what was hidden before."""

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
        moved = _Moved(self.source, new, [stretch_of(self.source, edit) for edit in edits])
        if all(moved.has_mended(mend, after.found) for mend in batch):
            self.source, self.left = new, after
            self.done += batch
        elif len(batch) == 1:
            self.refused.add(self._key(batch[0]))
        else:
            # What is left of a batch is tried again on the text as it is then.
            self.attempt(batch[: len(batch) // 2])


@define
class _Moved:
    """Where things are after edits."""

    old: SourceFile
    new: SourceFile
    stretches: list[Stretch]

    def place(self, offset: int) -> int:
        """Where in the new text something is that stood behind the edits before it."""
        earlier = (s for s in self.stretches if s.end <= offset and s.start < offset)
        return offset + sum(len(s.text) - (s.end - s.start) for s in earlier)

    def has_mended(self, mend: Mend, after: Sequence[Diagnostic]) -> bool:
        """Whether a finding is gone, and what was written has no fault: none in it or in front of it
        on its line; none on its line at all where the fault was not in how it is written."""
        found, fix = mend
        about_text = int(found.code[2:]) < _BEYOND_TEXT
        for edit in fix.edits:
            stretch = stretch_of(self.old, edit)
            start = self.place(stretch.start)
            end = start + len(stretch.text)
            line = self.new.text.count("\n", 0, end) + 1
            for other in after:
                span = other.primary.span
                if span.file != self.new.name or span.line != line or not other.is_error:
                    continue
                is_text = int(other.code[2:]) < _BEYOND_TEXT
                if not about_text or (is_text and _offset(self.new, span) < max(end, start + 1)):
                    return False
        return not any(
            other.code == found.code
            and other.message == found.message
            and _offset(self.new, other.primary.span)
            == self.place(_offset(self.old, found.primary.span))
            for other in after
            if other.primary.span.file == self.new.name and other.primary.span.line
        )


def _offset(source: SourceFile, span: Span) -> int:
    return sum(len(line) + 1 for line in source.lines[: span.line - 1]) + span.column - 1


def _apart(mends: Sequence[Mend]) -> list[Mend]:
    """The fixes that can be made together, since no two of them are on one line."""
    chosen: list[Mend] = []
    taken: set[int] = set()
    for found, fix in mends:
        lines = {
            line for edit in fix.edits for line in range(edit.span.line, edit.span.end_line + 1)
        }
        if not lines & taken:
            chosen.append((found, fix))
            taken |= lines
    return chosen
