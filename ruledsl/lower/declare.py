"""Types, teams and options: what has to be known before cards and storage can be laid out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar, cast

from ruledsl import limits
from ruledsl.diagnostics.model import Label
from ruledsl.diagnostics.suggest import closest
from ruledsl.lower import fitting as ft
from ruledsl.lower import types as t
from ruledsl.lower.builder import Builder, DefineThing, Index, TeamThing, TypeThing
from ruledsl.lower.scope import Scope
from ruledsl.lower.types import Type
from ruledsl.lower.values import const
from ruledsl.machine import model as m
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.printer import show_expr

D = TypeVar("D", bound=tree.Node)

CONSTANT = Scope("constant")


def each_of(b: Builder, kind: type[D]) -> Iterator[D]:
    """The declarations of one class, in order."""
    found = b.by_class.get(kind)
    if found is None:
        found = tuple(d for d in b.ruleset.declarations if isinstance(d, kind))
        b.by_class[kind] = found
    return cast(Iterator[D], iter(found))


def declare_names(b: Builder) -> None:
    """What can be mentioned wherever it stands: defines, and what has a name and no value."""
    for node in b.ruleset.declarations:
        if isinstance(node, tree.Define):
            b.things[node.name.text] = DefineThing(node)
        elif isinstance(node, (tree.Action, tree.Phase, tree.Match, tree.Table)):
            b.things.setdefault(node.name.text, node)


def declare_types(b: Builder) -> None:
    """Enumerations, then options (whose range may be one), then ranges (which may mention options), then teams."""
    b.things["Bool"] = TypeThing("Bool", t.BOOL)
    b.things["Player"] = TypeThing("Player", Type("player", 1, b.players))
    for node in each_of(b, tree.Enumeration):
        members = tuple(x.text if isinstance(x, tree.Name) else str(x.value) for x in node.members)
        b.enumerations.append(m.Enumeration(node.name.text, members))
        b.things[node.name.text] = TypeThing(
            node.name.text, t.member(len(b.enumerations) - 1, len(members))
        )
    for number, option in enumerate(each_of(b, tree.Option)):
        if number == limits.OPTIONS:
            b.report(
                "RD502",
                f"the game has more than {limits.OPTIONS} options",
                option.name.span,
                "that is the limit; most settings would never be played",
            )
            break
        _declare_option(b, option)
    for ranged in each_of(b, tree.RangeType):
        type_ = _range(b, CONSTANT, ranged.low, ranged.high)
        b.things[ranged.name.text] = TypeThing(ranged.name.text, type_)
    _declare_teams(b)


def check_players(b: Builder) -> tuple[int, int] | None:
    """The least and the greatest number of players that the ruleset allows."""
    node = b.ruleset.players
    if node is None and "players" in b.symbols.broken:
        return None
    if node is None:
        b.report(
            "RD106",
            "the ruleset does not say how many play",
            b.ruleset.header.name.span,
            "add a line `players 2`, or `players 3..5`",
        )
        return None
    low = ft.constant_number(b, CONSTANT, node.low)
    high = low if node.high is node.low else ft.constant_number(b, CONSTANT, node.high)
    if low is None or high is None:
        return None
    if not 1 <= low <= high <= limits.PLAYERS:
        b.report(
            "RD212",
            f"a game has 1 to {limits.PLAYERS} players, not {low}..{high}"
            if low != high
            else f"a game has 1 to {limits.PLAYERS} players, not {low}",
            node.low.span.to(node.high.span),
            _players_help(node, low, high),
        )
        return None
    return low, high


def _players_help(node: tree.Players, low: int, high: int) -> str:
    if isinstance(node.low, tree.Binary) and node.low.op == "-":
        least, most = show_expr(node.low.left), show_expr(node.low.right)
        return f"a range is written with two dots: `players {least}..{most}`"
    return "write the least number first" if low > high else "write `players 2`, or `players 3..5`"


def _declare_option(b: Builder, node: tree.Option) -> None:
    type_ = type_of(b, CONSTANT, node.type)
    name = node.name.text
    if type_.kind not in ("number", "bool", "member") or type_.maybe:
        if type_.kind != "unknown":
            b.report(
                "RD202",
                f"an option cannot be {t.say(type_, b.enumeration_names)}",
                node.type.span,
                "an option is a range of numbers, `Bool`, or a type with members",
            )
        b.things[name] = const(0, t.UNKNOWN)
        return
    chosen = b.configuration.options.get(name)
    if chosen is None:  # otherwise what is declared need not fit what others are set to
        changed = b.ruleset.set_options.get(name)
        default = changed.value if changed is not None else node.default
        chosen = ft.constant(b, CONSTANT, default, type_)
        if changed is not None:
            ft.constant(b, CONSTANT, node.default, type_)
        if chosen is None:
            b.things[name] = const(0, t.UNKNOWN)
            return
    b.options.append(
        m.OptionValue(name, chosen, t.value_type(type_), type_.low, type_.high, node.meaning or "")
    )
    b.things[name] = const(chosen, type_ if type_.kind != "number" else None)


def _declare_teams(b: Builder) -> None:
    seen: dict[int, Span] = {}
    for node in each_of(b, tree.Team):
        seats: list[int] = []
        for seat in node.seats:
            number = ft.constant_number(b, CONSTANT, seat)
            if number is None:
                continue
            if not 1 <= number <= b.players:
                b.report(
                    "RD213",
                    f"with {b.players} players there is no seat {number}",
                    seat.span,
                    f"seats are numbered 1..{b.players}"
                    if b.has_fixed_players
                    else "a ruleset with teams has all their seats for every number of players that it allows",
                )
                continue
            if number in seen:
                b.report(
                    "RD214",
                    f"seat {number} is in a team already",
                    seat.span,
                    "a seat belongs to one team",
                    Label(seen[number], "first here"),
                )
                continue
            seen[number] = seat.span
            seats.append(number)
        b.teams.append(TeamThing(len(b.teams) + 1, node.name.text, tuple(seats)))
        b.things[node.name.text] = const(
            len(b.teams), Type("team", 1, max(1, sum(1 for _ in each_of(b, tree.Team))))
        )
    b.things["Team"] = TypeThing("Team", Type("team", 1, max(1, len(b.teams))))
    if b.teams:
        missing = [s for s in range(1, b.players + 1) if s not in seen]
        if missing:
            b.report(
                "RD215",
                f"seat {missing[0]} is in no team",
                b.ruleset.players.span if b.ruleset.players else b.ruleset.header.span,
                f"where there are teams, every seat belongs to one: add {missing[0]} to a team, or declare one of its own",
                *[Label(b.declared_at(team.name), "a team") for team in b.teams[:1]],
            )


def type_of(b: Builder, scope: Scope, ref: tree.TypeRef) -> Type:
    """The type that is written as ``T``, ``0..13`` or ``T or none``."""
    found = _domain_type(b, scope, ref.domain)
    return found.or_none() if ref.or_none and found.kind != "unknown" else found


def _range(b: Builder, scope: Scope, low_node: tree.Expr, high_node: tree.Expr) -> Type:
    """The numbers from one to another, both known before play."""
    low = ft.constant_number(b, scope, low_node)
    high = ft.constant_number(b, scope, high_node)
    if low is None or high is None:
        return t.UNKNOWN
    if low > high:
        b.report(
            "RD212",
            f"the range {low}..{high} is empty",
            low_node.span.to(high_node.span),
            "the first number is the least, the second the greatest",
        )
        return t.UNKNOWN
    return t.number(low, high)


def _domain_type(b: Builder, scope: Scope, node: tree.Expr) -> Type:
    if isinstance(node, tree.RangeOf):
        return _range(b, scope, node.low, node.high)
    if isinstance(node, tree.Ref):
        thing = b.things.get(node.name)
        if isinstance(thing, TypeThing):
            if thing.name == "Team" and not b.teams:
                b.report(
                    "RD216",
                    "there are no teams in this ruleset",
                    node.span,
                    "declare them: `team NAME = 1, 3`",
                )
                return t.UNKNOWN
            return thing.type
        if node.name not in b.things and node.name not in b.symbols.declared:
            types = [n for n, x in b.things.items() if isinstance(x, TypeThing)]
            if node.name in b.symbols.broken:
                return t.UNKNOWN
            kinds = [k.name.text for k in each_of(b, tree.CardKind)]
            near = closest(node.name, [*types, *kinds])
            b.report(
                "RD107",
                f"there is no type `{node.name}`",
                node.span,
                "a type is declared by `type`, a kind of card by `card`; or write a range: `0..13`",
                meant=near,
            )
            return t.UNKNOWN
    b.report(
        "RD203",
        f"`{show_expr(node)}` is no type",
        node.span,
        f"a range is written with two dots: `{show_expr(node.left)}..{show_expr(node.right)}`"
        if isinstance(node, tree.Binary) and node.op == "-"
        else "write a range (`0..13`), the name of a type, `Player`, `Team`, `Bool` or a kind of card",
        *(
            [Label(b.declared_at(node.name), "declared here")]
            if isinstance(node, tree.Ref) and node.name in b.symbols.declared
            else []
        ),
    )
    return t.UNKNOWN


def index_of(b: Builder, node: tree.IndexDecl | None) -> Index | None:
    """What ``[Player]`` (or ``[Column]``, ``[Team]``, ...) after a declared name amounts to."""
    if node is None:
        return None
    type_ = _domain_type(b, CONSTANT, tree.Ref(node.domain.text, span=node.domain.span))
    if type_.kind == "unknown":
        return None
    if type_.kind == "look" or type_.high - type_.low >= limits.FAMILY:
        b.report(
            "RD217",
            f"`{node.domain.text}` cannot be an index"
            if type_.kind == "look"
            else f"`{node.domain.text}` has {type_.high - type_.low + 1} values, too many for an index",
            node.domain.span,
            f"an index is `Player`, `Team` or a type of at most {limits.FAMILY} values",
        )
        return None
    values = range(type_.low, type_.high + 1)
    match type_.kind:
        case "member":
            names = b.enumerations[type_.enumeration].members
            labels = tuple(names[v - 1] for v in values)
        case "team":
            labels = tuple(team.name for team in b.teams)
        case "bool":
            labels = ("no", "yes")
        case _:
            labels = tuple(str(v) for v in values)
    owners: tuple[tuple[int, ...], ...]
    match type_.kind:
        case "player":
            owners = tuple((v,) for v in values)
        case "team":
            owners = tuple(team.seats for team in b.teams)
        case _:
            owners = tuple(() for _ in values)
    return Index(
        type_,
        type_.low,
        type_.high,
        labels,
        owners,
        node.domain.text,
        type_.kind in ("player", "team"),
    )


def index_type(index: Index | None) -> m.ValueType | None:
    """How the index of a family is read and shown."""
    return t.value_type(index.type) if index is not None else None
