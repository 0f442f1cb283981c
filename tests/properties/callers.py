"""Cherki as somebody plays it who collects: only so are there callers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from ruledsl import load
from ruledsl.engine.moves import Move
from ruledsl.engine.state import State


class Cherki:
    """The game, and what is known of it from outside."""

    def __init__(self) -> None:
        self.game = load("cherki")
        machine = self.game.machine
        self._hand = next(f.first for f in machine.families if f.name == "hand")
        self._called = next(v.base for v in machine.variables if v.name == "called")
        self._kind = machine.attributes[
            next(number for number, a in enumerate(machine.attributes) if a.name == "kind")
        ].values

    def kinds(self, state: State, seat: int) -> Counter[int]:
        """How many cards of which kind a seat holds."""
        frame, cells = self.game.program.frame, state.cells_copy()
        cards = frame.cards(cells, self._hand + seat - 1)
        return Counter(self._kind[cells[frame.faces + card]] for card in cards)

    def callers(self, state: State) -> list[int]:
        """The seats that have called."""
        return [seat for seat in (1, 2, 3) if state.cell(self._called + seat - 1)]

    def move(self, state: State, chance: random.Random) -> Move:
        """Call when that is possible, discard what goes with nothing."""
        moves = state.legal_moves
        for move in moves:
            if move.name == "call":
                return move
        if moves[0].name == "discard":
            assert state.actor is not None
            held = self.kinds(state, state.actor)

            def left(move: Move) -> float:
                card = move.arguments[0]
                assert not isinstance(card, int)
                rest = held - Counter([self._kind[card.look]])
                alone = sum(1 for count in rest.values() if count % 3 == 1)
                pairs = sum(1 for count in rest.values() if count % 3 == 2)
                return 2 * alone + abs(pairs - 1) + chance.random() / 2

            return min(moves, key=left)
        return chance.choice(moves)

    def positions(self, seed: int) -> Iterator[tuple[State, int, list[int]]]:
        """Positions of a game with callers: the state as it is just now, a seat, the others that have called.

        At each call, and now and then after it; more often where a caller holds nine cards.
        """
        chance = random.Random(seed)
        state = self.game.start(seed=seed)
        before = 0
        while not state.is_over:
            callers = self.callers(state)
            nine = any(self.kinds(state, caller).total() == 9 for caller in callers)
            if callers and (len(callers) > before or chance.random() < (0.2 if nine else 0.05)):
                before = len(callers)
                for seat in (1, 2, 3):
                    others = [caller for caller in callers if caller != seat]
                    if others:
                        yield state, seat, others
            state.push(self.move(state, chance))

    def is_consistent(self, state: State, caller: int) -> bool:
        """Whether a caller's eight cards are ready or, with the card just drawn, eight of nine."""
        kinds = self.kinds(state, caller)
        if kinds.total() == 8:
            return is_ready(kinds)
        return kinds.total() == 9 and any(is_ready(kinds - Counter([kind])) for kind in kinds)


def is_ready(kinds: Counter[int]) -> bool:
    """Two triples and a pair."""
    rest = sorted(count % 3 for count in kinds.values() if count % 3)
    return kinds.total() == 8 and rest == [2]
