"""The whole tree of a small game, walked by `push` and `pop`, with exact fractions.

    python tests/oracles/trees.py

prints what each row of `figures.json` says and what is found.
"""

from __future__ import annotations

import json
import time
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from attrs import define, field

import ruledsl
from ruledsl.engine.game import Game
from ruledsl.engine.knowledge.information import InformationState
from ruledsl.engine.state import Item, State

ROOT = Path(__file__).resolve().parents[2]

FIGURES: dict[str, Any] = json.loads(
    Path(__file__).with_name("figures.json").read_text(encoding="utf-8")
)

Payoff = Literal["score", "win"]
"""What a player gets: the score, or 1 for a win, -1 for a loss and 0 for a draw (two players)."""


@define
class Tree:
    """What a walk counts. Decisions with one move only are ``forced`` and counted in nothing else."""

    values: list[Fraction]
    chance: int = 0
    decision: int = 0
    forced: int = 0
    terminal: int = 0
    max_moves: int = 0
    max_branch: int = 0
    mean_moves: Fraction = field(factory=Fraction)


def payoffs(state: State, payoff: Payoff) -> tuple[int, ...]:
    """What each seat gets at the end of a game."""
    if payoff == "score":
        return state.scores
    if state.is_draw:
        return (0,) * state.game.players
    return tuple(1 if seat in state.winners else -1 for seat in range(1, state.game.players + 1))


def walk(game: Game, payoff: Payoff) -> Tree:
    """Walk the whole tree, every move of a decision being equally likely."""
    state = game.start(chance="explicit", events=False)
    tree = Tree([Fraction(0)] * game.players)

    def visit(weight: Fraction, moves: int) -> None:
        if state.is_over:
            tree.terminal += 1
            tree.max_moves = max(tree.max_moves, moves)
            tree.mean_moves += weight * moves
            for seat, value in enumerate(payoffs(state, payoff)):
                tree.values[seat] += weight * value
            return
        if state.is_chance:
            tree.chance += 1
            outcomes = state.chance_outcomes
            assert sum(p for _, p in outcomes) == 1
            for outcome, probability in outcomes:
                state.push(outcome)
                visit(weight * probability, moves)
                assert state.pop() == outcome
            return
        legal = state.legal_moves
        if len(legal) > 1:
            tree.decision += 1
            tree.max_branch = max(tree.max_branch, len(legal))
            moves += 1
        else:
            tree.forced += 1
        for move in legal:
            state.push(move)
            visit(weight / len(legal), moves)
            assert state.pop() == move

    before = state.core
    visit(Fraction(1), 0)
    assert state.core == before
    return tree


def information_sets(game: Game) -> list[int]:
    """How many states of information each seat can be in when it has several moves to choose from.

    Checks on the way that nobody forgets: what a seat knew and did before, at every earlier
    decision, is the same wherever it knows the same.
    """
    state = game.start(chance="explicit")
    found: list[dict[InformationState, tuple[object, ...]]] = [{} for _ in range(game.players)]
    past: list[tuple[object, ...]] = [() for _ in range(game.players)]

    def visit() -> None:
        if state.is_over:
            return
        seat = state.actor
        items: list[Item] = [outcome for outcome, _ in state.chance_outcomes]
        items = items or list(state.legal_moves)
        if seat is not None:
            here = state.information_state(seat)
            if len(items) > 1:
                known = found[seat - 1]
                assert known.setdefault(here, past[seat - 1]) == past[seat - 1]
        for item in items:
            if seat is not None:
                before = past[seat - 1]
                past[seat - 1] = (*before, (here, item))
            state.push(item)
            visit()
            state.pop()
            if seat is not None:
                past[seat - 1] = before

    visit()
    return [len(known) for known in found]


def expected(row: dict[str, Any]) -> Tree:
    """The figures of a row (what it does not tell, ``chance`` and ``forced``, being 0)."""
    return Tree(
        [Fraction(v) for v in row["uniform_value"]],
        row["chance"] or 0,
        row["decision"],
        0,
        row["terminal"],
        row["max_moves"],
        row["max_branch"],
        Fraction(row["mean_moves_uniform"]),
    )


def game_of(row: dict[str, Any]) -> Game:
    """The game of a row: a shipped ruleset by its name, or a file by its path from the root."""
    name = row["ruleset"]
    return ruledsl.load(ROOT / name if "/" in name else name, options=row["options"])


def found(row: dict[str, Any]) -> Tree:
    """What the ruleset of a row comes to."""
    return walk(game_of(row), row["payoff"])


def main() -> None:
    """Print the table."""
    for row in FIGURES["rows"]:
        begin = time.perf_counter()
        tree = found(row)
        spent = time.perf_counter() - begin
        print(f"{row['oracle']}\n    figures {expected(row)}\n    found   {tree}  {spent:.1f} s")


if __name__ == "__main__":
    main()
