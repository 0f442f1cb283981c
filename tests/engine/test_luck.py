"""Luck that is settled beforehand: the same game as with explicit chance, or as a back end played it."""

from __future__ import annotations

import random

import pytest

import ruledsl
from ruledsl.engine.chance import DrawEvent, Outcome
from ruledsl.engine.errors import StartError
from ruledsl.engine.frame import Cells
from ruledsl.engine.game import Game
from ruledsl.engine.luck import Draw, Luck, draws_of
from ruledsl.engine.moves import Move
from ruledsl.engine.seeds import Seed
from ruledsl.explore.walking import begun
from ruledsl.machine.model import ROUND, STATE
from ruledsl.native.running.retold import told_again

GAMES = ("kuhn", "ka_ching", "cat_in_the_sack", "goofspiel", "cherki")


def explicit_game(game: Game, chance: random.Random) -> tuple[list[Move], list[Draw], Cells]:
    """A random game with explicit chance: its moves, the draws that settle it, the cells at its end."""
    program = game.program
    cells = program.frame.fresh()
    cells[STATE] = game.machine.start
    cells[ROUND] = 1
    moves: list[Move] = []
    draws: list[Draw] = []
    while True:
        while (event := program.run(cells, None)) is not None:
            outcome: Outcome = chance.choice(program.chance.outcomes(cells, event))[0]
            before = cells.copy()
            picked = program.chance.bring(cells, event, outcome)
            drawn = outcome.value if isinstance(event, DrawEvent) else picked
            draws += draws_of(program.frame, before, event, [drawn])
            program.happened(cells, event, picked, None)
        legal = program.legal(cells)
        if not legal:
            return moves, draws, cells
        move = chance.choice(list(legal))
        program.play(cells, move, legal[move], None)
        moves.append(move)


@pytest.mark.parametrize("name", GAMES)
def test_draws_settle_a_game_of_explicit_chance(name: str) -> None:
    game = ruledsl.load(name)
    for seed in range(3):
        moves, draws, cells = explicit_game(game, random.Random(seed))
        end = begun(game.program, Luck(seed, draws), moves)
        assert not end.legal
        assert end.cells[: game.program.frame.scratch] == cells[: game.program.frame.scratch]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_a_series_is_told_again(name: str) -> None:
    game = ruledsl.load(name)
    series = game.simulate(3, seed=5)
    for number in range(3):
        told = told_again(game.machine, 5, number, 100_000)
        assert told.fault is None
        assert len(told.moves) == series.decisions[number]
        state = game.start(0, draws=told.draws)
        for move in told.moves:
            state.push(move)
        players = game.players
        assert state.scores == tuple(series.scores[number * players : (number + 1) * players])


def test_what_is_not_settled_is_the_seeds() -> None:
    luck = Luck(7, [Draw("random", 2, 0, 1)])
    seed = Seed(7)
    assert luck.below(6, "random", 2, 0) == 1
    assert [luck.below(6, "random", n, 0) for n in (0, 1, 3)] == [
        seed.below(6, "random", n, 0) for n in (0, 1, 3)
    ]
    assert luck.below(52, "shuffle", 2, 0) == seed.below(52, "shuffle", 2, 0)


def test_where_there_is_too_little_to_pick_from_the_seed_draws() -> None:
    luck = Luck(7, [Draw("random", 0, 0, 5)])
    assert luck.below(3, "random", 0, 0) == Seed(7).below(3, "random", 0, 0)


def test_what_is_taken_back_meets_the_same_luck() -> None:
    game = ruledsl.load("ka_ching")
    told = told_again(game.machine, 1, 0, 100_000)
    state = game.start(9, draws=told.draws)
    for move in told.moves[:8]:
        state.push(move)
    cells = state.core
    for _ in range(8):
        state.pop()
    for move in told.moves[:8]:
        state.push(move)
    assert state.core == cells


def test_no_draw_picks_what_comes_before_the_first() -> None:
    with pytest.raises(StartError, match="before the first"):
        Luck(1, [Draw("lot", 0, 0, -1)])


def test_explicit_chance_has_no_draws() -> None:
    with pytest.raises(StartError, match="explicit"):
        ruledsl.load("kuhn").start(chance="explicit", draws=[Draw("lot", 0, 0, 0)])
