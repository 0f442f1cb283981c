"""Putting fixes into rule text."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve, frozen

from ruledsl.diagnostics.model import Diagnostic, Edit, Fix
from ruledsl.source import SourceFile


@frozen
class Stretch:
    """An edit with its place as code points from the beginning of the text."""

    start: int
    end: int
    text: str


def fixable(
    diagnostics: Iterable[Diagnostic], file: str, *, unsafe: bool
) -> list[tuple[Diagnostic, Fix]]:
    """The findings with a fix for that file and no other, in the order given.

    ``unsafe`` adds the fixes that are likely to those that are certain.
    """
    return [
        (found, found.fix)
        for found in diagnostics
        if found.fix is not None
        and (unsafe or found.fix.is_safe)
        and all(edit.span.file == file for edit in found.fix.edits)
    ]


def fixed(source: SourceFile, fix: Fix) -> str:
    """The text of a file with the edits of a fix made."""
    stretches = [stretch_of(source, edit) for edit in fix.edits]
    parts, at = [], 0
    for stretch in sorted(stretches, key=lambda s: (s.start, s.end)):
        parts += [source.text[at : stretch.start], stretch.text]
        at = stretch.end
    return "".join([*parts, source.text[at:]])


def spaced(source: SourceFile, fix: Fix) -> Fix:
    """The fix with a blank wherever a word would be put right beside another one."""
    edits = []
    for edit in fix.edits:
        stretch, new = stretch_of(source, edit), edit.text
        before, after = source.text[: stretch.start][-1:], source.text[stretch.end :][:1]
        if new and before and _is_letter(before) and _is_letter(new[0]):
            new = f" {new}"
        if new and after and _is_letter(after) and _is_letter(new[-1]):
            new = f"{new} "
        edits.append(evolve(edit, text=new))
    return evolve(fix, edits=tuple(edits))


def stretch_of(source: SourceFile, edit: Edit) -> Stretch:
    """Where in the text an edit is to be made."""
    span = edit.span
    start = source.offset(span.line, span.column)
    end = source.offset(span.end_line, span.end_column)
    return Stretch(start, max(start, end), edit.text)


def _is_letter(char: str) -> bool:
    return char.isalnum() or char == "_"
