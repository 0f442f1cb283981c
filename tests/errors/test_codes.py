"""Every code of the catalogue shows itself, alone, on its own example.

The golden files ``golden/RDnnn.txt`` hold how each example's finding is shown. To
write them anew after a deliberate change of wording, run

    RULEDSL_WRITE_GOLDEN=1 python -m pytest tests/errors/test_codes.py

and read the difference before you keep it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from ruledsl.compiling import check_text
from ruledsl.diagnostics import human
from ruledsl.diagnostics.catalogue import MODULES, all_codes, codes_of, explain, lookup
from ruledsl.diagnostics.codes.model import Code
from ruledsl.diagnostics.model import Diagnostic
from ruledsl.source import SourceFile
from tests.explore.played import by_play
from tests.proofs.proved import by_proof

GOLDEN = Path(__file__).parent / "golden"
PACKAGE = Path(__file__).parents[2] / "ruledsl"
WRITE = os.environ.get("RULEDSL_WRITE_GOLDEN") == "1"

NO_RULE_FILE_SHOWS: dict[str, str] = {
    "RD001": "there is no file to be read",
    "RD003": "the file is no text",
    "RD004": "the file is no text in UTF-8",
    "RD061": "an example would go on for pages; the tests of the parser make one",
    "RD103": "it needs nine files, each a variant of the next",
    "RD111": "it needs a base and a variant",
    "RD120": "it is about the name of a file",
    "RD112": "it needs a base and a variant",
    "RD113": "it needs a base and a variant",
    "RD505": "it is about a number of players asked for from outside",
    "RD508": "it takes a file of hundreds of lines: many options, or many players",
    "RD506": "it is about an option set from outside",
    "RD507": "it is about an option set from outside",
    "RD520": "it is about a machine file that is not JSON, too large or too deep",
    "RD521": "it is about a machine file of a newer version",
    "RD522": "it is about a machine file of an older version",
    "RD523": "it is about a field of a machine file",
    "RD559": "a check of the text finds what a text can show; a test makes a machine that leaks",
    "RD560": "it is about games that take longer than an example should",
    "RD581": "it is about rules that are far larger than an example",
    "RD524": "it is about numbers of a machine file that no compiler writes",
}
"""Codes without an example, and why no rule file can bring them out."""


def check(text: str) -> tuple[Diagnostic, ...]:
    return tuple(check_text("example.rules", text).diagnostics)


LOOKED = {"reading": check, "play": by_play, "proof": by_proof}
"""How what is found is looked for."""

CODES = all_codes()
SHOWN = [code for code in CODES if code.bad]


@pytest.mark.parametrize("code", SHOWN, ids=lambda c: c.code)
def test_the_example_shows_exactly_this_code(code: Code) -> None:
    found = LOOKED[code.found_by](code.bad)
    assert {d.code for d in found} == {code.code}, [d.message for d in found]
    shown = human.render(found, {"example.rules": SourceFile("example.rules", code.bad)})
    file = GOLDEN / f"{code.code}.txt"
    if WRITE:
        file.write_text(shown, encoding="utf-8", newline="\n")
    assert shown == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("code", SHOWN, ids=lambda c: c.code)
def test_the_mended_example_is_right(code: Code) -> None:
    assert code.good, "an example needs its mended form"
    assert [(d.code, d.message) for d in check(code.good)] == []
    assert [(d.code, d.message) for d in LOOKED[code.found_by](code.good)] == []


def test_a_code_without_an_example_says_why() -> None:
    assert {code.code for code in CODES if not code.bad} == set(NO_RULE_FILE_SHOWS)


def test_every_golden_file_belongs_to_a_code() -> None:
    assert {file.stem for file in GOLDEN.glob("*.txt")} == {code.code for code in SHOWN}


def test_the_catalogue_names_every_module() -> None:
    there = {file.stem for file in (PACKAGE / "diagnostics" / "codes").glob("*.py")}
    assert set(MODULES) == there - {"__init__", "model"}


def test_codes_are_unique_and_stand_in_their_range() -> None:
    assert len({code.code for code in CODES}) == len(CODES)
    for module, (low, high) in MODULES.items():
        for code in codes_of(module):
            assert re.fullmatch(r"RD[0-9]{3}", code.code)
            assert low <= int(code.code[2:]) <= high, f"{code.code} stands in {module}"


def test_every_code_in_the_sources_is_in_the_catalogue_and_used() -> None:
    used: set[str] = set()
    for file in PACKAGE.rglob("*.py"):
        if file.parent.name != "codes":
            used |= set(re.findall(r"\"(RD[0-9]{3})\"", file.read_text(encoding="utf-8")))
    assert used == {code.code for code in CODES}


@pytest.mark.parametrize("code", CODES, ids=lambda c: c.code)
def test_wording(code: Code) -> None:
    assert code.title == code.title.strip()
    assert not code.title.endswith(".")
    assert code.title[:1] == code.title[:1].lower()
    assert code.meaning.strip()
    assert code.why.strip()
    text = explain(code)
    assert text.startswith(f"{code.code}: {code.title}\n")
    assert all(line == line.rstrip() for line in text.split("\n"))


def test_lookup() -> None:
    assert all(lookup(code.code) == code for code in CODES)
    assert lookup("rd523") == lookup("523") == lookup("RD523")
    assert lookup("RD523") is not None
    for name in ("", "RD", "RD999", "RD5230", "five", "RD1"):
        assert lookup(name) is None or lookup(name) in CODES
    assert lookup("RD999") is None


def test_explain() -> None:
    text = explain(
        Code("RD104", "a title", "The meaning.", "The reason.", "bad\n  rules\n", "good\n")
    )
    assert text == (
        "RD104: a title\n\nThe meaning.\n\nThe reason.\n\n"
        "An example (`-` what is wrong, `+` what is right):\n\n"
        "    - bad\n    -   rules\n    + good\n"
    )
