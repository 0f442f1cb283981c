"""What is said of the length of games is so in play."""

from __future__ import annotations

import pytest

from tests.properties.programs import made_up, written
from tests.validate.games import shipped
from tests.validate.lengths import compared
from tests.validate.loops_made_up import loop
from tests.validate.playing import ALL


def test_loops_that_are_made_up() -> None:
    said = set()
    for number in range(24):
        result = compared(loop(number))
        assert result is not None
        assert result.wrong == (), f"{number}:\n{loop(number)}"
        said.update(result.said or ["nothing"])
    assert {"nothing", "RD319", "RD320"} <= said


def test_programs_that_are_made_up() -> None:
    results = [compared(written(made_up(number))) for number in range(16)]
    found = [result for result in results if result is not None]
    assert len(found) > 6
    assert [result.wrong for result in found] == [()] * len(found)


@pytest.mark.parametrize("name", list(ALL)[5::24])
def test_small_rulesets_that_are_in_order(name: str) -> None:
    result = compared(ALL[name])
    assert result is not None
    assert (result.said, result.wrong) == ((), ())


@pytest.mark.parametrize("name", ["kuhn", "goofspiel", "tug_of_war"])
def test_what_is_shipped(name: str) -> None:
    result = compared(shipped(name))
    assert result is not None
    assert (result.said, result.wrong) == ((), ())
