"""What a seat knows at a moment, as a value: to be compared, shown and written as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from attrs import field, frozen

from ruledsl.engine.knowledge.fold import Knowledge
from ruledsl.engine.knowledge.project import sees_value, sees_zone
from ruledsl.engine.text import FIXED, Texts
from ruledsl.machine.model import NONE, Machine, ValueType
from ruledsl.pieces import made_up

FORMAT = "ruledsl observation"
VERSION = 1


@frozen
class ZoneSeen:
    """A zone as a seat knows it, in the words of the rules.

    ``seen`` says that the seat sees the faces. ``cards`` are then all cards in zone order. Otherwise
    they are, for a row (first to last) or pile (top to bottom), what is known at each place,
    None where nothing is; for a zone without order, nothing. ``surely`` are cards that are surely
    there besides, at no known place.
    """

    label: str
    place: Literal["zone", "pile", "row"]
    owners: tuple[int, ...]
    size: int
    seen: bool
    cards: tuple[str | None, ...]
    surely: tuple[str, ...]

    @property
    def text(self) -> str:
        """It as people read it, on one line."""
        if not self.size:
            return "empty"
        known = any(card is not None for card in self.cards)
        parts = [", ".join(card or "?" for card in self.cards)] if known else []
        if not known:
            parts.append(f"{self.size} card{'' if self.size == 1 else 's'}")
        if self.surely:
            parts.append(f"surely with {', '.join(self.surely)}")
        return ", ".join(parts)


@frozen
class ValueSeen:
    """An account, a variable or an element of one that a seat sees.

    ``value`` is a whole number, a truth value, a text (a member, a seat or team by name, a card) or
    None for ``none``; of an account it is the balance, or ``"unlimited"``. ``text`` is how it is shown.
    ``pieces`` are the notes or coins that the balance of an account lies there in, if its rules tell
    their sizes: pairs of the size and how many, the largest first.
    """

    label: str
    value: int | bool | str | None
    text: str
    pieces: tuple[tuple[int, int], ...] = ()


@frozen
class Observation:
    """What a seat knows at a moment.

    Two observations are equal if they say the same of the same game. Nothing but what the seat has
    seen enters into one.
    """

    knowledge: Knowledge
    machine: Machine = field(eq=False, repr=False)
    rules_hash: str = field(repr=False)

    @property
    def seat(self) -> int:
        """The seat that knows this, 0 for an onlooker."""
        return self.knowledge.seat

    @property
    def to_choose(self) -> bool:
        """Whether the seat must choose now."""
        return self.knowledge.to_choose

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.knowledge.scores is not None

    @property
    def zones(self) -> tuple[ZoneSeen, ...]:
        """All zones, in the order of the machine."""
        machine = self.machine
        texts = Texts(machine)
        found = []
        for number, (zone, known) in enumerate(
            zip(machine.zones, self.knowledge.zones, strict=True)
        ):
            place = machine.families[zone.family].place
            visible = sees_zone(machine, number, self.seat)
            surely = tuple(texts.look(look) for look, count in known.surely for _ in range(count))
            cards: tuple[str | None, ...] = tuple(
                texts.look(look) if look >= 0 else None for look in known.places
            )
            if visible and place == "zone":
                cards, surely = surely, ()
            found.append(
                ZoneSeen(zone.label, place, zone.owners, known.size, visible, cards, surely)
            )
        return tuple(found)

    @property
    def accounts(self) -> tuple[ValueSeen, ...]:
        """The accounts that the seat sees."""
        return tuple(self._accounts())

    def _accounts(self) -> Iterator[ValueSeen]:
        texts = Texts(self.machine)
        for account, balances in zip(self.machine.accounts, self.knowledge.balances, strict=True):
            for element, balance in enumerate(balances, 1):
                label = texts.element(account.name, account.index, element + account.lowest - 1)
                if account.unlimited:
                    yield ValueSeen(label, "unlimited", FIXED["unlimited"])
                elif balance is not None and sees_value(account, element, self.seat):
                    pieces = made_up(balance, account.shown_in)
                    yield ValueSeen(label, balance, str(balance), pieces)

    @property
    def variables(self) -> tuple[ValueSeen, ...]:
        """The variables that the seat sees."""
        return tuple(self._variables())

    def _variables(self) -> Iterator[ValueSeen]:
        texts = Texts(self.machine)
        for variable, values in zip(self.machine.variables, self.knowledge.values, strict=True):
            for element, value in enumerate(values, 1):
                if value is not None:
                    label = texts.element(
                        variable.name, variable.index, element + variable.lowest - 1
                    )
                    shown = texts.value(variable.type, value)
                    yield ValueSeen(label, _plain(variable.type, value, shown), shown)

    @property
    def data(self) -> dict[str, Any]:
        """It as JSON can hold it; what each key means is told in ``docs/knowledge.md``."""
        known = self.knowledge
        zones: dict[str, Any] = {}
        for zone in self.zones:
            zones[zone.label] = {
                "place": zone.place,
                "size": zone.size,
                "seen": zone.seen,
                "cards": list(zone.cards),
                "surely": list(zone.surely),
            }
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.machine.name,
            "rules_hash": self.rules_hash,
            "seat": known.seat,
            "to_choose": known.to_choose,
            "over": self.is_over,
            "scores": None if known.scores is None else list(known.scores),
            "winners": list(known.winners),
            "starter": known.starter,
            "round": known.round,
            "totals": list(known.totals),
            "zones": zones,
            "accounts": {account.label: account.value for account in self.accounts},
            "variables": {variable.label: variable.value for variable in self.variables},
        }

    @property
    def text(self) -> str:
        """It as people read it, a line for each thing."""
        known = self.knowledge
        lines = [f"{zone.label}: {zone.text}" for zone in self.zones]
        lines += [f"{account.label} = {account.text}" for account in self.accounts]
        lines += [f"{variable.label} = {variable.text}" for variable in self.variables]
        if known.scores is not None:
            lines.append(f"the game is over: {', '.join(map(str, known.scores))}")
        elif known.to_choose:
            lines.append(f"seat {known.seat} must choose")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text


def observe(machine: Machine, knowledge: Knowledge) -> Observation:
    """The observation of a seat that knows this."""
    return Observation(knowledge, machine, machine.rules_hash)


def _plain(type_: ValueType, value: int, shown: str) -> int | bool | str | None:
    if value == NONE:
        return None
    if type_.kind == "bool":
        return bool(value)
    return value if type_.kind == "number" else shown
