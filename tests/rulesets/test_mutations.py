"""The rulesets' own tests hold, cover the cases of their rulebooks, and notice wrong rules."""

from __future__ import annotations

import re

import pytest

from ruledsl import compiling
from ruledsl.testing.runner import run_tests
from tests.rulesets.mutations import (
    MUTATIONS,
    Mutation,
    attempt,
    rules_path,
    title_of,
    titles,
)

RULESETS = sorted({m.ruleset for m in MUTATIONS})

CASES = {"K1", "K2", "K3", "K4", "K5", "K6", "K7", "K9", "K10", "K16"}
"""The cases of the rulebook of Ka-Ching! that concern two players; the rest are for three and four."""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_rulesets_tests_pass(ruleset: str) -> None:
    reports, found = run_tests(compiling.open_named(str(rules_path(ruleset))))
    assert not found
    assert [r.title for r in reports] == list(titles(ruleset))
    assert [(r.title, r.message) for r in reports if not r.passed] == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_test_has_a_wrong_rule_that_it_notices(ruleset: str) -> None:
    played = {title_of(m) for m in MUTATIONS if m.ruleset == ruleset and not m.caught}
    assert set(titles(ruleset)) == played


def test_every_case_of_the_rulebook_has_a_test() -> None:
    numbered = {match[0] for title in titles("ka_ching") if (match := re.match(r"K\d+\b", title))}
    assert numbered == CASES


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda m: f"{m.test}: {m.new.strip()}"[:70])
def test_wrong_rules_are_noticed(mutation: Mutation) -> None:
    trial = attempt(mutation)
    assert trial.noticed, (trial.errors, trial.report)
