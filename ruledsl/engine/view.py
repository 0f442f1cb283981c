"""What a seat may see: of the table as it is now, and of what has happened.

This module alone decides who sees what; nothing else that is shown to players reads the cells.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

from ruledsl.engine.happenings import (
    Announced,
    Assigned,
    CardAt,
    Chosen,
    Gathered,
    Happening,
    HappeningKind,
    Moved,
    Paid,
    Played,
    Revealed,
    Shuffled,
    Started,
)
from ruledsl.engine.moves import SKIP, Argument
from ruledsl.engine.state import State
from ruledsl.machine.model import Account, Variable

# --- the table as it is -------------------------------------------------------------------------


@frozen
class ZoneView:
    """A zone as a seat sees it: its size and, if it sees the faces, the cards in zone order."""

    label: str
    place: Literal["zone", "pile", "row"]
    size: int
    cards: tuple[str, ...] | None


@frozen
class ValueView:
    """An account or a variable (or an element of one) as a seat sees it; None where it does not."""

    label: str
    value: str | None


@frozen
class View:
    """The table as one seat sees it. ``actor`` is the seat whose turn it is, if it is anybody's."""

    seat: int
    actor: int | None
    is_over: bool
    zones: tuple[ZoneView, ...]
    accounts: tuple[ValueView, ...]
    variables: tuple[ValueView, ...]


def sees_value(declared: Account | Variable, element: int, seat: int) -> bool:
    """Whether a seat sees an element (from 1) of an account or a variable."""
    if isinstance(declared, Account) and declared.unlimited:
        return True
    if declared.seen_by == "owner":
        return seat in declared.owners[element - 1]
    return declared.seen_by == "all"


def view(state: State, seat: int) -> View:
    """The table as a seat sees it now; nothing of what it cannot see is in it."""
    program = state.game.program
    machine, frame, texts = program.machine, program.frame, program.texts
    cells = state.cells_copy()
    zones = []
    for number, zone in enumerate(machine.zones):
        cards = frame.cards(cells, number)
        faces = tuple(texts.look(cells[frame.faces + card]) for card in cards)
        seen = frame.sees(seat, number) and not frame.undecided(cells, cards)
        place = machine.families[zone.family].place
        zones.append(ZoneView(zone.label, place, len(cards), faces if seen else None))
    accounts = []
    for account in machine.accounts:
        for element in range(1, account.size + 1):
            label = texts.element(account.name, account.index, element)
            balance = "unlimited" if account.unlimited else str(cells[account.base + element - 1])
            accounts.append(
                ValueView(label, balance if sees_value(account, element, seat) else None)
            )
    variables = []
    for variable in machine.variables:
        for element in range(1, variable.size + 1):
            label = texts.element(variable.name, variable.index, element)
            value = texts.value(variable.type, cells[variable.base + element - 1])
            variables.append(
                ValueView(label, value if sees_value(variable, element, seat) else None)
            )
    return View(seat, state.actor, state.is_over, tuple(zones), tuple(accounts), tuple(variables))


# --- what has happened --------------------------------------------------------------------------


@frozen
class Told:
    """A happening as a seat knows it: its kind, and a line of text."""

    kind: HappeningKind
    text: str

    def __str__(self) -> str:
        return self.text


_Line: TypeAlias = Told | None


def told(state: State, seat: int, start: int = 0) -> tuple[Told, ...]:
    """What has happened from happening number ``start`` on, as a seat may know it.

    Raises :class:`ValueError` for a game that was started without events.
    """
    if not state.keeps_events:
        raise ValueError("the game was started without events")
    happenings = state.happenings
    teller = _Teller(state, seat, happenings)
    lines = (teller.line(number) for number in range(start, len(happenings)))
    return tuple(line for line in lines if line is not None)


class _Teller:
    """Tells happenings to one seat."""

    def __init__(self, state: State, seat: int, happenings: tuple[Happening, ...]) -> None:
        self._program = state.game.program
        self._machine = state.game.machine
        self._texts = self._program.texts
        self._seat = seat
        self._happenings = happenings

    def line(self, number: int) -> _Line:
        """A happening as the seat knows it; None for one that it does not notice."""
        happening = self._happenings[number]
        texts = self._texts
        match happening:
            case Played():
                return self._played(happening, number)
            case Chosen():
                if happening.seat != self._seat:
                    return None
                text = self._move(happening.action, happening.arguments, None)
                return Told("chosen", f"seat {happening.seat} chooses: {text}")
            case Moved():
                return self._moved(happening)
            case Paid():
                return self._paid(happening)
            case Assigned():
                return self._assigned(happening)
            case Shuffled():
                return Told("shuffled", f"{texts.zone(happening.zone)} is shuffled")
            case Gathered():
                names = ", ".join(self._machine.decks[deck].name for deck in happening.decks)
                return Told("gathered", f"the cards of {names} are gathered")
            case Revealed():
                return self._revealed(happening)
            case Announced():
                return Told("announced", happening.text)
            case Started():
                return Told("started", f"seat {happening.seat} starts")

    def _played(self, played: Played, number: int) -> _Line:
        own = played.seat == self._seat
        if played.action == SKIP and not own:
            return None
        text = self._move(played.action, played.arguments, None if own else number)
        return Told("played", f"seat {played.seat}: {text}")

    def _move(self, action: int, arguments: tuple[Argument, ...], number: int | None) -> str:
        """The text of a move; as others see it where ``number`` is its place among the happenings."""
        if action == SKIP:
            return "skip"
        declared = self._machine.actions[action]
        shown = []
        for param, argument in zip(declared.params, arguments, strict=True):
            if isinstance(argument, CardAt):
                hidden = number is not None and not self._sees_card(argument, number)
                shown.append(self._card(argument, hidden))
            elif number is not None and param.secretly:
                shown.append(f"secret {param.name}")
            else:
                shown.append(self._texts.value(param.type, argument))
        return f"{declared.name}({', '.join(shown)})" if shown else declared.name

    def _sees_card(self, card: CardAt, number: int) -> bool:
        """Whether the seat sees the face of a move's card, before the move or where it goes at once."""
        frame = self._program.frame
        if frame.sees(self._seat, card.zone):
            return True
        for later in self._happenings[number + 1 :]:
            if isinstance(later, Played | Chosen):
                return False
            if isinstance(later, Moved) and later.source == card.zone:
                same = later.source_place == card.place if card.place else later.look == card.look
                if same:
                    return frame.sees(self._seat, later.target)
        return False

    def _card(self, card: CardAt, hidden: bool) -> str:
        known = card.look >= 0 and not hidden
        if known:
            return self._texts.look(card.look)
        if card.place:
            return f"a card at {card.place} in {self._texts.zone(card.zone)}"
        return "a card"

    def _moved(self, moved: Moved) -> _Line:
        sees = self._program.frame.sees
        seen = sees(self._seat, moved.source) or sees(self._seat, moved.target)
        name = self._texts.look(moved.look) if seen and moved.look >= 0 else "a card"
        source, target = self._texts.zone(moved.source), self._texts.zone(moved.target)
        if source == target:
            return None
        return Told("moved", f"{name} goes from {source} to {target}")

    def _paid(self, paid: Paid) -> _Line:
        payer, payee = self._machine.accounts[paid.source], self._machine.accounts[paid.target]
        seen = sees_value(payer, paid.source_element, self._seat) or sees_value(
            payee, paid.target_element, self._seat
        )
        source = self._texts.element(payer.name, payer.index, paid.source_element)
        target = self._texts.element(payee.name, payee.index, paid.target_element)
        amount = str(paid.amount) if seen else "something"
        return Told("paid", f"{source} pays {amount} to {target}")

    def _assigned(self, assigned: Assigned) -> _Line:
        variable = self._machine.variables[assigned.variable]
        if not sees_value(variable, assigned.element, self._seat):
            return None
        name = self._texts.element(variable.name, variable.index, assigned.element)
        return Told("assigned", f"{name} = {self._texts.value(variable.type, assigned.value)}")

    def _revealed(self, revealed: Revealed) -> _Line:
        seen = revealed.to in (0, self._seat)
        to = f" to seat {revealed.to}" if revealed.to else ""
        if revealed.type is not None:
            value = self._texts.value(revealed.type, revealed.value) if seen else "something"
            return Told("revealed", f"shown{to}: {value}")
        shown = []
        for card in revealed.cards:
            at = f" at {card.place}" if card.place else ""
            name = self._texts.look(card.look) if seen else "a card"
            shown.append(f"{name}{at} in {self._texts.zone(card.zone)}")
        return Told("revealed", f"shown{to}: {', '.join(shown) if shown else 'no card'}")
