"""Every consistent history comes up, and no other: samples held against whole trees."""

from __future__ import annotations

import random

import pytest

from ruledsl import load
from ruledsl.engine.game import Game
from ruledsl.engine.resample.sampling import Sampler
from tests.engine.resample.texts import TEXTS
from tests.language.small import game
from tests.properties.resampling import all_histories, reached


def examine(played: Game, sets: int) -> None:
    """Resample what seats may have seen, at so many places of the tree, until all must have come up."""
    histories = all_histories(played)
    several = [seen for seen, found in histories.items() if 1 < len(found) <= 24]
    assert several
    several.sort(key=lambda seen: seen.digest)
    for seen in random.Random(1).sample(several, min(sets, len(several))):
        expected = histories[seen]
        assert reached(played, seen, 20 + 12 * len(expected)) == expected, seen.text


@pytest.mark.parametrize("name", TEXTS)
def test_every_consistent_history_comes_up_and_no_other(name: str) -> None:
    examine(game(TEXTS[name]), 8)


@pytest.mark.parametrize("order", ["shuffled", "descending"])
def test_hidden_bids(order: str) -> None:
    """Bids of goofspiel that stay face down: only who won each prize is told."""
    options = {"cards": 3, "hidden_bids": True, "prizes_come": order}
    examine(load("goofspiel", options=options), 12)


@pytest.mark.parametrize("name", ["lowest", "kept", "noted"])
def test_no_search_goes_in_a_circle(name: str) -> None:
    """Two cards of one hand can change places for ever where the rules say which of them is moved.

    Nor does a search go on where no exchange can help, as the cards were read before.
    """
    played = game(TEXTS[name])
    start = played.start(chance="explicit").started
    for seen in all_histories(played):
        sampler = Sampler(played, start, seen)
        for seed in range(4):
            sampler.sample(seed)
        assert sampler.spent < 5_000, seen.text


def test_what_is_certain_is_certain() -> None:
    """Where only one history fits it is the sample, the true one."""
    played = game(TEXTS["rolls"])
    histories = all_histories(played)
    certain = [seen for seen, found in histories.items() if len(found) == 1]
    assert len(certain) > 20
    for seen in sorted(certain, key=lambda seen: seen.digest)[:20]:
        assert reached(played, seen, 2) == histories[seen]
