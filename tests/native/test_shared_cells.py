"""What is known of the operand of a define is not taken for what is known of an element that has the same cell."""

from __future__ import annotations

import pytest
from attrs import evolve

from ruledsl.machine import validate
from ruledsl.machine.model import Expr, Machine
from ruledsl.machine.sorts import AGGREGATES
from tests.language.small import game
from tests.native.in_step import in_step, players

RULES = """
var n: 0..30 = 0 seen by all
var m: 0..99 = 0 seen by all
define more(p: 0..99) = p + 1
define few(p: 0..99) = p..p + 1
action go:
    m = 1
play:
    player 1 acts:
        must go
        m = {first}
        n = {then}
        must go
"""

CASES = (
    ("more(3)", "sum(q for q in 1..9)"),
    ("0", "more(3) + sum(q for q in 1..9)"),
    ("0", "sum(q for q in 1..9) + more(2)"),
    ("0", "(31 if sum(q for q in 1..9) in few(44) else 0)"),
)


def shared(machine: Machine) -> Machine:
    """The machine with the cells of all elements those of the operand of its defines."""
    cell = machine.defines[0].params[0]
    defines = tuple(
        evolve(each, params=(cell,), body=_renamed(each.body, {each.params[0]: cell}))
        for each in machine.defines
    )
    states = tuple(
        evolve(state, value=_renamed(state.value, _elements(state.value, cell)))
        if isinstance(getattr(state, "value", None), Expr)
        else state
        for state in machine.states
    )
    return evolve(machine, defines=defines, states=states)


def _elements(expr: Expr, cell: int) -> dict[int, int]:
    found = {expr.nums[0]: cell} if expr.op in AGGREGATES else {}
    for arg in expr.args:
        found |= _elements(arg, cell)
    return found


def _renamed(expr: Expr, cells: dict[int, int]) -> Expr:
    nums = expr.nums
    if expr.op == "cell" or expr.op in AGGREGATES:
        nums = (cells.get(nums[0], nums[0]), *nums[1:])
    return evolve(expr, nums=nums, args=tuple(_renamed(arg, cells) for arg in expr.args))


@pytest.mark.parametrize(("first", "then"), CASES)
def test_the_same_cell(first: str, then: str) -> None:
    machine = shared(game(RULES.format(first=first, then=then)).machine)
    assert not list(validate.problems(machine))
    made, fault = in_step(players(machine), 1)
    assert made == 1
    assert fault is not None
