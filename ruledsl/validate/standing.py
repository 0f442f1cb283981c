"""Whether a step of a loop can be come to again once a variable stands where it will stay.

`place = min(20, place + 3)` goes on to 20 and no further. If nothing in the loop asks about that, the loop is not bounded by it.
The same holds of what is set for good: `is_out[p] = yes` can be done only so often, if who is out is asked nothing any more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from ruledsl.machine.bounds import Bound
from ruledsl.machine.known import FILLED
from ruledsl.machine.model import NONE, SAFE, Branch, Expr, Variable
from ruledsl.machine.ops import COMPARISONS
from ruledsl.machine.sorts import nodes_of
from ruledsl.validate.effects import Effect, Effects
from ruledsl.validate.graph import ITSELF, Graph, components
from ruledsl.validate.values import Values

_NODES = 3_000
"""Larger groups of steps are not looked at so closely."""

_TOGETHER = 6
"""So many other variables are looked at, at the most, that stand as well by then."""


@frozen
class Stand:
    """Where a variable stays in a group of steps (None: that is not known), and the steps that lead it there."""

    bound: Bound | None
    nodes: frozenset[int]


class Standing:
    """Looks at one group of steps with all elements of some variables at the values at which they stay."""

    def __init__(
        self, graph: Graph, effects: Effects, group: list[int], stands: Mapping[int, Stand]
    ) -> None:
        """``stands`` are all variables that come to stand somewhere in the group, by number."""
        self._graph = graph
        self._effects = effects
        self._group = group
        self._stands = stands
        self._again: dict[int, frozenset[int]] = {}
        self._asked: dict[int, frozenset[int]] = {}

    def stops(self, node: int, number: int) -> bool:
        """Whether a step is not come to again when a variable stands; also where that is doubtful."""
        if len(self._group) > _NODES or self._stands[number].bound is None:
            return True
        if number not in self._again:
            self._again[number] = frozenset(self._left(number))
        return node not in self._again[number]

    def _left(self, number: int) -> Iterator[int]:
        """The steps of the group that lead round to themselves still; none where that is doubtful."""
        numbers = {number, *self._as_well(number)}
        stands = {n: stand.bound for n in numbers if (stand := self._stands[n]).bound is not None}
        values = self._effects.values.with_variables(stands)
        inside = set(self._group)
        after: dict[int, tuple[int, ...]] = {}
        for node in self._group:
            ways = self._ways(node, numbers, values)
            if ways is None:
                return
            after[node] = tuple(there for there in ways if there in inside)
        for circle in components(after, inside):
            yield from circle

    def _as_well(self, number: int) -> Iterator[int]:
        """The variables that stand too by then, of those that are asked about together with it.

        They are those without whose steps nobody comes to the steps of that one again and again.
        """
        together = {
            other
            for node in self._group
            if number in (asked := self._asked_at(node))
            for other in asked & self._stands.keys()
        } - {number}
        own = self._stands[number].nodes
        for other in sorted(together)[:_TOGETHER]:
            without = set(self._group) - self._stands[other].nodes
            circles = components(self._graph.after, without)
            if all(own.isdisjoint(circle) for circle in circles):
                yield other

    def _asked_at(self, node: int) -> frozenset[int]:
        """The variables that decide where a step leads."""
        if node not in self._asked:
            offer = self._graph.offer(node)
            asked = (
                self._effects.questions.asked_by_action(offer.action)
                if offer is not None
                else self._effects.questions.asked(self._graph.state(node))
            )
            self._asked[node] = frozenset(n for kind, n in asked if kind == "variable")
        return self._asked[node]

    def _ways(self, node: int, numbers: set[int], values: Values) -> tuple[int, ...] | None:
        """Where a step may lead; None where that is doubtful."""
        graph = self._graph
        ways = graph.after[node]
        if self._asked_at(node).isdisjoint(numbers):
            return ways
        offer = graph.offer(node)
        if offer is not None:
            return () if _is_barred(offer.action, values) else ways
        state = graph.state(node)
        if not isinstance(state, Branch) or graph.nodes[node].choice != ITSELF:
            return ways
        if self._is_doubtful(state.condition):
            return None
        truth = values.truth(state.condition)
        if truth is None:
            return ways
        there = state.then if truth else state.otherwise
        return tuple(way for way in ways if graph.nodes[way].state == there)

    def _is_doubtful(self, condition: Expr) -> bool:
        """Whether a condition asks about variables in a way that is not followed: by a name, or beside another one."""
        uses = self._effects.values.cells.uses
        for part in nodes_of(condition):
            if part.op == "call":
                return True
            if part.op == "cell" and uses[part.nums[0]] == "register":
                return True
            if part.op in COMPARISONS and all(arg.op in ("cell", "item") for arg in part.args):
                return True
            # `count(...) == 1`: it is come to on the way, before all elements are alike.
            if part.op in ("eq", "ne") and any(arg.op in ("count", "sum") for arg in part.args):
                return True
        return False


def stand_of(effect: Effect, variable: Variable) -> Bound | None:
    """What a variable holds when it stands after a step; None where that is not known."""
    if effect.settles == FILLED:
        return Bound(variable.low, variable.high)
    value = effect.cap if effect.settles is None else effect.settles
    if value is None:
        return None
    return Bound(SAFE, -SAFE, True) if value == NONE else Bound(value, value)


def _is_barred(action: int, values: Values) -> bool:
    """Whether an action can surely not be chosen."""
    found = values.machine.actions[action]
    if any(guard.cell < 0 and values.truth(guard.value) is False for guard in found.guards):
        return True
    return any(
        values.of(param.domain).length == 0 for param in found.params if param.domain.op == "range"
    )
