"""Rules that take long on purpose."""

from __future__ import annotations

SLOW = """\
language 1
game slow "Slow"

players 2
var n: 0..9 = 0 seen by all

action act:
    n = (n + sum((a * n) mod 7 for a in 1..900)) mod 10

play:
    repeat 5000 times:
        each player: must act

score p in Player = n
"""
"""Each move looks at hundreds of numbers; there are 5,000 for each player."""
