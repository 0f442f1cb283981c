"""The tour of the house leads to rooms that are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "internals.md").read_text(encoding="utf-8")
FOLDERS = [ROOT, ROOT / "ruledsl", ROOT / "ruledsl" / "engine", ROOT / "ruledsl" / "lower"]
FOLDERS += [ROOT / "ruledsl" / "machine", ROOT / "ruledsl" / "syntax"]


def test_every_file_that_is_named_exists() -> None:
    named = set(re.findall(r"`([\w./*]+(?:\.(?:py|lark|json|rules)|/))`", PAGE))
    assert len(named) > 40
    missing = {name for name in named if not any(any(f.glob(name)) for f in FOLDERS)}
    assert not missing


def test_every_folder_of_the_package_is_named() -> None:
    packages = {p.parent.name for p in (ROOT / "ruledsl").glob("*/__init__.py")}
    assert {name for name in packages if f"`ruledsl/{name}/`" not in PAGE} == set()


def test_every_folder_of_tests_is_named() -> None:
    folders = {p.parent.name for p in (ROOT / "tests").glob("*/__init__.py")}
    assert {name for name in folders if f"`tests/{name}/`" not in PAGE} == set()


def test_links_between_the_documents_lead_somewhere() -> None:
    for document in (ROOT / "docs").glob("*.md"):
        text = document.read_text(encoding="utf-8")
        for target, anchor in re.findall(r"\]\(([\w./-]*)(?:#([\w-]+))?\)", text):
            file = document.parent / target if target else document
            assert file.exists(), f"{document.name}: {target}"
            if anchor:
                headings = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
                anchors = {re.sub(r"[^\w -]", "", h.lower()).replace(" ", "-") for h in headings}
                assert anchor in anchors, f"{document.name}: {target}#{anchor}"
