"""The laws of knowledge hold in the shipped rulesets and in small ones with much to hide."""

from __future__ import annotations

import pytest

from ruledsl.api import load
from tests.engine.knowledge.texts import DRAFTS
from tests.language.small import game
from tests.properties.configurations import Setting, player_counts, shipped
from tests.properties.knowledge import examine_random, examine_tree

SETTINGS = [Setting(name, players) for name in shipped() for players in player_counts(name)]

NOTHING_HIDDEN = Setting("ka_ching", 2, (("limited_bank", True), ("show_money", True)))

HOUSE_RULES = [
    Setting("cat_in_the_sack", 3, (("show_all_before_last_offer", True),)),
    Setting("goofspiel", 2, (("hidden_bids", True),)),
    NOTHING_HIDDEN,
]
"""Options that change who sees what."""

WITH_SECRETS = {"cat_in_the_sack", "cherki"}
"""Rulesets in which so much is hidden that even two games have another history somewhere."""

TREES: dict[str, tuple[str, dict[str, int | bool | str]]] = {
    "kuhn": ("kuhn", {}),
    "goofspiel, hidden": ("goofspiel", {"cards": 3, "hidden_bids": True}),
    "goofspiel, open": ("goofspiel", {"cards": 3, "prizes_come": "descending"}),
}


@pytest.mark.parametrize("name", DRAFTS)
def test_equal_information_is_equal_knowledge_in_small_trees(name: str) -> None:
    laws = examine_tree(game(DRAFTS[name]), 12_000)
    assert laws.positions > 500
    # In each of them there are positions that a seat cannot tell apart.
    assert laws.met_again > 50


@pytest.mark.parametrize("name", TREES)
def test_equal_information_is_equal_knowledge_in_whole_games(name: str) -> None:
    ruleset, options = TREES[name]
    laws = examine_tree(load(ruleset, options=options), 10_000)
    assert laws.met_again > 10


@pytest.mark.parametrize("name", DRAFTS)
def test_knowledge_is_true_and_follows_from_events_in_small_games(name: str) -> None:
    found = examine_random(game(DRAFTS[name]), 60, seed=1)
    assert found.others > 15


@pytest.mark.parametrize("setting", SETTINGS + HOUSE_RULES, ids=str)
def test_knowledge_is_true_and_follows_from_events_in_shipped_games(setting: Setting) -> None:
    # Games of cherki have a thousand decisions and more.
    every = 300 if setting.ruleset == "cherki" else 20
    found = examine_random(setting.load(), 2, seed=2, every=every)
    assert found.positions > 20
    # In some games a seat sees all that chance and the others do, so no other history fits.
    assert found.others + found.sampled > 0 or setting.ruleset not in WITH_SECRETS
    assert (found.permuted > 0) == (setting != NOTHING_HIDDEN)
