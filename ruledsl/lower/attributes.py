"""Looking things up: ``card.attribute``, ``Type.member``, rows and columns of tables."""

from __future__ import annotations

from ruledsl.diagnostics.model import Label
from ruledsl.diagnostics.suggest import closest
from ruledsl.lower import expressions as ex
from ruledsl.lower import fitting as ft
from ruledsl.lower import types as t
from ruledsl.lower import values as v
from ruledsl.lower.builder import (
    Builder,
    TableRow,
    TableThing,
    TypeThing,
    ZoneThing,
)
from ruledsl.lower.scope import Scope
from ruledsl.lower.types import Type
from ruledsl.lower.values import UNKNOWN, Value
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.printer import show_expr


def table_row(b: Builder, scope: Scope, node: tree.Index, thing: TableThing) -> Value:
    """``table[i]``: the row of a number or a key, or its entry where a table has one column."""
    if thing.key is not None:
        key = ft.fit(b, scope, node.index, thing.key, f"the index of `{thing.name}`")
        if key.is_unknown:
            return UNKNOWN
        row = v.arithmetic("-", key, v.const(thing.key.low - 1), node.span)
        row = key if thing.key.low == 1 else row
    else:
        row = ex.number_of(b, scope, node.index)
        if row.is_unknown:
            return UNKNOWN
        if row.type.low > len(thing.rows) or row.type.high < 1:
            b.report("RD211", f"`{thing.name}` has the rows 1..{len(thing.rows)}", node.index.span)
            return UNKNOWN
    if len(thing.arrays) == 1 and not thing.columns:
        return cell_of(b, thing, 0, row, node.span)
    return ex.thing_value(TableRow(thing, row), "a row of a table")


def table_entry(b: Builder, scope: Scope, node: tree.Index, row: TableRow) -> Value:
    """``row[i]``: an entry of a row by its place, which is known before play."""
    place = ft.constant_number(b, scope, node.index)
    if place is None:
        return UNKNOWN
    if not 1 <= place <= len(row.table.arrays):
        b.report(
            "RD211",
            f"the rows of `{row.table.name}` have the entries 1..{len(row.table.arrays)}",
            node.index.span,
        )
        return UNKNOWN
    return cell_of(b, row.table, place - 1, row.row, node.span)


def cell_of(b: Builder, thing: TableThing, column: int, row: Value, span: Span) -> Value:
    """The entry of a table in a column (from 0) and a row (from 1)."""
    array = b.tables[thing.arrays[column]]
    type_ = thing.types[column]
    if row.constant is not None and 1 <= row.constant <= len(array):
        return v.const(array[row.constant - 1], type_ if type_.kind != "number" else None, span)
    return v.call("table", type_, row, nums=(thing.arrays[column],), span=span)


def attribute(b: Builder, scope: Scope, node: tree.Attribute) -> Value:
    """``card.attribute``, ``table[i].column``, ``Type.member``."""
    base = ex.lower(b, scope, node.base)
    if base.is_unknown:
        return UNKNOWN
    match base.thing:
        case TypeThing(type=Type(kind="member") as type_):
            return _qualified(b, node, type_)
        case TableRow() as row:
            if node.name.text in row.table.columns:
                column = row.table.columns.index(node.name.text)
                return cell_of(b, row.table, column, row.row, node.span)
            near = closest(node.name.text, row.table.columns)
            b.report(
                "RD207",
                f"`{row.table.name}` has no column `{node.name.text}`",
                node.name.span,
                None,
                Label(row.table.node.name.span, "declared here"),
                meant=near,
            )
            return UNKNOWN
        case ZoneThing():
            return ex.as_value(b, base, node.base, scope)
    if base.type.is_card:
        return attribute_of(b, scope, node, base)
    if base.type.kind == "zone":
        thing = ex.zone_thing(b, base)
        whose = f"{thing.place} " if thing else "zone "
        b.report(
            "RD201",
            f"`{show_expr(node.base)}` is a {whose}of cards, not a card",
            node.base.span,
            "name one of its cards: `top(pile)`, `row[1]` or `the(c in zone where ...)`",
        )
        return UNKNOWN
    ex.as_value(b, base, node.base, scope)
    if base.type.kind != "thing":
        b.report(
            "RD201",
            f"`{show_expr(node.base)}` is {t.say(base.type, b.enumeration_names)}, which has no `{node.name.text}`",
            node.base.span,
            f"write `{node.name.text}[{show_expr(node.base)}]`"
            if base.type.kind == "player" and node.name.text in b.things
            else "cards have attributes, rows of tables have columns",
        )
    return UNKNOWN


def _qualified(b: Builder, node: tree.Attribute, type_: Type) -> Value:
    enumeration = b.enumerations[type_.enumeration]
    if node.name.text not in enumeration.members:
        near = closest(node.name.text, enumeration.members)
        b.report(
            "RD207",
            f"`{enumeration.name}` has no member `{node.name.text}`",
            node.name.span,
            None,
            Label(b.declared_at(enumeration.name), "declared here"),
            meant=near,
        )
        return UNKNOWN
    return v.const(enumeration.members.index(node.name.text) + 1, type_, node.span)


def attribute_of(b: Builder, scope: Scope, node: tree.Attribute, card: Value) -> Value:
    """An attribute of a card: all kinds that it may be must have it, with one type."""
    name = node.name.text
    if name not in b.attribute_names:
        near = closest(name, b.attribute_names)
        b.report(
            "RD207",
            f"cards have no attribute `{name}`",
            node.name.span,
            None,
            *_kind_labels(b, card.type.kinds or frozenset(k.number for k in b.kinds)),
            meant=near,
        )
        return UNKNOWN
    number = b.attribute_names.index(name)
    kinds = sorted(card.type.kinds)
    having = [k for k in kinds if number in b.kinds[k].attributes]
    lacking = [k for k in kinds if number not in b.kinds[k].attributes]
    if not having and not kinds:
        having = [k.number for k in b.kinds if number in k.attributes]
    if lacking and b.facts.known:
        _lacking(b, scope, node, card, having, lacking)
        return UNKNOWN
    types = [b.kinds[k].types[b.kinds[k].attributes.index(number)] for k in having]
    if not types or any(x.kind == "unknown" for x in types):
        return UNKNOWN
    odd = next((x for x in types if not t.same_kind(x, types[0])), None)
    if odd is not None:
        b.report(
            "RD403",
            f"`{name}` is {t.say(types[0], b.enumeration_names)} on some of these cards and {t.say(odd, b.enumeration_names)} on others",
            node.span,
            f"say which cards are meant: `is {b.kinds[having[0]].node.name.text}`",
            *_kind_labels(b, frozenset(having)),
        )
        return UNKNOWN
    look = ex.look_of(b, scope, ex.needed(b, scope, node.base, card), node.base.span)
    type_ = t.join_all(types)
    if look.constant is not None:
        shown = b.looks[look.constant]
        value = shown.values[b.kinds[shown.kind].attributes.index(number)]
        return v.const(value, type_ if type_.kind != "number" else None, node.span)
    return v.call("attr", type_, look, nums=(number,), span=node.span)


def _lacking(
    b: Builder,
    scope: Scope,
    node: tree.Attribute,
    card: Value,
    having: list[int],
    lacking: list[int],
) -> None:
    kind = b.kinds[lacking[0]].node.name.text
    where = ", ".join(f"`{b.family_name(f)}`" for f in sorted(card.type.origins))
    article = t.article(kind)
    subject = show_expr(node.base)
    message = (
        f"{where} may hold {article} `{kind}`, which has no `{node.name.text}`"
        if where
        else f"this may be {article} `{kind}`, which has no `{node.name.text}`"
    )
    help_text = None
    if having and isinstance(node.base, tree.Ref):
        wanted = b.kinds[having[0]].node.name.text
        help_text = f"ask for the kind first: `{subject} is {wanted} and ...`, `where {subject} is {wanted}`, `if {subject} is {wanted}:`"
    elif having:
        wanted = b.kinds[having[0]].node.name.text
        name_it = (
            f"`let c = {subject}`, then `if c is {wanted}:`"
            if scope.place in ("guard", "effect", "flow")
            else "a `define` with a parameter `c`"
        )
        help_text = f"ask for the kind first: `{subject} is {wanted} and ...`; beyond one condition only what has a name is known to be of a kind: {name_it}"
    b.report("RD403", message, node.span, help_text, *_kind_labels(b, frozenset(lacking)))


def _kind_labels(b: Builder, kinds: frozenset[int]) -> list[Label]:
    return [
        Label(b.kinds[k].node.name.span, f"`{b.kinds[k].node.name.text}` is declared here")
        for k in sorted(kinds)
    ][:3]
