"""Options that make no difference in play, and those that seem to."""

from __future__ import annotations

import pytest

from ruledsl.diagnostics.codes.play import PLAY as CODES
from ruledsl.diagnostics.example import changed
from tests.explore.played import explored, opened_text

GOOD = next(code for code in CODES if code.code == "RD558").good

TOGETHER = changed(
    "players 2\n",
    "players 2\noption bonus: Bool = no\noption level: 0..3 = 0\n",
    "= times[p]",
    "= max(times[p], level if bonus else 0)",
    text=GOOD,
)

LATER = """
match best "Best of three":
    rounds = 3
"""


def useless(text: str) -> set[str]:
    """The options that make no difference."""
    return set(explored(opened_text(text))[0].useless)


def test_an_option_that_only_people_read_of_is_left_alone() -> None:
    text = GOOD.replace("players 2\n", 'players 2\n\noption talk: Bool = no "you may talk"\n')
    assert useless(text) == set()


def test_an_option_that_only_hides_something_makes_a_difference() -> None:
    text = GOOD.replace(
        "players 2\n", 'players 2\n\noption open: Bool = no "the pile is open"\n'
    ).replace(
        "var times[Player]: 0..6 = 0 seen by all",
        "var times[Player]: 0..6 = 0 seen by nobody, by all if open",
    )  # fmt: skip
    assert useless(text) == set()


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ((), set()),
        (("level: 0..3", "level: 0..1"), {"bonus", "level"}),
        (("level if bonus else 0", "3 if level == 2 and bonus else 0"), set()),
        (("level: 0..3", "level: 0..300"), set()),
        (("level if bonus else 0", "1 if bonus and level >= 0 else 0"), {"bonus"}),
    ],
)
def test_options_that_matter_together(changes: tuple[str, ...], expected: set[str]) -> None:
    assert useless(changed(*changes, text=TOGETHER)) == expected


def test_an_option_that_matters_with_more_players_alone() -> None:
    alone = "level if bonus else 0", "6 if bonus and player_count == 3 else level"
    players = "players 2\n", "players 2..3\n"
    assert useless(changed(*alone, *players, text=TOGETHER)) == set()


def test_an_option_that_matters_to_those_who_wait() -> None:
    """Random players seldom wait for so long."""
    text = changed(
        "players 2\n",
        "players 2\noption patience: 30..40 = 30\nvar waited: 0..40 = 0 seen by all\n",
        "must put",
        "must put or wait",
        "pile == 6:",
        "pile == 6 or waited == patience:",
        "play:\n",
        "action wait:\n    waited += 1\n\nplay:\n",
        text=GOOD,
    )
    assert useless(text) == set()


@pytest.mark.parametrize(
    ("condition", "expected"),
    [("round == 3", set()), ("round == 4", {"bonus"}), ("total[p] > 0", set())],
)
def test_an_option_that_matters_in_a_later_game(condition: str, expected: set[str]) -> None:
    option = "players 2\n", "players 2\noption bonus: Bool = no\n"
    score = "= times[p]", f"= times[p] + (9 if bonus and {condition} else 0)"
    assert useless(changed(*option, *score, text=GOOD) + LATER) == expected
