"""Closures for the operators that go through a list: counts, sums, searches.

Each puts the elements of its list one by one into a scratch cell. Where the machine says so
(``draw``) all undecided cards of the list are drawn first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ruledsl.engine.evaluate.compiler import (
    Builder,
    Closure,
    Compiler,
    Undecided,
    is_cards,
    is_const,
)
from ruledsl.engine.evaluate.places import missing
from ruledsl.engine.evaluate.values import WORN_OUT
from ruledsl.engine.frame import FUEL, Cells
from ruledsl.limits import EXPRESSION_ELEMENTS
from ruledsl.machine.model import MISSING, NONE, SAFE, Expr


def _elements(compiler: Compiler, expr: Expr, source: Closure) -> Closure:
    """The list of an aggregate, counted against what may be visited, drawn where that is asked for."""
    if expr.nums[1] and is_cards(compiler, expr.args[0]):
        undecided = compiler.frame.undecided

        def drawn(cells: Cells) -> Sequence[int]:
            listed: Sequence[int] = source(cells)
            cells[FUEL] -= len(listed)
            if cells[FUEL] < 0:
                raise compiler.fault(expr, WORN_OUT)
            waiting = undecided(cells, listed)
            if waiting:
                raise Undecided(waiting)
            return listed

        return drawn

    if expr.args[0].op == "range" and all(is_const(bound) for bound in expr.args[0].args):
        return _fixed_range(compiler, expr, source)

    def elements(cells: Cells) -> Sequence[int]:
        listed: Sequence[int] = source(cells)
        cells[FUEL] -= len(listed)
        if cells[FUEL] < 0:
            raise compiler.fault(expr, WORN_OUT)
        return listed

    return elements


def _fixed_range(compiler: Compiler, expr: Expr, source: Closure) -> Closure:
    """The list of an aggregate over a range that is always the same."""
    low, high = (bound.nums[0] for bound in expr.args[0].args)
    count = high - low + 1
    if NONE in (low, high) or not 0 < count <= EXPRESSION_ELEMENTS:
        return source
    fixed = range(low, high + 1)

    def elements(cells: Cells) -> Sequence[int]:
        cells[FUEL] -= count
        if cells[FUEL] < 0:
            raise compiler.fault(expr, WORN_OUT)
        return fixed

    return elements


def _always(expr: Expr) -> bool:
    """Whether a condition holds whatever happens."""
    return is_const(expr) and expr.nums[0] != 0


def _count(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    cell = expr.nums[0]
    elements = _elements(compiler, expr, args[0])
    condition = args[1]
    if _always(expr.args[1]):
        return lambda cells: len(elements(cells))
    wanted = _wanted_attribute(expr.args[1], cell)
    if wanted is not None and is_cards(compiler, expr.args[0]):
        return _count_attribute(compiler, expr, elements, wanted)

    def count(cells: Cells) -> int:
        number = 0
        for element in elements(cells):
            cells[cell] = element
            if condition(cells):
                number += 1
        return number

    return count


def _wanted_attribute(condition: Expr, cell: int) -> Expr | None:
    """What an attribute of the card in the cell must equal, where the condition is that and no more.

    Only a constant or another cell: to work it out once for all cards is then the same as once for each.
    """
    if condition.op != "eq":
        return None
    of_card, wanted = condition.args
    if of_card.op != "attr" or of_card.args[0].op != "face":
        return None
    card = of_card.args[0].args[0]
    if card.op != "cell" or card.nums[0] != cell:
        return None
    if is_const(wanted) or (wanted.op == "cell" and wanted.nums[0] != cell):
        return wanted
    return None


def _count_attribute(
    compiler: Compiler, expr: Expr, elements: Callable[[Cells], Sequence[int]], wanted: Expr
) -> Closure:
    """How many cards have a value of an attribute, in one loop: the search for histories lives on this."""
    cell = expr.nums[0]
    of_card = expr.args[1].args[0]
    column = compiler.machine.attributes[of_card.nums[0]].values
    faces, cards = compiler.frame.faces, compiler.frame.card_count
    fixed = is_const(wanted)
    number = wanted.nums[0]

    def count(cells: Cells) -> int:
        value = number if fixed else cells[number]
        found = 0
        for card in elements(cells):
            cells[cell] = card
            if not 0 <= card < cards:
                raise compiler.card_fault(of_card.args[0])
            has = column[cells[faces + card]]
            if has == value:
                found += 1
            elif has == MISSING:
                raise compiler.fault(of_card, missing(compiler, of_card, cells[faces + card]))
        return found

    return count


def _any(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    cell = expr.nums[0]
    elements = _elements(compiler, expr, args[0])
    condition, test = args[1:]

    def some(cells: Cells) -> int:
        for element in elements(cells):
            cells[cell] = element
            if condition(cells) and test(cells):
                return 1
        return 0

    return some


def _every(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    cell = expr.nums[0]
    elements = _elements(compiler, expr, args[0])
    condition, test = args[1:]

    def every(cells: Cells) -> int:
        for element in elements(cells):
            cells[cell] = element
            if condition(cells) and not test(cells):
                return 0
        return 1

    return every


def _sum(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    cell = expr.nums[0]
    elements = _elements(compiler, expr, args[0])
    condition, value = args[1:]

    def total(cells: Cells) -> int:
        result = 0
        for element in elements(cells):
            cells[cell] = element
            if condition(cells):
                term: int = value(cells)
                result += term
                if not -SAFE <= result <= SAFE:
                    raise compiler.number_fault(expr, term)
        return result

    return total


def _extreme(
    compiler: Compiler, expr: Expr, args: tuple[Closure, ...], choose: Callable[[list[int]], int]
) -> Closure:
    cell = expr.nums[0]
    elements = _elements(compiler, expr, args[0])
    condition, value = args[1:3]
    otherwise = args[3] if len(args) == 4 else None

    def extreme(cells: Cells) -> object:
        values = []
        for element in elements(cells):
            cells[cell] = element
            if condition(cells):
                values.append(value(cells))
        if values:
            return choose(values)
        if otherwise is not None:
            return otherwise(cells)
        raise compiler.fault(expr, NOTHING)

    return extreme


NOTHING = "there is nothing to choose from, and no `else`"
"""The message for a choice from nothing."""


def _min(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    return _extreme(compiler, expr, args, min)


def _max(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    return _extreme(compiler, expr, args, max)


def _alike(compiler: Compiler, expr: Expr) -> Callable[[Cells, Sequence[int]], bool]:
    """Whether several elements of the list of an aggregate are one to the rules."""
    frame = compiler.frame
    if not is_cards(compiler, expr.args[0]):
        return lambda _cells, found: len(set(found)) == 1

    def alike(cells: Cells, found: Sequence[int]) -> bool:
        undecided = frame.undecided(cells, found)
        if undecided:
            raise Undecided(undecided)
        return frame.alike(cells, found)

    return alike


def _the(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    cell = expr.nums[0]
    elements = _elements(compiler, expr, args[0])
    condition = args[1]
    otherwise = args[2] if len(args) == 3 else None
    alike = _alike(compiler, expr)

    def the(cells: Cells) -> object:
        found = []
        for element in elements(cells):
            cells[cell] = element
            if condition(cells):
                found.append(element)
        if len(found) == 1 or (found and alike(cells, found)):
            return found[0]
        if otherwise is not None:
            return otherwise(cells)
        raise compiler.fault(expr, several(len(found)) if found else NOTHING)

    return the


def several(count: int) -> str:
    """The message where one was meant and several are there."""
    return f"{count} fit here, where one is meant, and there is no `else`"


def _best(
    compiler: Compiler, expr: Expr, args: tuple[Closure, ...], choose: Callable[[list[int]], int]
) -> Closure:
    cell, _, first = expr.nums
    elements = _elements(compiler, expr, args[0])
    condition, value = args[1:3]
    otherwise = args[3] if len(args) == 4 else None
    alike = _alike(compiler, expr)

    def best(cells: Cells) -> object:
        found: list[int] = []
        values: list[int] = []
        for element in elements(cells):
            cells[cell] = element
            if condition(cells):
                found.append(element)
                values.append(value(cells))
        if not found:
            if otherwise is not None:
                return otherwise(cells)
            raise compiler.fault(expr, NOTHING)
        top = choose(values)
        if first:
            return found[values.index(top)]
        tied = [element for element, rank in zip(found, values, strict=True) if rank == top]
        if len(tied) == 1 or alike(cells, tied):
            return tied[0]
        if otherwise is not None:
            return otherwise(cells)
        raise compiler.fault(expr, tie(len(tied)))

    return best


def tie(count: int) -> str:
    """The message for a tie between things that differ."""
    return f"{count} tie here; say `first of equals` or add an `else`"


def _highest(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    return _best(compiler, expr, args, max)


def _lowest(compiler: Compiler, expr: Expr, args: tuple[Closure, ...]) -> Closure:
    return _best(compiler, expr, args, min)


BUILDERS: dict[str, Builder] = {
    "count": _count,
    "any": _any,
    "every": _every,
    "sum": _sum,
    "min": _min,
    "max": _max,
    "the": _the,
    "highest": _highest,
    "lowest": _lowest,
}
"""Builders of aggregates."""
