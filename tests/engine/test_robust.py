"""A machine file is input too: whatever numbers stand in it, play ends in a result or a clean error."""

from __future__ import annotations

import os
from typing import Any

import pytest

from ruledsl.engine.errors import PlayError
from ruledsl.engine.game import Game
from ruledsl.machine import serial
from ruledsl.machine.model import NONE, SAFE
from ruledsl.machine.validate import problems
from tests.engine.market import market_machine
from tests.engine.play import Picker

MUTATIONS = int(os.environ.get("RULEDSL_MUTATIONS", "150"))
"""How many damaged machines are tried."""

DATA = serial.to_data(market_machine())


def numbers(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all whole numbers in JSON data."""
    if isinstance(data, bool):
        return []
    if isinstance(data, int):
        return [path]
    if not isinstance(data, dict | list):
        return []
    items = data.items() if isinstance(data, dict) else enumerate(data)
    return [found for key, value in items for found in numbers(value, (*path, key))]


PATHS = [path for path in numbers(DATA) if path[0] != "texts"]


def changed(data: Any, path: tuple[Any, ...], value: int) -> Any:
    """The data with another number at a path; nothing else is copied deeply."""
    if not path:
        return value
    copy = data.copy()
    copy[path[0]] = changed(data[path[0]], path[1:], value)
    return copy


def played(game: Game, picker: Picker) -> str:
    """Play some moves; what became of it."""
    try:
        state = game.start(seed=picker.below(1000))
        for _ in range(60):
            if state.is_over:
                return f"over {state.winners} {state.scores}"
            move = state.legal_moves[picker.below(len(state.legal_moves))]
            assert state.why(str(move)).legal
            core = state.core
            try:
                state.push(move)
            except PlayError:
                assert state.core == core
                raise
    except PlayError as error:
        return f"refused: {error}"
    return "goes on"


def test_the_market_is_a_valid_machine() -> None:
    assert problems(market_machine()) == ()


@pytest.mark.parametrize("part", range(10))
def test_a_machine_with_a_changed_number_never_crashes(part: int) -> None:
    picker = Picker(part)
    tried = 0
    while tried < MUTATIONS // 10:
        path = PATHS[picker.below(len(PATHS))]
        old = DATA
        for key in path:
            old = old[key]
        value = (old + 1, old - 1, 0, 1, picker.below(600), -1, NONE, SAFE)[picker.below(8)]
        try:
            machine = serial.from_data(changed(DATA, path, value))
        except ValueError:
            continue
        if problems(machine):
            continue
        tried += 1
        played(Game(machine), picker)
