"""What is generated grows about as the rules do, however their ways part and meet again."""

from __future__ import annotations

import pytest

from ruledsl.native.program import tree
from ruledsl.native.running.wasm import Unavailable, WasmBackend
from ruledsl.native.translate.lower import Lowered, lower
from tests.properties.test_programs import game_of


def conditions(count: int) -> Lowered:
    """The program of a game with so many conditions in a row."""
    asked = "".join(f"        if n > {k}:\n            m = {k}\n" for k in range(count))
    game = game_of(
        f"""language 1
game many "Many"
players 2
var n: 0..60 = 0 seen by all
var m: 0..60 = 0 seen by all
action one:
    n += 1
play:
    repeat until n >= 60:
{asked}        player 1 acts:
            must one
score p in Player = m
"""
    )
    assert game is not None
    return lower(game.machine)


def parts(lowered: Lowered) -> int:
    """The size of a program."""
    return sum(1 for f in lowered.unit.functions for _ in tree.nodes(f.body))


def test_a_row_of_conditions_is_not_written_down_once_for_every_way_through_it() -> None:
    few, many = parts(conditions(14)), parts(conditions(56))
    assert many / few < 6


def test_a_function_stays_small() -> None:
    assert max(f.variables for f in conditions(56).unit.functions) < 200


def test_a_program_that_wasmtime_refuses_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("wasmtime")
    monkeypatch.setattr(
        "ruledsl.native.running.wasm.to_wat", lambda _: "(module (func $f (result i64)))"
    )
    with pytest.raises(Unavailable, match="does not take the program of these rules: "):
        WasmBackend(conditions(2))
