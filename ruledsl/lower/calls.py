"""Calls: the built-in functions, cards named by kind and attributes, and what only tests may mention."""

from __future__ import annotations

from ruledsl.diagnostics.model import Label
from ruledsl.diagnostics.suggest import closest
from ruledsl.lower import defines
from ruledsl.lower import expressions as ex
from ruledsl.lower import fitting as ft
from ruledsl.lower import types as t
from ruledsl.lower import values as v
from ruledsl.lower.builder import (
    Builder,
    DefineThing,
    ZoneThing,
)
from ruledsl.lower.scope import Scope
from ruledsl.lower.types import Type
from ruledsl.lower.values import UNKNOWN, Value
from ruledsl.machine import model as m
from ruledsl.machine.model import Expr
from ruledsl.semantics.symbols import BUILT_IN_FUNCTIONS
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.printer import show_expr

_ARITY = {
    "next": (1, 2),
    "previous": (1, 2),
    "partner": (1, 1),
    "team_of": (1, 1),
    "top": (1, 1),
    "bottom": (1, 1),
    "first": (1, 1),
    "last": (1, 1),
    "size": (1, 1),
    "ordinal": (1, 1),
    "random": (1, 1),
}


_EXAMPLES = {
    "next": "next(p)` or `next(p, 2)",
    "previous": "previous(p)` or `previous(p, 2)",
    "partner": "partner(p)",
    "team_of": "team_of(p)",
    "top": "top(pile)",
    "bottom": "bottom(pile)",
    "first": "first(row)",
    "last": "last(row)",
    "size": "size(zone)",
    "ordinal": "ordinal(x)",
    "random": "random(1..6)",
}


def call(b: Builder, scope: Scope, node: tree.Call) -> Value:
    """``name(a, b)``."""
    name = node.name.text
    if name in BUILT_IN_FUNCTIONS and name not in scope.locals:
        least, most = _ARITY[name]
        if not least <= len(node.arguments) <= most:
            wanted = str(least) if least == most else f"{least} or {most}"
            b.report(
                "RD205",
                f"`{name}` takes {wanted} argument{'s' if wanted != '1' else ''}, not {len(node.arguments)}",
                node.span,
                f"write `{_EXAMPLES[name]}`",
            )
            return UNKNOWN
        return _built_in(b, scope, node, name)
    thing = b.things.get(name)
    if isinstance(thing, DefineThing):
        return defines.define_call(b, scope, thing, node.arguments, name, node.span)
    kind = next((k for k in b.kinds if k.node.name.text == name), None)
    if kind is not None:
        return _card(b, scope, node, kind.number)
    if thing is None and name not in b.symbols.declared:
        if name in b.symbols.broken:
            return UNKNOWN
        functions = [
            *BUILT_IN_FUNCTIONS,
            *(n for n, x in b.things.items() if isinstance(x, DefineThing)),
        ]
        near = closest(name, functions)
        help_text = "a function of your own is declared by `define`"
        if name in ("count", "sum", "min", "max", "any", "every", "the", "highest", "lowest"):
            help_text = f"write `{name}(` without a blank, and `x in ...` or `for x in ...` in it"
            near = None
        b.report("RD115", f"there is no function `{name}`", node.name.span, help_text, meant=near)
        return UNKNOWN
    declared = b.symbols.declared.get(name)
    if isinstance(declared, tree.Action | tree.Phase):
        is_action = isinstance(declared, tree.Action)
        how = f"`must {name}` offers it" if is_action else f"`do {name}` plays it"
        if len(node.arguments) == 1 and isinstance(node.arguments[0], tree.Number):
            how += f"; a number is drawn by `random(1..{show_expr(node.arguments[0])})`"
        message = f"`{name}` is {'an action' if is_action else 'a phase'}, not a value"
        at = Label(declared.name.span, "declared here")
        b.report("RD206", message, node.name.span, how, at)
        return UNKNOWN
    b.report(
        "RD206",
        f"`{name}` cannot be called",
        node.name.span,
        f"brackets pick a member: `{name}[...]`",
        Label(b.declared_at(name), "declared here"),
    )
    return UNKNOWN


def _card(b: Builder, scope: Scope, node: tree.Call, number: int) -> Value:
    """``Kind(a, b)``: the look of a card."""
    kind = b.kinds[number]
    if len(kind.types) != len(kind.node.attributes):
        return UNKNOWN  # an attribute of it is declared twice
    if len(node.arguments) != len(kind.types):
        b.report(
            "RD205",
            f"`{kind.node.name.text}` has {t.counted(len(kind.types), 'attribute')}, not {len(node.arguments)}",
            node.span,
            f"write `{kind.node.name.text}({', '.join(a.name.text for a in kind.node.attributes)})` with a value for each",
            Label(kind.node.name.span, "declared here"),
        )
        return UNKNOWN
    values = [
        ft.constant(
            b, scope, argument, type_, f"`{attribute.name.text}` of `{kind.node.name.text}`"
        )
        for argument, type_, attribute in zip(
            node.arguments, kind.types, kind.node.attributes, strict=True
        )
    ]
    if any(x is None for x in values):
        return UNKNOWN
    key = (number, tuple(x for x in values if x is not None))
    if key not in b.look_numbers and not b.decks_whole:
        return UNKNOWN
    if key not in b.look_numbers:
        b.report(
            "RD407",
            f"no deck has a card `{show_expr(node)}`",
            node.span,
            "only cards of the decks can be named",
            Label(kind.node.name.span, "the kind is declared here"),
        )
        return UNKNOWN
    return v.look(b.look_numbers[key], number, node.span)


# --- built-in functions -----------------------------------------------------------------


def _built_in(b: Builder, scope: Scope, node: tree.Call, name: str) -> Value:
    argument = node.arguments[0]
    match name:
        case "next" | "previous":
            return _neighbour(b, scope, node)
        case "partner":
            player = ft.fit(
                b, scope, argument, Type("player", 1, b.players), "the argument of `partner`"
            )
            return UNKNOWN if player.is_unknown else _partner(b, player, node)
        case "team_of":
            player = ft.fit(
                b, scope, argument, Type("player", 1, b.players), "the argument of `team_of`"
            )
            if player.is_unknown or not _have_teams(b, node.span):
                return UNKNOWN
            return team_of(b, player, node.span)
        case "top" | "bottom" | "first" | "last":
            return _end_of_zone(b, scope, node, name)
        case "size":
            return size_of(b, scope, argument, node.span)
        case "ordinal":
            return _ordinal(b, scope, node)
        case _:
            b.report(
                "RD302",
                "`random` cannot stand inside an expression",
                node.span,
                "roll first, `let rolled = random(...)`, and go on with `rolled`"
                if scope.place in ("effect", "flow")
                else "it may be the whole right side of `=` or `let`, an initial value, or the card of a `move`",
            )
            return UNKNOWN


def _neighbour(b: Builder, scope: Scope, node: tree.Call) -> Value:
    player_type = Type("player", 1, b.players)
    player = ft.fit(b, scope, node.arguments[0], player_type, f"the argument of `{node.name.text}`")
    steps = v.const(1)
    if len(node.arguments) == 2:
        steps = ex.number_of(b, scope, node.arguments[1])
    if player.is_unknown or steps.is_unknown:
        return UNKNOWN
    sign: tree.BinaryOp = "+" if node.name.text == "next" else "-"
    span = node.span
    shifted = v.arithmetic(sign, v.arithmetic("-", player, v.const(1), span), steps, span)
    around = v.arithmetic("mod", shifted, v.const(b.players), span)
    seat = v.arithmetic("+", around, v.const(1), span)
    return Value(player_type, seat.code)


def _have_teams(b: Builder, span: Span) -> bool:
    if not b.teams:
        b.report(
            "RD216", "there are no teams in this ruleset", span, "declare them: `team NAME = 1, 3`"
        )
    return bool(b.teams)


def team_of(b: Builder, player: Value, span: Span) -> Value:
    """The team that a seat belongs to."""
    of = {seat: team.number for team in b.teams for seat in team.seats}
    array = tuple(of.get(seat, 1) for seat in range(1, b.players + 1))
    type_ = Type("team", 1, max(1, len(b.teams)), whose="side" if player.type.whose else "")
    if player.constant is not None:
        return v.const(array[player.constant - 1], type_, span)
    return v.call("table", type_, player, nums=(_array(b, array),), span=span)


def _array(b: Builder, array: tuple[int, ...]) -> int:
    if array not in b.tables:
        b.tables.append(array)
    return b.tables.index(array)


def _partner(b: Builder, player: Value, node: tree.Call) -> Value:
    if not _have_teams(b, node.span):
        return UNKNOWN
    if any(len(team.seats) != 2 for team in b.teams):
        odd = next(team for team in b.teams if len(team.seats) != 2)
        b.report(
            "RD216",
            f"`partner` needs teams of two, and `{odd.name}` has {len(odd.seats)}",
            node.span,
            None,
            Label(b.declared_at(odd.name), "declared here"),
        )
        return UNKNOWN
    partner = {a: c for team in b.teams for a, c in (team.seats, team.seats[::-1])}
    array = tuple(partner.get(seat, seat) for seat in range(1, b.players + 1))
    type_ = Type("player", 1, b.players, whose="side" if player.type.whose else "")
    if player.constant is not None:
        return v.const(array[player.constant - 1], type_, node.span)
    return v.call("table", type_, player, nums=(_array(b, array),), span=node.span)


def seat_of_team(b: Builder, scope: Scope, node: tree.Index, team: Value) -> Value:
    """``t[1]``: the first seat of a team, in the order written."""
    place = ex.number_of(b, scope, node.index)
    if place.is_unknown:
        return UNKNOWN
    longest = max((len(x.seats) for x in b.teams), default=1)
    if place.type.low > longest or place.type.high < 1:
        b.report("RD211", f"a team has the seats 1..{longest}", node.index.span)
        return UNKNOWN
    flat = tuple(
        seat for x in b.teams for seat in (*x.seats, *([m.NONE] * (longest - len(x.seats))))
    )
    bounded = place
    if place.constant is None:
        bounded = v.call("bounded", t.number(1, longest), place, nums=(1, longest), span=node.span)
    start = v.arithmetic(
        "*",
        v.arithmetic("-", Value(t.number(1, len(b.teams)), team.code), v.const(1), node.span),
        v.const(longest),
        node.span,
    )
    position = v.arithmetic("+", start, bounded, node.span)
    ragged = any(len(x.seats) != longest for x in b.teams)
    seat_type = Type("player", 1, b.players, maybe=ragged, whose=team.type.whose)
    if position.constant is not None and not ragged:
        return v.const(flat[position.constant - 1], seat_type, node.span)
    value = v.call("table", seat_type, position, nums=(_array(b, flat),), span=node.span)
    return ex.sure(value, node.span)


def _end_of_zone(b: Builder, scope: Scope, node: tree.Call, name: str) -> Value:
    zone = ex.lower(b, scope, node.arguments[0])
    zone = ex.as_value(b, zone, node.arguments[0], scope)
    if zone.is_unknown:
        return UNKNOWN
    thing = ex.zone_thing(b, zone) if zone.type.kind == "zone" else None
    if thing is None:
        b.report(
            "RD201",
            f"`{name}` is for a {'pile' if name in ('top', 'bottom') else 'row'}, and `{show_expr(node.arguments[0])}` is {t.say(zone.type, b.enumeration_names)}",
            node.arguments[0].span,
        )
        return UNKNOWN
    wanted = "pile" if name in ("top", "bottom") else "row"
    if thing.place != wanted:
        shown = show_expr(node.arguments[0])
        if thing.place == "zone":
            help_text = "a zone has no order: name a card by what it is, `the(c in zone where ...)`"
        else:
            ends = "`top` and `bottom`" if thing.place == "pile" else "`first` and `last`"
            help_text = f"a {thing.place} has {ends}"
        b.report(
            "RD402",
            f"`{shown}` is a {thing.place}: it has no `{name}`",
            node.span,
            help_text,
            Label(thing.span, "declared here"),
        )
        return UNKNOWN
    op = "last" if name in ("top", "last") else "first"
    return v.call(op, ex.card_in(b, zone.type), zone, span=node.span)


def size_of(b: Builder, scope: Scope, node: tree.Expr, span: Span) -> Value:
    """How many cards a zone (or all places of a family) holds."""
    zone = ex.lower(b, scope, node)
    if zone.is_unknown:
        return UNKNOWN
    if isinstance(zone.thing, ZoneThing):
        code = Expr("family_cards", (zone.thing.number,), span=span)
        cell = b.scratch_cell("card")
        count = Expr("count", (cell, 0), (code, Expr("const", (1,))), span=span)
        return Value(t.number(0, len(b.cards)), count)
    if zone.type.kind != "zone":
        zone = ex.as_value(b, zone, node, scope)
        if not zone.is_unknown:
            b.report(
                "RD201",
                f"a zone is wanted here, and `{show_expr(node)}` is {t.say(zone.type, b.enumeration_names)}",
                node.span,
                "only places for cards have a size and can be empty",
            )
        return UNKNOWN
    return v.call("size", t.number(0, len(b.cards)), zone, span=span)


def _ordinal(b: Builder, scope: Scope, node: tree.Call) -> Value:
    argument = node.arguments[0]
    value = ex.as_value(b, ex.lower(b, scope, argument), argument, scope)
    if value.is_unknown:
        return UNKNOWN
    if value.type.kind not in ("member", "player", "team"):
        b.report(
            "RD201",
            f"`ordinal` is for members of a type and players, and `{show_expr(argument)}` is {t.say(value.type, b.enumeration_names)}",
            argument.span,
        )
        return UNKNOWN
    value = ex.needed(b, scope, argument, value)
    return Value(t.number(value.type.low, value.type.high), value.code)


# --- matches and tests --------------------------------------------------------------------


def match_total(b: Builder, scope: Scope, node: tree.Index) -> Value:
    """``total[p]``: what a seat has scored in the earlier games of the match."""
    place = ft.fit(b, scope, node.index, Type("player", 1, b.players), "the index of `total`")
    if place.is_unknown:
        return UNKNOWN
    scope.uses.cells = True
    return v.call("item", t.NUMBER, place, nums=(b.totals, b.players), span=node.span)


def test_score(b: Builder, scope: Scope, node: tree.Index) -> Value:
    """``score[p]`` in a test."""
    place = ft.fit(b, scope, node.index, Type("player", 1, b.players), "the index of `score`")
    if place.is_unknown:
        return UNKNOWN
    return v.call("item", t.NUMBER, place, nums=(b.scores, b.players), span=node.span)
