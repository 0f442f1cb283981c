"""The syntax tree back to text: ``parse(show(file))`` gives the same tree again.

Comments are not in the tree, so this is no formatter for files that people keep;
it is for messages, for showing a variant with its base merged in, and for tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ruledsl.syntax import tree as t
from ruledsl.syntax.print_expressions import (
    RANGE,
    SUM,
    show_all,
    show_binder,
    show_expr,
    show_range,
)
from ruledsl.syntax.print_statements import INDENT, show_block, show_statement, show_step

__all__ = ["show", "show_binder", "show_declaration", "show_expr", "show_statement", "show_step"]


def show(file: t.File) -> str:
    """A whole rule file as text."""
    header = file.header
    base = "" if header.base is None else f" of {header.base.text}"
    kind = "game" if header.base is None else "variant"
    lines = [f"language {file.language}", f'{kind} {header.name.text}{base} "{header.title}"']
    lines += _doc(header.doc)
    before: t.Declaration | t.Change | None = None
    for declaration in file.declarations:
        own = show_declaration(declaration)
        if type(before) is not type(declaration) or len(own) > 1:
            lines.append("")
        lines += own
        before = declaration
    return "\n".join(lines) + "\n"


def show_declaration(declaration: t.Declaration | t.Change) -> list[str]:
    """The lines of a declaration, or of a change that a variant makes."""
    lines: list[str] = _LINES[type(declaration)](declaration)
    if not isinstance(declaration, t.Described):
        return lines
    if isinstance(declaration, _WITH_A_BLOCK):
        return [lines[0], *_doc(declaration.doc, INDENT), *lines[1:]]
    return [*lines, *_doc(declaration.doc)]


def _doc(doc: str | None, margin: str = "") -> list[str]:
    if doc is None:
        return []
    space = " " if doc.endswith('"') else ""
    first, *rest = f'"""{doc}{space}"""'.split("\n")
    return [margin + first, *(margin + line if line else "" for line in rest)]


_WITH_A_BLOCK = (t.Deck, t.Table, t.Setup, t.Action, t.Phase, t.Play, t.Match, t.Test)
"""The declarations that have their docstring at the head of their block."""


def _type(kind: t.TypeRef) -> str:
    return show_expr(kind.domain, RANGE) + (" or none" if kind.or_none else "")


def _index(index: t.IndexDecl | None) -> str:
    if index is None:
        return ""
    variable = "" if index.variable is None else f"{index.variable.text} in "
    return f"[{variable}{index.domain.text}]"


def _seen(visibility: t.Visibility) -> str:
    to_all = (
        "" if visibility.to_all_if is None else f", by all if {show_expr(visibility.to_all_if)}"
    )
    return f"seen by {visibility.who}{to_all}"


def _members(members: Iterable[t.Name | t.Number]) -> list[str]:
    return [m.text if isinstance(m, t.Name) else str(m.value) for m in members]


def _quoted(word: str, text: str | None) -> str:
    return "" if text is None else f' {word}"{text}"'


def _bracketed(parts: Iterable[str]) -> str:
    inside = ", ".join(parts)
    return f"({inside})" if inside else ""


def _body(head: str, body: Iterable[t.Statement]) -> list[str]:
    return [f"{head}:", *show_block(body)]


def _players(d: t.Players) -> str:
    both = show_expr(d.low, SUM) if d.low == d.high else show_range(d.low, d.high)
    return f"players {both}"


def _option(d: t.Option) -> str:
    return f"option {d.name.text}: {_type(d.type)} = {show_expr(d.default)}{_quoted('', d.meaning)}"


def _card(d: t.CardKind) -> str:
    fields = ", ".join(f"{f.name.text}: {_type(f.type)}" for f in d.attributes)
    return f"card {d.name.text}({fields}){_quoted('shown as ', d.shown)}"


def _deck_value(value: Any) -> str:
    if isinstance(value, t.EachIn):
        return f"each {show_expr(value.domain)}"
    if isinstance(value, t.EachOf):
        return f"each of {' '.join(_members(value.members))}"
    if isinstance(value, t.EachRow):
        return f"each row of {value.table.text}"
    return show_expr(value)


def _deck_line(line: t.DeckLine) -> str:
    copies = "" if line.copies is None else f"{_copies(line.copies)} * "
    condition = "" if line.condition is None else f" where {show_expr(line.condition)}"
    return f"{copies}{line.kind.text}({', '.join(map(_deck_value, line.arguments))}){condition}"


def _copies(copies: t.Expr) -> str:
    plain = isinstance(copies, t.Number | t.Ref)
    return show_expr(copies) if plain else f"({show_expr(copies)})"


def _deck(d: t.Deck) -> list[str]:
    lines = [INDENT + _deck_line(line) for line in d.lines]
    return [f"deck {d.name.text}{_index(d.index)}:", *lines]


def _zone(d: t.Zone) -> str:
    return f"{d.place} {d.name.text}{_index(d.index)} {_seen(d.visibility)}"


def _money(d: t.Money) -> str:
    limit = "" if d.limit is None else f" up to {show_expr(d.limit)}"
    pieces = f" shown in {show_all(d.shown)}" if d.shown else ""
    head = f"money {d.name.text}{_index(d.index)} = {show_expr(d.initial)}{limit}"
    return f"{head}{pieces} {_seen(d.visibility)}"


def _var(d: t.Var) -> str:
    per = "" if d.per is None else f" per {d.per.text}"
    head = f"var {d.name.text}{_index(d.index)}: {_type(d.type)} = {show_expr(d.initial)}"
    return f"{head} {_seen(d.visibility)}{per}"


def _table(d: t.Table) -> list[str]:
    index = "" if d.index is None else f"[{d.index.text}]"
    columns = ", ".join(column.text for column in d.columns)
    lines = [f"table {d.name.text}{index}{': ' + columns if columns else ''}"]
    for row in d.rows:
        key = "" if row.key is None else f"{show_expr(row.key)}: "
        lines.append(f"{INDENT}{key}{show_all(row.values)}")
    return lines


def _define(d: t.Define) -> str:
    params = (p.name.text + ("" if p.type is None else f": {_type(p.type)}") for p in d.params)
    return f"define {d.name.text}{_bracketed(params)} = {show_expr(d.value)}"


def _param(param: t.Param) -> str:
    names = ", ".join(name.text for name in param.names)
    secretly = "secretly " if param.secretly else ""
    return f"{secretly}{names} in {show_expr(param.domain, RANGE)}"


def _action(d: t.Action) -> list[str]:
    return _body(f"action {d.name.text}{_bracketed(map(_param, d.params))}", d.body)


def _ties(d: t.Ties) -> str:
    return "ties shared" if d.value is None else f"ties by {d.extreme} {show_expr(d.value)}"


def _match(d: t.Match) -> list[str]:
    lines = [f"{INDENT}{s.name.text} = {show_expr(s.value)}" for s in d.settings]
    return [f'match {d.name.text} "{d.title}":', *lines]


def _test(d: t.Test) -> list[str]:
    return [f'test "{d.title}":', *(INDENT + show_step(step) for step in d.steps)]


def _replace(d: t.Replace) -> list[str]:
    first, *rest = show_declaration(d.declaration)
    return [f"replace {first}", *rest]


def _remove(d: t.Remove) -> str:
    return f'remove test "{d.name.text}"' if d.kind == "test" else f"remove {d.kind} {d.name.text}"


def _line(show_it: Callable[[Any], str]) -> Callable[[Any], list[str]]:
    return lambda d: [show_it(d)]


_LINES: dict[type, Callable[[Any], list[str]]] = {
    t.Players: _line(_players),
    t.Team: _line(lambda d: f"team {d.name.text} = {show_all(d.seats)}"),
    t.Option: _line(_option),
    t.Enumeration: _line(lambda d: f"type {d.name.text} = {', '.join(_members(d.members))}"),
    t.RangeType: _line(lambda d: f"type {d.name.text} = {show_range(d.low, d.high)}"),
    t.CardKind: _line(_card),
    t.Deck: _deck,
    t.Zone: _line(_zone),
    t.Money: _line(_money),
    t.Var: _line(_var),
    t.Table: _table,
    t.Define: _line(_define),
    t.Setup: lambda d: _body("setup", d.body),
    t.Action: _action,
    t.Phase: lambda d: _body(f"phase {d.name.text}", d.body),
    t.Play: lambda d: _body("play", d.body),
    t.Score: _line(lambda d: f"score {d.variable.text} in {d.domain.text} = {show_expr(d.value)}"),
    t.Win: _line(lambda d: f"win by {d.extreme} score"),
    t.Ties: _line(_ties),
    t.Match: _match,
    t.Test: _test,
    t.Replace: _replace,
    t.Amend: lambda d: _body(f"amend action {d.action.text}", d.body),
    t.Remove: _line(_remove),
    t.SetOption: _line(lambda d: f"set {d.option.text} = {show_expr(d.value)}"),
}
