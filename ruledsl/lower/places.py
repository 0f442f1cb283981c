"""Places of families: ``your X``, ``X[i]``, and what else takes brackets."""

from __future__ import annotations

from attrs import evolve

from ruledsl.diagnostics.model import Label
from ruledsl.lower import attributes, calls, knowledge, names
from ruledsl.lower import expressions as ex
from ruledsl.lower import fitting as ft
from ruledsl.lower import types as t
from ruledsl.lower import values as v
from ruledsl.lower.builder import (
    AccountThing,
    Builder,
    Index,
    TableRow,
    TableThing,
    TypeThing,
    VariableThing,
    ZoneThing,
)
from ruledsl.lower.scope import Scope
from ruledsl.lower.values import UNKNOWN, Value
from ruledsl.machine import model as m
from ruledsl.machine.model import Expr
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.printer import show_expr


def yours(b: Builder, scope: Scope, node: tree.Yours) -> Value:
    """``your X``: the member of ``X`` of whoever acts (of the own team, where it belongs to teams)."""
    thing = b.things.get(node.name) if node.name not in scope.locals else None
    if thing is None:
        quiet = len(b.found)
        end = node.span
        span = Span(
            end.file, end.end_line, end.end_column - len(node.name), end.end_line, end.end_column
        )
        value = names.reference(b, scope, tree.Ref(node.name, span=span))
        if len(b.found) == quiet and not value.is_unknown:
            b.report(
                "RD206",
                f"`{node.name}` does not belong to a player",
                node.span,
                write=node.name,
            )
        return UNKNOWN
    index = getattr(thing, "index", None)
    if not isinstance(index, Index) or not index.by_seat:
        if node.name in b.ownerless:
            return UNKNOWN
        b.report(
            "RD206",
            f"`{node.name}` does not belong to a player",
            node.span,
            None if index is None else f"it is indexed by `{index.named}`: `{node.name}[...]`",
            Label(b.declared_at(node.name), "declared here"),
            write=node.name if index is None else None,
        )
        return UNKNOWN
    place = own_place(b, scope, index, node.span)
    if place.is_unknown:
        return UNKNOWN
    return element(b, scope, thing, place, tree.Ref(node.name, span=node.span), node.span)


def own_place(b: Builder, scope: Scope, index: Index, span: Span) -> Value:
    """Where the own member of a family lies that is indexed by players or teams."""
    place = ex.me(b, scope, span)
    if place.is_unknown or index.type.kind == "player":
        return place
    return calls.team_of(b, place, span)


def _position(index: Index, place: Value, span: Span) -> Value:
    """The number of a member, from 1, at a value of the index type."""
    return v.arithmetic("-", place, v.const(index.low - 1), span) if index.low != 1 else place


def address_of(thing: VariableThing | AccountThing, place: Value, span: Span) -> m.Address:
    """Where the member of a family at ``place`` is kept, a value of its index type."""
    assert thing.index is not None
    position = _position(thing.index, place, span)
    if position.constant is not None:
        return m.Address(thing.info.base + position.constant - 1)
    return m.Address(thing.info.base, thing.info.size, position.code)


def read_at(address: m.Address, span: Span) -> Expr:
    """What is kept at an address."""
    if address.index is None:
        return Expr("cell", (address.base,), span=span)
    return Expr("item", (address.base, address.size), (address.index,), span=span)


def element(
    b: Builder, scope: Scope, thing: object, place: Value, node: tree.Ref, span: Span
) -> Value:
    """The member of a family at ``place``, a value of its index type."""
    assert isinstance(thing, (ZoneThing, VariableThing, AccountThing))
    index = thing.index
    assert index is not None
    scope.uses.cells = True
    own = knowledge.is_own(index.type, place.type)
    if isinstance(thing, ZoneThing):
        position = _position(index, place, span)
        fixed = position.constant
        if fixed is not None:
            return names.zone_value(thing, Expr("zone", (thing.first + fixed - 1,), span=span), own)
        code = Expr("zone_at", (thing.first, thing.size), (position.code,), span=span)
        return names.zone_value(thing, code, own)
    code = read_at(address_of(thing, place, span), span)
    if isinstance(thing, VariableThing):
        return names.initialised(b, scope, thing, code, evolve(node, span=span), own)
    return names.balance(b, scope, thing, code, evolve(node, span=span), own)


def indexed(b: Builder, scope: Scope, node: tree.Index) -> Value:
    """``X[i]``: a member of a family, a card of a row, a row of a table, the n-th value of a type."""
    if isinstance(node.base, tree.Ref) and names.is_match_total(b, scope, node.base.name):
        return calls.match_total(b, scope, node)
    if isinstance(node.base, tree.Ref) and node.base.name == "score" and scope.place == "test":
        return calls.test_score(b, scope, node)
    base = ex.lower(b, scope, node.base)
    if base.is_unknown:
        return UNKNOWN
    match base.thing:
        case ZoneThing() | VariableThing() | AccountThing():
            index = base.thing.index
            assert index is not None
            place = ft.fit(
                b, scope, node.index, index.type, f"the index of `{show_expr(node.base)}`"
            )
            if place.is_unknown:
                return UNKNOWN
            name = tree.Ref(show_expr(node.base), span=node.base.span)
            return element(b, scope, base.thing, place, name, node.span)
        case TypeThing():
            return _nth(b, scope, node, base.thing)
        case TableThing():
            return attributes.table_row(b, scope, node, base.thing)
        case TableRow():
            return attributes.table_entry(b, scope, node, base.thing)
    if base.type.kind == "zone":
        return _card_of_row(b, scope, node, base)
    if base.type.kind == "team":
        return calls.seat_of_team(b, scope, node, base)
    if base.type.kind == "list":
        return _item_of_list(b, scope, node, base)
    b.report(
        "RD206",
        f"`{show_expr(node.base)}` is {t.say(base.type, b.enumeration_names)}: it has no places",
        node.span,
        "brackets go after a family, a row of cards, a table, a type or a team",
    )
    return UNKNOWN


def _card_of_row(b: Builder, scope: Scope, node: tree.Index, base: Value) -> Value:
    thing = ex.zone_thing(b, base)
    assert thing is not None
    if thing.place != "row":
        shown = show_expr(node.base)
        b.report(
            "RD402",
            f"`{shown}` has no numbered places",
            node.span,
            "a pile has a `top` and a `bottom`; only a `row` has places"
            if thing.place == "pile"
            else "a zone has no order; only a `row` has places",
            Label(thing.span, "declared here"),
        )
        return UNKNOWN
    place = ex.number_of(b, scope, node.index)
    if place.is_unknown:
        return UNKNOWN
    return v.call("at", ex.card_in(b, base.type), base, place, span=node.span)


def _nth(b: Builder, scope: Scope, node: tree.Index, thing: TypeThing) -> Value:
    if thing.type.kind in ("look", "bool", "unknown"):
        b.report("RD206", f"`{thing.name}` has no numbered members", node.span)
        return UNKNOWN
    place = ex.number_of(b, scope, node.index)
    if place.is_unknown:
        return UNKNOWN
    value = v.arithmetic("+", place, v.const(thing.type.low - 1), node.span)
    if place.type.high < 1 or value.type.low > thing.type.high:
        b.report(
            "RD211",
            f"`{thing.name}` has the members 1..{thing.type.high - thing.type.low + 1}",
            node.index.span,
        )
        return UNKNOWN
    if value.constant is not None:
        return v.const(value.constant, thing.type, node.span)
    return v.call(
        "bounded", thing.type, value, nums=(thing.type.low, thing.type.high), span=node.span
    )


def _item_of_list(b: Builder, scope: Scope, node: tree.Index, base: Value) -> Value:
    elements = ft.constant_list(b, base, node.base)
    place = ex.number_of(b, scope, node.index)
    if elements is None or place.is_unknown or base.type.element is None:
        return UNKNOWN
    if place.type.low > len(elements) or place.type.high < 1:
        b.report(
            "RD211",
            f"the list has the places 1..{len(elements)}",
            node.index.span,
            "places are counted from 1",
        )
        return UNKNOWN
    b.tables.append(tuple(elements))
    return v.call("table", base.type.element, place, nums=(len(b.tables) - 1,), span=node.span)
