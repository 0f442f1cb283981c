"""Small rules with secrets, for what `check` refuses because it would tell one."""

from __future__ import annotations

from tests.language.small import findings

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
