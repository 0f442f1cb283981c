"""What people are told to type first does what it should: on a clean copy, in an environment of its own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.docs.console import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
START = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")

PARTS = ("ruledsl", "rulesets", "grammar", "examples", "docs")
FILES = ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md")
LEFT_BEHIND = shutil.ignore_patterns("__pycache__", "*.egg-info")


def told(mark: str) -> str:
    """The command of the README behind a mark."""
    match = re.search(rf"^<!-- {mark} -->\n```sh\n(.*)\n```$", README, re.MULTILINE)
    assert match is not None
    return match[1]


def test_the_start_page_tells_the_same() -> None:
    (block,) = re.findall(r"^```sh\n(.*?)^```$", START, re.MULTILINE | re.DOTALL)
    create, install, enter = block.splitlines()
    assert told("play").startswith(f"{create} && {install} && ")
    assert enter == ". .venv/bin/activate"


@pytest.mark.skipif(os.name != "posix", reason="the command for other systems is another one")
def test_the_first_command_installs_and_plays(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    for part in PARTS:
        shutil.copytree(ROOT / part, copy / part, ignore=LEFT_BEHIND)
    for name in FILES:
        shutil.copy(ROOT / name, copy / name)
    bare = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}

    def run(command: str, typed: str = "") -> str:
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=copy,
            env=bare,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    assert "you leave; the game is not finished" in run(told("play"), "quit\n")
    # The package stands on its own: not on what lies beside it in a checkout.
    for part in ("ruledsl", "rulesets", "grammar"):
        shutil.rmtree(copy / part)
    installed = f". .venv/bin/activate && cd {tmp_path} && "
    assert "kuhn" in run(f"{installed} ruledsl list")
    assert "my_game.rules: My game" in run(f"{installed} ruledsl new my_game")
    assert "2 passed" in run(f"{installed} ruledsl test my_game.rules")
    assert "complete" in run(f"{installed} ruledsl completion bash")
