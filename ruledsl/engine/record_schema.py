"""The JSON Schema of records, from their classes.

Write the committed one anew with ``python -m ruledsl.engine.record_schema FOLDER``.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ruledsl.engine.record import FORMAT, VERSION, Record
from ruledsl.machine.schema import Schema, schema_of, text_of


def record_schema() -> Schema:
    """The schema of records of play."""
    schema = schema_of(Record, title="A record of play", tag="")
    version = {"type": "integer", "minimum": 1, "maximum": VERSION}
    schema["properties"] |= {
        "format": {"const": FORMAT},
        "version": version,
        "min_reader": version,
    }
    schema["required"] = sorted(schema["properties"])
    return schema


if __name__ == "__main__":
    (Path(sys.argv[1]) / "record.schema.json").write_text(
        text_of(record_schema()), encoding="utf-8", newline="\n"
    )
