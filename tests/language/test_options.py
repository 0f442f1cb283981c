"""Options: how they are set from outside, and what has to be worked out for it."""

from __future__ import annotations

import pytest

from ruledsl import compiling
from ruledsl.compiling import Outcome
from ruledsl.lower import assemble
from ruledsl.lower.options import asked_for, options_of
from tests.language.small import full

RULES = """
players 2..3
type Colour = red, blue
option length: 1..player_count + 1 = 2 "how many"
option trump: Colour = blue
option open: Bool = no
var n: 0..9 = length seen by all
"""


def opened(text: str = RULES) -> Outcome:
    return compiling.open_text("small.rules", full(text))


def settings(outcome: Outcome) -> dict[str, int]:
    assert outcome.machine is not None, [d.message for d in outcome.diagnostics]
    return {o.name: o.value for o in outcome.machine.options}


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({}, (2, 2, 0)),
        ({"length": 3, "trump": "red", "open": True}, (3, 1, 1)),
        ({"length": " 3 ", "trump": " red ", "open": " Yes"}, (3, 1, 1)),
    ],
)
def test_options_are_set_by_values_and_by_texts(
    values: dict[str, object], expected: tuple[int, int, int]
) -> None:
    found = settings(compiling.compile_program(opened(), None, values))
    assert (found["length"], found["trump"], found["open"]) == expected


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("length", 4, "option `length` is within 1..3, not `4`"),
        ("length", True, "option `length` is within 1..3, not `True`"),
        ("length", "1_0", "option `length` is within 1..3, not `1_0`"),
        ("length", "\u0663", "option `length` is within 1..3, not `\u0663`"),
        ("length", "--3", "option `length` is within 1..3, not `--3`"),
        ("length", "+3", "option `length` is within 1..3, not `+3`"),
        ("trump", "green", "option `trump` is one of `red`, `blue`, not `green`"),
        ("open", 1, "option `open` is `yes` or `no`, not `1`"),
        ("lenth", 1, "`small` has no option `lenth`"),
    ],
)
def test_what_an_option_cannot_be(name: str, value: object, message: str) -> None:
    outcome = compiling.compile_program(opened(), None, {name: value})
    assert outcome.machine is None
    assert [d.message for d in outcome.diagnostics] == [message]


def test_the_range_of_an_option_may_depend_on_the_players() -> None:
    assert settings(compiling.compile_program(opened(), 3, {"length": 4}))["length"] == 4


def test_nothing_is_lowered_to_know_the_options(monkeypatch: pytest.MonkeyPatch) -> None:
    lowered: list[object] = []
    lower = assemble.lower

    def noted(
        ruleset: object, symbols: object, configuration: object, *rest: object, **more: object
    ) -> object:
        lowered.append(configuration)
        return lower(ruleset, symbols, configuration, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(assemble, "lower", noted)
    outcome = opened()
    assert compiling.compile_program(outcome, None, {"lenth": 3}).machine is None
    assert lowered == []
    assert compiling.compile_program(outcome, None, {"length": 3}).machine is not None
    assert len(lowered) == 1


def test_faulty_options_are_reported_before_what_they_are_set_to() -> None:
    outcome = compiling.compile_program(opened("option length: 3..1 = 2\n"), None, {"lenth": 3})
    assert [d.message for d in outcome.diagnostics] == ["the range 3..1 is empty"]


def test_options_that_lead_too_deep_are_reported() -> None:
    defines = "".join(f"define d{i} = d{i + 1} + 1\n" for i in range(2000))
    outcome = opened(f"option length: 0..d0 = 2\n{defines}define d2000 = 1\n")
    for found in (
        compiling.compile_program(outcome, None, {"length": 3}).diagnostics,
        compiling.check(outcome).diagnostics,
    ):
        assert "RD502" in {d.code for d in found}


def test_tests_ask_for_configurations() -> None:
    outcome = opened(
        RULES
        + """
test "as it is":
    expect n == 2
test "three":
    given player_count = 3
    expect n == 2
test "larger":
    given option length = 3
    expect n == 3
test "larger again":
    given option length = 1 + 2
    expect n == 3
test "no such option":
    given option lenth = 3
    expect n == 3
"""
    )
    program = outcome.program
    assert program is not None
    wanted = list(asked_for(program.ruleset, program.symbols, 2))
    assert [(c.players, dict(c.options)) for c in wanted] == [(2, {}), (3, {}), (2, {"length": 3})]
    options = options_of(program.ruleset, program.symbols, 2)
    assert list(options.extremes()) == [("length", 1), ("length", 3), ("trump", 1), ("open", 1)]


HANGING = """
players 2
option pits: 2..6 = 4
option taken: 0..pits - 1 = 1
option kept: taken..pits = 3
card Stone(n: 1..pits) shown as "stone {n}"
deck stones:
    Stone(each 1..pits)
zone aside seen by all
var left: 0..10 * (pits - taken) = 0 seen by all
setup:
    shuffle stones
    move taken from stones to aside
    move kept - taken from stones to aside
action wait:
    left += 1
play:
    each player:
        must wait
score p in Player = left
"""
"""Options whose ranges hang on others."""


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"pits": 6, "taken": 5, "kept": 6}, None),
        ({"kept": 6, "taken": 5, "pits": 6}, None),
        ({"taken": 3}, None),
        ({"pits": 2, "kept": 2}, None),
        ({"pits": 2, "taken": 2, "kept": 2}, "option `taken` is within 0..1, not `2`"),
        ({"pits": 2, "taken": 3, "kept": 2}, "option `taken` is within 0..1, not `3`"),
        ({"pits": 7}, "option `pits` is within 2..6, not `7`"),
        ({"pits": 6, "taken": 5, "kept": 4}, "option `kept` is within 5..6, not `4`"),
        ({"taken": 4}, "option `taken` is within 0..3, not `4`"),
        ({"pits": 6, "taken": 5}, "3 is not within 5..6"),
        ({"pits": 2}, "3 is not within 1..2"),
    ],
)
def test_how_far_an_option_goes_may_hang_on_others(
    values: dict[str, object], message: str | None
) -> None:
    outcome = compiling.compile_program(opened(HANGING), None, values)
    if message is None:
        assert settings(outcome).items() >= values.items()
    else:
        assert [d.message for d in outcome.diagnostics] == [message]


def test_settings_that_nobody_can_have_are_not_checked() -> None:
    # Whoever leaves `kept` as it is cannot have two pits alone, and is told so.
    (found,) = compiling.check_text("small.rules", full(HANGING)).diagnostics
    assert (found.code, found.message) == ("RD211", "3 is not within 1..2")
    text = full(HANGING.replace("pits: 2..6", "pits: 3..6").replace("0..pits - 1", "0..pits - 2"))
    assert compiling.check_text("small.rules", text).diagnostics == ()
    # With three pits it would be 0..-5, if four could be taken.
    assert compiling.check_text("small.rules", text.replace("10 *", "5 *")).diagnostics == ()


def test_tests_set_options_that_hang_on_others() -> None:
    text = """
test "many are taken":
    given option taken = 5
    given option kept = 6
    given option pits = 6
    expect left == 0
"""
    program = opened(HANGING.replace("kept: taken..pits = 3", "kept: 0..pits = 2") + text)
    assert program.program is not None
    found = asked_for(program.program.ruleset, program.program.symbols, 2)
    assert [dict(each.options) for each in found] == [{"pits": 6, "taken": 5, "kept": 6}]
    wrong = opened((HANGING + text).replace("option pits = 6", "option pits = 5"))
    checked = compiling.check(wrong)
    assert "5 is not within 0..4" in [d.message for d in checked.diagnostics]


def test_what_is_asked_first_is_no_error_where_it_never_holds() -> None:
    text = """
players 2
option potions: 0..3 = 1
var drinks[Player]: 0..potions = potions seen by all
action drink:
    require your drinks > 0, otherwise "none is left"
    your drinks -= 1
action rest:
    announce "{me} rests"
play:
    repeat 4 times:
        each player: must drink or rest
score p in Player = drinks[p]
"""
    assert compiling.check_text("small.rules", full(text)).diagnostics == ()
    unasked = full(text.replace('    require your drinks > 0, otherwise "none is left"\n', ""))
    found = compiling.check_text("small.rules", unasked).diagnostics
    assert "RD211" in [d.code for d in found]
