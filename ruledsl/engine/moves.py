"""Moves: what a player may choose, how it reads, and how it is told apart from others.

A move names a card by its look and the zone it lies in or, in a row or pile, by its place. So a
move does not belong to one state object: a move from an equal state may be played
as well.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TypeAlias

from ruledsl.engine.happenings import CardAt
from ruledsl.engine.text import FIXED, Texts, written_value
from ruledsl.machine.model import Action, Machine
from ruledsl.phrase import Phrase, joined, phrase

Argument: TypeAlias = int | CardAt
"""A value, or a card where it lies (look -1 where the player does not see its face)."""

PLAIN, AT, IN, AT_IN = 0, 1, 2, 3
"""Whether a move's text names the places of its cards, their zones, or both."""

SKIP = -1
"""The action number of ``skip``."""


class MoveTexts:
    """The texts of the moves of one machine."""

    def __init__(self, machine: Machine, texts: Texts) -> None:
        self.machine = machine
        self.texts = texts
        self.actions: tuple[Action, ...] = machine.actions
        self.grouped = tuple(
            any(a.group == b.group >= 0 for a, b in pairwise(action.params))
            for action in machine.actions
        )

    def text(self, action: int, arguments: tuple[Argument, ...], marks: int) -> str:
        """The text of a move: ``sell(red 4, red 5)``; the name alone where there are no parameters."""
        if action == SKIP:
            return FIXED["skip"]
        named = self.actions[action]
        if not named.params:
            return named.name
        shown = [
            self.card(value, marks)
            if isinstance(value, CardAt)
            else self.texts.value(param.type, value)
            for param, value in zip(named.params, arguments, strict=True)
        ]
        return phrase("{name}({arguments})", name=named.name, arguments=joined(", ", shown))

    def card(self, card: CardAt, marks: int) -> Phrase:
        """A card as moves name it; one whose face is hidden goes by its place."""
        parts = [self.texts.look(card.look)] if card.look >= 0 else []
        if card.place and (marks & AT or card.look < 0):
            parts += (FIXED["at"], str(card.place))
        if marks & IN or not parts:
            parts += (FIXED["in"], self.texts.zone(card.zone))
        return joined(" ", parts)

    def written(self, action: int, arguments: tuple[Argument, ...]) -> tuple[str, ...]:
        """The arguments as records hold them: cards by kind and attributes, with zone and place."""
        if action == SKIP:
            return ()
        written = []
        for param, value in zip(self.actions[action].params, arguments, strict=True):
            if isinstance(value, CardAt):
                name = self.texts.card(value.look) if value.look >= 0 else "?"
                at = f" at {value.place}" if value.place else ""
                written.append(f"{name}{at} in {self.texts.zone(value.zone)}")
            else:
                written.append(written_value(self.machine, param.type, value))
        return tuple(written)


class Move:
    """A move: an action and its arguments. Moves are equal if they do the same from equal states."""

    __slots__ = ("_hash", "_text", "_texts", "action", "arguments", "marks")

    def __init__(
        self, texts: MoveTexts, action: int, arguments: tuple[Argument, ...], marks: int = PLAIN
    ) -> None:
        self._texts = texts
        self._text: str | None = None
        self._hash = hash((action, arguments))
        self.action = action
        """The number of the action in the machine, `SKIP` for ``skip``."""
        self.arguments = arguments
        """The arguments in the order of the parameters."""
        self.marks = marks

    @property
    def name(self) -> str:
        """The name of the action, or ``skip``."""
        return "skip" if self.action == SKIP else self._texts.actions[self.action].name

    @property
    def written(self) -> tuple[str, ...]:
        """The arguments as records hold them."""
        return self._texts.written(self.action, self.arguments)

    def __str__(self) -> str:
        if self._text is None:
            self._text = self._texts.text(self.action, self.arguments, self.marks)
        return self._text

    def __repr__(self) -> str:
        return f"<Move {self}>"

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Move):
            return NotImplemented
        return self.action == other.action and self.arguments == other.arguments

    def __hash__(self) -> int:
        return self._hash
