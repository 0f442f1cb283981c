"""Codes for what proofs leave open (`ruledsl check --proofs`): RD580 to RD599."""

from __future__ import annotations

from ruledsl.diagnostics.codes.model import Code
from ruledsl.diagnostics.example import changed

_GAME = """language 1
game toll "Toll"

players 2

money coins[Player] = 6 up to 12 seen by all
money box = 0 up to 12 seen by all
var carts: 0..6 = 0 seen by all

action pay_toll:
    require your coins >= 3, otherwise "you have not so many"
    pay 3 from your coins to box
    carts += 1

play:
    repeat 3 times:
        each player:
            may pay_toll

score p in Player = coins[p]
win by highest score
ties shared
"""

PROOFS: tuple[Code, ...] = (
    Code(
        "RD580",
        "it is not proven that this always works",
        "Something here would stop play with a fault, if it came to the worst, and no proof was found that it never does. "
        "That need not be wrong: what is out of reach may be so for a reason that only the game as a whole gives.",
        "Ask for it where the rules can tell (`require`, `if`, `min`), look for a game that shows it (`ruledsl check --play`), or say "
        "why it cannot be: `# allow: RD580 because ...`.",
        bad=changed("carts: 0..6", "carts: 0..4", text=_GAME),
        good=_GAME,
        found_by="proof",
    ),
    Code(
        "RD581",
        "nothing is proven of these rules",
        "To go through all that these rules can come to would be too much work: they are too large, or phases and expressions are nested too "
        "deeply.",
        "What is not proven may be wrong all the same. `ruledsl check --play` plays rules of any size.",
        found_by="proof",
    ),
)
