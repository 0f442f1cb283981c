"""Rules that ask for too much are refused, each with the diagnostic that says what is too much.

How long that takes is measured by ``python tests/properties/bounds.py``.
"""

from __future__ import annotations

import pytest

from ruledsl import compiling
from ruledsl.engine.errors import RuleFault
from ruledsl.engine.game import Game
from tests.properties.bounds import CASES, Case, check

ENDLESS = ("40 doubling phases", "a billion repetitions")
"""Cases that compile, and that play stops."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_rules_that_ask_for_too_much(case: Case) -> None:
    codes = check(case)
    assert codes == [] if case.code is None else case.code in codes


@pytest.mark.parametrize("case", [c for c in CASES if c.name in ENDLESS], ids=lambda c: c.name)
def test_play_that_never_comes_to_a_decision_is_a_fault(case: Case) -> None:
    machine = compiling.compile_program(compiling.open_text("bounds.rules", case.text)).machine
    assert machine is not None
    with pytest.raises(RuleFault, match="steps without a decision"):
        Game(machine).start(seed=1, events=False)
