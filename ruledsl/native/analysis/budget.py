"""How much work a program can do between two decisions: where it is little, nothing has to count it."""

from __future__ import annotations

from ruledsl.limits import STEPS_BETWEEN_DECISIONS
from ruledsl.machine.flow import define_order, expressions, offers
from ruledsl.machine.model import (
    Action,
    Decide,
    Expr,
    Gather,
    Machine,
    Move,
    MoveSome,
    PlayPending,
    Reveal,
    Score,
    Shuffle,
)
from ruledsl.machine.sorts import AGGREGATES, nodes_of
from ruledsl.native.analysis.facts import Facts

_TAKEN_AGAIN = (Move, MoveSome, Shuffle, Gather, Reveal, PlayPending)
"""Steps that are taken again after cards are drawn, whatever is in their expressions."""

_DRAWING = frozenset({"drawn_face", "alike_within", "the", "highest", "lowest"})


class Budget:
    """The elements that the expressions of one machine can visit, counted as the interpreter counts them."""

    def __init__(self, machine: Machine, facts: Facts) -> None:
        self.machine = machine
        self.facts = facts
        self._defines = [0] * len(machine.defines)
        order, _ = define_order(machine)
        for number in order:
            self._defines[number] = self.of(machine.defines[number].body)

    def of(self, expr: Expr) -> int:
        """What one expression can visit."""
        if expr.op in AGGREGATES:
            self.facts.of(expr.args[0])
            many = self.facts.length(expr.args[0])
            inner = sum(self.of(arg) for arg in expr.args[1:])
            return self.of(expr.args[0]) + many * (1 + inner)
        own = 1 + self._defines[expr.nums[0]] if expr.op == "call" else 0
        return own + sum(self.of(arg) for arg in expr.args)

    def listing(self, action: Action) -> int:
        """What listing the moves of an action can visit."""
        guards = sum(self.of(guard.value) for guard in action.guards)
        times, total = 1, guards
        for param in action.params:
            self.facts.of(param.domain)
            total += times * self.of(param.domain)
            times *= max(self.facts.length(param.domain), 1)
            total += times * guards
        return total

    def is_small(self, elements: int) -> bool:
        """Whether no run can come to the limit on visited ``elements``, so that nobody needs to count."""
        most = again = shuffles = 0
        for state in self.machine.states:
            work = sum(self.of(expr) for expr in expressions(state))
            if isinstance(state, Score):
                work *= self.machine.players
            if isinstance(state, Decide):
                listed = sum(self.listing(self.machine.actions[o.action]) for o in offers(state))
                if listed + work > elements:
                    return False
                continue
            if isinstance(state, PlayPending):
                work += max(
                    (self._lets(action) for action in self.machine.actions),
                    default=0,
                )
            most = max(most, work)
            shuffles += isinstance(state, Shuffle)
            drawing = any(self.draws(expr) for expr in expressions(state))
            if drawing or isinstance(state, _TAKEN_AGAIN):
                again = max(again, work)
        # Every card that is drawn was shuffled, and each time one is, some step is taken again.
        rounds = len(self.machine.cards) * (STEPS_BETWEEN_DECISIONS if shuffles else 1)
        lets = max((self._lets(action) for action in self.machine.actions), default=0)
        return lets + most * STEPS_BETWEEN_DECISIONS + again * rounds <= elements

    def draws(self, expr: Expr) -> bool:
        """Whether working an expression out may ask for cards to be drawn."""
        return any(
            node.op in _DRAWING
            or (node.op in AGGREGATES and node.nums[1] != 0)
            or (node.op == "call" and self.draws(self.machine.defines[node.nums[0]].body))
            for node in nodes_of(expr)
        )

    def _lets(self, action: Action) -> int:
        return sum(self.of(guard.value) for guard in action.guards if guard.cell >= 0)
