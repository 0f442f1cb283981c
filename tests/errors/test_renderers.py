"""How findings look: for people, a line each, and as JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruledsl.diagnostics import human, json_lines, short
from ruledsl.diagnostics.model import Diagnostic, Edit, Fix, Label, Severity
from ruledsl.diagnostics.visible import pieces, visible, width_of
from ruledsl.source import NOWHERE, SourceFile, Span

TEXT = """\
zone hand[Player] seen by owner
setup:
    move 1 from stock to hnd
"""


def at(
    line: int, column: int, end_column: int, end_line: int | None = None, file: str = "a.rules"
) -> Span:
    return Span(file, line, column, line if end_line is None else end_line, end_column)


def shown(
    found: Diagnostic, text: str = TEXT, *, colour: bool = False, width: int = human.DEFAULT_WIDTH
) -> str:
    sources = {"a.rules": SourceFile("a.rules", text)}
    return human.render([found], sources, colour=colour, width=width)


UNKNOWN = Diagnostic(
    "RD104",
    "there is no place named `hnd`",
    Label(at(3, 26, 29), "not declared"),
    help="did you mean `hand`",
    secondary=(Label(at(1, 6, 10), "declared here"),),
    notes=("places are declared with `zone`, `pile` or `row`",),
    fix=Fix("write `hand`", (Edit(at(3, 26, 29), "hand"),), is_safe=False),
)


def test_all_parts() -> None:
    assert (
        shown(UNKNOWN)
        == """\
error[RD104]: there is no place named `hnd`
 --> a.rules:3:26
  |
3 |     move 1 from stock to hnd
  |                          ^^^ not declared
  |
1 | zone hand[Player] seen by owner
  |      ---- declared here
  = help: did you mean `hand`
  = note: places are declared with `zone`, `pile` or `row`

1 error
"""
    )


def test_other_files_and_missing_text() -> None:
    found = Diagnostic(
        "RD104",
        "declared twice",
        Label(at(3, 5, 9)),
        secondary=(Label(at(7, 2, 3, file="b.rules"), "first declared here"),),
    )
    assert (
        shown(found)
        == """\
error[RD104]: declared twice
 --> a.rules:3:5
  |
3 |     move 1 from stock to hnd
  |     ^^^^
 ::: b.rules:7:2
  = line 7: first declared here

1 error
"""
    )


def test_no_place_at_all() -> None:
    found = Diagnostic(
        "RD520", "not a machine file", Label(NOWHERE, "it is empty"), help="compile it anew"
    )
    assert shown(found) == (
        "error[RD520]: not a machine file\n  = it is empty\n  = help: compile it anew\n\n1 error\n"
    )


def test_a_span_of_several_lines_shows_its_first() -> None:
    found = Diagnostic("RD104", "m", Label(at(2, 1, 10, end_line=3), "this block"))
    assert "2 | setup:\n  | ^^^^^^ this block (to line 3)\n" in shown(found)


def test_two_marks_in_a_line() -> None:
    found = Diagnostic(
        "RD1", "m", Label(at(1, 1, 5), "one"), secondary=(Label(at(1, 6, 10), "two"),)
    )
    assert "  | ^^^^ one\n  |      ---- two\n" in shown(found)


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("\tab", 2, "1 |     ab\n  |     ^\n"),
        ("x\tab", 3, "1 | x   ab\n  |     ^\n"),
        ("馬ab", 2, "1 | 馬ab\n  |   ^\n"),
        ("e\u0301ab", 3, "1 | e\u0301ab\n  |  ^\n"),
        ("\x1b[2Jab", 5, "1 | ␛[2Jab\n  |     ^\n"),
        ("\u202eab", 2, "1 | <U+202E>ab\n  |         ^\n"),
        ("ab", 3, "1 | ab\n  |   ^\n"),
        ("ab", 40, "1 | ab\n  |   ^\n"),
        ("", 1, "1 |\n  | ^\n"),
    ],
)
def test_carets_stand_under_what_they_mean(text: str, column: int, expected: str) -> None:
    assert expected in shown(Diagnostic("RD1", "m", Label(at(1, column, column + 1))), text)


def test_long_lines_are_cut_around_the_caret() -> None:
    text = "".join(f"word{i:04} " for i in range(1000))
    column = text.index("word0500") + 1
    out = shown(Diagnostic("RD1", "m", Label(at(1, column, column + 8))), text, width=60)
    quoted, carets = out.split("\n")[3:5]
    assert len(quoted) <= 60
    assert quoted.startswith("1 | …")
    assert quoted.endswith("…")
    assert quoted[carets.index("^") : carets.rindex("^") + 1] == "word0500"


def test_colour_only_adds_colour() -> None:
    plain, coloured = shown(UNKNOWN), shown(UNKNOWN, colour=True)
    assert "\x1b" not in plain
    for code in ("\x1b[1;31m", "\x1b[1;34m", "\x1b[1;36m", "\x1b[1m", "\x1b[0m"):
        assert code in coloured
        coloured = coloured.replace(code, "")
    assert coloured == plain


def test_closing_line() -> None:
    warning = Diagnostic("RD2", "w", Label(NOWHERE), severity=Severity.WARNING)
    error = Diagnostic("RD1", "e", Label(NOWHERE))
    assert human.summary([error, warning, error, error]) == "3 errors, 1 warning"
    assert human.summary([warning, warning]) == "2 warnings"
    assert human.render([warning], {}).startswith("warning[RD2]: w\n")
    assert human.render([], {}) == ""


spans = st.builds(Span, st.sampled_from(["a.rules", "b", ""]), *[st.integers(-1, 30)] * 4)
labels = st.builds(Label, spans, st.text(max_size=10))
findings = st.builds(
    Diagnostic,
    st.just("RD001"),
    st.text(max_size=20),
    labels,
    st.none() | st.text(max_size=20),
    st.lists(labels, max_size=3).map(tuple),
    st.lists(st.text(max_size=10), max_size=2).map(tuple),
    st.sampled_from(Severity),
)


@given(st.lists(findings, max_size=3), st.text(max_size=200), st.integers(0, 60))
def test_nothing_goes_to_the_terminal_raw(found: list[Diagnostic], text: str, width: int) -> None:
    sources = {"a.rules": SourceFile("a.rules", text)}
    for out in (human.render(found, sources, width=width), short.render(found)):
        assert all(line == visible(line) for line in out.split("\n"))
    assert short.render(found).count("\n") == len(found)
    document = json.loads(json_lines.render(found))
    assert len(document["diagnostics"]) == len(found)


@given(st.text(max_size=40), st.data())
def test_a_caret_never_leaves_its_character(text: str, data: st.DataObject) -> None:
    text = text.replace("\n", "")
    place = data.draw(st.integers(0, len(text)))
    out = shown(Diagnostic("RD1", "m", Label(at(1, place + 1, place + 2))), text, width=1000)
    carets = out.split("\n")[4]
    assert carets.index("^") == 4 + width_of("".join(pieces(text)[:place]))


def test_short() -> None:
    assert short.render([UNKNOWN]) == (
        "a.rules:3:26: error[RD104]: there is no place named `hnd` (did you mean `hand`)\n"
    )
    assert short.render([Diagnostic("RD5", "a\nb", Label(NOWHERE))]) == "error[RD5]: a b\n"


def test_json() -> None:
    text = json_lines.render([UNKNOWN])
    document = json.loads(text)
    assert list(document) == [
        "diagnostics",
        "errors",
        "format",
        "min_reader",
        "notes",
        "version",
        "warnings",
    ]
    assert (document["errors"], document["warnings"], document["notes"]) == (1, 0, 0)
    (found,) = document["diagnostics"]
    assert found == {
        "code": "RD104",
        "help": "did you mean `hand`",
        "message": "there is no place named `hnd`",
        "notes": ["places are declared with `zone`, `pile` or `row`"],
        "primary": {
            "column": 26,
            "end_column": 29,
            "end_line": 3,
            "file": "a.rules",
            "line": 3,
            "text": "not declared",
        },
        "secondary": [
            {
                "column": 6,
                "end_column": 10,
                "end_line": 1,
                "file": "a.rules",
                "line": 1,
                "text": "declared here",
            }
        ],
        "severity": "error",
        "fix": {
            "title": "write `hand`",
            "safe": False,
            "edits": [
                {
                    "column": 26,
                    "end_column": 29,
                    "end_line": 3,
                    "file": "a.rules",
                    "line": 3,
                    "text": "hand",
                }
            ],
        },
    }
    assert (
        json.loads(json_lines.render([Diagnostic("RD1", "m", Label(NOWHERE))]))["diagnostics"][0][
            "fix"
        ]
        is None
    )
    assert len(json_lines.render([UNKNOWN, UNKNOWN]).splitlines()) == 4
    assert json.loads(json_lines.render([]))["diagnostics"] == []
