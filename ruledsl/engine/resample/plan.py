"""A plan of all that is hidden from a seat: what each shuffle, `random` and move brings, in order.

Cards go by *names* here. A name is a card as its deck declares it, so it has one look for good; at a
shuffle names change places. Two names that were mixed in one shuffle, and of which the seat has
seen neither since, may exchange parts from that shuffle on: in everything the plan says after
it the one is written for the other. What a player takes unseen out of a place without order is mixed
with what he leaves there in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from attrs import define, field, frozen


class Named(NamedTuple):
    """A card of a place without order, by its name."""

    name: int


class Placed(NamedTuple):
    """A card of a row or pile, by its zone and place."""

    zone: int
    place: int


Part: TypeAlias = int | Named | Placed
"""An argument of a move or a thing picked by chance: a value, or a card."""


@frozen
class Order:
    """A shuffle: the names that its cards got, by number of card."""

    names: tuple[int, ...]


@frozen
class Choice:
    """A move, or what chance picked (``action`` is `PICKED`). ``free`` says that others were possible."""

    action: int
    parts: tuple[Part, ...]
    free: bool


PICKED = -2
"""The action of a `Choice` of chance."""

Entry: TypeAlias = Order | Choice | None
"""A step of a plan; None is one that is to be drawn anew."""


@define
class Plan:
    """The entries in order, and the exchanges of names made so far as (one, other, first entry)."""

    entries: list[Entry] = field(factory=list)
    exchanges: list[tuple[int, int, int]] = field(factory=list)
    proven: set[int] = field(factory=set)
    """Names of cards that the seat has seen, in one rehearsal or another, just where the plan brings them,
    and of those by which a number came out as it was told."""
    told: set[int] = field(factory=set)
    """The events that told a number that is worked out from cards, as far as that has made trouble."""

    def copy(self) -> Plan:
        """A plan of its own with the same entries."""
        return Plan(self.entries.copy(), [], self.proven.copy(), self.told.copy())

    def forget(self) -> None:
        """Say nothing any more: all is to be drawn anew."""
        self.entries.clear()
        self.exchanges.clear()
        self.proven.clear()

    def exchange(self, one: int, other: int, first: int) -> None:
        """From entry ``first`` on, write the one name for the other."""
        self.permute({one: other, other: one}, first)
        self.proven -= {one, other}
        self.exchanges.append((one, other, first))

    def permute(self, names: Mapping[int, int], first: int) -> None:
        """From entry ``first`` on, write for each of these names another of them.

        As any permutation is a row of exchanges, this is one, but it is not kept among them.
        """
        entries = self.entries
        for number in range(first, len(entries)):
            entry = entries[number]
            if isinstance(entry, Order):
                entries[number] = Order(tuple([names.get(name, name) for name in entry.names]))
            elif entry is not None and any(
                isinstance(part, Named) and part.name in names for part in entry.parts
            ):
                parts = tuple(
                    [
                        Named(names.get(p.name, p.name)) if isinstance(p, Named) else p
                        for p in entry.parts
                    ]
                )
                entries[number] = Choice(entry.action, parts, entry.free)

    def write(self, number: int, entry: Entry) -> None:
        """Set an entry, behind the last one too."""
        if number < len(self.entries):
            self.entries[number] = entry
        else:
            self.entries.append(entry)

    def read(self, number: int) -> Entry:
        """An entry; None where there is none."""
        return self.entries[number] if number < len(self.entries) else None
