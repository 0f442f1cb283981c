"""The file layer, where systems differ: what this one does, and that the branches for others do what they should."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from ruledsl.store.files import FILES, reason_of


def test_locks_are_of_the_open_file(tmp_path: Path) -> None:
    path = tmp_path / "x"
    first = FILES.create(path)
    other = FILES.open(path)
    assert FILES.lock(first)
    assert not FILES.lock(other)
    assert not FILES.lock(other, shared=True)
    # Closing another descriptor of the same file does not lose the lock.
    FILES.close(FILES.open(path))
    assert not FILES.lock(other)
    FILES.close(first)
    assert FILES.lock(other, shared=True)
    third = FILES.open(path)
    assert FILES.lock(third, shared=True)
    FILES.close(third)
    FILES.close(other)


def test_on_windows_a_byte_is_locked_that_no_file_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[int] = []

    def locking(descriptor: int, mode: int, count: int) -> None:
        assert (mode, count) == (2, 1)
        place = os.lseek(descriptor, 0, os.SEEK_CUR)
        if place in held:
            raise PermissionError(errno.EACCES, "Permission denied")
        held.append(place)

    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=2))
    monkeypatch.setattr(sys, "platform", "win32")
    descriptor = FILES.create(tmp_path / "x")
    assert FILES.lock(descriptor)
    assert not FILES.lock(descriptor)
    assert held == [0x7FFFFFFE]
    # The next entry is written at the end of the file all the same.
    FILES.write(descriptor, b"one")
    FILES.write(descriptor, b"two")
    assert FILES.read(descriptor, 100) == b"onetwo"
    FILES.write(descriptor, b"three")
    FILES.sync_folder(tmp_path / "none")
    FILES.close(descriptor)
    assert (tmp_path / "x").read_bytes() == b"onetwothree"


@pytest.mark.parametrize("platform", [sys.platform, "win32"])
def test_a_name_that_is_taken_is_not_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str
) -> None:
    (tmp_path / "new").write_text("new")
    (tmp_path / "old").write_text("old")
    if platform == "win32" != sys.platform:
        # There `rename` refuses by itself; here it must be told.
        def rename(source: Path, target: Path) -> None:
            raise FileExistsError(errno.EEXIST, "File exists")

        monkeypatch.setattr("os.rename", rename)
    monkeypatch.setattr(sys, "platform", platform)
    with pytest.raises(FileExistsError):
        FILES.rename(tmp_path / "new", tmp_path / "old", replace=False)
    assert (tmp_path / "old").read_text() == "old"
    FILES.rename(tmp_path / "new", tmp_path / "old", replace=True)
    assert [path.name for path in tmp_path.iterdir()] == ["old"]
    assert (tmp_path / "old").read_text() == "new"


def test_a_folder_that_cannot_be_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    number = errno.EINVAL

    def fsync(_: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("os.fsync", fsync)
    FILES.sync_folder(tmp_path)
    number = errno.EIO
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        FILES.sync_folder(tmp_path)


def test_reasons_are_in_small_letters() -> None:
    assert reason_of(OSError(errno.ENOSPC, "No space left on device")) == "no space left on device"
    assert reason_of(OSError("It is odd")) == "it is odd"
