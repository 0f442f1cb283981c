"""Small rulesets in which there is something to hide."""

from __future__ import annotations

NUMBERS = 'card N(value: 1..40) shown as "{value}"'

SACK = f"""{NUMBERS}
deck stock:
    N(each of 7 7 3)
deck rest:
    N(each 1..3)
pile discards seen by all
zone hand[Player] seen by owner
row sack seen by nobody
setup:
    move all from stock to hand[1]
    move all from rest to hand[2]
action discard(c in your hand):
    move c to discards
action take:
    require discards is not empty, otherwise "there is nothing to take"
    move 1 from discards to your hand
action lay(c in your hand):
    move c to sack
action stay:
    announce "stays"
play:
    repeat 4 times:
        player 1 acts:
            must discard or take or lay or stay
"""
"""Seat 1 lays cards openly and face down, and takes open ones back."""

PEEK = f"""{NUMBERS}
deck stock:
    N(each 1..4)
zone hand[Player] seen by owner
row table seen by all
setup:
    shuffle stock
action peek:
    reveal top(stock) to me
action draw:
    move 1 from stock to hand[me]
action give:
    move 1 from stock to hand[next(me)]
action turn:
    move 1 from stock to table
action bury:
    move 1 from stock to stock underneath
action mix:
    shuffle stock
play:
    repeat 2 times:
        each player:
            must peek or bury or mix
            must draw or give or turn
"""
"""Seats may look at the top of the stock, bury it, shuffle it, and give away what they have seen."""

PRIVATE = """
money purse[Player] = 5 up to 20 seen by owner
money chest[Player] = 0 up to 20 seen by owner
money bank = unlimited seen by nobody
money pot = 0 up to 40 seen by all
action save(secretly n in 1..3):
    pay up to n from your purse to your chest
action spend(n in 1..2):
    pay up to n from your purse to bank
action stake(n in 1..2):
    pay up to n from your purse to pot
play:
    repeat 2 times:
        each player:
            must save or spend or stake
score p in Player = chest[p]
"""
"""Money that others do not see, paid to where nobody else, or everybody, sees it."""

SEALED = """
var bid[Player]: 0..3 = 0 seen by owner
var high: 0..3 = 0 seen by all
action offer(secretly n in 0..3):
    bid[me] = n
play:
    repeat 2 times:
        together each player: must offer
        high = max(bid[p] for p in Player)
        announce "the highest bid is {high}"
score p in Player = bid[p]
"""
"""Sealed bids of which only the highest is told."""

GATHER = f"""{NUMBERS}
deck stock:
    N(each 1..4)
zone hand[Player] seen by owner
pile discards seen by all
setup:
    shuffle stock
    move 2 from stock to hand[1]
    move 1 from stock to hand[2]
action discard(c in your hand):
    move c to discards
action collect:
    gather stock
action again:
    gather stock
    shuffle stock
    move 2 from stock to hand[1]
    move 1 from stock to hand[2]
action look:
    reveal top(stock) to me
play:
    repeat 2 times:
        player 1 acts:
            may discard
        player 2 acts:
            must collect or again
        player 1 acts:
            may look
"""
"""Cards are gathered, with a shuffle and without."""

SHOW = f"""{NUMBERS}
players 3
deck stock:
    N(each of 1 1 2 2 3 3)
zone hand[Player] seen by owner
zone heap seen by nobody
pile open seen by all
setup:
    shuffle stock
    each player:
        move 2 from stock to your hand
action show(c in your hand):
    reveal c to next(me)
action show_all:
    reveal your hand
action drop(c in your hand):
    move c to heap
action play_card(c in your hand):
    move c to open
play:
    repeat 2 times:
        each player:
            may show or show_all or drop or play_card
"""
"""Hands of which single cards are shown to one player or to all."""

PARTNERS = f"""{NUMBERS}
players 4
team red = 1, 3
team blue = 2, 4
deck stock:
    N(each 1..4)
zone pool[Team] seen by owner
zone hand[Player] seen by owner
row out seen by nobody
setup:
    shuffle stock
    each player:
        move 1 from stock to your hand
action pool_card(c in your hand):
    move c to pool[team_of(me)]
action toss(c in your hand):
    move c to out
play:
    each player:
        must pool_card or toss
"""
"""Partners who see one place together."""

DRAFTS = {
    "sack": SACK,
    "peek": PEEK,
    "private": PRIVATE,
    "sealed": SEALED,
    "gather": GATHER,
    "show": SHOW,
    "partners": PARTNERS,
}
