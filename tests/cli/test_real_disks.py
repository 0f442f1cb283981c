"""Disks that really cannot be written, or really are full, in a mount namespace of the process's own."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.cli.command import RULES, environment

WHISPER = str(RULES / "whisper.rules")
GAME = "bid 1\nundo\nbid 2\nundo\nbid 3\nundo\nbid 4\nundo\nlog\ntranscript\nbid 1\nscore\nquit\n"
PAGE = 4096


def mounted(
    options: str, folder: Path, command: list[str], typed: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a command to which ``folder`` is a disk of its own, mounted with these options."""
    script = 'mount -t tmpfs -o "$0" tmpfs "$1" && shift && exec "$@"'
    return subprocess.run(
        ["unshare", "-m", "sh", "-c", script, options, str(folder), *command],
        input=typed,
        capture_output=True,
        text=True,
        env=environment({"RULEDSL_STATE": str(folder / "state"), "COLUMNS": "400"}),
        cwd=folder.parent,
        timeout=120,
        check=False,
    )


@cache
def may_mount(folder: Path) -> bool:
    """Whether this user may mount disks, even for a process alone."""
    try:
        return mounted("ro", folder, ["true"]).returncode == 0
    except OSError:
        return False


@pytest.fixture
def disk(tmp_path: Path) -> Path:
    folder = tmp_path / "disk"
    folder.mkdir()
    if not may_mount(folder):
        pytest.skip("disks cannot be mounted here")
    return folder


def play(options: str, disk: Path, *words: str, typed: str = GAME) -> str:
    """What is shown of a game; nothing is complained of, and it ends well."""
    seats = ["--seed", "1", "--seat", "2=random", "--adviser", "random"]
    command = [sys.executable, "-m", "ruledsl", "play", WHISPER, *seats, *words]
    done = mounted(options, disk, command, typed)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_disk_that_cannot_be_written_is_told_once_and_the_game_goes_on(disk):
    out = play("ro", disk).splitlines()
    reason = f"nothing can be written in {disk}/state/games: read-only file system"
    assert out.count(f"(this game is not kept: {reason})") == 1
    whole = play("size=1m", disk).splitlines()
    assert [line for line in out if "is not kept" not in line] == whole
    assert "the game is over" in whole


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("nb", "dette spillet blir ikke lagret: ingenting kan skrives i {folder}: filsystemet kan bare leses"),
        ("nl", "dit spel wordt niet bewaard: in {folder} kan niets worden geschreven: het bestandssysteem is alleen-lezen"),
    ],
)  # fmt: skip
def test_it_is_told_in_other_languages_too(disk, language, told):
    out = play("ro", disk, "--lang", language)
    assert told.format(folder=f"{disk}/state/games") in out


def test_a_disk_that_is_full_is_told_once_and_the_game_goes_on(disk):
    whole = play("size=1m", disk).splitlines()
    late = 0
    for pages in range(1, 12):
        out = play(f"size={pages * PAGE}", disk).splitlines()
        told = [line for line in out if "is not kept" in line]
        assert len(told) <= 1
        assert all("no space left on device" in line for line in told)
        assert [line for line in out if line not in told] == whole
        late += sum("it is tried again" in line for line in told)
    assert late, "it was full after the beginning at least once"
    assert not told, "at last there was room"


def test_what_is_saved_on_a_full_disk_is_there_whole_or_not_at_all(disk):
    """There is room for one file."""
    lines = ["save {0}/a.save", "save {0}/b.save", "transcript {0}/c.txt", "bid 1", "load {0}/b.save", "load {0}/a.save"]  # fmt: skip
    typed = "".join(f"{line.format(disk)}\n" for line in [*lines, "quit"])
    out = play("size=4k", disk, typed=typed)
    for name in ("b.save", "c.txt"):
        assert f"`{disk}/{name}` cannot be written: no space left on device" in out
    assert "you play: bid(1)" in out
    assert f"there is no file `{disk}/b.save`" in out
    assert f"the game of `{disk}/a.save` goes on" in out
