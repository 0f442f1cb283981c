"""Small games that are in order, each of a kind of its own: nothing may be found in them."""

from __future__ import annotations

_HEAD = 'language 1\ngame small "Small"\n'

_PIPS = """players 2..4
type Suit = hearts, spades, clubs, diamonds
type Rank = 2, 3, 4, 5, 6, 7, 8, 9, 10, jack, queen, king, ace
card Pip(rank: Rank, suit: Suit) shown as "{rank} of {suit}"
deck stock:
    Pip(each Rank, each Suit)
zone hand[Player] seen by owner
"""

GAMES: dict[str, str] = {
    "a trick game with trumps that are drawn": _PIPS
    + """row trick seen by all
zone won[Player] seen by nobody
var trump: Suit = random(Suit) seen by all
var leader: Player = starter seen by all
define led = first(trick).suit
define trumped = any(c.suit == trump for c in trick)

setup:
    shuffle stock
    each player:
        move 13 from stock to your hand

action lay(c in your hand):
    require trick is empty or c.suit == led or every(d.suit != led for d in your hand), otherwise "follow suit"
    move c to trick

phase tricks:
    each player from leader:
        must lay
    let best = highest(c in trick where c.suit == trump by c.rank) if trumped else highest(c in trick where c.suit == led by c.rank)
    leader = the(p in Player where best == trick[(ordinal(p) - ordinal(leader)) mod player_count + 1] else leader)
    move all from trick to won[leader]

play:
    repeat 13 times:
        do tricks

score p in Player = size(won[p])
""",
    "rounds of deals up to a score": _PIPS
    + """zone laid[Player] seen by all
var points[Player]: 0..200 = 0 seen by all

action lay(c in your hand):
    move c to your laid

phase deal_and_play:
    gather stock
    shuffle stock
    each player:
        move 5 from stock to your hand
    repeat 5 times:
        each player from starter:
            must lay
        let best = highest(p in Player by sum(ordinal(c.rank) for c in laid[p]) else none)
        if best != none:
            points[best] += size(laid)
        move all from laid to stock

play:
    repeat until any(points[p] >= 50 for p in Player):
        do deal_and_play

setup:
    shuffle stock

score p in Player = points[p]
""",
    "a race with dice": """players 2..6
var place[Player]: 0..60 = 0 seen by all
var rolled: 1..6 = 1 seen by all

action roll:
    rolled = random(1..6)

play:
    turns from starter until any(place[p] >= 40 for p in Player):
        must roll
        your place += rolled

score p in Player = place[p]
""",
    "a die that is rolled until it shows six": """players 2
var rolled: 1..6 = 1 seen by all
var throws[Player]: 0..9 = 0 seen by all

action take(n in 1..3):
    your throws += n

play:
    repeat until rolled == 6:
        rolled = random(1..6)
    each player from starter:
        must take

score p in Player = throws[p]
""",
    "drawing until the stock is empty": _PIPS
    + """setup:
    shuffle stock

action draw:
    move 1 from stock to your hand

action wait:
    announce "waits"

play:
    turns from starter until stock is empty:
        may draw
        end_of_turn = not end_of_turn
        turns_taken += 1
        if turns_taken == 500:
            end game

var end_of_turn: Bool = no seen by all
var turns_taken: 0..500 = 0 seen by all
score p in Player = size(hand[p])
""".replace('action wait:\n    announce "waits"\n\n', ""),
    "an auction in which players drop out": """players 3..5
money coins[Player] = 20 up to 100 seen by all
money bank = unlimited seen by all
var bidding[Player]: Bool = yes seen by all per auction
var high: 0..100 = 0 seen by all per auction
var highest_bidder: Player or none = none seen by all per auction
var lots[Player]: 0..5 = 0 seen by all

action bid(amount in high + 1 .. your coins):
    high = amount
    highest_bidder = me

action pass:
    your bidding = no

phase auction:
    turns from starter where your bidding until count(p in Player where bidding[p]) <= 1:
        must bid or pass
    if highest_bidder != none:
        pay high from coins[highest_bidder] to bank
        lots[highest_bidder] += 1

play:
    repeat 5 times:
        do auction

score p in Player = lots[p]
""",
    "a sealed auction": """players 2..4
money coins[Player] = 20 up to 20 seen by owner
money bank = unlimited seen by all
var offered[Player]: 0..20 = 0 seen by owner
var won[Player]: 0..4 = 0 seen by all

action offer(secretly amount in 0 .. your coins):
    your offered = amount

play:
    repeat 4 times:
        together each player:
            must offer
        reveal offered
        let best = highest(p in Player by offered[p] else none)
        if best != none:
            pay offered[best] from coins[best] to bank
            won[best] += 1

score p in Player = won[p]
""",
    "nim": """players 2
var heap: 0..21 = 21 seen by all
var last_taker: Player or none = none seen by all

action take(n in 1..min(3, heap)):
    heap -= n
    last_taker = me

play:
    turns from starter until heap == 0:
        must take

score p in Player = 1 if p == last_taker else 0
""",
    "pushing one's luck": """players 2..6
var points[Player]: 0..200 = 0 seen by all
var pot: 0..150 = 0 seen by all per turn
var stopped: Bool = no seen by all per turn
var rolled: 1..6 = 1 seen by all

action roll:
    rolled = random(1..6)
    if rolled == 1:
        pot = 0
        stopped = yes
    else:
        pot = min(150, pot + rolled)

action stop:
    stopped = yes

phase turn:
    must roll
    repeat until stopped or pot >= 100:
        must roll or stop
    your points += pot

play:
    turns from starter until any(points[p] >= 100 for p in Player):
        do turn

score p in Player = points[p]
""",
    "betting until all have paid the same": """players 2..4
money chips[Player] = 30 up to 120 seen by all
money pot = 0 up to 120 seen by all
var to_pay: 2..30 = 2 seen by all
var paid[Player]: 0..30 = 0 seen by all
var folded[Player]: Bool = no seen by all

action raise(amount in to_pay + 1 .. min(30, to_pay + 4)):
    to_pay = amount
    pay amount - your paid from your chips to pot
    your paid = amount

action call:
    pay to_pay - your paid from your chips to pot
    your paid = to_pay

action fold:
    your folded = yes

play:
    turns from starter where not your folded and your paid < to_pay:
        must raise or call or fold

score p in Player = chips[p]
""",
    "a grid that fills up": """players 2
type Field = 1..9
var owner[Field]: Player or none = none seen by all
var taken: 0..9 = 0 seen by all

action mark(f in Field):
    require owner[f] == none, otherwise "somebody was there before"
    owner[f] = me
    taken += 1

play:
    turns from starter until taken == 9:
        must mark

score p in Player = count(f in Field where owner[f] == p)
""",
    "a grid that fills up, uncounted": """players 2
type Field = 1..9
var owner[Field]: Player or none = none seen by all

action mark(f in Field):
    require owner[f] == none, otherwise "somebody was there before"
    owner[f] = me

play:
    turns from starter until every(owner[f] != none for f in Field):
        must mark

score p in Player = count(f in Field where owner[f] == p)
""",
    "betting with raises": """players 2..4
money chips[Player] = 30 up to 120 seen by all
money pot = 0 up to 120 seen by all
var to_call: 0..30 = 0 seen by all
var paid[Player]: 0..30 = 0 seen by all
var raises: 0..3 = 0 seen by all
var folded[Player]: Bool = no seen by all
var settled: 0..4 = 0 seen by all

action raise:
    require raises < 3, otherwise "no more raises"
    to_call += 2
    raises += 1
    settled = 1
    pay to_call - your paid from your chips to pot
    your paid = to_call

action call:
    pay to_call - your paid from your chips to pot
    your paid = to_call
    settled += 1

action fold:
    your folded = yes

define staying = count(p in Player where not folded[p])

play:
    turns from starter where not your folded until staying == 1 or settled >= staying:
        must raise or call or fold

score p in Player = chips[p]
""",
    "climbing until all but one have passed": _PIPS
    + """pile table seen by all
var passed[Player]: Bool = no seen by all per climb
var height: 0..13 = 0 seen by all per climb

setup:
    shuffle stock
    each player:
        move 10 from stock to your hand

action lay(c in your hand):
    require ordinal(c.rank) > height, otherwise "higher"
    height = ordinal(c.rank)
    move c to table

action pass:
    your passed = yes

phase climb:
    turns from starter where not your passed and your hand is not empty:
        must lay or pass

play:
    repeat 3 times:
        do climb

score p in Player = 10 - size(hand[p])
""",
    "two hands that are exchanged in rounds": _PIPS
    + """zone aside[Player] seen by nobody
var rounds: 0..8 = 0 seen by all

setup:
    shuffle stock
    each player:
        move 6 from stock to your hand

action pass_on(c in your hand):
    move c to your aside

play:
    repeat until rounds == 8:
        rounds += 1
        each player:
            must pass_on
        for p in Player:
            move all from aside[p] to hand[next(p)]

score p in Player = size(hand[p])
""",
    "a market that is filled again": _PIPS
    + """row market seen by all
setup:
    shuffle stock
    move 4 from stock to market

action take(n in 1..size(market)):
    move market[n] to your hand

play:
    turns from starter until market is empty:
        must take
        if stock is not empty:
            move 1 from stock to market

score p in Player = size(hand[p])
""",
}
"""Games by what they are."""


def text_of(body: str) -> str:
    """The whole file of such a game."""
    return _HEAD + body
