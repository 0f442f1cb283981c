"""Rule files written to mislead proofs, the last part."""

from __future__ import annotations

from tests.proofs.misleading import Misleading

THIRD = {
    "two cards that are fixed": Misleading(
        """\
each player:
    for c in your hand:
        move c to line
    must two(first(line), last(line))
""",
        actions="""\
action two(a, b in line):
    n = 5 + a.value - b.value
    move b to laid
    n = top(laid).value
    move a to box
""",
    ),
    "a phase that ends within loops": Misleading(
        """\
repeat 3 times:
    do ph
    n = 10 - n
n = 0
do ph
m = n
""",
        declared="""\
var k: 0..9 = 3 seen by all per ph
phase ph:
    each player:
        for j in 1..3:
            k -= 1
            if k == 0:
                end ph
            if n + j > 8:
                end ph
            n += j
    k = 9
""",
    ),
    "an action that ends its phase": Misleading(
        """\
repeat 2 times:
    do ph
    n = 10 - k
""",
        actions="""\
action stop(a in 1..3):
    k = a
    end ph
action more:
    m = k - 5
""",
        declared="""\
var k: 0..9 = 3 seen by all per ph
phase ph:
    each player:
        must stop or more
        k += 1
    k = 9
""",
    ),
    "who acts behind a phase": Misleading(
        """\
each player:
    do ph
    v[me] = ordinal(me)
    n = v[me]
    player next(me) acts:
        do ph
        n = ordinal(me) + v[me] - 1
    n = v[me] - ordinal(me)
""",
        declared="""\
phase ph:
    each player:
        if n > 5:
            end ph
        n = ordinal(me)
""",
    ),
    "`random` of what was drawn": Misleading(
        """\
n = random(1..3)
m = n
n = random(n..5)
m = n - m
let r = random(n..10)
n = r - n
m = r - 10
v[1] = random(0..n)
v[2] = random(v[1]..10)
n = v[2] - v[1]
""",
    ),
    "a card that is drawn by `random`": Misleading(
        """\
let c = random(stock)
move c to laid
n = size(laid) - 1
let d = random(hand[1])
move d to line
n = size(line) - 1
n = 2 - size(hand[1]) + size(hand[2]) - 3
move random(laid) to box
n = 1 - size(laid) - size(box)
""",
    ),
    "choices of cards that are used up": Misleading(
        """\
each player:
    for c in your hand:
        move c to your open
    must b1
    must b2
""",
        actions="""\
action b1(c, d, e in your open):
    move c to laid
    move d to laid
action b2(c in open[1] + open[2]):
    n = 1
""",
    ),
    "cards laid together": Misleading(
        """\
together each player:
    must lay2
n = size(laid) - 2
together each player where v[me] == 0:
    must lay2 or say
n = v[1]
together each player:
    may say
n = 5 - v[2]
""",
        actions="""\
action lay2(c in your hand):
    move c to laid
action say(a in v[me]..3):
    let b = 3 - a
    v[me] = b
""",
    ),
    "choices together in a phase": Misleading(
        """\
repeat 2 times:
    do rd
    n = v[1] + v[2] - 2
""",
        actions="""\
action say(a in 1..3):
    v[me] = a
action say3(a in 2..3, b in a..3):
    v[me] = b
""",
        declared="""\
phase rd:
    together each player:
        must say or say3
    if v[1] == 1:
        end rd
    together each player where v[me] < 3:
        must say3
""",
    ),
    "cards moved to where they lie": Misleading(
        """\
move all from laid to laid
move 3 from stock to stock
n = size(stock) - 10
move 2 from stock to laid
move up to 5 from laid to laid
n = size(laid) - 2
n = 2 - size(laid)
move all from open to open[1]
move all from hand to open[1]
n = size(open[1]) - 6
n = 6 - size(open[1])
move all from open to open[2]
n = 6 - size(open[2])
n = size(open[2]) - 6
n = size(open[1])
""",
    ),
    "places worked out": Misleading(
        """\
move 3 from stock to tray[1]
let i = random(Place)
move all from tray[i] to tray[Place[3 - i]]
n = size(tray[1]) + size(tray[2]) - 3
n = 3 - size(tray[1]) - size(tray[2])
""",
        declared="""\
zone tray[Place] seen by all
""",
    ),
    "cards dealt to two heaps": Misleading(
        """\
for c in stock:
    if c.value > 2:
        move c to laid
    else:
        move c to box
n = size(laid) + size(box) - 10
n = 10 - size(stock)
n = size(stock)
""",
    ),
    "defines of defines": Misleading(
        """\
for p in Player:
    n = sc(p)
    v[p] = sc(next(p)) + n
    n = sc(p) - 1 if sc(p) > 0 else 0
n = mx
""",
        declared="""\
define sc(p: Player) = min(5, v[p])
define mx = max(sc(p) for p in Player)
""",
    ),
    "a lead of either side": Misleading(
        """\
v[1] = random(0..9)
v[2] = random(0..9)
if ahead(1):
    n = v[1] - v[2] - 1
if not ahead(1) and not ahead(2):
    n = v[1] - v[2]
for p in Player where ahead(p):
    n = gap(p) - 1
""",
        declared="""\
define ahead(p: Player) = gap(p) > 0
define gap(p: Player) = v[p] - v[next(p)]
""",
    ),
    "an option that says how often": Misleading(
        """\
for k in 1..most:
    n = k
n = n - most
""",
        declared="""\
option most: 0..10 = 3 "x"
""",
    ),
    "an option that limits the bank": Misleading(
        """\
pay up to 9 from bank2 to pot
n = pot
pay n from pot to bank2
n = pot
pay 3 from pot to bank2
""",
        declared="""\
option lim2: Bool = no
money bank2 = 4 if lim2 else unlimited seen by all
""",
    ),
    "the round of a match": Misleading(
        """\
n = min(10, round)
m = min(10, n - round) + 3 if n - round >= -10 else 0
""",
    ),
    "variables of all players set back": Misleading(
        """\
repeat 3 times:
    do ph
    n = cc[1] + cc[2]
""",
        declared="""\
var cc[Player]: 0..5 = 1 seen by all per ph
phase ph:
    each player:
        cc[me] += 1
        cc[next(me)] += 2
""",
    ),
    "accounts by place": Misleading(
        """\
let r = random(1..2)
pay r from chest[r] to chest[3 - r]
n = chest[1] + chest[2]
n = 10 - chest[1] - chest[2] + 3
pay all from chest[r] to pot
n = chest[3 - r]
n = 9 - pot
""",
        declared="""\
money chest[Place] = 4 up to 9 seen by all
""",
    ),
    "secret choices": Misleading(
        """\
together each player:
    must bid
reveal v
n = v[1] - v[2] if v[1] > v[2] else v[2] - v[1]
let w = highest(p in Player by v[p] else none)
if w != none:
    n = v[w] - 1
    pay v[w] from coins[w] to pot
""",
        actions="""\
action bid(secretly a in 0..your coins):
    require a <= 5
    v[me] = a
""",
    ),
    "cards shown to somebody": Misleading(
        """\
q = 1
reveal hand[1] to q
let p = random(Player)
reveal hand[2] to next(p)
""",
    ),
    "defines within one another": Misleading(
        """\
n = 3
m = g(g(n)) - g(n)
n = g(2) - 2
n = h(m, n)
""",
        declared="""\
define g(a: -50..50) = a + n if a > 2 else a
define h(a: -50..50, b: -50..50) = max(0, min(10, g(a) - g(b)))
""",
    ),
    "questions about all": Misleading(
        """\
v[1] = random(0..3)
v[2] = random(0..3)
if every(v[p] >= 2 for p in Player):
    n = v[1] - 2
if any(v[p] >= 2 for p in Player):
    n = v[1] + v[2] - 2
if not any(v[p] >= 2 for p in Player):
    n = 1 - v[2]
if count(p in Player where v[p] == 3) == 2:
    n = v[1] - 3
if sum(v[p] for p in Player) >= 5:
    n = v[1] - 2
if max(v[1], v[2]) <= 1:
    n = 1 - v[1]
if min(v[1], v[2]) >= 2:
    n = v[2] - 2
""",
    ),
    "turns until somebody has enough": Misleading(
        """\
turns from 2 where v[me] < 2 until n >= 8:
    must inc or skip2
    if v[me] == 2:
        v[next(me)] = 2
n = v[1] + v[2] - 2
""",
        actions="""\
action inc:
    v[me] += 1
    n += 1
action skip2(k in v[me]..2):
    v[me] = k
    n = n + 1
""",
    ),
    "cards of a hidden row": Misleading(
        """\
for c in hand[1]:
    move c to hidr
let d = hidr[2]
move d to laid
n = size(hidr) - 2
n = top(laid).value
let e = hidr[size(hidr)]
move e to laid
n = hidr[size(hidr)].value
""",
        declared="""\
row hidr seen by nobody
""",
    ),
    "players handed on": Misleading(
        """\
q = 2
v[q] = 3
n = v[2]
q = next(q)
n = v[q]
if q == 1:
    v[q] = 9
n = v[1] - 9
let z = q
q = none
n = v[z] - 9
""",
    ),
    "money that goes round": Misleading(
        """\
for p in Player:
    for r in Player where r != p:
        pay min(2, coins[p]) from coins[p] to coins[r]
        n = 12 - coins[1] - coins[2]
repeat 5 times:
    if coins[1] >= 2:
        pay 2 from coins[1] to coins[2]
n = coins[1]
n = 1 - coins[1] if coins[2] >= 11 else 0
""",
    ),
}
"""By what is in them."""
