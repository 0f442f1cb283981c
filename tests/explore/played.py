"""What checks by play find in a rule text."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from attrs import evolve

from ruledsl import compiling
from ruledsl.diagnostics.model import Diagnostic
from ruledsl.explore.exploration import PLAY, Effort, Exploration
from ruledsl.explore.explored import Explored
from ruledsl.explore.findings import findings
from ruledsl.explore.settings import alternatives, settings
from tests.validate.games import ROOT

EFFORT = evolve(PLAY, games=500, steps=6_000, leaks=600, seconds=300.0)
"""Less than `ruledsl check --play` does, but on a busy machine a test must not stop half way."""

SEED = 1


def opened_text(
    text: str, name: str = "example.rules", folder: Path | None = None
) -> compiling.Outcome:
    """A rule text that has no errors."""
    outcome = compiling.check_text(name, text, folder)
    assert not outcome.has_errors, [d.message for d in outcome.diagnostics]
    return outcome


def explored(
    opened: compiling.Outcome, effort: Effort = EFFORT, seed: int = SEED
) -> tuple[Explored, tuple[Diagnostic, ...]]:
    """What an exploration came to, and what is told of it."""
    assert opened.program is not None
    came = Exploration(
        settings(opened, most_too=effort.everywhere),
        effort,
        seed,
        alternatives=alternatives(opened),
    ).run()
    assert came.is_finished
    return came, findings(came, opened.program.symbols, "example.rules", seed, {})


def by_play(text: str) -> tuple[Diagnostic, ...]:
    """What is found in a rule text by play."""
    return explored(opened_text(text))[1]


@cache
def shipped(name: str) -> str:
    """The text of a shipped ruleset or of an example."""
    (file,) = [*ROOT.glob(f"rulesets/*/{name}.rules"), *ROOT.glob(f"examples/{name}.rules")]
    return file.read_text(encoding="utf-8")
