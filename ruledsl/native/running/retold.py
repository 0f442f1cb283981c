"""A game of a series told again: its moves, and the luck that it had, as the interpreter's own games have them."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from ruledsl.engine.chance import DrawEvent, Event
from ruledsl.engine.errors import RuleFault
from ruledsl.engine.luck import Draw, draws_of
from ruledsl.engine.moves import Move
from ruledsl.engine.seeds import Seed
from ruledsl.machine.model import Machine
from ruledsl.native.running.interpreted import Interpreted


@frozen
class Told:
    """The moves of a game and the draws of its chance, in order; ``fault`` is what the rules failed with after the last move."""

    moves: tuple[Move, ...]
    draws: tuple[Draw, ...]
    fault: RuleFault | None


class _Listening(Interpreted):
    """Plays as `Interpreted` does, and notes what happens."""

    def __init__(self, machine: Machine, tick: Callable[[], None]) -> None:
        super().__init__(machine)
        self._tick = tick
        self.chosen: list[Move] = []
        self.draws: list[Draw] = []

    def _settle(self, event: Event) -> int:
        before = self._cells.copy()
        picked = super()._settle(event)
        faces = self._frame.faces
        drawn = [picked]
        if isinstance(event, DrawEvent):
            drawn = [self._cells[faces + card] for card in event.cards]
        self.draws += draws_of(self._frame, before, event, drawn)
        return picked

    def playout(self, decisions: int) -> bool:
        """Play at random, noting the moves."""
        program, cells = self._program, self._cells
        while True:
            self.run()
            if decisions == 0:
                return False
            legal = program.legal(cells)
            if not legal:
                return True
            move, binding = list(legal.items())[self._generator.pick(len(legal))]
            self.chosen.append(move)
            self._tick()
            program.play(cells, move, binding, None)
            decisions -= 1


def told_again(
    machine: Machine,
    seed: int,
    number: int,
    most: int,
    tick: Callable[[], None] = lambda: None,
    begin: Callable[[Interpreted], None] = Interpreted.begin,
) -> Told:
    """Game ``number`` of the series that belongs to a seed, up to its end, its fault or ``most`` decisions.

    ``tick`` is called for each of its moves, and may raise to put an end to it; ``begin`` lays the game out.
    """
    listening = _Listening(machine, tick)
    begin(listening)
    listening.seed(Seed(seed).half("simulate"), number)
    fault: RuleFault | None = None
    try:
        listening.playout(most)
    except RuleFault as error:
        fault = error
    return Told(tuple(listening.chosen), tuple(listening.draws), fault)
