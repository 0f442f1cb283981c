"""Which settings a trial looks at: extremes that meet, values between them, and how plain a setting is that is told."""

from __future__ import annotations

from itertools import combinations, product
from math import inf
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruledsl import compiling
from ruledsl.diagnostics.model import Diagnostic
from ruledsl.explore.budget import Clock, Dice
from ruledsl.explore.combining import between, extremes
from ruledsl.explore.nearness import Nearness, nearest
from ruledsl.explore.sampling import Some, some, spread
from ruledsl.explore.trial import tried
from tests.explore.stall import stall


@settings(deadline=None)
@given(things=st.integers(1, 9), seed=st.integers(0, 99))
def test_any_three_extremes_meet_in_every_way(things: int, seed: int) -> None:
    rows = list(extremes(things, 100, Dice(seed, 3)))
    assert all(len(row) == things for row in rows)
    assert len(set(rows)) == len(rows)
    for places in combinations(range(min(things, 8)), min(things, 3)):
        met = {tuple(row[place] for place in places) for row in rows}
        assert met == {*product((False, True), repeat=len(places))}


@settings(deadline=None)
@given(things=st.integers(1, 12), most=st.integers(0, 12), seed=st.integers(0, 99))
def test_no_more_rows_than_are_asked_for(things: int, most: int, seed: int) -> None:
    rows = list(extremes(things, most, Dice(seed, 3)))
    assert len(rows) == min(most, len(list(extremes(things, 100, Dice(seed, 3)))))
    assert rows == list(extremes(things, most, Dice(seed, 3)))


def test_few_rows_are_enough() -> None:
    assert len(list(extremes(3, 100, Dice(1, 3)))) == 8
    assert len(list(extremes(4, 100, Dice(1, 3)))) <= 10
    assert len(list(extremes(8, 100, Dice(1, 3)))) <= 24


@settings(deadline=None)
@given(
    low=st.integers(-5, 5),
    wide=st.integers(0, 40),
    rows=st.integers(1, 15),
    start=st.integers(0, 99),
)
def test_values_between(low: int, wide: int, rows: int, start: int) -> None:
    values = [between(low, low + wide, row, rows, start) for row in range(rows)]
    if wide < 2:
        assert {*values} <= {low, low + wide}
        return
    assert all(low < value < low + wide for value in values)
    assert len({*values}) == min(rows, wide - 1)


@settings(deadline=None)
@given(many=st.integers(0, 50), most=st.integers(2, 20))
def test_what_is_spread_has_both_ends(many: int, most: int) -> None:
    numbers = spread(many, most)
    assert len(numbers) == min(many, most)
    assert numbers == sorted({*numbers})
    if many:
        assert numbers[0] == 0
        assert numbers[-1] == many - 1


def test_what_is_nearest_comes_first() -> None:
    near = [
        {("a", True): 0.5, ("b", False): 0.2},
        {("a", True): 0.3, ("b", False): 0.2},
        {("a", True): 0.5, ("b", False): 0.1},
        {("a", True): 0.5, ("c", True): 0.0},
        {("a", True): 0.4, ("c", True): 0.0},
    ]
    # `c` is as near in two settings of five: that tells nothing of either.
    assert nearest(near) == [2, 1]
    assert nearest(near[:1] * 3) == []
    assert nearest([]) == []


def test_how_near_a_position_comes() -> None:
    machine = compiling.check_text("stall.rules", GAME.replace("WHAT", "used")).machine
    assert machine is not None
    seen = Nearness(machine)
    cells = [0] * (machine.layout.scratch + 1)
    seen.look(cells)
    (used,) = [each for each in machine.variables if each.name == "used"]
    assert seen.near["used", True] == 1.0
    assert seen.near["used", False] == 0.0
    cells[used.base] = 45
    seen.look(cells)
    assert seen.near["used", True] == 0.25
    assert seen.near["used", False] == 0.0


GAME = stall(
    "option cups: 1..9 = 2",
    "option spoons: 0..9 = 2",
    "option forks: 0..9 = 2",
    "option late: Bool = no",
    "option lids: 0..cups = 0",
).replace("= used\n", "= used + cups + spoons + forks + lids + (1 if late else 0)\n")


def sample(text: str, together: int = 12, inside: int = 12, steps: float = inf) -> Some:
    """The settings of a text that a trial looks at, if so many steps may go to building them."""
    clock = Clock(60.0, every=1)
    clock.allow(steps)
    outcome = compiling.check_text("stall.rules", dedent(text))
    return some(outcome, 12, together, inside, Dice(1, 3), clock)


def errors(text: str) -> list[Diagnostic]:
    """The errors that are found in a text, the trial's among them."""
    outcome = compiling.check_text("stall.rules", dedent(text))
    assert not outcome.has_errors
    return [each for each in tried(outcome, "stall.rules").diagnostics if each.is_error]


def values_in(found: Some) -> list[dict[str, int]]:
    """The values of all options in the settings that combine some."""
    return [{o.name: o.value for o in each.machine.options} for each in found.combined]


def test_settings_that_combine_options() -> None:
    found = sample(GAME.replace("WHAT", "used"))
    assert found.diagnostics == ()
    assert len(found.settings) == 12
    values = values_in(found)
    assert 20 <= len(values) <= 24
    assert {each["lids"] <= each["cups"] for each in values} == {True}
    assert {each["spoons"] for each in values} == {*range(10)}
    told = [each.told for each in (*found.settings, *found.combined)]
    assert len({*told}) == len(told)
    ends = {(each["cups"], each["spoons"], each["forks"]) for each in values}
    assert {*product((1, 9), (0, 9), (0, 9))} <= ends


def test_rules_without_options_have_none() -> None:
    text = "\n".join(line for line in GAME.splitlines() if not line.startswith("option"))
    text = text.replace("WHAT", "used").replace(
        "used + cups + spoons + forks + lids + (1 if late else 0)", "used"
    )
    found = sample(text)
    assert found.combined == ()
    assert [each.players for each in found.settings] == [2, 3, 4]


def test_large_rules_have_fewer() -> None:
    many = "".join(f"define d{n} = {n}\n" for n in range(900))
    text = GAME.replace("WHAT", "used").replace("\naction", f"\n{many}\naction")
    found = sample(text)
    assert len(found.combined) < 12
    assert found.settings


@pytest.mark.parametrize(
    ("what", "told"),
    [
        (
            "60 div (0 if cups == 9 and spoons == 0 and late else 1 + used)",
            {"`cups = 9`", "`spoons = 0`", "`late = yes`"},
        ),
        (
            "60 div (0 if player_count == 4 and cups == 1 and forks == 9 else 1 + used)",
            {"4 players", "`cups = 1`", "`forks = 9`"},
        ),
        ("60 div (1 + used if forks != 6 else 0)", {"`forks = 6`"}),
        ("60 div (1 + used if cups != 8 else 0)", {"`cups = 8`"}),
        ("3 + (used + 58 if lids == 9 and not late else 0)", {"`cups = 9`", "`lids = 9`"}),
    ],
)
def test_faults_of_options_together_are_told_of_the_plainest_setting(
    what: str, told: set[str]
) -> None:
    (found,) = errors(GAME.replace("WHAT", what))
    (here,) = [note for note in found.notes if note.startswith("this is so with ")]
    named = {*here.removeprefix("this is so with ").split(" and ")}
    assert told <= named
    assert {each for each in named - told if "players" not in each} == set()


def test_settings_that_cannot_be_compiled_are_told_of_the_plainest_too() -> None:
    text = GAME.replace("60 = 0", "60 = 12 div (0 if cups == 4 and late else 1)")
    found = errors(text.replace("WHAT", "used"))
    assert [each.code for each in found] == ["RD221"]
    assert found[0].notes[-1].endswith("players and `cups = 4` and `late = yes`")


def test_settings_are_built_as_long_as_there_is_time() -> None:
    text = GAME.replace("WHAT", "used")
    whole, none, some_of_them = sample(text), sample(text, steps=-1), sample(text, steps=400)
    assert len(whole.combined) > len(some_of_them.combined) > len(none.combined) == 0
    assert some_of_them.combined == whole.combined[: len(some_of_them.combined)]
    # Those that were checked are there already.
    assert none.settings
    assert not none.settings[0].option


def test_the_errors_of_many_settings_take_no_longer() -> None:
    """Each of them is told of as few options as have it, which takes time of its own."""
    options = [f"option o{n}: 0..9 = 5" for n in range(14)]
    three = [(n, (n * 3 + 1) % 14, (n * 5 + 2) % 14) for n in range(14)]
    divided = "".join(f"    used = min(9, 12 div (o{a} + o{b} + o{c}))\n" for a, b, c in three)
    text = stall(*options).replace("    used = WHAT\n", divided)
    found = sample(text, steps=2_000)
    assert found.diagnostics
    assert {each.code for each in found.diagnostics} == {"RD221"}
    assert len(sample(text).diagnostics) > len(found.diagnostics)
