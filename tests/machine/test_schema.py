"""The committed JSON Schema is that of the classes, and machine files keep to it.

After a deliberate change of the classes, write it anew:

    python -m ruledsl.machine.schema docs/schema
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Literal

import jsonschema
import pytest
from attrs import frozen

from ruledsl.machine.schema import machine_schema, schema_of, text_of
from ruledsl.machine.serial import dump
from tests.machine.machines import auction

COMMITTED = Path(__file__).parents[2] / "docs" / "schema" / "machine.schema.json"


def test_the_committed_schema_is_up_to_date() -> None:
    assert COMMITTED.read_text(encoding="utf-8") == text_of(machine_schema())


def test_a_machine_file_keeps_to_its_schema() -> None:
    schema = json.loads(COMMITTED.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    document = json.loads(dump(auction()))
    validator.validate(document)
    for path, value in (
        (("machine", "players"), "2"),
        (("machine", "states", 3, "state"), "jump"),
        (("machine", "states", 3, "extra"), 1),
        (("machine", "layout", "sorts", 0), "bird"),
        (("machine", "states", 3, "value"), ["const", [1], []]),
        (("format",), "ruledsl-record"),
    ):
        wrong = copy.deepcopy(document)
        inner = wrong
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
        with pytest.raises(jsonschema.ValidationError):
            validator.validate(wrong)


@frozen
class Leaf:
    """A leaf.

    More about it.
    """

    size: int
    note: str = ""


@frozen
class Twig:
    """A twig."""

    leaves: tuple[Leaf, ...]
    ends: tuple[Leaf | None, bool]
    names: dict[str, int]


@frozen
class Tree:
    """A tree."""

    kind: Literal["oak", "elm"]
    parts: tuple[Leaf | Twig, ...]


@frozen
class Odd:
    """Something that no schema is known for."""

    things: frozenset[int]


def test_any_attrs_class_has_a_schema() -> None:
    schema = schema_of(Tree, title="Trees", header={"version": {"const": 1}}, tag="part")
    assert schema["properties"]["kind"] == {"enum": ["oak", "elm"]}
    assert schema["required"] == ["kind", "parts", "version"]
    leaf = schema["$defs"]["Leaf"]
    assert leaf["description"] == "A leaf."
    assert leaf["required"] == ["part", "size"]
    jsonschema.validate(
        {"version": 1, "kind": "elm", "parts": [{"part": "leaf", "size": 2}]}, schema
    )
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"version": 1, "kind": "elm", "parts": [{"size": 2}]}, schema)
    with pytest.raises(TypeError):
        schema_of(Odd, title="")
