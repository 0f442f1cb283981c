"""The interpreter and a back end side by side: the same moves, the same chance, the same cells."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from ruledsl.engine.chance import DrawEvent, Event, LotEvent
from ruledsl.engine.errors import RuleFault
from ruledsl.engine.frame import Cells
from ruledsl.engine.game import Game
from ruledsl.engine.offers import Binding
from ruledsl.engine.state import Start
from ruledsl.machine.model import ROLLS, STARTER
from ruledsl.native.running.backend import Backend, Play


class Witness:
    """The interpreter, to which chance brings what it has brought to a back end."""

    def __init__(self, game: Game, starter: int) -> None:
        self.game = game
        self.program = game.program
        self.cells: Cells = game.laid(Start(starter or None, 1, (0,) * game.players))

    def settle(self, event: Event, trace: Iterator[tuple[int, int]]) -> int:
        """Let what was noted happen; the value that was picked."""
        frame, cells = self.program.frame, self.cells
        match event:
            case DrawEvent():
                for card in dict.fromkeys(event.cards):
                    drawn, look = next(trace)
                    assert drawn == card, "another card is drawn"
                    pool = [
                        cells[frame.faces + c] for c in frame.pool(cells, cells[frame.pools + card])
                    ]
                    assert look in pool, "the pool has no such face"
                    frame.decide(cells, card, look)
                return event.cards[0]
            case LotEvent():
                kind, seat = next(trace)
                assert kind == -2
                assert 1 <= seat <= self.game.players
                cells[STARTER] = seat
                return seat
        kind, value = next(trace)
        assert kind == -1
        assert value in event.values
        possible = [outcome for outcome, _ in self.program.chance.outcomes(cells, event)]
        before = cells[ROLLS]
        picks = set()
        for outcome in possible:
            picks.add(self.program.chance.apply(cells, event, outcome))
            cells[ROLLS] = before
        assert value in picks, "chance picks the lowest of what is alike"
        cells[ROLLS] += 1
        return value

    def run(self, trace: list[tuple[int, int]], whole: bool) -> None:
        """Go on to the next decision or the end; ``whole``: all that is noted must be met with."""
        left = iter(trace)
        while (event := self.program.run(self.cells, None)) is not None:
            picked = self.settle(event, left)
            self.program.happened(self.cells, event, picked, None)
        assert not whole or next(left, None) is None, "chance has brought more to the back end"

    def moves(self) -> list[tuple[int, ...]]:
        """The legal moves in order: the number of the offer, then the values."""
        return [(offer, *values) for offer, values in self.program.legal(self.cells).values()]

    def play(self, place: int) -> None:
        """Play the legal move at a place."""
        found: list[tuple[object, Binding]] = list(self.program.legal(self.cells).items())
        move, binding = found[place]
        self.program.play(self.cells, move, binding, None)  # type: ignore[arg-type]

    @property
    def core(self) -> tuple[int, ...]:
        return tuple(self.cells[: self.game.machine.layout.scratch])


def traced(backend: Backend) -> list[tuple[int, int]]:
    """What chance has brought since this was last asked."""
    at = backend.lowered.layout.trace
    many = backend.cells[at]
    found = backend.cells[at + 1 : at + 1 + many]
    backend.cells[at] = 0
    return [(found[i], found[i + 1]) for i in range(0, many, 2)]


def said(fault: RuleFault) -> tuple[str, int, int]:
    """What a fault says, and where."""
    return str(fault), fault.span.line, fault.span.column


def side_by_side(
    game: Game, backend: Backend, number: int, *, most: int = 2000, starter: int = 0
) -> tuple[int, RuleFault | None]:
    """Play a random game on both, and compare after every decision; how many there were, and the fault
    that ended it if one did."""
    chance = random.Random(number)
    witness = Witness(game, starter)
    play = Play(backend)
    traced(backend)
    play.begin(starter)
    play.seed((1, 2, 3), number)
    made = 0
    place: int | None = None
    while True:
        # A back end may come upon a fault in the effects of a move as soon as that is begun.
        ours = fault_in(play.play, place) if place is not None else None
        ours = ours or fault_in(play.run)
        trace = traced(backend)
        theirs = fault_in(witness.play, place) if place is not None else None
        theirs = theirs or fault_in(witness.run, trace, ours is None)
        same(ours, theirs)
        if theirs is not None:
            return made, theirs
        assert play.core == witness.core
        ours, theirs = fault_in(play.moves), fault_in(witness.moves)
        same(ours, theirs)
        if theirs is not None:
            return made, theirs
        moves = play.moves()
        assert moves == witness.moves()
        assert play.core == witness.core, "listing moves changes nothing"
        if not moves or made >= most:
            return made, None
        if made % 7 == 3:
            # A state crosses from the interpreter; only the order in which chance finds cards differs.
            random_cell = backend.cells[backend.lowered.layout.random]
            play.load(witness.core)
            backend.cells[backend.lowered.layout.random] = random_cell
            assert play.moves() == moves
        place = chance.randrange(len(moves))
        made += 1


def fault_in(work: Callable[..., object], *given: object) -> RuleFault | None:
    """The fault that some work ends with."""
    try:
        work(*given)
    except RuleFault as fault:
        return fault
    return None


def same(ours: RuleFault | None, theirs: RuleFault | None) -> None:
    """Both have found the same fault, or none."""
    assert theirs is not None or ours is None, f"the back end alone finds {ours}"
    assert ours is not None or theirs is None, f"the interpreter alone finds {theirs}"
    if ours is not None and theirs is not None:
        assert said(ours) == said(theirs)
