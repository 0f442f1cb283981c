"""A little of what `tournament` plays in bulk."""

from __future__ import annotations

from fractions import Fraction
from math import isclose

import pytest

from tests.properties import random_games, tournament
from tests.properties.configurations import Setting


def test_interval() -> None:
    low, high = tournament.interval(50, 100)
    assert isclose(low, 0.4038, abs_tol=1e-4)
    assert isclose(high, 0.5962, abs_tol=1e-4)
    assert tournament.interval(0, 10)[0] == 0.0
    assert isclose(tournament.interval(10, 10)[1], 1.0)


def test_every_side_sits_everywhere_with_the_same_chance() -> None:
    teams = Setting("ka_ching_4", 4).load()
    assert [tournament.own_side(teams, n) for n in range(3)] == [(1, 3), (2, 4), (1, 3)]
    three = Setting("ka_ching_3", 3).load()
    assert [tournament.own_side(three, n) for n in range(4)] == [(1,), (2,), (3,), (1,)]
    setting = Setting("kuhn", 2)
    first, second = (
        tournament.played(setting.load(), tournament.Fixture(setting, ("random", "random"), n))[0]
        for n in (0, 1)
    )
    assert first.seed is not None
    assert second.seed is not None
    assert first.seed.value == second.seed.value


@pytest.mark.parametrize("bots", [("rollout:4", "random"), ("greedy", "rollout:2")])
def test_the_same_seed_gives_the_same_game(bots: tuple[str, str]) -> None:
    for name, players in (("kuhn", 2), ("ka_ching", 2)):
        outcome = tournament.play(tournament.Fixture(Setting(name, players), bots, 1))
        assert outcome.same_again
        assert outcome.unsampled == 0
        assert outcome.share in (Fraction(0), Fraction(1, 2), Fraction(1))


def test_a_game_that_differs_is_told() -> None:
    outcome = tournament.Outcome(Fraction(1), 2, False, 0.5)
    text = tournament.line(Setting("kuhn", 2), [outcome], Fraction(1, 2))
    assert "1 GAMES DIFFER WHEN PLAYED AGAIN" in text
    assert "2 choices without a sample" in text
    assert "won 100.0%" in text


def test_games_of_greedy_bots_pass_and_end_in_a_win() -> None:
    played = random_games.play_chunk((Setting("cherki", 3), range(3, 4)), "greedy")
    assert played.failures == ()
    assert played.results == {(1, 0): 1}
    assert random_games.play_chunk((Setting("kuhn", 2), range(3)), "rollout:3").failures == ()


def test_rollouts_beat_chance() -> None:
    """The seeds are fixed, so this cannot fail by bad luck."""
    fixtures = tournament.series(Setting("kuhn", 2), ("rollout:30", "random"), 100)
    assert sum(tournament.play(fixture).share for fixture in fixtures) > 55
