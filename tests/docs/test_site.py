"""The documents make a site without a warning, and the page of the Python API is up to date."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import ruledsl
from tests.docs import write_api
from tests.docs.console import ROOT

CONFIGURATION = ROOT / "docs" / "site" / "mkdocs.yml"


def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mkdocs",
            "build",
            "--strict",
            "-f",
            str(CONFIGURATION),
            "-d",
            str(tmp_path / "site"),
        ],
        capture_output=True,
        text=True,
        # The theme advertises its successor among the warnings.
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    pages = {path.name for path in (tmp_path / "site").glob("*.html")}
    assert {"index.html", "tutorial.html", "cookbook.html", "api.html"} <= pages
    tutorial = (tmp_path / "site" / "tutorial.html").read_text(encoding="utf-8")
    assert '<span class="k">game</span>' in tutorial, "rules have no colours"
    assert "&lt;!--" not in tutorial
    assert "wrong: RD" not in tutorial, "marks for the tests are shown to readers"
    examples = {path.name for path in (tmp_path / "site" / "examples").iterdir()}
    assert examples >= {path.name for path in (ROOT / "examples").glob("*.rules")}


def test_every_page_is_in_the_menu() -> None:
    text = CONFIGURATION.read_text(encoding="utf-8")
    listed = set(re.findall(r"^  - [\w ]+: (\S+)$", text, re.MULTILINE))
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").glob("*.md")}
    assert pages | {"decisions/README.md", "sessions/README.md"} == listed


def test_the_page_of_the_api_is_up_to_date() -> None:
    written = write_api.FILE.read_text(encoding="utf-8")
    assert written == write_api.document(), "run `python -m tests.docs.write_api`"


def test_every_public_name_is_told_once() -> None:
    told = [name for names in write_api.themes().values() for name in names]
    public = [name for name in ruledsl.__all__ if not name.startswith("_")]
    assert sorted(told) == sorted(public)
    page = write_api.document()
    assert all(f"### {name}\n" in page for name in public)
