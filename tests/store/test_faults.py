"""Disks that are full, folders that must not be written, files that vanish: the game goes on, and says so once."""

from __future__ import annotations

import errno
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ruledsl.store.errors import CannotKeep, CannotSave, KeptAgain, StoreError
from ruledsl.store.journal import read_journal
from ruledsl.store.resuming import replayed, resume
from ruledsl.store.savefiles import save
from ruledsl.store.saves import save_of
from ruledsl.store.shelf import forget, shelf, tidy
from ruledsl.store.sitting import Sitting, begin
from tests.engine.play import Picker
from tests.store.files import Unwilling
from tests.store.tables import MATCH, SEATS, act, acts, look, market

FULL = os.strerror(errno.ENOSPC).lower()


def path_of(sitting: Sitting) -> Path:
    assert sitting.journal is not None
    return sitting.journal.path


# --- a disk without room -------------------------------------------------------------------------------


@pytest.mark.parametrize("room", [*range(0, 60, 7), 400, 1000])
def test_a_full_disk_is_told_once_and_the_journal_stays_whole(tmp_path: Path, room: int) -> None:
    files = Unwilling()
    sitting = begin(market(), 3, SEATS, MATCH, folder=tmp_path, files=files)
    list(acts(sitting, 1, 4))
    files.room = room
    told = []
    picker = Picker(room)
    kept = look(sitting)
    lost = None
    for _ in range(25):
        act(sitting, picker)
        notice = sitting.notice()
        if notice is not None:
            told.append(notice)
            lost = kept
        elif lost is None:
            kept = look(sitting)
        # At every moment the file is the sitting as it was kept last.
        reading, _busy = read_journal(path_of(sitting))
        assert look(replayed(reading)) == kept
        assert not reading.torn
    (trouble,) = told
    assert trouble == CannotKeep(f"{path_of(sitting)}: {FULL}", retried=True)
    assert sitting.journal is not None
    assert sitting.journal.trouble == trouble

    files.room = None
    act(sitting, picker)
    assert sitting.notice() == KeptAgain()
    assert sitting.notice() is None
    assert sitting.journal.trouble is None
    assert look(replayed(read_journal(path_of(sitting))[0])) == look(sitting)

    files.room = 0
    act(sitting, picker)
    assert isinstance(sitting.notice(), CannotKeep)


def test_what_waits_is_tried_again_when_the_players_leave(tmp_path: Path) -> None:
    files = Unwilling()
    sitting = begin(market(), 3, SEATS, folder=tmp_path, files=files)
    files.room = 9
    sitting.play(sitting.state.legal_moves[0], "person")
    assert isinstance(sitting.notice(), CannotKeep)
    files.room = None
    sitting.leave()
    assert look(resume(shelf(tmp_path).latest().path)) == look(sitting)


@pytest.mark.parametrize("operation", ["write", "sync", "truncate"])
def test_whatever_fails_the_file_can_be_read(tmp_path: Path, operation: str) -> None:
    files = Unwilling()
    sitting = begin(market(), 3, SEATS, folder=tmp_path, files=files)
    list(acts(sitting, 1, 4))
    before = look(sitting)
    files.room = 20
    files.refused = {operation: errno.EIO}
    sitting.play(sitting.state.legal_moves[0], "person")
    assert isinstance(sitting.notice(), CannotKeep)
    assert look(replayed(read_journal(path_of(sitting))[0])) == before
    files.room = None
    files.refused = {}
    act(sitting, Picker(1))
    assert sitting.notice() == KeptAgain()
    assert look(replayed(read_journal(path_of(sitting))[0])) == look(sitting)


class Interrupting(Unwilling):
    """Is interrupted in the middle of a line, or before it is on the disk."""

    def __init__(self) -> None:
        super().__init__()
        self.at = ""

    def write(self, descriptor: int, data: bytes) -> int:
        written = super().write(descriptor, data[:10] if self.at == "write" else data)
        if self.at == "write":
            self.at = ""
            raise KeyboardInterrupt
        return written

    def sync(self, descriptor: int) -> None:
        if self.at == "sync":
            self.at = ""
            raise KeyboardInterrupt
        super().sync(descriptor)


@pytest.mark.parametrize("at", ["write", "sync"])
def test_an_interrupted_entry_is_written_with_the_next(tmp_path: Path, at: str) -> None:
    files = Interrupting()
    sitting = begin(market(), 3, SEATS, folder=tmp_path, files=files)
    files.at = at
    with pytest.raises(KeyboardInterrupt):
        sitting.play(sitting.state.legal_moves[0], "person")
    sitting.play(sitting.state.legal_moves[0], "person")
    assert sitting.notice() is None
    assert look(replayed(read_journal(path_of(sitting))[0])) == look(sitting)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_a_real_limit_on_the_size_of_files(tmp_path: Path) -> None:
    """The operating system itself refuses, in a process of its own."""
    import resource

    sitting = begin(market(), 3, SEATS, folder=tmp_path)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    limit = path_of(sitting).stat().st_size + 300
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))
    try:
        told = []
        for _ in acts(sitting, 8, 20):
            told.append(sitting.notice())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    (trouble,) = (notice for notice in told if notice is not None)
    assert isinstance(trouble, CannotKeep)
    assert "file too large" in trouble.reason
    assert path_of(sitting).stat().st_size <= limit
    act(sitting, Picker(1))
    assert sitting.notice() == KeptAgain()
    assert look(replayed(read_journal(path_of(sitting))[0])) == look(sitting)


# --- where nothing can be written ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "operation", ["make_folder", "create", "lock", "write", "sync", "sync_folder"]
)
def test_a_journal_that_cannot_be_begun_leaves_nothing_behind(
    tmp_path: Path, operation: str
) -> None:
    files = Unwilling()
    files.refused = {operation: errno.EROFS}
    sitting = begin(market(), 3, SEATS, folder=tmp_path / "games", files=files)
    notice = sitting.notice()
    assert isinstance(notice, CannotKeep)
    assert notice.reason == f"nothing can be written in {tmp_path / 'games'}: read-only file system"
    assert not notice.retried
    assert not list(tmp_path.glob("games/*"))
    # Play goes on, without another word.
    list(acts(sitting, 1, 10))
    assert sitting.notice() is None
    sitting.leave()


def test_a_journal_that_can_be_neither_begun_nor_removed_is_not_listed(tmp_path: Path) -> None:
    files = Unwilling()
    files.refused = {"write": errno.ENOSPC, "remove": errno.EIO}
    sitting = begin(market(), 3, SEATS, folder=tmp_path, files=files)
    assert isinstance(sitting.notice(), CannotKeep)
    assert len(list(tmp_path.iterdir())) == 1
    assert not shelf(tmp_path).unfinished


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    for folder in (tmp_path / "state", tmp_path / "state" / "games"):
        sitting = begin(market(), 3, SEATS, folder=folder)
        notice = sitting.notice()
        assert isinstance(notice, CannotKeep)
        assert notice.reason == f"nothing can be written in {folder}: not a directory"
    assert (tmp_path / "state").read_text() == "a file"
    assert shelf(tmp_path / "state").unfinished == ()


def test_no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("RULEDSL_STATE", "XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "")
    monkeypatch.setenv("USERPROFILE", "")
    sitting = begin(market(), 3, SEATS)
    assert sitting.notice() == CannotKeep(
        "there is no home folder; `RULEDSL_STATE` can name a folder to keep games in"
    )
    assert shelf().unfinished == ()


def test_journals_lie_where_the_environment_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("RULEDSL_STATE", str(tmp_path / "here"))
    sitting = begin(market(), 3, SEATS)
    sitting.play(sitting.state.legal_moves[0], "person")
    assert path_of(sitting).parent == tmp_path / "here" / "games"
    sitting.leave()
    assert len(shelf().unfinished) == 1


def test_a_file_that_vanishes_is_not_made_anew(tmp_path: Path) -> None:
    sitting = begin(market(), 3, SEATS, folder=tmp_path)
    path = path_of(sitting)
    path.unlink()
    sitting.play(sitting.state.legal_moves[0], "person")
    assert sitting.notice() == CannotKeep(f"the journal {path} has been removed")
    sitting.play(sitting.state.legal_moves[0], "person")
    assert sitting.notice() is None
    sitting.leave()
    assert not list(tmp_path.iterdir())


def test_a_file_in_its_place_is_left_alone(tmp_path: Path) -> None:
    sitting = begin(market(), 3, SEATS, folder=tmp_path)
    path = path_of(sitting)
    path.rename(tmp_path / "elsewhere")
    path.write_text("something else")
    sitting.play(sitting.state.legal_moves[0], "person")
    assert isinstance(sitting.notice(), CannotKeep)
    sitting.leave()
    assert path.read_text() == "something else"


def test_a_journal_that_cannot_be_removed_is_told(tmp_path: Path) -> None:
    files = Unwilling()
    sitting = begin(market(), 3, SEATS, folder=tmp_path, files=files)
    files.refused = {"remove": errno.EACCES}
    path = path_of(sitting)
    sitting.leave()
    trouble = CannotKeep(f"the journal {path} cannot be removed: permission denied")
    assert sitting.notice() == trouble
    (kept,) = shelf(tmp_path).unfinished
    assert forget(kept, files) == trouble
    tidy(shelf(tmp_path), files)
    assert forget(kept) is None
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("operation", ["open", "read", "lock"])
def test_reading_that_fails_is_told_with_the_reason(tmp_path: Path, operation: str) -> None:
    sitting = begin(market(), 3, SEATS, folder=tmp_path)
    sitting.play(sitting.state.legal_moves[0], "person")
    path = path_of(sitting)
    sitting.leave()
    files = Unwilling()
    files.refused = {operation: errno.EIO}
    with pytest.raises(StoreError, match=r"cannot be read: input/output error$"):
        resume(path, files=files)
    assert [u.path for u in shelf(tmp_path, files).unreadable] == [path]
    resume(path)


# --- with the permissions of somebody else ---------------------------------------------------------------

NOBODY = 65534
"""A user without rights, where tests are run by one who may do everything."""


def told_by_somebody_else(asked: Callable[[], list[str]]) -> list[str]:
    """What is returned in a process without the rights of the one who may do everything."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        text = ""
        try:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            text = "\n".join(asked())
        except BaseException as error:  # noqa: BLE001 - the parent shows it
            text = repr(error)
        finally:
            os.write(writing, text.encode())
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as stream:
        lines = stream.read().split("\n")
    os.waitpid(child, 0)
    return lines


@pytest.fixture
def closed() -> Iterator[Path]:
    """A folder in which others must not write, in a place that they can reach."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o555)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="users are told apart otherwise there")
def test_a_folder_without_permission(closed: Path, tmp_path: Path) -> None:
    def play(folder: Path) -> list[str]:
        sitting = begin(market(), 3, SEATS, folder=folder / "games")
        said = [str(sitting.notice())]
        sitting.play(sitting.state.legal_moves[0], "person")
        said += [f"{len(sitting.done)} move", str(sitting.notice())]
        try:
            save(folder / "game.save", save_of(sitting))
        except CannotSave as error:
            said.append(str(error))
        return said

    # Everything is loaded before rights are given up: the other user may not be able to read the libraries.
    assert play(tmp_path) == ["None", "1 move", "None"]
    trouble = CannotKeep(f"nothing can be written in {closed / 'games'}: permission denied")
    assert told_by_somebody_else(lambda: play(closed)) == [
        str(trouble),
        "1 move",
        "None",
        f"`{closed / 'game.save'}` cannot be written: permission denied",
    ]
    assert not list(closed.iterdir())


# --- save files --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("operation", ["create", "write", "sync", "rename"])
@pytest.mark.parametrize("replace", [False, True])
def test_a_save_that_fails_changes_nothing(tmp_path: Path, operation: str, replace: bool) -> None:
    sitting = Sitting(market(), 3, SEATS)
    path = tmp_path / "game.save"
    if replace:
        save(path, save_of(sitting))
        sitting.play(sitting.state.legal_moves[0], "person")
    before = sorted((p.name, p.read_bytes()) for p in tmp_path.iterdir())
    files = Unwilling(room=50)
    files.refused = {operation: errno.ENOSPC}
    with pytest.raises(CannotSave, match=f"cannot be written: {FULL}$"):
        save(path, save_of(sitting), replace=replace, files=files)
    assert sorted((p.name, p.read_bytes()) for p in tmp_path.iterdir()) == before
