"""Observations and states of information as values: equal, hashable, lasting, written as JSON."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from ruledsl import load
from ruledsl.engine.errors import PlayError
from ruledsl.engine.happenings import Announced, Assigned
from ruledsl.engine.knowledge.fold import fold, nothing_seen
from ruledsl.engine.knowledge.information import Book
from ruledsl.engine.knowledge.observation import observe
from ruledsl.engine.knowledge.written import read
from ruledsl.engine.state import State
from tests.engine.knowledge.texts import PRIVATE, SACK
from tests.engine.play import Picker, random_play
from tests.language.small import begun, game, played


def test_a_state_of_information_lasts_while_the_game_goes_on() -> None:
    state = begun(SACK)
    first = state.information_state(2)
    kept = first.events
    played(state, "discard 7", "take")
    second = state.information_state(2)
    state.pop()
    played(state, "lay 3")
    third = state.information_state(2)
    assert first.events == kept
    assert (len(first), len(second), len(third)) == (len(kept), len(kept) + 4, len(kept) + 4)
    assert second.events[: len(kept)] == kept
    assert len({first, second, third}) == 3
    assert "take" in second.text
    assert "take" not in third.text


def test_copies_go_their_own_ways() -> None:
    state = played(begun(SACK), "discard 7")
    asked = state.observation(2)
    other = state.copy()
    assert other.observation(2) == asked
    played(other, "take")
    assert state.observation(2) == asked
    assert other.observation(2) != asked
    played(state, "take")
    assert other.observation(2) == state.observation(2)
    assert other.information_state(2) == state.information_state(2)
    assert hash(other.information_state(2)) == hash(state.information_state(2))


def test_what_is_asked_in_between_changes_nothing() -> None:
    quiet = random_play(load("goofspiel").start(seed=5), Picker(5))
    curious = load("goofspiel").start(seed=5)
    picker = Picker(5)
    while not curious.is_over:
        for seat in (0, 1, 2):
            curious.observation(seat)
        curious.push(curious.legal_moves[picker.below(len(curious.legal_moves))])
    for seat in (0, 1, 2):
        assert curious.observation(seat) == quiet.observation(seat)
        assert curious.information_state(seat) == quiet.information_state(seat)


def test_a_failed_push_is_not_seen() -> None:
    text = SACK.replace(
        "    move c to sack\n", "    move c to sack\n    move 9 from discards to sack\n"
    )
    state = played(begun(text), "discard 7")
    before = state.observation(2), state.information_state(2)
    with pytest.raises(PlayError):
        state.push(state.parse_move("lay 7"))
    assert (state.observation(2), state.information_state(2)) == before


def test_seats_and_games_are_told_apart() -> None:
    state = begun(PRIVATE)
    assert state.information_state(0) != state.information_state(1)
    other = begun(PRIVATE.replace("n in 1..3", "n in 1..2"))
    assert other.information_state(0).lines == state.information_state(0).lines
    assert other.information_state(0) != state.information_state(0)
    assert other.observation(0) != state.observation(0)
    same = begun(PRIVATE)
    assert same.information_state(0) == state.information_state(0)
    assert same.observation(0) == state.observation(0)
    assert state.information_state(0) != "something else"


def test_events_are_compared_and_not_their_hashes_alone() -> None:
    """-1 and -2 have the same hash in Python."""
    machine = game("var x: -2..2 = 0 seen by all").machine
    one, two = (Book(machine).information(1, [Assigned(0, 1, value)]) for value in (-1, -2))
    assert hash(one) == hash(two)
    assert one != two


def test_a_digest_is_the_same_in_every_process() -> None:
    code = "import ruledsl; print(ruledsl.load('kuhn').start(seed=3).information_state(1).digest)"
    digests = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            check=True,
            text=True,
        ).stdout.strip()
        for seed in ("0", "1")
    }
    assert digests == {load("kuhn").start(seed=3).information_state(1).digest}


def test_a_game_without_events_says_that_it_knows_nothing() -> None:
    state = load("kuhn").start(seed=1, events=False)
    for ask in (state.observation, state.information_state):
        with pytest.raises(PlayError, match="events=False"):
            ask(1)


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(PlayError, match="seats are 1 to 2"):
        load("kuhn").start(seed=1).observation(seat)


def test_a_very_long_game_neither_overflows_nor_slows_down() -> None:
    machine = load("kuhn").machine
    log: list[object] = [Announced(str(number)) for number in range(200_000)]
    one, other = Book(machine), Book(machine)
    first, second = (book.information(1, log) for book in (one, other))  # type: ignore[arg-type]
    assert first == second
    assert len(first.events) == 200_000
    one.cut(1)
    assert one.information(1, log[:1]) != second  # type: ignore[arg-type]
    del first, second, one, other


def test_an_observation_from_events_read_back_from_text() -> None:
    for name in ("kuhn", "goofspiel", "ka_ching"):
        state: State = random_play(load(name).start(seed=4), Picker(4))
        while state.items:
            for seat in range(state.game.players + 1):
                text = "\n".join(state.information_state(seat).lines)
                machine = load(name).machine
                events = [read(line) for line in text.split("\n")]
                known = fold(machine, nothing_seen(machine, seat), events)
                assert observe(machine, known) == state.observation(seat)
            if not state.seats.count(1):
                break
            for _ in range(5):
                if 1 in state.seats or 2 in state.seats:
                    state.pop()


def test_the_data_of_an_observation() -> None:
    state = played(begun(SACK), "discard 7", "take", "lay 3", "discard 7")
    data = state.observation(2).data
    assert json.loads(json.dumps(data)) == data
    assert data["zones"]["hand[1]"] == {
        "place": "zone",
        "size": 1,
        "seen": False,
        "cards": [],
        "surely": [],
    }
    assert data["zones"]["hand[2]"]["cards"] == ["3", "1", "2"]
    assert data["zones"]["sack"]["cards"] == [None]
    assert data["zones"]["discards"] == {
        "place": "pile",
        "size": 1,
        "seen": True,
        "cards": ["7"],
        "surely": [],
    }
    assert data["to_choose"] is False
    assert data["over"] is True
    assert data["scores"] == [0, 0]
    assert data["winners"] == [1, 2]


def test_values_in_the_data_of_an_observation() -> None:
    text = """
type Colour = red, dark_blue
var number: 0..9 = 4 seen by all
var truth: Bool = yes seen by all
var colour: Colour = dark_blue seen by all
var who: Player or none = none seen by all
var secret[Player]: 0..9 = 3 seen by owner
play:
    who = 2
    end game
"""
    data = game(text).start(seed=1).observation(1).data
    assert data["variables"] == {
        "number": 4,
        "truth": True,
        "colour": "dark blue",
        "who": "seat 2",
        "secret[1]": 3,
    }
