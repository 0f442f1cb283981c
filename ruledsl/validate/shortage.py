"""Places that cards are taken from in a loop, more often than they can hold cards, and nobody asks.

Only loops that end by counting are looked at: they go round as often as the count allows, whatever is chosen. A place holds
what its decks begin with; nothing is said of places to which cards are moved, nor of steps that depend on
anything but the count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from ruledsl.machine.model import (
    Address,
    AnyState,
    Assign,
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
from ruledsl.validate.effects import Effects
from ruledsl.validate.graph import ITSELF, Graph, components
from ruledsl.validate.length import Search
from ruledsl.validate.questions import Quantity

_COUNTED = ("variable", "register")
"""The quantities that loops count by: variables, and the number of times that is left of a `repeat`."""


@frozen
class Shortage:
    """A step that takes a card from family ``family`` up to ``times`` times, where there are only ``cards``."""

    family: int
    times: int
    cards: int
    span: Span


def shortages(graph: Graph, effects: Effects) -> Iterator[Shortage]:
    """The steps that may find their place empty."""
    if not graph.is_whole:
        return
    search = Search(graph, effects)
    filled = {
        effect.quantity[1]
        for node in range(len(graph.nodes))
        for effect in search.effects_of(node)
        if effect.quantity[0] == "family" and effect.sign >= 0
    }
    for group in components(graph.after, set(range(len(graph.nodes)))):
        if any(isinstance(graph.state(n), Decide | PlayPending) for n in group):
            # What is dealt at the beginning is followed card by card.
            yield from _in_loop(search, group, filled)


def _in_loop(search: Search, group: list[int], filled: set[int]) -> Iterator[Shortage]:
    """The same among steps that lead to each other, the first for each family; cards are put to those that are ``filled``."""
    graph, effects = search.graph, search.effects
    signs = search.signs(group)
    asked = {quantity for quantity, _ in search.asked(group)}
    counting = _counting(search, group, signs, asked)
    ways: dict[int, tuple[int, ...]] = {}
    told: set[int] = set()
    for node in group:
        state = graph.state(node)
        family = _taken(state, effects)
        if family < 0 or family in filled | told or ("family", family) in asked:
            continue
        if node not in ways:
            way = search.way(node, counting)
            ways |= dict.fromkeys(way or (node,), way)
        cards = _cards(effects, family)
        times = _Rounds(search, group, ways[node]).least(node)
        if times is not None and times > cards:
            told.add(family)
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
            origins = effects.origins.of_card(card)
            return next(iter(origins)) if len(origins) == 1 else -1
        case MoveSome(amount=amount, up_to=False, sources=(source,)) if amount is not None:
            if effects.values.of(amount).low >= 1:
                return effects.origins.family(source)
    return -1


def _is_end(card: Expr, effects: Effects) -> bool:
    """Whether a card is the first or last of its place, by itself or by a `let`."""
    if card.op == "cell":
        found = effects.origins.of_cell(card.nums[0])
        return bool(found) and all(x.op in ("first", "last") for x in found)
    return card.op in ("first", "last")


def _cards(effects: Effects, family: int) -> int:
    """How many cards lie in a family at the start, before anything is dealt."""
    machine = effects.machine
    decks = [d for d in machine.decks if machine.zones[d.zone].family == family]
    return sum(len(deck.cards) for deck in decks)


class _Rounds:
    """How often a way is gone round if only counting ends it."""

    def __init__(self, search: Search, group: list[int], way: tuple[int, ...]) -> None:
        self._graph = search.graph
        self._effects = search.effects
        self._group = frozenset(group)
        self._way = way

    def least(self, node: int) -> int | None:
        """How often a node on the way is surely met, whatever else happens; None if that cannot be told."""
        if not self._way or self._is_forbidden(node):
            return None
        steps: dict[int, int] = {}
        for step in filter(None, map(self._step, self._way)):
            cell, more = step
            steps[cell] = steps.get(cell, 0) + more
        states = [self._graph.state(at) for at in self._way]
        conditions = [state.condition for state in states if isinstance(state, Branch)]
        if not all(_is_about(condition, steps) for condition in conditions):
            return None
        times: list[int] = []
        for cell, more in steps.items():
            ends = [end for condition in conditions for end in _ends(condition, cell)]
            if not ends:
                continue
            begin = self._begin(cell)
            if begin is None or not more:
                return None
            times += [-(-abs(end - begin) // abs(more)) for end in ends]
        return min(times, default=None)

    def _is_forbidden(self, node: int) -> bool:
        """Whether it is a step of an action that is not always legal."""
        routines = {routine for routine, _ in self._graph.nodes[node].frames}
        return any(
            action.guards or action.params
            for action in self._effects.machine.actions
            if action.routine in routines
        )

    def _step(self, node: int) -> tuple[int, int] | None:
        """The cell that a step counts in, and by how much; 0 where that is not always the same."""
        if self._graph.nodes[node].choice != ITSELF:
            return None
        match self._graph.state(node):
            case Set(cell=cell, value=value):
                return cell, _more(value, cell)
            case Assign(target=target, value=value):
                return target.base, 0 if target.size != 1 else _more(value, target.base)
        return None

    def _begin(self, cell: int) -> int | None:
        """The number that is counted from, if it is always the same."""
        begins: set[int | None] = set()
        for node in range(len(self._graph.nodes)):
            match self._graph.state(node):
                case Set(cell=written, value=value):
                    pass
                case Assign(target=Address(base=written), value=value):
                    pass
                case _:
                    continue
            if written == cell and node not in self._group:
                begins.add(value.nums[0] if value.op == "const" else None)
        return begins.pop() if len(begins) == 1 else None


def _more(value: Expr, cell: int) -> int:
    """By how much a value is more than what the cell holds; 0 where that is not always the same."""
    if value.op in ("add", "sub"):
        own, step = value.args
        if value.op == "add" and own.op == "const":
            own, step = step, own
        if own == Expr("cell", (cell,)) and step.op == "const":
            return step.nums[0] if value.op == "add" else -step.nums[0]
    return 0


def _is_about(condition: Expr, cells: Mapping[int, int]) -> bool:
    """Whether a condition compares only these cells, each with a number that is written out."""
    if condition.op in ("and", "or", "not"):
        return all(_is_about(part, cells) for part in condition.args)
    if condition.op == "const":
        return True
    return condition.op in _ENDS and any([*_ends(condition, cell)] for cell in cells)


def _ends(condition: Expr, cell: int) -> Iterator[int]:
    """The numbers that a condition compares a cell with."""
    own = Expr("cell", (cell,))
    for part in nodes_of(condition):
        if part.op in _ENDS and own in part.args:
            yield from (other.nums[0] for other in part.args if other.op == "const")


_ENDS = ("eq", "ge", "gt", "le", "lt")
"""The comparisons that end a loop."""
