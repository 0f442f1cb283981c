"""What `check` refuses because it would tell a secret, and what is right beside it.

It is longer than most modules because each ruling has its planted leaks beside their right counterparts.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruledsl import compiling
from ruledsl.diagnostics.model import Diagnostic
from tests.language.small import findings, full
from tests.validated import of_lines

BASE = """
type Suit = red, black
card C(value: 1..4, suit: Suit) shown as "{suit} {value}"
deck stock:
    C(each 1..4, each Suit)
zone hand[Player] seen by owner
zone market seen by all
zone kitty seen by nobody
row layout[Player] seen by nobody
pile heap seen by nobody
zone won[Player] seen by nobody
money cash[Player] = 5 up to 40 seen by owner
money pot = 0 up to 40 seen by all
money bank = unlimited seen by all
var code[Player]: 1..6 = 1 seen by owner
var sealed: 0..6 = 0 seen by nobody
var open: 0..6 = 0 seen by all
var open_player: Player = Player[1] seen by all
define ready(p: Player) = count(c in hand[p] where c.value == 4) > 0
define mine = sum(c.value for c in hand[me])
define rich(p) = cash[p] >= 3
setup:
    shuffle stock
    each player:
        move 3 from stock to your hand
        move random(your hand) to your layout
    move 1 from stock to market
action go: announce "goes"
"""

TEAMS = """
players 4
team odd = 1, 3
team even = 2, 4
card C(value: 1..8) shown as "{value}"
deck stock:
    C(each 1..8)
zone hand[Player] seen by owner
zone shared[Team] seen by owner
money purse[Team] = 5 up to 20 seen by owner
setup:
    shuffle stock
    each player:
        move 1 from stock to your hand
    for t in Team:
        move 1 from stock to shared[t]
action go: announce "goes"
"""


def codes(body: str, base: str = BASE) -> list[str]:
    found = findings(base + body)
    assert all(d.code.startswith("RD41") for d in found), [d.message for d in found]
    return sorted({d.code for d in found})


def at_flow(*lines: str) -> str:
    return "play:\n" + "\n".join("    " + line for line in lines)


def at_guard(line: str, head: str = "try_it") -> str:
    return f"action {head}:\n    {line}\n    open = 1\n" + at_flow(
        "each player:", f"    may {head.split('(')[0]}"
    )


# --- L1, S16: what is legal ---------------------------------------------------------------------

FOREIGN_GUARDS = [
    "require cash[2] >= 3",
    "require rich(next(me))",
    "require rich(open_player)",
    "require ready(next(me))",
    "require sum(cash[p] for p in Player) > 3",
    "require any(ready(p) for p in Player)",
    "require the(p in Player where ready(p) else none) != me",
    "let other = next(me)\n    require cash[other] > 2",
    "let much = cash[next(me)]\n    require much > 2",
    "require sealed == 3",
    "require layout[me][1].value > 2",
    "require any(c.suit == red for c in kitty)",
    "require C(1, red) in hand[next(me)]",
    "require market is not empty or highest(c in hand[next(me)] by c.value).value == 3",
]

KNOWN_GUARDS = [
    "require your cash >= 3",
    "require cash[me] >= 3",
    "require rich(me)",
    "require ready(me)",
    "require mine > 3",
    "let i = me\n    require rich(i) and ready(i)",
    "let much = your cash\n    require much > 2",
    "require pot < 30 and open == 0",
    "require size(hand[next(me)]) > 1 and kitty is empty",
    "require any(c.value == 3 for c in your hand + market)",
    "require C(1, red) in your hand",
    "require the(c in your hand + market where c == C(1, red) else none) == none",
]


@pytest.mark.parametrize("line", FOREIGN_GUARDS)
def test_what_is_legal_may_not_depend_on_what_the_player_cannot_know(line: str) -> None:
    assert codes(at_guard(line)) == ["RD411"]


@pytest.mark.parametrize("line", KNOWN_GUARDS)
def test_what_is_legal_may_depend_on_what_is_public_or_the_players_own(line: str) -> None:
    assert codes(at_guard(line)) == []


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("try_it(n in 1..cash[next(me)])", ["RD411"]),
        ("try_it(n in 1..max(cash[p] for p in Player))", ["RD411"]),
        ("try_it(n in 1..(4 if ready(next(me)) else 2))", ["RD411"]),
        ("try_it(n in 1..your cash)", []),
        ("try_it(n in 1..(4 if ready(me) else 2))", []),
        ("try_it(p in Player, n in 1..cash[p])", ["RD411"]),
        ("try_it(c in hand[next(me)])", ["RD412"]),
        ("try_it(p in Player, c in hand[p])", ["RD412"]),
        ("try_it(c in hand)", ["RD412"]),
        ("try_it(c in kitty)", ["RD412"]),
        ("try_it(c in your hand + market)", []),
        ("try_it(c in hand[me])", []),
        ("try_it(c in layout[next(me)])", []),
        ("try_it(c in heap)", []),
    ],
)
def test_what_a_player_may_choose_from(head: str, expected: list[str]) -> None:
    assert codes(at_guard("require open < 5", head)) == expected


def test_a_card_chosen_by_its_place_shows_its_face_to_nobody() -> None:
    assert codes(at_guard("require c.value > 2", "try_it(c in layout[me])")) == ["RD411"]


def test_a_team_sees_what_belongs_to_it() -> None:
    for line, expected in {
        "require your purse > 2": [],
        "require purse[team_of(me)] > 2": [],
        "require purse[team_of(partner(me))] > 2": [],
        "require purse[team_of(next(me))] > 2": ["RD411"],
        "require any(c.value > 2 for c in your shared)": [],
        "require any(c.value > 2 for c in shared[even])": ["RD411"],
        "require any(c.value > 2 for c in hand[partner(me)])": ["RD411"],
        "require sum(purse[t] for t in Team) > 2": ["RD411"],
        "require sum(purse[team_of(p)] for p in team_of(me)) > 2": [],
    }.items():
        body = f'action try_it:\n    {line}\n    announce "x"\n'
        flow = at_flow("each player:", "    may try_it")
        assert codes(body + flow, TEAMS) == expected, line


def test_an_argument_of_an_offer_is_known_to_who_is_asked() -> None:
    action = "action take(n in 1..40): open = 1\n"
    lines = ["each player:", "    must take({})"]
    for argument, expected in {
        "your cash": [],
        "cash[next(me)]": ["RD411"],
        "pot + 1": [],
    }.items():
        flow = at_flow(lines[0], lines[1].format(argument))
        assert codes(action + flow) == expected, argument
    other = at_flow(
        "each player:", "    let n = your cash", "    each other player:", "        must take(n)"
    )
    assert codes(action + other) == ["RD411"]


# --- L2: whether a player is asked ----------------------------------------------------------------

SECRET_FLOW = [
    ("if ready(Player[1]):", "    player 1 acts:", "        may go"),
    ("each player:", "    if ready(me):", "        may go"),
    ("each player:", "    if rich(me):", "        do question"),
    ("each player where ready(me):", "    may go"),
    ("each player:", "    if open == 1:", "        may go", "    elif ready(me):", "        open = 2", "    else:", "        may go"),
    ("turns from 1 where ready(me):", "    must go"),
    ("turns from 1 until any(ready(p) for p in Player):", "    must go"),
    ("turns from highest(p in Player by cash[p]):", "    must go"),
    ("each player from the(p in Player where ready(p)):", "    must go"),
    ("player the(p in Player where ready(p)) acts:", "    must go"),
    ("player 1 acts:", "    repeat cash[1] times:", "        must go"),
    ("player 1 acts:", "    repeat until ready(Player[1]):", "        must go"),
    ("each player:", "    for c in your hand where c.suit == red:", "        may go"),
    ("each player:", "    for n in 1..your cash:", "        may go"),
    ("together each player where ready(me): may wait",),
    ("each player:", "    let yes_or_no = ready(me)", "    if yes_or_no:", "        may go"),
    ("each player:", "    let best = highest(c in your hand by c.value, first of equals)", "    if best.value == 4:", "        may go"),
    ("let rolled = random(1..6)", "if rolled == 6:", "    player 1 acts:", "        may go"),
    ("if top(stock).value == 4:", "    player 1 acts:", "        may go"),
    ("player 1 acts:", "    do early"),
    ("player 1 acts:", "    do in_a_loop"),
    ("player 1 acts:", "    do outer"),
    ("player 1 acts:", "    do by_an_action"),
    ("reveal hand[1] to Player[2]", "player 1 acts:", "    if ready(me):", "        may go"),
    ("player 1 acts:", "    if ready(me):", "        may go", "    reveal your hand"),
    ("player 1 acts:", "    if ready(me):", "        may go", "    elif open == 3:", "        reveal your hand", "        end game", "    may go"),
]  # fmt: skip

PHASES = {
    "question": "phase question:\n    may go\n",
    "early": "phase early:\n    if ready(me):\n        end early\n    may go\n",
    "in_a_loop": """phase in_a_loop:
    repeat until open == 2:
        may go
        if ready(me):
            end in_a_loop
""",
    "outer": """phase outer:
    do inner
    may go
phase inner:
    each other player:
        announce "on"
    if ready(me):
        end outer
""",
    "by_an_action": """phase by_an_action:
    may look
    may go
action look:
    if ready(me):
        end by_an_action
""",
    "outer_without_questions": """phase outer_without_questions:
    each player:
        if ready(me):
            end outer_without_questions
        reveal your hand
""",
    "wait": "action wait: your code = 1\n",
}


def with_phases(*lines: str) -> str:
    """The flow, with the phases and actions that it mentions."""
    text = at_flow(*lines)
    words = set(re.findall(r"\w+", text))
    return "".join(body for name, body in PHASES.items() if name in words) + text


OPEN_FLOW = [
    ("each player:", "    may go"),
    ("each player where size(your hand) == 2:", "    may go"),
    ("each player:", "    if open == 1 and your hand is not empty:", "        may go"),
    ("turns from open_player until pot > 3:", "    must go", "    open = 6 if ready(me) else 0"),
    ("open_player = the(p in Player where ready(p) else Player[1])", "player open_player acts:", "    must go"),
    ("each player:", "    if ready(me):", "        move highest(c in your hand by c.value, first of equals) to market"),
    ("each player:", "    if ready(me):", "        open = 3", "    if open == 3:", "        may go"),
    ("reveal hand", "each player:", "    if ready(me):", "        may go"),
    ("let rolled = random(1..6)", "reveal rolled", "if rolled == 6:", "    player 1 acts:", "        may go"),
    ("let c = top(stock)", "move c to market", "if c.value == 4:", "    player 1 acts:", "        may go"),
    ("each player:", "    let c = random(your hand)", "    move c to market", "    if c.suit == red:", "        may go"),
    ("move all from market to won[1]", "if any(c.value == 4 for c in won[1]):", "    player 1 acts:", "        may go"),
    ("reveal hand", "move all from hand[1] to kitty", "if any(c.value == 4 for c in kitty):", "    player 1 acts:", "        may go"),
    ("for c in hand[1] where c.suit == red:", "    move c to market", "each player:", "    may go"),
    ("if any(ready(p) for p in Player):", "    end game", "each player:", "    may go"),
    ("let best = highest(p in Player by cash[p] else none)", "if best != none:", "    open = 1", "each player:", "    may go"),
    ("together each player: may wait",),
    ("if ready(Player[1]):", "    do outer_without_questions"),
    ("repeat until open == 1:", "    player 1 acts:", "        may go", "    if ready(Player[1]):", "        open = 1"),
]  # fmt: skip


@pytest.mark.parametrize("lines", SECRET_FLOW, ids=lambda x: " | ".join(x))
def test_whether_a_player_is_asked_may_not_depend_on_a_secret(lines: tuple[str, ...]) -> None:
    assert codes(with_phases(*lines)) == ["RD413"]


@pytest.mark.parametrize("lines", OPEN_FLOW, ids=lambda x: " | ".join(x))
def test_what_is_public_or_published_may_decide(lines: tuple[str, ...]) -> None:
    assert codes(with_phases(*lines)) == []


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


# --- S8: choices made together ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "refused"),
    [
        ("your code = 2", False),
        ("pay 1 from your cash to pot", False),
        ("pay 1 from bank to your cash", False),
        ("require your cash > 1\n    your code = 2", False),
        ("require rich(me)\n    pay 1 from your cash to pot", False),
        ("let i = code[me]\n    your code = i", False),
        ("pay 1 from pot to your cash", True),
        ("pay 1 from cash[next(me)] to your cash", True),
        ("pay pot div 2 from your cash to pot", True),
        ("require pot < 9\n    pay 1 from your cash to pot", True),
        ("your code = 6 if open == 3 else 5", False),
        ("your code = max(code[p] for p in Player)", True),
        ("your code = highest_code", True),
        ("your code = code_of(me)", False),
        ("your code = code_of(next(me))", True),
        ("open += 1", True),
        ("open = 3", True),
    ],
)
def test_what_is_chosen_together_does_not_depend_on_the_order(body: str, refused: bool) -> None:
    text = (
        BASE
        + "define highest_code = max(code[p] for p in Player)\ndefine code_of(p) = code[p]\n"
        + f"action act:\n    {body}\n"
        + at_flow("together each player: must act")
    )
    assert ({d.code for d in findings(text)} - {"RD411"} == {"RD312"}) == refused


@pytest.mark.parametrize(
    ("action", "refused"),
    [
        ("act(c in your hand): move c to hand[next(me)]", False),
        (
            "act(c in your hand):\n    move c to hand[next(me)]\n    move all from your hand to kitty",
            True,
        ),
        (
            "act(c in your hand):\n    move c to hand[next(me)]\n    your code = size(your hand)",
            True,
        ),
        ("act(c in your hand):\n    move c to hand[next(me)]\n    your code = held(me)", True),
        (
            "act(c in your hand):\n    move c to hand[next(me)]\n    if held(me) > 2:\n        your code = 1",
            True,
        ),
        ("act(c in your hand):\n    require held(me) > 2\n    move c to hand[next(me)]", False),
        (
            "act(c in your hand):\n    let n = held(me)\n    require n > 2\n    move c to hand[next(me)]",
            False,
        ),
        (
            "act(c in your hand):\n    let n = held(me)\n    move c to hand[next(me)]\n    your code = n",
            True,
        ),
        ("act(c in your hand):\n    move c to your kept\n    your code = held(me)", False),
        ("act: pay 1 from your cash to cash[next(me)]", False),
        ("act:\n    require your cash > 1\n    pay 2 from your cash to cash[next(me)]", False),
        ("act: pay all from your cash to cash[next(me)]", True),
        ("act: pay up to 2 from your cash to cash[next(me)]", True),
        ("act:\n    pay 1 from your cash to cash[next(me)]\n    your code = your cash", True),
    ],
)
def test_what_others_add_does_not_change_what_happens(action: str, refused: bool) -> None:
    text = (
        BASE
        + "zone kept[Player] seen by owner\ndefine held(p: Player) = size(hand[p])\n"
        + f"action {action}\n"
        + at_flow("together each player: must act")
    )
    assert {d.code for d in findings(text)} == ({"RD312"} if refused else set())


def test_what_is_the_teams_is_not_one_players_own() -> None:
    pay = "action act: pay 1 from your purse to your purse\n"
    text = TEAMS + pay + at_flow("together each player: must act")
    assert {d.code for d in findings(text)} == {"RD312"}
    take = "zone mine[Player] seen by owner\naction act(c in your shared): move c to your mine\n"
    text = TEAMS + take + at_flow("together each player: must act")
    assert {d.code for d in findings(text)} == {"RD312"}


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
        ("kuhn/kuhn.rules", 'announce "checks"', 'announce "checks with {strength(me)}"', "RD414"),
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
