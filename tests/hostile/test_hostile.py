"""Files that mean harm get a message, soon and in little memory; `python -m tests.hostile.running` runs all verbs on all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hostile.files import FILES, chain, circle
from tests.hostile.running import ALWAYS, BY_PLAY, faults, run

PATIENCE = 5.0
"""On a busy machine everything takes longer; what is quadratic takes longer still."""

SLOW_ONCE = ("comments", "a long chain of defines", "ten thousand defines", "defines in a circle")
SLOW_ONCE += ("a family of families", "fifty seats and much to each")


@pytest.mark.parametrize("name", [*SLOW_ONCE, *(n for n in list(FILES)[::4] if n not in SLOW_ONCE)])
def test_a_check_is_soon_over(name: str, tmp_path: Path) -> None:
    file = tmp_path / "x.rules"
    file.write_bytes(FILES[name].data)
    assert faults(name, ("check",), run(("check",), file), PATIENCE) == []


@pytest.mark.parametrize("name", ["defines that double", "thousands of choices", "old line ends"])
def test_so_are_other_verbs(name: str, tmp_path: Path) -> None:
    file = tmp_path / "x.rules"
    file.write_bytes(FILES[name].data)
    for words in (*ALWAYS[1:], BY_PLAY):
        assert faults(name, words, run(words, file), PATIENCE) == []


@pytest.mark.parametrize(
    ("files", "named", "code"),
    [
        (chain(7), "v7.rules", ""),
        (chain(200), "v200.rules", "RD103"),
        (circle(3), "v0.rules", "RD102"),
        (circle(300), "v0.rules", "RD103"),
    ],
)
def test_bases_behind_bases(files: dict[str, str], named: str, code: str, tmp_path: Path) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    ran = run(("check", "--format", "short"), tmp_path / named)
    assert faults("", ("check",), ran, PATIENCE) == []
    assert code in ran.output
