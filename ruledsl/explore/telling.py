"""A game in a line of text, and how to play one again that cannot begin."""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.engine.errors import RuleFault
from ruledsl.engine.luck import Luck
from ruledsl.engine.moves import Move
from ruledsl.engine.runner import Program
from ruledsl.explore.walking import Line, Walk

SEEDS = 1_000
"""Seeds that are tried for a game that cannot begin."""


def seed_that_fails(program: Program, luck: Luck) -> int | None:
    """A seed with which a game fails before the first choice, as it does with this luck; None where none is found."""
    if not luck.draws:
        return luck.value
    for number in range(SEEDS):
        seed = luck.value ^ number
        try:
            Walk(program, Luck(seed))
        except RuleFault:
            return seed
    return None


def seats_of(program: Program, line: Line) -> list[tuple[int, Move]]:
    """The moves of a game with the seats that make them; the last may be one that the rules fail at."""
    if not line.moves:
        return []  # it may be that nothing can begin
    walk = Walk(program, line.luck, line.opening)
    found = []
    for move in line.moves:
        found.append((walk.actor, move))
        try:
            walk.play(move)
        except RuleFault:
            break
    return found


def told(moves: Sequence[tuple[int, Move]], most: int = 14) -> str:
    """Moves in a line: ``seat 1 pass, seat 2 buy(3)``; of a long game the beginning and the end."""
    texts = [f"seat {seat} {move}" for seat, move in moves]
    if len(texts) > most:
        first, last = most // 3, most - most // 3
        left = len(texts) - first - last
        texts = [*texts[:first], f"... {left:,} more ...", *texts[-last:]]
    return ", ".join(texts)
