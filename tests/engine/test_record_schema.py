"""The committed JSON Schema of records is that of the classes, and records keep to it.

After a deliberate change of the classes, write it anew:

    python -m ruledsl.engine.record_schema docs/schema
"""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

import ruledsl
from ruledsl.engine.record_schema import record_schema
from ruledsl.machine.schema import text_of

COMMITTED = Path(__file__).parents[2] / "docs" / "schema" / "record.schema.json"


def test_the_committed_schema_is_up_to_date() -> None:
    assert COMMITTED.read_text(encoding="utf-8") == text_of(record_schema())


@pytest.mark.parametrize("name", [info.name for info in ruledsl.rulesets()])
def test_records_keep_to_it(name: str) -> None:
    state = ruledsl.load(name).start(seed=3)
    while not state.is_over:
        state.push(state.legal_moves[-1])
    document = json.loads(ruledsl.write_record(state.record()))
    validator = jsonschema.Draft202012Validator(json.loads(COMMITTED.read_text(encoding="utf-8")))
    validator.validate(document)
    for wrong in ({"players": "2"}, {"items": [{"chance": "bird", "outcome": ""}]}, {"further": 1}):
        with pytest.raises(jsonschema.ValidationError):
            validator.validate(document | wrong)
