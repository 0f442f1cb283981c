"""Money and numbers of things that are mixed. What is not told of stands in ``good/units.txt``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruledsl.compiling import check_text
from ruledsl.diagnostics.example import GAME, changed
from ruledsl.diagnostics.model import Diagnostic

DISCARD = "    move c to discards\n"
REQUIRE = 'rounds < 8, otherwise "too late"'
AMOUNT = "amount in 1..your coins"
SCORE = "score p in Player = points[p]\n"

CARDS = "`size(your hand)` is a number of cards"
MONEY = "`your coins` is money"
PAID = "and money is wanted here"


def units(text: str) -> list[Diagnostic]:
    return [d for d in check_text("example.rules", text).diagnostics if d.code == "RD228"]


def paid(amount: str) -> str:
    return changed(DISCARD, f"{DISCARD}    pay {amount} from your coins to bank\n")


def required(condition: str, *changes: str) -> str:
    return changed(REQUIRE, f'{condition}, otherwise "no"', *changes)


def chosen(domain: str) -> str:
    return changed(AMOUNT, f"amount in {domain}")


def defined(define: str, condition: str) -> str:
    return required(condition, SCORE, f"define {define}\n{SCORE}")


MIXED: dict[str, str] = {
    # what is paid
    paid("size(your hand)"): f"{CARDS}, {PAID}",
    paid("up to size(your hand)"): f"{CARDS}, {PAID}",
    paid("1 + size(your hand)"): f"`1 + size(your hand)` is a number of cards, {PAID}",
    paid("max(2, size(your hand))"): f"`max(2, size(your hand))` is a number of cards, {PAID}",
    paid(
        "size(your hand) - size(discards)"
    ): f"`size(your hand) - size(discards)` is a number of cards, {PAID}",
    paid("size(your hand) if rounds > 0 else 2"): f"{CARDS}, {PAID}",
    paid("count(d in your hand)"): f"`count(d in your hand)` is a number of things, {PAID}",
    paid(
        "sum(size(hand[p]) for p in Player)"
    ): "`sum(size(hand[p]) for p in Player)` is a number of cards, " + PAID,
    changed(
        "= 10 up", "= count(s in Suit) up"
    ): f"`count(s in Suit)` is a number of things, {PAID}",
    # what is compared
    required("your coins > size(your hand)"): f"{MONEY}, `size(your hand)` a number of cards",
    required("size(your hand) != your coins"): f"{CARDS}, `your coins` money",
    required(
        "coins[next(me)] == size(stock)"
    ): "`coins[next(me)]` is money, `size(stock)` a number of cards",
    required(
        "rounds > 3 or not your coins < 3 - size(stock)"
    ): f"{MONEY}, `3 - size(stock)` a number of cards",
    required("your coins in 1..size(stock)"): f"{MONEY}, `size(stock)` a number of cards",
    required("your coins not in [1, size(stock)]"): f"{MONEY}, `size(stock)` a number of cards",
    required("amount <= size(your hand)"): "`amount` is money, `size(your hand)` a number of cards",
    required(
        "any(coins[p] < size(hand[p]) for p in Player)"
    ): "`coins[p]` is money, `size(hand[p])` a number of cards",
    required(
        "min(your coins, size(your hand)) > 2"
    ): f"{MONEY}, `size(your hand)` a number of cards",
    required(
        "max(rounds, your coins, 1, size(stock)) > 2"
    ): f"{MONEY}, `size(stock)` a number of cards",
    required("points[highest(p in Player by coins[p] + size(hand[p]), first of equals)] > 0"): (
        "`coins[p]` is money, `size(hand[p])` a number of cards"
    ),
    required(
        "(your coins if rounds < 2 else rounds) < size(stock)"
    ): f"{MONEY}, `size(stock)` a number of cards",
    # what is added
    required(
        "your coins + size(your hand) > rounds"
    ): f"{MONEY}, `size(your hand)` a number of cards",
    required("rounds < -size(your hand) + sum(coins[p] for p in Player)"): (
        "`-size(your hand)` is a number of cards, `sum(coins[p] for p in Player)` money"
    ),
    # what is chosen, and moved
    chosen("1..min(your coins, size(stock))"): f"{MONEY}, `size(stock)` a number of cards",
    chosen("size(your hand)..your coins"): f"{CARDS}, `your coins` money",
    changed(DISCARD, f"{DISCARD}    move up to your coins from stock to discards\n"): (
        f"{MONEY}, and a number of cards is wanted here"
    ),
    # under a name
    required("held < your coins", "    require ", "    let held = size(your hand)\n    require "): (
        "`held` is a number of cards, `your coins` money"
    ),
    defined("held(p: Player) = size(hand[p])", "held(me) < your coins"): (
        "`held(me)` is a number of cards, `your coins` money"
    ),
    defined("most = max(coins[p] for p in Player)", "most - 1 > size(stock)"): (
        "`most - 1` is money, `size(stock)` a number of cards"
    ),
    defined(
        "strength(p: Player) = coins[p] + size(hand[p])", "strength(me) > strength(next(me))"
    ): ("`coins[p]` is money, `size(hand[p])` a number of cards"),
}
"""Rules in which it is mixed once, and what is said of that."""


@pytest.mark.parametrize("text", MIXED, ids=range(len(MIXED)))
def test_what_is_mixed(text: str) -> None:
    assert [(d.code, d.message) for d in check_text("example.rules", text).diagnostics] == [
        ("RD228", MIXED[text])
    ]


@pytest.mark.parametrize("text", MIXED, ids=range(len(MIXED)))
def test_the_help_mends_it(text: str) -> None:
    (finding,) = units(text)
    assert finding.help is not None
    (proposal,) = re.findall("`([^`]*)`", finding.help)
    mixed = re.sub(r"^1 \* | div 1$", "", proposal)
    mixed = mixed[1:-1] if re.fullmatch(r"\([^()]*(\([^()]*\)[^()]*)*\)", mixed) else mixed
    line = text.split("\n")[finding.primary.span.line - 1]
    assert mixed in line
    assert units(text.replace(line, line.replace(mixed, f"({proposal})"))) == []


@pytest.mark.parametrize(
    "text",
    [
        required("your coins + size(your hand) > coins[next(me)] + size(hand[next(me)])"),
        required("your coins > size(your hand) and your coins > size(stock)"),
        required(
            "all_told > size(stock)",
            "    require ",
            "    let all_told = your coins + size(stock)\n    require ",
        ),
        defined(
            "all_told = sum(coins[p] + size(hand[p]) for p in Player)", "all_told > your coins"
        ),
        paid("your coins - size(your hand)"),
    ],
)
def test_an_expression_is_told_of_once(text: str) -> None:
    assert len(units(text)) == 1


def test_two_expressions_are_told_of_apart() -> None:
    lines = f"{DISCARD}    pay size(stock) from your coins to bank\n    pay size(your hand) from bank to your coins\n"
    assert len(units(changed(DISCARD, lines))) == 2


def test_what_shows_it_is_pointed_at_where_it_stands_elsewhere() -> None:
    text = defined("held(p: Player) = size(hand[p])", "held(me) < amount")
    (finding,) = units(text)
    lines = text.split("\n")
    shown = [
        (lines[d.span.line - 1][d.span.column - 1 : d.span.end_column - 1], d.text)
        for d in finding.secondary
    ]
    assert shown == [
        ("size(hand[p])", "this is a number of cards"),
        ("your coins", "this is money"),
    ]


def test_a_name_means_what_it_means_in_its_block() -> None:
    lines = (
        "        if rounds > 0:\n            let much = size(stock)\n            rounds = much mod 2\n"
        "        else:\n            let much = coins[1]\n            pay min(much, 1) from coins[1] to bank\n"
    )
    assert units(changed("        rounds += 1\n", lines)) == []
    wrong = lines.replace("= coins[1]", "= size(stock)")
    assert len(units(changed("        rounds += 1\n", wrong))) == 1


def test_a_base_is_told_of_by_itself(tmp_path: Path) -> None:
    (tmp_path / "duel.rules").write_text(paid("size(your hand)"), encoding="utf-8")
    head = 'language 1\nvariant other of duel "Other"\n'
    own = "amend action discard:\n    pay size(stock) from bank to your coins\n"
    assert check_text("other.rules", head, tmp_path).diagnostics == ()
    (finding,) = check_text("other.rules", head + own, tmp_path).diagnostics
    assert (finding.code, finding.primary.span.line) == ("RD228", 4)


def test_it_may_be_allowed() -> None:
    line = "pay size(your hand) from your coins to bank"
    reason = "  # allow: RD228 because each card is worth a coin"
    assert (
        check_text(
            "example.rules", paid("size(your hand)").replace(line, line + reason)
        ).diagnostics
        == ()
    )


def test_tests_of_the_language_may_compare_what_they_like() -> None:
    line = 'test "as many":\n    expect coins[1] == size(stock) + 4\n'
    assert check_text("example.rules", f"{GAME}\n{line}").diagnostics == ()
