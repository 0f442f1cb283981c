"""Rules that `check` refuses because they tell a secret, what it lists of them, and how findings about secrets read."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl import compiling
from ruledsl.diagnostics.model import Diagnostic
from tests.language.knowing import BASE, at_flow, codes
from tests.language.small import findings, full
from tests.validated import of_lines

# --- L3: what is announced -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (('announce "{cash[1]}"',), ["RD414"]),
        (('announce "{cash[1] + pot}"',), ["RD414"]),
        (("each player:", '    announce "{mine} points"'), ["RD414"]),
        (("let n = code[1]", 'announce "{n}"'), ["RD414"]),
        (("let p = the(p in Player where ready(p))", 'announce "{p}"'), ["RD414"]),
        (("each player:", '    announce "{highest(c in your hand by c.value, first of equals)}"'), ["RD414"]),
        (("let rolled = random(1..6)", 'announce "{rolled}"'), ["RD414"]),
        (('announce "{sealed}"',), ["RD414"]),
        (("reveal sealed to Player[1]", 'announce "{sealed}"'), ["RD414"]),
        (('announce "{sealed}"', "reveal sealed"), ["RD414"]),
        (('announce "{pot} and {open_player}"',), []),
        (("open = cash[1]", 'announce "{open}"'), []),
        (("open_player = the(p in Player where ready(p))", 'announce "{open_player}"'), []),
        (("reveal sealed", 'announce "{sealed}"'), []),
        (("if ready(Player[1]):", '    announce "one is ready"'), []),
        (("for p in Player where ready(p):", '    announce "{p} is ready"'), []),
        (("each player:", "    announce \"{me} holds {size(your hand)}\""), []),
        (("each player:", "    let c = random(your hand)", "    move c to market", '    announce "{me} lays {c}"'), []),
    ],
    ids=lambda x: " | ".join(x),
)  # fmt: skip
def test_an_announcement_tells_no_secret(lines: tuple[str, ...], expected: list[str]) -> None:
    assert codes(at_flow(*lines)) == expected


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ('lay(c in your hand):\n    announce "{c}"', ["RD414"]),
        ('lay(c in your hand):\n    announce "{c.suit}"\n    move c to market', ["RD414"]),
        ('lay(c in your hand):\n    move c to market\n    announce "{c}"', []),
        ('lay(c in your hand):\n    reveal c\n    announce "{c.value}"', []),
        ('lay(secretly n in 1..3):\n    announce "{n}"', ["RD414"]),
        ('lay(n in 1..3):\n    announce "{n}"', []),
    ],
)
def test_an_announcement_of_what_was_chosen(action: str, expected: list[str]) -> None:
    assert codes(f"action {action}\n" + at_flow("each player:", "    must lay")) == expected


# --- S2: what a move tells ---------------------------------------------------------------------

KEPT = """
type Plan = early, late
var plan[Player]: Plan = early seen by owner
var daring[Player]: Bool = no seen by owner
table worth
    3
    5
table paid: least, most
    1, 2
    3, 4
"""


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("bid(n in 1..6): your code = n", ["RD415"]),
        ("bid(n in 1..3):\n    let twice = n + n\n    your code = twice", ["RD415"]),
        ("bid(n in 1..6): your code = max(n, 2)", ["RD415"]),
        ("bid(n in 1..6): your code = n if ready(me) else 1", ["RD415"]),
        ("bid(n in 0..6): sealed = n", ["RD415"]),
        ("bid(n in 1..2): your code = worth[n]", ["RD415"]),
        ("bid(n in 1..2): your code = paid[n].least", ["RD415"]),
        ("bid(n in 1..2): your plan = Plan[n]", ["RD415"]),
        ("bid(b in Bool): your daring = not b", ["RD415"]),
        ("bid(secretly b in Bool): your daring = not b", []),
        ("bid(n in 1..6): your daring = not n == code[next(me)]", []),
        ("bid(n in 0..3): pay n from your cash to cash[next(me)]", ["RD415"]),
        ("bid(secretly n in 1..6): your code = n", []),
        ("bid(n in 0..6): open = n", []),
        ("bid(n in 0..3): pay n from your cash to pot", []),
        ("bid(n in 0..3): pay n from your cash to bank", []),
        ("bid(n in 0..3): pay n from pot to your cash", []),
        ("bid(secretly n in 0..3): pay n from your cash to cash[next(me)]", []),
        ("bid(c in your hand): move c to kitty", []),
        ("bid(n in 1..6): your code = 2 if n == code[next(me)] else 1", []),
    ],
)
def test_what_is_told_with_a_move_is_no_secret(action: str, expected: list[str]) -> None:
    assert codes(KEPT + f"action {action}\n" + at_flow("each player:", "    must bid")) == expected


# --- what makes known --------------------------------------------------------------------------


def test_what_publishes_is_listed_and_is_no_finding() -> None:
    body = BASE + at_flow(
        "open = 3",
        "open = cash[1]",
        "open_player = the(p in Player where ready(p) else Player[1])",
        "reveal hand[1]",
        "reveal code[1] to Player[2]",
        'announce "{open}"',
        "move random(hand[1]) to market",
        "move all from market to kitty",
        "pay code[1] from cash[1] to pot",
        "if ready(Player[1]):",
        "    open = 4",
    )
    outcome = compiling.check_text("small.rules", full(body))
    assert of_lines(outcome.diagnostics) == ()
    first = full(body).splitlines().index("play:") + 2
    listed = [(p.span.line - first, p.what) for p in outcome.published if p.span.line >= first]
    assert listed == [
        (1, "sets `open`, which all see: tells of `cash`"),
        (2, "sets `open_player`, which all see: tells of `hand`"),
        (3, "shows `hand[1]` to all"),
        (4, "shows `code[1]` to `Player[2]`"),
        (5, 'tells all "{open}"'),
        (6, "moves from `hand` to `market`, which all see"),
        (8, "pays an amount that all see: tells of `code`"),
        (9, "what happens under this condition: tells of `hand`"),
    ]


def test_a_finding_that_a_reveal_excuses_is_listed() -> None:
    body = """
zone hand[Player] seen by owner
action peek:
    reveal hand[next(me)] to me
action claim:
    require any(c.value == 3 for c in hand[next(me)])
play:
    each player: may peek
    each player: may claim
"""
    text = full('card N(value: 1..3) shown as "{value}"\ndeck stock:\n    N(each 1..3)\n' + body)
    outcome = compiling.check_text("small.rules", text)
    assert of_lines(outcome.diagnostics) == ()
    assert [p.what for p in outcome.published if "counts" in p.what] == [
        "counts `hand` as known here: a `reveal` may come before"
    ]


# --- options and numbers of players ---------------------------------------------------------------


def test_an_option_settles_what_is_seen() -> None:
    text = """
option open_hands: Bool = {}
players 1..2
card C(value: 1..4) shown as "{{value}}"
deck stock:
    C(each 1..4)
zone hand[Player] seen by owner, by all if open_hands
setup:
    shuffle stock
    each player:
        move 1 from stock to your hand
action go: announce "goes"
play:
    each player where any(c.value == 4 for c in your hand):
        may go
"""
    for default in ("yes", "no"):  # the other value of an option is checked with the fewest players
        expected = ["RD413"] if default == "no" else []
        assert sorted({d.code for d in findings(text.format(default))}) == expected


# --- messages ---------------------------------------------------------------------------------------


def one(body: str) -> Diagnostic:
    (found,) = findings(body)
    return found


def test_the_message_names_what_is_read_and_points_to_it() -> None:
    found = one(BASE + at_flow("each player:", "    if ready(me):", "        may go"))
    assert "`hand`" in found.message
    assert found.help is not None
    assert "under `may`" in found.help
    text = full(BASE).splitlines()
    read, asked = found.secondary
    assert "define ready" in text[read.span.line - 1]
    assert asked.text == "asked here"


def test_a_secret_is_reported_once() -> None:
    lines = ["each player:", "    if ready(me) and rich(me):", "        may go", "        may go"]
    assert len(findings(BASE + at_flow(*lines))) == 1


# --- leaks planted in the shipped rulesets -----------------------------------------------------------

SHIPPED = Path(__file__).parents[2] / "rulesets"


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        ("cherki/cherki.rules", "if not your called:\n        may call", "if not your called and ready(me):\n        may call", "RD413"),
        ("cherki/cherki.rules", "    let card = top(stock)", "    require not ready(next(me))\n    let card = top(stock)", "RD411"),
        ("ka_ching/ka_ching.rules", "<= your cash, otherwise", "<= cash[next(me)], otherwise", "RD411"),
        ("kuhn/kuhn.rules", 'announce "no bet so far"', 'announce "no bet with {strength(me)}"', "RD414"),
        ("kuhn/kuhn.rules", "    if pot == 3:\n        player 2 acts:", "    if pot == 3 and strength(Player[2]) > 1:\n        player 2 acts:", "RD413"),
        ("kuhn/kuhn.rules", "player 1 acts:\n        must check or bet", "player better acts:\n        must check or bet", "RD413"),
    ],
)  # fmt: skip
def test_a_leak_planted_in_a_shipped_ruleset_is_refused(
    file: str, old: str, new: str, code: str
) -> None:
    text = (SHIPPED / file).read_text(encoding="utf-8")
    assert text.count(old) == 1
    outcome = compiling.check_text(file, text.replace(old, new))
    assert code in {d.code for d in outcome.diagnostics if d.is_error}
    assert compiling.check_text(file, text).diagnostics == ()
