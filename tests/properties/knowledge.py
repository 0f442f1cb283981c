"""The laws of knowledge, examined in whole trees and in random games.

Where a seat has seen the same, it knows the same, it is asked in both or in neither, and has the
same moves to choose from; after as many decisions the game waits for the same seat. What is
otherwise in what a seat cannot see changes nothing in what it may do. What it knows is true,
and is all that it sees. Taking back a move takes back what was seen of it.

``python tests/properties/knowledge.py`` examines more games than the tests do, and says how many.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from attrs import define, field

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from ruledsl.engine.game import Game
from ruledsl.engine.happenings import Asked
from ruledsl.engine.knowledge.fold import fold, nothing_seen
from ruledsl.engine.knowledge.information import InformationState
from ruledsl.engine.knowledge.observation import Observation, observe
from ruledsl.engine.knowledge.project import sees_value
from ruledsl.engine.knowledge.written import read, written
from ruledsl.engine.moves import Move
from ruledsl.engine.state import Item, State
from ruledsl.machine.model import STATE
from tests.properties.configurations import Setting, player_counts, shipped
from tests.properties.permuting import examine_permuted

ONLOOKER = 0


def items_of(state: State) -> list[Item]:
    """What may come next: outcomes of chance or legal moves."""
    outcomes: list[Item] = [outcome for outcome, _ in state.chance_outcomes]
    return outcomes or list(state.legal_moves)


@define
class Laws:
    """Positions by what a seat has seen in them. Whoever has seen the same must know the same.

    Whom the game waits for is no secret either: it is the same after as many decisions. In a whole
    tree (``asked_aside``) that is examined without regard to whether the seat itself was asked.
    """

    asked_aside: bool = False
    known: dict[InformationState, tuple[Observation, bool, tuple[Move, ...]]] = field(factory=dict)
    positions: int = 0
    met_again: int = 0
    """Positions in which a seat has seen just what it had seen in another one, of other cells."""
    _cells: dict[InformationState, tuple[int, ...]] = field(factory=dict)
    _waiting: dict[object, tuple[int | None, int]] = field(factory=dict)

    def examine(self, state: State) -> None:
        """Compare a position, for every seat, with those in which the seat had seen the same."""
        for seat in range(ONLOOKER, state.game.players + 1):
            self.positions += 1
            if state.is_chance:
                # Who has seen what while chance is at work is of no matter to anybody yet.
                continue
            asked = state.actor == seat
            moves = state.legal_moves if asked else ()
            observation = state.observation(seat)
            assert observation.to_choose == asked
            assert observation.is_over == state.is_over
            found = (observation, asked, moves)
            information = state.information_state(seat)
            before = self.known.setdefault(information, found)
            assert before == found, f"seat {seat} has seen the same:\n{information.text}"
            if self._cells.setdefault(information, state.core) != state.core:
                self.met_again += 1
            self._examine_waiting(state, information)

    def _examine_waiting(self, state: State, information: InformationState) -> None:
        seen: object = information
        if self.asked_aside:
            events = [e for e in information.events if not isinstance(e.what, Asked)]
            seen = information.seat, tuple(events)
        here = state.actor, state.cell(STATE)
        before = self._waiting.setdefault((seen, state.decisions), here)
        assert before == here, f"seat {information.seat} notices who is asked:\n{information.text}"


def examine_truth(state: State, seat: int) -> None:
    """What a seat knows is true, and it knows all that it sees."""
    program = state.game.program
    machine, frame = program.machine, program.frame
    cells = state.cells_copy()
    observation = state.observation(seat)
    for number, (zone, known) in enumerate(
        zip(observation.zones, observation.knowledge.zones, strict=True)
    ):
        cards = frame.cards(cells, number)
        looks = [cells[frame.faces + card] for card in cards]
        assert zone.size == known.size == len(cards)
        if zone.place != "zone":
            assert len(known.places) == len(cards)
        for card, look, place in zip(cards, looks, known.places, strict=False):
            assert place in (-1, look)
            if place >= 0 and cells[frame.pools + card]:
                # Not drawn yet, but no other card can come.
                pool = frame.pool(cells, cells[frame.pools + card])
                assert {cells[frame.faces + c] for c in pool} == {place}
        unplaced = Counter(looks) - Counter(look for look in known.places if look >= 0)
        assert not Counter(dict(known.surely)) - unplaced
        assert zone.seen == frame.sees(seat, number)
        if zone.seen:
            assert zone.cards == tuple(program.texts.look(look) for look in looks)
            assert not zone.surely
    for account, balances in zip(machine.accounts, observation.knowledge.balances, strict=True):
        for element, balance in enumerate(balances, 1):
            sees = sees_value(account, element, seat) and not account.unlimited
            assert balance == (cells[account.base + element - 1] if sees else None)
    for variable, values in zip(machine.variables, observation.knowledge.values, strict=True):
        for element, value in enumerate(values, 1):
            sees = sees_value(variable, element, seat)
            assert value == (cells[variable.base + element - 1] if sees else None)


def examine_events(state: State, seat: int) -> None:
    """What a seat knows follows from the events it has seen, even from their written form."""
    machine = state.game.machine
    information = state.information_state(seat)
    events = [read(written(event)) for event in information.events]
    assert tuple(events) == information.events
    folded = fold(machine, nothing_seen(machine, seat), events)
    assert observe(machine, folded) == state.observation(seat)


def examine_undo(state: State, chance: random.Random) -> None:
    """Taking back a move takes back what was seen of it."""
    seats = range(ONLOOKER, state.game.players + 1)
    before = [(state.observation(seat), state.information_state(seat)) for seat in seats]
    digests = [information.digest for _, information in before]
    items = items_of(state)
    for item in chance.sample(items, min(len(items), 2)):
        state.push(item)
        for seat in seats:
            if chance.random() < 0.5:
                state.observation(seat)
        assert state.pop() == item
        after = [(state.observation(seat), state.information_state(seat)) for seat in seats]
        assert after == before
        assert [information.digest for _, information in after] == digests


def random_positions(game: Game, chance: random.Random) -> Iterator[State]:
    """The positions of a random game with explicit chance; the state is the same object all along."""
    state = game.start(chance="explicit")
    yield state
    while not state.is_over:
        state.push(chance.choice(items_of(state)))
        yield state


def examine_tree(game: Game, limit: int) -> Laws:
    """Examine every position of the game, or the first so many of them, depth first."""
    laws = Laws(asked_aside=True)
    state = game.start(chance="explicit")
    left = limit

    def visit() -> None:
        nonlocal left
        left -= 1
        laws.examine(state)
        for item in items_of(state):
            if left > 0:
                state.push(item)
                visit()
                state.pop()

    visit()
    return laws


def another_history(state: State, seat: int, chance: random.Random) -> State | None:
    """A game that went otherwise in some places, but in which the seat saw the same.

    It follows the game that is given but for a few places, where it takes what else would show the
    seat what it has seen; where that leads nowhere it goes back. None where it finds no way that
    ends in other cells within some effort.
    """
    for _ in range(ATTEMPTS):
        other = _attempt(state, seat, chance)
        if other is not None and other.core != state.core:
            return other
    return None


ATTEMPTS = 3


def _attempt(state: State, seat: int, chance: random.Random) -> State | None:
    target = state.information_state(seat).events
    original = state.items
    turns = set(chance.sample(range(len(original)), min(len(original), 3)))
    effort = 4 * len(original) + 100
    other = state.game.start(
        chance="explicit",
        starter=state.started.starter,
        round=state.started.round,
        totals=state.started.totals,
    )

    def fits(seen_before: int) -> bool:
        fresh = other.information_state(seat).since(seen_before)
        return fresh == target[seen_before : seen_before + len(fresh)]

    def choices() -> list[Item]:
        """What may come next, the best choice last."""
        items = items_of(other)
        chance.shuffle(items)
        place = len(other.items)
        if place < len(original) and original[place] in items:
            items.remove(original[place])
            items.insert(0 if place in turns else len(items), original[place])
            if place in turns and len(items) > 4:
                # Where few others fit, the game goes its old way.
                items = [*items[1:-3], items[0], *items[-3:]]
        return items

    if not fits(0):
        return None
    waiting = [choices()]
    while len(other.information_state(seat)) < len(target) or other.is_chance:
        if not effort or not waiting:
            return None
        if not waiting[-1]:
            waiting.pop()
            if other.items:
                other.pop()
            continue
        effort -= 1
        before = len(other.information_state(seat))
        other.push(waiting[-1].pop())
        if fits(before):
            waiting.append(choices())
        else:
            other.pop()
    return other


@define
class Findings:
    """What random games came to."""

    games: int = 0
    positions: int = 0
    others: int = 0
    """Other histories found in which a seat saw the same while something hidden was otherwise."""
    sampled: int = 0
    """The same, drawn by `State.resample`."""
    permuted: int = 0
    """Decisions in whose positions what the seat cannot see was made otherwise."""


def examine_random(game: Game, games: int, seed: int, every: int = 3) -> Findings:
    """Examine random games: every position for the truth of what is known and what does not matter.

    One position of so many is examined more closely: undo, and other histories of two kinds.
    """
    chance = random.Random(seed)
    found = Findings()
    laws = Laws()
    for _ in range(games):
        found.games += 1
        for state in random_positions(game, chance):
            laws.examine(state)
            if not state.is_chance:
                for seat in range(ONLOOKER, game.players + 1):
                    examine_truth(state, seat)
            if state.actor is not None:
                found.permuted += examine_permuted(state, chance)
            if chance.randrange(every):
                continue
            seat = chance.randrange(ONLOOKER, game.players + 1)
            if not state.is_over:
                examine_undo(state, chance)
            examine_events(state, seat)
            if state.is_chance:
                continue
            other = another_history(state, seat, chance)
            if other is not None:
                assert other.information_state(seat) == state.information_state(seat)
                laws.examine(other)
                found.others += 1
            sampled = state.resample(seat, chance.getrandbits(64))
            assert sampled.information_state(seat) == state.information_state(seat)
            laws.examine(sampled)
            found.sampled += sampled.core != state.core
    found.positions = laws.positions
    return found


def main() -> None:
    """Examine rulesets for every number of players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", metavar="NAME|FILE", help="default: all shipped")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=10, help="positions to one examined closely")
    arguments = parser.parse_args()
    for name in arguments.rulesets or shipped():
        for players in player_counts(name):
            began = time.perf_counter()
            found = examine_random(
                Setting(name, players).load(), arguments.games, arguments.seed, arguments.every
            )
            print(
                f"{name}, {players} players: {found}, {time.perf_counter() - began:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
