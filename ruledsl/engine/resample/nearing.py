"""Numbers that are worked out from hidden cards: cards are exchanged as long as the number comes nearer.

A sum of a hand is told. Where the rehearsal would tell another one, no card is wrong by itself, but
the difference says how far off they are together: two cards are exchanged, play goes on from the latest choice
to where the number is told again, and the exchange stays if that is no further off. It is hill climbing that
also walks along plateaus, with the difference as the height.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

from attrs import define

from ruledsl.engine.resample.dice import Dice
from ruledsl.engine.resample.effort import CLIMB, CLIMB_PATIENCE
from ruledsl.engine.resample.numbers import Difference, size
from ruledsl.engine.resample.table import Table

Exchange: TypeAlias = tuple[int, int, int]
"""Two names, and the entry from which on the one is written for the other."""


@define
class Climb:
    """What has been tried for one event that the seat saw, number ``seen``."""

    seen: int
    distance: int
    latest: Exchange | None = None
    patience: int = CLIMB_PATIENCE


class Climber:
    """The climbs of one rehearsal: one at a time."""

    def __init__(self, table: Table, dice: Dice) -> None:
        self._table = table
        self._dice = dice
        self._climb: Climb | None = None
        self._left = CLIMB
        self._hopeless: set[int] = set()

    def next(
        self,
        seen: int,
        pairs: Difference | None,
        moved: Collection[int],
        hidden: Collection[int],
    ) -> bool:
        """Judge the latest exchange by where play has come to, and make another one; False where none is made.

        ``seen`` is the number of the event at which play is at odds with what the seat saw, ``pairs`` the
        numbers in which it is, if only in these; ``moved`` and ``hidden`` are the cards to try first.
        """
        climb = self._judged(seen, pairs)
        if climb is None or not self._left:
            return False
        if climb.patience <= 0:
            self._hopeless.add(climb.seen)
            self._climb = None
            return False
        self._left -= 1
        climb.patience -= 1
        climb.latest = self._exchanged(moved, hidden)
        return climb.latest is not None

    def _judged(self, seen: int, pairs: Difference | None) -> Climb | None:
        """The climb to go on with: the same one, another that begins here, or none."""
        climb = self._climb
        if climb is not None and seen <= climb.seen:
            distance = size(pairs) if pairs is not None and seen == climb.seen else None
            if distance is None or distance > climb.distance:
                self._undo(climb)
            elif distance < climb.distance:
                climb.distance = distance
                climb.patience = CLIMB_PATIENCE
            return climb
        self._climb = None
        if pairs is not None and seen not in self._hopeless:
            self._table.plan.told.add(seen)
            self._climb = Climb(seen, size(pairs))
        return self._climb

    def _undo(self, climb: Climb) -> None:
        if climb.latest is not None:
            one, other, first = climb.latest
            names = self._table.names
            self._table.exchange(names.index(one), names.index(other), first)
            climb.latest = None

    def _exchanged(self, moved: Collection[int], hidden: Collection[int]) -> Exchange | None:
        """Exchange a card with one of another face: mostly one that has moved, or that the mover hides."""
        table, dice = self._table, self._dice
        everything = [card for card, mask in enumerate(table.masks) if mask]
        for cards in ((moved, hidden), (hidden,), ())[dice.below(3)], ():
            preferred = [c for some in cards for c in sorted(some) if table.masks[c]]
            possible = preferred or everything
            loose = [card for card in possible if not table.bound(card)]
            if not possible:
                continue
            card = dice.pick(possible if not loose or dice.one_in(8) else loose)
            others = [o for o in table.partners(card) if table.face(o) != table.face(card)]
            unbound = [other for other in others if not table.bound(other)]
            idle = [other for other in unbound if not table.held(other)]
            if others:
                if idle and not dice.one_in(8):
                    others = idle
                elif unbound and not dice.one_in(8):
                    others = unbound
                other = dice.pick(others)
                first = table.mix_of(card, other, dice)
                made = (table.names[card], table.names[other], first)
                table.exchange(card, other, first)
                return made
        return None
