"""A sample of what `killed_tables` does in bulk."""

from __future__ import annotations

from tests.properties.killed_games import Task, kill_games
from tests.properties.killed_tables import AtTheTable

KILLS = 3


def test_games_at_the_table_that_were_killed_end_as_undisturbed_ones() -> None:
    tally = kill_games(AtTheTable(), KILLS, seed=5)
    assert tally.kills == KILLS
    assert not tally.different


class Forgetful(AtTheTable):
    """Believes that another game was played."""

    def undisturbed(self, task: Task) -> bytes:
        return super().undisturbed(Task(task.ruleset, task.match, task.seed + 1))


def test_another_end_at_the_table_would_be_noticed() -> None:
    tally = kill_games(Forgetful(), 1, seed=5)
    assert len(tally.different) == tally.games > 0
