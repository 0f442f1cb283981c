"""Tables: columns of numbers and members, by row or by key."""

from __future__ import annotations

from ruledsl import limits
from ruledsl.diagnostics.model import Label
from ruledsl.lower import expressions as ex
from ruledsl.lower import fitting as ft
from ruledsl.lower import types as t
from ruledsl.lower.builder import Builder, TableThing, TooManyFaults
from ruledsl.lower.declare import CONSTANT, each_of, index_of
from ruledsl.lower.types import Type
from ruledsl.lower.values import Value
from ruledsl.syntax import tree


def declare_tables(b: Builder) -> None:
    """Tables: the columns of numbers and members that play reads; decks read the rows themselves."""
    entries = 0
    for node in each_of(b, tree.Table):
        written = sum(len(row.values) for row in node.rows)
        if entries + written > limits.ENTRIES:
            _too_many(b, node)
            return
        thing = _table(b, node, limits.ENTRIES - entries)
        b.tables_read.add(node.name.text)
        if thing is not None:
            b.things[node.name.text] = thing
            written = max(written, len(thing.rows) * len(thing.types))
        entries += written


def _too_many(b: Builder, node: tree.Table) -> None:
    b.report(
        "RD502",
        f"the tables hold more than {limits.ENTRIES} entries",
        node.name.span,
    )


def _table(b: Builder, node: tree.Table, room: int) -> TableThing | None:
    """A table of at most ``room`` entries, those of a row of several keys counted for each key.

    Raises `TooManyFaults`, after reporting it, where there would be more.
    """
    width = len(node.columns) or len(node.rows[0].values)
    by_players = node.index is not None and node.index.text == "player_count"
    ok = True
    for row in node.rows:
        if (node.columns or not by_players) and len(row.values) != width:
            b.report(
                "RD218",
                f"this row has {len(row.values)} entr{'y' if len(row.values) == 1 else 'ies'}, not {width}",
                row.span,
                "every row fills the same columns",
                Label(node.name.span, "the table"),
            )
            ok = False
        if (row.key is None) != (node.index is None):
            b.report(
                "RD218",
                "a row of this table needs a key"
                if node.index
                else "a row of this table has no key",
                row.span,
                "write the key, a colon and the entries: `3: 2, 4, 6`"
                if node.index
                else f"give the table an index, `table {node.name.text}[player_count]`, or leave out the key",
            )
            ok = False
    if not ok:
        return None
    key: Type | None = None
    rows = list(node.rows)
    fixed = -1
    if node.index is not None:
        index = _key_type(b, node.index)
        if index is None:
            return None
        ordered = _by_key(b, node, index, by_players=by_players)
        if ordered is None:
            return None
        if by_players:
            fixed = b.players
            rows = [ordered[b.players]]
            if not node.columns:
                # the row for this number of players is a list of its own
                rows = [tree.Row(None, (value,), span=value.span) for value in rows[0].values]
                width = 1
        else:
            key = index
            rows = [ordered[v] for v in range(index.low, index.high + 1)]
    if len(rows) * width > room:
        _too_many(b, node)
        raise TooManyFaults
    types: list[Type] = []
    arrays: list[int] = []
    for column in range(width):
        type_, values = _column(b, [row.values[column] for row in rows])
        types.append(type_)
        arrays.append(len(b.tables))
        b.tables.append(values)
    columns = tuple(c.text for c in node.columns)
    return TableThing(
        node.name.text, node, key, columns, tuple(types), tuple(arrays), tuple(rows), fixed
    )


def _key_type(b: Builder, index: tree.Name) -> Type | None:
    if index.text == "player_count":
        node = b.ruleset.players
        low = ft.constant_number(b, CONSTANT, node.low) if node else None
        high = ft.constant_number(b, CONSTANT, node.high) if node else None
        return t.number(low, high) if low is not None and high is not None else None
    thing = index_of(b, tree.IndexDecl(None, index, span=index.span))
    return thing.type if thing is not None else None


def _by_key(
    b: Builder, node: tree.Table, key: Type, *, by_players: bool
) -> dict[int, tree.Row] | None:
    """The row for each value of the key; a key may be a range. None where some value has none.

    A table by ``player_count`` may have rows for numbers of players that are not allowed:
    a variant may allow fewer than its base.
    """
    found: dict[int, tree.Row] = {}
    good = True
    keys = t.number(1, limits.PLAYERS) if by_players else key
    for row in node.rows:
        assert row.key is not None
        if isinstance(row.key, tree.RangeOf):
            low = ft.constant(b, CONSTANT, row.key.low, keys)
            high = ft.constant(b, CONSTANT, row.key.high, keys)
        else:
            low = high = ft.constant(b, CONSTANT, row.key, keys)
        if low is None or high is None:
            good = False
            continue
        for value in range(max(low, key.low), min(high, key.high) + 1):
            if value in found:
                b.report(
                    "RD219",
                    "two rows have this key",
                    row.key.span,
                    "a value has one row",
                    Label(found[value].span, "the other row"),
                )
                good = False
                break
            found[value] = row
    missing = [v for v in range(key.low, key.high + 1) if v not in found]
    if good and missing:
        shown = ft.show_constant(b, missing[0], key)
        b.report(
            "RD220",
            f"`{node.name.text}` has no row for {shown}",
            node.name.span,
            "a table has a row for every value of its index",
        )
        return None
    return found if good else None


def _column(b: Builder, nodes: list[tree.Expr]) -> tuple[Type, tuple[int, ...]]:
    """The type of a column and its entries: where one is a member, numbers are members too."""
    wanted: Type | None = None
    for node in {id(node): node for node in nodes}.values():
        if not isinstance(node, tree.Number):
            value = ex.lower(b, CONSTANT, node)
            if value.type.kind not in ("number", "unknown"):
                wanted = value.type.sure()
                break
    if wanted is not None and wanted.kind == "member":
        count = len(b.enumerations[wanted.enumeration].members)
        wanted = t.member(wanted.enumeration, count)
    values: list[int] = []
    types: list[Type] = []
    lowered: dict[int, Value] = {}
    for node in nodes:
        if id(node) not in lowered:  # a row of several keys stands there for each of them
            lowered[id(node)] = ex.lower(b, CONSTANT, node, wanted)
        value = lowered[id(node)]
        if value.is_unknown:
            return t.UNKNOWN, tuple(0 for _ in nodes)
        if value.constant is None:
            ft.not_constant(b, node)
            return t.UNKNOWN, tuple(0 for _ in nodes)
        if not t.same_kind(value.type, types[0] if types else value.type):
            b.report(
                "RD201",
                f"a column holds things of one type, and this is {t.say(value.type, b.enumeration_names)}",
                node.span,
                None,
                Label(nodes[0].span, f"this is {t.say(types[0], b.enumeration_names)}"),
            )
            return t.UNKNOWN, tuple(0 for _ in nodes)
        types.append(value.type)
        values.append(value.constant)
    return t.join_all(types), tuple(values)
