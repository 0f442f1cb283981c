"""Rules that `check` refuses because what is legal, who is asked or what comes of choices made together hangs on a secret."""

from __future__ import annotations

import re

import pytest

from tests.language.knowing import BASE, TEAMS, at_flow, at_guard, codes
from tests.language.small import findings

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
