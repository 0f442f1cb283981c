"""``check --watch``: what is checked again, and what is shown."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruledsl.cli import watching
from ruledsl.cli.outcomes import UsageError
from ruledsl.cli.watching import Watch
from ruledsl.diagnostics.example import GAME, changed
from tests.cli.command import environment

WRONG = changed("require rounds < 8", "require rounds = 8")
VARIANT = 'language 1\nvariant duel_2 of duel "Two"\n'


def put(path: Path, text: str) -> None:
    """Write a file so that its stamp is another one than before, however fast the clock of the disk."""
    before = watching.stamp(str(path))
    path.write_text(text, encoding="utf-8")
    if before is not None:
        os.utime(path, ns=(before[0] + 10**9, before[0] + 10**9))


def codes(watch: Watch) -> list[str]:
    return [found.code for found in watch.checked.found]


def test_only_what_changed_is_checked_again(tmp_path: Path) -> None:
    duel, other = tmp_path / "duel.rules", tmp_path / "other.rules"
    put(duel, GAME)
    put(other, GAME.replace("game duel", "game other"))
    watch = Watch([str(tmp_path)])
    assert watch.look() == [str(duel), str(other)]
    assert watch.look() == []
    put(duel, WRONG)
    assert watch.look() == [str(duel)]
    assert codes(watch) == ["RD050"]
    put(duel, GAME)
    assert watch.look() == [str(duel)]
    assert codes(watch) == []


def test_a_variant_is_checked_again_when_its_base_changes(tmp_path: Path) -> None:
    base, variant = tmp_path / "duel.rules", tmp_path / "duel_2.rules"
    put(variant, VARIANT)
    watch = Watch([str(variant)])
    watch.look()
    assert codes(watch) == ["RD101"]
    put(base, WRONG)
    assert watch.look() == [str(variant)]
    assert codes(watch) == ["RD050"]
    put(base, GAME)
    assert watch.look() == [str(variant)]
    assert codes(watch) == []


def test_files_come_and_go(tmp_path: Path) -> None:
    duel, new = tmp_path / "duel.rules", tmp_path / "new.rules"
    put(duel, GAME)
    watch = Watch([str(tmp_path)])
    watch.look()
    put(new, WRONG.replace("game duel", "game new"))
    assert watch.look() == [str(new)]
    assert codes(watch) == ["RD050"]
    new.unlink()
    assert watch.look() == [str(new)]
    assert codes(watch) == []
    duel.unlink()
    with pytest.raises(UsageError, match="no rule files"):
        watch.look()


def test_a_named_file_that_is_not_there_is_waited_for(tmp_path: Path) -> None:
    duel = tmp_path / "duel.rules"
    watch = Watch([str(duel)])
    watch.look()
    assert codes(watch) == ["RD001"]
    put(duel, GAME)
    assert watch.look() == [str(duel)]
    assert codes(watch) == []


def test_a_change_while_a_check_runs_is_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel = tmp_path / "duel.rules"
    put(duel, GAME)
    check = watching.checked

    def slow(*args: object, **more: object) -> object:
        result = check(*args, **more)  # type: ignore[arg-type]
        if duel.read_text(encoding="utf-8") == GAME:
            put(duel, WRONG)
        return result

    monkeypatch.setattr(watching, "checked", slow)
    watch = Watch([str(duel)])
    watch.look()
    assert codes(watch) == []
    assert watch.look() == [str(duel)]
    assert codes(watch) == ["RD050"]


def test_a_terminal_shows_findings_in_place(tmp_path: Path) -> None:
    """On a terminal the screen is cleared for every showing, what went before stays to be scrolled to."""
    pty = pytest.importorskip("pty")
    duel = tmp_path / "duel.rules"
    put(duel, WRONG)
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "ruledsl", "check", "--watch", "duel.rules"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=tmp_path,
        env=environment({"TERM": "xterm", "COLUMNS": "100"}),
    )
    try:
        os.close(theirs)
        first = until(ours, b"Ctrl-C ends")
        put(duel, GAME)
        second = until(ours, b"Ctrl-C ends")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0
    finally:
        process.kill()
        process.wait()
    os.close(ours)
    assert first.startswith(b"\x1b[2J\x1b[H")
    assert b"RD050" in first
    assert second.lstrip().startswith(b"\x1b[2J\x1b[H")
    assert b"no faults in `duel.rules`" in second


def until(descriptor: int, mark: bytes) -> bytes:
    """What is written to a terminal up to a text."""
    seen = b""
    limit = time.monotonic() + 60
    while mark not in seen:
        ready, _, _ = select.select([descriptor], [], [], max(limit - time.monotonic(), 0))
        assert ready, seen
        seen += os.read(descriptor, 4096)
    return seen


# --- as a process ---------------------------------------------------------------------------


@pytest.fixture
def process(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    put(tmp_path / "duel.rules", GAME)
    with subprocess.Popen(
        [sys.executable, "-m", "ruledsl", "check", "--watch", "--format", "short", "."],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=environment({"PYTHONUNBUFFERED": "1"}),
    ) as started:
        yield started
        started.kill()


def shown(process: subprocess.Popen[str]) -> list[str]:
    """The lines that are shown up to the one that says that the command waits."""
    assert process.stdout is not None
    lines: list[str] = []
    limit = time.monotonic() + 60
    while time.monotonic() < limit:
        line = process.stdout.readline()
        assert line, "the command has ended"
        if line.startswith("waiting for changes"):
            return lines
        lines.append(line.rstrip("\n"))
    raise AssertionError(lines)


def test_the_command_shows_each_change_and_ends_with_ctrl_c(
    process: subprocess.Popen[str], tmp_path: Path
) -> None:
    assert shown(process) == ["no faults in `duel.rules`"]
    put(tmp_path / "duel.rules", WRONG)
    (line,) = shown(process)
    assert line.startswith("duel.rules:30:20: error[RD050]")
    (tmp_path / "duel.rules").unlink()
    assert shown(process) == ["there are no rule files (*.rules) in the folder `.`"]
    put(tmp_path / "duel.rules", GAME)
    assert shown(process) == ["no faults in `duel.rules`"]
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) == 0
