"""Rule files with a fault that a designer of games might make: what is said, and where.

Each file in ``broken`` is a real game with one change. The faulty line ends with the comment
``# expect: RDnnn``; where a comment cannot stand there, the last line of the file is
``# expect: RDnnn in line 12``. Beside it lies, as a ``.txt`` file, what is shown. To write
these anew after a deliberate change of wording, run

    RULEDSL_WRITE_GOLDEN=1 python -m pytest tests/errors/test_broken_files.py

and read the difference before you keep it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from ruledsl.compiling import check_text
from ruledsl.diagnostics import human

FOLDER = Path(__file__).parent / "broken"
FILES = sorted(FOLDER.glob("*.rules"))
WRITE = os.environ.get("RULEDSL_WRITE_GOLDEN") == "1"

HERE = re.compile(r"# expect: (RD[0-9]{3})$")
ELSEWHERE = re.compile(r"# expect: (RD[0-9]{3}) in line ([0-9]+)$")


def expected(text: str) -> list[tuple[int, str]]:
    """The line and the code of every finding that the comments of a file announce."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        if here := HERE.search(line):
            found.append((number, here[1]))
        elif elsewhere := ELSEWHERE.search(line):
            found.append((int(elsewhere[2]), elsewhere[1]))
    return sorted(found)


def test_there_are_enough() -> None:
    assert len(FILES) >= 40


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_the_fault_is_found_where_it_stands(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    wanted = expected(text)
    assert wanted, "the file says what is to be found"
    outcome = check_text(file.name, text)
    found = [(d.primary.span.line, d.code) for d in outcome.diagnostics]
    assert found == wanted
    shown = human.render(outcome.diagnostics, outcome.sources)
    golden = file.with_suffix(".txt")
    if WRITE:
        golden.write_text(shown, encoding="utf-8", newline="\n")
    assert shown == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_the_message_tells_how_to_mend_it(file: Path) -> None:
    for finding in check_text(file.name, file.read_text(encoding="utf-8")).diagnostics:
        assert finding.help, finding.message
        for text in (finding.message, finding.help or ""):
            assert not text.endswith(".")
            assert not re.search(r"\b(None|True|False|NoneType|attrs|lark|token|int|str)\b", text)


def test_every_shown_text_belongs_to_a_file() -> None:
    assert {f.stem for f in FOLDER.glob("*.txt")} == {f.stem for f in FILES}
