"""Variants of the founding games with the faults that designers make: what is found without playing."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl import compiling
from tests.validate.games import ROOT, found, line_of, said, varied

RULESETS = sorted([*ROOT.glob("rulesets/*/*.rules"), *ROOT.glob("examples/*.rules")])
RULE_FOR_A_STUCK_TABLE = " or idle == player_count"
LIMIT_OF_TURNS = " or turns_taken == turn_limit"


@pytest.mark.parametrize("file", RULESETS, ids=lambda f: f.stem)
def test_what_is_shipped_has_no_finding_and_allows_nothing(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert compiling.check_text(str(file), text, file.parent).diagnostics == ()
    assert "allow:" not in text


def test_a_table_that_is_stuck() -> None:
    assert said("ka_ching", RULE_FOR_A_STUCK_TABLE, "") == [
        (
            "RD319",
            "with `pass` again and again, this may go on until `idle` leaves 0..10, and that stops play"
            " with a fault",
        )
    ]


def test_a_table_that_is_stuck_and_counts_nothing() -> None:
    changes = (
        RULE_FOR_A_STUCK_TABLE,
        "",
        'var idle: 0..10 = 0 seen by all\n"""How many players in succession could do nothing."""\n',
        "",
        "    idle += 1\n",
        '    announce "passes"\n',
    )
    text = varied("ka_ching", *changes).replace("    idle = 0\n", "")
    (finding,) = compiling.check_text("ka_ching.rules", text).diagnostics
    assert (finding.code, finding.primary.span.line) == ("RD320", line_of(text, "turns from"))
    assert finding.message.endswith("with `pass` again and again, it can go on for ever")


def test_a_game_without_a_limit_of_turns() -> None:
    changes = (
        LIMIT_OF_TURNS,
        "",
        "    turns_taken += 1\n",
        "",
        "var turns_taken: 0..5000 = 0 seen by all\n",
        "",
        'option turn_limit: 1..5000 = 600  "the deal is drawn after this many turns of a player"\n',
        "",
    )
    text = varied("cherki", *changes)
    (finding,) = found("cherki", *changes)
    assert (finding.code, finding.primary.span.line) == ("RD320", line_of(text, "turns from"))
    assert "with `take` and `discard` again and again" in finding.message
    assert [label.span.line for label in finding.secondary] == [
        line_of(text, "    must draw or take"),
        line_of(text, "    must discard"),
    ]


def test_a_limit_of_turns_that_is_counted_and_not_asked() -> None:
    ((code, message),) = said("cherki", LIMIT_OF_TURNS, "")
    assert code == "RD319"
    assert "`take` and `discard` again and again" in message
    assert "until `turns_taken` leaves 0..5000" in message


def test_who_is_asked_depends_on_a_secret() -> None:
    ready = ("    if not your called:\n", "    if not your called and ready(me):\n")
    assert [code for code, _ in said("cherki", *ready)] == ["RD413"]


def test_what_is_legal_depends_on_the_hand_of_another() -> None:
    empty = 'require discards is not empty, otherwise "nothing has been discarded yet"'
    other = f"{empty}\n    require any(c.suit == coins for c in hand[next(me)])"
    assert [code for code, _ in said("cherki", empty, other)] == ["RD411"]


DOC = '    """Lay a card face down."""\n'


@pytest.mark.parametrize(
    ("ruleset", "old", "new", "code"),
    [
        (
            "kuhn",
            '    """Give up the pot."""\n',
            '    """Give up the pot."""\n    require strength(me) < strength(next(me)), otherwise "no"\n',
            "RD411",
        ),
        ("ka_ching", "value <= your cash", "value <= cash[next(me)]", "RD411"),
        ("kuhn", 'announce "no bet so far"', 'announce "no bet with {strength(me)}"', "RD414"),
        (
            "goofspiel",
            DOC,
            DOC + '    require every(d.value != c.value for d in hand[next(me)]), otherwise "no"\n',
            "RD312",
        ),
        (
            "goofspiel",
            DOC,
            DOC + '    require every(d.value < c.value for d in offer[next(me)]), otherwise "no"\n',
            "RD312",
        ),
        ("cherki", "repeat 4 times", "repeat 25 times", "RD419"),
    ],
)
def test_further_faults_that_are_seen_in_the_text(
    ruleset: str, old: str, new: str, code: str
) -> None:
    (finding,) = found(ruleset, old, new)
    text = varied(ruleset, old, new)
    changed = new.strip().split("\n")[-1]
    assert finding.code == code
    assert finding.primary.span.line - line_of(text, changed) in (0, 2)


def test_an_announcement_of_a_hidden_card() -> None:
    drawn = "    let card = top(stock)\n"
    told = f'{drawn}    announce "{{card}} is drawn"\n'
    assert [code for code, _ in said("cherki", drawn, told)] == ["RD414"]


def test_cards_that_tie() -> None:
    rule = "by c.points, first of equals) to chased_away\n        else"
    changes = (rule, "by c.points) to chased_away\n        else")
    (finding,) = found("cat_in_the_sack", *changes)
    text = varied("cat_in_the_sack", *changes)
    assert (finding.code, finding.primary.span.line) == ("RD418", line_of(text, "move highest"))
    assert "`ace of spades` and `ace of hearts` may tie" in finding.message


def test_a_sixth_column_is_dealt() -> None:
    ((code, message),) = said("ka_ching", "    for c in Column:\n", "    for c in 1..6:\n")
    assert (code, message) == ("RD419", "place 6 of `market` is asked for here, and it has 5")


def test_more_is_dealt_than_there_is() -> None:
    ((code, message),) = said("ka_ching", "move 7 from stocks", "move 8 from stocks")
    assert code == "RD419"
    assert message == "8 cards should be moved from `stocks`, and it holds 3 by then"


def test_more_is_dealt_than_there_is_for_many_players_and_large_hands() -> None:
    changes = ("    Number(each 1..40)\n", "    Number(each 1..36)\n")
    ((code, message),) = said("first_game", *changes)
    assert code == "RD419"
    assert message == (
        "with 4 players and `hand_size = 10`, 10 cards should be moved from `stock`, and it holds 6 by then"
    )


def test_an_account_would_begin_below_nothing() -> None:
    (finding,) = found("ka_ching", "130 div player_count = 20", "100 = 20")
    assert (finding.code, finding.is_error) == ("RD211", True)
    assert finding.message == "`bank` holds 0..9007199254740991, and not -70"
    assert finding.notes == ("this is so with `starting_cash = 100` and `limited_bank = yes`",)


@pytest.mark.parametrize(
    ("old", "new", "choice"),
    [
        ("amount in standing_bid + 1 .. your coins", "amount in standing_bid .. your coins", "bid"),
        ("    standing_bid = amount\n", '    announce "{amount} is bid"\n', "bid"),
    ],
)
def test_an_auction_that_never_ends(old: str, new: str, choice: str) -> None:
    findings = said("cat_in_the_sack", old, new)
    assert {code for code, _ in findings} == {"RD320"}
    assert all(f"with `{choice}` again and again" in message for _, message in findings)
