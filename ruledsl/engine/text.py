"""How values, cards and places of a machine read, and what its rules say at a place."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ruledsl.engine.errors import RuleFault
from ruledsl.machine.model import MISSING, NONE, Announce, Look, Machine, ValueType
from ruledsl.phrase import Phrase, joined, phrase, seat_named
from ruledsl.source import Span

FIXED = {
    "skip": phrase("skip"),
    "none": phrase("none"),
    "yes": phrase("yes"),
    "no": phrase("no"),
    "at": phrase("at"),
    "in": phrase("in"),
    "nowhere": phrase("nowhere"),
    "unlimited": phrase("unlimited"),
}
"""Words of the language itself in the texts of moves and values."""


def spoken(name: str) -> str:
    """A name as people read it: an underscore is a blank."""
    return name.replace("_", " ")


@frozen
class Texts:
    """The texts of one machine."""

    machine: Machine

    def value(self, type_: ValueType, value: int) -> str:
        """A value of that type as people read it."""
        machine = self.machine
        if value == NONE:
            return FIXED["none"]
        if type_.kind == "bool":
            return FIXED["yes"] if value else FIXED["no"]
        if type_.kind == "member" and 0 <= type_.enumeration < len(machine.enumerations):
            members = machine.enumerations[type_.enumeration].members
            if 1 <= value <= len(members):
                return spoken(members[value - 1])
        if type_.kind == "player":
            return seat_named(value)
        if type_.kind == "team" and 1 <= value <= len(machine.teams):
            return spoken(machine.teams[value - 1][0])
        if type_.kind == "look" and 0 <= value < len(machine.looks):
            return machine.looks[value].text
        return str(value)

    def look(self, look: int) -> str:
        """What people read on a card of that look."""
        return self.machine.looks[look].text

    def card(self, look: int) -> str:
        """A look by kind and attributes, whatever text it is shown as: ``Kind(red, 4)``."""
        return written_look(self.machine, self.machine.looks[look])

    def zone(self, zone: int) -> str:
        """The label of a zone, where ``-1`` is nowhere."""
        return self.machine.zones[zone].label if zone >= 0 else FIXED["nowhere"]

    def element(self, name: str, index: ValueType | None, place: int) -> str:
        """The element of a family at an index value: ``cash[2]``; the name alone where there is no family."""
        if index is None:
            return name
        shown = str(place) if index.kind == "player" else self.value(index, place)
        return f"{name}[{shown}]"

    def announced(self, state: Announce, values: Sequence[int]) -> Phrase:
        """What is announced at a state, with these values in it."""
        parts: list[str] = [state.texts[0]]
        for type_, value, text in zip(state.types, values, state.texts[1:], strict=True):
            parts += (self.value(type_, value), text)
        return joined("", parts)

    def quote(self, span: Span) -> str:
        """The rule text at a place, on one line; empty where there is none."""
        lines = self._lines(span.file)
        if not lines or not 1 <= span.line <= len(lines):
            return ""
        if span.end_line <= span.line:
            return lines[span.line - 1][span.column - 1 : span.end_column - 1].strip()
        parts = [lines[span.line - 1][span.column - 1 :]]
        parts += lines[span.line : span.end_line - 1]
        parts += [line[: span.end_column - 1] for line in lines[span.end_line - 1 : span.end_line]]
        return " ".join(" ".join(parts).split())

    def line(self, span: Span) -> str:
        """The whole line of the rules on which a place begins."""
        lines = self._lines(span.file)
        return lines[span.line - 1].strip() if 1 <= span.line <= len(lines) else ""

    def fault(self, span: Span, message: str, *values: tuple[str, str]) -> RuleFault:
        """The fault with that message at that place, ready to be raised."""
        return RuleFault(message, span, self.line(span), values)

    def _lines(self, file: str) -> tuple[str, ...]:
        for text in self.machine.texts:
            if text.name == file:
                return text.lines
        return ()


def written_look(machine: Machine, look: Look) -> str:
    """A look by kind and attributes, as rules write it; it does not depend on how cards are shown."""
    kind = machine.kinds[look.kind]
    if not look.values:
        return kind.name
    written = (
        written_value(machine, machine.attributes[number].type, value)
        for number, value in zip(kind.attributes, look.values, strict=True)
    )
    return f"{kind.name}({', '.join(written)})"


def written_value(machine: Machine, type_: ValueType, value: int) -> str:
    """A value as rules write it (members with their underscores, seats as numbers)."""
    if value in (NONE, MISSING):
        return "none"
    if type_.kind == "bool":
        return "yes" if value else "no"
    if type_.kind == "member":
        return machine.enumerations[type_.enumeration].members[value - 1]
    if type_.kind == "team":
        return machine.teams[value - 1][0]
    if type_.kind == "look":
        return written_look(machine, machine.looks[value])
    return str(value)
