"""A sample of what `corruption` examines in bulk."""

from __future__ import annotations

import random

import pytest

from ruledsl.semantics.library import shipped_rulesets
from tests.properties import corruption

SAMPLES = 12
"""Damaged versions of each shipped ruleset."""


@pytest.mark.parametrize("name", sorted(shipped_rulesets()))
def test_damage_ends_in_diagnostics_or_in_play(name: str) -> None:
    for seed in range(SAMPLES):
        result = corruption.examine((name, seed))
        # How long it takes depends on what else the computer does: only the command measures it.
        assert not result.failure or result.failure.startswith("the check took"), result


@pytest.mark.parametrize("kind", sorted(corruption.DAMAGES))
def test_every_kind_of_damage_changes_the_text(kind: str) -> None:
    texts = corruption.shipped_texts()
    one, other = sorted(texts)[:2]
    damage = corruption.DAMAGES[kind]
    changed = [damage(random.Random(seed), texts[one], texts[other]) for seed in range(10)]
    assert any(text != texts[one] for text in changed)


def test_what_a_seed_damages_does_not_change() -> None:
    texts = corruption.shipped_texts()
    name = min(texts)
    assert corruption.damaged(7, name, texts) == corruption.damaged(7, name, texts)
    assert corruption.damaged(7, name, texts) != corruption.damaged(8, name, texts)
