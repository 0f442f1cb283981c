"""What is said of the length of games is so in play."""

from __future__ import annotations

import pytest

from ruledsl.compiling import check_text
from tests.properties.programs import made_up, written
from tests.validate.games import shipped
from tests.validate.lengths import compared
from tests.validate.loops_made_up import loop
from tests.validate.playing import ALL


def test_loops_that_are_made_up() -> None:
    said = set()
    # Some before these have very many positions: `python -m tests.validate.lengths 0 24` plays them too.
    for number in range(13, 24):
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


ROUND = """language 1
game small "Small"
players 2..3
var place: 0..10 = 0 seen by all
action walk:
    require place < 10
    place += 1
action go_back(n in 0..5):
    place = n
    place = max(place - 1, 0)
play:
    repeat until place >= 9:
        each player:
            must walk or go_back
score p in Player = place
"""


def test_what_is_told_is_not_bounded_by_itself() -> None:
    """The shortest way round is that of `walk`, and only so many of those can follow each other."""
    (finding,) = check_text("small.rules", ROUND).diagnostics
    assert finding.code == "RD320"
    assert "with `go_back` again and again" in finding.message
    result = compared(ROUND)
    assert result is not None
    assert "endless" in result.ends
