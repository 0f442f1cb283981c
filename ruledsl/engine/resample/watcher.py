"""Comparing what happens in a rehearsal with what the seat has seen, while it happens.

A `Watcher` takes the place of the log of happenings. What the seat would notice must be the next
thing that it has seen. Where only the face of a card is another one, cards are exchanged at
once so that it is the right one; any other difference is a conflict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import evolve

from ruledsl.engine.happenings import Assigned, CardAt, Happening, Moved, Revealed, Shuffled
from ruledsl.engine.knowledge.project import Seen, seen
from ruledsl.engine.resample.dice import Dice
from ruledsl.engine.resample.numbers import Difference, difference
from ruledsl.engine.resample.table import Table
from ruledsl.machine.model import Machine


class Conflict(Exception):  # noqa: N818 - a signal within sampling
    """The rehearsal would show the seat something else than it has seen."""


class Beyond(Conflict):
    """The rehearsal would show the seat more than it has seen."""


class Watcher(list[Happening]):
    """A log that keeps nothing but its place in what the seat has seen."""

    def __init__(
        self,
        machine: Machine,
        seat: int,
        events: Sequence[Seen],
        table: Table,
        dice: Dice,
        strict: bool,
    ) -> None:
        super().__init__()
        self._machine = machine
        self._seat = seat
        self._events = events
        self._table = table
        self._dice = dice
        self._strict = strict
        self._lying: list[int] = []
        self.seen = 0
        """How many events have come true."""
        self.entry = 0
        """The number of the next entry of the plan."""
        self.unnoticed: list[Assigned] = []
        """Values that were set since the latest choice, unseen by the seat."""
        self.moved: set[int] = set()
        """The cards that have moved since this was last cleared."""
        self.difference: Difference | None = None
        """The numbers in which the latest event shown differs from the one seen, if only these do."""
        self.look_around()

    def look_around(self) -> None:
        """Notice where all cards lie: to be called after the table has been restored."""
        where = self._table.frame.where
        self._lying = self._table.cells[where : where + self._table.frame.card_count]

    @property
    def complete(self) -> bool:
        """Whether all that the seat has seen has come true."""
        return self.seen == len(self._events)

    def append(self, happening: Happening, /) -> None:
        """Compare a happening with what the seat has seen. Raises :class:`Conflict`."""
        card = -1
        if isinstance(happening, Moved):
            card = self._arrived(happening)
        elif isinstance(happening, Shuffled):
            self._table.shuffled(self.entry, self._dice)
            self.entry += 1
        shown = seen(self._machine, happening, self._seat)
        if shown is None:
            if isinstance(happening, Assigned):
                self.unnoticed.append(happening)
            return
        if self.complete:
            raise Beyond
        wanted = self._events[self.seen]
        if shown != wanted:
            self._mend(shown.what, wanted.what, card)
        if isinstance(wanted.what, Moved):
            if wanted.what.look >= 0:
                self._table.settle(card)
        elif isinstance(wanted.what, Revealed):
            self._settle(wanted.what.cards)
        elif self.seen in self._table.plan.told:
            self._table.confirm(self.moved)
        self.seen += 1

    # --- cards -----------------------------------------------------------------------------------

    def _arrived(self, moved: Moved) -> int:
        """The card that has just been moved."""
        table = self._table
        frame, cells = table.frame, table.cells
        cards = frame.cards(cells, moved.target)
        if moved.target_place:
            card = cards[moved.target_place - 1]
        else:
            fresh = [card for card in cards if self._lying[card] != moved.target]
            # A card that was moved to where it lay already is as good as any other of its look.
            card = (
                fresh[0] if fresh else next(c for c in cards if moved.look in (-1, table.face(c)))
            )
        self._lying[card] = moved.target
        self.moved.add(card)
        return card

    def _mend(self, shown: Happening, wanted: Happening, card: int) -> None:
        """Exchange cards so that the right faces are shown. Raises :class:`Conflict`."""
        if self._strict:
            raise Conflict
        table, dice = self._table, self._dice
        if isinstance(shown, Moved) and isinstance(wanted, Moved):
            hidden = min(shown.look, wanted.look) < 0
            if hidden or evolve(shown, look=wanted.look) != wanted:
                raise Conflict
            if not table.give(card, wanted.look, (), dice):
                raise Conflict
            return
        if isinstance(shown, Revealed) and isinstance(wanted, Revealed):
            self.difference = difference(shown, wanted)
            self._mend_revealed(shown, wanted)
            return
        self.difference = difference(shown, wanted)
        raise Conflict

    def _mend_revealed(self, shown: Revealed, wanted: Revealed) -> None:
        if shown.to != wanted.to or shown.value != wanted.value or shown.type != wanted.type:
            raise Conflict
        ours = [(card.zone, card.place) for card in shown.cards]
        if ours != [(card.zone, card.place) for card in wanted.cards]:
            raise Conflict
        if any(card.look < 0 for card in (*shown.cards, *wanted.cards)):
            raise Conflict
        table = self._table
        revealed = self._cards_at(shown.cards)
        lacking: dict[int, Counter[int]] = {}
        for card in wanted.cards:
            lacking.setdefault(card.zone, Counter())[card.look] += 1
        right: list[int] = []
        wrong: list[tuple[int, int, int]] = []
        for place, (card, number) in enumerate(zip(shown.cards, revealed, strict=True)):
            look = wanted.cards[place].look if card.place else card.look
            if card.place:
                wrong.append((number, look, -1))
            elif lacking[card.zone][look] > 0:
                lacking[card.zone][look] -= 1
                right.append(number)
            else:
                wrong.append((number, -1, card.zone))
        for number, wanted_look, zone in wrong:
            look = wanted_look
            if zone >= 0:
                # A face that was not among those seen here becomes one of those that are lacking.
                look = self._dice.pick(sorted((+lacking[zone]).elements()))
                lacking[zone][look] -= 1
            if table.face(number) != look and not table.give(number, look, right, self._dice):
                raise Conflict
            right.append(number)

    def _cards_at(self, cards: Sequence[CardAt]) -> list[int]:
        """The cards that some places and looks mean; of equal ones those that are not settled come last."""
        table = self._table
        found: list[int] = []
        for at in cards:
            lying = table.frame.cards(table.cells, at.zone)
            if at.place:
                found.append(lying[at.place - 1])
                continue
            alike = [c for c in lying if table.face(c) == at.look and c not in found]
            found.append(min(alike, key=lambda c: table.masks[c] != 0))
        return found

    def _settle(self, cards: Sequence[CardAt]) -> None:
        for card in self._cards_at([card for card in cards if card.look >= 0]):
            self._table.settle(card)
