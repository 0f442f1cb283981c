"""What a failed test hints at: options that a variant sets, cards that the test itself gave."""

from __future__ import annotations

from pathlib import Path

from ruledsl import compiling
from ruledsl.testing.runner import Report, run_tests
from tests.language.small import NUMBERS, full

BASE = """language 1
game bank "Bank"
option fee: 1..5 = 2 "what a turn costs"
money coins[Player] = 9 seen by all
money pot = 0 seen by all
action give: pay fee from your coins to pot
play:
    each player: must give
test "a turn costs two":
    when 1: give
    expect pot == 2
test "a turn costs two, told":
    given option fee = 2
    when 1: give
    expect pot == 2
test "wrong in any case":
    given option fee = 2
    expect pot == 1
"""

VARIANT = """language 1
variant dear of bank "Dear"
set fee = 4
test "a turn costs three":
    when 1: give
    expect pot == 3
"""


def reports(text: str, folder: Path | None = None) -> dict[str, Report]:
    played, found = run_tests(compiling.open_text("dear.rules", text, folder))
    assert not [d for d in found if d.is_error]
    return {report.title: report for report in played}


def test_an_option_that_a_variant_sets_is_named_where_the_test_does_not_settle_it(
    tmp_path: Path,
) -> None:
    (tmp_path / "bank.rules").write_text(full(BASE), encoding="utf-8")
    played = reports(VARIANT, tmp_path)
    failed = played["a turn costs two"]
    assert not failed.passed
    assert failed.details[-1].endswith(
        "dear.rules sets `fee` to 4: `given option fee = 2` would settle it for the test"
    )
    assert played["a turn costs two, told"].passed
    # These two fail for other reasons: one settles the option, one stands in the variant itself.
    assert not played["wrong in any case"].passed
    assert not played["a turn costs three"].passed
    for title in ("wrong in any case", "a turn costs three"):
        assert not any("settle" in line for line in played[title].details)


STUCK = f"""
{NUMBERS}
deck stock: N(each 1..9)
zone hand[Player] seen by owner
pile heap seen by all
setup:
    each player: move 2 from stock to your hand
action lay(c in your hand): move c to heap
play:
    repeat 2 times:
        each player: must lay
test "too few":
    given hand[1] = 3
    when 1: lay(3)
    when 2: lay(3)
"""


def test_cards_that_were_given_are_named_where_nothing_is_left_to_choose() -> None:
    played = reports(full(STUCK.replace("when 2: lay(3)", "play on")))
    failed = played["too few"]
    assert (
        failed.message
        == "the rules fail: seat 1 has no legal move here, and there is no `otherwise`"
    )
    assert failed.details[-1] == (
        "the test gave the cards of `hand[1]`: are there enough of them for all that is played?"
    )
    other = STUCK.replace("given hand[1] = 3", "given hand[2] = 3").replace(
        "when 1: lay(3)", "play on"
    )
    failed = reports(full(other.replace("    when 2: lay(3)\n", "")))["too few"]
    assert "`hand[2]`" in failed.details[-1]
