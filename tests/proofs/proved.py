"""Proofs of rule texts, for tests."""

from __future__ import annotations

from ruledsl import compiling
from ruledsl.diagnostics.model import Diagnostic
from ruledsl.explore.settings import settings
from ruledsl.proofs.findings import Proved, findings
from ruledsl.proofs.proving import prove
from tests.explore.played import opened_text


def proved(opened: compiling.Outcome) -> list[Proved]:
    """What is proven of rules, for every way to play them."""
    return [
        Proved(setting.told, prove(setting.machine)) for setting in settings(opened, most_too=True)
    ]


def by_proof(text: str) -> tuple[Diagnostic, ...]:
    """What proofs of a rule text leave open."""
    opened = opened_text(text)
    assert opened.program is not None
    return findings(proved(opened), opened.program.ruleset.header.span)
