"""Running the command line, inside this process or as one of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from attrs import frozen

from ruledsl.cli.main import main

HERE = Path(__file__).parent
RULES = HERE / "rules"
FAULTY = HERE / "faulty"


@frozen
class Ran:
    """What a command line came to."""

    code: int
    out: str
    err: str


def ran(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    args: Sequence[str],
    typed: str = "",
) -> Ran:
    """Run a command line in this process; ``--help`` leaves with its own exit."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    try:
        code = main(args)
    except SystemExit as left:
        code = int(left.code or 0)
    captured = capsys.readouterr()
    return Ran(code, captured.out, captured.err)


def process(
    args: Sequence[str],
    typed: bytes = b"",
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run a command line as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "ruledsl", *args],
        input=typed,
        capture_output=True,
        env=environment(env),
        cwd=cwd,
        timeout=120,
        check=False,
    )


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment for a process, in which this very package is found."""
    root = str(HERE.parent.parent)
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "RULEDSL_DEBUG")}
    return {**kept, "PYTHONPATH": root, **(more or {})}
