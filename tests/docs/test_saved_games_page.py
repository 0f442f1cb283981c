"""What the page on kept games says is so: its program runs, its format is the format, its messages are real."""

from __future__ import annotations

import hashlib
import json
import re
import runpy
from collections.abc import Callable, Iterator
from pathlib import Path

import jsonschema
import pytest

from ruledsl import limits
from ruledsl.store.entries import CLASSES, MoveEntry
from ruledsl.store.errors import StoreError
from ruledsl.store.lines import read_lines
from ruledsl.store.resuming import resume
from ruledsl.store.savefiles import from_text, to_bytes
from ruledsl.store.saves import rebuild, save_of
from ruledsl.store.sitting import begin
from tests.store.tables import MATCH, SEATS, acts, market, shipped

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "saved_games.md"
TEXT = PAGE.read_text(encoding="utf-8")


def block(language: str) -> str:
    (text,) = re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    return str(text)


def test_the_program_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEDSL_STATE", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    program = tmp_path / "program.py"
    program.write_text(block("python"), encoding="utf-8")
    runpy.run_path(str(program))
    made = {path.name for path in tmp_path.iterdir()}
    assert made == {"ann.save", "evening.save", "program.py", "state"}


def test_the_line_keeps_to_the_schema() -> None:
    schema = json.loads((ROOT / "docs/schema/journal.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(json.loads(block("json")))


def test_the_check_is_what_the_page_says(tmp_path: Path) -> None:
    """Worked out from the page's words alone."""
    sitting = begin(market(), 7, SEATS, MATCH, folder=tmp_path)
    list(acts(sitting, 8, 30))
    assert sitting.journal is not None
    before = b""
    for line in sitting.journal.path.read_bytes().splitlines():
        entry = line.partition(b'"entry":')[2].removesuffix(b"}")
        assert json.loads(entry) == json.loads(line)["entry"]
        check = hashlib.sha256(before + b"\n" + entry).hexdigest()[:16]
        assert json.loads(line)["check"] == check
        before = check.encode()


def test_the_limits_are_stated() -> None:
    for number in (
        f"{limits.JOURNAL_BYTES // 1024**2} MB",
        f"{limits.SAVE_FILE_BYTES // 1024**2} MB",
        f"{limits.SAVE_FILE_PARTS:,} lists and objects",
    ):
        assert number in TEXT


def test_every_kind_of_line_is_described() -> None:
    rows = [row for row in TEXT.splitlines() if re.match(r"\| (\d|later|\|| )", row)]
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[2])}
    assert named == set(CLASSES)


def messages(folder: Path) -> Iterator[str]:
    """Messages of files that cannot be read, each brought about."""

    def said(asked: Callable[[], object]) -> str:
        with pytest.raises(StoreError) as caught:
            asked()
        return str(caught.value)

    sitting = begin(market(), 7, SEATS, folder=folder)
    assert sitting.journal is not None
    path = sitting.journal.path
    for _ in range(5):
        sitting.play(sitting.state.legal_moves[0], "person")
    text = to_bytes(save_of(sitting))
    yield said(lambda: read_lines(b"dear diary\n"))
    yield said(lambda: from_text("dear diary"))
    yield said(lambda: read_lines(path.read_bytes().replace(b'"by":"person"', b'"by":"bot"', 2)))
    yield said(lambda: from_text(text.replace(b"human", b"Human")))
    head = {"format": "ruledsl save", "version": 2, "min_reader": 2}
    yield said(lambda: from_text(json.dumps(head)))
    yield said(lambda: from_text(json.dumps(head | {"version": 0, "min_reader": 0})))
    yield said(lambda: rebuild(save_of(sitting), shipped("kuhn")))
    move = MoveEntry(1, "dance", (), "person", (), False)
    yield said(lambda: sitting.apply(move))
    yield said(lambda: sitting.check(move))
    yield said(lambda: resume(path))


def test_the_messages_are_those_of_the_program(tmp_path: Path) -> None:
    table = TEXT.partition("## When a file cannot be read")[2].partition("\n## ")[0]
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    named = [message for row in rows for message in re.findall(r"`([^`]+)`", row)]
    real = list(messages(tmp_path))
    assert len(named) == len(real)
    for message in named:
        shape = re.sub(r"\d+", r"\\d+", re.escape(message)).replace(re.escape("..."), ".+")
        assert any(re.fullmatch(shape, text) for text in real), (message, real)
