"""JSON Schemas from attrs classes, so that what is written and what is documented cannot differ.

`schema_of` works for any attrs class whose fields are numbers, texts, truth values, literals,
tuples, dictionaries by text and other attrs classes; `machine_schema` is that of machine files. The dialect is
2020-12. Regenerate the committed ones with ``python -m ruledsl.machine.schema FOLDER``.
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from attrs import NOTHING, fields, has, resolve_types

from ruledsl.machine.convert import TAG, tag_of
from ruledsl.machine.model import Expr, Machine
from ruledsl.machine.serial import FORMAT, VERSION
from ruledsl.source import Span

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

SPAN: Schema = {
    "description": "A place in a rule file: file, line, column, end line, end column; null for none.",
    "anyOf": [
        {"type": "null"},
        {
            "type": "array",
            "prefixItems": [{"type": "string"}, *[{"type": "integer"}] * 4],
            "minItems": 5,
            "maxItems": 5,
        },
    ],
}

EXPR: Schema = {
    "description": "An expression: operator, its fixed numbers, its operands, its place.",
    "type": "array",
    "prefixItems": [
        {"type": "string"},
        {"type": "array", "items": {"type": "integer"}},
        {"type": "array", "items": {"$ref": "#/$defs/Expr"}},
        {"$ref": "#/$defs/Span"},
    ],
    "minItems": 4,
    "maxItems": 4,
}

COMPACT: Mapping[type, Schema] = {Span: SPAN, Expr: EXPR}
"""Classes that are not written as objects, with the schema of how they are written."""


def schema_of(
    root: type,
    *,
    title: str,
    header: Mapping[str, Schema] | None = None,
    key: str = "",
    tag: str = TAG,
    compact: Mapping[type, Schema] = COMPACT,
) -> Schema:
    """The schema of files that hold an object of the attrs class ``root``.

    With ``key`` the object stands under that key of an outer one that has the fields of ``header``
    as well; without, ``header`` fields stand beside its own. Members of a union of classes are told
    apart by the key ``tag`` (by their own keys, where it is empty). ``compact`` holds the schemas of classes that are not written as objects.
    """
    writer = _Writer(tag, compact)
    outer: Schema = {"$schema": DIALECT, "title": title}
    head = dict(header or {})
    if key:
        head[key] = writer.of(root)
        outer |= {
            "type": "object",
            "properties": head,
            "required": sorted(head),
            "additionalProperties": False,
        }
    else:
        own = writer.object_of(root)
        outer |= own
        outer["properties"] = head | own["properties"]
        outer["required"] = sorted({*head, *own["required"]})
    outer["$defs"] = writer.definitions
    return outer


class _Writer:
    """Collects the schemas of the classes that it meets."""

    def __init__(self, tag: str, compact: Mapping[type, Schema]) -> None:
        self.tag = tag
        self.compact = compact
        self.definitions: dict[str, Schema] = {}

    def of(self, type_: Any) -> Schema:
        """The schema of values of a type."""
        plain = {int: "integer", str: "string", bool: "boolean", NoneType: "null"}.get(type_)
        if plain:
            return {"type": plain}
        origin, args = get_origin(type_), get_args(type_)
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(args[1])}
        if origin is Literal:
            return {"enum": list(args)}
        if origin is tuple:
            if len(args) == 2 and args[1] is Ellipsis:
                return {"type": "array", "items": self.of(args[0])}
            return {
                "type": "array",
                "prefixItems": [self.of(arg) for arg in args],
                "minItems": len(args),
                "maxItems": len(args),
            }
        if origin in (Union, UnionType):
            classes = [arg for arg in args if arg is not NoneType and has(arg)]
            tagged = bool(self.tag) and len(classes) > 1
            return {
                "anyOf": [
                    self._reference(arg, tagged) if arg in classes else self.of(arg) for arg in args
                ]
            }
        if isinstance(type_, type) and (has(type_) or type_ in self.compact):
            return self._reference(type_, tagged=False)
        raise TypeError(f"there is no schema for {type_!r}")

    def _reference(self, cls: type, tagged: bool) -> Schema:
        if cls.__name__ not in self.definitions:
            self.definitions[cls.__name__] = {}
            if cls in self.compact:
                self.definitions[cls.__name__] = self.compact[cls]
                for other in self.compact:
                    self._reference(other, tagged=False)
            else:
                self.definitions[cls.__name__] = self.object_of(cls, tagged=tagged)
        return {"$ref": f"#/$defs/{cls.__name__}"}

    def object_of(self, cls: type, *, tagged: bool = False) -> Schema:
        """The schema of a class that is written as an object."""
        resolve_types(cls)
        properties: dict[str, Schema] = {}
        required: list[str] = []
        if tagged:
            properties[self.tag] = {"const": tag_of(cls)}
            required.append(self.tag)
        for attribute in fields(cls):
            properties[attribute.name] = self.of(attribute.type)
            if attribute.default is NOTHING:
                required.append(attribute.name)
        return {
            "description": " ".join((inspect.getdoc(cls) or cls.__name__).split("\n\n")[0].split()),
            "type": "object",
            "properties": properties,
            "required": sorted(required),
            "additionalProperties": False,
        }


def machine_schema() -> Schema:
    """The schema of machine files."""
    return schema_of(
        Machine,
        title="A compiled ruleset, as written by `ruledsl compile`",
        header={
            "format": {"const": FORMAT},
            "version": {"type": "integer", "minimum": 1, "maximum": VERSION},
            "min_reader": {"type": "integer", "minimum": 1, "maximum": VERSION},
        },
        key="machine",
    )


def text_of(schema: Schema) -> str:
    """A schema as it is committed: keys sorted, two blanks a level."""
    return json.dumps(schema, indent=2, sort_keys=True) + "\n"


def write_all(folder: Path) -> None:
    """Write the schemas of this layer into a folder."""
    (folder / "machine.schema.json").write_text(
        text_of(machine_schema()), encoding="utf-8", newline="\n"
    )


if __name__ == "__main__":
    write_all(Path(sys.argv[1]))
