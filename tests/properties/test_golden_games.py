"""The games that are committed are the games that are played, and can be played again."""

from __future__ import annotations

from collections import Counter

from tests.properties.configurations import player_counts, shipped
from tests.properties.golden_games import GOLDEN, committed, golden, settings


def test_the_same_games_are_played_as_ever() -> None:
    before, now = GOLDEN.read_text(encoding="utf-8").splitlines(), golden().splitlines()
    for number, (old, new) in enumerate(zip(before, now, strict=False), 1):
        assert old == new, f"line {number} of {GOLDEN.name}"
    assert len(before) == len(now)


def test_the_committed_records_end_as_they_say() -> None:
    for (head, record), (setting, _) in zip(committed().items(), settings(), strict=True):
        state = setting.load().replay(record)
        assert state.is_over
        assert head == f"{setting}: {state.scores}"


def test_all_rulesets_and_numbers_of_players_are_there() -> None:
    found = Counter((record.ruleset, record.players) for record in committed().values())
    assert set(found) == {(name, n) for name in shipped() for n in player_counts(name)}
    assert max(found.values()) > 1
