"""Every rule example of the documents is right, or wrong in just the way that the document says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruledsl import limits
from ruledsl.cli.main import main
from ruledsl.semantics.symbols import (
    BUILT_IN_FUNCTIONS,
    BUILT_IN_TYPES,
    BUILT_IN_VALUES,
)
from ruledsl.source import SourceFile
from ruledsl.syntax.formatter import format_text
from ruledsl.syntax.words import DECLARATIONS, QUESTIONS, RESERVED, STATEMENTS, STEPS
from tests.docs.blocks import FRAMES, Block, blocks_of, examine, whole_text

ROOT = Path(__file__).parents[2]
DOCUMENTS = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md"]
LANGUAGE = ROOT / "docs" / "language.md"
BLOCKS = [block for document in DOCUMENTS if document.is_file() for block in blocks_of(document)]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the whole files of the documents, so that variants find their bases."""
    folder = tmp_path_factory.mktemp("documents")
    for block in BLOCKS:
        if block.name is not None and not block.is_mistaken:
            (folder / f"{block.name}.rules").write_text(block.text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_an_example_is_as_the_document_says(block: Block, library: Path) -> None:
    name = block.name or block.marks.get("step", "fragment")
    found = examine(name, whole_text(block, BLOCKS), library)
    wanted = tuple(block.marks.get("wrong", "").split())
    assert found.codes == wanted, found.shown
    failed = [f"{r.title}: {r.message} {r.details}" for r in found.reports if not r.passed]
    assert len(failed) == int(block.marks.get("fails", "0")), "\n".join(failed)
    if re.search(r"^test ", block.text, re.MULTILINE) and not wanted:
        assert found.reports, "the tests of the example were not played"


@pytest.mark.parametrize("frame", sorted(FRAMES.glob("*.rules")), ids=lambda p: p.stem)
def test_a_frame_is_used_in_every_place(frame: Path) -> None:
    places = re.findall(r"# place: (\w+)", frame.read_text(encoding="utf-8"))
    used = {block.marks.get("in") for block in BLOCKS}
    assert {f"{frame.stem}/{place}" for place in places} <= used


def test_whole_files_have_names_of_their_own() -> None:
    whole = [b for b in BLOCKS if b.name is not None and "whole" not in b.marks]
    names = [b.name for b in whole if not b.is_mistaken]
    assert len(names) == len(set(names))


def test_a_faulty_fragment_is_noticed(tmp_path: Path) -> None:
    block = Block("none.md", 1, "move card to nowhere\n", {"in": "table/turn"})
    assert examine("fragment", whole_text(block), tmp_path).codes == ("RD115",)


def test_a_failing_test_is_noticed(tmp_path: Path) -> None:
    text = 'test "wrong":\n    expect 1 == 2\n'
    found = examine(
        "fragment", whole_text(Block("none.md", 1, text, {"in": "table/top"})), tmp_path
    )
    assert [r.passed for r in found.reports] == [False]


def test_a_fragment_needs_a_place_that_exists() -> None:
    with pytest.raises(ValueError, match="no place `nowhere`"):
        whole_text(Block("none.md", 1, "", {"in": "table/nowhere"}))
    with pytest.raises(ValueError, match="no ruleset `none`"):
        whole_text(Block("none.md", 1, "", {"after": "none"}), BLOCKS)
    with pytest.raises(ValueError, match="no frame `none`"):
        whole_text(Block("none.md", 1, "", {"in": "none/top"}))


def test_the_reference_shows_everything_that_can_begin_a_line() -> None:
    lines = [line for block in blocks_of(LANGUAGE) for line in block.text.splitlines()]
    shown = {match[0] for line in lines if (match := re.match(r" *\w+", line))}
    assert {word.strip() for word in shown} >= DECLARATIONS | STATEMENTS | STEPS


def _words(title: str) -> set[str]:
    """The words in backquotes of the list that follows a comment ``<!-- words: TITLE -->``."""
    match = re.search(
        rf"<!-- words: {title} -->\n\n(.*?)\n\n", LANGUAGE.read_text("utf-8"), re.DOTALL
    )
    assert match is not None, f"the reference has no list `{title}`"
    return set(re.findall(r"`(\w+)`", match[1]))


def test_the_reference_lists_the_reserved_words() -> None:
    assert _words("reserved") == RESERVED
    assert _words("questions") == QUESTIONS


def test_the_reference_lists_the_built_in_names() -> None:
    assert _words("built in") == {*BUILT_IN_TYPES, *BUILT_IN_VALUES, *BUILT_IN_FUNCTIONS}


def test_the_reference_states_the_limits() -> None:
    """Each row of the table of limits ends with the name of a limit and states its number."""
    rows = re.findall(
        r"^\| .* \| ([0-9,]+) \| <!-- (\w+) -->$", LANGUAGE.read_text("utf-8"), re.MULTILINE
    )
    stated = {name: int(number.replace(",", "")) for number, name in rows}
    wanted = {name: getattr(limits, name) for name in stated}
    assert stated == wanted
    about_rules = {name for name in vars(limits) if name.isupper()} - {
        "JOURNAL_BYTES",
        "MACHINE_FILE_BYTES",
        "SAVE_FILE_BYTES",
        "SAVE_FILE_PARTS",
        "REMEMBERED_ANSWERS",
    }
    assert set(stated) == about_rules


def test_the_errors_that_the_read_me_shows_are_what_the_program_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```text\n(error\[.*?)^```$", text, re.MULTILINE | re.DOTALL)
    (line,) = re.findall(r"^(\d+) \| (action .*)$", shown, re.MULTILINE)
    (nim,) = (b for b in BLOCKS if b.document == "README.md" and b.name == "nim")
    lines = nim.text.split("\n")
    assert lines[int(line[0]) - 1] == line[1].replace("heep", "heap")
    lines[int(line[0]) - 1] = line[1]
    (tmp_path / "nim.rules").write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["check", "nim.rules"]) == 1
    assert capsys.readouterr().out == f"{shown}\n1 error\n`--unsafe-fixes` mends 1 of them\n"


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.name is not None], ids=str)
def test_whole_files_are_laid_out_as_the_formatter_does(block: Block) -> None:
    laid = format_text(SourceFile(block.document, block.text))
    assert laid.text == block.text


def test_extras_are_quoted_wherever_they_are_installed() -> None:
    """Some shells (zsh) take what is within brackets for a pattern."""
    unquoted = re.compile(r"pip install (?:-e )?[\w.]*\[")
    for document in DOCUMENTS:
        assert not unquoted.search(document.read_text("utf-8")), document
