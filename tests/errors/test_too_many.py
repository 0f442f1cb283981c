"""After so many faults of names and types the rest of the rules is not looked at."""

from __future__ import annotations

import pytest

from ruledsl import limits
from ruledsl.compiling import check_text
from ruledsl.limits import FAULTS, WARNINGS

HEAD = 'language 1\ngame x "X"\nplayers 2\nvar n: 0..9 = 0 seen by all\n'
TAIL = "score p in Player = n\nwin by highest score\nties shared\n"


def errors(body: str) -> list[str]:
    """The codes of the errors, in reading order."""
    found = check_text("x.rules", HEAD + body + TAIL).diagnostics
    return [d.code for d in found if d.is_error]


def test_the_rest_is_left_aside() -> None:
    many = FAULTS + 1
    assert errors("play:\n" + "    n = yes\n" * FAULTS) == ["RD201"] * FAULTS
    assert errors("play:\n" + "    n = yes\n" * many * 3) == [*["RD201"] * many, "RD061"]
    defines = "".join(f"define d{i} = unknown{i}\n" for i in range(many * 3))
    assert errors(f"{defines}play:\n    n = 1\n") == [*["RD115"] * many, "RD061"]


def test_what_is_found_twice_counts_once() -> None:
    """A phase is lowered for each place that does it, and told of once."""
    body = "phase go:\n" + "    n = yes\n" * 20 + "play:\n" + "    do go\n" * 9
    assert errors(body) == ["RD201"] * 20


def test_what_these_rules_never_come_to_is_no_fault() -> None:
    arms = "        n = 12\n" * FAULTS * 2 + "    else:\n        n = 1\n"
    assert errors(f"play:\n    if player_count == 3:\n{arms}") == []
    assert "RD061" in errors(f"play:\n    if n == 3:\n{arms}")


def test_what_is_found_before_rules_are_looked_at_counts_too() -> None:
    amended = "".join(f"amend action a{i}:\n    require n > 1\n" for i in range(FAULTS * 3))
    assert errors(f"{amended}play:\n    n = 1\n") == [*["RD110"] * (FAULTS + 1), "RD061"]
    few = "".join(f"amend action a{i}:\n    require n > 1\n" for i in range(FAULTS))
    assert errors(f"{few}play:\n    n = 1\n") == ["RD110"] * FAULTS


def test_no_more_warnings_are_told_than_somebody_may_read() -> None:
    defines = "".join(f"define d{i} = {i}\n" for i in range(WARNINGS + 5))
    found = check_text("x.rules", f"{HEAD}{defines}play:\n    n = 1\n{TAIL}").diagnostics
    assert [d.code for d in found] == [*["RD121"] * WARNINGS, "RD061"]
    assert not any(d.is_error for d in found)
    few = check_text(
        "x.rules", f"{HEAD}{defines[: defines.index('define d200')]}play:\n    n = 1\n{TAIL}"
    )
    assert [d.code for d in few.diagnostics] == ["RD121"] * WARNINGS


def test_a_game_that_is_large_only_when_it_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A family has one initial value for each element, however short the line."""
    families = "type T = 1..400\nvar a[T]: 0..9 = 0 seen by all\nvar b[T]: 0..9 = 0 seen by all\n"
    play = "play:\n    each player: n = 1\n"
    assert "RD502" not in errors(families + play)
    monkeypatch.setattr(limits, "MACHINE_NODES", 300)
    (found,) = (
        d for d in check_text("x.rules", HEAD + families + play + TAIL).diagnostics if d.is_error
    )
    assert found.code == "RD502"
    assert found.message.endswith("steps and formulas")


def test_an_action_that_is_offered_twice_counts_once() -> None:
    many = limits.MOVES_OF_A_DECISION * 2 // 300
    action = f"action a(k in 1..100, l in 1..{many}):\n    require k > l\n    n = 1\n"
    assert errors(f"{action}play:\n    each player: must a or a\n") == ["RD309"]
    other = action.replace("action a", "action b")
    assert errors(f"{action}{other}play:\n    each player: must a or b\n") == ["RD503"]
