"""Examples are explained by the lines that matter."""

from __future__ import annotations

import pytest

from ruledsl.diagnostics.catalogue import all_codes, explain
from ruledsl.diagnostics.codes.model import Code
from ruledsl.diagnostics.excerpt import LONGEST, WIDEST, excerpt

LINES = [f"line {number}" for number in range(1, 21)]


def _text(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


def test_the_lines_that_differ_with_those_around_them() -> None:
    good = [*LINES[:9], "mended", *LINES[10:]]
    assert excerpt(_text(LINES), _text(good)) == [
        *("  ...", "  line 8", "  line 9", "- line 10", "+ mended"),
        *("  line 11", "  line 12", "  ..."),
    ]


def test_what_is_missing_or_too_much() -> None:
    less = [*LINES[:3], *LINES[4:]]
    assert "- line 4" in excerpt(_text(LINES), _text(less))
    assert "+ line 4" in excerpt(_text(less), _text(LINES))


def test_a_gap_of_one_line_is_not_left_out() -> None:
    good = ["a", *LINES[1:6], "b", *LINES[7:]]
    shown = excerpt(_text(LINES), _text(good))
    assert shown[:9] == [
        "- line 1",
        "+ a",
        *(f"  line {n}" for n in range(2, 7)),
        "- line 7",
        "+ b",
    ]


def test_examples_without_mended_rules_and_endless_ones() -> None:
    assert excerpt("a\nb\n", "") == ["- a", "- b"]
    many = excerpt("x\n" * 100, "y" * 500)
    assert len(many) == LONGEST + 2
    assert max(map(len, many)) == WIDEST + 5


@pytest.mark.parametrize("code", [c for c in all_codes() if c.bad], ids=lambda c: c.code)
def test_every_example_is_short_and_shows_what_is_wrong(code: Code) -> None:
    shown = excerpt(code.bad, code.good)
    assert any(line[:1] in "-+" for line in shown)
    assert len(shown) <= 45
    text = explain(code)
    assert all(f"    {line}".rstrip() in text for line in shown)
    # Every line that the two do not share is there, unless a long run of them is cut.
    bad, good = set(code.bad.split("\n")), set(code.good.split("\n"))
    if "more lines)" not in text:
        for mark, own in (("-", bad - good), ("+", good - bad)):
            assert all(f"{mark} {line[:WIDEST]}".rstrip() in text for line in own if line.strip())
