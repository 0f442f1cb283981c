"""The shelf: unfinished games are listed, and found by number or by name."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from ruledsl.store.entries import Seat
from ruledsl.store.errors import UnknownGame
from ruledsl.store.resuming import resume
from ruledsl.store.shelf import Shelf, forget, shelf, tidy
from ruledsl.store.sitting import Sitting, begin
from tests.store.tables import MATCH, SEATS, look, market, seats_of, shipped


def moves(sitting: Sitting, count: int) -> Sitting:
    for _ in range(count):
        sitting.play(sitting.state.legal_moves[0], "person")
    return sitting


def left(sitting: Sitting, age: int) -> Path:
    """Leave a sitting; the file is so many seconds older than the day's beginning."""
    assert sitting.journal is not None
    path = sitting.journal.path
    sitting.journal.close()
    os.utime(path, (1_800_000_000 - age,) * 2)
    return path


@pytest.fixture
def three(tmp_path: Path) -> tuple[Path, Path, Path]:
    """An unfinished game of the market, one of another game played later, a finished one played last."""
    finished = begin(shipped("kuhn"), 1, seats_of(shipped("kuhn")), folder=tmp_path)
    while not finished.is_over:
        moves(finished, 1)
    one = moves(begin(market(), 1, SEATS, MATCH, folder=tmp_path), 5)
    other = moves(
        begin(shipped("goofspiel"), 1, seats_of(shipped("goofspiel")), folder=tmp_path), 2
    )
    return left(one, 30), left(other, 20), left(finished, 10)


def test_unfinished_games_come_first_played_last(
    tmp_path: Path, three: tuple[Path, Path, Path]
) -> None:
    found = shelf(tmp_path)
    assert [kept.path for kept in found.unfinished] == [three[1], three[0]]
    assert [kept.path for kept in found.finished] == [three[2]]
    later, earlier = found.unfinished
    assert (later.header.ruleset, later.moves, later.round) == ("goofspiel", 2, 1)
    assert (earlier.header.match, earlier.moves, earlier.round) == (MATCH, 5, 1)
    assert later.last > earlier.last
    assert earlier.last.timestamp() == 1_800_000_000 - 30
    assert not later.busy
    assert found.latest() == later
    assert earlier.name == three[0].stem


def test_how_far_follows_undo_redo_and_games(tmp_path: Path) -> None:
    sitting = begin(market(), 1, SEATS, MATCH, folder=tmp_path)

    def far() -> tuple[int, int, bool]:
        (kept,) = (*shelf(tmp_path).unfinished, *shelf(tmp_path).finished)
        assert kept.moves == len(sitting.done)
        assert sitting.match is not None
        assert kept.round == sitting.match.round
        assert kept.is_over == sitting.is_over
        return kept.moves, kept.round, kept.is_over

    moves(sitting, 6)
    assert far() == (6, 1, False)
    sitting.undo(2)
    sitting.sit(1, Seat("human"))
    assert far() == (2, 1, False)
    sitting.redo(5)
    assert far() == (5, 1, False)
    while not sitting.is_over:
        if sitting.state.is_over:
            far()
            sitting.next_game()
            assert far()[0] == 0
        else:
            moves(sitting, 1)
    assert far()[2]
    last = len(sitting.done)
    sitting.undo(last - 1)
    assert not far()[2]
    sitting.redo(last)
    assert far()[2]
    sitting.new(2)
    assert far() == (0, 1, False)


@pytest.mark.parametrize("text", ["1", " 1 ", "goofspiel", "NAME", "NAME-"])
def test_choosing(tmp_path: Path, three: tuple[Path, Path, Path], text: str) -> None:
    name = three[1].stem
    wanted = text.replace("NAME-", name[:-2]).replace("NAME", name)
    assert shelf(tmp_path).choose(wanted).path == three[1]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("0", "there is no unfinished game 0; they are numbered 1 to 2"),
        ("3", "there is no unfinished game 3; they are numbered 1 to 2"),
        ("9" * 30, "there is no unfinished game `" + "9" * 30 + "`; they are numbered 1 to 2"),
        ("kuhn", "there is no unfinished game `kuhn`; they are numbered 1 to 2"),
        ("", "there is no unfinished game ``; they are numbered 1 to 2"),
        ("../x", "there is no unfinished game `../x`; they are numbered 1 to 2"),
    ],
)
def test_choosing_what_is_not_there(
    tmp_path: Path, three: tuple[Path, Path, Path], text: str, complaint: str
) -> None:
    with pytest.raises(UnknownGame) as caught:
        shelf(tmp_path).choose(text)
    assert str(caught.value) == complaint


def test_a_name_that_may_mean_several(tmp_path: Path, three: tuple[Path, Path, Path]) -> None:
    left(
        moves(begin(shipped("goofspiel"), 2, seats_of(shipped("goofspiel")), folder=tmp_path), 1), 5
    )
    found = shelf(tmp_path)
    with pytest.raises(
        UnknownGame, match=r"^`goofspiel` may mean `\S*goofspiel\S*` or `\S*goofspiel"
    ):
        found.choose("goofspiel")
    with pytest.raises(UnknownGame, match="may mean"):
        found.choose(three[1].stem[:9])
    # A finished one can be had by its whole name, to look at its end.
    assert found.choose(three[2].stem).is_over


def test_a_game_that_is_being_played(tmp_path: Path, three: tuple[Path, Path, Path]) -> None:
    sitting = resume(three[1])
    found = shelf(tmp_path)
    assert [kept.busy for kept in found.unfinished] == [True, False]
    assert found.latest().path == three[0]
    other = resume(three[0])
    with pytest.raises(UnknownGame, match="every unfinished game is being played"):
        shelf(tmp_path).latest()
    other.leave()
    sitting.leave()
    assert look(resume(shelf(tmp_path).latest().path)) in (look(sitting), look(other))


def test_an_empty_shelf(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "none"):
        assert shelf(folder) == Shelf()
    with pytest.raises(UnknownGame, match=r"^there is no unfinished game$"):
        Shelf().latest()
    with pytest.raises(UnknownGame, match=r"^there is no unfinished game 1; there is none$"):
        Shelf().choose("1")


def test_what_cannot_be_read_is_listed_with_the_reason(
    tmp_path: Path, three: tuple[Path, Path, Path]
) -> None:
    damaged, foreign = three[0], tmp_path / "notes.jsonl"
    damaged.write_bytes(damaged.read_bytes().replace(b'"undo"', b'"redo"').replace(b"1", b"2", 3))
    foreign.write_text("buy milk\n")
    (tmp_path / "begun.jsonl").write_bytes(three[1].read_bytes()[:100])
    (tmp_path / "notes.txt").write_text("not looked at")
    found = shelf(tmp_path)
    reasons = {unreadable.path: unreadable.reason for unreadable in found.unreadable}
    assert reasons == {
        damaged: "the journal is damaged: line 1 is not as it was written",
        foreign: "this is no journal of a game",
    }
    with pytest.raises(UnknownGame, match="cannot be resumed: the journal is damaged: line 1"):
        found.choose(damaged.stem)


def test_stubs_are_tidied_away_when_they_are_old(tmp_path: Path) -> None:
    sitting = begin(market(), 1, SEATS, folder=tmp_path)
    data = left(sitting, 0).read_bytes()
    old, young, empty = (tmp_path / f"{name}.jsonl" for name in ("old", "young", "empty"))
    for path, length in ((old, len(data) // 2), (young, len(data) // 2), (empty, 0)):
        path.write_bytes(data[:length])
    now = time.time()
    os.utime(old, (now - 4000,) * 2)
    os.utime(empty, (now - 4000,) * 2)
    found = shelf(tmp_path)
    assert found.stubs == (empty, old, young)
    assert len(found.unfinished) == 1
    tidy(found)
    assert shelf(tmp_path).stubs == (young,)
    assert len(shelf(tmp_path).unfinished) == 1
    young.unlink()
    tidy(found)


def test_tidying_removes_what_is_finished(tmp_path: Path, three: tuple[Path, Path, Path]) -> None:
    looked_at = resume(three[2])
    tidy(shelf(tmp_path))
    assert all(path.exists() for path in three)
    assert looked_at.journal is not None
    looked_at.journal.close()
    tidy(shelf(tmp_path))
    assert [path.exists() for path in three] == [True, True, False]
    forget(shelf(tmp_path).choose("1"))
    assert [path.exists() for path in three] == [True, False, False]
