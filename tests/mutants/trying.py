"""What notices a mutant: a check of the text, the ruleset's own tests, a check by play."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import evolve, frozen

from ruledsl import compiling
from ruledsl.coverage.games import watched_game
from ruledsl.coverage.watching import Met
from ruledsl.diagnostics.model import Diagnostic
from ruledsl.explore.exploration import PLAY, Effort, Exploration
from ruledsl.explore.findings import findings
from ruledsl.explore.settings import alternatives, settings
from ruledsl.machine.model import Machine
from ruledsl.testing.runner import run_tests
from tests.mutants.making import RULESETS, Mutant, text_of

EFFORT = evolve(PLAY, games=1_000, steps=8_000, leaks=600, seconds=60.0)
"""How much is played to notice a fault."""


@frozen
class Tried:
    """What noticed a mutant: ``static``, ``tests``, ``play``, ``same`` (the compiled rules are the same) or ``none``; and how."""

    mutant: Mutant
    by: str
    how: str


def machines_of(outcome: compiling.Outcome) -> list[Machine]:
    """The machines of a ruleset for all settings, without what rules say of themselves."""
    return [
        evolve(setting.machine, texts=(), rules_hash="", doc="", notes=())
        for setting in settings(outcome, most_too=False)
    ]


def _in_a_test(found: Diagnostic, mutant: Mutant) -> bool:
    """Whether something is wrong with what a test says, and so with the rules only for those that have the test."""
    span = found.primary.span
    name = Path(span.file).stem
    text = mutant.text() if name == mutant.ruleset else text_of(name)
    heads = [line for line in text.split("\n")[: span.line] if line[:1].isalpha()]
    return bool(heads) and heads[-1].removeprefix("replace ").startswith("test ")


def tried(mutant: Mutant, right: Sequence[Machine], effort: Effort = EFFORT) -> Tried:
    """What notices a mutant, the quickest first; ``right`` are the machines of the rules without the fault."""
    file = RULESETS[mutant.ruleset]
    outcome = compiling.check(compiling.open_text(file.name, mutant.text(), file.parent))
    if outcome.diagnostics:
        found = min(outcome.diagnostics, key=lambda each: _in_a_test(each, mutant))
        assert found.code >= "RD100", f"{mutant.name} is no text of the language: {found.message}"
        by = "tests" if _in_a_test(found, mutant) else "static"
        return Tried(mutant, by, f"{found.code}: {found.message}")
    if machines_of(outcome) == [*right]:
        return Tried(mutant, "same", "")
    met = Met()
    reports, _ = run_tests(outcome, games=lambda machine: watched_game(machine, met)[0])
    failed = [report for report in reports if not report.passed]
    if failed:
        return Tried(mutant, "tests", f"{failed[0].title}: {failed[0].message}")
    assert outcome.program is not None
    exploration = Exploration(
        settings(outcome, most_too=False),
        effort,
        1,
        tested=met.points,
        alternatives=alternatives(outcome),
    )
    noticed = findings(exploration.run(), outcome.program.symbols, file.stem, 1, {})
    if noticed:
        return Tried(mutant, "play", f"{noticed[0].code}: {noticed[0].message}")
    return Tried(mutant, "none", "")
