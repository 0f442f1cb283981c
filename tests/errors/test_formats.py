"""What is written for other programs: commands for GitHub, and SARIF.

After a deliberate change write the golden texts anew: ``RULEDSL_WRITE_GOLDEN=1 pytest tests/errors``.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ruledsl import compiling
from ruledsl.diagnostics import github, json_lines, sarif, short
from ruledsl.diagnostics.catalogue import all_codes
from ruledsl.diagnostics.example import changed
from ruledsl.diagnostics.fixing import fixed
from ruledsl.diagnostics.model import Diagnostic, Edit, Fix, Label, Severity
from ruledsl.source import NOWHERE, SourceFile, Span
from tests.errors.sarif_schema import SCHEMA

GOLDEN = Path(__file__).parent / "formats"
TEXT = changed(
    "require rounds < 8", "require rounds = 8", "do turn", "do trun", "win by highest score\n", ""
)


def found_in(text: str, name: str = "rules/duel.rules") -> tuple[Diagnostic, ...]:
    return compiling.check(compiling.open_text(name, text)).diagnostics


FOUND = (
    *found_in(TEXT),
    Diagnostic(
        "RD001", "there is no file `a, b: 100%.rules`", Label(Span("a, b: 100%.rules", 0, 0, 0, 0))
    ),
    Diagnostic(
        "RD507", "no\nplace", Label(NOWHERE), notes=("one", "two"), severity=Severity.WARNING
    ),
)


@pytest.mark.parametrize("form", [github, sarif, json_lines, short], ids=lambda f: f.__name__)
def test_the_form_is_stable(form: Any) -> None:
    written = form.render(FOUND).replace(sarif.__version__, "VERSION")
    golden = GOLDEN / f"{form.__name__.rpartition('.')[2]}.txt"
    if os.environ.get("RULEDSL_WRITE_GOLDEN"):
        golden.write_text(written, encoding="utf-8")
    assert written == golden.read_text(encoding="utf-8")


def test_github_shows_nothing_that_a_command_would_obey() -> None:
    span = Span("a.rules", 1, 1, 1, 2)
    wicked = Diagnostic("RD1", "100%\n::error::x\r\x1b[31m", Label(span), help="a\n::b")
    (line,) = github.render([wicked]).splitlines()
    assert line == (
        "::error file=a.rules,line=1,endLine=1,col=1,endColumn=2,title=RD1::"
        "100%25%0A::error::x␍␛[31m%0Ahelp: a%0A::b"
    )
    assert github.render([]) == ""


def test_a_region_of_several_lines_has_no_columns_for_github() -> None:
    (line,) = github.render([Diagnostic("RD1", "m", Label(Span("a", 1, 5, 2, 3)))]).splitlines()
    assert line == "::error file=a,line=1,endLine=2,title=RD1::m"


@pytest.mark.parametrize("code", [c for c in all_codes() if c.bad], ids=lambda c: c.code)
def test_sarif_keeps_to_its_schema(code: Any) -> None:
    found = found_in(code.bad)
    log = json.loads(sarif.render(found))
    jsonschema.Draft202012Validator(SCHEMA).validate(log)
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == [
        d.code for d in found
    ]


def test_the_schema_finds_faults() -> None:
    log = json.loads(sarif.render(FOUND))
    validator = jsonschema.Draft202012Validator(SCHEMA)
    validator.validate(log)
    log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0
    assert not validator.is_valid(log)
    log = json.loads(sarif.render(FOUND))
    del log["runs"][0]["results"][0]["message"]
    assert not validator.is_valid(log)


def test_no_findings_are_a_log_too() -> None:
    log = json.loads(sarif.render([]))
    jsonschema.Draft202012Validator(SCHEMA).validate(log)
    assert log["runs"][0]["results"] == []


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("a.rules", "a.rules"),
        ("rules/my game.rules", "rules/my%20game.rules"),
        ("/abs/ä#.rules", "file:///abs/%C3%A4%23.rules"),
    ],
)
def test_paths_in_sarif(path: str, uri: str) -> None:
    log = json.loads(sarif.render([Diagnostic("RD1", "m", Label(Span(path, 1, 1, 1, 2)))]))
    (location,) = log["runs"][0]["results"][0]["locations"]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_a_fix_in_sarif_mends_the_text() -> None:
    source = SourceFile("a.rules", "one\ntwo three\n")
    edits = (Edit(Span("a.rules", 2, 5, 2, 10), "3"), Edit(Span("a.rules", 1, 1, 1, 1), "# "))
    fix = Fix("count", edits, is_safe=True)
    assert fixed(source, fix) == "# one\ntwo 3\n"
    log = json.loads(sarif.render([Diagnostic("RD1", "m", Label(edits[0].span), fix=fix)]))
    (change,) = log["runs"][0]["results"][0]["fixes"][0]["artifactChanges"]
    lines = source.text.split("\n")
    for replacement in change["replacements"]:
        region = replacement["deletedRegion"]
        line = lines[region["startLine"] - 1]
        new = replacement["insertedContent"]["text"]
        lines[region["startLine"] - 1] = (
            line[: region["startColumn"] - 1] + new + line[region["endColumn"] - 1 :]
        )
    assert "\n".join(lines) == fixed(source, fix)
