"""Events as people read them."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ruledsl.engine.happenings import (
    Announced,
    Announcement,
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
from ruledsl.engine.text import FIXED, Texts
from ruledsl.machine.model import Announce, Machine
from ruledsl.phrase import Phrase, counted, joined, phrase, seat_named, together


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
                move = self._move(what.action, what.arguments, number)
                return phrase("{seat}: {move}", seat=seat_named(what.seat), move=move)
            case Chosen():
                move = self._move(what.action, what.arguments, number)
                return phrase("{seat} chooses: {move}", seat=seat_named(what.seat), move=move)
            case Asked():
                return phrase("{seat} must choose", seat=seat_named(what.seat))
            case Moved():
                name = self._look(what.look)
                source, target = texts.zone(what.source), texts.zone(what.target)
                if what.source != what.target:
                    return phrase(
                        "{card} goes from {source} to {target}",
                        card=name,
                        source=source,
                        target=target,
                    )
                return phrase("{card} goes to another place in {target}", card=name, target=target)
            case Paid():
                source = self._account(what.source, what.source_element)
                target = self._account(what.target, what.target_element)
                if what.amount is None:
                    return phrase(
                        "{source} pays something to {target}", source=source, target=target
                    )
                return phrase(
                    "{source} pays {amount} to {target}",
                    source=source,
                    amount=what.amount,
                    target=target,
                )
            case Opened():
                name = self._account(what.account, what.element)
                return phrase("{account} begins with {amount}", account=name, amount=what.balance)
            case Assigned():
                variable = self._machine.variables[what.variable]
                name = texts.element(
                    variable.name, variable.index, what.element + variable.lowest - 1
                )
                return joined(" = ", [name, texts.value(variable.type, what.value)])
            case Shuffled():
                return phrase("{zone} is shuffled", zone=texts.zone(what.zone))
            case Gathered():
                names = together([self._machine.decks[deck].name for deck in what.decks])
                return phrase("the cards of {decks} are gathered", decks=names)
            case Revealed():
                return self._revealed(what)
            case Laid():
                looks = [self._look(look) for look in what.looks] or [phrase("no card")]
                zone = texts.zone(what.zone)
                return phrase("{zone} holds {cards}", zone=zone, cards=joined(", ", looks))
            case Announced():
                return self._announced(what.text)
            case Began():
                if what.round == 1 and not any(what.totals):
                    return phrase("the game begins")
                return phrase(
                    "game {number} begins; so far the seats have {totals}",
                    number=what.round,
                    totals=joined(", ", what.totals),
                )
            case Started():
                return phrase("{seat} starts", seat=seat_named(what.seat))
            case Ended():
                return phrase(
                    "the game is over, the scores are {scores}: {outcome}",
                    scores=joined(", ", what.scores),
                    outcome=counted(
                        len(what.winners),
                        "{winners} wins",
                        "{winners} share the win",
                        winners=together([seat_named(seat) for seat in what.winners]),
                    ),
                )

    def _announced(self, text: str) -> str:
        if isinstance(text, Announcement):
            state = self._machine.states[text.state]
            if isinstance(state, Announce):
                return self._texts.announced(state, text.values)
        return text

    def _look(self, look: int) -> str:
        return self._texts.look(look) if look >= 0 else phrase("a card")

    def _account(self, account: int, element: int) -> str:
        declared = self._machine.accounts[account]
        return self._texts.element(declared.name, declared.index, element + declared.lowest - 1)

    def _move(self, action: int, arguments: tuple[int | CardAt | None, ...], number: int) -> str:
        """The text of a move that is event number ``number``."""
        if action == SKIP:
            return FIXED["skip"]
        declared = self._machine.actions[action]
        shown: list[str] = []
        coming = self._coming(arguments, number)
        for param, argument in zip(declared.params, arguments, strict=True):
            if argument is None:
                shown.append(phrase("secret {name}", name=param.name))
            elif isinstance(argument, CardAt):
                looks = coming.get(argument.zone)
                look = looks.pop(0) if looks and argument.look < 0 else argument.look
                shown.append(self._card(argument, look))
            else:
                shown.append(self._texts.value(param.type, argument))
        if not shown:
            return declared.name
        return phrase("{name}({arguments})", name=declared.name, arguments=joined(", ", shown))

    def _card(self, card: CardAt, look: int) -> str:
        if look >= 0:
            return self._texts.look(look)
        if card.place:
            zone = self._texts.zone(card.zone)
            return phrase("a card at {place} in {zone}", place=card.place, zone=zone)
        return phrase("a card")

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

    def _revealed(self, revealed: Revealed) -> Phrase:
        if revealed.type is None:
            shown = [self._shown(card) for card in revealed.cards] or [phrase("no card")]
        elif revealed.value is None:
            shown = [phrase("something")]
        else:
            shown = [self._texts.value(revealed.type, revealed.value)]
        what = joined(", ", shown)
        if revealed.to:
            return phrase("shown to {seat}: {what}", seat=seat_named(revealed.to), what=what)
        return phrase("shown: {what}", what=what)

    def _shown(self, card: CardAt) -> str:
        name, zone = self._look(card.look), self._texts.zone(card.zone)
        if card.place:
            return phrase("{card} at {place} in {zone}", card=name, place=card.place, zone=zone)
        return phrase("{card} in {zone}", card=name, zone=zone)
