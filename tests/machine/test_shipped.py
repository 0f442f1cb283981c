"""Every shipped ruleset compiles to a machine that holds together and survives being written."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from attrs import evolve

from ruledsl.compiling import compile_program, open_named
from ruledsl.machine.graph import dot, mermaid
from ruledsl.machine.schema import machine_schema
from ruledsl.machine.serial import dump, read
from ruledsl.machine.validate import problems

RULESETS = sorted((Path(__file__).parents[2] / "rulesets").rglob("*.rules"))


def test_there_are_rulesets() -> None:
    assert len(RULESETS) >= 3


@pytest.mark.parametrize("file", RULESETS, ids=lambda file: file.stem)
def test_shipped_machines(file: Path) -> None:
    opened = open_named(str(file))
    assert opened.program is not None
    if opened.program.players is None:
        pytest.skip("a part of other games, not played by itself")
    least, most = opened.program.players
    schema = jsonschema.Draft202012Validator(machine_schema())
    for players in range(least, most + 1):
        machine = compile_program(opened, players).machine
        assert machine is not None
        assert problems(machine) == ()
        text = dump(machine)
        again = read(text)
        # A machine file names rule files without their folders.
        assert evolve(again, texts=machine.texts) == machine
        assert [t.lines for t in again.texts] == [t.lines for t in machine.texts]
        assert dump(again) == text
        schema.validate(json.loads(text))
        assert mermaid(machine).count("\n") > len(machine.states)
        assert dot(machine).count("\n") > len(machine.states)
