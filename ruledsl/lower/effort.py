"""Whether working out any expression of a machine could take too long.

A quick bound settles it for almost every ruleset: it multiplies the largest lengths of lists that can
be read off. Only where that is not enough the exact estimate of `ruledsl.machine.work` is made.
"""

from __future__ import annotations

from ruledsl import limits
from ruledsl.diagnostics.model import Diagnostic, Label
from ruledsl.machine import model as m
from ruledsl.machine.bounds import Bounds
from ruledsl.machine.flow import action_expressions, define_order, expressions
from ruledsl.machine.model import Expr
from ruledsl.machine.sorts import AGGREGATES
from ruledsl.machine.work import Estimate

_MUCH = limits.EXPRESSION_ELEMENTS
"""The lower of the two limits serves for elements and operations alike."""


def too_much_work(machine: m.Machine) -> Diagnostic | None:
    """The finding for the first expression that passes a limit, if there is one."""
    order, _ = define_order(machine)
    places = [x for state in machine.states for x in expressions(state)]
    places += [x for action in machine.actions for x in action_expressions(action)]
    quick = _Quick(machine, order)
    doubtful = [x for x in places if quick.work(x) > _MUCH]
    if not doubtful:
        return None
    estimate = Estimate(machine, Bounds(machine), order)
    for expr in doubtful:
        work = estimate.of(expr)
        if (
            work.elements > limits.EXPRESSION_ELEMENTS
            or work.operations > limits.EXPRESSION_OPERATIONS
        ):
            return Diagnostic(
                "RD504",
                "working this out may take more steps than any game should",
                Label(expr.span),
                f"at most {limits.EXPRESSION_ELEMENTS} elements and {limits.EXPRESSION_OPERATIONS} operations are allowed; a define is counted each time it is mentioned",
            )
    return None


class _Quick:
    """Work by the lengths that can be read off; anything else counts as too much."""

    def __init__(self, machine: m.Machine, order: tuple[int, ...]) -> None:
        self._machine = machine
        self._defines = [1] * len(machine.defines)
        for number in order:
            self._defines[number] = self.work(machine.defines[number].body)

    def work(self, expr: Expr) -> int:
        """An upper bound for the operations and elements of an expression (never above the limit + 1)."""
        if expr.op in AGGREGATES:
            each = 1 + sum(self.work(x) for x in expr.args[1:])
            total = self.work(expr.args[0]) + self._length(expr.args[0]) * (each + 1)
        else:
            total = 1 + sum(self.work(x) for x in expr.args)
            if expr.op == "call":
                total += self._defines[expr.nums[0]]
            elif expr.op in ("within", "alike_within", "join"):
                total += sum(self._length(x) for x in expr.args)
        return min(total, _MUCH + 1)

    def _length(self, expr: Expr) -> int:
        match expr.op:
            case "range" if all(x.op == "const" for x in expr.args):
                low, high = expr.args
                return max(0, high.nums[0] - low.nums[0] + 1)
            case "cards" | "family_cards":
                return len(self._machine.cards)
            case "list":
                return len(expr.args)
            case "row":
                return self._machine.players
            case "join":
                return sum(self._length(x) for x in expr.args)
            case _ if expr.op not in ("range", "call", "if"):
                return 1
        return _MUCH + 1
