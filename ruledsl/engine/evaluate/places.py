"""Closures for cards, their faces, zones and lists."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from ruledsl.engine.evaluate.compiler import Builder, Closure, Compiler, Undecided, is_const
from ruledsl.engine.evaluate.values import outside
from ruledsl.engine.frame import Cells
from ruledsl.limits import EXPRESSION_ELEMENTS
from ruledsl.machine.model import MISSING, NONE, Expr

# --- cards -----------------------------------------------------------------------------------


def _face(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    faces, count = compiler.frame.faces, compiler.frame.card_count
    (operand,) = args

    def face(cells: Cells) -> int:
        card: int = operand(cells)
        if 0 <= card < count:
            return cells[faces + card]
        raise compiler.card_fault(expr)

    return face


def _drawn_face(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    faces, count = compiler.frame.faces, compiler.frame.card_count
    pools = compiler.frame.pools
    (operand,) = args

    def face(cells: Cells) -> int:
        card: int = operand(cells)
        if not 0 <= card < count:
            raise compiler.card_fault(expr)
        if cells[pools + card]:
            raise Undecided((card,))
        return cells[faces + card]

    return face


def _attr(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    column = compiler.machine.attributes[expr.nums[0]].values
    count = len(column)
    inner = expr.args[0]
    if inner.op == "face" and inner.args[0].op == "cell":
        return _attr_of_card(compiler, expr, inner.args[0].nums[0])
    (operand,) = args

    def attr(cells: Cells) -> int:
        look: int = operand(cells)
        if 0 <= look < count:
            value = column[look]
            if value != MISSING:
                return value
        raise compiler.fault(expr, missing(compiler, expr, look))

    return attr


def _attr_of_card(compiler: Compiler, expr: Expr, cell: int) -> Closure:
    """The attribute of the face of the card in a cell, in one go."""
    column = compiler.machine.attributes[expr.nums[0]].values
    faces, count = compiler.frame.faces, compiler.frame.card_count

    def attr(cells: Cells) -> int:
        card = cells[cell]
        if not 0 <= card < count:
            raise compiler.card_fault(expr.args[0])
        look = cells[faces + card]
        value = column[look]
        if value != MISSING:
            return value
        raise compiler.fault(expr, missing(compiler, expr, look))

    return attr


def missing(compiler: Compiler, expr: Expr, look: int) -> str:
    """The message for an attribute that a card does not have."""
    name = compiler.machine.attributes[expr.nums[0]].name
    if not 0 <= look < compiler.frame.look_count:
        return f"there is no card here: `none` has no {name}"
    return f"{compiler.texts.look(look)} has no {name}"


def _is_kind(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    kinds, count = compiler.frame.kinds, compiler.frame.look_count
    kind = expr.nums[0]
    (operand,) = args

    def is_kind(cells: Cells) -> int:
        look: int = operand(cells)
        if 0 <= look < count:
            return 1 if kinds[look] == kind else 0
        raise compiler.card_fault(expr)

    return is_kind


# --- zones -----------------------------------------------------------------------------------


def _zone_at(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    first, size = expr.nums
    before = first - 1
    (index,) = args

    def zone_at(cells: Cells) -> int:
        i: int = index(cells)
        if 0 < i <= size:
            return before + i
        raise compiler.fault(expr, outside(i, size))

    return zone_at


def _base(compiler: Compiler, expr: Expr, zone: Closure) -> Closure:
    """The cell where a zone begins; quick where a cell picks it from a family."""
    bases = compiler.frame.bases
    if expr.op == "zone":
        base = bases[expr.nums[0]]
        return lambda _: base
    if expr.op == "zone_at" and expr.args[0].op == "cell":
        first, size = expr.nums
        family = (0, *bases[first : first + size])
        cell = expr.args[0].nums[0]

        def picked(cells: Cells) -> int:
            i = cells[cell]
            if 0 < i <= size:
                return family[i]
            raise compiler.fault(expr, outside(i, size))

        return picked
    return lambda cells: bases[zone(cells)]


def _size(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    if expr.args[0].op == "zone":
        return itemgetter(compiler.frame.bases[expr.args[0].nums[0]])
    start = _base(compiler, expr.args[0], args[0])
    if expr.args[0].op == "zone_at" and expr.args[0].args[0].op == "cell":
        return _size_of_picked(compiler, expr.args[0])
    return lambda cells: cells[start(cells)]


def _size_of_picked(compiler: Compiler, expr: Expr) -> Closure:
    """The size of the zone that a cell picks from a family, in one go."""
    first, size = expr.nums
    family = (0, *compiler.frame.bases[first : first + size])
    cell = expr.args[0].nums[0]

    def size_of_picked(cells: Cells) -> int:
        i = cells[cell]
        if 0 < i <= size:
            return cells[family[i]]
        raise compiler.fault(expr, outside(i, size))

    return size_of_picked


def _first(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    start = _base(compiler, expr.args[0], args[0])

    def first(cells: Cells) -> int:
        base: int = start(cells)
        if cells[base]:
            return cells[base + 1]
        raise compiler.fault(expr, EMPTY)

    return first


def _last(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    start = _base(compiler, expr.args[0], args[0])

    def last(cells: Cells) -> int:
        base: int = start(cells)
        if cells[base]:
            return cells[base + cells[base]]
        raise compiler.fault(expr, EMPTY)

    return last


EMPTY = "no card lies here"
"""The message for the end of a row or pile without cards."""


def _at(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    start = _base(compiler, expr.args[0], args[0])
    index = args[1]

    def at(cells: Cells) -> int:
        base: int = start(cells)
        i: int = index(cells)
        if 0 < i <= cells[base]:
            return cells[base + i]
        raise compiler.fault(expr, outside(i, cells[base]) if cells[base] else EMPTY)

    return at


# --- lists -----------------------------------------------------------------------------------


def _range(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    low, high = args
    if is_const(expr.args[0]) and is_const(expr.args[1]):
        first, last = expr.args[0].nums[0], expr.args[1].nums[0]
        if NONE not in (first, last) and last - first < EXPRESSION_ELEMENTS:
            fixed = range(first, last + 1)
            return lambda _: fixed

    def span(cells: Cells) -> Sequence[int]:
        a: int = low(cells)
        b: int = high(cells)
        if NONE in (a, b):
            raise compiler.fault(expr, "a range cannot begin or end with `none`")
        if b - a >= EXPRESSION_ELEMENTS:
            raise compiler.fault(expr, f"{a}..{b} has more than {EXPRESSION_ELEMENTS} numbers")
        return range(a, b + 1)

    return span


def _list(_: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    if all(arg.op in ("const", "look") for arg in expr.args):
        fixed = tuple(arg.nums[0] for arg in expr.args)
        return lambda _cells: fixed
    return lambda cells: [arg(cells) for arg in args]


def _cards(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    frame = compiler.frame
    operand = expr.args[0]
    if operand.op == "zone":
        zone = operand.nums[0]
        base = frame.bases[zone]
        if frame.places[zone] == "pile":
            return lambda cells: cells[base + cells[base] : base : -1]
        return lambda cells: cells[base + 1 : base + 1 + cells[base]]
    (number,) = args
    places = set(frame.places)
    if operand.op == "zone_at":
        first, size = operand.nums
        places = set(frame.places[first : first + size])
    if "pile" not in places:
        start = _base(compiler, operand, number)

        def cards(cells: Cells) -> Sequence[int]:
            base: int = start(cells)
            return cells[base + 1 : base + 1 + cells[base]]

        return cards
    return lambda cells: frame.cards(cells, number(cells))


def _family_cards(compiler: Compiler, expr: Expr, _args: tuple[Closure, ...]) -> Closure:
    frame = compiler.frame
    family = compiler.machine.families[expr.nums[0]]
    zones = range(family.first, family.first + family.size)

    def cards(cells: Cells) -> Sequence[int]:
        found: list[int] = []
        for zone in zones:
            found += frame.cards(cells, zone)
        return found

    return cards


def _join(_: Compiler, _expr: Expr, args: tuple[Closure, ...]) -> Closure:
    left, right = args
    return lambda cells: [*left(cells), *right(cells)]


def _row(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    rows = compiler.machine.lists[expr.nums[0]]
    size = len(rows)
    (index,) = args

    def row(cells: Cells) -> Sequence[int]:
        i: int = index(cells)
        if 0 < i <= size:
            return rows[i - 1]
        raise compiler.fault(expr, outside(i, size))

    return row


def _within(_: Compiler, _expr: Expr, args: tuple[Closure, ...]) -> Closure:
    elements, operand = args

    def within(cells: Cells) -> int:
        listed = elements(cells)
        return 1 if operand(cells) in listed else 0

    return within


def _alike_within(compiler: Compiler, _expr: Expr, args: tuple[Closure, ...]) -> Closure:
    frame = compiler.frame
    faces = frame.faces
    elements, operand = args

    def alike(cells: Cells) -> int:
        listed = elements(cells)
        look: int = operand(cells)
        undecided = frame.undecided(cells, listed)
        if undecided:
            raise Undecided(undecided)
        for card in listed:
            if card >= 0 and cells[faces + card] == look:
                return 1
        return 0

    return alike


BUILDERS: dict[str, Builder] = {
    "face": _face,
    "drawn_face": _drawn_face,
    "attr": _attr,
    "is_kind": _is_kind,
    "zone_at": _zone_at,
    "size": _size,
    "first": _first,
    "last": _last,
    "at": _at,
    "range": _range,
    "list": _list,
    "cards": _cards,
    "family_cards": _family_cards,
    "join": _join,
    "row": _row,
    "within": _within,
    "alike_within": _alike_within,
}
"""Builders of cards, zones and lists."""
