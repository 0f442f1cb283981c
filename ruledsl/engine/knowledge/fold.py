"""What a seat knows: a fold over what it has seen.

Knowledge belongs to places, not to cards. In a row or pile a seat knows the look at a place if
it has seen it there, or if the card came there from a place where the seat knew it. Of a zone
without order that it does not see, it knows how many cards of each look are surely there: one
more for each that comes from where it was known, one less for each that leaves openly,
none for sure once a card has left unseen (unless all cards there were sure to look alike).
Shuffling turns what is known place by place
into what is known to be there somewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from attrs import frozen

from ruledsl.engine.happenings import (
    Asked,
    Assigned,
    Began,
    Chosen,
    Ended,
    Laid,
    Moved,
    Opened,
    Paid,
    Played,
    Revealed,
    Shuffled,
    Started,
)
from ruledsl.engine.knowledge.project import Seen, sees_zone
from ruledsl.machine.model import Machine


@frozen
class ZoneKnowledge:
    """What a seat knows of a zone.

    ``places`` holds, for a row (first to last) and a pile (top to bottom), the look at each place,
    -1 where it is not known; it is empty for a zone without order. ``surely`` holds how many
    cards of which look are surely there besides those known by place, as (look, number) in order.
    """

    size: int
    places: tuple[int, ...]
    surely: tuple[tuple[int, int], ...]


@frozen
class Knowledge:
    """What a seat knows. Values that it does not see are None, as are balances of unlimited accounts."""

    seat: int
    zones: tuple[ZoneKnowledge, ...]
    balances: tuple[tuple[int | None, ...], ...]
    """By account, then by element."""
    values: tuple[tuple[int | None, ...], ...]
    """By variable, then by element."""
    to_choose: bool
    starter: int | None
    round: int
    totals: tuple[int, ...]
    scores: tuple[int, ...] | None
    """In seat order; None before the end."""
    winners: tuple[int, ...]


def nothing_seen(machine: Machine, seat: int) -> Knowledge:
    """What a seat knows before anything has happened: what the rules tell of the decks' piles."""
    zones = [ZoneKnowledge(0, (), ())] * len(machine.zones)
    for deck in machine.decks:
        zone = _Zone(zones[deck.zone], _has_places(machine, deck.zone))
        for card in deck.cards:
            look = machine.cards[card]
            if sees_zone(machine, deck.zone, seat) or not zone.has_places:
                zone.put(1, look)
            else:
                zone.put(1, -1)
                zone.surely[look] += 1
        zones[deck.zone] = zone.frozen()
    return Knowledge(
        seat,
        tuple(zones),
        tuple((None,) * account.size for account in machine.accounts),
        tuple((None,) * variable.size for variable in machine.variables),
        False,
        None,
        1,
        (0,) * machine.players,
        None,
        (),
    )


def fold(machine: Machine, before: Knowledge, events: Iterable[Seen]) -> Knowledge:
    """What the seat knows after some more events, in the order in which it saw them."""
    after = _Fold(machine, before)
    for event in events:
        after.add(event)
    return after.result()


def _has_places(machine: Machine, zone: int) -> bool:
    return machine.families[machine.zones[zone].family].place != "zone"


class _Zone:
    """What is known of a zone, while it changes."""

    __slots__ = ("has_places", "places", "size", "surely")

    def __init__(self, known: ZoneKnowledge, has_places: bool) -> None:
        self.has_places = has_places
        self.size = known.size
        self.places = list(known.places)
        self.surely = Counter(dict(known.surely))

    def frozen(self) -> ZoneKnowledge:
        """It as it is now."""
        surely = tuple(sorted(item for item in self.surely.items() if item[1] > 0))
        return ZoneKnowledge(self.size, tuple(self.places), surely)

    def take(self, place: int, look: int) -> int:
        """A card leaves; ``look`` is -1 if its face was not seen. The look it is known to have, or -1."""
        self.size -= 1
        if self.has_places:
            known = self.places.pop(place - 1)
            if known >= 0:
                return known
        if look < 0:
            look = self._only_look()
        if look < 0:
            self.surely.clear()
        elif self.surely[look] > 0:
            self.surely[look] -= 1
        return look

    def _only_look(self) -> int:
        """The look that all cards at no known place are sure to have, before one of them left; or -1."""
        for look, count in self.surely.items():
            if count and count == self.size + 1 - sum(1 for known in self.places if known >= 0):
                return look
        return -1

    def put(self, place: int, look: int) -> None:
        """A card comes; ``look`` is -1 if it is not known."""
        self.size += 1
        if self.has_places:
            self.places.insert(place - 1, look)
        elif look >= 0:
            self.surely[look] += 1

    def shift(self, source_place: int, target_place: int) -> None:
        """A card goes to another place of the zone: all that are there stay there."""
        if self.has_places:
            self.places.insert(target_place - 1, self.places.pop(source_place - 1))

    def show(self, place: int, look: int) -> None:
        """The card at a place of a row or pile was seen."""
        if self.places[place - 1] < 0 and self.surely[look] > 0:
            self.surely[look] -= 1
        self.places[place - 1] = look

    def mix(self) -> None:
        """The cards were shuffled."""
        self.surely.update(look for look in self.places if look >= 0)
        self.places = [-1] * len(self.places)


class _Fold:
    """Knowledge while events are added; what they do not touch is kept as it is."""

    def __init__(self, machine: Machine, before: Knowledge) -> None:
        self._machine = machine
        self._before = before
        self._zones: dict[int, _Zone] = {}
        self._balances: dict[tuple[int, int], int | None] = {}
        self._values: dict[tuple[int, int], int | None] = {}
        self._to_choose = before.to_choose
        self._starter = before.starter
        self._match = before.round, before.totals
        self._result = before.scores, before.winners

    def result(self) -> Knowledge:
        before = self._before
        zones = before.zones
        if self._zones:
            changed = list(zones)
            for number, zone in self._zones.items():
                changed[number] = zone.frozen()
            zones = tuple(changed)
        return Knowledge(
            before.seat,
            zones,
            _changed(before.balances, self._balances),
            _changed(before.values, self._values),
            self._to_choose,
            self._starter,
            *self._match,
            *self._result,
        )

    def _zone(self, number: int) -> _Zone:
        zone = self._zones.get(number)
        if zone is None:
            zone = _Zone(self._before.zones[number], _has_places(self._machine, number))
            self._zones[number] = zone
        return zone

    def add(self, event: Seen) -> None:
        """Learn from an event."""
        what = event.what
        match what:
            case Moved():
                look = what.look
                if what.source == what.target:
                    self._zone(what.source).shift(what.source_place, what.target_place)
                    return
                if what.source >= 0:
                    look = self._zone(what.source).take(what.source_place, look)
                if what.target >= 0:
                    self._zone(what.target).put(what.target_place, look)
            case Assigned():
                self._values[what.variable, what.element] = what.value
            case Paid():
                if what.amount is not None:
                    self._pay(what.source, what.source_element, -what.amount)
                    self._pay(what.target, what.target_element, what.amount)
            case Asked():
                self._to_choose = True
            case Played() | Chosen():
                if what.seat == self._before.seat:
                    self._to_choose = False
            case Opened():
                self._balances[what.account, what.element] = what.balance
            case Shuffled():
                # Where a seat sees the faces there is one card at the most.
                if not sees_zone(self._machine, what.zone, self._before.seat):
                    self._zone(what.zone).mix()
            case Revealed():
                self._revealed(what)
            case Laid():
                self._laid(what)
            case Began():
                self._match = what.round, what.totals
            case Started():
                self._starter = what.seat
            case Ended():
                self._result = what.scores, what.winners

    def _pay(self, account: int, element: int, amount: int) -> None:
        key = account, element
        balance = self._balances.get(key, self._before.balances[account][element - 1])
        if balance is not None:
            self._balances[key] = balance + amount

    def _revealed(self, revealed: Revealed) -> None:
        shown: Counter[tuple[int, int]] = Counter()
        for card in revealed.cards:
            if card.look < 0 or card.zone < 0:
                continue
            zone = self._zone(card.zone)
            if card.place:
                zone.show(card.place, card.look)
            else:
                shown[card.zone, card.look] += 1
        for (number, look), count in shown.items():
            surely = self._zone(number).surely
            surely[look] = max(surely[look], count)

    def _laid(self, laid: Laid) -> None:
        zone = self._zones[laid.zone] = _Zone(
            ZoneKnowledge(0, (), ()), _has_places(self._machine, laid.zone)
        )
        for place, look in enumerate(laid.looks, 1):
            zone.put(place, look)


def _changed(
    before: tuple[tuple[int | None, ...], ...], changes: Mapping[tuple[int, int], int | None]
) -> tuple[tuple[int | None, ...], ...]:
    """Families of values with some elements (from 1) changed."""
    if not changes:
        return before
    families = list(before)
    for (family, element), value in changes.items():
        values = families[family]
        families[family] = (*values[: element - 1], value, *values[element:])
    return tuple(families)
