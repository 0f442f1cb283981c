"""The recorded sessions of the documents come out the same again, and show what they are to show."""

from __future__ import annotations

import re

import pytest

from ruledsl.semantics.library import shipped_rulesets
from tests.docs.played import SESSIONS, UP
from tests.docs.sessions import COLUMNS, FOLDER, page

PAGES = {name: FOLDER / f"{name}.md" for name in SESSIONS}


def test_each_shipped_ruleset_has_its_session_and_each_page_is_listed():
    assert set(SESSIONS) == set(shipped_rulesets())
    listed = re.findall(r"\]\((\w+)\.md\)", (FOLDER / "README.md").read_text(encoding="utf-8"))
    assert sorted(listed) == sorted(SESSIONS)
    assert {path.stem for path in FOLDER.glob("*.md")} == {"README", *SESSIONS}


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_comes_out_the_same_again(name):
    written = PAGES[name].read_text(encoding="utf-8")
    assert page(SESSIONS[name]) == written, "run `python -m tests.docs.sessions`"


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_shows_all_that_a_person_does(name):
    text = PAGES[name].read_text(encoding="utf-8")
    for needed in ("Tab", "Up key", "would play", "is not legal", "taken back", "made again"):
        assert needed in text, needed
    assert re.search(r"> reload\nthe rules are read again|> reload\nerror\[", text)
    if "--match" in SESSIONS[name].words:
        assert re.search(r" wins? the match$", text, re.MULTILINE)
    else:
        assert re.search(r"^the game is over$", text, re.MULTILINE)
    assert text.rstrip().endswith("```")
    assert any(UP in step.keys for step in SESSIONS[name].steps if hasattr(step, "keys"))


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_is_of_no_machine_in_particular(name):
    text = PAGES[name].read_text(encoding="utf-8")
    blocks = re.findall(r"^```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert max(len(row) for block in blocks for row in block.splitlines()) <= COLUMNS
    assert not re.search(r"(?:^|\s)/(?:tmp|home|root|usr|work)/", text)
    assert "Traceback" not in text
