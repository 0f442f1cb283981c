"""Cards, their faces and the places where they lie, in a generated program."""

from __future__ import annotations

from itertools import pairwise

from ruledsl.machine.model import MISSING, Expr
from ruledsl.native.plan.faults import Kind
from ruledsl.native.program import tree
from ruledsl.native.program.body import ZERO
from ruledsl.native.program.read import folded
from ruledsl.native.program.tree import Array, Num, Number, Truth
from ruledsl.native.translate.context import Context, Top
from ruledsl.native.translate.expressions.values import TRUTHS, VALUES, index, value, within

_CARDS = frozenset({"first", "last", "at"})
"""Operators that yield a card whenever they yield anything."""


def is_card(ctx: Context, expr: Expr) -> bool:
    """Whether an expression surely yields a card, and not ``none``."""
    if expr.op in _CARDS:
        return True
    bound = ctx.bound(expr)
    return not bound.unset and bound.within(0, ctx.make.layout.cards - 1)


def card(ctx: Context, expr: Expr, kind: Kind, owner: Expr) -> Number:
    """A card; a fault of that kind at ``owner`` where there is none."""
    found = ctx.body.keep(value(ctx, expr))
    if is_card(ctx, expr):
        ctx.proven()
    else:
        ctx.check(tree.Inside(0, found, ctx.make.layout.cards - 1), kind, owner.span)
    return within(found, 0, ctx.make.layout.cards - 1)


def face_of(ctx: Context, found: Number) -> Number:
    """The look of a card."""
    face = tree.Load(found, Array.FACE)
    return ctx.body.kept.get(face, face)


def pool_of(ctx: Context, found: Number) -> Number:
    """The pool that a card belongs to, 0 once it is decided."""
    return ctx.body.kept.get(pool := tree.Load(found, Array.POOL), pool)


def zone_of(ctx: Context, found: Number) -> Number:
    """The zone in which a card lies."""
    return ctx.body.kept.get(zone := tree.Load(found, Array.WHERE), zone)


def _face(ctx: Context, expr: Expr) -> Number:
    return face_of(ctx, card(ctx, expr.args[0], Kind.CARD, expr))


def _drawn_face(ctx: Context, expr: Expr) -> Number:
    found = card(ctx, expr.args[0], Kind.CARD, expr)
    with ctx.body.when(tree.Compare("!=", pool_of(ctx, found), ZERO)):
        ctx.ask(found)
    return face_of(ctx, found)


def _is_look(ctx: Context, expr: Expr) -> bool:
    """Whether an expression surely yields a look, and not ``none``."""
    if expr.op in ("face", "drawn_face", "look"):
        return True
    bound = ctx.bound(expr)
    return not bound.unset and bound.within(0, len(ctx.make.machine.looks) - 1)


def _attr(ctx: Context, expr: Expr) -> Number:
    number = expr.nums[0]
    column = ctx.make.machine.attributes[number].values
    look = ctx.body.keep(value(ctx, expr.args[0]))
    if _is_look(ctx, expr.args[0]):
        ctx.proven()
    else:
        inside = tree.Inside(0, look, len(column) - 1)
        ctx.check(inside, Kind.ATTRIBUTE, expr.span, look, nums=(number,))
    look = within(look, 0, len(column) - 1)
    if isinstance(look, Num) and column[look.value] != MISSING:
        ctx.proven()
        return Num(column[look.value])
    entry = tree.Entry(folded("+", Num(ctx.make.constants.place(column)), look))
    if MISSING not in column:
        ctx.proven()
        return entry
    found = ctx.body.keep(entry)
    there = tree.Compare("!=", found, Num(MISSING))
    ctx.check(there, Kind.ATTRIBUTE, expr.span, look, nums=(number,))
    return found


def _is_kind(ctx: Context, expr: Expr) -> Truth:
    look = ctx.body.keep(value(ctx, expr.args[0]))
    if _is_look(ctx, expr.args[0]):
        ctx.proven()
    else:
        ctx.check(tree.Inside(0, look, len(ctx.make.machine.looks) - 1), Kind.CARD, expr.span)
    look = within(look, 0, len(ctx.make.machine.looks) - 1)
    kinds = {kind.kind for kind in ctx.make.machine.looks}
    if len(kinds) == 1:
        return tree.Always(kinds == {expr.nums[0]})
    entry = tree.Entry(folded("+", Num(ctx.make.kinds), look))
    return tree.Compare("==", entry, Num(expr.nums[0]))


# --- zones -----------------------------------------------------------------------------------


def _zone(_: Context, expr: Expr) -> Number:
    return Num(expr.nums[0])


def _zone_at(ctx: Context, expr: Expr) -> Number:
    first, size = expr.nums
    return folded("+", Num(first - 1), index(ctx, expr.args[0], size, expr))


def base_of(ctx: Context, number: Number, evenly: range | None = None) -> Number:
    """The cell where a zone begins; worked out where all that it may be follow each other evenly."""
    if isinstance(number, Num):
        return Num(ctx.make.frame.bases[number.value])
    if evenly is not None:
        bases = ctx.make.frame.bases[evenly.start : evenly.stop]
        strides = {after - before for before, after in pairwise(bases)}
        if len(strides) == 1:
            stride = strides.pop()
            first = bases[0] - stride * evenly.start
            return folded("+", Num(first), folded("*", number, Num(stride)))
    return tree.Entry(folded("+", Num(ctx.make.bases), number))


def base(ctx: Context, expr: Expr) -> Number:
    """The cell where the zone of an expression begins; worked out, not looked up, where places follow evenly."""
    if expr.op == "zone_at":
        first, size = expr.nums
        bases = ctx.make.frame.bases[first : first + size]
        strides = {after - before for before, after in pairwise(bases)}
        if len(strides) == 1:
            stride = strides.pop()
            place = index(ctx, expr.args[0], size, expr)
            if isinstance(place, Num):
                return Num(bases[place.value - 1])
            return folded("+", Num(bases[0] - stride), folded("*", place, Num(stride)))
    return base_of(ctx, value(ctx, expr))


def _size(ctx: Context, expr: Expr) -> Number:
    start = base(ctx, expr.args[0])
    # The same size, and the same place, are often asked for again.
    if isinstance(start, Num) or ctx.quiet:
        return tree.Load(start)
    return ctx.body.keep(tree.Load(ctx.body.keep(start)))


def _first(ctx: Context, expr: Expr) -> Number:
    start = ctx.body.keep(base(ctx, expr.args[0]))
    ctx.check(tree.Compare("!=", tree.Load(start), ZERO), Kind.EMPTY, expr.span)
    return tree.Load(folded("+", Num(1), start))


def _last(ctx: Context, expr: Expr) -> Number:
    start = ctx.body.keep(base(ctx, expr.args[0]))
    count = ctx.body.keep(tree.Load(start))
    ctx.check(tree.Compare("!=", count, ZERO), Kind.EMPTY, expr.span)
    found = tree.Load(folded("+", start, count))
    zones = ctx.make.zones(expr.args[0])
    places = {ctx.make.frame.places[zone] for zone in zones}
    if "zone" in places or ctx.quiet or ctx.body.loops:
        return found
    kept = ctx.body.keep(found)
    ctx.tops[kept] = Top(start, count, zones)
    return kept


def _at(ctx: Context, expr: Expr) -> Number:
    start = ctx.body.keep(base(ctx, expr.args[0]))
    place = ctx.body.keep(value(ctx, expr.args[1]))
    count = ctx.body.keep(tree.Load(start))
    there = tree.And(tree.Compare(">", place, ZERO), tree.Compare("<=", place, count))
    ctx.check(there, Kind.PLACE, expr.span, place, count)
    return tree.Load(folded("+", start, within(place, 1, ctx.make.layout.cards)))


VALUES.update(
    {
        "face": _face,
        "drawn_face": _drawn_face,
        "attr": _attr,
        "zone": _zone,
        "zone_at": _zone_at,
        "size": _size,
        "first": _first,
        "last": _last,
        "at": _at,
    }
)
TRUTHS["is_kind"] = _is_kind
