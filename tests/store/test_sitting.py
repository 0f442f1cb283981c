"""A sitting: whatever is done at the table, the journal leads back to exactly there."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from ruledsl.engine.errors import IllegalMove, MoveError, NotOverError, StartError
from ruledsl.engine.game import Game
from ruledsl.engine.moves import Move
from ruledsl.engine.record import ChanceItem
from ruledsl.machine import serial
from ruledsl.store.entries import (
    MoveEntry,
    NewEntry,
    RedoEntry,
    Seat,
    SeatEntry,
    UndoEntry,
)
from ruledsl.store.errors import DamagedFile, DifferentRules, StoreError
from ruledsl.store.journal import Journal, read_journal
from ruledsl.store.lines import Reading
from ruledsl.store.resuming import replayed, resume
from ruledsl.store.sitting import Sitting, begin
from tests.engine.market import market_machine
from tests.engine.play import Picker
from tests.store.tables import MATCH, SEATS, act, acts, look, market, seats_of, shipped


def path_of(sitting: Sitting) -> Path:
    assert sitting.journal is not None
    return sitting.journal.path


# --- there and back -----------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, (1 << 64) - 1),
    doings=st.integers(0, 1 << 32),
    counts=st.lists(st.integers(0, 40), min_size=1, max_size=3),
    match=st.sampled_from((None, MATCH, "totals")),
)
def test_a_resumed_sitting_is_the_one_that_was_left(
    seed: int, doings: int, counts: list[int], match: str | None
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        sitting = begin(market(), seed, SEATS, match, folder=Path(folder))
        undisturbed = Sitting(market(), seed, SEATS, match)
        picker, other = Picker(doings), Picker(doings)
        for count in counts:
            for _ in range(count):
                act(sitting, picker)
                act(undisturbed, other)
            path = path_of(sitting)
            assert sitting.journal is not None
            sitting.journal.close()
            sitting = resume(path)
            assert look(sitting) == look(undisturbed)
            assert sitting.notice() is None
        # Of what it has been through, the same is left.
        assert sitting.game.machine.rules_hash == market().machine.rules_hash


@pytest.mark.parametrize(
    ("name", "match"),
    [("kuhn", None), ("goofspiel", None), ("ka_ching", "best_of_three"), ("cherki", "three_deals"), ("cat_in_the_sack", None)],
)  # fmt: skip
def test_every_kind_of_game_is_resumed(tmp_path: Path, name: str, match: str | None) -> None:
    game = shipped(name)
    sitting = begin(game, 11, seats_of(game), match, folder=tmp_path)
    for _ in acts(sitting, 5, 60):
        pass
    path = path_of(sitting)
    before = look(sitting)
    assert sitting.journal is not None
    sitting.journal.close()
    again = resume(path)
    assert look(again) == before
    # And it meets the same luck from here on.
    for a, b in zip(acts(sitting, 6, 30), acts(again, 6, 30), strict=True):
        assert a is b
    assert look(again) == look(sitting)


def test_keeping_can_begin_in_the_middle(tmp_path: Path) -> None:
    sitting = Sitting(market(), 3, SEATS, MATCH)
    list(acts(sitting, 2, 70))
    sitting.keep(folder=tmp_path)
    list(acts(sitting, 3, 10))
    assert look(replayed(read_journal(path_of(sitting))[0])) == look(sitting)
    # A second journal takes the place of the first.
    first = path_of(sitting)
    sitting.keep(folder=tmp_path / "other")
    assert not first.exists()
    assert look(replayed(read_journal(path_of(sitting))[0])) == look(sitting)


# --- the verbs -----------------------------------------------------------------------------------------


def first_moves(count: int, match: str | None = None) -> Sitting:
    sitting = Sitting(market(), 3, SEATS, match)
    for _ in range(count):
        sitting.play(sitting.state.legal_moves[0], "person")
    return sitting


def test_undo_and_redo_keep_the_luck() -> None:
    sitting = first_moves(6)
    looks = [look(sitting)]
    sitting.undo(4)
    sitting.undo(1)
    assert len(sitting.done) == 1
    assert len(sitting.taken_back) == 5
    sitting.redo(4)
    sitting.redo(6)
    looks.append(look(sitting))
    assert looks[0] == looks[1]
    with pytest.raises(MoveError, match="there are no 7 moves"):
        sitting.redo(7)
    for wrong in (-1, 6, 9):
        with pytest.raises(MoveError, match=f"of 6 moves, {wrong} cannot be left"):
            sitting.undo(wrong)
    assert look(sitting) == looks[0]


def test_a_move_ends_what_can_be_put_back() -> None:
    sitting = first_moves(3)
    sitting.undo(1)
    sitting.play(sitting.state.legal_moves[-1], "bot")
    assert sitting.taken_back == ()
    assert [done.by for done in sitting.done] == ["person", "bot"]


def test_a_verb_that_fails_changes_and_writes_nothing(tmp_path: Path) -> None:
    sitting = begin(market(), 3, SEATS, MATCH, folder=tmp_path)
    first = sitting.state.legal_moves[0]
    sitting.play(first, "person")
    before, data = look(sitting), path_of(sitting).read_bytes()
    other = Game(market_machine()).start(seed=3)
    while not other.is_over:
        last = other.legal_moves[0]
        other.push(last)
    with pytest.raises(NotOverError):
        sitting.next_game()
    with pytest.raises(StartError, match="there is no seat 3"):
        sitting.sit(3, Seat("human"))
    with pytest.raises(StartError, match="a seed is a whole number"):
        sitting.new(-1)
    with pytest.raises(MoveError):
        sitting.undo(1)
    with pytest.raises(MoveError):
        sitting.redo(2)
    illegal = next(m for m in _all_moves(market()) if m not in sitting.state.legal_moves)
    with pytest.raises(IllegalMove):
        sitting.play(illegal, "person")
    assert look(sitting) == before
    assert path_of(sitting).read_bytes() == data


def _all_moves(game: Game) -> list[Move]:
    """The moves that are legal somewhere in one game."""
    state = game.start(seed=1)
    found: list[Move] = []
    while not state.is_over:
        found += state.legal_moves
        state.push(state.legal_moves[-1])
    return found


def test_a_sitting_that_cannot_be_begun() -> None:
    with pytest.raises(StartError, match="seats 1 to 2 are wanted, each once"):
        Sitting(market(), 1, {1: Seat("human")})
    with pytest.raises(StartError, match="seats 1 to 2 are wanted, each once"):
        Sitting(market(), 1, {**SEATS, 3: Seat("human")})
    with pytest.raises(StartError, match="no match `cup`"):
        Sitting(market(), 1, SEATS, "cup")
    with pytest.raises(StartError, match="no match is being played"):
        first_moves(0).next_game()


def test_a_new_game_begins_from_its_start(tmp_path: Path) -> None:
    sitting = begin(market(), 3, SEATS, MATCH, folder=tmp_path)
    start = look(sitting)
    list(acts(sitting, 9, 80))
    sitting.new(3)
    for seat, who in SEATS.items():
        sitting.sit(seat, who)
    assert look(sitting) == start
    sitting.new(4)
    assert sitting.seed == 4
    assert look(replayed(read_journal(path_of(sitting))[0])) == look(sitting)


# --- journals that do not fit --------------------------------------------------------------------------


def reading_of(folder: Path) -> Reading:
    sitting = begin(market(), 3, SEATS, MATCH, folder=folder)
    for _ in range(5):
        sitting.play(sitting.state.legal_moves[0], "person")
    sitting.undo(3)
    assert sitting.journal is not None
    sitting.journal.close()
    return read_journal(next(folder.iterdir()))[0]


def test_what_cannot_be_done_again_is_refused_without_a_word_on_what_it_was(tmp_path: Path) -> None:
    reading = reading_of(tmp_path)
    assert len(replayed(reading).done) == 3
    first, *moves, undo = reading.entries
    move = moves[2]
    assert isinstance(move, MoveEntry)
    assert isinstance(first, NewEntry)
    assert isinstance(moves[1], MoveEntry)
    otherwise = evolve(moves[1], chance=(ChanceItem("look", "Stock(red, 1)"),))
    for entries, complaint in (
        ((first, *moves[:2], evolve(move, move="dance")), "a move after 2 moves of game 1 cannot be done again"),
        ((first, *moves[:2], evolve(move, seat=9)), "a move after 2 moves of game 1 cannot be done again"),
        ((first, *moves[:2], evolve(move, ends=True)), "a move after 3 moves of game 1 comes out otherwise than it did"),
        ((first, moves[0], otherwise), "a move after 2 moves of game 1 comes out otherwise than it did"),
        ((first, UndoEntry(0)), "an undo after 0 moves of game 1 cannot be done again"),
        ((first, *moves, undo, RedoEntry(9)), "a redo after 3 moves of game 1 cannot be done again"),
        ((first, SeatEntry(3, Seat("human"))), "a change of seats after 0 moves of game 1 cannot be done again"),
        ((first, NewEntry("x", ())), "the beginning of a game cannot be done again"),
        ((evolve(first, chance=()), *moves), "the beginning of a game comes out otherwise than it did"),
        ((evolve(first, seed="none"), *moves), "the game cannot be begun again: `none` is no seed"),
    ):  # fmt: skip
        with pytest.raises(DamagedFile) as caught:
            replayed(evolve(reading, entries=entries))
        assert str(caught.value) == complaint


def test_another_version_of_the_program_is_named(tmp_path: Path) -> None:
    reading = reading_of(tmp_path)
    older = evolve(
        reading,
        header=evolve(reading.header, program="0.0.7"),
        entries=(reading.entries[0], UndoEntry(0)),
    )
    with pytest.raises(DamagedFile, match=r"written by version 0\.0\.7 of ruledsl, this is "):
        replayed(older)


def test_seats_and_matches_that_the_rules_do_not_have(tmp_path: Path) -> None:
    reading = reading_of(tmp_path)
    for header, complaint in (
        (evolve(reading.header, seats=()), "seats 1 to 2 are wanted"),
        (evolve(reading.header, match="cup"), "no match `cup`"),
    ):
        with pytest.raises(DamagedFile, match=complaint):
            replayed(evolve(reading, header=header))


# --- the rules -------------------------------------------------------------------------------------------


def test_play_goes_on_with_the_rules_it_was_begun_with(tmp_path: Path) -> None:
    """What the rule file says by now does not matter; the journal has the rules."""
    changed = Game(evolve(market_machine(), rules_hash="f" * 64))
    sitting = begin(market(), 3, SEATS, folder=tmp_path)
    list(acts(sitting, 1, 10))
    path = path_of(sitting)
    assert sitting.journal is not None
    sitting.journal.close()
    with pytest.raises(DifferentRules) as caught:
        resume(path, changed)
    assert caught.value.differs == ("rules",)
    assert "have changed since (" in str(caught.value)
    again = resume(path)
    assert look(again) == look(sitting)
    assert again.game.machine.rules_hash == market().machine.rules_hash
    assert again.journal is not None
    again.journal.close()
    # The same rules, compiled anew, do as well.
    assert look(resume(path, market())) == look(sitting)


def test_rules_in_a_journal_that_this_program_cannot_read(tmp_path: Path) -> None:
    reading = reading_of(tmp_path)
    text = serial.dump(market().machine)
    newer = evolve(
        reading,
        rules=evolve(reading.rules, machine=text.replace('"min_reader":1', '"min_reader":9')),
    )
    with pytest.raises(StoreError, match=r"cannot be used: .* version 9"):
        replayed(newer)
    assert len(replayed(newer, market()).done) == 3
    for broken in ("", "{}", text[:-30]):
        with pytest.raises(StoreError, match="the rules in the journal cannot be used"):
            replayed(evolve(reading, rules=evolve(reading.rules, machine=broken)))


def test_a_journal_is_let_go_of_when_it_cannot_be_resumed(tmp_path: Path) -> None:
    reading_of(tmp_path)
    (path,) = tmp_path.iterdir()
    with pytest.raises(DifferentRules):
        resume(path, shipped("kuhn"))
    journal, _ = Journal.open(path)
    journal.close()
