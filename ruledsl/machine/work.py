"""How much work an expression, and a list of legal moves, can be at the most.

Counted by the largest lengths of the lists, so that no rules can make play hang:
n elements, each of which looks at n more, are n times n. Defines are counted as often as
they are called, which is what makes doubling chains of them visible.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, prod

from attrs import frozen

from ruledsl import limits
from ruledsl.machine.bounds import Bounds
from ruledsl.machine.flow import action_expressions, expressions
from ruledsl.machine.model import Action, Decide, Expr, Machine
from ruledsl.machine.sorts import AGGREGATES

_CEILING = 1 << 62
"""Counts stop here, so that they stay small numbers."""


@frozen
class Work:
    """``elements`` of lists visited, and ``operations`` worked out."""

    elements: int
    operations: int

    def plus(self, other: Work, times: int = 1) -> Work:
        """This, and ``times`` the other."""
        return Work(
            min(self.elements + times * other.elements, _CEILING),
            min(self.operations + times * other.operations, _CEILING),
        )


_ONE = Work(0, 1)


class Estimate:
    """The work of the expressions of one machine; ``order`` is that of `flow.define_order`."""

    def __init__(self, machine: Machine, bounds: Bounds, order: tuple[int, ...]) -> None:
        self.machine = machine
        self.bounds = bounds
        self._defines = [_ONE] * len(machine.defines)
        for number in order:
            self._defines[number] = self.of(machine.defines[number].body)

    def of(self, expr: Expr) -> Work:
        """The work of one expression."""
        return self._work(expr)[0]

    def _work(self, expr: Expr) -> tuple[Work, int]:
        """The work, and the length of the list that comes out (0 for a value)."""
        parts = [self._work(arg) for arg in expr.args]
        work = _ONE
        if expr.op in AGGREGATES:
            (over, length), *inner = parts
            each = _ONE
            for part, _ in inner:
                each = each.plus(part)
            return work.plus(over).plus(each, length).plus(Work(length, 0)), 0
        for part, _ in parts:
            work = work.plus(part)
        if expr.op == "call":
            work = work.plus(self._defines[expr.nums[0]])
        length = self.bounds.length(expr)
        # Building a list, or searching one, goes over its elements.
        passed = length + sum(size for _, size in parts)
        return work.plus(Work(passed, passed)), length

    def length(self, domain: Expr) -> int:
        """How many elements a list can have at the most."""
        return self._work(domain)[1]


def moves_of(action: Action, estimate: Estimate) -> int:
    """How many combinations of parameters an action can have at the most.

    Parameters of one group stand for different cards of one place, in no order.
    """
    groups: dict[tuple[int, int], list[int]] = {}
    for place, param in enumerate(action.params):
        key = (param.group, -1) if param.group >= 0 else (-1, place)
        groups.setdefault(key, []).append(estimate.length(param.domain))
    return min(prod(comb(max(sizes), len(sizes)) for sizes in groups.values()), _CEILING)


def excesses(machine: Machine, bounds: Bounds, order: tuple[int, ...]) -> Iterator[str]:
    """What passes the limits on work, with its place in the machine."""
    estimate = Estimate(machine, bounds, order)
    sizes = [moves_of(action, estimate) for action in machine.actions]
    for number, action in enumerate(machine.actions):
        place, moves = f"actions[{number}]", sizes[number]
        if moves > limits.MOVES_OF_A_DECISION:
            yield f"{place}: up to {moves} moves; the limit is {limits.MOVES_OF_A_DECISION}"
        for expr in action_expressions(action):
            yield from _excess(place, estimate.of(expr))
    for number, state in enumerate(machine.states):
        for expr in expressions(state):
            yield from _excess(f"states[{number}]", estimate.of(expr))
        if isinstance(state, Decide):
            moves = sum(sizes[offer.action] for offer in state.offers if offer.arguments is None)
            if moves > limits.MOVES_OF_A_DECISION:
                yield f"states[{number}]: up to {moves} moves; the limit is {limits.MOVES_OF_A_DECISION}"


def _excess(place: str, work: Work) -> Iterator[str]:
    if work.elements > limits.EXPRESSION_ELEMENTS:
        yield (
            f"{place}: an expression may look at {work.elements} elements; "
            f"the limit is {limits.EXPRESSION_ELEMENTS}"
        )
    elif work.operations > limits.EXPRESSION_OPERATIONS:
        yield (
            f"{place}: an expression may take {work.operations} operations; "
            f"the limit is {limits.EXPRESSION_OPERATIONS}"
        )
