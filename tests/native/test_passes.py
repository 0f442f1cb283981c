"""Passes from a program to a quicker one: it does the same."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations

import pytest

from ruledsl import api
from ruledsl.native.passes.pairs import paired
from ruledsl.native.passes.spell import spelled
from ruledsl.native.passes.tidy import tidied
from ruledsl.native.printers.python import printed, to_python
from ruledsl.native.program import tree
from ruledsl.native.program.tree import Unit
from ruledsl.native.translate.lower import lower
from tests.native.made_up import LISTED, begun, made_up

PROGRAMS = 400

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
