"""Records: written, read, played again, and refused for three different reasons."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from ruledsl.engine.chance import Outcome
from ruledsl.engine.errors import DamagedRecord, NewerRecord, OtherRules
from ruledsl.engine.game import Game
from ruledsl.engine.record import ChanceItem, MoveItem, read_record, write_record
from tests.engine.market import market_machine
from tests.engine.play import Picker, random_play
from tests.language.small import game

MACHINE = market_machine()
MARKET = Game(MACHINE)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, (1 << 64) - 1), st.integers(0, 1 << 32), st.integers(0, 40))
def test_a_record_plays_to_the_same_state(seed: int, choices: int, length: int) -> None:
    state = MARKET.start(seed=seed, round=2, totals=(3, 4))
    picker = Picker(choices)
    for _ in range(length):
        if not state.is_over:
            state.push(state.legal_moves[picker.below(len(state.legal_moves))])
    text = write_record(state.record())
    record = read_record(text)
    assert record == state.record()
    again = MARKET.replay(record)
    assert again.core == state.core
    assert again.legal_moves == state.legal_moves
    assert write_record(again.record()) == text


def test_a_record_names_cards_as_rules_do() -> None:
    state = random_play(MARKET.start(seed=7), Picker(7))
    items = state.record().items
    assert items[:2] == (ChanceItem("starter", "seat 1"), items[1])
    assert isinstance(items[1], ChanceItem)
    assert items[1].chance == "look"
    assert items[1].outcome.startswith("Stock(")
    sales = [i for i in items if isinstance(i, MoveItem) and i.move == "sell"]
    assert sales[0].arguments[0].startswith("Stock(")
    assert sales[0].arguments[0].endswith(f"in collection[{sales[0].seat}]")


def test_a_record_does_not_depend_on_shown_texts() -> None:
    record = random_play(MARKET.start(seed=7), Picker(7)).record()
    renamed = evolve(
        MACHINE, looks=tuple(evolve(look, text=f"card {look.text}") for look in MACHINE.looks)
    )
    assert Game(renamed).replay(record).scores == MARKET.replay(record).scores


LOOKS_DRAWN = """
card Pip(suit: Suit, value: 1..3) shown as "{suit} {value}"
type Suit = red_rose, thorn
deck pips:
    Pip(each Suit, each 1..3)
var turned: Pip = random([Pip(red_rose, 1), Pip(thorn, 2)]) seen by all
var turn: Suit = random(Suit) seen by all
var leader: Player = random(Player) seen by all
"""


def test_a_value_that_is_drawn_is_recorded_as_rules_write_it() -> None:
    state = game(LOOKS_DRAWN).start(chance="explicit")
    state.push(Outcome("value", 0))
    state.push(state.chance_outcomes[0][0])
    state.push(state.chance_outcomes[1][0])
    assert state.record().items == (
        ChanceItem("value", "Pip(red_rose, 1)"),
        ChanceItem("value", "red_rose"),
        ChanceItem("value", "2"),
    )


def test_looks_that_are_shown_alike_are_drawn_and_recorded_apart() -> None:
    machine = game(LOOKS_DRAWN).machine
    alike = Game(evolve(machine, looks=tuple(evolve(x, text="a card") for x in machine.looks)))
    state = alike.start(chance="explicit")
    assert [str(outcome) for outcome, _ in state.chance_outcomes] == ["a card", "a card"]
    records = []
    for outcome, _ in state.chance_outcomes:
        state.push(outcome)
        records.append(state.record())
        assert alike.replay(records[-1]).core == state.core
        state.pop()
    assert records[0] != records[1]


def plain() -> dict[str, Any]:
    state = MARKET.start(seed=7)
    state.push(state.legal_moves[0])
    loaded: dict[str, Any] = json.loads(write_record(state.record()))
    return loaded


def test_other_rules_are_refused_unless_forced() -> None:
    record = read_record(json.dumps({**plain(), "rules_hash": "f" * 64}))
    with pytest.raises(OtherRules, match="made with other rules of `test`") as caught:
        MARKET.replay(record)
    assert (caught.value.recorded, caught.value.present) == ("f" * 64, "0" * 64)
    assert MARKET.replay(record, force=True).decisions == 1
    changed = plain()
    changed["rules_hash"] = "f" * 64
    changed["items"][3]["outcome"] = "Stock(9, 9)"
    with pytest.raises(DamagedRecord, match=r"first difference is at item 4 .*`Stock\(9, 9\)`"):
        MARKET.replay(read_record(json.dumps(changed)), force=True)


def test_a_newer_record_is_refused() -> None:
    with pytest.raises(NewerRecord, match="reads version 99; this one reads 1"):
        read_record(json.dumps({**plain(), "min_reader": 99, "novelty": 1}))


def move_by_another_seat(record: dict[str, Any]) -> None:
    record["items"][-1]["seat"] = 3 - record["items"][-1]["seat"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no JSON text"),
        ("[" * 100_000, "no JSON text"),
        ("[]", "no record of a game"),
        ('{"format": "something"}', "no record of a game"),
        ('{"format": "ruledsl record"}', "which version"),
    ],
)
def test_a_damaged_text_is_refused(text: str, message: str) -> None:
    with pytest.raises(DamagedRecord, match=message):
        read_record(text)


@pytest.mark.parametrize("key", sorted(set(plain()) - {"format", "min_reader", "version"}))
def test_a_missing_or_wrong_part_is_refused(key: str) -> None:
    missing = plain()
    del missing[key]
    with pytest.raises(DamagedRecord, match="damaged"):
        read_record(json.dumps(missing))
    with pytest.raises(DamagedRecord, match="damaged"):
        read_record(json.dumps({**plain(), key: 1.5}))
    with pytest.raises(DamagedRecord, match="damaged"):
        read_record(json.dumps({**plain(), "extra": 1}))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda r: r.update(players=3), "for 3 players, this one is for 2"),
        (lambda r: r.update(starter=7), "names seat 7"),
        (lambda r: r.update(totals=[1]), "place in its match"),
        (lambda r: r.update(options={"x": "1"}), "another x"),
        (move_by_another_seat, "that is no move here; seat 1 may buy"),
        (lambda r: r["items"].pop(0), "item 1 .*chance may bring seat 1, seat 2"),
        (lambda r: r["items"].append(r["items"][0]), "chance cannot bring that here"),
    ],
)
def test_a_record_that_does_not_fit_is_refused(change: Any, message: str) -> None:
    record = plain()
    change(record)
    with pytest.raises(DamagedRecord, match=message):
        MARKET.replay(read_record(json.dumps(record)))
