"""The JSON Schemas of journals (of a line) and save files, from their classes.

Write the committed ones anew with ``python -m ruledsl.store.schema FOLDER``.
"""

from __future__ import annotations

import sys
from pathlib import Path

from attrs import frozen

from ruledsl.engine import record
from ruledsl.machine.schema import Schema, schema_of, text_of
from ruledsl.store import entries, saves
from ruledsl.store.entries import (
    Header,
    MoveEntry,
    NewEntry,
    NextEntry,
    RedoEntry,
    RulesEntry,
    SeatEntry,
    UndoEntry,
)


@frozen
class Line:
    """A line of a journal: an entry, and the check of it and of all lines before it."""

    check: str
    entry: (
        Header | RulesEntry | NewEntry | NextEntry | MoveEntry | UndoEntry | RedoEntry | SeatEntry
    )


def schemas() -> dict[str, Schema]:
    """The schemas by the names of their files."""
    journal = schema_of(Line, title="A line of a journal", tag="")
    journal["properties"]["check"] = {"type": "string", "pattern": "^[0-9a-f]{16}$"}
    save = schema_of(saves.Save, title="A save file", tag="")
    seat = schema_of(saves.SeatSave, title="A save file for one seat", tag="")
    for schema in (save, seat):
        schema["properties"]["check"] = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
    _head(journal["$defs"]["Header"], entries.FORMAT, entries.VERSION)
    _head(save, saves.FORMAT, saves.VERSION)
    _head(save["$defs"]["Record"], record.FORMAT, record.VERSION)
    _head(seat, saves.SEAT_FORMAT, saves.VERSION)
    for name, class_ in entries.CLASSES.items():
        definition = journal["$defs"][class_.__name__]
        definition["properties"]["kind"] = {"const": name}
        _all_required(definition)
    return {"journal": journal, "save": save, "seat_save": seat}


def _head(schema: Schema, format_: str, version: int) -> None:
    """Say which format and versions a file with this head may be of."""
    number = {"type": "integer", "minimum": 1, "maximum": version}
    schema["properties"] |= {
        "format": {"const": format_},
        "version": number,
        "min_reader": number,
    }
    _all_required(schema)


def _all_required(schema: Schema) -> None:
    schema["required"] = sorted(schema["properties"])


def write_all(folder: Path) -> None:
    """Write the schemas into a folder."""
    for name, schema in schemas().items():
        (folder / f"{name}.schema.json").write_text(text_of(schema), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_all(Path(sys.argv[1]))
