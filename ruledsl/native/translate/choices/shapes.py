"""The shape of actions: what `engine.offers.ActionPlan` works out of them before any moves are listed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from ruledsl.engine.offers import cells_read
from ruledsl.engine.sure import Sure
from ruledsl.machine.model import Action, Expr, Guard, Machine
from ruledsl.machine.sorts import nodes_of, sort_of
from ruledsl.native.translate.context import Maker


@frozen
class Shape:
    """An action as the listing of its moves sees it; see `engine.offers.ActionPlan` for the parts."""

    number: int
    action: Action
    is_cards: tuple[bool, ...]
    loose: tuple[bool, ...]
    continues: tuple[bool, ...]
    leads: tuple[bool, ...]
    rivals: tuple[tuple[int, ...], ...]
    tests: tuple[tuple[Guard, ...], ...]
    spilled: tuple[int, ...]
    """Registers that some define reads by itself: they must hold what is bound while guards are tested."""


def zones_of(make: Maker, domain: Expr) -> Sequence[int]:
    """The zones that the cards of one zone may come from; none where that is not plain."""
    zone = domain.args[0]
    return make.zones(zone) if zone.op in ("zone", "zone_at") else ()


def reads_of_defines(machine: Machine, exprs: Iterable[Expr]) -> frozenset[int]:
    """The cells that the defines read which some expressions mention."""
    waiting = [node.nums[0] for expr in exprs for node in nodes_of(expr) if node.op == "call"]
    seen: set[int] = set()
    cells: set[int] = set()
    while waiting:
        number = waiting.pop()
        if number in seen:
            continue
        seen.add(number)
        for node in nodes_of(machine.defines[number].body):
            if node.op == "call":
                waiting.append(node.nums[0])
            elif node.op in ("cell", "item"):
                size = node.nums[1] if len(node.nums) > 1 else 1
                cells.update(range(node.nums[0], node.nums[0] + size))
    return frozenset(cells)


def shape_of(make: Maker, number: int) -> Shape:
    """The shape of an action."""
    machine, places = make.machine, make.frame.places
    action = machine.actions[number]
    params = action.params
    is_cards = tuple(sort_of(param.domain, machine) == "cards" for param in params)
    loose = tuple(
        param.domain.op == "cards"
        and bool(zones_of(make, param.domain))
        and all(places[zone] == "zone" for zone in zones_of(make, param.domain))
        for param in params
    )
    continues = tuple(
        place > 0 and param.group >= 0 and param.group == params[place - 1].group
        for place, param in enumerate(params)
    )
    rivals = []
    for place in range(len(params)):
        first = place
        while continues[first]:
            first -= 1
        rivals.append(tuple(o for o in range(first) if is_cards[o]) if is_cards[place] else ())
    ready = {param.cell: place + 1 for place, param in enumerate(params)}
    tests: list[list[Guard]] = [[] for _ in range(len(params) + 1)]
    depth = 0
    sure = Sure(machine)
    for place, param in enumerate(params):
        if not sure.has_elements(param.domain):
            depth = place + 1
    for guard in action.guards:
        for cell in cells_read(guard.value):
            depth = max(depth, ready.get(cell, 0))
        tests[depth].append(guard)
    exprs = [*(p.domain for p in params), *(g.value for g in action.guards)]
    items = {
        cell
        for expr in exprs
        for node in nodes_of(expr)
        if node.op == "item"
        for cell in range(node.nums[0], node.nums[0] + node.nums[1])
    }
    written = {p.cell for p in params} | {g.cell for g in action.guards if g.cell >= 0}
    read = reads_of_defines(machine, exprs) | items
    return Shape(
        number,
        action,
        is_cards,
        loose,
        continues,
        (*continues[1:], False)[: len(params)],
        tuple(rivals),
        tuple(tuple(group) for group in tests),
        tuple(sorted(written & read)),
    )
