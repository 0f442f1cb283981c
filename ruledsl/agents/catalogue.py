"""The bots there are, by the names that people give them."""

from __future__ import annotations

from hashlib import sha256
from typing import TypeAlias

from attrs import frozen

from ruledsl import numerals
from ruledsl.agents.greedy_bot import GreedyBot
from ruledsl.agents.interface import Bot
from ruledsl.agents.playouts import on
from ruledsl.agents.random_bot import RandomBot
from ruledsl.agents.rollout_bot import PLAYOUTS, RolloutBot
from ruledsl.diagnostics.suggest import nearest
from ruledsl.native.running.choose import Wanted
from ruledsl.phrase import phrase

MOST_PLAYOUTS = 1_000_000
"""Playouts for a choice that can be asked for."""

KINDS: dict[str, str] = {
    "random": "plays any legal move",
    "greedy": "takes what is best in its own turn, as things stand then",
    "rollout": "tries each move by playing the game to its end at random",
    "rollout:N": f"the same with N playouts for a choice instead of {PLAYOUTS}",
}
"""The kinds of bots, as they are asked for, and what each of them does."""


@frozen
class RandomKind:
    """Any legal move."""


@frozen
class GreedyKind:
    """The best of the own turn."""


@frozen
class RolloutKind:
    """So many playouts for a choice."""

    playouts: int = PLAYOUTS


Kind: TypeAlias = RandomKind | GreedyKind | RolloutKind


class UnknownBot(ValueError):  # noqa: N818
    """A text that names no bot; it says what is wrong with it.

    ``is_near`` says that it names the bot that was probably meant.
    """

    def __init__(self, message: str, is_near: bool = False) -> None:
        super().__init__(message)
        self.is_near = is_near


def read(text: str) -> Kind:
    """The kind of bot that a text names: ``random``, ``greedy``, ``rollout``, ``rollout:50``.

    Raises :class:`UnknownBot`.
    """
    name, colon, number = (part.strip() for part in text.partition(":"))
    if name not in ("random", "greedy", "rollout"):
        raise _nobody(text.strip(), name, colon + number)
    if name != "rollout":
        if colon:
            raise UnknownBot(
                phrase(
                    "`{name}` takes no number: only `rollout:{n}` has one", name=name, n=PLAYOUTS
                )
            )
        return RandomKind() if name == "random" else GreedyKind()
    if not colon:
        return RolloutKind()
    playouts = numerals.whole(number)
    if playouts is None or not 1 <= playouts <= MOST_PLAYOUTS:
        shown = number if len(number) <= 30 else "..."
        raise UnknownBot(
            phrase(
                "`rollout` makes from 1 to {most} playouts for a choice, not `{text}`;"
                " `rollout:{n}` say",
                most=MOST_PLAYOUTS,
                text=shown,
                n=PLAYOUTS,
            )
        )
    return RolloutKind(playouts)


def _nobody(text: str, name: str, rest: str) -> UnknownBot:
    shown = text if len(text) <= 40 else "..."
    near = nearest(name, ["random", "greedy", "rollout"])
    if near:
        meant = near + rest if near == "rollout" and len(rest) <= 10 else near
        return UnknownBot(
            phrase("there is no bot `{name}`; did you mean `{near}`?", name=shown, near=meant),
            is_near=True,
        )
    kinds = ", ".join(f"`{kind}`" for kind in KINDS)
    return UnknownBot(
        phrase("there is no bot `{name}`; there are {kinds}", name=shown, kinds=kinds)
    )


def made(kind: Kind, seed: str, backend: Wanted = "auto") -> Bot:
    """A bot of that kind; equal seeds make equal bots. ``backend`` plays its playouts."""
    match kind:
        case RandomKind():
            return RandomBot(seed)
        case GreedyKind():
            return GreedyBot(seed)
        case RolloutKind(playouts):
            return RolloutBot(seed, playouts, on(backend))


def bot(name: str, seed: int) -> Bot:
    """A bot by the name of its kind: ``random``, ``greedy``, ``rollout`` or ``rollout:50``.

    Its answers follow from the seed, any whole number, and what it is asked. Give the bots of a game seeds of
    their own. Raises :class:`UnknownBot`, which is a :class:`ValueError`.
    """
    return made(read(name), f"bot {seed}")


def make(kind: str, seed: int, seat: int, backend: Wanted = "auto") -> Bot:
    """A bot of that kind for a seat, its luck derived from the seed of the game.

    The derivation goes one way: a bot cannot work out from its own seed how the cards will fall.
    ``backend`` plays its playouts; it chooses the same whichever that is. Raises :class:`UnknownBot`.
    """
    return made(read(kind), sha256(f"bot {seat} of {seed}".encode()).hexdigest(), backend)
