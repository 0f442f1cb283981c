"""Back ends against the interpreter: moves, chance, faults, limits and cells are the same after every decision."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable

import pytest

from ruledsl.engine.game import Game
from ruledsl.native.running.backend import Backend
from ruledsl.native.running.python import PythonBackend
from ruledsl.native.running.wasm import WasmBackend
from ruledsl.native.translate.lower import Lowered, lower
from tests.machine.machines import auction
from tests.native.lockstep import side_by_side
from tests.properties.configurations import Setting, settings, shipped
from tests.properties.programs import made_up, written
from tests.properties.test_programs import game_of

BACKENDS: list[Callable[[Lowered], Backend]] = [PythonBackend]
if importlib.util.find_spec("wasmtime") is not None:
    BACKENDS.append(WasmBackend)

SETTINGS = [setting for name in shipped() for setting in settings(name)]
GAMES = 3
PROGRAMS = 36
CHUNKS = 6


@pytest.mark.parametrize("backend", BACKENDS, ids=lambda b: b.name)
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_shipped_rulesets(setting: Setting, backend: Callable[[Lowered], Backend]) -> None:
    game = setting.load()
    running = backend(lower(game.machine, traced=True))
    for number in range(GAMES):
        made, fault = side_by_side(game, running, number, most=400)
        assert made > 0
        assert fault is None


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_made_up_programs(chunk: int) -> None:
    """Faults come up in many of them, and must be the same, at the same place, in the same words."""
    played = 0
    for seed in range(chunk, PROGRAMS, CHUNKS):
        game = game_of(written(made_up(seed)))
        if game is None:
            continue
        lowered = lower(game.machine, traced=True)
        plain = lower(game.machine, traced=True, optimise=False)
        for running in [PythonBackend(plain), *(backend(lowered) for backend in BACKENDS)]:
            for number in range(4):
                side_by_side(game, running, number, most=100)
                played += 1
    assert played


@pytest.mark.parametrize("backend", BACKENDS, ids=lambda b: b.name)
def test_a_machine_with_every_kind_of_state(backend: Callable[[Lowered], Backend]) -> None:
    game = Game(auction())
    running = backend(lower(game.machine, traced=True))
    for number in range(20):
        made, fault = side_by_side(game, running, number)
        assert made > 0
        assert fault is None
