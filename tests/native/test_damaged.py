"""Machine files with changed numbers: what still passes for a machine is played alike, and harms nobody."""

from __future__ import annotations

import os
import random

import pytest

from ruledsl import api
from ruledsl.engine.game import Game
from ruledsl.machine import serial
from ruledsl.machine.model import NONE, SAFE, Machine
from ruledsl.machine.validate import problems
from ruledsl.native.translate.lower import TooLarge, lower
from tests.engine.market import market_machine
from tests.engine.test_robust import changed, numbers
from tests.machine.machines import auction
from tests.native.in_step import in_step, players
from tests.native.lockstep import side_by_side
from tests.native.test_lockstep import BACKENDS

MUTATIONS = int(os.environ.get("RULEDSL_MUTATIONS", "100"))
"""How many damaged machines are tried."""

SOURCES: dict[str, Machine] = {
    "market": market_machine(),
    "auction": auction(),
    "kuhn": api.load("kuhn").machine,
    "ka_ching": api.load("ka_ching").machine,
    "goofspiel": api.load("goofspiel").machine,
}


def test_what_is_perhaps_never_asked_is_no_fault() -> None:
    machine = api.load("cherki").machine
    data = serial.to_data(machine)
    [discard] = [n for n, action in enumerate(machine.actions) if action.name == "discard"]
    path = ("actions", discard, "guards", 0, "value", 2, 1, 2, 1, 1, 1)
    size = data
    for key in path:
        size = size[key]
    assert size == machine.players, "one card for each seat"
    damaged = serial.from_data(changed(data, path, 1))
    made, fault = in_step(players(damaged), 0, most=300)
    assert made > 20
    assert fault is None


@pytest.mark.parametrize("source", SOURCES)
def test_a_machine_with_a_changed_number(source: str) -> None:
    data = serial.to_data(SOURCES[source])
    paths = [path for path in numbers(data) if path[0] not in ("texts", "notes")]
    chance = random.Random(f"damaged {source}")
    tried = 0
    while tried < MUTATIONS // len(SOURCES):
        path = chance.choice(paths)
        old = data
        for key in path:
            old = old[key]
        value = chance.choice(
            (old + 1, old - 1, 0, 1, chance.randrange(600), -1, chance.randrange(9), NONE, SAFE)
        )
        try:
            machine = serial.from_data(changed(data, path, value))
        except ValueError:
            continue
        if problems(machine):
            continue
        tried += 1
        try:
            lowered = lower(machine, traced=True)
        except TooLarge:
            continue
        for backend in BACKENDS:
            running = backend(lowered)
            for number in range(2):
                side_by_side(Game(machine), running, number, most=60)
