"""Findings in the Static Analysis Results Interchange Format, SARIF 2.1.0.

See https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html. One run, with a result for each
finding and a rule for each code that occurs. Columns count code points. A path is told as it was
given, so that one below the present folder stays relative.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from ruledsl.diagnostics.catalogue import lookup
from ruledsl.diagnostics.model import Diagnostic, Edit, Fix, Label
from ruledsl.source import Span
from ruledsl.version import __version__

VERSION = "2.1.0"
SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def render(diagnostics: Iterable[Diagnostic]) -> str:
    """The log, in ASCII, with a line end at its end."""
    found = tuple(diagnostics)
    codes = sorted({d.code for d in found})
    driver = {
        "name": "ruledsl",
        "semanticVersion": __version__,
        "rules": [_rule(code) for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(d, codes) for d in found],
    }
    log = {"$schema": SCHEMA, "version": VERSION, "runs": [run]}
    return json.dumps(log, indent=1, sort_keys=True) + "\n"


def _rule(code: str) -> dict[str, Any]:
    entry = lookup(code)
    if entry is None:
        return {"id": code}
    return {
        "id": code,
        "shortDescription": {"text": entry.title},
        "fullDescription": {"text": entry.meaning.strip()},
        "help": {"text": f"{entry.why.strip()}\n`ruledsl explain {code}` shows an example".strip()},
    }


def _result(found: Diagnostic, codes: Sequence[str]) -> dict[str, Any]:
    extras = [f"help: {found.help}"] if found.help else []
    extras += [f"note: {note}" for note in found.notes]
    result: dict[str, Any] = {
        "ruleId": found.code,
        "ruleIndex": codes.index(found.code),
        "level": found.severity.value,
        "message": {"text": "\n".join([found.message, *extras])},
    }
    if found.primary.span.file:
        result["locations"] = [_location(found.primary)]
    related = [label for label in found.secondary if label.span.file]
    if related:
        result["relatedLocations"] = [_location(label) for label in related]
    if found.fix is not None:
        result["fixes"] = [_fix(found.fix)]
    return result


def _location(label: Label) -> dict[str, Any]:
    span = label.span
    place: dict[str, Any] = {"artifactLocation": _artifact(span)}
    if span.line > 0:
        place["region"] = _region(span)
    message = {"message": {"text": label.text}} if label.text else {}
    return {"physicalLocation": place, **message}


def _fix(fix: Fix) -> dict[str, Any]:
    files: dict[str, list[Edit]] = {}
    for edit in fix.edits:
        files.setdefault(edit.span.file, []).append(edit)
    changes = [
        {
            "artifactLocation": _artifact(edits[0].span),
            "replacements": [
                {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}
                for edit in edits
            ],
        }
        for edits in files.values()
    ]
    return {"description": {"text": fix.title}, "artifactChanges": changes}


def _artifact(span: Span) -> dict[str, Any]:
    path = PurePath(span.file)
    return {"uri": path.as_uri() if path.is_absolute() else quote(path.as_posix())}


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
