"""Events as people read them."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ruledsl.engine.happenings import (
    Announced,
    Asked,
    Assigned,
    Began,
    CardAt,
    Chosen,
    Ended,
    Gathered,
    Laid,
    Moved,
    Opened,
    Paid,
    Played,
    Revealed,
    Shuffled,
    Started,
)
from ruledsl.engine.knowledge.project import Seen
from ruledsl.engine.knowledge.written import kind_of
from ruledsl.engine.moves import SKIP
from ruledsl.engine.text import Texts, enumerated
from ruledsl.machine.model import Machine


@frozen
class Told:
    """An event as a line of text; ``kind`` is its kind in one word: ``moved``."""

    kind: str
    text: str

    def __str__(self) -> str:
        return self.text


def tell(machine: Machine, events: Sequence[Seen], start: int = 0) -> tuple[Told, ...]:
    """The events from number ``start`` on as lines of text."""
    teller = _Teller(machine, events)
    return tuple(
        Told(kind_of(events[number]), teller.text(number)) for number in range(start, len(events))
    )


class _Teller:
    def __init__(self, machine: Machine, events: Sequence[Seen]) -> None:
        self._machine = machine
        self._texts = Texts(machine)
        self._events = events

    def text(self, number: int) -> str:
        """The line of an event."""
        what = self._events[number].what
        texts = self._texts
        match what:
            case Played():
                return f"seat {what.seat}: {self._move(what.action, what.arguments, number)}"
            case Chosen():
                return (
                    f"seat {what.seat} chooses: {self._move(what.action, what.arguments, number)}"
                )
            case Asked():
                return f"seat {what.seat} must choose"
            case Moved():
                name = self._look(what.look)
                source, target = texts.zone(what.source), texts.zone(what.target)
                if what.source != what.target:
                    return f"{name} goes from {source} to {target}"
                return f"{name} goes to another place in {target}"
            case Paid():
                source = self._account(what.source, what.source_element)
                target = self._account(what.target, what.target_element)
                amount = "something" if what.amount is None else what.amount
                return f"{source} pays {amount} to {target}"
            case Opened():
                name = self._account(what.account, what.element)
                return f"{name} begins with {what.balance}"
            case Assigned():
                variable = self._machine.variables[what.variable]
                name = texts.element(
                    variable.name, variable.index, what.element + variable.lowest - 1
                )
                return f"{name} = {texts.value(variable.type, what.value)}"
            case Shuffled():
                return f"{texts.zone(what.zone)} is shuffled"
            case Gathered():
                names = enumerated([self._machine.decks[deck].name for deck in what.decks], "and")
                return f"the cards of {names} are gathered"
            case Revealed():
                return self._revealed(what)
            case Laid():
                names = ", ".join(self._look(look) for look in what.looks)
                return f"{texts.zone(what.zone)} holds {names or 'no card'}"
            case Announced():
                return what.text
            case Began():
                if what.round == 1 and not any(what.totals):
                    return "the game begins"
                totals = ", ".join(map(str, what.totals))
                return f"game {what.round} begins; so far the seats have {totals}"
            case Started():
                return f"seat {what.seat} starts"
            case Ended():
                scores = ", ".join(map(str, what.scores))
                winners = enumerated([f"seat {seat}" for seat in what.winners], "and")
                verb = "wins" if len(what.winners) == 1 else "share the win"
                return f"the game is over, the scores are {scores}: {winners} {verb}"

    def _look(self, look: int) -> str:
        return self._texts.look(look) if look >= 0 else "a card"

    def _account(self, account: int, element: int) -> str:
        declared = self._machine.accounts[account]
        return self._texts.element(declared.name, declared.index, element + declared.lowest - 1)

    def _move(self, action: int, arguments: tuple[int | CardAt | None, ...], number: int) -> str:
        """The text of a move that is event number ``number``."""
        if action == SKIP:
            return "skip"
        declared = self._machine.actions[action]
        shown = []
        coming = self._coming(arguments, number)
        for param, argument in zip(declared.params, arguments, strict=True):
            if argument is None:
                shown.append(f"secret {param.name}")
            elif isinstance(argument, CardAt):
                looks = coming.get(argument.zone)
                look = looks.pop(0) if looks and argument.look < 0 else argument.look
                shown.append(self._card(argument, look))
            else:
                shown.append(self._texts.value(param.type, argument))
        return f"{declared.name}({', '.join(shown)})" if shown else declared.name

    def _card(self, card: CardAt, look: int) -> str:
        if look >= 0:
            return self._texts.look(look)
        if card.place:
            return f"a card at {card.place} in {self._texts.zone(card.zone)}"
        return "a card"

    def _coming(
        self, arguments: tuple[int | CardAt | None, ...], number: int
    ) -> dict[int, list[int]]:
        """The looks of a move's cards that come to be seen as they leave a zone without order, by zone.

        Where more cards leave the zone than the move names, it is not known which are meant.
        """
        hidden = [
            card.zone
            for card in arguments
            if isinstance(card, CardAt) and card.look < 0 and not card.place
        ]
        leaving: dict[int, list[int]] = {zone: [] for zone in hidden}
        if hidden:
            for event in self._events[number + 1 :]:
                what = event.what
                if isinstance(what, Moved) and what.source in leaving:
                    leaving[what.source].append(what.look)
                elif isinstance(what, Played | Chosen | Asked):
                    break
        return {zone: looks for zone, looks in leaving.items() if len(looks) == hidden.count(zone)}

    def _revealed(self, revealed: Revealed) -> str:
        to = f" to seat {revealed.to}" if revealed.to else ""
        if revealed.type is not None:
            value = revealed.value
            shown = "something" if value is None else self._texts.value(revealed.type, value)
            return f"shown{to}: {shown}"
        parts = []
        for card in revealed.cards:
            at = f" at {card.place}" if card.place else ""
            parts.append(f"{self._look(card.look)}{at} in {self._texts.zone(card.zone)}")
        return f"shown{to}: {', '.join(parts) if parts else 'no card'}"
