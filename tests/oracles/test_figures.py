"""The trees of small games agree with figures that another program has worked out."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from ruledsl.engine.happenings import Revealed
from ruledsl.engine.state import State
from tests.oracles.trees import FIGURES, expected, found, game_of, information_sets


@pytest.mark.parametrize("row", FIGURES["rows"], ids=lambda row: row["oracle"])
def test_the_tree_is_the_oracles_tree(row: dict[str, Any]) -> None:
    wanted, tree = expected(row), found(row)
    if row["chance"] is None:
        wanted.chance = tree.chance
    assert tree.forced == forced(row)
    tree.forced = 0
    assert tree == wanted


@pytest.mark.parametrize(
    "row", [row for row in FIGURES["rows"] if "infosets" in row], ids=lambda row: row["oracle"]
)
def test_seats_tell_apart_what_the_oracles_seats_tell_apart(row: dict[str, Any]) -> None:
    game = game_of(row)
    assert information_sets(game) == row["infosets"]


def test_what_the_oracle_counts_where_it_forgets_the_order_of_open_bids() -> None:
    (row,) = (r for r in FIGURES["rows"] if "infosets_of_the_oracle" in r)
    game = game_of(row)
    told_apart: set[object] = set()

    def key(state: State) -> object:
        """Cards that seat 1 holds, cards that seat 2 has bid, points: all of it seen by seat 1."""
        seen = state.observation(1)
        revealed = [e.what for e in state.information_state(1).events]
        bids = {c for what in revealed if isinstance(what, Revealed) for c in what.cards}
        return seen.zones[3], frozenset(bids), seen.variables

    def visit(state: State) -> None:
        if len(state.legal_moves) > 1 and state.actor == 1:
            told_apart.add(key(state))
        for move in state.legal_moves:
            state.push(move)
            visit(state)
            state.pop()

    visit(game.start(chance="explicit"))
    assert [len(told_apart)] * 2 == row["infosets_of_the_oracle"]


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
