"""A journal on disk: every entry is there at once, for its owner alone and for one writer at a time."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruledsl.store.entries import Seat, SeatEntry
from ruledsl.store.errors import Busy, DamagedFile, ForeignFile, StoreError, UnknownGame
from ruledsl.store.journal import Journal, read_journal
from ruledsl.store.resuming import resume
from ruledsl.store.shelf import shelf
from ruledsl.store.sitting import Sitting, begin
from tests.store.files import Unwilling
from tests.store.tables import MATCH, SEATS, acts, look, market

ROOT = Path(__file__).parents[2]


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    made = begin(market(), 7, SEATS, folder=tmp_path / "games")
    assert made.notice() is None
    yield made
    if made.journal is not None:
        made.journal.close()


def journal_of(sitting: Sitting) -> Journal:
    assert sitting.journal is not None
    return sitting.journal


def test_an_entry_is_in_the_file_when_the_verb_returns(sitting: Sitting) -> None:
    path = journal_of(sitting).path
    for count in range(12):
        sitting.play(sitting.state.legal_moves[0], "person")
        data = path.read_bytes()
        assert data.endswith(b"\n")
        assert data.count(b"\n") == 3 + count + 1
        reading, busy = read_journal(path)
        assert len(reading.entries) == count + 2
        assert busy


def test_each_entry_is_synced_and_the_folder_once(tmp_path: Path) -> None:
    files = Unwilling()
    sitting = begin(market(), 7, SEATS, folder=tmp_path / "games", files=files)
    assert files.calls[-3:] == ["write", "sync", "sync_folder"]
    for _ in acts(sitting, 5, 20):
        assert files.calls[-2:] == ["write", "sync"]
    # Once for the name of the file, and once for that of the folder, which was made for it.
    assert files.calls.count("sync_folder") == 2


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_it_is_private(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        sitting = begin(market(), 7, SEATS, folder=tmp_path / "state" / "games")
    finally:
        os.umask(before)
    path = journal_of(sitting).path
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(path.parent.parent.stat().st_mode) == 0o700


def test_two_games_of_one_second_have_two_journals(tmp_path: Path) -> None:
    sittings = [begin(market(), 7, SEATS, folder=tmp_path) for _ in range(5)]
    assert len({journal_of(s).path for s in sittings}) == 5


# --- one writer ----------------------------------------------------------------------------------------


def test_a_second_writer_is_refused_and_changes_nothing(sitting: Sitting) -> None:
    path = journal_of(sitting).path
    before = path.read_bytes()
    with pytest.raises(Busy, match="this game is being played in another window"):
        resume(path)
    assert path.read_bytes() == before
    # Reading it (also in the same process) does not take the lock from the writer.
    read_journal(path)
    with pytest.raises(Busy):
        resume(path)
    sitting.play(sitting.state.legal_moves[0], "person")
    journal_of(sitting).close()
    again = resume(path)
    assert look(again) == look(sitting)
    journal_of(again).close()


HOLDER = """
import sys
from pathlib import Path
from ruledsl.store.resuming import resume
from ruledsl.store.errors import Busy
try:
    sitting = resume(Path(sys.argv[1]))
except Busy as error:
    print(error, flush=True)
    raise SystemExit(1)
print("holding", flush=True)
sys.stdin.read()
"""


def test_the_lock_of_a_killed_writer_is_gone(sitting: Sitting) -> None:
    path = journal_of(sitting).path
    command = [sys.executable, "-c", HOLDER, str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "this game is being played in another window\n")
    sitting.play(sitting.state.legal_moves[0], "person")
    sitting.leave()
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "holding\n"
        with pytest.raises(Busy):
            resume(path)
        os.kill(other.pid, signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)
        other.wait()
    again = resume(path)
    assert look(again) == look(sitting)


# --- the end of the file -------------------------------------------------------------------------------


def test_a_torn_line_is_cut_off_and_play_goes_on(tmp_path: Path) -> None:
    sitting = begin(market(), 7, SEATS, MATCH, folder=tmp_path)
    path = journal_of(sitting).path
    list(acts(sitting, 1, 9))
    before = look(sitting)
    whole = path.read_bytes()
    sitting.sit(2, Seat("human"))
    last = path.read_bytes()[len(whole) :]
    journal_of(sitting).close()
    for length in (*range(0, len(last), 9), len(last) - 1):
        path.write_bytes(whole + last[:length])
        again = resume(path)
        assert look(again) == before
        assert path.read_bytes() == whole
        again.sit(2, Seat("human"))
        assert path.read_bytes() == whole + last
        journal_of(again).close()


def test_damage_in_the_middle_is_refused_with_the_line(sitting: Sitting) -> None:
    list(acts(sitting, 3, 10))
    path = journal_of(sitting).path
    journal_of(sitting).close()
    lines = path.read_bytes().split(b"\n")
    lines[4] = lines[4].replace(b'"kind"', b'"kinD"')
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(DamagedFile, match=r"^the journal is damaged: line 5 is not as it was"):
        resume(path)
    assert path.read_bytes() == b"\n".join(lines)
    # The refusal lets go of the file.
    with pytest.raises(DamagedFile):
        resume(path)


def test_what_cannot_be_opened_is_refused_with_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    with pytest.raises(UnknownGame, match="there is no journal"):
        resume(path)
    with pytest.raises(StoreError, match="cannot be read: is a directory"):
        resume(tmp_path)
    path.write_bytes(b"")
    with pytest.raises(DamagedFile, match="cut off before its first game had begun"):
        resume(path)
    path.write_bytes(b"dear diary\n")
    with pytest.raises(ForeignFile, match="this is no journal of a game"):
        resume(path)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.jsonl")
        with pytest.raises(StoreError, match="it is no plain file"):
            resume(tmp_path / "pipe.jsonl")


def test_a_journal_that_is_too_large_is_refused(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = journal_of(sitting).path
    journal_of(sitting).close()
    monkeypatch.setattr("ruledsl.limits.JOURNAL_BYTES", path.stat().st_size - 1)
    with pytest.raises(ForeignFile, match="more than 0 MB"):
        resume(path)
    monkeypatch.setattr("ruledsl.limits.JOURNAL_BYTES", path.stat().st_size)
    journal_of(resume(path)).close()


def test_leaving(tmp_path: Path) -> None:
    untouched = begin(market(), 7, SEATS, folder=tmp_path)
    untouched.leave()
    assert not list(tmp_path.iterdir())
    left = begin(market(), 7, SEATS, folder=tmp_path)
    left.play(left.state.legal_moves[0], "person")
    left.leave()
    left.leave()
    (path,) = tmp_path.iterdir()
    again = resume(path)
    while not again.is_over:
        again.play(again.state.legal_moves[0], "person")
    # Until the players get up, the last move can be taken back; so the journal is still there.
    assert path.exists()
    assert shelf(tmp_path).finished[0].is_over
    again.leave()
    assert not path.exists()


def test_after_leaving_nothing_is_written(sitting: Sitting) -> None:
    sitting.play(sitting.state.legal_moves[0], "person")
    journal = journal_of(sitting)
    sitting.leave()
    before = journal.path.read_bytes()
    sitting.play(sitting.state.legal_moves[0], "person")
    assert journal.write(SeatEntry(1, Seat("human"))) is None
    assert journal.remove() is None
    assert journal.path.read_bytes() == before
