"""The end: score, who wins, what decides a tie; and matches, whole games in a row."""

from __future__ import annotations

from ruledsl import limits
from ruledsl.diagnostics.suggest import closest
from ruledsl.lower import calls, defines
from ruledsl.lower import expressions as ex
from ruledsl.lower import fitting as ft
from ruledsl.lower import values as v
from ruledsl.lower.builder import Builder
from ruledsl.lower.declare import CONSTANT, each_of
from ruledsl.lower.scope import Scope
from ruledsl.lower.types import Type
from ruledsl.lower.values import Value
from ruledsl.machine import model as m
from ruledsl.machine.model import Expr
from ruledsl.syntax import tree

_STARTERS = ("lot", "alternates", "winner", "loser")
_WINNERS = ("most_rounds", "highest_total", "lowest_total")


def score(b: Builder, label: int, over: int) -> None:
    """The state that works out the result."""
    node = next(each_of(b, tree.Score), None)
    ties = next(each_of(b, tree.Ties), None)
    if node is None:
        if "score" not in b.symbols.broken:
            b.report(
                "RD106",
                "the ruleset does not say how it is scored",
                b.ruleset.header.name.span,
                "add a line like `score p in Player = points[p]`",
            )
        b.put(label, m.Over())
        return
    seat = b.register()
    scope = Scope("score")
    defines.check_local(b, scope, node.variable)
    player = Value(Type("player", 1, b.players), Expr("cell", (seat,)))
    match node.domain.text:
        case "Player":
            bound = player
        case "Team" if b.teams:
            bound = calls.team_of(b, player, node.variable.span)
        case "Team":
            b.report(
                "RD216",
                "there are no teams in this ruleset",
                node.domain.span,
                "declare them: `team NAME = 1, 3`",
            )
            bound = v.UNKNOWN
        case _:
            b.report(
                "RD202",
                f"a score is for each `Player` or each `Team`, not `{node.domain.text}`",
                node.domain.span,
                "write `score p in Player = ...`",
            )
            bound = v.UNKNOWN
    scope = scope.bind(node.variable.text, bound, node.variable.span)
    value = ex.number_of(b, scope, node.value)
    tie: Value | None = None
    if ties is not None and ties.value is not None:
        tie = ex.number_of(b, scope, ties.value)
    if value.is_unknown or (tie is not None and tie.is_unknown):
        b.put(label, m.Over(span=node.span))
        return
    b.put(
        label,
        m.Score(seat, value.code, tie.code if tie is not None else None, over, span=node.span),
    )


def winning(b: Builder) -> tuple[str, str]:
    """Who wins (``highest`` or ``lowest``), and what decides a tie."""
    win = next(each_of(b, tree.Win), None)
    ties = next(each_of(b, tree.Ties), None)
    return (
        win.extreme if win is not None else "highest",
        ties.extreme if ties is not None and ties.extreme is not None else "shared",
    )


def matches(b: Builder) -> tuple[m.MatchInfo, ...]:
    """The matches that the ruleset declares."""
    return tuple(x for node in each_of(b, tree.Match) if (x := _match(b, node)) is not None)


def _match(b: Builder, node: tree.Match) -> m.MatchInfo | None:
    rounds: int | None = None
    chosen = {"starter": "lot", "winner": "highest_total"}
    seen: set[str] = set()
    for setting in node.settings:
        name = setting.name.text
        if name in seen:
            b.report(
                "RD105",
                f"`{name}` is set twice",
                setting.name.span,
                "a match has each setting once",
            )
            continue
        seen.add(name)
        if name == "rounds":
            rounds = ft.constant_number(b, CONSTANT, setting.value)
            if rounds is not None and not 1 <= rounds <= limits.ROUNDS:
                b.report(
                    "RD212",
                    f"a match has 1 to {limits.ROUNDS} games, not {rounds}",
                    setting.value.span,
                )
                rounds = 1
            continue
        if name not in chosen:
            near = closest(name, ["rounds", *chosen])
            b.report(
                "RD119",
                f"a match has no setting `{name}`",
                setting.name.span,
                "its settings are `rounds`, `starter` and `winner`",
                meant=near,
            )
            continue
        closed = _STARTERS if name == "starter" else _WINNERS
        word = setting.value.name if isinstance(setting.value, tree.Ref) else ""
        if word not in closed:
            near = closest(word, closed)
            b.report(
                "RD119",
                f"`{name}` of a match is one of " + ", ".join(f"`{x}`" for x in closed),
                setting.value.span,
                meant=near,
            )
            continue
        chosen[name] = word
    if "rounds" not in seen:
        b.report(
            "RD119",
            f"`{node.name.text}` does not say how many games it has",
            node.name.span,
            "add `rounds = 3`",
        )
    if rounds is None:
        return None
    return m.MatchInfo(
        node.name.text,
        node.title,
        rounds,
        chosen["starter"],  # type: ignore[arg-type]
        chosen["winner"],  # type: ignore[arg-type]
    )
