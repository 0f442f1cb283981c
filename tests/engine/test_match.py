"""Whole games in a row: who starts, what is added up, when it ends."""

from __future__ import annotations

import pytest
from attrs import evolve

from ruledsl.engine.errors import NotOverError, StartError
from ruledsl.engine.game import Game
from ruledsl.engine.match import Match
from ruledsl.machine import model as m
from tests.engine.build import Build, cell, e, k
from tests.engine.market import market_machine
from tests.engine.play import Picker, random_play


def claims(
    starter: str,
    winner: str,
    rounds: int = 3,
    players: int = 3,
    teams: tuple[tuple[str, tuple[int, ...]], ...] = (),
) -> Game:
    """Each game the starter says what every seat scores: one move with a number a seat."""
    b = Build(players)
    points = b.variable("points", -2, 9, owned=True)
    params = [b.param(f"p{i}", e("range", k(-2), k(9)), type_=m.ValueType("number"), group=i) for i in range(players)]  # fmt: skip
    effects = [m.Assign(0, m.Address(points, players, k(i + 1)), cell(p.cell), -1) for i, p in enumerate(params)]  # fmt: skip
    # The guard reads the round and the total, so that both reach the rules.
    params[0] = b.param("p0", e("range", k(-2), k(9)), group=0, register=params[0].cell)
    say = b.action("say", params, [], effects)
    seat = b.register()
    start = b.chain(
        m.Lot(-1),
        m.Set(m.ME, cell(m.STARTER), -1),
        m.Decide((m.Offer(say, None),), False, None, -1, 0, -1),
        m.Score(seat, e("item", points, players, cell(seat)), None, -1),
        m.Over(),
    )
    b.uses_starter = True
    b.matches.append(m.MatchInfo("series", "Series", rounds, starter, winner))
    return Game(evolve(b.machine(start), teams=teams))


def play(match: Match, *scores: int) -> None:
    match.state.push(match.state.parse_move("say " + " ".join(map(str, scores))))


def test_most_rounds_ends_when_it_is_decided() -> None:
    match = claims("alternates", "most_rounds").match("series", seed=7)
    first = match.state.actor
    assert first is not None
    with pytest.raises(NotOverError, match="this game"):
        match.advance()
    play(match, 5, 1, 1)
    assert match.rounds_won == (1, 0, 0)
    assert not match.is_over
    with pytest.raises(NotOverError, match="the match is not over"):
        _ = match.winners
    match.advance()
    assert match.state.actor == first % 3 + 1
    assert match.state.started.totals == (5, 1, 1)
    assert match.round == match.state.cell(m.ROUND) == 2
    play(match, 5, 0, 0)
    assert match.is_over
    assert match.winners == (1,)
    assert match.totals == (10, 1, 1)
    with pytest.raises(StartError, match="the match is over"):
        match.advance()


def test_a_shared_game_counts_for_nobody() -> None:
    match = claims("lot", "most_rounds").match("series", seed=7)
    for _ in range(2):
        play(match, 3, 3, 0)
        match.advance()
    play(match, 0, 0, 1)
    assert match.rounds_won == (0, 0, 1)
    assert match.winners == (3,)


def test_partners_win_a_game_together() -> None:
    teams = (("odd", (1, 3)), ("even", (2, 4)))
    match = claims("alternates", "most_rounds", 5, 4, teams).match("series", seed=7)
    for scores in ((5, 1, 5, 1), (2, 2, 2, 2), (0, 3, 0, 3), (5, 1, 5, 1)):
        play(match, *scores)
        assert not match.is_over
        match.advance()
    assert match.rounds_won == (2, 1, 2, 1)
    play(match, 5, 1, 5, 1)
    assert match.rounds_won == (3, 1, 3, 1)
    assert match.is_over
    assert match.winners == (1, 3)


def test_a_match_of_partners_ends_when_it_is_decided() -> None:
    teams = (("odd", (1, 3)), ("even", (2, 4)))
    match = claims("alternates", "most_rounds", 3, 4, teams).match("series", seed=7)
    play(match, 1, 5, 1, 5)
    match.advance()
    play(match, 1, 5, 1, 5)
    assert match.is_over
    assert match.winners == (2, 4)


def test_totals_are_played_to_the_end() -> None:
    match = claims("winner", "highest_total").match("series", seed=7)
    for scores, starter in (((0, 9, 0), 2), ((9, 0, 9), None)):
        play(match, *scores)
        previous = match.results[-1].starter
        match.advance()
        expected = starter or min((1, 3), key=lambda s: (s - previous) % 3)
        assert match.state.actor == expected
    play(match, 0, 0, 9)
    assert match.winners == (3,)
    assert match.totals == (9, 9, 18)


def test_the_loser_starts_and_the_lowest_total_wins() -> None:
    match = claims("loser", "lowest_total").match("series", seed=1)
    play(match, 4, 5, -2)
    match.advance()
    assert match.state.actor == 3
    play(match, 1, 0, 9)
    match.advance()
    assert match.state.actor == 2
    play(match, 0, 0, 0)
    assert match.totals == (5, 5, 7)
    assert match.winners == (1, 2)


def test_a_match_is_a_function_of_its_seed() -> None:
    game = Game(market_machine())

    def run() -> list[object]:
        match = game.match("totals", seed=7, events=False)
        picker = Picker(1)
        random_play(match.state, picker)
        while not match.is_over:
            random_play(match.advance(), picker)
        return [match.results, match.winners]

    assert run() == run()
    starts = [r.starter for r in run()[0]]  # type: ignore[attr-defined]
    assert len(starts) == 4
    with pytest.raises(StartError, match="no match `x`; there are `best_of_three` and `totals`"):
        game.match("x", seed=1)
