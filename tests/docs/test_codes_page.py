"""The page of codes is the catalogue, and nothing else."""

from __future__ import annotations

from ruledsl.diagnostics.catalogue import all_codes
from tests.docs.write_codes import FILE, THEMES, document


def test_the_page_is_up_to_date() -> None:
    written = FILE.read_text(encoding="utf-8")
    assert written == document(all_codes()), "run `python -m tests.docs.write_codes`"


def test_every_code_has_a_theme_and_an_entry() -> None:
    page = document(all_codes())
    for code in all_codes():
        assert int(code.code[2:]) // 100 in THEMES
        assert f"### {code.code}\n" in page
