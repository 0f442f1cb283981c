"""Style and types, by the tools themselves, as configured in ``pyproject.toml``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_ruff() -> None:
    done = run("ruff", "check", "--no-fix", "ruledsl", "tests", "examples", "docs")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("platform", ["linux", "win32"])
def test_mypy(platform: str) -> None:
    """The configuration says which packages, and that they are strict. What is asked of a system is there on it."""
    done = run("mypy", "--platform", platform)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Success" in done.stdout
