"""A program that notes what is exercised while it is played. Play that nobody watches costs nothing more."""

from __future__ import annotations

from attrs import define, field

from ruledsl.coverage.points import Point, Points, points_of
from ruledsl.engine.evaluate import BUILDERS
from ruledsl.engine.evaluate.compiler import Closure, Compiler
from ruledsl.engine.frame import Cells
from ruledsl.engine.happenings import Log
from ruledsl.engine.moves import Move
from ruledsl.engine.offers import Binding, LegalMoves
from ruledsl.engine.runner import Program
from ruledsl.engine.steps import Step
from ruledsl.limits import ELEMENTS_OF_A_RUN
from ruledsl.machine.model import STATE, Branch, Call, Expr, Machine, PlayPending


@define
class Met:
    """The points that have been exercised."""

    points: set[Point] = field(factory=set)

    def note(self, point: Point) -> None:
        """This one was exercised."""
        self.points.add(point)


class _WatchedCompiler(Compiler):
    """Makes closures that note which way conditions go."""

    def __init__(self, program: Watched) -> None:
        super().__init__(program.frame, program.texts, program.types, BUILDERS)
        self._points = program.points
        self._note = program.met.points.add

    def closure(self, expr: Expr) -> Closure:
        """The function that works out an expression."""
        closure = self._chosen(expr) if id(expr) in self._points.of_choice else None
        closure = closure or super().closure(expr)
        guard = self._points.of_guard.get(id(expr))
        if guard is not None:
            closure = self._either(closure, *guard)
        term = self._points.of_term.get(id(expr))
        return closure if term is None else self._counted(closure, term)

    def _chosen(self, expr: Expr) -> Closure:
        condition, then, otherwise = (self.closure(arg) for arg in expr.args)
        yes, no = self._points.of_choice[id(expr)]
        note = self._note

        def chosen(cells: Cells) -> object:
            if condition(cells):
                note(yes)
                return then(cells)
            note(no)
            return otherwise(cells)

        return chosen

    def _either(self, closure: Closure, held: Point, failed: Point) -> Closure:
        note = self._note

        def either(cells: Cells) -> int:
            value: int = closure(cells)
            note(held if value else failed)
            return value

        return either

    def _counted(self, closure: Closure, term: Point) -> Closure:
        note = self._note

        def counted(cells: Cells) -> int:
            value: int = closure(cells)
            if value:
                note(term)
            return value

        return counted


class Watched(Program):
    """A program that notes in ``met`` which of its ``points`` are exercised.

    A ``require`` whose answer is remembered is noted when it is worked out for the first time.
    """

    def __init__(
        self, machine: Machine, met: Met | None = None, elements: int = ELEMENTS_OF_A_RUN
    ) -> None:
        self.points: Points = points_of(machine)
        self.met = met if met is not None else Met()
        super().__init__(machine, elements)

    def new_compiler(self) -> Compiler:
        """A compiler whose closures note which way conditions go."""
        return _WatchedCompiler(self)

    def step_of(self, number: int) -> Step | None:
        """The step of a state, which notes that it was taken."""
        step = super().step_of(number)
        if step is None:
            return None
        state = self.machine.states[number]
        if isinstance(state, Branch) and number in self.points.of_branch:
            return self._branching(step, state, *self.points.of_branch[number])
        if isinstance(state, PlayPending):
            step = self._pending(step)
        found = [self.points.of_state.get(number)]
        if isinstance(state, Call):
            found.append(self.points.of_routine.get(state.routine))
        points = {point for point in found if point is not None}
        return self._noting(step, points) if points else step

    def _noting(self, step: Step, points: set[Point]) -> Step:
        note = self.met.points.update

        def noting(cells: Cells, log: Log) -> int:
            following = step(cells, log)
            note(points)
            return following

        return noting

    def _branching(self, step: Step, state: Branch, yes: Point, no: Point) -> Step:
        note, then = self.met.note, state.then

        def branching(cells: Cells, log: Log) -> int:
            following = step(cells, log)
            # Where both ways lead to one place nothing tells them apart.
            note(yes if following == then else no)
            return following

        return branching

    def _pending(self, step: Step) -> Step:
        """A choice that was put by is exercised when it was made; its effects begin here."""
        actions = self.points.of_action
        entries = {plan.entry: actions[plan.number] for plan in self.actions}
        note = self.met.note

        def pending(cells: Cells, log: Log) -> int:
            following = step(cells, log)
            if following in entries:
                note(entries[following])
            return following

        return pending

    def legal(self, cells: Cells) -> LegalMoves:
        """The legal moves; notes that the decision was reached."""
        found = super().legal(cells)
        if found:
            point = self.points.of_state.get(cells[STATE])
            if point is not None:
                self.met.note(point)
        return found

    def play(self, cells: Cells, move: Move, binding: Binding, log: Log) -> None:
        """Begin a legal move; notes which one it was."""
        number = cells[STATE]
        super().play(cells, move, binding, log)
        point = self.points.of_offer.get((number, binding[0]))
        if point is not None:
            self.met.note(point)
        if binding[0] and self.decisions[number].state.pending < 0:
            self.met.note(self.points.of_action[move.action])
