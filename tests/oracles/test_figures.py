"""The trees of small games agree with figures that another program has worked out."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from tests.oracles.trees import FIGURES, expected, found


@pytest.mark.parametrize("row", FIGURES["rows"], ids=lambda row: row["oracle"])
def test_the_tree_is_the_oracles_tree(row: dict[str, Any]) -> None:
    wanted, tree = expected(row), found(row)
    if row["chance"] is None:
        wanted.chance = tree.chance
    assert tree.forced == forced(row)
    tree.forced = 0
    assert tree == wanted


def forced(row: dict[str, Any]) -> int:
    """Decisions with one move: in Goofspiel the last bids of both, made at the end of every line of play.

    OpenSpiel makes them by itself; in ours they are decisions like others.
    """
    return 2 * row["terminal"] if row["ruleset"] == "goofspiel" else 0


@pytest.mark.parametrize("cards", [3, 4])
def test_the_number_of_ends_follows_from_the_number_of_cards(cards: int) -> None:
    """n! orders of prizes, n! orders of bids for each player."""
    (row,) = (
        r
        for r in FIGURES["rows"]
        if r["options"].get("cards") == cards and r["options"]["prizes_come"] == "shuffled"
    )
    assert row["terminal"] == math.factorial(cards) ** 3
    assert Fraction(row["mean_moves_uniform"]) == 2 * (cards - 1)
