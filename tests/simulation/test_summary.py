"""What a series shows: counted anew in the plainest way, and intervals against known values."""

from __future__ import annotations

from array import array
from math import isclose, sqrt
from statistics import NormalDist, fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ruledsl
from ruledsl.engine.results import sides
from ruledsl.machine.model import Machine
from ruledsl.simulation import summary as summaries
from ruledsl.simulation.results import FAULT, OVER
from ruledsl.simulation.summary import LEVEL, mean, summary, wilson
from ruledsl.simulation.totals import Totals, sums, totals

TEAMS = ruledsl.load("ka_ching_4").machine
ALONE = ruledsl.load("ka_ching_3").machine


def test_the_quantile_is_that_of_the_level() -> None:
    assert isclose(summaries._Z, NormalDist().inv_cdf((1 + LEVEL) / 2), rel_tol=1e-12)


@pytest.mark.parametrize(
    ("count", "games", "low", "high"),
    # R: prop.test(count, games, correct = FALSE)$conf.int
    [(0, 10, 0.0, 0.2775328), (5, 10, 0.2365931, 0.7634069), (81, 263, 0.2552737, 0.3661939)],
)
def test_wilson_is_what_is_known_of_it(count: int, games: int, low: float, high: float) -> None:
    found = wilson(count, games)
    assert found.low == pytest.approx(low, abs=2e-4)
    assert found.high == pytest.approx(high, abs=2e-4)


@given(st.integers(1, 10**9), st.data())
def test_wilson_holds_the_part_and_stays_within_bounds(games: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, games))
    found = wilson(count, games)
    assert found.low is not None
    assert found.high is not None
    assert 0 <= found.low <= found.value <= found.high <= 1
    mirrored = wilson(games - count, games)
    assert isclose(found.low, 1 - (mirrored.high or 0), abs_tol=1e-9)


@given(st.lists(st.integers(-(10**6), 10**6), min_size=2, max_size=50))
def test_means_are_those_of_the_textbook(values: list[int]) -> None:
    found = mean(sums(values))
    half = summaries._Z * stdev(values) / sqrt(len(values))
    assert isclose(found.value, fmean(values), abs_tol=1e-6)
    assert found.low is not None
    assert isclose(found.low, fmean(values) - half, rel_tol=1e-9, abs_tol=1e-6)


@given(
    st.sampled_from([TEAMS, ALONE]),
    st.lists(st.tuples(st.booleans(), st.integers(0, 99), st.integers(1, 15)), max_size=30),
)
def test_games_are_counted_by_who_wins_together(
    machine: Machine, rows: list[tuple[bool, int, int]]
) -> None:
    players = machine.players
    most = (1 << players) - 1
    winners = [0 if fails else (w - 1) % most + 1 for fails, _, w in rows]
    flat = array("q")
    for (fails, n, _), w in zip(rows, winners, strict=True):
        scores = [0 if fails else n + seat for seat in range(players)]
        flat.extend([FAULT if fails else OVER, 0 if fails else n, w, *scores])
    added = totals(flat, (), players)
    found = summary(added, machine, ("random",) * players)
    kept = [(n, w) for (fails, n, _), w in zip(rows, winners, strict=True) if not fails]
    assert (found.games, found.over, found.failed) == (len(rows), len(kept), len(rows) - len(kept))
    if not kept:
        assert found.seats == ()
        return
    together = sides(machine)
    winning = [
        [side for side in together if any(w >> (seat - 1) & 1 for seat in side)] for _, w in kept
    ]
    assert found.tied == sum(len(sides_) > 1 for sides_ in winning)
    for seat in found.seats:
        (own,) = (side for side in together if seat.seat in side)
        assert seat.won == sum(sides_ == [own] for sides_ in winning)
        assert seat.tied == sum(own in sides_ and len(sides_) > 1 for sides_ in winning)
        assert isclose(seat.score.value, fmean(n + seat.seat - 1 for n, _ in kept))
    width = 3 + players
    parts = [totals(flat[at : at + width], (), players) for at in range(0, len(flat), width)]
    assert sum(parts, Totals()) == added
    assert (found.least, found.most) == (min(n for n, _ in kept), max(n for n, _ in kept))
