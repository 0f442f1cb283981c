"""Games whose luck was settled beforehand are kept, saved and gone on with as others are."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl.engine.errors import StartError
from ruledsl.engine.game import Game
from ruledsl.engine.luck import Draw
from ruledsl.native.running.retold import Told, told_again
from ruledsl.store.entries import Seat
from ruledsl.store.errors import DamagedFile
from ruledsl.store.resuming import resume
from ruledsl.store.savefiles import from_text, to_bytes
from ruledsl.store.saves import Save, rebuild, save_of
from ruledsl.store.sitting import Sitting
from ruledsl.table import Table

SEATS = {seat: Seat("human") for seat in (1, 2)}


def retold() -> tuple[Game, Told]:
    game = ruledsl.load("ka_ching")
    return game, told_again(game.machine, 3, 0, 1000)


def seated(moves: int = 6) -> Sitting:
    game, told = retold()
    sitting = Sitting(game, 11, SEATS, draws=told.draws)
    for move in told.moves[:moves]:
        sitting.play(move, "person")
    return sitting


def test_the_game_is_that_of_its_draws() -> None:
    game, told = retold()
    state = seated().state
    assert [item for item in state.items if item in told.moves] == [*told.moves[:6]]
    plain = game.start(11)
    assert plain.core != Sitting(game, 11, SEATS, draws=told.draws).state.core


def test_a_save_comes_back_as_it_was() -> None:
    sitting = seated()
    save = save_of(sitting)
    assert save.draws
    assert isinstance(save, Save)
    again = from_text(to_bytes(save))
    assert again == save
    back = rebuild(again, sitting.game)
    assert back.state.core == sitting.state.core
    assert back.draws == sitting.draws


def test_what_is_put_back_meets_the_same_luck() -> None:
    sitting = seated()
    before = sitting.state.core
    sitting.undo(1)
    sitting.redo(6)
    assert sitting.state.core == before
    assert sitting.again().state.core == before


def test_a_journal_is_gone_on_with(tmp_path: Path) -> None:
    sitting = seated()
    sitting.keep(folder=tmp_path)
    before = sitting.state.core
    sitting.leave()
    (journal,) = tmp_path.iterdir()
    back = resume(journal)
    assert back.state.core == before
    assert back.draws == sitting.draws
    back.leave()


def test_a_new_deal_of_another_seed_is_that_of_the_seed() -> None:
    sitting = seated()
    sitting.new(11)
    assert sitting.draws
    sitting.new(12)
    assert sitting.draws == ()
    assert sitting.state.core == sitting.game.start(12).core


def test_a_match_has_no_settled_luck() -> None:
    game, told = retold()
    with pytest.raises(StartError, match="match"):
        Sitting(game, 11, SEATS, "best_of_three", told.draws)


def test_draws_that_make_no_sense_are_damage() -> None:
    from attrs import evolve

    save = save_of(seated())
    wrong = evolve(save, draws=(Draw("lot", 0, 0, -1),))
    with pytest.raises(DamagedFile):
        rebuild(wrong, seated().game)


def test_rules_that_are_read_again_are_played_with_the_same_luck() -> None:
    sitting = seated()
    table = Table(sitting)
    refitted = table.refit(sitting.game)
    assert (refitted.kept, refitted.total) == (6, 6)
    assert table.state.core == sitting.state.core
    assert table.sitting.draws == sitting.draws
