"""Findings as one JSON document, with each finding on a line of its own.

The document is an object, its keys in alphabetical order:

* ``format``: always ``"ruledsl-diagnostics"``; ``version``: 1; ``min_reader``: the oldest
  version whose readers understand this document;
* ``errors``, ``warnings``, ``notes``: how many there are of each;
* ``diagnostics``: a list, in the order given, of objects with

  * ``code``: the stable name, ``RD104``;
  * ``severity``: ``"error"``, ``"warning"`` or ``"note"``;
  * ``message``: what is wrong; ``help``: how to mend it, or null; ``notes``: a list of texts;
  * ``primary``: where, a label; ``secondary``: a list of other labels;
  * ``fix``: null, or what `check --fix` can do: an object with ``title``, ``safe`` (true or false)
    and ``edits``, a list of objects with the place of a stretch of text, as in labels, and the ``text``
    to put in its place.

  A label is an object with ``text`` (perhaps empty), ``file``, and ``line``, ``column``,
  ``end_line``, ``end_column``: lines and columns count from 1, columns in code
  points, the end is the place after the last character. All four are 0 for a
  finding without a place.

Keys are only ever added; a key that is taken away or means something else raises ``version``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from ruledsl.diagnostics.model import Diagnostic, Fix, Severity
from ruledsl.source import Span

FORMAT = "ruledsl-diagnostics"
VERSION = 1
MIN_READER = 1


def render(diagnostics: Iterable[Diagnostic]) -> str:
    """The document described above, in ASCII, with a line end at its end."""
    found = tuple(diagnostics)
    counts = {s: sum(d.severity is s for d in found) for s in Severity}
    lines = ",\n".join(_dump(_finding(d)) for d in found)
    head = {
        "errors": counts[Severity.ERROR],
        "format": FORMAT,
        "min_reader": MIN_READER,
        "notes": counts[Severity.NOTE],
        "version": VERSION,
        "warnings": counts[Severity.WARNING],
    }
    listed = f"[\n{lines}\n]" if found else "[]"
    return f'{{"diagnostics":{listed},{_dump(head)[1:]}\n'


def _dump(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def _finding(found: Diagnostic) -> dict[str, Any]:
    return {
        "code": found.code,
        "severity": found.severity.value,
        "message": found.message,
        "help": found.help,
        "notes": list(found.notes),
        "primary": _label(found.primary.span, found.primary.text),
        "secondary": [_label(label.span, label.text) for label in found.secondary],
        "fix": None if found.fix is None else _fix(found.fix),
    }


def _fix(fix: Fix) -> dict[str, Any]:
    return {
        "title": fix.title,
        "safe": fix.is_safe,
        "edits": [_label(edit.span, edit.text) for edit in fix.edits],
    }


def _label(span: Span, text: str) -> dict[str, Any]:
    return {
        "text": text,
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }
