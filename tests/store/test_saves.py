"""Save files: for all, to be gone on with; for one seat, to be read; written whole or not at all."""

from __future__ import annotations

import json
import os
import re
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import ruledsl
from ruledsl.engine.errors import PlayError
from ruledsl.engine.game import Game
from ruledsl.engine.knowledge import written
from ruledsl.engine.knowledge.tell import tell
from ruledsl.engine.record import MoveItem
from ruledsl.store.entries import Seat
from ruledsl.store.errors import (
    CannotSave,
    DamagedFile,
    DifferentRules,
    ForeignFile,
    NewerFile,
    OlderFile,
    StoreError,
    UnknownGame,
)
from ruledsl.store.savefiles import from_text, load, save, to_bytes
from ruledsl.store.saves import Save, SeatSave, rebuild, save_of, seat_save_of
from ruledsl.store.sitting import Sitting
from tests.engine.market import market_machine
from tests.engine.play import Picker
from tests.store.tables import MATCH, SEATS, act, acts, look, market, seats_of, shipped


def sat(count: int = 30, match: str | None = MATCH, seed: int = 3) -> Sitting:
    sitting = Sitting(market(), seed, SEATS, match)
    list(acts(sitting, seed, count))
    return sitting


def without_what_was_taken_back(sitting: Sitting) -> tuple[object, ...]:
    found = list(look(sitting))
    found[7] = []
    return tuple(found)


# --- for all ---------------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(st.integers(0, (1 << 64) - 1), st.integers(0, 90), st.sampled_from((None, MATCH, "totals")))
def test_a_saved_sitting_is_rebuilt(seed: int, count: int, match: str | None) -> None:
    sitting = sat(count, match, seed)
    data = to_bytes(save_of(sitting))
    assert from_text(data) == save_of(sitting)
    again = rebuild(from_text(data), market())
    assert look(again) == without_what_was_taken_back(sitting)
    assert to_bytes(save_of(again)) == data
    # It meets the same luck.
    one, other = Picker(seed), Picker(seed)
    while not sitting.is_over and not sitting.taken_back:
        act(sitting, one)
        act(again, other)
        assert look(again) == look(sitting)


@pytest.mark.parametrize("info", ruledsl.rulesets(), ids=lambda info: info.name)
def test_every_shipped_game_is_saved(tmp_path: Path, info: ruledsl.RulesetInfo) -> None:
    game = shipped(info.name)
    sitting = Sitting(game, 5, seats_of(game))
    for _ in acts(sitting, 4, 50):
        pass
    path = tmp_path / "game.save"
    save(path, save_of(sitting))
    assert look(rebuild(load(path), game)) == without_what_was_taken_back(sitting)


def test_names_of_any_letters(tmp_path: Path) -> None:
    names = ("Åse", "李", "\udcff", "a\nb", '"', "\0")
    for name in names:
        sitting = Sitting(market(), 1, {1: Seat("human", name), 2: Seat("random")})
        path = tmp_path / "x.save"
        save(path, save_of(sitting), replace=True)
        found = load(path)
        assert found.seats[0].name == name
        assert path.read_text("utf-8")


def test_a_save_of_other_rules_is_refused_saying_which(tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    sitting = sat()
    save(path, save_of(sitting))
    changed = Game(evolve(market_machine(), rules_hash="e" * 64))
    cases = (
        (shipped("kuhn"), ("ruleset",), "it is of `test`, this is `kuhn`"),
        (changed, ("rules",), "the rules of `test` have changed since"),
    )
    for game, differs, text in cases:
        with pytest.raises(DifferentRules) as caught:
            rebuild(load(path), game)
        assert caught.value.differs == differs
        assert str(caught.value).startswith(f"the save is of another game: {text}")


def test_other_players_and_options_are_named() -> None:
    game = ruledsl.load("cat_in_the_sack", players=3)
    save_of_three = save_of(Sitting(game, 1, seats_of(game)))
    four = ruledsl.load("cat_in_the_sack", players=4)
    with pytest.raises(DifferentRules, match="it is for 3 players, this is for 4") as caught:
        rebuild(save_of_three, four)
    assert caught.value.differs == ("players",)
    names = [info.name for info in ruledsl.rulesets()]
    game = next(shipped(name) for name in names if shipped(name).machine.options)
    first, *rest = game.machine.options
    other = evolve(first, value=first.high if first.value == first.low else first.low)
    set_otherwise = Game(evolve(game.machine, options=(other, *rest)))
    with pytest.raises(
        DifferentRules, match=rf"`{first.name}` is \S+ there and \S+ here"
    ) as caught:
        rebuild(save_of(Sitting(game, 1, seats_of(game))), set_otherwise)
    assert caught.value.differs == ("options",)


# --- damage ------------------------------------------------------------------------------------------------


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_changed_byte_is_noticed(data: st.DataObject) -> None:
    text = bytearray(to_bytes(save_of(sat(12))))
    place = data.draw(st.integers(0, len(text) - 1))
    text[place] = data.draw(st.integers(0, 255).filter(lambda value: value != text[place]))
    try:
        found = from_text(bytes(text))
    except StoreError:
        return
    # White space between the parts may change without changing what is said.
    assert found == save_of(sat(12))


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_save_that_is_cut_off_is_damaged(data: st.DataObject) -> None:
    text = to_bytes(save_of(sat(12)))
    length = data.draw(st.integers(20, len(text) - 2))
    with pytest.raises(DamagedFile, match="a part of it is missing"):
        from_text(text[:length])


def checked(plain: dict[str, Any]) -> str:
    """A save with the right check, whatever stands in it."""
    import hashlib

    plain.pop("check", None)
    body = json.dumps(plain, sort_keys=True, separators=(",", ":"))
    return json.dumps(plain | {"check": hashlib.sha256(body.encode()).hexdigest()})


def plain(**changes: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(to_bytes(save_of(sat(12)))) | changes
    return {name: value for name, value in found.items() if value is not ...}


def test_each_fault_has_its_message() -> None:
    assert from_text(checked(plain())) == save_of(sat(12))
    for changes, class_, complaint in (
        ({"format": "diary"}, ForeignFile, "^this is no save file of a game$"),
        ({"format": 5}, ForeignFile, "^this is no save file of a game$"),
        ({"min_reader": 2, "version": 2}, NewerFile, "^the save file needs a program that reads version 2 of the format; this one reads 1$"),
        ({"version": 0}, OlderFile, "^the save file has version 0 of the format; the oldest that this program reads is 1$"),
        ({"min_reader": ...}, DamagedFile, "^the save file is damaged: it does not say which version it is$"),
        ({"version": True}, DamagedFile, "^the save file is damaged: it does not say which version it is$"),
        ({"seats": ...}, DamagedFile, "^the save file is damaged: `seats` is missing$"),
        ({"more": 1}, DamagedFile, "^the save file is damaged: `more` does not belong here$"),
        ({"seed": 5}, DamagedFile, "^the save file is damaged: a text is wanted here, at `seed`$"),
        ({"by": [["cat"]]}, DamagedFile, r"^the save file is damaged: one of person, bot, lent, forced is wanted here, at `by\[0\]\[0\]`$"),
        ({"games": [{}]}, DamagedFile, r"^the save file is damaged: this is no record of a game, at `games\[0\]`$"),
    ):  # fmt: skip
        with pytest.raises(class_, match=complaint):
            from_text(checked(plain(**changes)))
    altered = plain(seed="1")
    with pytest.raises(
        DamagedFile, match=r"^the save file is damaged: it is not as it was written$"
    ):
        from_text(json.dumps(altered))


@pytest.mark.parametrize(
    "text", ["", "hello", "[]", "5", "null", "[" * 100_000, '{"a":' * 9999, b"\xff\0"]
)
def test_other_files_are_no_saves(text: str | bytes) -> None:
    with pytest.raises(ForeignFile, match="this is no save file of a game"):
        from_text(text)


def test_a_record_is_no_save() -> None:
    record = ruledsl.write_record(sat().state.record())
    with pytest.raises(ForeignFile, match="this is a record of play, without a seed"):
        from_text(record)


def test_a_save_that_does_not_fit_the_rules_is_refused_without_a_secret() -> None:
    good = save_of(sat(12, None))
    assert rebuild(good, market())
    first = good.games[0]
    number, move = next(
        (n, item) for n, item in enumerate(first.items) if isinstance(item, MoveItem)
    )
    items = (
        *first.items[:number],
        evolve(move, move="dance"),
        *first.items[number + 1 :],
    )
    for changed, complaint in (
        (evolve(good, games=(evolve(first, items=items),)), "^game 1 of the save cannot be played again$"),
        (evolve(good, by=((),)), "^game 1 of the save cannot be played again$"),
        (evolve(good, games=(evolve(first, items=first.items[1:]),)), "^game 1 of the save comes out otherwise than it did$"),
        (evolve(good, seed="12"), "^game 1 of the save "),
        (evolve(good, games=(first, first), by=good.by * 2), "^game 2 of the save cannot be played again$"),
        (evolve(good, games=(), by=()), "its games and who played them do not fit"),
        (evolve(good, by=()), "its games and who played them do not fit"),
        (evolve(good, seed="x"), "the save cannot be begun: `x` is no seed"),
        (evolve(good, seats=()), "the save cannot be begun: seats 1 to 2 are wanted"),
        (evolve(good, match="cup"), "the save cannot be begun: .* no match `cup`"),
    ):  # fmt: skip
        with pytest.raises(DamagedFile, match=complaint):
            rebuild(changed, market())


# --- for one seat --------------------------------------------------------------------------------------------


def test_a_seat_save_is_what_the_seat_has_seen(tmp_path: Path) -> None:
    sitting = sat(25)
    information = sitting.state.information_state(2)
    path = tmp_path / "seat.save"
    save(path, seat_save_of(sitting, 2))
    found = load(path)
    assert isinstance(found, SeatSave)
    assert found.events == information.lines
    assert found.digest == information.digest
    assert found.told == tuple(information.text.split("\n"))
    assert found.table == str(sitting.state.observation(2))
    # The lines can be read back, and told again by whoever has the rules.
    events = [written.read(line) for line in found.events]
    assert tuple(line.text for line in tell(market().machine, events)) == found.told
    assert set(found.moves) <= set(found.told)
    assert len(found.moves) >= sum(done.by == "person" for done in sitting.done) > 0
    with pytest.raises(ForeignFile, match="holds only what seat 2 has seen; it can be read, not"):
        rebuild(found, market())
    with pytest.raises(PlayError, match="there is no seat 3"):
        seat_save_of(sitting, 3)


@settings(max_examples=20, deadline=None)
@given(
    st.integers(0, 1 << 62), st.integers(1, 40), st.sampled_from(("kuhn", "goofspiel", "ka_ching"))
)
def test_a_seat_save_tells_apart_nothing_that_the_seat_cannot(
    seed: int, count: int, name: str
) -> None:
    """It is the same for a sitting with other hidden cards, another seed and other luck to come."""
    game = shipped(name)
    sitting = Sitting(game, seed, seats_of(game))
    picker = Picker(seed)
    for _ in range(count):
        if not sitting.state.is_over:
            moves = sitting.state.legal_moves
            sitting.play(moves[picker.below(len(moves))], "person")
    for seat in range(1, game.players + 1):
        told = to_bytes(seat_save_of(sitting, seat))
        other = Sitting(game, seed + 1, seats_of(game))
        other._alone = sitting.state.resample(seat, seed)
        assert to_bytes(seat_save_of(other, seat)) == told


def test_a_seat_save_has_no_seed() -> None:
    seed = 17_446_744_073_709_551_557
    sitting = sat(25, None, seed)
    for seat in (0, 1, 2):
        assert str(seed).encode() not in to_bytes(seat_save_of(sitting, seat))
    assert str(seed).encode() in to_bytes(save_of(sitting))


# --- on disk --------------------------------------------------------------------------------------------------


def test_an_old_save_is_replaced_only_when_told(tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    save(path, save_of(sat(5)))
    before = path.read_bytes()
    with pytest.raises(CannotSave, match=r"^there is a save file `\S+` already$") as caught:
        save(path, save_of(sat(9)))
    assert caught.value.exists
    assert path.read_bytes() == before
    save(path, save_of(sat(9)), replace=True)
    assert load(path) == save_of(sat(9))
    assert [p.name for p in tmp_path.iterdir()] == ["game.save"]
    # A damaged one and one of a later version are save files all the same.
    for text in (path.read_text("utf-8")[:-20], checked(plain(min_reader=7))):
        path.write_text(text, "utf-8")
        with pytest.raises(CannotSave) as caught:
            save(path, save_of(sat(9)))
        assert caught.value.exists
        save(path, save_of(sat(9)), replace=True)
        assert load(path) == save_of(sat(9))


def test_a_save_of_something_else_is_never_replaced(tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    sitting = sat(5)
    whole, seen = save_of(sitting), seat_save_of(sitting, 1)
    other = evolve(whole, games=tuple(evolve(r, ruleset="other") for r in whole.games))
    for old, new in ((whole, seen), (seen, whole), (other, whole), (whole, other)):
        path.unlink(missing_ok=True)
        save(path, old)
        before = path.read_bytes()
        with pytest.raises(
            CannotSave, match="is a save of something else, so it is left"
        ) as caught:
            save(path, new, replace=True)
        assert not caught.value.exists
        assert path.read_bytes() == before
        save(path, old, replace=True)


@pytest.mark.parametrize("content", ["", "my thesis", "{}", "[1]", '{"format": "ruledsl journal"}'])
@pytest.mark.parametrize("replace", [False, True])
def test_another_file_is_never_replaced(tmp_path: Path, content: str, replace: bool) -> None:
    path = tmp_path / "thesis.txt"
    path.write_text(content)
    with pytest.raises(CannotSave, match="is there already and is no save file, so it is left"):
        save(path, save_of(sat(5)), replace=replace)
    assert path.read_text() == content
    assert [p.name for p in tmp_path.iterdir()] == ["thesis.txt"]


def test_places_that_are_no_files(tmp_path: Path) -> None:
    what = save_of(sat(5))
    for path, complaint in (
        (str(tmp_path), "is a folder; name a file to save in"),
        (str(tmp_path / "no" / "x"), "there is no folder"),
        ("\0", "is no path"),
        (os.devnull, "is no plain file; name another"),
    ):
        with pytest.raises(CannotSave, match=complaint):
            save(path, what, replace=True)
    for path, class_, complaint in (
        (str(tmp_path), StoreError, "cannot be read: "),
        (str(tmp_path / "x"), UnknownGame, "there is no file `.*x`"),
        ("\0", UnknownGame, "is no path"),
        (os.devnull, StoreError, "it is no plain file"),
    ):
        with pytest.raises(class_, match=complaint):
            load(path)


@pytest.mark.skipif(sys.platform == "win32", reason="links and permissions are others there")
def test_links_and_permissions(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "real" / "game.save")
    before = os.umask(0o022)
    try:
        save(link, save_of(sat(5)))
        save(tmp_path / "seat.save", seat_save_of(sat(5), 1))
    finally:
        os.umask(before)
    assert link.is_symlink()
    assert isinstance(load(tmp_path / "real" / "game.save"), Save)
    assert stat.S_IMODE((tmp_path / "real" / "game.save").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "seat.save").stat().st_mode) == 0o644


def test_a_file_system_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", refuse)
    path = tmp_path / "game.save"
    save(path, save_of(sat(5)))
    assert load(path) == save_of(sat(5))
    with pytest.raises(CannotSave):
        save(path, save_of(sat(6)))
    assert re.fullmatch("game.save", " ".join(p.name for p in tmp_path.iterdir()))


def test_saves_have_a_largest_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.save"
    save(path, save_of(sat(5)))
    size = path.stat().st_size
    monkeypatch.setattr("ruledsl.limits.SAVE_FILE_BYTES", size)
    assert load(path) == save_of(sat(5))
    monkeypatch.setattr("ruledsl.limits.SAVE_FILE_BYTES", size - 1)
    with pytest.raises(ForeignFile, match="it has more than 0 MB"):
        load(path)
    with pytest.raises(CannotSave, match="this game is too long to be saved: it takes more than"):
        save(tmp_path / "other.save", save_of(sat(5)))
    assert not (tmp_path / "other.save").exists()
    monkeypatch.undo()
    path.write_text("[" + "[]," * 1_000_000 + "[]]")
    with pytest.raises(ForeignFile, match="more than 1,000,000 lists and objects"):
        load(path)
