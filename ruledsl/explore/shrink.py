"""Making a game shorter that shows something: moves are left out and exchanged, other luck is tried.

Leaving out halves, quarters and so on is the method of Zeller and Hildebrandt (Simplifying and Isolating
Failure-Inducing Input, 2002); since a draw is named by its number in the game and not by when it comes, the same cards come
when moves before it are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruledsl.engine.errors import RuleFault
from ruledsl.engine.luck import Luck
from ruledsl.engine.moves import Move
from ruledsl.engine.runner import Program
from ruledsl.explore.budget import Budget, Dice, OutOfSteps
from ruledsl.explore.costs import of_failing
from ruledsl.explore.endless import Circles
from ruledsl.explore.meeting import Met, Place, faulty
from ruledsl.explore.positions import Positions
from ruledsl.explore.walking import ALONE, Opening, Walk
from ruledsl.explore.ways import at_random

OTHER_LUCK = 40
"""Seeds that are tried in place of the luck of a game."""

ALTERED = 6
"""Other moves that are tried in the place of one."""


class Shrinker:
    """Looks for shorter games in which the same is wrong."""

    def __init__(self, program: Program, budget: Budget, dice: Dice) -> None:
        self._program = program
        self._budget = budget
        self._dice = dice
        self._positions = Positions(program.frame)

    def shortest(self, met: Met) -> Met:
        """The shortest game found that shows the same as this one, within the budget."""
        best = met
        try:
            while True:
                shorter = self._shorter(best)
                if shorter is None:
                    return self._with_plain_luck(best)
                best = shorter
        except OutOfSteps:
            return best

    def _with_plain_luck(self, met: Met) -> Met:
        """The same game without settled draws, if its seed does as well by itself."""
        plain = Luck(met.line.luck.value)
        found = self.shown(plain, met.line.moves, met.place, met.length + 1, met.line.opening)
        return met if found is None or found.line.moves != met.line.moves else found

    def _shorter(self, best: Met) -> Met | None:
        for luck, moves in self._proposals(best):
            found = self.shown(luck, moves, best.place, best.length, best.line.opening)
            if found is not None:
                return found
        return None

    def _proposals(self, met: Met) -> Iterator[tuple[Luck, Sequence[Move]]]:
        luck, moves = met.line.luck, met.line.moves
        size = len(moves) // 2
        while size:
            for start in range(len(moves) - size, -1, -size):
                yield luck, (*moves[:start], *moves[start + size :])
            size //= 2
        for number in range(OTHER_LUCK):
            yield Luck(luck.value ^ number + 1), moves
        for place in range(len(moves)):
            # What is played there instead is chosen by lot, and what follows goes as before if it can.
            for _ in range(ALTERED):
                yield luck, moves[:place]
                yield luck, moves[: place + 1]

    def shown(
        self,
        luck: Luck,
        moves: Sequence[Move],
        place: Place,
        shorter: int,
        opening: Opening = ALONE,
    ) -> Met | None:
        """The game with these moves, if it shows the same in fewer than ``shorter`` moves.

        Moves that are not legal are passed over; behind the last one it goes on by lot.
        """
        circles = Circles(self._positions)
        try:
            self._budget.spend()
            walk = Walk(self._program, luck, opening)
        except RuleFault as fault:
            self._budget.charge(of_failing(self._program.frame.elements, fault))
            return None
        waiting = list(reversed(moves))
        while walk.legal:
            if place.wrong == "endless":
                found = circles.closed(walk)
                if found is not None:
                    return found if found.place == place and found.length < shorter else None
            move = waiting.pop() if waiting else None
            if move is not None and move not in walk.legal:
                continue
            if walk.length + 1 >= shorter:
                return None
            move = move or at_random(walk, self._dice)
            self._budget.spend()
            try:
                walk.play(move)
            except RuleFault as fault:
                self._budget.charge(of_failing(self._program.frame.elements, fault))
                met = faulty(self._program.machine, walk.line, fault)
                return met if met.place == place else None
        return None
