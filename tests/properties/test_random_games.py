"""A sample of what `random_games` proves in bulk, for every setting of every shipped ruleset."""

from __future__ import annotations

import pytest

from tests.properties import random_games
from tests.properties.configurations import Setting, settings, shipped
from tests.properties.conservation import Conservation

GAMES = 3
"""Games of each setting."""

SETTINGS = [setting for ruleset in shipped() for setting in settings(ruleset)]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_random_games_pass(setting: Setting) -> None:
    played = random_games.play_chunk((setting, range(GAMES)))
    assert played.failures == ()
    assert played.games == GAMES
    assert played.decisions > 0


def _over(setting: Setting) -> tuple[Conservation, list[int]]:
    """The cells of a finished game, and what looks after them."""
    game, _ = random_games.both(setting)
    law = Conservation(game.machine)
    cells = list(random_games.played_through(game, 1).core)
    assert law.examine(cells) is None
    return law, cells


@pytest.mark.parametrize("ruleset", shipped())
def test_the_examination_sees_a_lost_card_a_new_face_and_a_value_out_of_range(ruleset: str) -> None:
    setting = next(iter(settings(ruleset)))
    machine = random_games.both(setting)[0].machine
    law, cells = _over(setting)
    holding = next(zone for zone in machine.zones if cells[zone.base])
    harm = {
        "a card less": (holding.base, cells[holding.base] - 1),
        "another card": (holding.base + 1, len(machine.cards)),
        "another face": (machine.layout.faces, len(machine.looks)),
        **{f"money in {a.name}": (a.base, cells[a.base] + 1) for a in machine.accounts},
        **{f"value of {v.name}": (v.base, v.high + 1) for v in machine.variables},
    }
    for name, (cell, value) in harm.items():
        harmed = cells.copy()
        harmed[cell] = value
        assert law.examine(harmed) is not None, name
