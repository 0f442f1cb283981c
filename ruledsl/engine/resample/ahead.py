"""What cards of another's move will turn out to look like, by what the seat sees soon after it.

Only what is certain counts: which card of a move goes where is read from the effects of its action, as
far as they are the same whatever the values, and a card is followed only where nobody could take
another one for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from ruledsl.engine.happenings import CardAt, Gathered, Moved, Played, Revealed, Shuffled
from ruledsl.engine.knowledge.project import Seen
from ruledsl.engine.resample.table import Table
from ruledsl.machine.model import (
    Announce,
    Assign,
    Expr,
    Machine,
    Move,
    Pay,
    Reveal,
    Roll,
    Set,
)

Step: TypeAlias = tuple[Literal["moved", "shown"], int]
"""A card that the effects of an action move or show: the place of its parameter, -1 if it is none of them."""

_EVENTS = 40
"""So many events ahead the look of a card that a hidden move takes may show."""


class Ahead:
    """Looks ahead in what a seat has seen."""

    def __init__(self, machine: Machine, events: Sequence[Seen]) -> None:
        self._machine = machine
        self._events = events
        self._courses: dict[int, tuple[Step, ...]] = {}

    def looks(self, played: Played, number: int, table: Table, seen: int) -> dict[int, int]:
        """The looks of the hidden cards of a move that event ``number`` tells, by the place of the argument.

        ``table`` is as it is after the first ``seen`` events.
        """
        found: dict[int, int] = {}
        here = number
        for kind, place in self._course(played.action):
            here = self._next(here)
            event = self._events[here].what if here >= 0 else None
            if kind == "shown" and isinstance(event, Revealed):
                (look,) = (card.look for card in event.cards)
            elif kind == "moved" and isinstance(event, Moved):
                look = event.look
                if look < 0 and place >= 0:
                    look = self._followed(event, here, number + _EVENTS, table, seen)
            else:
                break
            argument = played.arguments[place] if place >= 0 else None
            if look >= 0 and isinstance(argument, CardAt) and argument.look < 0:
                found.setdefault(place, look)
        return found

    def _course(self, action: int) -> tuple[Step, ...]:
        """What the effects of an action do with cards, up to where that depends on something."""
        if action < 0:
            return ()
        if action not in self._courses:
            self._courses[action] = tuple(self._steps(action))
        return self._courses[action]

    def _steps(self, action: int) -> Iterator[Step]:
        machine = self._machine
        played = machine.actions[action]
        places = {param.cell: place for place, param in enumerate(played.params)}

        def place_of(card: Expr) -> int:
            return places.get(card.nums[0], -1) if card.op == "cell" else -1

        for guard in played.guards:
            if guard.cell >= 0:
                places[guard.cell] = place_of(guard.value)
        state = machine.states[machine.routines[played.routine].entry]
        while True:
            if isinstance(state, Set):
                places[state.cell] = place_of(state.value)
            elif isinstance(state, Move):
                for card in state.cards:
                    yield "moved", place_of(card)
            elif isinstance(state, Reveal) and place_of(state.what) >= 0:
                yield "shown", place_of(state.what)
            elif not isinstance(state, Assign | Pay | Announce | Roll):
                return
            state = machine.states[state.next]

    def _next(self, number: int) -> int:
        """The number of the next event that tells of cards, -1 where another move comes before."""
        for ahead in range(number + 1, len(self._events)):
            event = self._events[ahead].what
            if isinstance(event, Played):
                return -1
            if isinstance(event, Moved | Revealed | Shuffled | Gathered):
                return ahead
        return -1

    def _followed(self, moved: Moved, number: int, end: int, table: Table, seen: int) -> int:
        """The look that a card is seen to have after it was moved unseen at event ``number``; -1 if it is not seen."""
        zone, spot = moved.target, moved.target_place
        if not spot and not self._alone(zone, number, end, table, seen):
            return -1
        for ahead in range(number + 1, min(end, len(self._events))):
            event = self._events[ahead].what
            if isinstance(event, Moved):
                if event.source == zone and event.source_place == spot:
                    return event.look
                if event.source == zone and event.source_place < spot:
                    spot -= 1
                if event.target == zone and event.target_place <= spot:
                    spot += 1
            elif isinstance(event, Shuffled) and event.zone == zone:
                return -1
            elif isinstance(event, Revealed):
                at = [card.look for card in event.cards if card[:2] == (zone, spot)]
                if len(at) == 1 and at[0] >= 0:
                    return at[0]
        return -1

    def _alone(self, zone: int, arrival: int, end: int, table: Table, seen: int) -> bool:
        """Whether a card that comes to a place without order lies alone there when it is seen next.

        Among others nobody could tell which of them is seen.
        """
        arrivals = [
            number
            for number in range(seen, min(end, len(self._events)))
            if isinstance(event := self._events[number].what, Moved) and event.target == zone
        ]
        return arrivals == [arrival] and not table.frame.cards(table.cells, zone)
