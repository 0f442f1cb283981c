"""The nodes of declarations, changes and the file; see `build.py`."""

from __future__ import annotations

from typing import Any

from attrs import evolve
from lark import Token

from ruledsl.source import Span
from ruledsl.syntax import tree as t
from ruledsl.syntax.build import Part, rule, split, text_of


@rule("file")
def _file(span: Span, parts: list[Any]) -> t.File:
    (language, header, *declarations), _ = split(parts)
    return t.File(int(language), header, tuple(declarations), span=span)


@rule("game")
def _game(span: Span, parts: list[Any]) -> t.Header:
    (name, title), named = split(parts)
    return t.Header(name, None, text_of(title), named.get("doc"), span=span)


@rule("variant")
def _variant(span: Span, parts: list[Any]) -> t.Header:
    (name, base, title), named = split(parts)
    return t.Header(name, base, text_of(title), named.get("doc"), span=span)


@rule("described")
def _described(_span: Span, parts: list[Any]) -> t.Described:
    (declaration,), named = split(parts)
    described: t.Described = declaration
    return evolve(described, doc=named["doc"]) if "doc" in named else described


# --- changes ----------------------------------------------------------------------------


@rule("replace")
def _replace(span: Span, parts: list[Any]) -> t.Replace | Part:
    return t.Replace(parts[0], span=span)


@rule("amend")
def _amend(span: Span, parts: list[Any]) -> t.Amend:
    (action, *body), _ = split(parts)
    return t.Amend(action, tuple(body), span=span)


@rule("remove")
def _remove(span: Span, parts: list[Any]) -> t.Remove:
    kind, what = parts
    if isinstance(what, Token):
        place = Span(
            span.file, what.line or 0, what.column or 0, what.end_line or 0, what.end_column or 0
        )
        what = t.Name(text_of(what), span=place)
    return t.Remove(str(kind), what, span=span)


@rule("set")
def _set(span: Span, parts: list[Any]) -> t.SetOption:
    return t.SetOption(parts[0], parts[1], span=span)


# --- players, options, types --------------------------------------------------------------


@rule("players")
def _players(span: Span, parts: list[Any]) -> t.Players:
    (count,) = parts
    if isinstance(count, t.RangeOf):
        return t.Players(count.low, count.high, span=span)
    return t.Players(count, count, span=span)


@rule("team")
def _team(span: Span, parts: list[Any]) -> t.Team:
    return t.Team(parts[0], tuple(parts[1:]), span=span)


@rule("option")
def _option(span: Span, parts: list[Any]) -> t.Option:
    name, kind, default, *meaning = parts
    return t.Option(name, kind, default, text_of(meaning[0]) if meaning else None, span=span)


@rule("type")
def _type(span: Span, parts: list[Any]) -> t.TypeRef:
    (domain,), named = split(parts)
    return t.TypeRef(domain, "flag" in named, span=span)


@rule("enumeration")
def _enumeration(span: Span, parts: list[Any]) -> t.Enumeration:
    return t.Enumeration(parts[0], tuple(parts[1:]), span=span)


@rule("range_type")
def _range_type(span: Span, parts: list[Any]) -> t.RangeType:
    return t.RangeType(*parts, span=span)


# --- cards and where they lie -------------------------------------------------------------


@rule("field")
def _field(span: Span, parts: list[Any]) -> t.FieldDecl:
    return t.FieldDecl(parts[0], parts[1], span=span)


@rule("card")
def _card(span: Span, parts: list[Any]) -> t.CardKind:
    (name, *attributes), named = split(parts)
    return t.CardKind(name, tuple(attributes), named.get("text"), span=span)


@rule("each_in")
def _each_in(span: Span, parts: list[Any]) -> t.EachIn:
    return t.EachIn(parts[0], span=span)


@rule("each_of")
def _each_of(span: Span, parts: list[Any]) -> t.EachOf:
    return t.EachOf(tuple(parts), span=span)


@rule("each_row")
def _each_row(span: Span, parts: list[Any]) -> t.EachRow:
    return t.EachRow(parts[-1], span=span)


@rule("deck_line")
def _deck_line(span: Span, parts: list[Any]) -> t.DeckLine:
    (kind, *arguments), named = split(parts)
    return t.DeckLine(named.get("copies"), kind, tuple(arguments), named.get("where"), span=span)


@rule("index")
def _index(span: Span, parts: list[Any]) -> Part:
    variable = parts[0] if len(parts) == 2 else None
    return Part("index", t.IndexDecl(variable, parts[-1], span=span))


@rule("deck")
def _deck(span: Span, parts: list[Any]) -> t.Deck:
    (name, *lines), named = split(parts)
    return t.Deck(name, named.get("index"), tuple(lines), doc=named.get("doc"), span=span)


@rule("to_all")
def _to_all(_span: Span, parts: list[Any]) -> Part:
    return Part("to_all", parts[-1])


@rule("visibility")
def _visibility(span: Span, parts: list[Any]) -> t.Visibility:
    (who,), named = split(parts)
    return t.Visibility(who.value, named.get("to_all"), span=span)


@rule("zone")
def _zone(span: Span, parts: list[Any]) -> t.Zone:
    (place, name, seen), named = split(parts)
    return t.Zone(place.value, name, named.get("index"), seen, span=span)


@rule("pieces")
def _pieces(_span: Span, parts: list[Any]) -> Part:
    return Part("pieces", tuple(parts))


@rule("money")
def _money(span: Span, parts: list[Any]) -> t.Money:
    (name, initial, seen), named = split(parts)
    return t.Money(
        name,
        named.get("index"),
        initial,
        named.get("up_to"),
        named.get("pieces", ()),
        seen,
        span=span,
    )


@rule("var")
def _var(span: Span, parts: list[Any]) -> t.Var:
    (name, kind, initial, seen), named = split(parts)
    return t.Var(
        name,
        named.get("index"),
        kind,
        initial,
        seen,
        named.get("per"),
        span=span,
    )


@rule("columns")
def _columns(_span: Span, parts: list[Any]) -> Part:
    return Part("columns", tuple(parts))


@rule("row")
def _row(span: Span, parts: list[Any]) -> t.Row:
    values, named = split(parts)
    return t.Row(named.get("row_key"), tuple(values), span=span)


@rule("table")
def _table(span: Span, parts: list[Any]) -> t.Table:
    (name, *rows), named = split(parts)
    columns = named.get("columns", ())
    return t.Table(name, named.get("key"), columns, tuple(rows), doc=named.get("doc"), span=span)


# --- expressions with a name, the flow, the result ------------------------------------------


@rule("parameter")
def _parameter(span: Span, parts: list[Any]) -> t.DefineParam:
    return t.DefineParam(parts[0], parts[1] if len(parts) == 2 else None, span=span)


@rule("define")
def _define(span: Span, parts: list[Any]) -> t.Define:
    name, *params, value = parts
    return t.Define(name, tuple(params), value, span=span)


@rule("setup")
def _setup(span: Span, parts: list[Any]) -> t.Setup:
    body, named = split(parts)
    return t.Setup(tuple(body), doc=named.get("doc"), span=span)


@rule("play")
def _play(span: Span, parts: list[Any]) -> t.Play:
    body, named = split(parts)
    return t.Play(tuple(body), doc=named.get("doc"), span=span)


@rule("phase")
def _phase(span: Span, parts: list[Any]) -> t.Phase:
    (name, *body), named = split(parts)
    return t.Phase(name, tuple(body), doc=named.get("doc"), span=span)


@rule("choice")
def _choice(span: Span, parts: list[Any]) -> t.Param:
    secretly = isinstance(parts[0], Token)
    return t.Param(tuple(parts[secretly:-1]), parts[-1], secretly, span=span)


@rule("action")
def _action(span: Span, parts: list[Any]) -> t.Action:
    (name, *rest), named = split(parts)
    params = tuple(part for part in rest if isinstance(part, t.Param))
    effects = tuple(rest[len(params) :])
    return t.Action(name, params, effects, doc=named.get("doc"), span=span)


@rule("score")
def _score(span: Span, parts: list[Any]) -> t.Score:
    return t.Score(*parts, span=span)


@rule("win")
def _win(span: Span, parts: list[Any]) -> t.Win:
    return t.Win(parts[0].value, span=span)


@rule("ties")
def _ties(span: Span, parts: list[Any]) -> t.Ties:
    if not parts:
        return t.Ties(None, None, span=span)
    return t.Ties(parts[0].value, parts[1], span=span)


@rule("setting")
def _setting(span: Span, parts: list[Any]) -> t.Setting:
    return t.Setting(parts[0], parts[1], span=span)


@rule("match")
def _match(span: Span, parts: list[Any]) -> t.Match:
    (name, title, *settings), named = split(parts)
    return t.Match(name, text_of(title), tuple(settings), doc=named.get("doc"), span=span)


@rule("test")
def _test(span: Span, parts: list[Any]) -> t.Test:
    (title, *steps), named = split(parts)
    return t.Test(text_of(title), tuple(steps), doc=named.get("doc"), span=span)
