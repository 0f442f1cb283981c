"""What there is to be exercised in a machine: its points, each with its place in the rules.

Points of one ruleset are the same whatever the number of players and the options, so what several machines of it
went through can be added up.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from attrs import field, frozen

from ruledsl.coverage.reach import Reach, is_constant, reach_of
from ruledsl.machine.flow import all_expressions, offers
from ruledsl.machine.model import (
    Action,
    Assign,
    Branch,
    Decide,
    Expr,
    Guard,
    Lot,
    Machine,
    Open,
    Over,
    Return,
    Score,
)
from ruledsl.machine.sorts import nodes_of
from ruledsl.source import Span

Kind: TypeAlias = Literal[
    "action", "phase", "statement", "choice", "require", "branch", "score term"
]

KINDS: tuple[Kind, ...] = (
    "action",
    "phase",
    "statement",
    "choice",
    "require",
    "branch",
    "score term",
)
"""The kinds of points, in the order in which they are told."""

Way: TypeAlias = Literal["", "held", "failed", "yes", "no"]
"""Which way a condition went: a ``require`` held or failed, a branch was taken or not."""


@frozen(cache_hash=True)
class Point:
    """Something that may be exercised.

    ``kind`` says what it is, ``name`` which action or phase it belongs to (empty where that says nothing), ``span`` where it
    stands; a condition is two points, one for each ``way``. ``is_settled``: it hangs on something that is constant for this
    machine, so nothing but another number of players, option or round of a match can lead there.
    """

    kind: Kind
    span: Span
    name: str = ""
    way: Way = ""
    is_settled: bool = field(default=False, eq=False)


@frozen
class Points:
    """The points of one machine, by what exercises them: the numbers of states, actions and routines, expressions by `id`."""

    all: tuple[Point, ...]
    of_state: dict[int, Point]
    of_routine: dict[int, Point]
    of_action: dict[int, Point]
    of_offer: dict[tuple[int, int], Point]
    """By the numbers of the decision and of the offer (from 1, ``otherwise`` last; 0 is ``skip``)."""
    of_branch: dict[int, tuple[Point, Point]]
    of_choice: dict[int, tuple[Point, Point]]
    """By the `id` of an ``a if c else b``: where ``a`` is worked out, and where ``b`` is."""
    of_guard: dict[int, tuple[Point, Point]]
    of_term: dict[int, Point]


def points_of(machine: Machine) -> Points:
    """All points of a machine."""
    reach = reach_of(machine)
    phases = {
        number: Point(
            "phase", routine.span, routine.name, is_settled=routine.entry not in reach.states
        )
        for number, routine in enumerate(machine.routines)
        if number not in {action.routine for action in machine.actions} and routine.span.line
    }
    actions = {
        number: Point("action", action.span, action.name, is_settled=number not in reach.actions)
        for number, action in enumerate(machine.actions)
    }
    states = dict(_statements(machine, reach))
    chosen = {
        (number, place): point
        for number, state in enumerate(machine.states)
        if isinstance(state, Decide)
        for place, point in _offers(machine, state, reach, number in reach.states)
    }
    branches = {
        number: _both("branch", state.condition, is_open=number in reach.states)
        for number, state in enumerate(machine.states)
        if isinstance(state, Branch) and state.condition.span.line
    }
    expressions = [*_expressions(machine)]
    choices = {
        id(expr): _both("branch", expr.args[0])
        for expr in expressions
        if expr.op == "if" and expr.args[0].span.line
    }
    guards = {
        id(guard.value): _held(action, guard, is_open=number in reach.offered)
        for number, action in enumerate(machine.actions)
        for guard in action.guards
        if guard.cell < 0 and guard.span.line
    }
    terms = dict(_terms(machine))
    pairs = [*branches.values(), *choices.values(), *guards.values()]
    found: dict[Point, Point] = {}
    for point in (
        *phases.values(),
        *actions.values(),
        *states.values(),
        *chosen.values(),
        *(point for pair in pairs for point in pair),
        *terms.values(),
    ):
        before = found.get(point)
        if before is None or before.is_settled:
            found[point] = point
    return Points(
        tuple(found.values()), states, phases, actions, chosen, branches, choices, guards, terms
    )


def _statements(machine: Machine, reach: Reach) -> Iterator[tuple[int, Point]]:
    """The states that stand for statements of the rules; several of them may stand for one."""
    declared = {(v.span.file, v.span.line) for v in machine.variables}
    for number, state in enumerate(machine.states):
        if isinstance(state, Return | Over | Lot | Open | Score) or not state.span.line:
            continue
        if isinstance(state, Assign) and (state.span.file, state.span.line) in declared:
            continue  # an initial value
        if isinstance(state, Branch) and state.condition.span.line:
            continue  # the condition is all there is of it
        yield number, Point("statement", state.span, is_settled=number not in reach.states)


def _offers(
    machine: Machine, state: Decide, reach: Reach, is_open: bool
) -> Iterator[tuple[int, Point]]:
    for place, offer in enumerate(offers(state), 1):
        if offer.span.line:
            name = machine.actions[offer.action].name
            settled = not is_open or offer.action not in reach.actions
            yield place, Point("choice", offer.span, name, is_settled=settled)
    if state.optional and state.span.line:
        yield 0, Point("choice", state.span, "skip", is_settled=not is_open)


def _both(kind: Kind, condition: Expr, *, is_open: bool = True) -> tuple[Point, Point]:
    settled = not is_open or is_constant(condition)
    yes: Point = Point(kind, condition.span, way="yes", is_settled=settled)
    return yes, Point(kind, condition.span, way="no", is_settled=settled)


def _held(action: Action, guard: Guard, *, is_open: bool) -> tuple[Point, Point]:
    settled = not is_open or is_constant(guard.value)
    held = Point("require", guard.span, action.name, "held", is_settled=settled)
    return held, Point("require", guard.span, action.name, "failed", is_settled=settled)


def _terms(machine: Machine) -> Iterator[tuple[int, Point]]:
    """The summands of the scores, by `id`; a constant is always counted."""
    for state in machine.states:
        if isinstance(state, Score):
            waiting = [state.value]
            while waiting:
                expr = waiting.pop()
                if expr.op in ("add", "sub"):
                    waiting += reversed(expr.args)
                elif expr.op != "const" and expr.span.line:
                    yield id(expr), Point("score term", expr.span)


def _expressions(machine: Machine) -> Iterator[Expr]:
    for _, root in all_expressions(machine):
        yield from nodes_of(root)
