"""Loops through the looks of cards as Python does them quickest.

Two cards of one zone are bound by two such loops within each other; where only a table is asked about the two faces, that is
one loop through all pairs. Whether a face has come before is asked last, of cards that fit: cards of
one face lie side by side, and what is asked of a card depends on its face alone, so all of them fit or none does.
"""

from __future__ import annotations

from collections import Counter

from attrs import evolve

from ruledsl.native.passes.optimise import replaced
from ruledsl.native.passes.spell import loops
from ruledsl.native.program import tree
from ruledsl.native.program.body import ZERO
from ruledsl.native.program.read import folded
from ruledsl.native.program.tree import Array, Function, Local, Num, Number, Statement, Truth, Unit


def paired(unit: Unit) -> Unit:
    """The program without `tree.Looks`, doing the same."""
    constants = list(unit.constants)
    cards = next(size for array, _, size in unit.arrays if array is Array.FACE)
    shifted = _Shifted(cards, constants)
    functions = tuple(_Pairer(each, unit.looks, shifted).function() for each in unit.functions)
    return evolve(unit, functions=functions, constants=tuple(constants))


class _Shifted:
    """The numbers of all cards times powers of two, and more, among the constants: to look one up is quicker."""

    def __init__(self, cards: int, constants: list[int]) -> None:
        self.cards = cards
        self.constants = constants
        self.places: dict[tuple[int, int], int] = {}

    def of(self, value: Number, cards: tuple[Local, ...]) -> Number:
        """A sum with these numbers looked up, of the cards that some variables hold."""
        match value:
            case tree.Binary("+", Num(more), right):
                return self.sum(right, cards, more)
            case _:
                return self.sum(value, cards, 0)

    def sum(self, value: Number, cards: tuple[Local, ...], more: int) -> Number:
        """A sum without a number of its own, and more."""
        match value:
            case tree.Binary("<<", Local() as card, Num(bits)) if card in cards:
                key = bits, more
                if key not in self.places:
                    self.places[key] = len(self.constants)
                    self.constants += [(number << bits) + more for number in range(self.cards)]
                return tree.Entry(tree.Binary("+", Num(self.places[key]), card))
            case tree.Binary("+", left, right):
                return tree.Binary("+", self.sum(left, cards, more), self.sum(right, cards, 0))
            case _:
                return folded("+", Num(more), value)


class _Pairer:
    def __init__(self, function: Function, looks: int, shifted: _Shifted) -> None:
        self.made = function
        self.looks = looks
        self.shifted = shifted
        self.variables = function.variables
        puts = [node for node in tree.nodes(function.body) if isinstance(node, tree.Put)]
        written = Counter(put.local for put in puts)
        self.known: dict[Local, Number] = {
            Local(put.local): put.value for put in puts if written[put.local] == 1
        }
        """What variables hold that are given a value once only."""

    def function(self) -> Function:
        body = self.block(self.made.body)
        return evolve(self.made, body=body, variables=self.variables)

    def block(self, body: tuple[Statement, ...]) -> tuple[Statement, ...]:
        found: list[Statement] = []
        for statement in body:
            if isinstance(statement, tree.Looks):
                found += self.pairs(statement) or self.late(statement) or self.plain(statement)
            else:
                found.append(tree.with_blocks(statement, self.block))
        return tuple(found)

    def plain(self, node: tree.Looks) -> list[Statement]:
        return loops(evolve(node, body=self.block(node.body)))

    def late(self, node: tree.Looks) -> list[Statement] | None:
        """A loop that does nothing but append cards whose face fits."""
        match node.body:
            case (tree.Append(_, _, tree.Compare("!=", tree.Entry(index), Num(0))) as append,) if (
                node.at < 0 and Local(node.card) not in tree.nodes(index)
            ):
                pass
            case _:
                return None
        face = tree.Load(Local(node.card), Array.FACE)
        fits: Truth = replaced(append.condition, {Local(node.look): face})
        start, end = folded("+", node.base, node.first), folded("+", node.base, node.many)
        return [
            tree.Put(node.before, Num(-1)),
            tree.Through(
                node.card,
                start,
                end,
                (tree.If(fits, self.first(node, append, (Local(node.card),))),),
            ),
        ]

    def first(
        self, node: tree.Looks, append: tree.Append, cards: tuple[Local, ...]
    ) -> tuple[Statement, ...]:
        """Append what fits, where it is the first of its look."""
        look, before = Local(node.look), Local(node.before)
        value = self.shifted.of(append.value, cards)
        return (
            tree.Put(node.look, tree.Load(Local(node.card), Array.FACE)),
            tree.If(
                tree.Compare("!=", look, before),
                (
                    tree.Put(node.before, look),
                    evolve(append, value=value, condition=tree.Always(True)),
                ),
            ),
        )

    def pairs(self, node: tree.Looks) -> list[Statement] | None:
        """Two loops within each other as one through pairs."""
        inner = node.body[-1] if node.body else None
        if not isinstance(inner, tree.Looks) or not self.behind(node, inner):
            return None
        puts: dict[Local, Number] = {}
        for put in node.body[:-1]:
            if not isinstance(put, tree.Put) or Local(put.local) not in self.known:
                return None
            if any(isinstance(n, tree.Load | tree.Call | tree.CallAt) for n in tree.nodes(put)):
                return None
            puts[Local(put.local)] = replaced(put.value, puts)
        match inner.body:
            case (tree.Append(to, value, tree.Compare("!=", tree.Entry(index), Num(0))),):
                fits = self.fits(node, inner, replaced(index, puts))
            case _:
                return None
        if fits is None:
            return None
        append = tree.Append(to, replaced(value, puts), tree.Always(True))
        return self.written(node, inner, fits, append)

    def behind(self, node: tree.Looks, inner: tree.Looks) -> bool:
        """Whether the inner loop goes through those cards behind the one of the outer one, and to the same end."""
        end = self.worked_out(inner.many)
        ends = (end, folded("+", Num(-1), end))
        return (
            node.at >= 0
            and inner.at < 0
            and node.base == inner.base
            and self.worked_out(inner.first) == folded("+", Num(1), Local(node.at))
            and self.worked_out(node.many) in ends
        )

    def worked_out(self, number: Number) -> Number:
        """A number in other words, if it is that of a variable that is given it once."""
        found = self.known.get(number) if isinstance(number, Local) else None
        return number if found is None or isinstance(found, tree.Load) else found

    def fits(self, node: tree.Looks, inner: tree.Looks, index: Number) -> Truth | None:
        """Whether a table says yes for the faces of two cards; None where it is not that which is asked."""
        match index:
            case tree.Binary(
                "+",
                Num(table),
                tree.Binary("+", tree.Binary("*", Local(row), Num(width)), Local(column)),
            ) if (row, column, width) == (node.look, inner.look, self.looks):
                a = tree.Load(Local(node.card), Array.FACE)
                b = tree.Load(Local(inner.card), Array.FACE)
                return tree.Compare("!=", tree.Cell(table, width, a, b), ZERO)
            case _:
                return None

    def written(
        self, node: tree.Looks, inner: tree.Looks, fits: Truth, append: tree.Append
    ) -> list[Statement]:
        """The loop through pairs."""
        one, look, before = Local(node.card), Local(node.look), Local(node.before)
        last = Local(self.variables)
        self.variables += 1
        turned = (
            tree.Put(node.look, tree.Load(one, Array.FACE)),
            tree.If(tree.Compare("==", look, before), (tree.Again(),)),
            tree.Put(node.before, look),
            tree.Put(last.number, one),
            tree.Put(inner.before, Num(-1)),
        )
        fitting = (
            tree.If(tree.Compare("!=", one, last), turned),
            *self.first(inner, append, (one, Local(inner.card))),
        )
        start, end = folded("+", node.base, node.first), folded("+", node.base, inner.many)
        through = tree.Pairs(node.card, inner.card, start, end, (tree.If(fits, fitting),))
        nothing = (tree.Put(node.before, Num(-1)), tree.Put(last.number, Num(-1)))
        return [tree.If(tree.Compare(">", inner.many, Num(1)), (*nothing, through))]
