"""What actions bind is read by themselves, and only once it is bound."""

from __future__ import annotations

import pytest
from attrs import evolve

from ruledsl.machine.model import Assign, Decide, Expr, Machine, Offer
from ruledsl.machine.validate import problems
from tests.language.small import game
from tests.native.in_step import in_step, players

RULES = """
var n: 0..9 = 0 seen by all
define twice(k: 0..9) = 2 * k
action buy(a in 1..3, b in 1..a):
    let c = twice(b)
    require c > n
    n = a
action sell(d in 1..3):
    require d > n
play:
    player 1 acts:
        must buy or sell
"""


@pytest.fixture(scope="module")
def machine() -> Machine:
    return game(RULES).machine


def reading(machine: Machine, cell: int, place: str) -> Machine:
    """The machine with a place of its first or second action, or of its decision, that reads a cell."""
    read = Expr("cell", (cell,))
    first, second = machine.actions
    match place:
        case "domain":
            domain = Expr("range", (), (read, read))
            first = evolve(first, params=(evolve(first.params[0], domain=domain), first.params[1]))
        case "let":
            first = evolve(first, guards=(evolve(first.guards[0], value=read), first.guards[1]))
        case "guard":
            second = evolve(second, guards=(evolve(second.guards[0], value=read),))
        case "define":
            defines = (
                *machine.defines,
                evolve(machine.defines[0], name="late", params=(), body=read),
            )
            call = Expr("call", (len(defines) - 1,))
            machine = evolve(machine, defines=defines)
            second = evolve(second, guards=(evolve(second.guards[0], value=call),))
        case _:
            states = tuple(
                evolve(state, offers=(state.offers[0], Offer(1, (read,))))
                if isinstance(state, Decide)
                else state
                for state in machine.states
            )
            return evolve(machine, states=states)
    return evolve(machine, actions=(first, second))


@pytest.mark.parametrize("place", ["domain", "let", "guard", "define", "argument"])
def test_what_is_not_bound_there(machine: Machine, place: str) -> None:
    assert problems(machine) == ()
    first, _ = machine.actions
    cells = [first.params[1].cell, first.guards[0].cell]
    for cell in cells if place in ("domain", "guard", "define", "argument") else cells[1:]:
        (problem,) = set(problems(reading(machine, cell, place)))
        assert f"cell {cell} is " in problem
        assert "bound" in problem


def test_what_is_bound_there(machine: Machine) -> None:
    first, second = machine.actions
    assert problems(reading(machine, first.params[1].cell, "let")) == ()
    for place in ("guard", "define"):
        assert problems(reading(machine, second.params[0].cell, place)) == ()


def through(expr: Expr, cell: int) -> Expr:
    """The expression with what goes through a list in it doing so by another cell."""

    def renamed(node: Expr, old: int) -> Expr:
        args = tuple(renamed(arg, old) for arg in node.args)
        nums = (cell, *node.nums[1:]) if node.nums[:1] == (old,) else node.nums
        return evolve(node, nums=nums if node.op in ("cell", "sum") else node.nums, args=args)

    if expr.op == "sum":
        return renamed(expr, expr.nums[0])
    return evolve(expr, args=tuple(through(arg, cell) for arg in expr.args))


def shared(formula: str) -> Machine:
    """A machine whose one sum goes through its list by the cell of the operand of a define."""
    machine = game(SHARED.format(formula=formula)).machine
    (cell,) = machine.defines[0].params
    states = tuple(
        evolve(state, value=through(state.value, cell)) if isinstance(state, Assign) else state
        for state in machine.states
    )
    return evolve(machine, states=states)


SHARED = """
table squares
    1
    4
    9
var n: 0..9 = 0 seen by all
var m: -99..99 = 0 seen by all
define square(k: 1..3) = squares[k]
action go(k in 0..5):
    n = k
play:
    player 1 acts:
        must go
        m = {formula}
"""


def test_what_a_define_overwrites() -> None:
    (problem,) = problems(shared("sum(square(2) + i for i in 1..n)"))
    assert "`square` overwrites what is needed around it" in problem


def test_one_cell_for_one_thing_after_another() -> None:
    """What was known of it as an operand does not hold of it as an element."""
    machine = shared("square(1) + sum(squares[i] for i in 1..n)")
    assert problems(machine) == ()
    everybody = players(machine)
    faults = [in_step(everybody, number)[1] for number in range(12)]
    assert any(faults)
    assert not all(faults)
