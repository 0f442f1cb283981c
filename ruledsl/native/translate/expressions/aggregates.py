"""Counts, sums and searches in a generated program."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ruledsl.machine.model import SAFE, Expr
from ruledsl.native.analysis.facts import safe
from ruledsl.native.plan.faults import Kind
from ruledsl.native.program import tree
from ruledsl.native.program.body import ONE, ZERO, negated, truth_of
from ruledsl.native.program.read import folded
from ruledsl.native.program.tree import Local, Num, Number, Truth
from ruledsl.native.translate.context import Context
from ruledsl.native.translate.expressions.lists import (
    Cells,
    Source,
    ask_for_all,
    holds_cards,
    key_of,
    length,
    source,
    surely_decided,
)
from ruledsl.native.translate.expressions.values import TRUTHS, VALUES, spend, truth, value


@contextmanager
def elements(ctx: Context, expr: Expr) -> Iterator[Source]:
    """The list of an aggregate, its elements counted and, where that is asked for, drawn."""
    with source(ctx, expr.args[0]) as found:
        if ctx.make.counts_work:
            spend(ctx, found.count(ctx), expr)
        if expr.nums[1] and holds_cards(ctx, expr.args[0]):
            ask_for_all(ctx, expr.args[0], found)
        yield found


@contextmanager
def each(ctx: Context, expr: Expr, found: Source) -> Iterator[Number]:
    """Statements that are added happen for every element that fulfils the condition.

    The element has its name within them only: its variable may be one that is never set on other ways."""
    cell = expr.nums[0]
    before, known = ctx.env.get(cell), ctx.known.pop(cell, None)
    with found.each(ctx) as element:
        ctx.env[cell] = element
        condition = truth(ctx, expr.args[1])
        with ctx.body.when(condition):
            yield element
    if before is None:
        del ctx.env[cell]
    else:
        ctx.env[cell] = before
    ctx.known.pop(cell, None)
    if known is not None:
        ctx.known[cell] = known


def _count(ctx: Context, expr: Expr) -> Number:
    with elements(ctx, expr) as found:
        condition = expr.args[1]
        if condition.op == "const" and condition.nums[0]:
            return ctx.body.keep(found.count(ctx))
        result = ctx.body.variable(ZERO)
        with each(ctx, expr, found):
            ctx.body.put(result, folded("+", ONE, result))
        return result


def _some(ctx: Context, expr: Expr) -> Truth:
    """`any` and `every`: look for an element that decides the matter."""
    decided = ONE if expr.op == "any" else ZERO
    with elements(ctx, expr) as found:
        result = ctx.body.variable(ZERO if expr.op == "any" else ONE)
        with each(ctx, expr, found):
            test = truth(ctx, expr.args[2])
            with ctx.body.when(test if expr.op == "any" else negated(test)):
                ctx.body.put(result, decided)
                ctx.body.add(tree.Break())
        return truth_of(result)


def _sum(ctx: Context, expr: Expr) -> Number:
    with elements(ctx, expr) as found:
        result = ctx.body.variable(ZERO)
        many = length(ctx, expr.args[0])
        with each(ctx, expr, found):
            bound = ctx.bound(expr.args[2])
            term = value(ctx, expr.args[2])
            if safe(bound) and many * max(abs(bound.low), abs(bound.high)) <= SAFE:
                ctx.proven()
                ctx.body.put(result, folded("+", result, term))
            else:
                term = ctx.body.keep(term)
                ctx.body.put(result, folded("+", result, term))
                inside = tree.Inside(-SAFE, result, SAFE)
                ctx.check(inside, Kind.SUM, expr.span, term)
        return result


def _otherwise(ctx: Context, expr: Expr, last: int, kind: Kind, a: Number = ZERO) -> Number | None:
    """What an aggregate yields where it finds no answer; without that a fault."""
    if len(expr.args) > last:
        return value(ctx, expr.args[last])
    ctx.fault(kind, expr.span, a)
    return None


def _extreme(ctx: Context, expr: Expr) -> Number:
    sign: tree.Sign = "<" if expr.op == "min" else ">"
    result = ctx.body.variable(ZERO)
    found_any = ctx.body.variable(ZERO)
    with elements(ctx, expr) as found, each(ctx, expr, found):
        term = ctx.body.keep(value(ctx, expr.args[2]))
        first = tree.Compare("==", found_any, ZERO)
        with ctx.body.when(tree.Or(first, tree.Compare(sign, term, result))):
            ctx.body.put(result, term)
            ctx.body.put(found_any, ONE)
    with ctx.body.when(tree.Compare("==", found_any, ZERO)):
        instead = _otherwise(ctx, expr, 3, Kind.NOTHING)
        if instead is not None:
            ctx.body.put(result, instead)
    return result


class _Found:
    """Elements that an aggregate has found: the first, how many, and whether all are one to the rules.

    Where cards may be undecided they are written down, so that they can be drawn first.
    """

    def __init__(self, ctx: Context, expr: Expr, start: Number | None) -> None:
        self.ctx = ctx
        self.expr = expr
        self.cards = holds_cards(ctx, expr.args[0])
        self.start = start
        self.first = ctx.body.variable(ZERO)
        self.many = ctx.body.variable(ZERO)
        self.same = ctx.body.variable(ONE)
        self.key: Local = ctx.body.variable(ZERO)

    def begin(self, element: Number) -> None:
        """This element is the only one, so far."""
        body = self.ctx.body
        body.put(self.first, element)
        body.put(self.many, ONE)
        if self.start is not None:
            body.store(self.start, element)
        else:
            body.put(self.key, self._key(element))
            body.put(self.same, ONE)

    def another(self, element: Number) -> None:
        """This is one more."""
        body = self.ctx.body
        if self.start is not None:
            body.store(folded("+", self.start, self.many), element)
        else:
            with body.when(tree.Compare("!=", self._key(element), self.key)):
                body.put(self.same, ZERO)
        body.put(self.many, folded("+", ONE, self.many))

    def add(self, element: Number) -> None:
        """This is the first, or one more."""
        body = self.ctx.body
        with body.apart() as first:
            self.begin(element)
        with body.apart() as more:
            self.another(element)
        body.add(tree.If(tree.Compare("==", self.many, ZERO), tuple(first), tuple(more)))

    def _key(self, element: Number) -> Number:
        return key_of(self.ctx, element) if self.cards else element

    def settle(self) -> None:
        """Once more than one is found: draw those that must be, and see whether all look alike."""
        if self.start is None:
            return
        ctx, body = self.ctx, self.ctx.body
        listed = Cells(self.start, self.many)
        with body.when(tree.Compare(">", self.many, ONE)):
            ask_for_all(ctx, self.expr.args[0], listed)
            body.put(self.key, self._key(self.first))
            with (
                listed.each(ctx) as element,
                body.when(tree.Compare("!=", self._key(element), self.key)),
            ):
                body.put(self.same, ZERO)

    @property
    def one(self) -> Truth:
        """Whether there is one answer."""
        some = tree.Compare(">", self.many, ZERO)
        return tree.And(some, tree.Compare("!=", self.same, ZERO))


@contextmanager
def _finding(ctx: Context, expr: Expr) -> Iterator[tuple[Source, _Found]]:
    listed = expr.args[0]
    with elements(ctx, expr) as found:
        drawn = expr.nums[1] != 0 or surely_decided(ctx, listed)
        if not holds_cards(ctx, listed) or drawn:
            yield found, _Found(ctx, expr, None)
        else:
            with ctx.space(length(ctx, listed)) as start:
                yield found, _Found(ctx, expr, ctx.body.keep(start))


def _the(ctx: Context, expr: Expr) -> Number:
    with _finding(ctx, expr) as (found, those):
        with each(ctx, expr, found) as element:
            those.add(element)
        those.settle()
        with ctx.body.when(negated(those.one)):
            _no_answer(ctx, expr, 2, Kind.SEVERAL, those)
        return those.first


def _no_answer(ctx: Context, expr: Expr, last: int, kind: Kind, those: _Found) -> None:
    if len(expr.args) > last:
        ctx.body.put(those.first, value(ctx, expr.args[last]))
        return
    with ctx.body.when(tree.Compare("==", those.many, ZERO)):
        ctx.fault(Kind.NOTHING, expr.span)
    ctx.fault(kind, expr.span, those.many)


def _best(ctx: Context, expr: Expr) -> Number:
    sign: tree.Sign = ">" if expr.op == "highest" else "<"
    takes_first = expr.nums[2] != 0
    body = ctx.body
    with _finding(ctx, expr) as (found, those):
        top = body.variable(ZERO)
        with each(ctx, expr, found) as element:
            rank = body.keep(value(ctx, expr.args[2]))
            none_yet = tree.Compare("==", those.many, ZERO)
            with body.apart() as better:
                body.put(top, rank)
                those.begin(element)
            with body.apart() as other:
                if not takes_first:
                    with body.when(tree.Compare("==", rank, top)):
                        those.another(element)
            above = tree.Or(none_yet, tree.Compare(sign, rank, top))
            body.add(tree.If(above, tuple(better), tuple(other)))
        if takes_first:
            answered: Truth = tree.Compare(">", those.many, ZERO)
        else:
            those.settle()
            answered = those.one
        with body.when(negated(answered)):
            _no_answer(ctx, expr, 3, Kind.TIE, those)
        return those.first


VALUES.update(
    {
        "count": _count,
        "sum": _sum,
        "min": _extreme,
        "max": _extreme,
        "the": _the,
        "highest": _best,
        "lowest": _best,
    }
)
TRUTHS.update({"any": _some, "every": _some})

__all__ = ["Num", "each", "elements"]
