"""Whether what a machine declares holds together: cards, places, accounts, variables, types.

Each function yields what is wrong, in words, with the place in the machine. Nothing
here looks at expressions or states.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from ruledsl import limits
from ruledsl.machine.model import MISSING, NONE, SAFE, Machine, ValueType


def counts(machine: Machine) -> Iterator[str]:
    """The limits on how many there are of everything, and the seats."""
    if not 1 <= machine.players <= limits.PLAYERS:
        yield f"there are {machine.players} players; a game has 1 to {limits.PLAYERS}"
    if machine.language < 1:
        yield f"there is no language {machine.language}"
    if not machine.states:
        yield "there is no state"
    elif not 0 <= machine.start < len(machine.states):
        yield f"play starts at state {machine.start}, which is not there"
    for name, many in (
        ("states", machine.states),
        ("cards", machine.cards),
        ("looks", machine.looks),
        ("places for cards", machine.zones),
    ):
        if len(many) > limits.MACHINE_NODES:
            yield f"there are {len(many)} {name}; the limit is {limits.MACHINE_NODES}"
    if len(machine.options) > limits.OPTIONS:
        yield f"there are {len(machine.options)} options; the limit is {limits.OPTIONS}"
    seated: set[int] = set()
    for number, (name, seats) in enumerate(machine.teams):
        for seat in seats:
            if not 1 <= seat <= machine.players:
                yield f"teams[{number}]: team `{name}` has seat {seat}, which is not at the table"
            elif seat in seated:
                yield f"teams[{number}]: seat {seat} is in two teams"
            seated.add(seat)
        if not seats:
            yield f"teams[{number}]: team `{name}` is empty"
    for number, match in enumerate(machine.matches):
        if not 1 <= match.rounds <= limits.ROUNDS:
            yield f"matches[{number}]: a match of {match.rounds} games; the limit is {limits.ROUNDS}"


def types(machine: Machine) -> Iterator[str]:
    """Enumerations, and every type that is named anywhere."""
    for number, enumeration in enumerate(machine.enumerations):
        if not enumeration.members:
            yield f"enumerations[{number}]: `{enumeration.name}` has no members"
    for place, type_ in _all_types(machine):
        if type_.kind == "member":
            if not 0 <= type_.enumeration < len(machine.enumerations):
                yield f"{place}: there is no enumeration {type_.enumeration}"
        elif type_.kind == "team" and not machine.teams:
            yield f"{place}: there are no teams"
        elif type_.kind in ("look", "card") and not machine.looks:
            yield f"{place}: there are no cards"


def _all_types(machine: Machine) -> Iterator[tuple[str, ValueType]]:
    for number, option in enumerate(machine.options):
        yield f"options[{number}]", option.type
    for number, attribute in enumerate(machine.attributes):
        yield f"attributes[{number}]", attribute.type
    indexed: tuple[tuple[str, Iterable[ValueType | None]], ...] = (
        ("families", (family.index for family in machine.families)),
        ("accounts", (account.index for account in machine.accounts)),
        ("variables", (variable.index for variable in machine.variables)),
    )
    for name, found in indexed:
        for number, index in enumerate(found):
            if index is not None:
                yield f"{name}[{number}]", index
    for number, variable in enumerate(machine.variables):
        yield f"variables[{number}]", variable.type
    for number, action in enumerate(machine.actions):
        for param in action.params:
            yield f"actions[{number}]", param.type


def interval_of(type_: ValueType, machine: Machine) -> tuple[int, int]:
    """The least and the greatest value of a type; types must be in order."""
    match type_.kind:
        case "bool":
            return 0, 1
        case "member":
            return 1, len(machine.enumerations[type_.enumeration].members)
        case "player":
            return 1, machine.players
        case "team":
            return 1, len(machine.teams)
        case "look":
            return 0, len(machine.looks) - 1
        case "card":
            return 0, len(machine.cards) - 1
        case _:
            return -SAFE, SAFE


def cards(machine: Machine) -> Iterator[str]:
    """Attributes, kinds, looks, cards and decks; types and zones must be in order."""
    looks = len(machine.looks)
    for number, attribute in enumerate(machine.attributes):
        low, high = interval_of(attribute.type, machine)
        if attribute.type.kind in ("look", "card"):
            yield f"attributes[{number}]: an attribute cannot be a card"
        if len(attribute.values) != looks:
            yield f"attributes[{number}]: it has {len(attribute.values)} values for {looks} looks"
        elif any(not low <= v <= high and v not in (NONE, MISSING) for v in attribute.values):
            yield f"attributes[{number}]: a value of `{attribute.name}` is outside its type"
    for number, kind in enumerate(machine.kinds):
        if any(not 0 <= a < len(machine.attributes) for a in kind.attributes):
            yield f"kinds[{number}]: kind `{kind.name}` has an attribute that is not there"
        elif len(set(kind.attributes)) < len(kind.attributes):
            yield f"kinds[{number}]: kind `{kind.name}` has an attribute twice"


def looks(machine: Machine) -> Iterator[str]:
    """Looks against their kinds and attributes, which must be in order; then cards and decks."""
    lacking = [0] * len(machine.looks)
    for attribute in machine.attributes:
        for place, value in enumerate(attribute.values):
            lacking[place] += value == MISSING
    for number, look in enumerate(machine.looks):
        if not 0 <= look.kind < len(machine.kinds):
            yield f"looks[{number}]: there is no kind {look.kind}"
            continue
        own = machine.kinds[look.kind].attributes
        if len(own) != len(look.values):
            yield f"looks[{number}]: it has {len(look.values)} values for {len(own)} attributes"
            continue
        columns = tuple(machine.attributes[a].values[number] for a in own)
        if look.values != columns or MISSING in columns:
            yield f"looks[{number}]: its values differ from those of the attributes"
        elif lacking[number] != len(machine.attributes) - len(own):
            yield f"looks[{number}]: it has an attribute that its kind has not"
    for number, face in enumerate(machine.cards):
        if not 0 <= face < len(machine.looks):
            yield f"cards[{number}]: there is no look {face}"
    yield from _decks(machine)


def _decks(machine: Machine) -> Iterator[str]:
    dealt = [0] * len(machine.cards)
    filled: dict[int, int] = {}
    for number, deck in enumerate(machine.decks):
        if not 0 <= deck.zone < len(machine.zones):
            yield f"decks[{number}]: there is no place {deck.zone}"
            continue
        zone = machine.zones[deck.zone]
        if machine.families[zone.family].place != "pile":
            yield f"decks[{number}]: a deck starts in a pile, not in `{zone.label}`"
        filled[deck.zone] = filled.get(deck.zone, 0) + len(deck.cards)
        if filled[deck.zone] > zone.capacity:
            yield f"decks[{number}]: the cards do not fit into `{zone.label}`"
        for card in deck.cards:
            if not 0 <= card < len(dealt):
                yield f"decks[{number}]: there is no card {card}"
            else:
                dealt[card] += 1
    wrong = [card for card, times in enumerate(dealt) if times != 1]
    if wrong:
        yield f"card {wrong[0]} is in {dealt[wrong[0]]} decks; every card is in one"


def places(machine: Machine) -> Iterator[str]:
    """Families of zones and their places, one family after the other; types must be in order."""
    expected = 0
    for number, family in enumerate(machine.families):
        if family.first != expected or not 1 <= family.size <= len(machine.zones) - expected:
            yield f"families[{number}]: the places of `{family.name}` are not where they should be"
            return
        expected += family.size
        for place in range(family.first, expected):
            if machine.zones[place].family != number:
                yield f"zones[{place}]: it belongs to `{family.name}` but does not say so"
        yield from _index(f"families[{number}]", family.index, family.size, machine)
    if expected != len(machine.zones):
        yield f"zones[{expected}]: it belongs to no family"
    for number, zone in enumerate(machine.zones):
        if not 0 <= zone.capacity <= limits.CELLS:
            yield f"zones[{number}]: `{zone.label}` has room for {zone.capacity} cards"
        yield from _owners(f"zones[{number}]", zone.owners, machine)


def storage(machine: Machine) -> Iterator[str]:
    """Accounts, variables, options and constant tables; types must be in order."""
    for number, account in enumerate(machine.accounts):
        place = f"accounts[{number}]"
        if not 0 <= account.limit <= SAFE:
            yield f"{place}: `{account.name}` cannot hold {account.limit}"
        yield from _pieces(place, account.shown_in)
        yield from _index(place, account.index, account.size, machine, account.lowest)
        yield from _elements(place, account.owners, account.size, machine)
    for number, variable in enumerate(machine.variables):
        place = f"variables[{number}]"
        low, high = interval_of(variable.type, machine)
        if variable.type.kind == "card":
            yield f"{place}: a variable holds what a card shows, not a card"
        if not low <= variable.low <= variable.high <= high:
            yield f"{place}: `{variable.name}` ranges over {variable.low}..{variable.high}"
        yield from _index(place, variable.index, variable.size, machine, variable.lowest)
        yield from _elements(place, variable.owners, variable.size, machine)
    for number, option in enumerate(machine.options):
        low, high = interval_of(option.type, machine)
        if option.type.kind in ("look", "card") or not (
            low <= option.low <= option.value <= option.high <= high
        ):
            yield f"options[{number}]: `{option.name}` is {option.value}, of {option.low}..{option.high}"
    for number, table in enumerate(machine.tables):
        if any(abs(value) > SAFE and value != NONE for value in table):
            yield f"tables[{number}]: a number is too large"
    for number, rows in enumerate(machine.lists):
        if any(abs(value) > SAFE and value != NONE for row in rows for value in row):
            yield f"lists[{number}]: a number is too large"


def _pieces(place: str, pieces: tuple[int, ...]) -> Iterator[str]:
    """The pieces of money that balances are shown in."""
    if not pieces:
        return
    if pieces[0] != 1 or pieces[-1] > SAFE or any(a >= b for a, b in pairwise(pieces)):
        yield f"{place}: the pieces that it is shown in do not go up from 1"
    if len(pieces) > limits.PIECES:
        yield f"{place}: it is shown in {len(pieces)} pieces; the limit is {limits.PIECES}"


def _index(
    place: str, index: ValueType | None, size: int, machine: Machine, lowest: int | None = None
) -> Iterator[str]:
    if lowest is not None and abs(lowest) > SAFE:
        yield f"{place}: its index begins with {lowest}"
    if index is None:
        if size != 1:
            yield f"{place}: it has {size} elements, but no index"
    elif not 1 <= size <= limits.FAMILY:
        yield f"{place}: a family of {size}; the limit is {limits.FAMILY}"
    elif index.kind != "number":
        low, high = interval_of(index, machine)
        if size != high - low + 1:
            yield f"{place}: it has {size} elements, but its index has {high - low + 1} values"
        elif lowest not in (None, low):
            yield f"{place}: its index begins with {lowest}, and not with {low}"


def _elements(
    place: str, owners: tuple[tuple[int, ...], ...], size: int, machine: Machine
) -> Iterator[str]:
    if len(owners) != size:
        yield f"{place}: it names the owners of {len(owners)} elements, but has {size}"
    for seats in owners:
        yield from _owners(place, seats, machine)


def _owners(place: str, seats: tuple[int, ...], machine: Machine) -> Iterator[str]:
    for seat in seats:
        if not 1 <= seat <= machine.players:
            yield f"{place}: it belongs to seat {seat}, which is not at the table"
