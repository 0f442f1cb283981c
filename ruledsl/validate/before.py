"""What has been asked just before a step, and so holds there: the requirements of its action, and the `if`s around it.

`require pot >= 2` makes sure that half of the pot is something.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from ruledsl.machine.bounds import Bound
from ruledsl.machine.flow import successors
from ruledsl.machine.model import (
    AnyState,
    Branch,
    Call,
    Decide,
    Expr,
    Machine,
    Next,
    PlayPending,
)
from ruledsl.machine.ops import OPPOSITE, TURNED
from ruledsl.validate.values import Values

_STEPS = 40
"""So many steps are looked back."""


class Before:
    """Looks up what was asked before the steps of a machine, as long as nothing has been done to it since."""

    def __init__(
        self,
        values: Values,
        reads: Callable[[Expr], frozenset[Hashable]],
        changed: Callable[[AnyState], frozenset[Hashable]],
    ) -> None:
        """``reads`` tells what a condition looks at, ``changed`` what a step does something to."""
        self._values = values
        self._machine: Machine = values.machine
        self._reads = reads
        self._changed = changed
        self._into: dict[int, list[tuple[int, bool]]] = {}
        for number, state in enumerate(self._machine.states):
            for after, way in successors(state):
                self._into.setdefault(after, []).append((number, way == "yes"))
        self._required = {
            self._machine.routines[action.routine].entry: [
                guard.value for guard in action.guards if guard.cell < 0
            ]
            for action in self._machine.actions
        }

    def values_at(self, number: int) -> Values:
        """The values of numbers at a step."""
        known: dict[Expr, Bound] = {}
        for condition, holds in self._asked(number):
            self._learn(known, condition, holds)
        return self._values.given(known) if known else self._values

    def _asked(self, number: int) -> Iterator[tuple[Expr, bool]]:
        """What was asked on the only way that leads to a step, and whether it holds."""
        changed: frozenset[Hashable] = frozenset()
        for _ in range(_STEPS):
            into = self._into.get(number, [])
            if not into:
                for condition in self._required.get(number, ()):
                    if changed.isdisjoint(self._reads(condition)):
                        yield condition, True
            if len(into) != 1:
                return
            number, holds = into[0]
            match self._machine.states[number]:
                case Branch(condition=condition):
                    if changed.isdisjoint(self._reads(condition)):
                        yield condition, holds
                case Call() | Decide() | PlayPending() | Next():
                    return  # much may have happened in between
                case state:
                    changed |= self._changed(state)

    def _learn(self, known: dict[Expr, Bound], condition: Expr, holds: bool) -> None:
        op, args = condition.op, condition.args
        if op == "not":
            self._learn(known, args[0], not holds)
        elif op in ("and", "or"):
            if holds == (op == "and"):
                for part in args:
                    self._learn(known, part, holds)
        elif op in OPPOSITE:
            op = op if holds else OPPOSITE[op]
            self._compare(known, args[0], op, self._values.of(args[1]))
            self._compare(known, args[1], TURNED[op], self._values.of(args[0]))

    def _compare(self, known: dict[Expr, Bound], one: Expr, op: str, other: Bound) -> None:
        """Note what is known of an expression that compares so with something."""
        if one.op == "const" or other.none or other.unset:
            return
        found = known.get(one) or self._values.of(one)
        low, high = found.low, found.high
        match op:
            case "lt":
                high = min(high, other.high - 1)
            case "le":
                high = min(high, other.high)
            case "gt":
                low = max(low, other.low + 1)
            case "ge":
                low = max(low, other.low)
            case "eq":
                low, high = max(low, other.low), min(high, other.high)
            case _ if other.low == other.high:
                low += low == other.low
                high -= high == other.low
        none = found.none and op == "ne"
        if low <= high and (low, high, none) != (found.low, found.high, found.none):
            known[one] = Bound(low, high, none)
