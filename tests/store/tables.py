"""Sittings for tests: a small match, things to do at the table, and a player who does them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from hypothesis import strategies as st

import ruledsl
from ruledsl.engine.game import Game
from ruledsl.store.entries import Seat
from ruledsl.store.sitting import Sitting
from tests.engine.market import market_machine
from tests.engine.play import Picker

SEATS: Mapping[int, Seat] = {1: Seat("human", "Åse"), 2: Seat("random")}
MATCH = "best_of_three"


@cache
def market() -> Game:
    """A game for two with cards, money and chance, of which there are matches."""
    return Game(market_machine())


@cache
def shipped(name: str) -> Game:
    """A ruleset that comes with the program."""
    return ruledsl.load(name)


def seats_of(game: Game) -> dict[int, Seat]:
    """A person at seat 1 and bots."""
    return {1: Seat("human")} | {seat: Seat("random") for seat in range(2, game.players + 1)}


def act(sitting: Sitting, picker: Picker) -> None:
    """Do one thing of those that can be done: mostly a move."""
    what = picker.below(20)
    done, back = len(sitting.done), len(sitting.taken_back)
    state = sitting.state
    if what == 0 and done:
        sitting.undo(picker.below(done))
    elif what == 1 and back:
        sitting.redo(done + 1 + picker.below(back))
    elif what == 2:
        sitting.sit(1, Seat("human", f"guest {picker.below(100)}"))
    elif what == 3 and picker.below(4) == 0:
        sitting.new(picker.below(1 << 62) * 4 + 3)
    elif not state.is_over:
        moves = state.legal_moves
        sitting.play(moves[picker.below(len(moves))], ("person", "bot", "forced")[picker.below(3)])
    elif not sitting.is_over:
        sitting.next_game()
    elif done:
        sitting.undo(picker.below(done))


def acts(sitting: Sitting, seed: int, count: int) -> Iterator[None]:
    """Do so many things."""
    picker = Picker(seed)
    for _ in range(count):
        act(sitting, picker)
        yield


def look(sitting: Sitting) -> tuple[object, ...]:
    """All that there is to a sitting, the journal aside: equal for equal ones."""
    match = sitting.match
    return (
        sitting.seed,
        sitting.match_name,
        sitting.seats,
        sitting.games,
        sitting.state.core,
        tuple(map(str, sitting.state.legal_moves)),
        [(str(done.move), done.by) for done in sitting.done],
        [(str(done.move), done.by) for done in sitting.taken_back],
        [sitting.state.information_state(s).digest for s in range(sitting.game.players + 1)],
        None if match is None else (match.round, match.results, match.totals, match.is_over),
    )


# --- entries out of thin air --------------------------------------------------------------------------

TEXT = st.text(max_size=12)
SEAT = st.builds(Seat, TEXT, TEXT)
