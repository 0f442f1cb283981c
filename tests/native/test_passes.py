"""Passes from a program to a quicker one: it does the same."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations

import pytest
from attrs import evolve

from ruledsl import api
from ruledsl.native.passes.optimise import optimised
from ruledsl.native.passes.pairs import paired
from ruledsl.native.passes.spell import spelled
from ruledsl.native.passes.tidy import tidied
from ruledsl.native.printers.python import printed, to_python
from ruledsl.native.program import tree
from ruledsl.native.program.names import Name, Role
from ruledsl.native.program.read import folded
from ruledsl.native.program.tree import Function, Local, Num, Unit
from ruledsl.native.translate.lower import lower
from tests.native.made_up import LISTED, begun, made_up

PROGRAMS = 200

Outcome = tuple[int, list[int], list[int]]


def outcome(text: str, cells: list[int], faces: list[int], given: int) -> Outcome:
    """What a program yields, and what it leaves in its cells and its list."""
    listed = [0] * LISTED
    builtins = {"range": range, "combinations": combinations}
    space: dict[str, object] = {"__builtins__": builtins, "F": faces, "M": listed}
    exec(text, space)  # noqa: S102 - made of whole numbers
    run = space["run"]
    assert callable(run)
    own = cells.copy()
    return run(own, given), own, listed


def plain(unit: Unit) -> str:
    return printed(spelled(unit))


@pytest.mark.parametrize(
    "quick",
    [to_python, lambda unit: printed(paired(unit)), lambda unit: printed(tidied(spelled(unit)))],
    ids=["both", "paired", "tidied"],
)
def test_made_up_programs_do_the_same(quick: Callable[[Unit], str]) -> None:
    listed = 0
    for seed in range(PROGRAMS):
        chance = random.Random(seed)
        unit = made_up(chance)
        slow, fast = plain(unit), quick(unit)
        for given in range(4):
            cells, faces = begun(chance)
            expected = outcome(slow, cells, faces, given)
            assert outcome(fast, cells, faces, given) == expected, (seed, given)
            listed += sum(map(bool, expected[2]))
    assert listed > PROGRAMS


def test_short_loops_written_out_do_the_same() -> None:
    shorter = 0
    for seed in range(PROGRAMS):
        chance = random.Random(seed)
        unit = _with_short_loops(made_up(chance), chance)
        changed = evolve(unit, functions=tuple(map(optimised, unit.functions)))
        shorter += _many(changed, tree.Each) < _many(unit, tree.Each)
        for given in range(4):
            cells, faces = begun(chance)
            expected = outcome(plain(unit), cells, faces, given)
            assert outcome(plain(changed), cells, faces, given) == expected, (seed, given)
    assert shorter > PROGRAMS // 10


def _with_short_loops(unit: Unit, chance: random.Random) -> Unit:
    """The program with loops that have so many rounds whatever happens."""

    def short(body: tuple[tree.Statement, ...]) -> tuple[tree.Statement, ...]:
        inner = [tree.with_blocks(node, short) for node in body]
        return tuple(
            evolve(node, end=Num(chance.randrange(5))) if isinstance(node, tree.Each) else node
            for node in inner
        )

    return evolve(unit, functions=tuple(evolve(f, body=short(f.body)) for f in unit.functions))


# In each of these the variable 1 is given a number in each round, and read where that is not seen.
READ_OUTSIDE = (
    (tree.Each(2, Num(0), Num(3), (tree.Put(1, Num(7)),)),),
    (
        tree.Each(
            2,
            Num(0),
            Num(3),
            (tree.Store(folded("+", Num(4), Local(2)), Local(1)), tree.Put(1, Num(7))),
        ),
    ),
)


@pytest.mark.parametrize("body", READ_OUTSIDE, ids=["after it", "in the next round"])
def test_what_a_round_leaves_in_a_variable(body: tuple[tree.Statement, ...]) -> None:
    run = Function(Name(Role.RUN), 1, 3, (tree.Put(1, Num(5)), *body, tree.Return(Local(1))))
    unit = evolve(made_up(random.Random(0)), functions=(run,))
    changed = evolve(unit, functions=(optimised(run),))
    cells, faces = begun(random.Random(0))
    assert outcome(plain(changed), cells, faces, 0) == outcome(plain(unit), cells, faces, 0)


def test_made_up_programs_have_pairs_and_needless_variables() -> None:
    units = [made_up(random.Random(seed)) for seed in range(PROGRAMS)]
    found = [paired(unit) for unit in units]
    assert sum(_many(unit, tree.Pairs) for unit in found) > PROGRAMS // 10
    before = sum(_many(unit, tree.Put) for unit in found)
    assert sum(_many(tidied(unit), tree.Put) for unit in found) < before * 0.8


def test_two_cards_of_a_zone_are_one_loop_through_pairs() -> None:
    unit = lower(api.load("ka_ching").machine).unit
    assert _many(paired(unit), tree.Pairs) == 2


def _many(unit: Unit, kind: type) -> int:
    return sum(
        isinstance(node, kind) for function in unit.functions for node in tree.nodes(function.body)
    )
