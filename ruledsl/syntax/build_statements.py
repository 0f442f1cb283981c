"""The nodes of statements and of the lines of tests; see `build.py`."""

from __future__ import annotations

from typing import Any

from lark import Token

from ruledsl.source import Span
from ruledsl.syntax import tree as t
from ruledsl.syntax.build import Part, rule, split, text_of


@rule("require")
def _require(span: Span, parts: list[Any]) -> t.Require:
    (condition,), named = split(parts)
    return t.Require(condition, named.get("text"), span=span)


@rule("assign")
def _assign(span: Span, parts: list[Any]) -> t.Assign:
    op: Any = parts[1].value if len(parts) == 3 else "="
    return t.Assign(parts[0], op, parts[-1], span=span)


@rule("let")
def _let(span: Span, parts: list[Any]) -> t.Let:
    return t.Let(parts[0], parts[1], span=span)


@rule("amount")
def _amount(_span: Span, parts: list[Any]) -> Part:
    (part,) = parts
    if isinstance(part, Part):
        return Part("amount", (part.value, True))
    return Part("amount", (None if isinstance(part, Token) else part, False))


@rule("move")
def _move(span: Span, parts: list[Any]) -> t.Move:
    plain, named = split(parts)
    underneath = isinstance(plain[-1], Token)
    what = tuple(plain[:-1] if underneath else plain)
    return t.Move(what, named["to"], underneath, span=span)


@rule("move_some")
def _move_some(span: Span, parts: list[Any]) -> t.Move:
    plain, named = split(parts)
    amount, up_to = named["amount"]
    source: t.Expr = named["from"]
    reach = Span(span.file, span.line, span.column, source.span.end_line, source.span.end_column)
    quantity = t.Quantity(amount, up_to, source, span=reach)
    return t.Move(quantity, named["to"], bool(plain), span=span)


@rule("shuffle")
def _shuffle(span: Span, parts: list[Any]) -> t.Shuffle:
    return t.Shuffle(parts[0], span=span)


@rule("gather")
def _gather(span: Span, parts: list[Any]) -> t.Gather:
    return t.Gather(parts[0], span=span)


@rule("reveal")
def _reveal(span: Span, parts: list[Any]) -> t.Reveal:
    (what,), named = split(parts)
    return t.Reveal(what, named.get("to"), span=span)


@rule("pay")
def _pay(span: Span, parts: list[Any]) -> t.Pay:
    _, named = split(parts)
    amount, up_to = named["amount"]
    return t.Pay(amount, up_to, named["from"], named["to"], span=span)


@rule("do")
def _do(span: Span, parts: list[Any]) -> t.Do:
    return t.Do(parts[0], span=span)


@rule("offer")
def _offer(span: Span, parts: list[Any]) -> t.Offer:
    return t.Offer(parts[0], tuple(parts[1:]) or None, span=span)


@rule("otherwise")
def _otherwise(_span: Span, parts: list[Any]) -> Part:
    return Part("otherwise", parts[0])


@rule("must", "may")
def _choose(span: Span, parts: list[Any]) -> t.Choose:
    offers, named = split(parts)
    optional = isinstance(offers[0], Token)
    return t.Choose(optional, tuple(offers[optional:]), named.get("otherwise"), span=span)


@rule("end")
def _end(span: Span, parts: list[Any]) -> t.End:
    return t.End(parts[0], span=span)


@rule("announce")
def _announce(span: Span, parts: list[Any]) -> t.Announce:
    return t.Announce(text_of(parts[0]), span=span)


# --- statements that hold others ------------------------------------------------------


@rule("elif")
def _arm(span: Span, parts: list[Any]) -> t.Arm:
    (condition,), named = split(parts)
    return t.Arm(condition, named["block"], span=span)


@rule("else")
def _else(_span: Span, parts: list[Any]) -> Part:
    return Part("else", parts[0].value)


@rule("if")
def _if(span: Span, parts: list[Any]) -> t.If:
    (condition, *others), named = split(parts)
    body: tuple[t.Statement, ...] = named["block"]
    end = body[-1].span if body else condition.span
    first = t.Arm(condition, body, span=span.to(end) if others or "else" in named else span)
    return t.If((first, *others), named.get("else", ()), span=span)


@rule("for")
def _for(span: Span, parts: list[Any]) -> t.For:
    (binder,), named = split(parts)
    return t.For(binder, named["block"], span=span)


@rule("repeat", "repeat_times", "repeat_until")
def _repeat(span: Span, parts: list[Any]) -> t.Repeat:
    plain, named = split(parts)
    times = plain[0] if plain else None
    return t.Repeat(times, named.get("until"), named["block"], span=span)


@rule("turns")
def _turns(span: Span, parts: list[Any]) -> t.Turns:
    _, named = split(parts)
    return t.Turns(named["from"], named.get("where"), named.get("until"), named["block"], span=span)


@rule("each")
def _each(span: Span, parts: list[Any]) -> t.Each:
    other, named = split(parts)
    return t.Each(bool(other), named.get("from"), named.get("where"), named["block"], span=span)


@rule("together")
def _together(span: Span, parts: list[Any]) -> t.Together:
    _, named = split(parts)
    return t.Together(named.get("where"), named["block"], span=span)


@rule("acts")
def _acts(span: Span, parts: list[Any]) -> t.Acts:
    (player,), named = split(parts)
    return t.Acts(player, named["block"], span=span)


# --- the lines of tests -----------------------------------------------------------------


@rule("words")
def _words(span: Span, parts: list[Any]) -> t.Words:
    if isinstance(parts[0], Token) and parts[0].type == "STRING":
        return t.Words((text_of(parts[0]),), span=span)
    words = (part.text if isinstance(part, t.Name) else str(part) for part in parts)
    return t.Words(tuple(words), span=span)


@rule("card_in")
def _card_in(span: Span, parts: list[Any]) -> t.CardIn:
    return t.CardIn(parts[0], parts[1], span=span)


@rule("test_move")
def _test_move(span: Span, parts: list[Any]) -> t.TestMove:
    return t.TestMove(parts[0], tuple(parts[1:]), span=span)


@rule("given")
def _given(span: Span, parts: list[Any]) -> t.Given:
    return t.Given(parts[0], tuple(parts[1:]), span=span)


@rule("given_option")
def _given_option(span: Span, parts: list[Any]) -> t.GivenOption:
    return t.GivenOption(parts[0], parts[1], span=span)


@rule("deal")
def _deal(span: Span, parts: list[Any]) -> t.Deal:
    return t.Deal(tuple(parts), span=span)


@rule("when")
def _when(span: Span, parts: list[Any]) -> t.When:
    return t.When(parts[0], tuple(parts[1:]), span=span)


@rule("when_phase")
def _when_phase(span: Span, parts: list[Any]) -> t.WhenPhase:
    return t.WhenPhase(parts[0], span=span)


@rule("play_on")
def _play_on(span: Span, _parts: list[Any]) -> t.PlayOn:
    return t.PlayOn(span=span)


@rule("expect")
def _expect(span: Span, parts: list[Any]) -> t.Expect:
    return t.Expect(parts[0], tuple(parts[1:]), span=span)


@rule("sees")
def _sees(span: Span, parts: list[Any]) -> t.Sees:
    seat, *things = parts
    negated = not isinstance(things[0], Token)
    return t.Sees(seat, negated, tuple(things[not negated :]), span=span)


@rule("tells")
def _tells(span: Span, parts: list[Any]) -> t.Tells:
    seat, *rest = parts
    return t.Tells(seat, len(rest) == 1, text_of(rest[-1]), span=span)


@rule("moves")
def _moves(span: Span, parts: list[Any]) -> t.Moves:
    return t.Moves(parts[0], tuple(parts[1:]), span=span)


@rule("refuse")
def _refuse(span: Span, parts: list[Any]) -> t.Refuse:
    (seat, move), named = split(parts)
    return t.Refuse(seat, move, named.get("text"), span=span)
