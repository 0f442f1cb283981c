"""Small games for bots, and positions in them."""

from __future__ import annotations

from ruledsl.engine.game import Game
from ruledsl.engine.state import State

CHOICES = """
var got[Player]: 0..9 = 0 seen by all
action gain(n in 0..5):
    got[me] = n
play:
    each player: must gain
score p in Player = got[p]
"""
"""The more the better, at once."""

LESS = CHOICES + "win by lowest score\n"
"""The less the better."""

TEAMS = """
players 4
team odd = 1, 3
team even = 2, 4
var got[Player]: 0..9 = 0 seen by all
action help(n in 0..5):
    got[partner(me)] = n
action harm(n in 1..5):
    got[next(me)] = n
play:
    each player: must help or harm
score p in Player = got[p]
"""
"""What a partner has is as good as one's own."""

HONEYPOT = """
var got[Player]: 0..20 = 0 seen by all
action snatch:
    got[me] = 1
action wait:
    announce "waits"
action cash_in:
    require not (got[me] == 1), otherwise "you have snatched"
    got[me] = 9
play:
    player 1 acts:
        must snatch or wait
    player 2 acts:
        must wait
    player 1 acts:
        must cash_in, otherwise wait
score p in Player = got[p]
"""
"""Snatching a point now forbids to take nine later."""

PEEKED = """
card C(kind: 1..3) shown as "{kind}"
deck stock:
    C(each 1..3)
zone hand[Player] seen by owner
var claimed: Bool = no seen by all
setup:
    shuffle stock
    each player: move 1 from stock to your hand
action peek(p in Player):
    reveal hand[p] to me
action claim:
    require any(c.kind == 3 for c in hand[next(me)]), otherwise "no 3 there"
    claimed = yes
play:
    player 1 acts: may peek
    player 2 acts: may claim
"""
"""What player 2 may do tells what only the other one can have been shown."""

OPTIONAL = """
var done[Player]: Bool = no seen by all
action act:
    your done = yes
play:
    each player: may act
score p in Player = 0
"""
"""Something may be done that is worth nothing."""

PAIR = """
card N(value: 1..9) shown as "{value}"
deck stock:
    N(each of 3 3 5 7 9)
zone hand[Player] seen by owner
pile gone seen by all
define twins(p: Player) = the(v in 1..9 where count(c in hand[p] where c.value == v) == 2 else none)
setup:
    move all from stock to hand[1]
action drop(c in your hand):
    move c to gone
action show:
    require size(your hand) == 2 and twins(me) != none, otherwise "you hold more than a pair"
    announce "a pair"
play:
    repeat 3 times:
        player 1 acts:
            must drop
    player 1 acts:
        may show
score p in Player = 0
"""
"""Who keeps the two that are alike is allowed to show them; nothing else tells the cards apart."""

TOGETHER = """
var bid[Player]: 0..5 = 0 seen by all
var won[Player]: 0..5 = 0 seen by all
action offer(n in 0..5):
    bid[me] = n
play:
    together each player: must offer
    if bid[1] > bid[2]:
        won[1] = 1
    if bid[2] > bid[1]:
        won[2] = 1
score p in Player = won[p]
"""
"""Bids made at the same time; the higher wins."""

FAULTY = """
var tries: 0..3 = 0 seen by all
action go(n in 0..3):
    tries += n
play:
    repeat 2 times:
        each player: must go
score p in Player = 0
"""
"""Rules that fail as soon as the sum goes beyond 3."""


def begun_at(game: Game, seed: int, moves: int) -> State:
    """A game after so many moves (or at its end), each the one in the middle of those that are legal."""
    state = game.start(seed=seed)
    for _ in range(moves):
        if state.actor is None:
            break
        legal = state.legal_moves
        state.push(legal[len(legal) // 2])
    return state
