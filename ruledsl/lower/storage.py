"""Zones, accounts and variables: what a state of play consists of."""

from __future__ import annotations

from itertools import pairwise

from ruledsl import limits
from ruledsl.diagnostics.model import Label
from ruledsl.lower import expressions as ex
from ruledsl.lower import fitting as ft
from ruledsl.lower import types as t
from ruledsl.lower.builder import (
    AccountThing,
    Builder,
    Index,
    TooManyFaults,
    VariableThing,
    ZoneThing,
)
from ruledsl.lower.declare import CONSTANT, each_of, index_of, type_of
from ruledsl.machine import model as m
from ruledsl.pieces import made_up, shown, unsuited
from ruledsl.source import Span
from ruledsl.syntax import tree


def declare_zones(b: Builder) -> dict[str, tuple[int, Index | None]]:
    """The piles of the decks and all zones, in file order; the decks' piles by name. Raises `TooManyFaults`."""
    piles: dict[str, tuple[int, Index | None]] = {}
    for node in b.ruleset.declarations:
        if isinstance(node, tree.Deck):
            index = index_of(b, node.index)
            if node.index is not None and index is None:
                continue
            thing = _zone(b, node.name, "pile", index, "nobody")
            piles[node.name.text] = (thing.first, index)
        elif isinstance(node, tree.Zone):
            index = index_of(b, node.index)
            if node.index is not None and index is None:
                continue
            _zone(b, node.name, node.place, index, _seen_by(b, node.visibility, index, node.name))
    return piles


def _zone(
    b: Builder,
    name: tree.Name,
    place: str,
    index: Index | None,
    seen_by: m.SeenBy,
) -> ZoneThing:
    first = len(b.zone_labels)
    size = index.size if index else 1
    for i in range(size):
        b.zone_labels.append(f"{name.text}[{index.labels[i]}]" if index else name.text)
        b.zone_owners.append(index.owners[i] if index else ())
    thing = ZoneThing(
        len(b.families),
        name.text,
        place,  # type: ignore[arg-type]
        first,
        size,
        index,
        seen_by,
        name.span,
    )
    b.families.append(thing)
    b.things[name.text] = thing
    most = limits.FAMILY * 10
    if most < len(b.zone_labels):
        b.report(
            "RD502",
            f"the game has more than {most} places for cards",
            name.span,
            "index the families by smaller types",
        )
        raise TooManyFaults
    return thing


def _seen_by(b: Builder, node: tree.Visibility, index: Index | None, name: tree.Name) -> m.SeenBy:
    """Who sees it, settled for these options."""
    who: m.SeenBy = node.who
    if who == "owner" and (index is None or not index.by_seat):
        b.ownerless.add(name.text)
        b.report(
            "RD401",
            f"`{name.text}` has no owner who could see it",
            node.span,
            f"index it by player or team, `{name.text}[Player]`, or write `seen by all` or `seen by nobody`",
            Label(name.span, "declared here"),
        )
    if node.to_all_if is not None:
        opened = ft.constant(b, CONSTANT, node.to_all_if, t.BOOL)
        if opened:
            who = "all"
    return who


def declare_money(b: Builder) -> None:
    """Accounts; the initial balance is worked out when play begins, their limits now. Raises `TooManyFaults`."""
    nodes = list(each_of(b, tree.Money))
    indices = [index_of(b, node.index) for node in nodes]
    closed = _closed_limit(b, nodes, indices)
    for node, index in zip(nodes, indices, strict=True):
        if node.index is not None and index is None:
            continue
        name = node.name.text
        seen_by = _seen_by(b, node.visibility, index, node.name)
        unlimited = is_unlimited(b, node.initial)
        limit = m.SAFE
        if node.limit is not None:
            given = ft.constant_number(b, CONSTANT, node.limit)
            if given is not None and given < 0:
                b.report(
                    "RD212",
                    "a balance is 0 or more",
                    node.limit.span,
                    "give the most that the account may hold",
                )
            faulty = given is None or given < 0
            limit = 1000 if given is None or faulty else given
        elif closed is not None:
            limit = closed
        size = index.size if index else 1
        base = b.register(size=size)
        check_cells(b, node.name.span)
        info = m.Account(
            name,
            base,
            size,
            t.value_type(index.type) if index else None,
            unlimited,
            limit,
            seen_by,
            index.owners if index else ((),),
            node.name.span,
            node.doc or "",
            index.low if index else 1,
            shown_in(b, node),
        )
        thing = AccountThing(len(b.accounts), index, info)
        b.accounts.append(thing)
        b.things[name] = thing


def shown_in(b: Builder, node: tree.Money) -> tuple[int, ...]:
    """The sizes of the pieces that the balances of an account are shown in, the smallest first."""
    sizes = [ft.constant_number(b, CONSTANT, size) for size in node.shown]
    known = sorted(size for size in sizes if size is not None)
    if not known or len(known) < len(sizes):
        return ()
    problem, help_text = "", "give each size once, and 1 among them"
    if known[0] != 1:
        problem = "not every balance can be made up of these" if known[0] > 1 else ""
        problem = problem or f"there is no note or coin of {known[0]}"
    elif len(set(known)) < len(known):
        twice = next(low for low, high in pairwise(known) if low == high)
        problem = f"the size {twice} is named twice"
    elif len(known) > limits.PIECES:
        problem, help_text = f"at most {limits.PIECES} sizes can be named", "leave some out"
    elif (odd := unsuited(known)) is not None:
        amount, fewer = odd
        problem = f"{amount} would be shown as {shown(made_up(amount, known))}, and {shown(fewer)} are fewer pieces"
        help_text = "choose sizes of which taking the largest first is best, such as 1, 2, 5, 10"
    if problem:
        first, last = node.shown[0].span, node.shown[-1].span
        b.report("RD417", problem, first.to(last), help_text)
        return ()
    return tuple(known)


def is_unlimited(b: Builder, node: tree.Expr) -> bool:
    """Whether an initial balance amounts to ``unlimited``, the conditions being settled now."""
    while isinstance(node, tree.Conditional):
        holds = ft.constant(b, CONSTANT, node.condition, t.BOOL)
        node = node.value if holds else node.otherwise
    return isinstance(node, tree.Unlimited)


def settled(b: Builder, node: tree.Expr) -> tree.Expr:
    """The branch of an initial balance that holds for these options."""
    while isinstance(node, tree.Conditional) and (
        isinstance(node.value, tree.Unlimited) or isinstance(node.otherwise, tree.Unlimited)
    ):
        holds = ft.constant(b, CONSTANT, node.condition, t.BOOL)
        node = node.value if holds else node.otherwise
    return node


def _closed_limit(b: Builder, nodes: list[tree.Money], indices: list[Index | None]) -> int | None:
    """What all accounts hold together, if no money can come from outside: no balance can pass it."""
    total = 0
    for node, index in zip(nodes, indices, strict=True):
        if is_unlimited(b, node.initial):
            return None
        quiet = len(b.found)
        initial = ex.lower(b, CONSTANT, node.initial, t.NUMBER)
        del b.found[quiet:]  # reported when the initial balance is lowered
        if initial.constant is None or initial.is_unknown:
            return None
        total += max(0, initial.constant) * (index.size if index else 1)
    return min(total, m.SAFE)


def declare_variables(b: Builder) -> None:
    """Variables; their initial values are worked out when play begins. Raises `TooManyFaults`."""
    for node in each_of(b, tree.Var):
        index = index_of(b, node.index)
        type_ = type_of(b, CONSTANT, node.type)
        if node.index is not None and index is None:
            continue
        name = node.name.text
        size = index.size if index else 1
        base = b.register("look" if type_.kind == "look" else "number", size)
        check_cells(b, node.name.span)
        low, high = type_.low, type_.high
        if type_.kind == "look":
            low, high = 0, max(0, len(b.looks) - 1)
        info = m.Variable(
            name,
            base,
            size,
            t.value_type(index.type) if index else None,
            t.value_type(type_),
            low,
            high,
            type_.maybe,
            _seen_by(b, node.visibility, index, node.name),
            index.owners if index else ((),),
            node.name.span,
            node.doc or "",
            index.low if index else 1,
        )
        thing = VariableThing(len(b.variables), index, type_, info)
        b.variables.append(thing)
        b.things[name] = thing


def check_cells(b: Builder, span: Span) -> None:
    """Raises `TooManyFaults`, after reporting it, where the state of play has outgrown its limit."""
    if len(b.sorts) > limits.CELLS:
        b.report("RD502", f"a state of this game has more than {limits.CELLS} cells", span)
        raise TooManyFaults
