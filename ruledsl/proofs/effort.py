"""How much a machine may cost that is gone through."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define

from ruledsl.machine.flow import all_expressions, define_order
from ruledsl.machine.model import Expr, Machine

_DEEPEST = 100
"""Operators within operators, defines written out, that are followed."""


class TooMuch(Exception):  # noqa: N818 - a signal, not an error
    """More work than a machine is worth."""


@define
class Budget:
    """Parts of expressions that may be looked at yet."""

    left: int

    def spend(self) -> None:
        """One more part is looked at. Raises :class:`TooMuch` where that was the last."""
        self.left -= 1
        if self.left < 0:
            raise TooMuch


def is_shallow(machine: Machine) -> bool:
    """Whether no expression of a machine is nested too deeply to be followed by functions that call themselves."""
    order, circle = define_order(machine)
    depths: dict[int, int] = {}
    for number in order:
        depths[number] = _depth(machine.defines[number].body, depths)
    exprs: Iterable[Expr] = (expr for _, expr in all_expressions(machine))
    return circle is None and all(_depth(expr, depths) <= _DEEPEST for expr in exprs)


def _depth(expr: Expr, defines: dict[int, int]) -> int:
    """How many operators stand within one another, with what defines stand for."""
    deepest, waiting = 0, [(expr, 1)]
    while waiting:
        part, depth = waiting.pop()
        called = defines[part.nums[0]] if part.op == "call" else 0
        deepest = max(deepest, depth + called)
        waiting += [(arg, depth + 1 + called) for arg in part.args]
    return deepest
