"""The committed JSON Schemas of journals and save files are those of the classes, and files keep to them.

After a deliberate change of the classes, write them anew:

    python -m ruledsl.store.schema docs/schema
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ruledsl.machine.schema import text_of
from ruledsl.store.savefiles import to_bytes
from ruledsl.store.saves import save_of, seat_save_of
from ruledsl.store.schema import schemas
from ruledsl.store.sitting import begin
from tests.store.tables import MATCH, SEATS, acts, market

COMMITTED = Path(__file__).parents[2] / "docs" / "schema"


def validator(name: str) -> Any:
    text = (COMMITTED / f"{name}.schema.json").read_text(encoding="utf-8")
    schema = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("name", ["journal", "save", "seat_save"])
def test_the_committed_schema_is_up_to_date(name: str) -> None:
    text = (COMMITTED / f"{name}.schema.json").read_text(encoding="utf-8")
    assert text == text_of(schemas()[name])
    assert set(schemas()) == {"journal", "save", "seat_save"}


def test_journals_keep_to_it(tmp_path: Path) -> None:
    sitting = begin(market(), 3, SEATS, MATCH, folder=tmp_path)
    list(acts(sitting, 8, 300))
    assert sitting.journal is not None
    lines = [json.loads(line) for line in sitting.journal.path.read_text("utf-8").splitlines()]
    kinds = {line["entry"]["kind"] for line in lines}
    assert kinds == {"header", "rules", "new", "next", "move", "undo", "redo", "seat"}
    checker = validator("journal")
    for line in lines:
        checker.validate(line)
        entry = line["entry"]
        for wrong in (entry | {"kind": "dance"}, entry | {"more": 1}, {"kind": entry["kind"]}):
            with pytest.raises(jsonschema.ValidationError):
                checker.validate(line | {"entry": wrong})
        with pytest.raises(jsonschema.ValidationError):
            checker.validate(line | {"check": "x"})


def test_saves_keep_to_it() -> None:
    from ruledsl.store.sitting import Sitting

    sitting = Sitting(market(), 3, SEATS, MATCH)
    list(acts(sitting, 8, 60))
    for name, save in (("save", save_of(sitting)), ("seat_save", seat_save_of(sitting, 2))):
        document = json.loads(to_bytes(save))
        checker = validator(name)
        checker.validate(document)
        for wrong in ({"version": 2}, {"seats": 5}, {"further": 1}, {"check": 3}, {"format": ""}):
            with pytest.raises(jsonschema.ValidationError):
                checker.validate(document | wrong)
        for missing in document:
            with pytest.raises(jsonschema.ValidationError):
                checker.validate({k: v for k, v in document.items() if k != missing})
