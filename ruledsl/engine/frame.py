"""The flat list of cells in play: what lies where, and the few ways in which cards change places.

The engine keeps more than the machine's cells in its list. Behind ``layout.size``
follow, for each card, the zone in which it lies, and last of all the elements that
expressions may still visit. Both follow from the rest or are spent within one push, and
are no part of the state.

Two conventions make equal states equal lists: cells behind the last card of a zone
are 0, and the cards of a zone without order lie sorted by (look, card).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ruledsl.limits import ELEMENTS_OF_A_RUN
from ruledsl.machine.model import NONE, Machine

Cells: TypeAlias = list[int]

FUEL = -1
"""The place of the number of elements that may still be visited."""


class Frame:
    """Where a machine's cards and places lie, laid out for quick use."""

    __slots__ = (
        "_fresh",
        "bases",
        "capacities",
        "card_count",
        "elements",
        "faces",
        "holders",
        "kinds",
        "look_count",
        "machine",
        "owners",
        "places",
        "pools",
        "scratch",
        "shown",
        "where",
    )

    def __init__(self, machine: Machine, elements: int = ELEMENTS_OF_A_RUN) -> None:
        """``elements`` may be visited from one decision to the next, before play stops with a fault."""
        layout = machine.layout
        families = machine.families
        zones = machine.zones
        self.machine = machine
        self.elements = elements
        self.faces = layout.faces
        self.pools = layout.pools
        self.scratch = layout.scratch
        self.where = layout.size
        self.card_count = len(machine.cards)
        self.look_count = len(machine.looks)
        self.capacities = tuple(zone.capacity for zone in zones)
        self.holders = tuple(
            cell for cell, sort in enumerate(layout.sorts[: layout.scratch]) if sort == "card"
        )
        """The registers that keep a card; they hold `NONE` while they keep none."""
        self.bases = tuple(zone.base for zone in zones)
        self.places = tuple(families[zone.family].place for zone in zones)
        self.owners = tuple(zone.owners for zone in zones)
        self.kinds = tuple(look.kind for look in machine.looks)
        self.shown = tuple(
            families[zone.family].seen_by == "all"
            or (families[zone.family].seen_by == "owner" and bool(zone.owners))
            for zone in zones
        )
        """Whether somebody sees the faces in that zone."""

        self._fresh = self._laid_out()

    def fresh(self) -> Cells:
        """The cells of a game that has not begun: every card in the pile of its deck."""
        return self._fresh.copy()

    def _laid_out(self) -> Cells:
        machine = self.machine
        cells = [0] * (machine.layout.size + self.card_count + 1)
        cells[FUEL] = self.elements
        for cell in self.holders:
            cells[cell] = NONE
        cells[self.faces : self.faces + self.card_count] = machine.cards
        for deck in machine.decks:
            for card in deck.cards:
                self.put(cells, card, deck.zone, False)
        return cells

    def sees(self, seat: int, zone: int) -> bool:
        """Whether a seat sees the faces of the cards in a zone."""
        seen_by = self.machine.families[self.machine.zones[zone].family].seen_by
        return seen_by == "all" or (seen_by == "owner" and seat in self.owners[zone])

    def cards(self, cells: Cells, zone: int) -> list[int]:
        """The cards of a zone: a row first to last, a pile top to bottom, else by (look, card)."""
        base = self.bases[zone]
        last = base + cells[base]
        if self.places[zone] == "pile":
            return cells[last:base:-1]
        return cells[base + 1 : last + 1]

    def place(self, cells: Cells, card: int) -> int:
        """The place of a card in its row or pile, from 1, as `cards` lists them."""
        return self.cards(cells, cells[self.where + card]).index(card) + 1

    def room(self, cells: Cells, zone: int) -> int:
        """How many more cards a zone can hold."""
        return self.capacities[zone] - cells[self.bases[zone]]

    def take(self, cells: Cells, card: int) -> int:
        """Take a card from the zone where it lies; the zone."""
        zone = cells[self.where + card]
        base = self.bases[zone]
        count = cells[base]
        end = base + count + 1
        at = cells.index(card, base + 1, end)
        if at < end - 1:
            cells[at : end - 1] = cells[at + 1 : end]
        cells[end - 1] = 0
        cells[base] = count - 1
        return zone

    def put(self, cells: Cells, card: int, zone: int, underneath: bool) -> None:
        """Lay a card that lies nowhere on top of what lies in a zone, or underneath."""
        base = self.bases[zone]
        count = cells[base]
        at = base + count + 1
        if self.places[zone] == "zone":
            faces = self.faces
            look = cells[faces + card]
            while at > base + 1:
                other = cells[at - 1]
                face = cells[faces + other]
                if face < look or (face == look and other < card):
                    break
                cells[at] = other
                at -= 1
        elif underneath:
            cells[base + 2 : at + 1] = cells[base + 1 : at]
            at = base + 1
        cells[at] = card
        cells[base] = count + 1
        cells[self.where + card] = zone

    def held(self, cells: Cells) -> set[int]:
        """The cards that the rules still have a name for: those in registers."""
        return {cells[cell] for cell in self.holders}

    def empty(self, cell: int) -> int:
        """What a register holds while nothing is kept in it."""
        return NONE if self.machine.layout.sorts[cell] == "card" else 0

    def pool(self, cells: Cells, number: int) -> list[int]:
        """The undecided cards of a shuffle."""
        marks = cells[self.pools : self.pools + self.card_count]
        return [card for card, mark in enumerate(marks) if mark == number]

    def undecided(self, cells: Cells, cards: Sequence[int]) -> list[int]:
        """Those of some cards (``none`` may stand among them) that are undecided."""
        pools = self.pools
        return [card for card in cards if card >= 0 and cells[pools + card]]

    def alike(self, cells: Cells, cards: Sequence[int]) -> bool:
        """Whether these decided cards all have one look (``none`` is like nothing else)."""
        faces = self.faces
        return len({cells[faces + card] if card >= 0 else card for card in cards}) == 1

    def decide(self, cells: Cells, card: int, look: int) -> None:
        """Settle that an undecided card has this look, one that its pool still holds.

        The card changes faces with the lowest undecided card of its pool that has the look.
        """
        faces, pools = self.faces, self.pools
        number = cells[pools + card]
        face = cells[faces + card]
        changed = [card]
        if face != look:
            other = cells.index(look, faces) - faces
            while cells[pools + other] != number:
                other = cells.index(look, faces + other + 1) - faces
            cells[faces + card] = look
            cells[faces + other] = face
            changed.append(other)
        cells[pools + card] = 0
        for moved in changed:
            zone = cells[self.where + moved]
            if self.places[zone] == "zone":
                self.sort(cells, zone)

    def sort(self, cells: Cells, zone: int) -> None:
        """Put the cards of a zone without order in the order of (look, card)."""
        base = self.bases[zone]
        faces = self.faces
        inside = slice(base + 1, base + 1 + cells[base])
        cells[inside] = sorted(cells[inside], key=lambda card: (cells[faces + card], card))
