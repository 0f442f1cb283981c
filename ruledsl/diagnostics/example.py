"""The small game that the examples of the catalogue are made from."""

from __future__ import annotations

GAME = """language 1
game duel "Duel"

players 2

type Suit = hearts, spades
type Rank = ace, 2, 3

card Pip(rank: Rank, suit: Suit) shown as "{rank} of {suit}"
deck stock:
    Pip(each Rank, each Suit)

zone hand[Player] seen by owner
pile discards seen by all
money coins[Player] = 10 up to 20 seen by all
money bank = unlimited seen by all
var points[Player]: 0..20 = 0 seen by all
var rounds: 0..9 = 0 seen by all

setup:
    shuffle stock
    each player:
        move 2 from stock to your hand

action discard(c in your hand):
    move c to discards
    your points += 1

action buy(amount in 1..your coins):
    require rounds < 8, otherwise "too late"
    pay amount from your coins to bank

phase turn:
    must discard or buy

play:
    repeat 2 times:
        each player from starter:
            do turn
        rounds += 1

score p in Player = points[p]
win by highest score
ties shared
"""


def changed(*changes: str, text: str = GAME) -> str:
    """The game with texts in it replaced: old, new, old, new, ...; an old text stands in it once."""
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text
