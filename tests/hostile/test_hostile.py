"""Files that mean harm get a message, soon and in little memory; `python -m tests.hostile.running` runs all verbs on all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hostile.bases import chain, changes, circle
from tests.hostile.files import FILES
from tests.hostile.running import ALWAYS, BY_PLAY, OTHERS, faults, run

PATIENCE = 5.0
"""On a busy machine everything takes longer; what is quadratic takes longer still."""

WHAT_OTHERS_DO = (
    "defines that double",
    "old line ends",
    "an enormous choice of cards",
)
"""Files that show something in the verbs that are slower: that they are told of, played, mended, measured."""


@pytest.mark.parametrize("name", FILES)
def test_what_everybody_does_is_soon_over(name: str, tmp_path: Path) -> None:
    file = tmp_path / "x.rules"
    file.write_bytes(FILES[name].data)
    # By turns: to run all verbs on all files takes many minutes, which is what `running` is for.
    check, *others = ALWAYS
    for words in (check, others[[*FILES].index(name) % len(others)]):
        assert faults(name, words, run(words, file), PATIENCE) == []


@pytest.mark.parametrize("name", WHAT_OTHERS_DO)
def test_so_is_everything_else(name: str, tmp_path: Path) -> None:
    for words in (BY_PLAY, *OTHERS):
        file = tmp_path / "x.rules"
        file.write_bytes(FILES[name].data)
        assert faults(name, words, run(words, file), PATIENCE) == []


@pytest.mark.parametrize(
    ("files", "named", "code"),
    [
        (chain(7), "v7.rules", ""),
        (chain(200), "v200.rules", "RD103"),
        (circle(3), "v0.rules", "RD102"),
        (circle(300), "v0.rules", "RD103"),
        (changes(1_700, "replace define d# = 1\n", ""), "v1.rules", "RD121"),
        (changes(1_700, "remove define d#\n", ""), "v1.rules", ""),
        (changes(1_700, "remove define e#\n", ""), "v1.rules", "RD111"),
        (changes(1_200, "amend action act:\n    n = 2\n", ""), "v1.rules", ""),
        (
            changes(4_000, "amend action act:\n    n = 2\n", "amend action act:\n    n = 3\n"),
            "v2.rules",
            "RD005",
        ),
    ],
)
def test_bases_behind_bases(files: dict[str, str], named: str, code: str, tmp_path: Path) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    ran = run(("check", "--format", "short"), tmp_path / named)
    assert faults("", ("check",), ran, PATIENCE) == []
    assert code in ran.output
