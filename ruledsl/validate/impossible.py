"""Steps that stop play with a fault whenever they are taken, by the values that can occur.

The types of a ruleset go by what is declared; here it is looked at what variables ever become. Nothing is said of
parts of an expression that are worked out only under a condition.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ruledsl.machine.bounds import Bound
from ruledsl.machine.flow import action_expressions, expressions
from ruledsl.machine.model import Assign, Expr, Machine, MoveSome, Pay, Roll
from ruledsl.machine.sorts import AGGREGATES
from ruledsl.source import Span
from ruledsl.validate.graph import Graph
from ruledsl.validate.values import Values

_FIRST_ONLY = frozenset(("if", "and", "or", "implies", *AGGREGATES))
"""Of these only the first operand is surely worked out."""


@frozen
class Impossible:
    """What cannot be done, and where."""

    message: str
    span: Span
    help: str


def impossible(graph: Graph, values: Values) -> Iterator[Impossible]:
    """The steps of a machine, and the parts of its actions, that cannot be done."""
    machine = graph.machine
    offered = {graph.offer(node) for node in range(len(graph.nodes))}
    for number in sorted(graph.states):
        state = machine.states[number]
        for expr in expressions(state):
            yield from _parts(expr, machine, values, state.span)
        match state:
            case Assign(variable=variable, value=value):
                yield from _assigned(machine, variable, values.of(value), state.span)
            case Pay(amount=amount) if amount is not None:
                bound = values.of(amount)
                if not bound.unset and not bound.none and bound.high < 0:
                    yield Impossible(
                        f"at most {bound.high} is paid here, below 0",
                        state.span,
                        "amounts are 0 or more: exchange the two accounts, or the sign",
                    )
            case MoveSome(amount=amount, up_to=False, sources=(source,)) if amount is not None:
                yield from _dealt(machine, values.of(amount), source, state.span)
            case Roll(domain=domain) if _is_empty(values.of(domain), domain):
                yield Impossible(
                    "there is nothing to draw from here",
                    state.span,
                    "look at the ends of the range",
                )
    for number in sorted({offer.action for offer in offered if offer is not None}):
        action = machine.actions[number]
        for expr in action_expressions(action):
            yield from _parts(expr, machine, values, action.span)
        for param in action.params:
            if _is_empty(values.of(param.domain), param.domain):
                yield Impossible(
                    f"there is never anything that `{param.name}` could be",
                    param.span,
                    "look at the ends of the range: the first is larger than the last",
                )


def _assigned(machine: Machine, number: int, bound: Bound, span: Span) -> Iterator[Impossible]:
    variable = machine.variables[number]
    if bound.unset or (bound.none and variable.or_none) or variable.type.kind == "look":
        return
    if bound.low > variable.high or bound.high < variable.low:
        became = f"{bound.low}" if bound.low == bound.high else f"{bound.low}..{bound.high}"
        yield Impossible(
            f"`{variable.name}` is {variable.low}..{variable.high}, and becomes {became} here",
            span,
            "give it a larger range, or set it to less",
        )


def _dealt(machine: Machine, bound: Bound, source: Expr, span: Span) -> Iterator[Impossible]:
    if bound.unset or bound.none or source.op not in ("zone", "zone_at"):
        return
    first = source.nums[0]
    size = source.nums[1] if source.op == "zone_at" else 1
    room = max(zone.capacity for zone in machine.zones[first : first + size])
    if bound.low > room:
        name = machine.families[machine.zones[first].family].name
        yield Impossible(
            f"`{name}` never has more than {room} cards, and {bound.low} are moved from it here",
            span,
            "move fewer, or write `move up to ...`",
        )


def _is_empty(bound: Bound, domain: Expr) -> bool:
    return domain.op == "range" and not bound.unset and not bound.none and bound.length == 0


def _parts(expr: Expr, machine: Machine, values: Values, span: Span) -> Iterator[Impossible]:
    """What cannot be worked out in an expression."""
    waiting = [expr]
    while waiting:
        part = waiting.pop()
        waiting += part.args[:1] if part.op in _FIRST_ONLY else part.args
        place = part.span if part.span.line else span
        if part.op in ("div", "mod"):
            if values.of(part.args[1]) == Bound(0, 0):
                yield Impossible(
                    "the divisor is always 0 here", place, "look at what it is worked out from"
                )
        elif part.op == "bounded":
            bound, (low, high) = values.of(part.args[0]), part.nums
            if bound.unset or bound.none or (bound.low <= high and bound.high >= low):
                continue
            asked = f"{bound.low}" if bound.low == bound.high else f"{bound.low}..{bound.high}"
            yield Impossible(
                f"number {asked} is asked for, and there are only {low}..{high}",
                place,
                "look at where the number comes from",
            )
        elif part.op in ("item", "zone_at"):
            bound, size = values.of(part.args[0]), part.nums[1]
            if bound.unset or bound.none or (bound.low <= size and bound.high >= 1):
                continue
            asked = f"{bound.low}" if bound.low == bound.high else f"{bound.low}..{bound.high}"
            yield Impossible(
                f"place {asked} of `{_name(machine, part)}` is asked for, and it has {size}",
                place,
                "look at where the number comes from",
            )


def _name(machine: Machine, part: Expr) -> str:
    first = part.nums[0]
    if part.op == "zone_at":
        return machine.families[machine.zones[first].family].name
    named = (
        *((v.base, v.size, v.name) for v in machine.variables),
        *((a.base, a.size, a.name) for a in machine.accounts),
    )
    return next((name for base, size, name in named if base <= first < base + size), "this")
