"""Bots by the names that people give them."""

from __future__ import annotations

import pytest

import ruledsl
from ruledsl.agents.catalogue import (
    KINDS,
    MOST_PLAYOUTS,
    GreedyKind,
    RandomKind,
    RolloutKind,
    UnknownBot,
    make,
    read,
)
from ruledsl.agents.greedy_bot import GreedyBot
from ruledsl.agents.random_bot import RandomBot
from ruledsl.agents.rollout_bot import PLAYOUTS, RolloutBot


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("random", RandomKind()),
        ("greedy", GreedyKind()),
        ("rollout", RolloutKind(PLAYOUTS)),
        ("rollout:50", RolloutKind(50)),
        (" rollout : 7 ", RolloutKind(7)),
        (f"rollout:{MOST_PLAYOUTS}", RolloutKind(MOST_PLAYOUTS)),
    ],
)
def test_names(text: str, kind: object) -> None:
    assert read(text) == kind


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("randm", "there is no bot `randm`; did you mean `random`?"),
        ("Greedy", "there is no bot `Greedy`; did you mean `greedy`?"),
        ("rolout:50", "there is no bot `rolout:50`; did you mean `rollout:50`?"),
        ("rollout50", "did you mean `rollout`?"),
        ("chess", "there are `random`, `greedy`, `rollout`, `rollout:N`"),
        ("", "there is no bot ``"),
        ("greedy:3", "`greedy` takes no number"),
        ("random:", "`random` takes no number"),
        ("rollout:", "not ``; `rollout:300` say"),
        ("rollout:0", "from 1 to 1000000 playouts for a choice, not `0`"),
        ("rollout:-1", "not `-1`"),
        ("rollout:x", "not `x`"),
        ("rollout:1e3", "not `1e3`"),
        ("rollout:٣", "not `٣`"),
        ("rollout:99999999999", "not `99999999999`"),
        (f"rollout:{'9' * 5000}", "not `...`"),
        ("x" * 5000, "there is no bot `...`"),
    ],
)
def test_wrong_names(text: str, said: str) -> None:
    with pytest.raises(UnknownBot) as caught:
        read(text)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 200


def test_every_kind_can_be_made() -> None:
    made = [make(kind.replace("N", "9"), 1, 2) for kind in KINDS]
    assert [type(bot) for bot in made] == [RandomBot, GreedyBot, RolloutBot, RolloutBot]
    assert made == [make(kind.replace("N", "9"), 1, 2) for kind in KINDS]


def test_seats_and_seeds_make_other_bots() -> None:
    assert len({make("random", seed, seat) for seed in (1, 2) for seat in (1, 2)}) == 4


def test_the_public_face() -> None:
    state = ruledsl.load("kuhn").start(seed=1)
    asked = ruledsl.question(state)
    for name in ("random", "greedy", "rollout:10"):
        answer = ruledsl.bot(name, seed=3).choose(asked)
        assert answer.move in state.legal_moves
        assert not answer.unsampled
        assert answer == ruledsl.bot(name, seed=3).choose(asked)
    with pytest.raises(ruledsl.UnknownBot):
        ruledsl.bot("chess", seed=1)
