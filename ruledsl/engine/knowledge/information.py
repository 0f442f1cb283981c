"""All that a seat has seen and done since the game began, and the book that is kept of it.

The events of a seat form a chain, each linked to the one before, that is only ever added to:
states of information share it, none is copied, and taking back a move drops the last links.
A rolling hash makes unequal chains unequal at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from ruledsl.engine.happenings import Happening
from ruledsl.engine.knowledge.fold import Knowledge, fold, nothing_seen
from ruledsl.engine.knowledge.project import Seen, seen
from ruledsl.engine.knowledge.tell import tell
from ruledsl.engine.knowledge.written import written
from ruledsl.machine.model import Machine


class _Link:
    """An event in the chain of a seat."""

    __slots__ = ("before", "event", "hash", "length")

    def __init__(self, before: _Link | None, event: Seen | None, hash_: int) -> None:
        self.before = before
        self.event = event
        self.hash = hash_
        self.length: int = before.length + 1 if before is not None else 0

    def then(self, event: Seen) -> _Link:
        return _Link(self, event, hash((self.hash, event)))


def _game_of(machine: Machine) -> tuple[object, ...]:
    """What tells the games of machines apart."""
    return machine.rules_hash, machine.players, tuple((o.name, o.value) for o in machine.options)


class InformationState:
    """Everything that a seat has seen and done, its own moves in full.

    Two are equal if and only if they are of one game and one seat, and the sequences of events are
    equal. They can be keys of dictionaries; each stays what it is while the game goes on.
    """

    __slots__ = ("_last", "_machine", "seat")

    def __init__(self, machine: Machine, seat: int, last: _Link) -> None:
        self._machine = machine
        self._last = last
        self.seat = seat
        """The seat, 0 for an onlooker."""

    @property
    def events(self) -> tuple[Seen, ...]:
        """The events, in the order in which the seat saw them."""
        return self.since(0)

    def since(self, count: int) -> tuple[Seen, ...]:
        """The events after the first ``count``; that costs no more than there are of them."""
        found: list[Seen] = []
        link: _Link | None = self._last
        while link is not None and link.event is not None and link.length > count:
            found.append(link.event)
            link = link.before
        found.reverse()
        return tuple(found)

    @property
    def lines(self) -> tuple[str, ...]:
        """The events, each as a line of JSON that `written.read` reads back."""
        return tuple(written(event) for event in self.events)

    @property
    def digest(self) -> str:
        """SHA-256 of the game, the seat and the lines, in hex: equal in every process."""
        rules, *rest = _game_of(self._machine)
        head = f"{rules} {rest!r} {self.seat}"
        return sha256("\n".join((head, *self.lines)).encode()).hexdigest()

    @property
    def text(self) -> str:
        """The events as people read them, a line each."""
        return "\n".join(line.text for line in tell(self._machine, self.events))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<InformationState of seat {self.seat}, {len(self)} events>"

    def __len__(self) -> int:
        return self._last.length

    def __hash__(self) -> int:
        return self._last.hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, InformationState):
            return NotImplemented
        mine: _Link | None = self._last
        theirs: _Link | None = other._last
        if self._last.hash != other._last.hash or len(self) != len(other):
            return False
        if self.seat != other.seat:
            return False
        if self._machine is not other._machine and _game_of(self._machine) != _game_of(
            other._machine
        ):
            return False
        while mine is not theirs and mine is not None and theirs is not None:
            if mine.event != theirs.event:
                return False
            mine, theirs = mine.before, theirs.before
        return True


class _Track:
    """What is kept of one seat: how many events it had seen after each happening, and what it knew."""

    __slots__ = ("known", "links", "marks")

    def __init__(self, links: list[_Link], marks: list[int], known: list[tuple[int, Knowledge]]):
        self.links = links
        self.marks = marks
        self.known = known

    def hear(self, machine: Machine, seat: int, log: Sequence[Happening]) -> None:
        links, marks = self.links, self.marks
        for number in range(len(marks), len(log)):
            event = seen(machine, log[number], seat)
            if event is not None:
                links.append(links[-1].then(event))
            marks.append(len(links))

    def cut(self, heard: int) -> None:
        if heard >= len(self.marks):
            return
        del self.marks[heard:]
        del self.links[self.marks[-1] if self.marks else 1 :]
        while self.known[-1][0] > len(self.links):
            self.known.pop()


class Book:
    """What the seats of one game have seen and know, worked out when it is asked for."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._tracks: dict[int, _Track] = {}

    def information(self, seat: int, log: Sequence[Happening]) -> InformationState:
        """What the seat has seen of these happenings."""
        return InformationState(self._machine, seat, self._track(seat, log).links[-1])

    def knowledge(self, seat: int, log: Sequence[Happening]) -> Knowledge:
        """What the seat knows after these happenings."""
        track = self._track(seat, log)
        count, known = track.known[-1]
        if count < len(track.links):
            fresh = (link.event for link in track.links[count:] if link.event is not None)
            known = fold(self._machine, known, fresh)
            track.known.append((len(track.links), known))
        return known

    def cut(self, heard: int) -> None:
        """Forget all that came after the first ``heard`` happenings."""
        for track in self._tracks.values():
            track.cut(heard)

    def copy(self) -> Book:
        """A book that goes its own way from here."""
        other = Book(self._machine)
        for seat, track in self._tracks.items():
            other._tracks[seat] = _Track(track.links.copy(), track.marks.copy(), track.known.copy())
        return other

    def _track(self, seat: int, log: Sequence[Happening]) -> _Track:
        track = self._tracks.get(seat)
        if track is None:
            root = _Link(None, None, hash((_game_of(self._machine), seat)))
            track = _Track([root], [], [(1, nothing_seen(self._machine, seat))])
            self._tracks[seat] = track
        track.hear(self._machine, seat, log)
        return track
