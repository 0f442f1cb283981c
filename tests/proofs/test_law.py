"""No fault where none is left open: made-up programs, shipped rulesets and changes of them, small rulesets in order."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.proofs.playing import (
    Tally,
    Task,
    held,
    made_up_game,
    made_up_games,
    mutants,
    shipped_games,
    small_games,
)


def counted(tasks: Iterable[Task], games: int) -> Tally:
    """Hold games against what is proven of them."""
    whole = Tally()
    for name, made in tasks:
        game = made()
        if game is not None:
            whole.add(held(name, game, games))
    return whole


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 1_000_000), st.sampled_from((0.0, 0.5, 0.9)))
def test_no_fault_where_none_is_left_open(number: int, asking: float) -> None:
    game = made_up_game(number, asking)
    if game is not None:
        held(f"program {number}", game, 3)


def test_made_up_programs() -> None:
    whole = counted(made_up_games(range(24)), 3)
    assert whole.faults > 5
    assert whole.clean > 5
    assert whole.sites > 20 * whole.open


def test_small_rulesets_in_order() -> None:
    whole = counted(islice(small_games(), 0, None, 9), 2)
    assert whole.faults == 0
    assert whole.programs > 40


def test_shipped_rulesets() -> None:
    few = [task for task in shipped_games() if task[0].startswith(("kuhn", "goofspiel", "cherki"))]
    whole = counted(few[::3], 1)
    assert whole.faults == 0
    assert whole.programs >= 3


def test_shipped_rulesets_with_a_fault() -> None:
    few = [task for task in mutants() if task[0].startswith(("kuhn:", "goofspiel:"))]
    assert counted(few[::9], 2).faults > 0
