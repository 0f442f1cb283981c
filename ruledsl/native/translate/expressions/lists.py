"""Lists in a generated program: most are gone through where they lie, the others are written down first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import frozen

from ruledsl.limits import EXPRESSION_ELEMENTS
from ruledsl.machine.model import NONE, Expr
from ruledsl.machine.sorts import sort_of
from ruledsl.native.analysis.facts import safe
from ruledsl.native.plan.faults import Kind
from ruledsl.native.program import tree
from ruledsl.native.program.body import ONE, ZERO, number_of, truth_of
from ruledsl.native.program.names import Name, Role
from ruledsl.native.program.read import folded
from ruledsl.native.program.tree import Num, Number, Truth
from ruledsl.native.translate.context import Context
from ruledsl.native.translate.expressions.cards import base, face_of, pool_of, zone_of
from ruledsl.native.translate.expressions.values import (
    TRUTHS,
    called,
    in_place,
    index,
    is_small,
    value,
)


@frozen
class Span:
    """The numbers from one to another, both included."""

    low: Number
    high: Number

    def count(self, ctx: Context) -> Number:
        """How many there are."""
        many = folded("+", ONE, folded("-", self.high, self.low))
        if isinstance(many, Num):
            return Num(max(many.value, 0))
        many = ctx.body.keep(many)
        return tree.Pick(tree.Compare(">", many, ZERO), many, ZERO)

    @contextmanager
    def each(self, ctx: Context) -> Iterator[Number]:
        """Statements that are added happen for every element."""
        with ctx.body.each(self.low, folded("+", ONE, self.high)) as element:
            yield element


@frozen
class Cells:
    """So many elements of ``S``, forwards (``step`` 1) or backwards (-1) from one on."""

    start: Number
    many: Number
    step: int = 1

    def count(self, _: Context) -> Number:
        """How many there are."""
        return self.many

    def place(self, at: Number) -> Number:
        """Where the element number ``at`` (from 0) stands."""
        return folded("+", self.start, at) if self.step > 0 else folded("-", self.start, at)

    @contextmanager
    def each(self, ctx: Context) -> Iterator[Number]:
        """Statements that are added happen for every element."""
        start = ctx.body.keep(self.start)
        if self.step > 0:
            with ctx.body.through(start, folded("+", start, self.many)) as element:
                yield element
        else:
            with ctx.body.each(ZERO, self.many) as at:
                yield ctx.body.variable(tree.Load(folded("-", start, at)))


@frozen
class Entries:
    """So many constants from one on."""

    start: Number
    many: Number

    def count(self, _: Context) -> Number:
        """How many there are."""
        return self.many

    @contextmanager
    def each(self, ctx: Context) -> Iterator[Number]:
        """Statements that are added happen for every element."""
        start = ctx.body.keep(self.start)
        with ctx.body.each(start, folded("+", start, self.many)) as at:
            yield ctx.body.variable(tree.Entry(at))


Source = Span | Cells | Entries
"""A list that can be gone through."""


def holds_cards(ctx: Context, expr: Expr) -> bool:
    """Whether a list's elements are cards."""
    return sort_of(expr, ctx.make.machine) == "cards"


def length(ctx: Context, expr: Expr) -> int:
    """How many elements a list can have at the most."""
    ctx.bound(expr)
    return ctx.make.facts.length(expr)


@contextmanager
def source(ctx: Context, expr: Expr) -> Iterator[Source]:
    """The elements of a list, for as long as the room is kept in which they may stand."""
    match expr.op:
        case "range":
            yield _range(ctx, expr)
        case "list" if all(arg.op in ("const", "look") for arg in expr.args):
            numbers = [arg.nums[0] for arg in expr.args]
            yield Entries(Num(ctx.make.constants.place(numbers)), Num(len(numbers)))
        case "row":
            yield _row(ctx, expr)
        case "cards" if expr.args[0].op in ("zone", "zone_at"):
            yield _cards(ctx, expr)
        case "call" if is_small(ctx, expr.nums[0]):
            around = in_place(ctx, expr)
            with source(ctx, ctx.make.machine.defines[expr.nums[0]].body) as inner:
                ctx.env, ctx.known = around
                yield inner
        case _:
            with ctx.space(length(ctx, expr)) as start:
                start = ctx.body.keep(start)
                end = ctx.body.keep(fill(ctx, expr, start))
                yield Cells(start, ctx.body.keep(folded("-", end, start)))


def fill(ctx: Context, expr: Expr, to: Number) -> Number:
    """Write a list down where there is room for it; its end."""
    match expr.op:
        case "join":
            middle = ctx.body.keep(fill(ctx, expr.args[0], to))
            return fill(ctx, expr.args[1], middle)
        case "list" if any(arg.op not in ("const", "look") for arg in expr.args):
            for place, arg in enumerate(expr.args):
                ctx.body.store(folded("+", Num(place), to), value(ctx, arg))
            return folded("+", Num(len(expr.args)), to)
        case "family_cards":
            family = ctx.make.machine.families[expr.nums[0]]
            end = ctx.body.variable(to)
            with ctx.body.each(Num(family.first), Num(family.first + family.size)) as zone:
                ctx.body.put(end, tree.Call(Name(Role.LISTED), (zone, end)))
            return end
        case "cards" if expr.args[0].op not in ("zone", "zone_at"):
            return tree.Call(Name(Role.LISTED), (value(ctx, expr.args[0]), to))
        case "call" if not is_small(ctx, expr.nums[0]):
            return called(ctx, expr, Role.FILL, to)
    with source(ctx, expr) as found:
        return written(ctx, found, to)


def written(ctx: Context, found: Source, to: Number) -> Number:
    """Write the elements of a list to cells; its end."""
    if isinstance(found, Cells) and found.step > 0:
        many = ctx.body.keep(found.many)
        ctx.body.add(tree.Copy(to, found.start, many))
        return folded("+", to, many)
    end = ctx.body.variable(to)
    with found.each(ctx) as element:
        ctx.body.store(end, element)
        ctx.body.put(end, folded("+", ONE, end))
    return end


def _range(ctx: Context, expr: Expr) -> Span:
    low, high = (value(ctx, arg) for arg in expr.args)
    a, b = (ctx.bound(arg) for arg in expr.args)
    low, high = ctx.body.keep(low), ctx.body.keep(high)
    if safe(a) and safe(b):
        ctx.proven()
    else:
        numbers = tree.And(tree.Compare("!=", low, Num(NONE)), tree.Compare("!=", high, Num(NONE)))
        ctx.check(numbers, Kind.RANGE_NONE, expr.span)
    if safe(a) and safe(b) and b.high - a.low < EXPRESSION_ELEMENTS:
        ctx.proven()
    else:
        short = tree.Compare("<", folded("-", high, low), Num(EXPRESSION_ELEMENTS))
        ctx.check(short, Kind.RANGE_LONG, expr.span, low, high)
    return Span(low, high)


def _row(ctx: Context, expr: Expr) -> Entries:
    rows = ctx.make.machine.lists[expr.nums[0]]
    constants = ctx.make.constants
    starts = constants.place([constants.place(row) for row in rows])
    lengths = constants.place([len(row) for row in rows])
    place = ctx.body.keep(index(ctx, expr.args[0], len(rows), expr))
    start = tree.Entry(folded("+", Num(starts - 1), place))
    many = tree.Entry(folded("+", Num(lengths - 1), place))
    return Entries(ctx.body.keep(start), ctx.body.keep(many))


def _cards(ctx: Context, expr: Expr) -> Cells:
    zone = expr.args[0]
    start = ctx.body.keep(base(ctx, zone))
    many = ctx.body.keep(tree.Load(start))
    if ctx.make.frame.places[ctx.make.zones(zone)[0]] == "pile":
        return Cells(folded("+", start, many), many, -1)
    return Cells(folded("+", ONE, start), many)


# --- undecided cards -------------------------------------------------------------------------


def surely_decided(ctx: Context, expr: Expr) -> bool:
    """Whether no card of a list can be undecided."""
    match expr.op:
        case "cards":
            return ctx.make.decided.issuperset(ctx.make.zones(expr.args[0]))
        case "family_cards":
            family = ctx.make.machine.families[expr.nums[0]]
            zones = range(family.first, family.first + family.size)
            return ctx.make.decided.issuperset(zones)
        case "join":
            return all(surely_decided(ctx, arg) for arg in expr.args)
        case "call":
            return surely_decided(ctx, ctx.make.machine.defines[expr.nums[0]].body)
        case _:
            return False


def ask_for_all(ctx: Context, expr: Expr, found: Source) -> None:
    """The function ends, to be begun again, where cards of a list are undecided."""
    if surely_decided(ctx, expr):
        ctx.proven()
        return
    assert isinstance(found, Cells)
    opened = tree.Load(Num(ctx.make.layout.opened))
    with ctx.body.when(tree.Compare("!=", opened, ZERO)):
        call = tree.Call(Name(Role.LACKING), (found.start, found.many, Num(found.step)))
        ctx.passed(call, asks=True)


def key_of(ctx: Context, element: Number) -> Number:
    """What tells decided cards apart where cards of one look are one: the look, or ``none`` itself."""
    kept = ctx.body.keep(element)
    return tree.Pick(tree.Compare(">=", kept, ZERO), face_of(ctx, kept), kept)


# --- membership ------------------------------------------------------------------------------


def _within(ctx: Context, expr: Expr) -> Truth:
    listed = expr.args[0]
    if listed.op == "cards":
        number = ctx.body.keep(value(ctx, listed.args[0]))
        operand = ctx.body.keep(value(ctx, expr.args[1]))
        there = tree.Inside(0, operand, ctx.make.layout.cards - 1)
        return tree.And(there, tree.Compare("==", zone_of(ctx, operand), number))
    with source(ctx, listed) as found:
        operand = ctx.body.keep(value(ctx, expr.args[1]))
        return member(ctx, found, operand)


def member(ctx: Context, found: Source, operand: Number) -> Truth:
    """Whether a value is in a list."""
    if isinstance(found, Span):
        return tree.And(
            tree.Compare("<=", found.low, operand), tree.Compare("<=", operand, found.high)
        )
    result = ctx.body.variable(ZERO)
    with found.each(ctx) as element, ctx.body.when(tree.Compare("==", element, operand)):
        ctx.body.put(result, ONE)
        ctx.body.add(tree.Break())
    return truth_of(result)


def _alike_within(ctx: Context, expr: Expr) -> Truth:
    with source(ctx, expr.args[0]) as found:
        operand = ctx.body.keep(value(ctx, expr.args[1]))
        ask_for_all(ctx, expr.args[0], found)
        result = ctx.body.variable(ZERO)
        with found.each(ctx) as element:
            card = tree.Compare(">=", element, ZERO)
            same = tree.Compare("==", face_of(ctx, element), operand)
            with ctx.body.when(tree.And(card, same)):
                ctx.body.put(result, ONE)
                ctx.body.add(tree.Break())
        return truth_of(result)


TRUTHS["within"] = _within
TRUTHS["alike_within"] = _alike_within

__all__ = [
    "Cells",
    "Entries",
    "Source",
    "Span",
    "ask_for_all",
    "fill",
    "holds_cards",
    "key_of",
    "length",
    "member",
    "number_of",
    "pool_of",
    "source",
    "surely_decided",
    "written",
]
