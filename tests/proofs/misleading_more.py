"""Rule files written to mislead proofs, the second part."""

from __future__ import annotations

from tests.proofs.misleading import Misleading

SECOND = {
    "differences that were asked about": Misleading(
        """\
for k in -5..5:
    for j in -3..3:
        if k - j >= 2:
            n = k - j - 2
            m = j - k
            n = 8 - (k - j)
        if 2 * k - j <= 1 and k > 0:
            n = 3 + j
            n = j
""",
    ),
    "what belongs to teams": Misleading(
        """\
each player:
    must go or nop
n = pts[us] + pts[them] - 3
""",
        actions="""\
action go(a in 1..2):
    require your pts + a <= 2
    your pts += a
""",
        declared="""\
team us = 1, 3
team them = 2, 4
var pts[Team]: 0..30 = 0 seen by all
zone won[Team] seen by all
money purse[Team] = 5 up to 10 seen by owner
""",
        players=4,
    ),
    "teams of neighbours": Misleading(
        """\
for p in Player:
    for c in hand[p]:
        move c to won[team_of(next(p))]
n = size(won[us]) - 6
n = size(won[them]) - 6
let t = team_of(starter)
n = size(won[t]) + 4
for p in t:
    pay 1 from purse[t] to purse[team_of(next(p))]
n = 5 - purse[us]
""",
        declared="""\
team us = 1, 3
team them = 2, 4
var pts[Team]: 0..30 = 0 seen by all
zone won[Team] seen by all
money purse[Team] = 5 up to 10 seen by owner
""",
        players=4,
    ),
    "partners": Misleading(
        """\
player partner(starter) acts:
    v[me] = 3
n = v[1] + v[2] + v[3] + v[4]
n = v[partner(starter)] - 3
n = v[starter]
""",
        declared="""\
team us = 1, 3
team them = 2, 4
var pts[Team]: 0..30 = 0 seen by all
zone won[Team] seen by all
money purse[Team] = 5 up to 10 seen by owner
""",
        players=4,
    ),
    "an account that all pay into and take from": Misleading(
        """\
each player:
    must give or grab
n = 10 - pot
""",
        actions="""\
action give(a in 1..5):
    require a <= your coins
    require pot + a <= 10
    pay a from your coins to pot
action grab:
    pay up to 3 from pot to your coins
""",
    ),
    "all money handed on": Misleading(
        """\
pay 4 from coins[1] to pot
pay all from pot to coins[2]
pay all from coins[2] to pot
n = 10 - pot
n = coins[1] - 2
pay all from coins[1] to coins[1]
n = 2 - coins[1]
""",
    ),
    "a bank without end": Misleading(
        """\
pay up to 5 from bank to pot
pay 4 from pot to bank
pay up to 3 from pot to bank
n = pot
n = 1 - pot
""",
        declared="""\
money bank = unlimited seen by all
""",
    ),
    "`none` that becomes a player": Misleading(
        """\
for p in Player:
    if q == none or q != p:
        q = p
if q == none:
    n = 10
    n = n + 1
if q != none and ordinal(q) > 1:
    n = ordinal(q) - 2
""",
    ),
    "two values that may be `none`": Misleading(
        """\
if t == u:
    n = 3
else:
    n = u
t = u
n = t
""",
        declared="""\
var t: 0..5 or none = none seen by all
var u: 0..5 or none = 3 seen by all
""",
    ),
    "the greater of what may be `none`": Misleading(
        """\
n = max(t, 0)
t = 5
n = 5 - max(t, u)
""",
        declared="""\
var t: 0..5 or none = none seen by all
var u: 0..5 or none = none seen by all
""",
    ),
    "the lesser of what may be `none`": Misleading(
        """\
m = 3
n = min(t, 4) if t != none else 1
if min(t, m) == 3:
    n = t
if max(t, u) >= 2:
    n = t
""",
        declared="""\
var t: 0..5 or none = none seen by all
var u: 0..5 or none = none seen by all
""",
    ),
    "less than a number, or `none`": Misleading(
        """\
if t < 3:
    n = 3 - t
""",
        declared="""\
var t: 0..5 or none = none seen by all
var u: 0..5 or none = none seen by all
""",
    ),
    "within a range, or `none`": Misleading(
        """\
if t in 0..5:
    n = t
if t in [1, none]:
    n = t + 1
""",
        declared="""\
var t: 0..5 or none = none seen by all
""",
    ),
    "a look that is remembered": Misleading(
        """\
each player:
    for c in your hand:
        move c to line
kept = first(line)
if kept == last(line):
    n = 1
n = kept.value
kept = none
if kept == none:
    n = 3
n = kept.value
""",
        declared="""\
var kept: Card or none = none seen by all
""",
    ),
    "the highest, the lowest and the only": Misleading(
        """\
v[1] = random(0..5)
v[2] = random(0..5)
let b = highest(p in Player by v[p], first of equals)
v[b] += 1
n = v[b] - 1
let c = lowest(p in Player where v[p] > 2 by v[p], first of equals else none)
if c != none:
    n = v[c] - 3
v[the(p in Player where p == b)] = 0
n = 1 - v[b]
""",
    ),
    "the only card of a value": Misleading(
        """\
let c = the(c in hand[1] where c.value == 3)
n = c.value
""",
    ),
    "the highest of one card": Misleading(
        """\
move 1 from stock to laid
n = the(c in laid).value
n = highest(c in laid by c.value).value
move 1 from stock to laid
n = highest(c in laid by c.value).value
""",
    ),
    "a name for what was": Misleading(
        """\
let a = n
n = n + 3
n = a
n = n + 1
n = n - a - 1
let b = size(stock)
move 1 from stock to laid
n = b - size(stock) - 1
n = size(laid) - 1
""",
    ),
    "a name for what somebody had": Misleading(
        """\
each player:
    let a = v[me]
    v[me] = a + 2
    n = v[me] - a - 2
    let b = v[next(me)]
    v[me] += 1
    n = v[next(me)] - b
for p in Player:
    for r in Player:
        let a = v[p]
        v[r] = 0
        n = a - v[p]
        n = v[p] - a + 3
""",
    ),
    "turns that others change": Misleading(
        """\
q = 1
each player from 2 where v[me] == 0:
    q = next(me)
    v[q] = 1
    n = ordinal(q) - 1
turns from Player[1 + n mod 2] where v[me] < 3 until n >= 9:
    v[me] += 1
    n += 1
    player next(me) acts:
        v[me] += 1
    n = n + v[me] - 1
""",
    ),
    "a loop whose end moves": Misleading(
        """\
for k in 0..n:
    n = n + 2
n = 3 - n
""",
    ),
    "loops within loops": Misleading(
        """\
for k in 1..3:
    for j in k..3:
        n = j - k
        m = k - j
n = 2
for k in 1..n:
    n = k
    m = n - k
""",
    ),
    "rounds that are counted before": Misleading(
        """\
n = 2
repeat n times:
    n = n + 1
n = n - 4
""",
    ),
    "once round from somebody on": Misleading(
        """\
for p in Player from starter:
    if p == starter:
        n = 3
    else:
        n = n - 1
    v[p] = n
for p in us:
    v[p] = 0
n = v[1] + v[3]
for t in Team from team_of(starter):
    pts[t] = n
    n += 1
    pts[t] = pts[t] + v[t[1]]
""",
        declared="""\
team us = 1, 3
team them = 2, 4
var pts[Team]: 0..30 = 0 seen by all
zone won[Team] seen by all
money purse[Team] = 5 up to 20 seen by owner
""",
        players=4,
    ),
    "names between conditions": Misleading(
        """\
each player:
    must act or nop
    must act or nop
    n = v[me] - 1 if v[me] > 0 else 0
""",
        actions="""\
action act(a in 0..5, b in a..5):
    let d = b - a
    require d >= 1
    let e = 10 div d
    require e >= 2
    require v[me] + e <= 10
    v[me] += e
    n = 10 - v[me]
    n = e - 2
    n = d - 1
    v[me] = d
""",
    ),
    "two cards in an order": Misleading(
        """\
each player:
    for c in your hand:
        move c to your open
each player:
    let x = the(c in your open where c.value == 1 else none)
    must two
""",
        actions="""\
action two(a, b in your open):
    require a.value <= b.value
    n = b.value - a.value
    move b to laid
    n = top(laid).value
    move a to box
    n = 6 - size(your open) - size(laid)
    n = 9 - n
""",
    ),
}
"""By what is in them."""
