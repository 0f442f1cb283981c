"""All positions of a game, where there are few enough of them: near ones first, so that what is found is found in a shortest game."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator

from attrs import define, field, frozen

from ruledsl.engine.chance import DrawEvent, Event
from ruledsl.engine.errors import RuleFault
from ruledsl.engine.frame import Cells
from ruledsl.engine.luck import Draw, Luck, draws_of
from ruledsl.engine.moves import Move
from ruledsl.engine.offers import LegalMoves
from ruledsl.engine.runner import Program
from ruledsl.explore.budget import Budget, OutOfSteps
from ruledsl.explore.costs import of_failing
from ruledsl.explore.endless import endless
from ruledsl.explore.meeting import Met, faulty
from ruledsl.explore.positions import Positions
from ruledsl.explore.walking import Line, begun
from ruledsl.machine.model import ROUND, STATE


@frozen
class Whole:
    """What came of it: whether all positions were looked at, how many, and what is wrong in them."""

    is_complete: bool
    positions: int
    met: tuple[Met, ...]


@define
class _Position:
    """A position at a decision (``state``): how it was reached, and what can be chosen there."""

    before: int
    move: Move | None
    draws: tuple[Draw, ...]
    state: int
    cells: Cells
    legal: LegalMoves
    after: list[tuple[Move, int]] = field(factory=list)
    """Where moves lead without chance."""


class _Search:
    def __init__(self, program: Program, seed: int, budget: Budget, most: int) -> None:
        self._program = program
        self._seed = seed
        self._budget = budget
        self._most = most
        self._positions = Positions(program.frame)
        self._known: dict[Hashable, int] = {}
        self._nodes: list[_Position] = []
        self._waiting: deque[int] = deque()
        self.met: list[Met] = []

    def whole(self) -> Whole:
        complete = True
        try:
            self._begin()
            while self._waiting:
                self._from(self._waiting.popleft())
        except OutOfSteps:
            complete = False
        self.met += self._circles()
        return Whole(complete, len(self._nodes), tuple(self.met))

    def _begin(self) -> None:
        cells = self._program.frame.fresh()
        cells[STATE] = self._program.machine.start
        cells[ROUND] = 1
        self._reach(-1, None, cells)

    def _from(self, number: int) -> None:
        node = self._nodes[number]
        for move, binding in node.legal.items():
            cells = node.cells.copy()
            try:
                self._program.play(cells, move, binding, None)
            except RuleFault as fault:
                self._fail(number, move, (), fault)
                continue
            self._reach(number, move, cells)
        node.cells = []  # it is needed no more

    def _reach(self, before: int, move: Move | None, cells: Cells) -> None:
        """Go on from cells by way of all that chance can bring, to the next decisions."""
        waiting: list[tuple[Cells, tuple[Draw, ...], Callable[[Cells], None] | None]]
        waiting = [(cells, (), None)]
        while waiting:
            here, draws, bring = waiting.pop()
            self._budget.spend()
            try:
                if bring is not None:
                    bring(here)
                event = self._program.run(here, None)
                if event is not None:
                    waiting += self._outcomes(here, draws, event)
                    if len(waiting) > self._most:
                        raise OutOfSteps
                    continue
                legal = self._program.legal(here)
            except RuleFault as fault:
                self._fail(before, move, draws, fault)
                self._budget.charge(of_failing(self._program.frame.elements, fault))
                continue
            self._arrive(before, move, draws, here, legal)

    def _outcomes(
        self, cells: Cells, draws: tuple[Draw, ...], event: Event
    ) -> Iterator[tuple[Cells, tuple[Draw, ...], Callable[[Cells], None]]]:
        program = self._program
        for outcome, _ in reversed(program.chance.outcomes(cells, event)):
            after = cells.copy()
            picked = program.chance.bring(after, event, outcome)
            drawn = outcome.value if isinstance(event, DrawEvent) else picked
            settled = tuple(draws_of(program.frame, cells, event, [drawn]))

            def bring(here: Cells, picked: int = picked) -> None:
                program.happened(here, event, picked, None)

            yield after, (*draws, *settled), bring

    def _arrive(
        self,
        before: int,
        move: Move | None,
        draws: tuple[Draw, ...],
        cells: Cells,
        legal: LegalMoves,
    ) -> None:
        key = self._positions.key(cells)
        number = self._known.setdefault(key, len(self._nodes))
        if number == len(self._nodes):
            if number >= self._most:
                raise OutOfSteps
            self._nodes.append(_Position(before, move, draws, cells[STATE], cells, legal))
            if legal:
                self._waiting.append(number)
        if before >= 0 and move is not None and not draws:
            self._nodes[before].after.append((move, number))

    # --- how it came to that -------------------------------------------------------------------

    def _line(self, number: int, move: Move | None, draws: tuple[Draw, ...]) -> Line:
        moves = [] if move is None else [move]
        settled = [draws]
        while number >= 0:
            node = self._nodes[number]
            if node.move is not None:
                moves.append(node.move)
            settled.append(node.draws)
            number = node.before
        luck = Luck(self._seed, [draw for part in reversed(settled) for draw in part])
        return Line(luck, tuple(reversed(moves)))

    def _fail(
        self, number: int, move: Move | None, draws: tuple[Draw, ...], fault: RuleFault
    ) -> None:
        self.met.append(faulty(self._program.machine, self._line(number, move, draws), fault))

    def _circles(self) -> Iterator[Met]:
        """Games that come back to where they were without chance, one for each decision that is the first of a way round."""
        told: set[int] = set()
        while True:
            done = {n for n, node in enumerate(self._nodes) if node.state in told}
            for start in range(len(self._nodes)):
                found = self._circle_from(start, done) if start not in done else None
                if found is not None:
                    break
            else:
                return
            numbers, way = found
            told.add(min(self._nodes[number].state for number in numbers))
            yield self._told(numbers[0], way)

    def _circle_from(self, start: int, done: set[int]) -> tuple[list[int], list[Move]] | None:
        """Depth first: a way that leads back on to itself, its positions and moves. Those that lead to none are ``done``."""
        places = {start: 0}
        moves: list[Move] = []
        waiting = [(start, iter(self._nodes[start].after))]
        while waiting:
            number, rest = waiting[-1]
            step = next(rest, None)
            if step is None:
                waiting.pop()
                del places[number]
                done.add(number)
                del moves[max(len(waiting) - 1, 0) :]
                continue
            move, there = step
            if there in places:
                first = places[there]
                return [n for n, place in places.items() if place >= first], [*moves[first:], move]
            if there not in done:
                places[there] = len(waiting)
                moves.append(move)
                waiting.append((there, iter(self._nodes[there].after)))
        return None

    def _told(self, number: int, way: list[Move]) -> Met:
        line = self._line(number, None, ())
        walk = begun(self._program, line.luck, line.moves)
        states = []
        for move in way:
            states.append(walk.cells[STATE])
            walk.play(move)
        return endless(walk, states, len(way))


def whole(program: Program, seed: int, budget: Budget, most: int) -> Whole:
    """Look at all positions of a game, if there are at most so many.

    ``seed`` decides what is left to chance in the games that are found.
    """
    return _Search(program, seed, budget, most).whole()
