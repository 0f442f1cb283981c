"""A sample of what `killed_games` does in bulk."""

from __future__ import annotations

from tests.properties.killed_games import AtTheStore, Task, kill_games

KILLS = 5


def test_games_that_were_killed_end_as_undisturbed_ones() -> None:
    tally = kill_games(AtTheStore(), KILLS, seed=5)
    assert tally.kills == KILLS
    assert not tally.different


class Forgetful(AtTheStore):
    """Believes that another game was played."""

    def undisturbed(self, task: Task) -> bytes:
        return super().undisturbed(Task(task.ruleset, task.match, task.seed + 1))


def test_another_end_would_be_noticed() -> None:
    tally = kill_games(Forgetful(), 1, seed=5)
    # How many games it takes until one is killed depends on how fast the computer is.
    assert len(tally.different) == tally.games > 0
