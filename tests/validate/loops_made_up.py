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
