"""Statements and the lines of tests as text, line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ruledsl.syntax import tree as t
from ruledsl.syntax.print_expressions import RANGE, show_all, show_binder, show_expr

INDENT = "    "


def show_block(body: Iterable[t.Statement]) -> list[str]:
    """The lines of a block, one level deeper."""
    return [INDENT + line for statement in body for line in show_statement(statement)]


def show_statement(statement: t.Statement) -> list[str]:
    """The lines of a statement, beginning at the margin."""
    lines: list[str] = _LINES[type(statement)](statement)
    return lines


def _where(condition: t.Expr | None) -> str:
    return "" if condition is None else f" where {show_expr(condition)}"


def _until(condition: t.Expr | None) -> str:
    return "" if condition is None else f" until {show_expr(condition)}"


def _require(s: t.Require) -> str:
    reason = "" if s.reason is None else f', otherwise "{s.reason}"'
    return f"require {show_expr(s.condition)}{reason}"


def _amount(amount: t.Expr | None, up_to: bool) -> str:
    if amount is None:
        return "all"
    return f"up to {show_expr(amount)}" if up_to else show_expr(amount)


def _move(s: t.Move) -> str:
    if isinstance(s.what, t.Quantity):
        what = f"{_amount(s.what.amount, s.what.up_to)} from {show_expr(s.what.source)}"
    else:
        what = show_all(s.what)
    return f"move {what} to {show_expr(s.to)}{' underneath' if s.underneath else ''}"


def _reveal(s: t.Reveal) -> str:
    return f"reveal {show_expr(s.what)}" + ("" if s.to is None else f" to {show_expr(s.to)}")


def _pay(s: t.Pay) -> str:
    amount = _amount(s.amount, s.up_to)
    return f"pay {amount} from {show_expr(s.source)} to {show_expr(s.target)}"


def _offer(offer: t.Offer) -> str:
    arguments = "" if offer.arguments is None else f"({show_all(offer.arguments)})"
    return f"{offer.action.text}{arguments}"


def _choose(s: t.Choose) -> str:
    word = "may" if s.optional else "must"
    otherwise = "" if s.otherwise is None else f", otherwise {_offer(s.otherwise)}"
    return f"{word} {' or '.join(map(_offer, s.offers))}{otherwise}"


def _if(s: t.If) -> list[str]:
    lines: list[str] = []
    for word, arm in zip(["if", *["elif"] * len(s.arms)], s.arms, strict=False):
        lines += [f"{word} {show_expr(arm.condition)}:", *show_block(arm.body)]
    return lines + (["else:", *show_block(s.otherwise)] if s.otherwise else [])


def _repeat_head(s: t.Repeat) -> str:
    return "repeat" + ("" if s.times is None else f" {show_expr(s.times)} times") + _until(s.until)


def _turns_head(s: t.Turns) -> str:
    return f"turns from {show_expr(s.start)}{_where(s.condition)}{_until(s.until)}"


def _each_head(s: t.Each) -> str:
    start = "" if s.start is None else f" from {show_expr(s.start)}"
    return f"each {'other ' if s.other else ''}player{start}{_where(s.condition)}"


def _simple(show: Callable[[Any], str]) -> Callable[[Any], list[str]]:
    return lambda s: [show(s)]


def _compound(head: Callable[[Any], str]) -> Callable[[Any], list[str]]:
    return lambda s: [f"{head(s)}:", *show_block(s.body)]


_LINES: dict[type, Callable[[Any], list[str]]] = {
    t.Require: _simple(_require),
    t.Assign: _simple(lambda s: f"{show_expr(s.target)} {s.op} {show_expr(s.value)}"),
    t.Let: _simple(lambda s: f"let {s.name.text} = {show_expr(s.value)}"),
    t.Move: _simple(_move),
    t.Shuffle: _simple(lambda s: f"shuffle {show_expr(s.zone)}"),
    t.Gather: _simple(lambda s: f"gather {show_expr(s.deck)}"),
    t.Reveal: _simple(_reveal),
    t.Pay: _simple(_pay),
    t.Do: _simple(lambda s: f"do {s.phase.text}"),
    t.Choose: _simple(_choose),
    t.End: _simple(lambda s: f"end {s.phase.text}"),
    t.Announce: _simple(lambda s: f'announce "{s.text}"'),
    t.If: _if,
    t.For: _compound(lambda s: f"for {show_binder(s.binder)}"),
    t.Repeat: _compound(_repeat_head),
    t.Turns: _compound(_turns_head),
    t.Each: _compound(_each_head),
    t.Together: _compound(lambda s: f"together each player{_where(s.condition)}"),
    t.Acts: _compound(lambda s: f"player {show_expr(s.player)} acts"),
}


# --- the lines of tests -------------------------------------------------------------------


def show_step(step: t.TestStep) -> str:
    """A line of a test."""
    line: str = _STEPS[type(step)](step)
    return line


def _values(values: Iterable[t.Expr | t.Words | t.CardIn]) -> str:
    return ", ".join(map(show_value, values))


def show_value(value: t.Expr | t.Words | t.CardIn) -> str:
    """A value of a test, or a card with or without the place where it lies."""
    match value:
        case t.Words():
            return show_words(value)
        case t.CardIn(card=card, place=place):
            return f"{show_words(card)} in {show_expr(place, RANGE)}"
        case _:
            return show_expr(value)


def show_words(value: t.Words) -> str:
    """A card as it is named in a test: plain words, or any text in quotes."""
    return f'"{value.words[0]}"' if len(value.words) == 1 else " ".join(value.words)


def _test_move(move: t.TestMove) -> str:
    return move.action.text + (f"({_values(move.arguments)})" if move.arguments else "")


def _test_moves(moves: Iterable[t.TestMove]) -> str:
    return "; ".join(map(_test_move, moves))


def _sees(s: t.Sees) -> str:
    verb = "does not see" if s.negated else "sees"
    return f"expect {show_expr(s.seat)} {verb} {_values(s.things)}"


def _tells(s: t.Tells) -> str:
    verb = "cannot" if s.negated else "can"
    return f'expect {show_expr(s.seat)} {verb} tell this from "{s.title}"'


def _refuse(s: t.Refuse) -> str:
    reason = "" if s.reason is None else f' because "{s.reason}"'
    return f"refuse {show_expr(s.seat)}: {_test_move(s.move)}{reason}"


_STEPS: dict[type, Callable[[Any], str]] = {
    t.Given: lambda s: f"given {show_expr(s.target)} = {_values(s.values)}",
    t.GivenOption: lambda s: f"given option {s.option.text} = {show_expr(s.value)}",
    t.When: lambda s: f"when {show_expr(s.seat)}: {_test_moves(s.moves)}",
    t.WhenPhase: lambda s: f"when phase {s.phase.text}",
    t.PlayOn: lambda _: "play on",
    t.Expect: lambda s: f"expect {show_all((s.condition, *s.also))}",
    t.Sees: _sees,
    t.Tells: _tells,
    t.Moves: lambda s: f"moves of {show_expr(s.seat)}: {_test_moves(s.moves)}",
    t.Refuse: _refuse,
    t.Deal: lambda s: f"deal {_values(s.outcomes)}",
}
