"""Small games with a loop, made up: what is counted, paid and moved in it, and when it ends, is drawn by lot."""

from __future__ import annotations

import random

_HEAD = """language 1
game small "Small"
players 2..3
card Number(value: 1..8) shown as "{value}"
deck stock:
    Number(each 1..8)
zone hand[Player] seen by owner
zone gone seen by nobody
money purse[Player] = 4 up to 40 seen by all
money pot = 6 up to 40 seen by all
var n: 0..9 = 0 seen by all
var left: 0..9 = 9 seen by all
var out[Player]: Bool = no seen by all
var best: Player or none = none seen by all
setup:
    shuffle stock
    each player:
        move 2 from stock to your hand
"""

_EFFECTS = (
    "n += 1",
    "n += k",
    "n = min(9, n + 1)",
    "n = min(9, n + k)",
    "n = (n + 1) mod 10",
    "n = 9 - n",
    "n = 0",
    "n = max(n, k)",
    "n = random(0..9)",
    "left -= 1",
    "left -= k",
    "left = max(0, left - k)",
    "left -= min(k, left)",
    "left = left div 2",
    "left = 9",
    "pay 1 from pot to your purse",
    "pay k from pot to your purse",
    "pay up to k from pot to your purse",
    "pay pot div 2 from pot to your purse",
    "pay 1 from your purse to pot",
    "pay up to 1 from your purse to pot",
    "move up to 1 from stock to your hand",
    "move 1 from stock to gone",
    "move all from your hand to gone",
    "move all from your hand to stock",
    "your out = yes",
    "your out = no",
    "best = me",
    'announce "-"',
)

_UNTIL = (
    "n == 9",
    "n >= 9",
    "n > 4",
    "n == 10 - left",
    "left == 0",
    "pot == 0",
    "pot < 2",
    "stock is empty",
    "size(gone) >= 3",
    "every(out[p] for p in Player)",
    "count(p in Player where not out[p]) <= 1",
    "best != none",
    "any(purse[p] >= 8 for p in Player)",
    "every(hand[p] is empty for p in Player)",
    "n + left == 12",
)

_REQUIRES = (
    "n < 9",
    "n + k <= 9",
    "left > 0",
    "left >= k",
    "k > 0",
    "k > n",
    "pot > 0",
    "pot >= 2",
    "pot >= k",
    "your purse > 0",
    "stock is not empty",
    "not your out",
    "best != me",
)


def loop(seed: int) -> str:
    """The rules of one of them; the same for the same seed."""
    lot = random.Random(seed)
    lines = [_HEAD]
    actions = lot.randint(1, 3)
    for number in range(1, actions + 1):
        effects = lot.sample(_EFFECTS, lot.choice((1, 1, 2, 2, 3)))
        requires = lot.sample(_REQUIRES, lot.choice((0, 0, 1, 1, 2)))
        takes_k = any(" k" in f" {part}".replace("(", " ") for part in (*effects, *requires))
        low = lot.choice((0, 0, 1, 1, 1))
        lines.append(f"action a{number}(k in {low}..3):" if takes_k else f"action a{number}:")
        lines += [f'    require {condition}, otherwise "no"' for condition in requires]
        guarded = lot.random() < 0.2
        for place, effect in enumerate(effects):
            if guarded and place == len(effects) - 1:
                lines += [f"    if {lot.choice(_UNTIL)}:", f"        {effect}"]
            else:
                lines.append(f"    {effect}")
    word = lot.choice(("must", "must", "must", "may"))
    offers = " or ".join(f"a{number}" for number in range(1, actions + 1))
    where = f" where {lot.choice(('not your out', 'your purse > 0', 'your hand is not empty'))}"
    until = f" until {lot.choice(_UNTIL)}"
    head = f"    turns from 1{where if lot.random() < 0.3 else ''}{until}:"
    lines += ["play:", head, f"        {word} {offers}"]
    if lot.random() < 0.3:
        effects = [e for e in _EFFECTS if " k" not in e.replace("(", " ").replace(",", " ,")]
        lines.append(f"        {lot.choice(effects)}")
    lines.append("score p in Player = purse[p] + n + left")
    return "\n".join(lines) + "\n"


_DROPPING = """language 1
game small "Small"
players 2..3
money purse[Player] = 4 up to 40 seen by all
money pot = 6 up to 40 seen by all
var out[Player]: Bool = no seen by all
var folded[Player]: Bool = no seen by all
var n: 0..9 = 0 seen by all
define stays(p: Player) = not out[p] and not folded[p]
define left_in = count(p in Player where not out[p])
define staying = count(p in Player where stays(p))
"""

_DROPS = (
    "your out = yes",
    "your out = yes",
    "your folded = yes",
    "your out = no",
    "out[other] = yes",
    "folded[other] = yes",
    "your out = n > 2",
)

_COSTS = (
    "pay 1 from your purse to pot",
    "pay up to 1 from your purse to pot",
    "n += 1",
    "n = min(9, n + 1)",
    "n = 9 - n",
)

_TALLIED = ("left_in", "staying", "count(p in Player where not out[p])")

_COMPARED = ("== 1", "== 1", "<= 1", "== 0", "!= 2", "> 1", "> 1", "> 0", "> 2", ">= 2", "< 2")

_WHO = ("not your out", "stays(me)", "not your folded", "your purse > 0", "n < 9")


def dropping(seed: int) -> str:
    """The rules of a game that players drop out of; the same for the same seed."""
    lot = random.Random(seed)
    lines = [_DROPPING]
    actions = lot.randint(1, 3)
    for number in range(1, actions + 1):
        effects = lot.sample(_DROPS, lot.choice((0, 1, 1, 2))) + lot.sample(
            _COSTS, lot.choice((0, 1))
        )
        takes = any("other" in effect for effect in effects)
        lines.append(f"action a{number}(other in Player):" if takes else f"action a{number}:")
        if takes:
            lines.append('    require stays(other), otherwise "no"')
        if lot.random() < 0.3:
            lines.append(f'    require {_tally(lot)}, otherwise "no"')
        if lot.random() < 0.2:
            lines.append(f'    require {lot.choice(_WHO)}, otherwise "no"')
        lines += [f"    {effect}" for effect in effects or ['announce "-"']]
    offers = " or ".join(f"a{number}" for number in range(1, actions + 1))
    asked = [f"{lot.choice(('must', 'must', 'may'))} {offers}"]
    if lot.random() < 0.5:
        whether = lot.choice((_tally(lot), f"{lot.choice(_WHO)} and {_tally(lot)}"))
        asked = [f"if {whether}:", f"    {asked[0]}"]
    if lot.random() < 0.2:
        asked = [*asked, lot.choice(_COSTS)]
    elif lot.random() < 0.2:
        asked = [f"if {_tally(lot)}:", "    end game", *asked]
    where = f" where {lot.choice(_WHO)}" if lot.random() < 0.5 else ""
    start = lot.choice(("", " from 1", " from starter"))
    if lot.random() < 0.6:
        body = [f"    repeat until {_tally(lot)}:", f"        each player{start}{where}:"]
        body += [f"            {line}" for line in asked]
        if lot.random() < 0.3:
            after = (*_COSTS[2:], "each player:\n            your folded = no")
            body.append(f"        {lot.choice(after)}")
    else:
        body = [f"    turns{start or ' from 1'}{where} until {_tally(lot)}:"]
        body += [f"        {line}" for line in asked]
    return "\n".join([*lines, "play:", *body, "score p in Player = purse[p] + n"]) + "\n"


def _tally(lot: random.Random) -> str:
    return f"{lot.choice(_TALLIED)} {lot.choice(_COMPARED)}"
