"""Places that cards are taken from in a loop, more often than they can hold cards, and nobody asks.

Only loops that end by counting are looked at: they go round as often as the count allows, whatever is chosen. What a
place can hold is the number of cards whose way leads there from nowhere else, so nothing is said
of places that are filled again.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ruledsl.machine.model import (
    AnyState,
    Branch,
    Decide,
    Expr,
    Move,
    MoveSome,
    PlayPending,
    Set,
)
from ruledsl.machine.sorts import nodes_of
from ruledsl.source import Span
from ruledsl.validate.effects import Effects, Quantity
from ruledsl.validate.graph import Graph, components
from ruledsl.validate.length import Search
from ruledsl.validate.opening import Opening

_COUNTED = ("variable", "register")
"""The quantities that loops count by: variables, and the number of times that is left of a `repeat`."""


@frozen
class Shortage:
    """A step that takes a card from family ``family`` up to ``times`` times, where there are only ``cards``."""

    family: int
    times: int
    cards: int
    span: Span


def shortages(graph: Graph, effects: Effects, opening: Opening) -> Iterator[Shortage]:
    """The steps that may find their place empty."""
    if not graph.is_whole:
        return
    search = Search(graph, effects)
    for group in components(graph.after, set(range(len(graph.nodes)))):
        if not any(isinstance(graph.state(n), Decide | PlayPending) for n in group):
            continue  # what is dealt at the beginning is followed card by card
        signs = search.signs(group)
        asked = {quantity for quantity, _ in search.asked(group)}
        for node in group:
            state = graph.state(node)
            family = _taken(state, effects)
            quantity: Quantity = ("family", family)
            if family < 0 or quantity in asked or signs.get(quantity) != {-1}:
                continue
            cards = _cards(effects, family)
            way = search.way(node, _counting(search, group, signs, asked))
            times = _times(search, way, signs, opening)
            if times is not None and times > cards:
                yield Shortage(family, times, cards, state.span)


def _counting(
    search: Search, group: list[int], signs: dict[Quantity, set[int]], asked: set[Quantity]
) -> set[int]:
    """The nodes that use nothing up but numbers that are counted."""
    return {
        node
        for node in group
        if not any(
            effect.surely
            and effect.quantity[0] not in _COUNTED
            and effect.quantity in asked
            and signs[effect.quantity] == {effect.sign}
            for effect in search.effects_of(node)
        )
    }


def _taken(state: AnyState, effects: Effects) -> int:
    """The family that a step surely takes a card from, or stops play; -1 if there is none."""
    match state:
        case Move(cards=(card,)) if _is_end(card, effects):
            origins = effects.origins(card)
            return next(iter(origins)) if len(origins) == 1 else -1
        case MoveSome(amount=amount, up_to=False, sources=(source,)) if amount is not None:
            if effects.values.of(amount).low >= 1:
                return effects.family(source)
    return -1


def _is_end(card: Expr, effects: Effects) -> bool:
    """Whether a card is the first or last of its place, by itself or by a `let`."""
    if card.op == "cell":
        found = effects.sources(card.nums[0])
        return bool(found) and all(x.op in ("first", "last") for x in found)
    return card.op in ("first", "last")


def _cards(effects: Effects, family: int) -> int:
    """How many cards lie in a family at the start, before anything is dealt."""
    machine = effects.machine
    decks = [d for d in machine.decks if machine.zones[d.zone].family == family]
    return sum(len(deck.cards) for deck in decks)


def _times(
    search: Search, way: tuple[int, ...], signs: dict[Quantity, set[int]], opening: Opening
) -> int | None:
    """How often a way can be gone round, if only counting ends it."""
    asked = {quantity for quantity, _ in search.asked([*way])}
    most: int | None = None
    for node in way:
        for effect in search.effects_of(node):
            quantity = effect.quantity
            if not effect.surely or signs.get(quantity) != {effect.sign}:
                continue
            if quantity not in asked or quantity[0] not in _COUNTED:
                continue
            if quantity[0] == "register":
                limit = _begin(opening, quantity[1])
            else:
                limit = _limit(search, way, quantity[1], opening)
            if limit is None:
                return None
            most = limit if most is None else min(most, limit)
    return most


def _begin(opening: Opening, cell: int) -> int | None:
    """The number from which a loop counts down, if it is always the same."""
    begins = {
        state.value.nums[0]
        for state in opening.machine.states
        if isinstance(state, Set) and state.cell == cell and state.value.op == "const"
    }
    return begins.pop() if len(begins) == 1 else None


def _limit(search: Search, way: tuple[int, ...], number: int, opening: Opening) -> int | None:
    """How far a variable can be counted before a condition on the way ends it."""
    variable = opening.machine.variables[number]
    if variable.size != 1:
        return None
    begin = opening.cell(variable.base)
    if begin is None:
        return None
    own = Expr("cell", (variable.base,))
    limits = [
        abs(other.nums[0] - begin)
        for node in way
        for state in [search.graph.state(node)]
        if isinstance(state, Branch)
        for part in nodes_of(state.condition)
        if part.op in ("eq", "ge", "gt", "le", "lt") and own in part.args
        for other in part.args
        if other.op == "const"
    ]
    return min(limits, default=None)
