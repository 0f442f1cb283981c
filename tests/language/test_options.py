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
