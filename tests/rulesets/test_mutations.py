"""The rulesets' own tests hold, cover the cases of their rulebooks, and notice wrong rules."""

from __future__ import annotations

import re

import pytest

import ruledsl
from ruledsl import compiling
from ruledsl.testing.runner import run_tests
from tests.rulesets.mutations import (
    MUTATIONS,
    Mutation,
    attempt,
    own_titles,
    rules_path,
    title_of,
    titles,
)

RULESETS = sorted({m.ruleset for m in MUTATIONS})

CASES = {
    "ka_ching": "K1 K2 K3 K4 K5 K6 K7 K9 K10 K16",
    "ka_ching_3": "K11 K13",
    "ka_ching_4": "K14",
    "cherki": "C1 C2 C3 C4 C7 C8 C9 C10 C11 C13 C15 C17 C18",
    "cat_in_the_sack": "F1 F2 F3 F4 F6 F8 F10 F11 F12 F13 F15 F16 F17",
}
"""The cases of each rulebook, by number; a variant is asked for those that are not its base's already."""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_rulesets_tests_pass(ruleset: str) -> None:
    reports, found = run_tests(compiling.open_named(str(rules_path(ruleset))))
    assert not found
    assert [r.title for r in reports] == list(titles(ruleset))
    assert [(r.title, r.message) for r in reports if not r.passed] == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_test_has_a_wrong_rule_that_it_notices(ruleset: str) -> None:
    played = {title_of(m) for m in MUTATIONS if m.ruleset == ruleset and not m.caught}
    assert set(own_titles(ruleset)) == played


@pytest.mark.parametrize("ruleset", CASES)
def test_every_case_of_the_rulebook_has_a_test(ruleset: str) -> None:
    numbered = {match[0] for t in own_titles(ruleset) if (match := re.match(r"[A-Z]\d+\b", t))}
    asked = set(CASES[ruleset].split())
    assert asked <= numbered
    assert numbered <= asked | set(CASES["ka_ching"].split())


def test_every_shipped_ruleset_is_tried() -> None:
    assert set(RULESETS) == {info.name for info in ruledsl.rulesets()}


@pytest.mark.parametrize(
    "mutation", MUTATIONS, ids=lambda m: f"{m.ruleset}: {m.test}: {m.new}"[:70]
)
def test_wrong_rules_are_noticed(mutation: Mutation) -> None:
    trial = attempt(mutation)
    assert trial.noticed, (trial.errors, trial.report)
