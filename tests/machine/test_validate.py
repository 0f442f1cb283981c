"""Machines that do not hold together are refused, whatever number in them is changed."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from attrs import evolve

from ruledsl import limits
from ruledsl.engine.errors import RuleFault
from ruledsl.engine.game import Game
from ruledsl.machine.model import (
    ME,
    NONE,
    SAFE,
    Address,
    Assign,
    Branch,
    Call,
    Collect,
    Decide,
    Define,
    Expr,
    Machine,
    Next,
    Offer,
    Over,
    PlayPending,
    Return,
    Roll,
    Set,
    Variable,
)
from ruledsl.machine.serial import from_data, to_data
from ruledsl.machine.sorts import SortError, sort_of
from ruledsl.machine.validate import problems
from ruledsl.source import NOWHERE
from tests.machine.machines import NUMBER, PLAYER, auction, cell, const, op, with_state

GOOD = auction()
TABLE = op("zone", nums=(3,))


def nested(depth: int) -> Expr:
    expr = const(1)
    for _ in range(depth - 1):
        expr = op("neg", expr)
    return expr


def with_value(value: Expr) -> Machine:
    """A register for numbers is set to it."""
    return with_state(GOOD, 13 + 8, Set(GOOD_COUNT, value, 22))


GOOD_COUNT = next(s.cell for s in GOOD.states if isinstance(s, Set) and s.next == 22)
SCRATCH = GOOD.layout.scratch


def test_the_example_holds_together() -> None:
    assert problems(GOOD) == ()
    assert problems(with_value(const(5))) == ()


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (op("jump"), "there is no operator `jump`"),
        (op("add", const(1)), "`add` cannot have 1 operands"),
        (op("neg", const(1), nums=(1,)), "`neg` takes 0 numbers, not 1"),
        (op("size", const(1)), "operand 1 of `size` is a number, not a zone"),
        (op("add", const(1), TABLE), "operand 2 of `add` is a zone, not a number"),
        (TABLE, "an expression is a zone, not a number"),
        (op("zone", nums=(4,)), "`zone` names number 4, but there are 4"),
        (op("size", op("zone", nums=(-1,))), "`zone` names number -1, but there are 4"),
        (op("size", op("zone_at", const(1), nums=(1, 9))), "there are no places 1 to 9"),
        (op("size", op("zone_at", const(1), nums=(1, 3))), "places of different families"),
        (op("table", const(1), nums=(1,)), "`table` names number 1, but there are 1"),
        (op("attr", op("look", nums=(0,)), nums=(2,)), "`attr` names number 2"),
        (op("attr", op("look", nums=(2,)), nums=(0,)), "`look` names number 2"),
        (op("attr", const(NONE), nums=(0,)), "operand 1 of `attr` is a number, not a look"),
        (op("is_kind", op("look", nums=(0,)), nums=(1,)), "`is_kind` names number 1"),
        (
            op("sum", op("row", const(1), nums=(1,)), const(1), const(1), nums=(SCRATCH + 2, 0)),
            "`row` names number 1",
        ),
        (
            op("count", op("family_cards", nums=(3,)), const(1), nums=(SCRATCH, 0)),
            "`family_cards` names number 3",
        ),
        (const(SAFE + 1), "a number is too large"),
        (op("bounded", const(1), nums=(2, 1)), "no number lies within 2..1"),
        (cell(-1), "`cell` reads cells -1 to -1"),
        (cell(10**9), "`cell` reads cells 1000000000 to"),
        (cell(0), "reads cell 0, which is no value of the rules"),
        (cell(GOOD.zones[0].base), "which is no value of the rules"),
        (cell(GOOD.layout.faces), "which is no value of the rules"),
        (cell(SCRATCH), "which is no value of the rules"),
        (cell(GOOD.accounts[2].base), "an unlimited account has no balance to be read"),
        (op("item", const(1), nums=(GOOD.accounts[0].base, 3)), "`item` reads cells"),
        (op("item", const(1), nums=(GOOD.accounts[0].base, 0)), "`item` reads cells"),
        (op("item", const(1), nums=(GOOD.accounts[0].base, -5)), "`item` reads cells"),
        (op("eq", const(1), op("look", nums=(0,))), "the operands of `eq` are of different sorts"),
        (
            op("within", op("range", const(1), const(2)), op("look", nums=(0,))),
            "a look is looked for among numbers",
        ),
        (op("count", TABLE, const(1), nums=(SCRATCH, 0)), "puts elements of zone"),
        (
            op("count", op("cards", TABLE), const(1), nums=(SCRATCH + 2, 0)),
            "puts elements of cards into cell",
        ),
        (
            op("count", op("cards", TABLE), const(1), nums=(GOOD_COUNT, 0)),
            "which is no free scratch cell",
        ),
        (
            op("count", op("cards", TABLE), const(1), nums=(SCRATCH, 2)),
            "a switch of `count` is neither 0 nor 1",
        ),
        (
            op(
                "count",
                op("cards", TABLE),
                op("count", op("cards", TABLE), const(1), nums=(SCRATCH, 0)),
                nums=(SCRATCH, 0),
            ),
            "which is no free scratch cell",
        ),
        (op("call", const(1), nums=(1,)), "there is no define 1"),
        (op("call", nums=(0,)), "`strength` takes 1 operands, not 0"),
        (op("call", TABLE, nums=(0,)), "operand 1 of `call` is a zone"),
        (op("call", op("look", nums=(0,)), nums=(0,)), "an operand of `strength` is a look"),
        (nested(limits.EXPRESSION_DEPTH + 1), "nested more than"),
        (nested(100_000), "nested more than"),
        (
            op(
                "sum",
                op("range", const(1), const(limits.EXPRESSION_ELEMENTS)),
                const(1),
                const(1),
                nums=(SCRATCH + 2, 0),
            ),
            "an expression may look at 2000000 elements",
        ),
    ],
    ids=range(43),
)
def test_expressions(value: Expr, expected: str) -> None:
    assert expected in problems(with_value(value))[0]


MACHINES: dict[str, Callable[[], Machine]] = {
    "there is no state 99": lambda: with_state(GOOD, 3, Branch(const(1), 4, 99)),
    "states[3]: there is no state -1": lambda: with_state(GOOD, 3, Set(GOOD_COUNT, const(1), -1)),
    "play starts at state 99": lambda: evolve(GOOD, start=99),
    "there is no routine 3": lambda: with_state(GOOD, 11, Call(3, 12)),
    "states[30]: there is no routine -1": lambda: with_state(GOOD, 30, Return(-1)),
    "there is no variable 9": lambda: with_state(GOOD, 3, Assign(9, Address(9), const(1), 4)),
    "is not in `leader`": lambda: with_state(GOOD, 3, Assign(0, Address(ME), const(1), 4)),
    "cell 0 is no register to be set": lambda: with_state(GOOD, 3, Set(0, const(1), 4)),
    f"cell {GOOD.layout.faces} is no register to be set": lambda: with_state(
        GOOD, 3, Set(GOOD.layout.faces, const(1), 4)
    ),
    "cell 8 is no register to be set": lambda: with_state(GOOD, 3, Set(8, const(1), 4)),
    "cell 9 is no register to be set": lambda: with_state(
        GOOD, 3, Roll(Address(9), -1, op("range", const(1), const(2)), 4)
    ),
    "a loop can begin only with its first element": lambda: with_state(
        GOOD, 13, Set(_next().position, const(1), 14)
    ),
    "there is no list at cell": lambda: with_state(GOOD, 14, evolve(_next(), base=GOOD_COUNT)),
    "are no registers": lambda: with_state(
        GOOD, 12, Collect(_next().base, 10**6, op("range", const(1), const(2)), 13)
    ),
    "serves two purposes": lambda: with_state(
        GOOD, 12, Collect(_next().base - 1, 3, op("range", const(1), const(2)), 13)
    ),
    "does not fit into the cells": lambda: with_state(GOOD, 15, evolve(_decide(), width=1)),
    "state 14 leaves nothing to be played": lambda: with_state(GOOD, 18, PlayPending(14, 17)),
    "there is no action 2": lambda: with_state(
        GOOD, 15, evolve(_decide(), offers=(Offer(2, None),))
    ),
    "is offered with 2 arguments": lambda: with_state(
        GOOD, 27, Decide((Offer(0, (const(1), const(1))),), False, None, -1, 0, 28)
    ),
    "a decision has nothing to offer": lambda: with_state(
        GOOD, 27, Decide((), False, None, -1, 0, 28)
    ),
    "states[26]: `bidding` leads back to itself": lambda: with_state(GOOD, 26, Call(0, 27)),
    "`strength` leads back to itself": lambda: evolve(
        GOOD, defines=(evolve(GOOD.defines[0], body=op("call", const(1), nums=(0,))),)
    ),
    "names the sorts of 10 cells": lambda: evolve(
        GOOD, layout=evolve(GOOD.layout, sorts=GOOD.layout.sorts[:10])
    ),
    "the layout is not in order": lambda: evolve(GOOD, layout=evolve(GOOD.layout, scratch=10**9)),
    "the limit is 100000": lambda: evolve(GOOD, layout=evolve(GOOD.layout, size=10**9)),
    "lies over other cells": lambda: evolve(
        GOOD, layout=evolve(GOOD.layout, pools=GOOD.layout.faces)
    ),
    "the scores lies outside": lambda: evolve(GOOD, layout=evolve(GOOD.layout, scores=0)),
    "there are 0 players": lambda: evolve(GOOD, players=0),
    "there are 1000000000 players": lambda: evolve(GOOD, players=10**9),
    "the cards do not fit into `stock`": lambda: evolve(
        GOOD, zones=(evolve(GOOD.zones[0], capacity=3), *GOOD.zones[1:])
    ),
    "card 3 is in 0 decks": lambda: evolve(GOOD, decks=(evolve(GOOD.decks[0], cards=(0, 1, 2)),)),
    "card 0 is in 2 decks": lambda: evolve(
        GOOD, decks=(evolve(GOOD.decks[0], cards=(0, 0, 1, 2)),)
    ),
    "there is no look 7": lambda: evolve(GOOD, cards=(0, 0, 1, 7)),
    "its values differ": lambda: evolve(
        GOOD, looks=(GOOD.looks[0], evolve(GOOD.looks[1], values=(1, NONE)))
    ),
    "is outside its type": lambda: evolve(
        GOOD, attributes=(GOOD.attributes[0], evolve(GOOD.attributes[1], values=(3, NONE)))
    ),
    "belongs to seat 3": lambda: evolve(
        GOOD, zones=(*GOOD.zones[:1], evolve(GOOD.zones[1], owners=(3,)), *GOOD.zones[2:])
    ),
    "`leader` ranges over 1..3": lambda: evolve(
        GOOD, variables=(evolve(GOOD.variables[0], high=3), GOOD.variables[1])
    ),
    "has seat 0": lambda: evolve(GOOD, teams=(("north", (0,)),)),
}


def _next() -> Next:
    state = GOOD.states[14]
    assert isinstance(state, Next)
    return state


def _decide() -> Decide:
    state = GOOD.states[15]
    assert isinstance(state, Decide)
    return state


@pytest.mark.parametrize("expected", MACHINES)
def test_machines(expected: str) -> None:
    found = problems(MACHINES[expected]())
    assert any(expected in problem for problem in found), found


def test_sort_of() -> None:
    assert sort_of(op("cards", TABLE), GOOD) == "cards"
    assert sort_of(op("first", TABLE), GOOD) == "card"
    assert sort_of(op("if", const(1), const(NONE), op("look", nums=(0,))), GOOD) == "look"
    assert sort_of(op("list", op("look", nums=(0,))), GOOD) == "looks"
    assert sort_of(cell(GOOD.variables[1].base), GOOD) == "look"
    with pytest.raises(SortError) as caught:
        sort_of(op("neg", op("size", const(1))), GOOD)
    assert caught.value.expr.op == "size"


def doubling(lines: int) -> Machine:
    """``define d0 = 1``, ``define d1 = d0 + d0``, ..."""
    defines = [Define("d0", (), const(1), "number", NOWHERE)]
    for number in range(1, lines):
        half = op("call", nums=(number - 1,))
        defines.append(Define(f"d{number}", (), op("add", half, half), "number", NOWHERE))
    return evolve(
        with_value(op("call", nums=(lines,))),
        defines=(GOOD.defines[0], *(_shifted(d) for d in defines)),
    )


def _shifted(define: Define) -> Define:
    """The define with what it calls one place further on, behind those of the example."""

    def shift(expr: Expr) -> Expr:
        nums = (expr.nums[0] + 1,) if expr.op == "call" else expr.nums
        return evolve(expr, nums=nums, args=tuple(shift(arg) for arg in expr.args))

    return evolve(define, body=shift(define.body))


def test_doubling_defines() -> None:
    assert problems(doubling(15)) == ()
    began = time.perf_counter()
    (found,) = problems(doubling(60))
    assert "operations" in found
    assert time.perf_counter() - began < 1


def test_an_unbounded_loop_counter_is_no_length() -> None:
    """A register that counts up without end must not be the end of a range."""
    counting = with_value(op("add", cell(GOOD_COUNT), const(1)))
    assert problems(counting) == ()
    listed = op("count", op("range", const(1), cell(GOOD_COUNT)), const(1), nums=(SCRATCH + 2, 0))
    (found,) = problems(with_state(counting, 23, Set(GOOD_COUNT, listed, 24)))
    assert "elements" in found
    tame = op("bounded", cell(GOOD_COUNT), nums=(0, 9))
    listed = op("count", op("range", const(1), tame), const(1), nums=(SCRATCH + 2, 0))
    assert problems(with_state(counting, 23, Set(GOOD_COUNT, listed, 24))) == ()


def test_large_machines_take_time_in_proportion() -> None:
    """The worst of fifty thousand nodes: a chain of registers, each set from the next one."""
    many = 10_000
    sorts = GOOD.layout.sorts
    first = GOOD_COUNT
    chain = [
        Set(
            first, op("add", cell(first), const(1)), min(len(GOOD.states) + i + 1, len(GOOD.states))
        )
        for i in range(many)
    ]
    machine = evolve(GOOD, states=(*GOOD.states, *chain))
    assert len(sorts) == GOOD.layout.size
    began = time.perf_counter()
    assert problems(machine) == ()
    assert time.perf_counter() - began < 20
    crowded = evolve(GOOD, states=(*GOOD.states, *chain * 3))
    assert "more than 50000 states and expressions" in problems(crowded)[0]


# --- every number of a machine file --------------------------------------------------------------


def integers(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all integers, those of spans left out."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key != "span":
                yield from integers(value, (*path, key))
    elif isinstance(data, list | tuple):
        is_expr = len(data) == 4 and isinstance(data[0], str) and isinstance(data[1], list)
        for place, value in enumerate(data[:3] if is_expr else data):
            yield from integers(value, (*path, place))
    elif isinstance(data, int) and not isinstance(data, bool):
        yield path


def changed(data: Any, path: tuple[Any, ...], change: Callable[[int], int]) -> Any:
    """A copy of the data with one integer changed."""
    if not path:
        return change(data)
    copy: Any = dict(data) if isinstance(data, dict) else list(data)
    copy[path[0]] = changed(copy[path[0]], path[1:], change)
    return copy


CHANGES: dict[str, Callable[[int], int]] = {
    "more": lambda n: n + 1,
    "less": lambda n: n - 1,
    "large": lambda n: 10**6 + n,
    "huge": lambda n: 2**60,
    "below": lambda n: -5,
}


def mutants(change: str) -> Iterator[tuple[tuple[Any, ...], Machine]]:
    data = to_data(GOOD)
    for path in integers(data):
        # Every whole number has the form of a field; what it means is for `problems` to judge.
        yield path, from_data(changed(data, path, CHANGES[change]))


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_number_is_refused_or_harmless(change: str) -> None:
    """Refused with a reason, or playable to an end or to a clean fault in the rules; quickly."""
    refused = 0
    faulty = 0
    total = 0
    for path, machine in mutants(change):
        total += 1
        began = time.perf_counter()
        found = problems(machine)
        if found:
            refused += 1
            assert all(found), path
        else:
            faulty += not plays(machine)
        assert time.perf_counter() - began < 20, path
    # Most numbers point at something; only amounts, ranges and the like may be changed.
    assert total > 250
    assert total / 2 < refused < total
    assert faulty < total - refused


def plays(machine: Machine) -> bool:
    """Whether three games with other dice come to their end, and not to a fault in the rules.

    Anything but such a fault (or the refusal to start) fails the test.
    """
    for seed in range(3):
        dice = random.Random(seed)
        try:
            state = Game(machine).start(seed=seed)
            for _ in range(200):
                if state.is_over:
                    assert len(state.scores) == machine.players
                    break
                move = dice.choice(state.legal_moves)
                assert str(move)
                state.push(move)
        except RuleFault:
            return False
    return True


def test_states_that_are_never_reached_do_no_harm() -> None:
    assert problems(evolve(GOOD, states=(*GOOD.states, Over()))) == ()


def test_a_variable_of_numbers_needs_no_index() -> None:
    wide = Variable("wide", 20, 2, None, NUMBER, 0, 1, False, "all", ((), ()), NOWHERE)
    assert "it has 2 elements, but no index" in problems(evolve(GOOD, variables=(wide,)))[0]
    seats = evolve(wide, index=PLAYER, size=3, owners=((), (), ()))
    assert "its index has 2 values" in problems(evolve(GOOD, variables=(seats,)))[0]
