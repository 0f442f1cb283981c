"""Whether a seat sees what a test says, asked of its observation alone.

Each function raises :class:`Failure`, which tells what the seat does see, where it is not so.
"""

from __future__ import annotations

from collections import Counter

from ruledsl.engine.knowledge.information import InformationState
from ruledsl.engine.knowledge.observation import Observation, ValueSeen, ZoneSeen
from ruledsl.engine.knowledge.tell import tell
from ruledsl.engine.text import Texts
from ruledsl.lower import scenario as sc
from ruledsl.machine.model import Account, Machine, Variable
from ruledsl.testing.failure import Failure


def sees_cards(seen: Observation, step: sc.SeesCards) -> None:
    """The cards are known to lie in the zone (at the place, where one is named), or none of them is."""
    zone = seen.zones[step.zone]
    wanted = [seen.machine.looks[look].text for look in step.looks]
    known = Counter(_known(zone, step.place))
    where = _where(zone, step.place)
    if step.negated:
        found = [card for card in wanted if known[card]]
        if found:
            raise Failure(f"{_who(seen)} sees `{found[0]}` in {where}", _shown(seen, zone))
        return
    missing = Counter(wanted) - known
    if missing:
        card, count = next(iter(missing.items()))
        again = " so often" if wanted.count(card) > count else ""
        raise Failure(f"{_who(seen)} does not see `{card}` in {where}{again}", _shown(seen, zone))


def sees_some(seen: Observation, step: sc.SeesSome) -> None:
    """So many cards of the zone are known, and no more."""
    zone = seen.zones[step.zone]
    known = len(_known(zone, 0))
    _not_empty(zone)
    if known != step.count:
        raise Failure(
            f"{_who(seen)} sees {_cards(known)} in {zone.label}, not {step.count}",
            _shown(seen, zone),
        )


def sees_place(seen: Observation, step: sc.SeesPlace) -> None:
    """All cards of the zone are known (or the one at the place), or none is."""
    zone = seen.zones[step.zone]
    known = _known(zone, step.place)
    _not_empty(zone)
    where = _where(zone, step.place)
    if step.negated:
        if known:
            raise Failure(
                f"{_who(seen)} sees {where}"
                if step.place or len(known) == zone.size
                else f"{_who(seen)} sees {_cards(len(known))} in {where}",
                _shown(seen, zone),
            )
    elif len(known) < (1 if step.place else zone.size):
        what = where if step.place or not known else f"all cards in {where}"
        raise Failure(f"{_who(seen)} does not see {what}", _shown(seen, zone))


def sees_value(seen: Observation, step: sc.SeesValue) -> None:
    """The value is seen, and is the one that is named, or it is not seen."""
    machine = seen.machine
    declared: Account | Variable = (
        machine.accounts[step.number] if step.account else machine.variables[step.number]
    )
    label = Texts(machine).element(
        declared.name, declared.index, step.element + declared.lowest - 1
    )
    found = _value(seen.accounts if step.account else seen.variables, label)
    if step.negated:
        if found is not None:
            raise Failure(f"{_who(seen)} sees {label}", f"it sees {label} = {found.text}")
        return
    if found is None:
        raise Failure(
            f"{_who(seen)} does not see {label}", f"{label} is `seen by {declared.seen_by}`"
        )
    held = seen.knowledge.balances if step.account else seen.knowledge.values
    if step.value is not None and held[step.number][step.element - 1] != step.value:
        raise Failure(
            f"{_who(seen)} sees another value of {label}", f"it sees {label} = {found.text}"
        )


def tells_apart(
    machine: Machine, here: InformationState, there: InformationState, step: sc.TellsApart
) -> None:
    """What a seat has seen here and in another test differs, or is the same."""
    who = _seat(step.seat)
    if (here == there) != step.negated:
        if here == there:
            raise Failure(f'{who} has seen the same here and in "{step.title}"')
        mine, theirs = here.events, there.events
        same = 0
        while same < min(len(mine), len(theirs)) and mine[same] == theirs[same]:
            same += 1
        lines = []
        for place, events in (("here", mine), ("there", theirs)):
            told = tell(machine, events, same)
            lines.append(f"{place} it sees: {told[0].text}" if told else f"{place} it sees no more")
        raise Failure(f'{who} can tell this from "{step.title}"', *lines)


def _known(zone: ZoneSeen, place: int) -> list[str]:
    """The cards that the seat knows, in the whole zone or at a place."""
    if not place:
        return [card for card in (*zone.cards, *zone.surely) if card is not None]
    if place > len(zone.cards) or not zone.cards:
        raise Failure(f"no card lies at that place of {zone.label}", _size(zone))
    card = zone.cards[place - 1 if place > 0 else place]
    return [] if card is None else [card]


def _not_empty(zone: ZoneSeen) -> None:
    if not zone.size:
        raise Failure(f"{zone.label} is empty: there is nothing to be seen or not seen")


def _value(values: tuple[ValueSeen, ...], label: str) -> ValueSeen | None:
    return next((value for value in values if value.label == label), None)


def _who(seen: Observation) -> str:
    return _seat(seen.seat)


def _seat(seat: int) -> str:
    return f"seat {seat}" if seat else "an onlooker"


def _where(zone: ZoneSeen, place: int) -> str:
    """A zone or a place of it, as the rules name it."""
    if not place:
        return zone.label
    if zone.place == "pile":
        return f"{'top' if place == 1 else 'bottom'}({zone.label})"
    return f"last({zone.label})" if place < 0 else f"{zone.label}[{place}]"


def _shown(seen: Observation, zone: ZoneSeen) -> str:
    return f"{_who(seen)} sees of {zone.label}: {zone.text}"


def _size(zone: ZoneSeen) -> str:
    return f"{zone.label} has {_cards(zone.size)}"


def _cards(count: int) -> str:
    return "no card" if count == 0 else f"{count} card{'' if count == 1 else 's'}"
