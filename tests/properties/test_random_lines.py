"""A sample of what `random_lines` does in bulk."""

from __future__ import annotations

import pytest

import ruledsl
from ruledsl.semantics.library import shipped_rulesets
from tests.properties.random_lines import names, type_lines


@pytest.mark.parametrize("name", sorted(shipped_rulesets()))
def test_no_line_plays_what_it_does_not_name(name: str) -> None:
    tally = type_lines(ruledsl.load(name), 150, seed=3)
    assert tally.lines == 150
    assert tally.played
    assert not tally.unnamed


@pytest.mark.parametrize(
    ("line", "is_named"),
    [
        ("4", True), ("#4.", True), ("3", False), ("lay red 10", True), ("l r 10", True), ("LAY(Red 10)", True),
        ("lay", True), ("lay red 1", False), ("ay red 10", False), ("red 10 lay", False), ("", False), ("4 x", False),
    ],
)  # fmt: skip
def test_what_a_line_names(line: str, is_named: bool) -> None:
    assert names(line, 4, "lay(red 10)") == is_named
