"""Small rulesets in which much is hidden in different ways, small enough for their whole trees."""

from __future__ import annotations

NUMBERS = 'card N(value: 1..40) shown as "{value}"'

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

FACE_DOWN = f"""{NUMBERS}
deck stock:
    N(each 1..4)
row board seen by nobody
zone hand[Player] seen by owner
pile open seen by all
setup:
    shuffle stock
    move 3 from stock to board
action pick(c in board):
    move c to your hand
action turn(c in board):
    move c to open
play:
    each player:
        must pick or turn
score p in Player = sum(c.value for c in hand[p])
"""
"""A row of cards that nobody has seen, of which players take or turn over any; the score tells sums."""

ROLLS = """
var own[Player]: 0..3 = 0 seen by owner
var total: 0..9 = 0 seen by all
action roll:
    your own = random(1..3)
action wait:
    announce "waits"
play:
    each player:
        must roll or wait
    let extra = random(0..1)
    total = sum(own[p] for p in Player) + extra
    each player:
        must wait
"""
"""Rolls that only the roller sees, one that nobody sees, and a sum that all see."""

BLIND = f"""{NUMBERS}
deck stock:
    N(each of 1 1 2 3)
zone hand[Player] seen by owner
pile open seen by all
setup:
    shuffle stock
    each player:
        move 2 from stock to your hand
action steal:
    move random(hand[next(me)]) to your hand
action drop(c in your hand):
    move c to open
play:
    player 1 acts:
        must steal
    player 2 acts:
        must drop
    player 1 acts:
        must drop
"""
"""A card drawn blindly out of another's hand."""

AGAIN = f"""{NUMBERS}
deck stock:
    N(each 1..4)
zone hand[Player] seen by owner
pile heap seen by nobody
setup:
    shuffle stock
    each player:
        move 1 from stock to your hand
action lay(c in your hand):
    move c to heap
play:
    player 1 acts:
        may lay
    move 1 from stock to heap
    move all from heap to stock
    shuffle stock
    player 2 acts:
        may lay
    each player:
        move 1 from stock to your hand
    player 1 acts:
        may lay
"""
"""Cards that go back face down and are shuffled with others that nobody has seen."""

FOLLOW = """
card C(suit: 1..2, rank: 1..2) shown as "{suit}-{rank}"
deck stock:
    C(each 1..2, each 1..2)
zone hand[Player] seen by owner
row table seen by all
setup:
    shuffle stock
    each player:
        move 2 from stock to your hand
action lead(c in your hand):
    move c to table
action follow(c in your hand):
    require c.suit == first(table).suit or not any(d.suit == first(table).suit for d in hand[me]), otherwise "follow suit"
    move c to table
play:
    player 1 acts:
        must lead
    player 2 acts:
        must follow
    player 1 acts:
        must lead
"""
"""Suit must be followed, so that who does not has none."""

READY = """
card C(kind: 1..4) shown as "{kind}"
deck stock:
    2 * C(each 1..4)
zone hand[Player] seen by owner
define ready(p: Player) = any(count(c in hand[p] where c.kind == k) == 2 for k in 1..4)
setup:
    shuffle stock
    each player:
        move 2 from stock to your hand
action call:
    require ready(me), otherwise "you have no pair"
    announce "a pair"
play:
    each player:
        may call
"""
"""Who calls has a pair; who does not may have one."""

PASSED = """
card C(kind: 1..3) shown as "{kind}"
deck stock:
    C(each 1..3)
zone hand[Player] seen by owner
setup:
    shuffle stock
    each player:
        move 1 from stock to your hand
action give(c in your hand):
    move c to hand[next(me)]
action show(c in your hand):
    reveal c
play:
    player 1 acts:
        must give
    player 2 acts:
        must show
"""
"""What is shown need not be the card that came last."""

LOWEST = """
card C(kind: 1..5) shown as "{kind}"
deck stock:
    C(each 1..5)
zone hand[Player] seen by owner
pile table seen by all
setup:
    shuffle stock
    move 3 from stock to hand[1]
action lay_lowest:
    move lowest(c in your hand by c.kind) to table
play:
    player 1 acts:
        must lay_lowest
    player 1 acts:
        must lay_lowest
"""
"""Which card is moved, the rules say: none of the others is lower."""

SHOWN = """
card C(kind: 1..3) shown as "{kind}"
deck stock:
    C(each of 1 1 2 3)
zone hand[Player] seen by owner
pile table seen by all
setup:
    shuffle stock
    each player:
        move 2 from stock to your hand
action show(c in your hand):
    reveal c to next(me)
action lay(c in your hand):
    move c to table
play:
    player 1 acts:
        must show
    each player:
        must lay
"""
"""The card that is laid need not be the one that was shown to another."""

CROSSED = """
card C(kind: 1..3) shown as "{kind}"
deck stock:
    C(each of 1 1 2 3)
zone hand[Player] seen by owner
pile table seen by all
row dark seen by nobody
setup:
    shuffle stock
    move 3 from stock to hand[1]
action two(a in your hand, b in your hand):
    move b to table
    move a to dark
action split(a in your hand):
    if a.kind == 1:
        move a to dark
    else:
        move random(your hand) to table
play:
    player 1 acts:
        must two or split
"""
"""The card that goes first need not be the one that is named first, nor be named at all."""

KEPT = """
card C(kind: 1..2) shown as "{kind}"
deck stock:
    C(each of 1 1 2 2)
zone hand[Player] seen by owner
var kept[Player]: C or none = none seen by owner
setup:
    shuffle stock
    each player:
        move 2 from stock to your hand
action keep(c in your hand):
    your kept = c
action give(c in your hand):
    require c != your kept, otherwise "that one is kept"
    move c to hand[next(me)]
play:
    each player:
        may keep
        may give
"""
"""The card that is given is not the one that was kept."""

NOTED = """
card C(kind: 1..4) shown as "{kind}"
deck stock:
    C(each 1..4)
zone hand[Player] seen by owner
zone heap seen by nobody
var note[Player]: 0..4 = 0 seen by owner
setup:
    shuffle stock
    each player:
        move 1 from stock to your hand
action note_it:
    your note = sum(c.kind for c in your hand)
action away(c in your hand):
    require your note > 1, otherwise "the lowest stays"
    move c to heap
play:
    each player:
        must note_it
        may away
"""
"""What is legal reads no card any more, but a number that was worked out from one."""

TEXTS = {
    "sealed": SEALED,
    "face down": FACE_DOWN,
    "rolls": ROLLS,
    "blind": BLIND,
    "again": AGAIN,
    "follow": FOLLOW,
    "ready": READY,
    "passed": PASSED,
    "lowest": LOWEST,
    "shown": SHOWN,
    "crossed": CROSSED,
    "kept": KEPT,
    "noted": NOTED,
}
