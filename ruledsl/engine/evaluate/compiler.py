"""Expressions as closures: each operator of an expression becomes one function of the cells.

`Compiler.closure` walks an expression once, when a machine is loaded, and asks the builder of
each operator (in `BUILDERS`, one table put together from the modules of this package) for a
function ``f(cells)`` that yields an integer or, for a list, a sequence of integers. Nothing
is generated as text. The tracing evaluator is written apart from these closures, and tests
hold both against each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from ruledsl.engine.errors import RuleFault
from ruledsl.engine.frame import Cells, Frame
from ruledsl.engine.text import Texts
from ruledsl.engine.valuetypes import ValueTypes
from ruledsl.machine.model import NONE, SAFE, Action, Expr
from ruledsl.machine.sorts import sort_of

Closure: TypeAlias = Callable[[Cells], Any]
"""From the cells to an integer or a sequence of integers."""

Builder: TypeAlias = Callable[["Compiler", Expr, tuple[Closure, ...]], Closure]


class Undecided(Exception):  # noqa: N818 - a signal to the engine, not an error
    """The faces of these cards (of the first of them to begin with) must be drawn first."""

    def __init__(self, cards: Sequence[int]) -> None:
        super().__init__()
        self.cards = cards


class Compiler:
    """Makes closures for the expressions of one machine."""

    def __init__(
        self,
        frame: Frame,
        texts: Texts,
        types: ValueTypes,
        builders: Mapping[str, Builder],
    ) -> None:
        self._builders = builders
        self.frame = frame
        self.machine = frame.machine
        self.texts = texts
        self.types = types
        self._defines: dict[int, Closure] = {}
        self._actions: dict[int, list[Action]] = {}
        for action in self.machine.actions:
            self._actions.setdefault(action.routine, []).append(action)

    def actions_of(self, routine: int) -> Sequence[Action]:
        """The actions whose effects that routine is."""
        return self._actions.get(routine, ())

    def closure(self, expr: Expr) -> Closure:
        """The function that works out an expression."""
        builder = self._builders[expr.op]
        return builder(self, expr, tuple(self.closure(arg) for arg in expr.args))

    def define(self, number: int) -> Closure:
        """The function of a define's body, shared by all its uses."""
        if number not in self._defines:
            self._defines[number] = self.closure(self.machine.defines[number].body)
        return self._defines[number]

    def fault(self, expr: Expr, message: str, *values: tuple[str, str]) -> RuleFault:
        """A fault at an expression."""
        return self.texts.fault(expr.span, message, *values)

    def number_fault(self, expr: Expr, *operands: int) -> RuleFault:
        """The fault of a calculation that leaves the range of numbers."""
        if NONE in operands:
            return self.fault(expr, "`none` cannot be calculated with")
        return self.fault(expr, f"the result is beyond {SAFE}, the greatest number there is")

    def card_fault(self, expr: Expr) -> RuleFault:
        """The fault of reading the face of something that is no card."""
        return self.fault(expr, "there is no card here: `none` has no face")


def is_const(expr: Expr) -> bool:
    """Whether an expression is a constant number."""
    return expr.op == "const"


def is_cards(compiler: Compiler, expr: Expr) -> bool:
    """Whether a list's elements are cards (and not looks or numbers)."""
    return sort_of(expr, compiler.machine) == "cards"
