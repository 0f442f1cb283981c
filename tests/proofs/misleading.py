"""Rule files written to mislead proofs, the first of them, and what all of them declare."""

from __future__ import annotations

from attrs import frozen


@frozen
class Misleading:
    """What a rule file does, beside what all of them declare (`HEAD`)."""

    play: str
    actions: str = ""
    declared: str = ""
    players: int = 2


HEAD = """\
language 1
game s "S"
players {players}
type Suit = red, blue
type Place = 1..2
card Card(suit: Suit, value: 1..4) shown as "{{suit}} {{value}}"
deck stock:
    2 * Card(each Suit, each of 1 2 3 4)
zone hand[Player] seen by owner
pile laid seen by all
row line seen by all
pile hid seen by nobody
zone box seen by nobody
zone open[Player] seen by all
money coins[Player] = 6 up to 12 seen by all
money pot = 0 up to 24 seen by all
var n: 0..10 = 0 seen by all
var m: -10..10 = 0 seen by all
var v[Player]: 0..10 = 0 seen by all
var lim[Place]: 1..3 = 1 seen by all
var q: Player or none = none seen by all
{decl}
setup:
    shuffle stock
    each player:
        move 3 from stock to your hand
{actions}
action nop:
    m = m
play:
"""
"""What stands before their play."""


FIRST = {
    "a sum whose condition stops play": Misleading(
        """\
n = 0
m = (10 div n) + (1 if lim[n] > 2 else 0)
""",
    ),
    "a difference whose condition stops play": Misleading(
        """\
n = 0
m = (10 div n) - (1 if lim[n] > 2 else 0)
""",
    ),
    "two cards where there are none": Misleading(
        """\
player 1 acts:
    must two
""",
        actions="""\
action two(a, b in open[1] + open[2]):
    move a, b to laid
action two2(a, b in your hand + your hand):
    move a, b to laid
""",
    ),
    "two cards of one place named twice": Misleading(
        """\
player 1 acts:
    must two2
    must two2
""",
        actions="""\
action two2(a, b in your hand + your hand):
    move a, b to laid
""",
    ),
    "two cards of a list": Misleading(
        """\
each player:
    for c in your hand:
        move c to line
each player:
    must two
""",
        actions="""\
action two(a, b in [first(line), last(line)]):
    move a, b to laid
""",
    ),
    "two ends of a row of one card": Misleading(
        """\
for c in hand[1]:
    if line is empty:
        move c to line
each player:
    must two or nop
""",
        actions="""\
action two(a, b in [first(line), last(line)]):
    require line is not empty
    move a, b to laid
""",
    ),
    "a place beyond the end of a row": Misleading(
        """\
for c in hand[1]:
    move c to line
n = line[m + 4].value
""",
    ),
    "a place in a row": Misleading(
        """\
for c in hand[1]:
    move c to line
n = line[n+1].value
""",
    ),
    "a kind asked before a shuffle": Misleading(
        """\
let c = top(stock)
if c is Card:
    move c to stock
    shuffle stock
    n = c.value
else:
    shuffle stock
""",
        declared="""\
card Joker() shown as "joker"
deck jokers:
    6 * Joker()
""",
    ),
    "a kind asked, and another place shuffled": Misleading(
        """\
move all from jokers to hid
move 2 from stock to laid
let c = top(laid)
shuffle hid
shuffle stock
n = c.value
if c is Card:
    shuffle hid
    n = c.value
""",
        declared="""\
card Joker() shown as "joker"
deck jokers:
    6 * Joker()
""",
    ),
    "a kind asked before a gathering": Misleading(
        """\
move all from jokers to hid
shuffle hid
let c = top(hid)
if c is Joker:
    n = 0
else:
    gather stock
    shuffle stock
    n = c.value
""",
        declared="""\
card Joker() shown as "joker"
deck jokers:
    6 * Joker()
""",
    ),
    "two cards of places that may be one": Misleading(
        """\
each player:
    for c in your hand:
        move c to your open
each player:
    must two
""",
        actions="""\
action two(p in Player, a, b in open[1] + open[p]):
    move a, b to laid
""",
    ),
    "two cards of a family and one of its places": Misleading(
        """\
each player:
    for c in your hand:
        move c to your open
each player:
    must two or nop
""",
        actions="""\
action two(a, b in open + open[1]):
    move a, b to laid
""",
    ),
    "choices together that add to what was": Misleading(
        """\
together each player:
    must bid
n = v[1] + v[2]
together each player:
    may bid
n = v[1]
""",
        actions="""\
action bid(a in 0..5):
    require a + v[me] <= 9
    let b = a + v[me]
    v[me] = b
""",
    ),
    "choices together that pay into one account": Misleading(
        """\
together each player:
    must give
together each player:
    must give
""",
        actions="""\
action give(a in 0..3):
    require your coins >= a
    pay a from your coins to pot
""",
    ),
    "choices together that pay each other": Misleading(
        """\
together each player:
    must give
n = 12 - coins[1] if coins[1] > 2 else 0
""",
        actions="""\
action give(a in 0..3):
    require your coins >= a
    pay a from your coins to coins[next(me)]
""",
    ),
    "a variable set back whenever a phase begins": Misleading(
        """\
repeat 3 times:
    do ph
    n = k
k = 9
do ph
n = 5 - k
""",
        declared="""\
var k: 0..9 = n seen by all per ph
phase ph:
    k += 1
""",
    ),
    "`random` that says which element": Misleading(
        """\
v[1] = random(1..2)
v[Player[v[1]]] = 3
""",
    ),
    "an element that `random` picks": Misleading(
        """\
let r = random(Player)
v[r] = random(0..v[r] + 3)
n = v[1] + v[2]
n = 6 - v[1] - v[2]
""",
    ),
    "an end of the game within loops": Misleading(
        """\
repeat 3 times:
    each player:
        for c in your hand:
            if c.value == n:
                end game
        n = min(4, n + 1)
n = 10
n = 10 - n
""",
    ),
    "a named card that is gathered": Misleading(
        """\
let c = top(stock)
move c to laid
gather stock
move c to line
n = size(line)
n = 9 - size(stock)
""",
    ),
    "decks that look alike": Misleading(
        """\
move all from extra to laid
move all from stock to hid
gather stock
n = size(stock)
gather extra
n = size(stock)
n = 9 - size(extra)
""",
        declared="""\
deck extra:
    Card(each Suit, each of 1 2 3 4)
""",
    ),
    "decks that were mixed": Misleading(
        """\
for c in extra:
    move c to stock
gather extra
m = size(stock) - 5
gather stock
m = size(extra) - 5
""",
        declared="""\
deck extra:
    Card(each Suit, each of 1 2)
""",
    ),
    "a row that shrinks in a loop over it": Misleading(
        """\
for c in hand[1]:
    move c to line
for c in line:
    move first(line) to laid
n = size(line)
let d = top(laid)
move d to line
n = 1 - size(line)
n = 3 - size(laid)
""",
    ),
    "players passed over as they come up": Misleading(
        """\
each player from Player[1 + n mod 2] where v[me] == 0:
    v[next(me)] = 1
    n = v[1] + v[2]
""",
    ),
    "divisions of negative numbers": Misleading(
        """\
m = -7
n = (0 - m) div 2
n = (m mod 3) + 2
n = (m mod -3) + 2
m = m div 2
n = m + 4
m = m div -2
n = 2 - m
for k in -5..5:
    if k != 0:
        n = (k mod 3)
        n = 0 - (k mod -3)
        m = k div -2
        n = 3 + m
        m = 7 div k
        n = 7 - m
        n = m + 7
""",
    ),
}
"""By what is in them."""
