"""The bots there are, by name."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from ruledsl.agents.interface import Bot
from ruledsl.agents.random_bot import RandomBot

BOTS: dict[str, Callable[[str], Bot]] = {"random": RandomBot}
"""For each kind of bot, what makes one from a seed."""


def make(kind: str, seed: int, seat: int) -> Bot:
    """A bot of that kind (a key of `BOTS`) for a seat, its luck derived from the seed of the game.

    The derivation goes one way: a bot cannot work out from its own seed how the cards will fall.
    """
    return BOTS[kind](sha256(f"bot {seat} of {seed}".encode()).hexdigest())
