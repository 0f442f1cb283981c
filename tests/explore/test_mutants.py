"""Single faults in shipped rulesets: they are what they say, and something notices them."""

from __future__ import annotations

import pytest

from ruledsl import compiling
from tests.mutants.making import RULESETS, Mutant, mutants_of, text_of
from tests.mutants.reporting import read_arguments, report
from tests.mutants.trying import Tried, machines_of, tried


def one(ruleset: str, kind: str, old: str, new: str = "") -> Mutant:
    """A mutant of that kind in whose place that stood."""
    found = [m for m in mutants_of(ruleset) if m.kind == kind and old in m.old and new in m.new]
    assert found
    return found[0]


def test_there_are_many_of_many_kinds() -> None:
    mutants = [mutant for ruleset in RULESETS for mutant in mutants_of(ruleset)]
    assert len(mutants) > 700
    assert len({mutant.name for mutant in mutants}) == len(mutants)
    assert len({mutant.kind for mutant in mutants}) > 15


def test_a_mutant_differs_in_one_place() -> None:
    for mutant in mutants_of("kuhn"):
        text, right = mutant.text(), text_of("kuhn")
        assert text != right
        assert text.startswith(right[: mutant.start])
        assert text.endswith(right[mutant.end :])
        assert right[: mutant.start].count("\n") + 1 == mutant.line


@pytest.mark.parametrize(
    ("ruleset", "kind", "old", "by"),
    [
        ("kuhn", "offer", "must call or fold", "static"),
        ("kuhn", "direction", "pay 1 from your chips to pot", "static"),
        ("ka_ching", "require", 'otherwise "that column is empty"', "tests"),
        ("ka_ching", "otherwise", "must buy or sell, otherwise pass", "static"),
        ("cat_in_the_sack", "ties", "first of equals", "static"),
        ("cherki", "win", "highest", "tests"),
    ],
)
def test_what_notices_a_fault(ruleset: str, kind: str, old: str, by: str) -> None:
    right = machines_of(compiling.check(compiling.open_shipped(ruleset)))
    assert tried(one(ruleset, kind, old), right).by == by


def test_the_report_counts_what_is_noticed() -> None:
    mutants = mutants_of("kuhn")[:6]
    ways = ("static", "tests", "play", "none", "none", "same")
    results = [Tried(mutant, by, "") for mutant, by in zip(mutants, ways, strict=True)]
    arguments = {mutants[4].name: "nobody can tell"}
    lines = report(results, arguments, mutants_of("kuhn")).splitlines()
    count = len(mutants_of("kuhn"))
    assert (
        f"6 mutants of {count}, 2 of them the same game; of the other 4 are noticed 3, 75.0%"
        in lines
    )
    assert lines[-1] == f"  {mutants[3].kind}: {mutants[3].name}"


def test_the_report_says_which_arguments_do_not_hold() -> None:
    mutants = mutants_of("kuhn")
    results = [Tried(mutants[0], "play", "")]
    arguments = {mutants[0].name: "so I thought", "kuhn: no such line": "it was there once"}
    lines = report(results, arguments, mutants).splitlines()
    assert lines[-3:] == [
        "arguments that do not hold",
        "  fits no mutant: kuhn: no such line",
        f"  noticed by play: {mutants[0].name}",
    ]


def test_every_argument_is_about_a_mutant() -> None:
    names = {mutant.name for ruleset in RULESETS for mutant in mutants_of(ruleset)}
    assert set(read_arguments()) <= names
