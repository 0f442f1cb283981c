"""The cards on the table while a history is rehearsed: which name lies where, and what may be exchanged.

The cells are those of ordinary play. The face of a card that no one has drawn yet is only a
possible one there; here it is the planned one, and a draw always brings it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from ruledsl.engine.frame import Cells, Frame
from ruledsl.engine.resample.dice import Dice
from ruledsl.engine.resample.plan import Order, Plan
from ruledsl.machine.model import SHUFFLES

Saved: TypeAlias = tuple[Cells, list[int], list[int], list[bool], int]


class Table:
    """Cells, and for each card its name, its mixes and whether it is tied.

    The mixes of a card are a mask of the plan's entries since which it was not seen (0: its face
    is settled for the seat). A tied card is part of a hand that was hard to find.
    """

    __slots__ = ("_looks", "cells", "frame", "masks", "names", "plan", "tied")

    def __init__(self, frame: Frame, cells: Cells, plan: Plan) -> None:
        count = frame.card_count
        self.frame = frame
        self.cells = cells
        self.plan = plan
        self.names = list(range(count))
        self.masks = [0] * count
        self.tied = [False] * count
        self._looks = frame.machine.cards

    def save(self) -> Saved:
        """All that must be known to come back here."""
        return (
            self.cells.copy(),
            self.names.copy(),
            self.masks.copy(),
            self.tied.copy(),
            len(self.plan.exchanges),
        )

    def restore(self, saved: Saved, entry: int) -> None:
        """Come back to where ``entry`` was the next entry; exchanges made since then stay made."""
        cells, names, masks, tied, made = saved
        self.cells[:] = cells
        self.names[:] = names
        self.masks[:] = masks
        self.tied[:] = tied
        for one, other, first in self.plan.exchanges[made:]:
            if first < entry:
                self._swap(self.names.index(one), self.names.index(other), first)

    # --- faces -----------------------------------------------------------------------------

    def face(self, card: int) -> int:
        """The look of a card."""
        return self.cells[self.frame.faces + card]

    def zone(self, card: int) -> int:
        """Where a card lies; -1 out of the game."""
        return self.cells[self.frame.where + card]

    def _swap(self, one: int, other: int, first: int) -> None:
        """Let two cards change names and faces, and with them the mixes before entry ``first``.

        What the names went through before goes with them; what has come since stays with the cards.
        """
        names, masks = self.names, self.masks
        names[one], names[other] = names[other], names[one]
        changed = (masks[one] ^ masks[other]) & ((1 << first) - 1)
        masks[one] ^= changed
        masks[other] ^= changed
        self.show(one, other)

    def show(self, *cards: int) -> None:
        """Write the faces that go with the names of some cards, and sort where they lie."""
        frame, cells = self.frame, self.cells
        for card in cards:
            cells[frame.faces + card] = self._looks[self.names[card]]
        for zone in {cells[frame.where + card] for card in cards}:
            if zone >= 0 and frame.places[zone] == "zone":
                frame.sort(cells, zone)

    def rename(self, one: int, other: int) -> None:
        """Let two cards of one place without order change parts there: nobody can tell.

        They look alike, or are undecided cards of one shuffle. Cards that the rules have a name
        for are told apart and stay as they are.
        """
        if not {one, other}.isdisjoint(self.frame.held(self.cells)):
            return
        names, masks, tied = self.names, self.masks, self.tied
        names[one], names[other] = names[other], names[one]
        masks[one], masks[other] = masks[other], masks[one]
        tied[one], tied[other] = tied[other], tied[one]
        self.show(one, other)

    # --- mixing ----------------------------------------------------------------------------

    def shuffled(self, number: int, dice: Dice) -> None:
        """The cards of the latest shuffle get the names that entry ``number`` plans, or random ones."""
        cells, names, masks, tied = self.cells, self.names, self.masks, self.tied
        cards = self.frame.pool(cells, cells[SHUFFLES])
        at = {names[card]: card for card in cards}
        planned = self.plan.read(number)
        if isinstance(planned, Order) and set(planned.names) == at.keys():
            order = list(planned.names)
        else:
            order = sorted(at)
            dice.shuffle(order)
            del self.plan.entries[number + 1 :]
            self.plan.write(number, Order(tuple(order)))
        sources = [at[name] for name in order]
        moved = [masks[source] | 1 << number for source in sources]
        for card, name, mask in zip(cards, order, moved, strict=True):
            names[card], masks[card], tied[card] = name, mask, False
        self.show(*cards)

    def mix(self, cards: Iterable[int], number: int) -> None:
        """One of these cards leaves unseen at entry ``number``: no one can tell which."""
        for card in cards:
            self.masks[card] |= 1 << number

    def tie(self, cards: Iterable[int]) -> None:
        """These cards are a hand that was hard to find, as far as the seat has not seen them."""
        for card in cards:
            self.tied[card] = self.masks[card] != 0

    def settle(self, card: int) -> None:
        """The seat has seen the face."""
        self.masks[card] = 0
        self.tied[card] = False
        self.plan.proven.add(self.names[card])

    def confirm(self, cards: Iterable[int]) -> None:
        """With these cards a number came out as the seat was told it."""
        self.plan.proven.update(self.names[card] for card in cards if self.masks[card])

    def bound(self, card: int) -> bool:
        """Whether a card had better stay: it is tied, or has been seen in this plan further on."""
        return self.tied[card] or self.names[card] in self.plan.proven

    def held(self, card: int) -> bool:
        """Whether a card lies in a place of somebody: numbers are mostly worked out from such cards."""
        zone = self.zone(card)
        return zone >= 0 and bool(self.frame.owners[zone])

    # --- exchanging ------------------------------------------------------------------------

    def partners(self, card: int) -> list[int]:
        """The cards with which a card may exchange faces."""
        mask = self.masks[card]
        return [other for other, mixed in enumerate(self.masks) if mixed & mask and other != card]

    def exchange(self, one: int, other: int, first: int) -> None:
        """Exchange the faces of two cards, in the plan since entry ``first``, a mix that they share."""
        self.plan.exchange(self.names[one], self.names[other], first)
        self._swap(one, other, first)

    def mix_of(self, one: int, other: int, dice: Dice) -> int:
        """A mix that two partners share: mostly the latest, for it changes least of what has gone before."""
        common = self.masks[one] & self.masks[other]
        latest = common.bit_length() - 1
        if common & (common - 1) and dice.one_in(4):
            return dice.pick([bit for bit in range(latest + 1) if common >> bit & 1])
        return latest

    def try_out(self, one: int, other: int, first: int) -> None:
        """As `exchange`, but the plan stays as it is; doing it again undoes it."""
        self._swap(one, other, first)

    def give(self, card: int, look: int, avoid: Iterable[int], dice: Dice) -> bool:
        """Give a card a look by an exchange, with none of ``avoid``; False where no partner has it.

        Partners that are not bound are taken first.
        """
        barred = set(avoid)
        having = [p for p in self.partners(card) if self.face(p) == look and p not in barred]
        if not having:
            return False
        free = [partner for partner in having if not self.bound(partner)]
        partner = dice.pick(free or having)
        self.exchange(card, partner, self.mix_of(card, partner, dice))
        return True
