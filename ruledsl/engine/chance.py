"""Chance: the events at which play waits, their outcomes, and what an outcome does to the cells.

A shuffled card is decided when its face is needed. Weights are whole numbers; only the
public face of the engine divides them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from attrs import field, frozen

from ruledsl.engine.errors import OutcomeError
from ruledsl.engine.evaluate.compiler import Undecided
from ruledsl.engine.frame import Cells, Frame
from ruledsl.engine.seeds import Seed
from ruledsl.engine.text import Texts, written_value
from ruledsl.machine.model import ROLLS, STARTER, ValueType


@frozen
class Outcome:
    """One way in which chance may fall.

    ``kind`` says what is drawn: the ``look`` of a card, a ``value`` of ``random``, a ``card`` picked
    by ``random``, the ``starter``. ``value`` is the look, the value or the seat; -1 for a card whose
    face is not known yet. A picked card lies in zone number ``zone``, at ``place`` where that is a row
    or a pile; ``pool`` is the shuffle that an undecided one belongs to. Equal cards are one outcome,
    but not those that the rules have a name for (a `let`, say): ``card`` is the number of such a one,
    else -1. ``text`` is what people read, ``written`` a value as rules write it (else empty).
    """

    kind: Literal["look", "value", "card", "starter"]
    value: int
    zone: int = -1
    place: int = 0
    pool: int = 0
    card: int = -1
    text: str = field(default="", eq=False)
    written: str = field(default="", eq=False)

    def __str__(self) -> str:
        return self.text


@frozen
class DrawEvent:
    """These cards must be decided, the first of them now."""

    cards: tuple[int, ...]


@frozen
class RollEvent:
    """``random`` picks one of these values; ``cards`` says that they are cards. The state ``state`` waits."""

    state: int
    values: tuple[int, ...]
    cards: bool
    type: ValueType


@frozen
class LotEvent:
    """Who starts is drawn by lot."""


Event: TypeAlias = DrawEvent | RollEvent | LotEvent


class NeedsChance(Exception):  # noqa: N818 - a signal to the engine, not an error
    """A state cannot go on before chance has spoken."""

    def __init__(self, event: RollEvent | LotEvent) -> None:
        super().__init__()
        self.event = event


def draw_event(frame: Frame, cells: Cells, signal: Undecided) -> DrawEvent:
    """The event that decides some cards, in an order that does not depend on their faces.

    Cards of a row or pile come as they were asked for; those of a zone without order, whose
    listing depends on faces, come by number, where the first of them was asked for.
    """
    zones = [cells[frame.where + card] for card in signal.cards]
    first = {zone: place for place, zone in reversed(list(enumerate(zones)))}
    keyed = []
    for place, (card, zone) in enumerate(zip(signal.cards, zones, strict=True)):
        loose = frame.places[zone] == "zone"
        keyed.append((first[zone] if loose else place, card if loose else 0, card))
    return DrawEvent(tuple(card for _, _, card in sorted(keyed)))


class Chance:
    """The outcomes of events of one machine, and their effect."""

    def __init__(self, frame: Frame, texts: Texts) -> None:
        self._frame = frame
        self._texts = texts
        self._drawn = tuple(
            Outcome("look", look, text=texts.look(look)) for look in range(frame.look_count)
        )

    def outcomes(self, cells: Cells, event: Event) -> tuple[tuple[Outcome, int], ...]:
        """What may happen, with whole weights: looks in deck order, values as listed, seats."""
        match event:
            case DrawEvent():
                return self._looks(cells, event.cards[0])
            case RollEvent():
                return self._picks(cells, event)
            case LotEvent():
                seats = range(1, self._frame.machine.players + 1)
                return tuple((Outcome("starter", seat, text=f"seat {seat}"), 1) for seat in seats)

    def known(self, cells: Cells, event: Event, outcome: Outcome) -> Outcome:
        """The outcome of the event that is equal to this one, with its texts.

        Raises :class:`OutcomeError` where the event has no such outcome.
        """
        possible = self.outcomes(cells, event)
        for own, _ in possible:
            if own == outcome:
                return own
        shown = ", ".join(str(own) for own, _ in possible[:8])
        more = ", ..." if len(possible) > 8 else ""
        raise OutcomeError(f"chance cannot bring {outcome} here; it may bring {shown}{more}")

    def apply(self, cells: Cells, event: Event, outcome: Outcome) -> int:
        """Let an outcome of the event happen; the card or value that it picked.

        Raises :class:`OutcomeError` where the event has no such outcome.
        """
        return self.bring(cells, event, self.known(cells, event, outcome))

    def bring(self, cells: Cells, event: Event, outcome: Outcome) -> int:
        """Let an outcome happen that is one of the event's; the card or value that it picked.

        A roll is only counted here: the value is stored by the state that waits for it.
        """
        match event:
            case DrawEvent():
                self._frame.decide(cells, event.cards[0], outcome.value)
                return event.cards[0]
            case RollEvent():
                cells[ROLLS] += 1
                if not event.cards:
                    return outcome.value
                keys = self._keys(cells, event)
                return min(v for v, k in zip(event.values, keys, strict=True) if k == outcome)
            case LotEvent():
                cells[STARTER] = outcome.value
                return outcome.value

    def settle(
        self, cells: Cells, event: Event, seed: Seed
    ) -> tuple[int, list[tuple[Outcome, bool]]]:
        """Let the seed decide the whole event; the value picked, and the outcomes in order.

        The flag says whether the outcome was an event: where nothing else could happen, it is none.
        """
        match event:
            case DrawEvent():
                return event.cards[0], self._draw_all(cells, event.cards, seed)
            case RollEvent():
                pick = seed.below(len(event.values), "random", cells[ROLLS], 0)
                if event.cards:
                    keys = self._keys(cells, event)
                    outcome = keys[pick]
                    several = len(set(keys)) > 1
                else:  # only one of what may be thousands of outcomes is made
                    outcome = self._value(event.type, event.values[pick])
                    several = len(set(event.values)) > 1
                return self.bring(cells, event, outcome), [(outcome, several)]
            case LotEvent():
                players = self._frame.machine.players
                seat = seed.below(players, "lot", 0, 0) + 1
                outcome = Outcome("starter", seat, text=f"seat {seat}")
                several = players > 1
        return self.apply(cells, event, outcome), [(outcome, several)]

    def _draw_all(
        self, cells: Cells, cards: Sequence[int], seed: Seed
    ) -> list[tuple[Outcome, bool]]:
        frame = self._frame
        faces, pools = frame.faces, frame.pools
        drawn = []
        held: dict[int, list[int]] = {}
        for card in cards:
            number = cells[pools + card]
            rest = held.get(number)
            if rest is None:
                rest = held[number] = sorted(
                    [cells[faces + other] for other in frame.pool(cells, number)]
                )
            left = len(rest)
            several = rest[0] != rest[-1]
            look = rest.pop(seed.below(left, "shuffle", number, left) if several else 0)
            frame.decide(cells, card, look)
            drawn.append((self._drawn[look], several))
        return drawn

    def _looks(self, cells: Cells, card: int) -> tuple[tuple[Outcome, int], ...]:
        frame = self._frame
        weights: dict[int, int] = {}
        for other in frame.pool(cells, cells[frame.pools + card]):
            look = cells[frame.faces + other]
            weights[look] = weights.get(look, 0) + 1
        return tuple((self._drawn[look], weights[look]) for look in sorted(weights))

    def _picks(self, cells: Cells, event: RollEvent) -> tuple[tuple[Outcome, int], ...]:
        weights: dict[Outcome, int] = {}
        for outcome in self._keys(cells, event):
            weights[outcome] = weights.get(outcome, 0) + 1
        return tuple(weights.items())

    def _keys(self, cells: Cells, event: RollEvent) -> list[Outcome]:
        """The outcome that each value of the event stands for."""
        if not event.cards:
            return [self._value(event.type, v) for v in event.values]
        held = self._frame.held(cells)
        return [self._picked(cells, card, held) for card in event.values]

    def _value(self, type_: ValueType, value: int) -> Outcome:
        written = written_value(self._frame.machine, type_, value)
        return Outcome("value", value, text=self._texts.value(type_, value), written=written)

    def _picked(self, cells: Cells, card: int, held: set[int]) -> Outcome:
        texts, frame = self._texts, self._frame
        zone = cells[frame.where + card]
        pool = cells[frame.pools + card]
        look = -1 if pool else cells[frame.faces + card]
        name = "a card" if pool else texts.look(look)
        label = texts.zone(zone)
        if frame.places[zone] != "zone":
            place = frame.place(cells, card)
            return Outcome("card", look, zone, place, text=f"{name} at {place} in {label}")
        if card in held:
            return Outcome("card", look, zone, 0, pool, card, f"{name} in {label}, named before")
        return Outcome("card", look, zone, 0, pool, text=f"{name} in {label}")
