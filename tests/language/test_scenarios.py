"""Tests in the language: how cards are named, what chance brings, and where a failure is said to be."""

from __future__ import annotations

import pytest

from ruledsl import compiling
from ruledsl.testing.runner import Report, run_tests
from tests.language.small import errors, findings, full

ITEMS = """
type Colour = red, dark_blue
type Size = 1, 2
card Item(size: Size, colour: Colour) shown as "item {size} ({colour})"
card Pair(size: Size, colour: Colour) shown as "{colour}-{size}"
card Half(size: Size) shown as "{size}a"
deck stock:
    Item(each Size, each Colour)
    Pair(each Size, each Colour)
    Half(each Size)
pile heap seen by all
zone hand[p in Player] seen by owner
var latest: Item or none = none seen by all
action lay(c in your hand):
    move c to heap
action draw:
    move 3 from stock to your hand
action tint(k in Colour):
    require k == k
setup:
    shuffle stock
play:
    move 1 from stock to heap
    turns from 1: may lay or tint or draw
"""


def reports(lines: str, body: str = ITEMS) -> tuple[Report, ...]:
    text = full(body.strip("\n") + f'\ntest "t":\n{_indented(lines)}\n')
    found, problems = run_tests(compiling.open_text("small.rules", text))
    assert not problems, [d.message for d in problems]
    assert found
    return found


def _indented(lines: str) -> str:
    return "\n".join(f"    {line}" for line in lines.strip("\n").split("\n"))


def said(lines: str, body: str = ITEMS) -> list[tuple[str, str, str | None]]:
    """The findings about a test: code, message, help."""
    text = body.strip("\n") + f'\ntest "t":\n{_indented(lines)}\n'
    return [(d.code, d.message, d.help) for d in findings(text) if d.is_error]


@pytest.mark.parametrize(
    "lines",
    [
        'given hand[1] = "item 1 (red)", "red-2", "1a"\nwhen 1: lay("red-2")\n'
        'expect top(heap) == Pair(2, red)\nwhen 2: skip\nwhen 1: lay("Item 1 (RED)")\n'
        "expect size(hand[1]) == 1",
        # Letters and digits are enough where no other card has the same.
        "given hand[1] = item 1 red, red 2, 1 a\nwhen 1: lay(1 a)\n"
        "expect top(heap) == Half(1)\nwhen 2: skip\nmoves of 1: lay(red 2); lay(item 1 red);"
        " tint(red); tint(dark blue); draw; skip",
        'given hand[1] = item(1, red)\nwhen 1: lay("item1red")\nexpect hand[1] is empty',
        "given hand[1] = Item(1, red)\nwhen 1: lay(Item(1, red))\nexpect hand[1] is empty",
        'given latest = "item 2 (dark blue)"\nexpect latest == Item(2, dark_blue)',
        'deal "dark blue-2"\nexpect actor == 1\nexpect top(heap) == Pair(2, dark_blue)',
        "deal dark blue 2\nexpect actor == 1\nexpect top(heap) == Pair(2, dark_blue)",
        "deal Pair(2, dark_blue)\nexpect actor == 1\nexpect top(heap) == Pair(2, dark_blue)",
        "deal dark_blue_2\nexpect actor == 1\nexpect top(heap) == Pair(2, dark_blue)",
        'when 1: tint("dark blue")',
        'given hand[1] = "1a", "2a"\nrefuse 1: lay("red-1") because "red-1 is not"',
    ],
)
def test_cards_are_named_in_quotes_or_by_letters_and_digits(lines: str) -> None:
    assert [(r.passed, r.message) for r in reports(lines)] == [(True, "")]
    assert said(lines) == []


def test_a_member_of_two_words_is_given() -> None:
    body = ITEMS.replace("var latest", "var mood: Colour = red seen by all\nvar latest")
    for written in ('"dark blue"', "dark blue", "dark_blue"):
        lines = f"given mood = {written}\nexpect mood == dark_blue"
        assert [r.passed for r in reports(lines, body)] == [True]


@pytest.mark.parametrize(
    "line", ['given hand[1] = "item 9"', 'when 1: lay("item 9")', 'given latest = "item 9"']
)
def test_a_quoted_name_of_no_card_is_a_finding(line: str) -> None:
    ((code, message, _),) = said(line)
    assert (code, message) == ("RD407", "no deck has a card `item 9`")


def test_the_help_says_that_names_may_be_quoted() -> None:
    ((_, _, help_text),) = said("given hand[1] = zebra")
    assert help_text is not None
    assert "in quotes if need be" in help_text
    ((_, _, help_text),) = said("given hand[1] = item 1 rd")
    assert help_text == 'did you mean `"item 1 (red)"`?'
    ((_, _, help_text),) = said('given hand[1] = ""')
    assert help_text is not None


def test_letters_and_digits_that_several_cards_share_mean_none_of_them() -> None:
    body = 'card N(value: 1..2) shown as "n-{value}"\ncard M(value: 1..2) shown as "n {value}!"\n'
    body += "deck d:\n    N(each 1..2)\n    M(each 1..2)\nzone z seen by all\n"
    body += "setup:\n    move all from d to z\n"
    ((code, _, help_text),) = said("given z = n1", body)
    assert code == "RD407"
    assert help_text == 'say which is meant: `"n 1!"` or `"n-1"`'
    assert said('given z = "n-1", "n 1!"', body) == []


# --- what chance brings -------------------------------------------------------------------

DICE = """
var a: 1..6 = 1 seen by all
var who: Player = 1 seen by all
type Weather = sunny, light_rain
var sky: Weather = sunny seen by all
play:
    a = random(1..6)
    who = random(Player)
    sky = random(Weather)
    end game
"""


def test_numbers_seats_and_members_are_dealt() -> None:
    lines = (
        "deal 5, seat 2, light rain\nexpect over\nexpect a == 5 and who == 2 and sky == light_rain"
    )
    assert [(r.passed, r.message) for r in reports(lines, DICE)] == [(True, "")]
    lines = 'deal 5, 2, "light rain"\nexpect over\nexpect a == 5 and who == 2 and sky == light_rain'
    assert [(r.passed, r.message) for r in reports(lines, DICE)] == [(True, "")]


@pytest.mark.parametrize("outcome", ["sunshine", "seat 3", "ace of hearts", '"5!"', "2 + 1"])
def test_what_chance_can_never_bring_is_a_finding(outcome: str) -> None:
    ((code, message, _),) = said(f"deal 1, {outcome}", DICE)
    assert code == "RD407"
    assert message == f"chance never brings `{outcome.strip(chr(34))}`"


def test_a_scripted_outcome_that_cannot_come_fails_at_its_own_line() -> None:
    lines = "given who = 2\ndeal 5, 7, sunny\nexpect over"
    (report,) = reports(lines, DICE)
    assert not report.passed
    assert _place(report, lines) == "7, sunny"
    assert report.message == "chance cannot bring `7` here; it may bring seat 1, seat 2"


def test_a_scripted_outcome_that_never_comes_fails_at_its_own_line() -> None:
    lines = "deal 5, 2\ndeal sunny, 6, 4\nexpect over"
    (report,) = reports(lines, DICE)
    assert not report.passed
    assert report.message == "chance never came to bring `6`, `4`"
    assert _place(report, lines) == "6, 4"


def _place(report: Report, lines: str) -> str:
    """The rest of the line from where a test of the dice failed."""
    source = full(DICE.strip("\n") + f'\ntest "t":\n{_indented(lines)}\n').split("\n")
    return source[report.span.line - 1][report.span.column - 1 :]


# --- whose ---------------------------------------------------------------------------------


def test_a_family_in_a_test_is_told_with_a_seat_and_not_with_your() -> None:
    body = ITEMS + "money coins[Player] = 3 seen by all\n"
    for line in ('given hand = "1a"', "given coins = 3", "expect coins == 3"):
        ((code, _, help_text),) = said(line, body)
        assert code == "RD206"
        assert help_text is not None
        assert "`hand[1]`" in help_text or "`coins[1]`" in help_text
        assert "your" not in help_text


def test_where_nobody_acts_there_is_no_your() -> None:
    body = "money coins[Player] = 3 seen by all\nvar a: 0..9 = 0 seen by all\n"
    (found,) = (d for d in findings(body + "play:\n    a = coins\n    end game") if d.is_error)
    assert found.help == "say whose: `coins[p]` for a player `p`"
    acting = "play:\n    each player:\n        a = coins\n    end game"
    (found,) = (d for d in findings(body + acting) if d.is_error)
    assert found.help == "say whose: `coins[p]` for a player `p`, or `your coins`"
    assert errors(body + "play:\n    a = coins[1]\n    end game") == []
