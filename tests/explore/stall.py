"""Rules with options of which only the last step, `WHAT`, may go wrong."""

from __future__ import annotations

_RULES = """\
language 1
game stall "Stall"

players 2..4
OPTIONS
var used: 0..60 = 0 seen by all

action take:
    used += 1

play:
    repeat 4 times:
        each player: must take
    used = WHAT

score p in Player = used
"""


def stall(*options: str) -> str:
    """The rules with such lines before their variable."""
    return _RULES.replace("OPTIONS", "\n".join(options))
