"""Questions for the highest or lowest card that two different cards may answer equally well.

Such a tie stops play with a fault unless the rules say what then. It is shown by two cards of the game that
can lie where the question looks, and that differ in nothing that the question asks about. Questions that ask about
more than what is printed on the card itself (what is trumps, say) are passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from attrs import frozen

from ruledsl.machine.flow import all_expressions
from ruledsl.machine.known import COMPARED, EQUAL
from ruledsl.machine.model import MISSING, NONE, Expr, Machine
from ruledsl.machine.sorts import nodes_of
from ruledsl.source import Span
from ruledsl.validate.effects import Effects

_FACES = ("face", "drawn_face")


@frozen
class Tie:
    """A question (``highest`` or ``lowest``), and the texts of two cards that tie in it."""

    op: str
    first: str
    second: str
    span: Span


def ties(
    machine: Machine, effects: Effects, contents: Mapping[str, frozenset[tuple[int, int]]]
) -> Iterator[Tie]:
    """The questions in which cards may tie.

    ``contents`` tells for each family of places which pairs of deck and kind of card may lie there.
    """
    for _, outermost in all_expressions(machine):
        for expr in nodes_of(outermost):
            if expr.op not in ("highest", "lowest") or expr.nums[2] or len(expr.args) != 3:
                continue
            if expr.args[0].op not in ("cards", "family_cards", "join"):
                continue
            looks = _looks(machine, effects.origins.of_card(expr.args[0]), contents)
            pair = _pair(machine, expr, sorted(looks))
            if pair is not None:
                first, second = (machine.looks[look].text for look in pair)
                yield Tie(expr.op, first, second, expr.span)


def _looks(
    machine: Machine,
    families: frozenset[int],
    contents: Mapping[str, frozenset[tuple[int, int]]],
) -> set[int]:
    """What the cards that may lie in these families look like."""
    pairs = {p for f in families for p in contents.get(machine.families[f].name, ())}
    return {
        look
        for deck, kind in pairs
        for look in (machine.cards[card] for card in machine.decks[deck].cards)
        if machine.looks[look].kind == kind
    }


def _pair(machine: Machine, expr: Expr, looks: list[int]) -> tuple[int, int] | None:
    """Two looks that fit and are worth the same; None if there are none, or that cannot be told."""
    reader = _Reader(machine, expr.nums[0])
    _, condition, by = expr.args
    groups: list[Expr] = []
    for part in _conjuncts(condition):
        if not reader.mentions(part):
            continue
        verdicts = [reader.value(part, look) for look in looks]
        if None not in verdicts:
            looks = [look for look, fits in zip(looks, verdicts, strict=True) if fits]
            continue
        side = reader.compared(part)
        if side is None:
            return None
        groups.append(side)
    seen: dict[tuple[int | None, ...], int] = {}
    for look in looks:
        worth = reader.value(by, look)
        if worth is None:
            return None
        key = (worth, *(reader.value(side, look) for side in groups))
        if None in key:
            return None
        if key in seen:
            return seen[key], look
        seen[key] = look
    return None


def _conjuncts(condition: Expr) -> Iterator[Expr]:
    if condition.op == "and":
        for arg in condition.args:
            yield from _conjuncts(arg)
    else:
        yield condition


class _Reader:
    """Reads what is printed on the card that a question has in hand (in cell ``cell``)."""

    def __init__(self, machine: Machine, cell: int) -> None:
        self._machine = machine
        self._cell = cell

    def mentions(self, expr: Expr) -> bool:
        """Whether an expression is about the card in hand."""
        return any(x.op == "cell" and x.nums[0] == self._cell for x in nodes_of(expr))

    def compared(self, expr: Expr) -> Expr | None:
        """The side of `==` that is about the card in hand, where the other is not."""
        if expr.op != "eq":
            return None
        own = [arg for arg in expr.args if self.mentions(arg)]
        return own[0] if len(own) == 1 else None

    def value(self, expr: Expr, look: int, bound: Mapping[int, Expr] | None = None) -> int | None:
        """What an expression comes to for a look, if it depends on nothing else."""
        op, nums = expr.op, expr.nums
        if op == "const":
            return nums[0]
        if op == "cell" and bound is not None and nums[0] in bound:
            return self.value(bound[nums[0]], look)
        if op == "attr":
            return self._attribute(nums[0], self._look(expr.args[0], look, bound))
        if op == "is_kind":
            face = self._look(expr.args[0], look, bound)
            return None if face is None else int(self._machine.looks[face].kind == nums[0])
        if op == "call" and bound is None:
            define = self._machine.defines[nums[0]]
            return self.value(define.body, look, dict(zip(define.params, expr.args, strict=True)))
        if op == "table":
            place = self.value(expr.args[0], look, bound)
            table = self._machine.tables[nums[0]]
            return table[place - 1] if place is not None and 1 <= place <= len(table) else None
        if op == "if":
            holds = self.value(expr.args[0], look, bound)
            return None if holds is None else self.value(expr.args[1 if holds else 2], look, bound)
        if op in _WORKED_OUT:
            values = [self.value(arg, look, bound) for arg in expr.args]
            known = [v for v in values if v is not None]
            if len(known) < len(values) or (NONE in known and op not in EQUAL):
                return None
            if op in ("div", "mod") and known[1] == 0:
                return None
            return int(_WORKED_OUT[op](*known))
        return None

    def _look(self, expr: Expr, look: int, bound: Mapping[int, Expr] | None) -> int | None:
        """The look that an expression yields, where it is that of the card in hand."""
        if expr.op == "look":
            return expr.nums[0]
        if expr.op == "cell" and bound is not None and expr.nums[0] in bound:
            return self._look(bound[expr.nums[0]], look, None)
        if expr.op in _FACES:
            card = expr.args[0]
            if card.op == "cell" and bound is not None and card.nums[0] in bound:
                card = bound[card.nums[0]]
            return look if card == Expr("cell", (self._cell,)) else None
        return None

    def _attribute(self, number: int, look: int | None) -> int | None:
        if look is None:
            return None
        value = self._machine.attributes[number].values[look]
        return None if value == MISSING else value


_WORKED_OUT: dict[str, Callable[..., int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a // b,
    "mod": lambda a, b: a % b,
    "neg": lambda a: -a,
    **COMPARED,
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "not": lambda a: 1 - a,
}
