"""Building functions of a generated program, statement by statement."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ruledsl.native.program import tree
from ruledsl.native.program.names import Name
from ruledsl.native.program.tree import Function, Local, Num, Number, Statement, Truth

ZERO = Num(0)
ONE = Num(1)


class Body:
    """A function in the making."""

    def __init__(self, name: Name, params: int) -> None:
        self.name = name
        self.params = params
        self.variables = params
        self.blocks: list[list[Statement]] = [[]]
        self.loops = 0
        """Loops within which statements are added now."""
        self.held: dict[int, Number] = {}
        """What some elements of ``S`` hold, as far as it is in hand."""
        self.stored: dict[int, Number] = {}
        """What is known of what some elements of ``S`` hold in fact."""
        self.first: Mapping[int, int] = {}
        """What some elements hold when the function begins; it is taken in hand when it is asked for."""
        self.lost: frozenset[int] = frozenset()
        """Those of them that may have come to hold something else behind the back of what is in hand."""
        self.waiting: set[int] = set()
        """Those of them that have yet to be stored."""
        self.kept: dict[Number, Local] = {}
        """Numbers that are in a variable already, and depend on what ``S`` holds."""
        self.pure: dict[Number, Local] = {}
        """Numbers that are in a variable already, and do not depend on it."""
        self.steady: dict[Number, Local] = {}
        """Those of them that nothing changes for as long as they are here."""
        self.settled: set[Truth] = set()
        """What surely holds where statements are added now."""
        self.fixed: set[int] = set(range(params))
        """Variables that are given a value once only."""
        self.writes = 0
        """Counts changes of ``S`` that what is in a variable does not know of."""

    @property
    def depth(self) -> int:
        """Blocks within which statements are added now."""
        return len(self.blocks) - 1

    def new(self) -> Local:
        """A variable that nothing else uses."""
        self.variables += 1
        return Local(self.variables - 1)

    def add(self, statement: Statement) -> None:
        self.blocks[-1].append(statement)
        if isinstance(statement, tree.Store):
            self._written(statement.array)
        elif isinstance(statement, tree.Copy | tree.Remove | tree.Do):
            self._written()

    def _written(self, array: tree.Array | None = None) -> None:
        """Something is written, into one of the arrays or perhaps into all."""
        self.writes += 1
        if array is None:
            self.kept = {}
        elif self.kept:
            self.kept = {n: local for n, local in self.kept.items() if not _reads(n, array)}

    def put(self, local: Local, value: Number) -> None:
        if value != local:
            self.add(tree.Put(local.number, value))

    def keep(self, value: Number) -> Number:
        """The value in a form that costs nothing to repeat."""
        if isinstance(value, Num | Local):
            return value
        found = self.kept.get(value) or self.pure.get(value)
        if found is not None:
            return found
        local = self.new()
        self.put(local, value)
        self.fixed.add(local.number)
        if any(isinstance(node, tree.Call | tree.CallAt) for node in tree.nodes(value)):
            self._written()
        elif self._is_fixed(value):
            (self.kept if _loads(value) else self.pure)[value] = local
        return local

    def _is_fixed(self, thing: Number | Truth) -> bool:
        """Whether all variables in something are given a value once only."""
        return all(
            node.number in self.fixed for node in tree.nodes(thing) if isinstance(node, Local)
        )

    def settle(self, truth: Truth) -> None:
        """From here on, in this block, something holds."""
        if isinstance(truth, tree.And):
            self.settle(truth.left)
            self.settle(truth.right)
        elif self._is_fixed(truth) and not _loads(truth):
            self.settled.add(truth)

    def holds(self, truth: Truth) -> bool:
        """Whether something surely holds here."""
        if isinstance(truth, tree.And):
            return self.holds(truth.left) and self.holds(truth.right)
        return truth == tree.Always(True) or truth in self.settled

    def variable(self, value: Number) -> Local:
        """A new variable with a value."""
        local = self.new()
        self.put(local, value)
        return local

    def store(self, index: Number, value: Number, array: tree.Array = tree.Array.CELLS) -> None:
        self.add(tree.Store(index, value, array))

    def leave(self, value: Number) -> None:
        self.add(tree.Return(value))

    def in_hand(self) -> tuple[object, ...]:
        """All that is known of what ``S`` and variables hold."""
        return (
            dict(self.held),
            set(self.waiting),
            dict(self.stored),
            dict(self.kept),
            dict(self.pure),
            set(self.settled),
            self.lost,
        )

    def take_in_hand(self, known: tuple[Any, ...]) -> None:
        """Go on with what `in_hand` has told."""
        self.held, self.waiting, self.stored, self.kept, self.pure, self.settled, self.lost = known

    def begun(self, cell: int) -> Number | None:
        """What an element surely still holds from the beginning of the function."""
        if cell in self.held or cell in self.lost or cell not in self.first:
            return None
        number = self.held[cell] = self.stored[cell] = Num(self.first[cell])
        return number

    @contextmanager
    def apart(self, *, rounds: bool = False) -> Iterator[list[Statement]]:
        """Statements that are added go to a block of their own; ``rounds``: it is that of a loop.

        A block that does not end the function or the round of a loop must leave what is in hand alone. Behind a loop
        play goes on however its block ends.
        """
        block: list[Statement] = []
        held, waiting, stored = dict(self.held), set(self.waiting), dict(self.stored)
        lost = self.lost
        kept, pure, settled = dict(self.kept), dict(self.pure), set(self.settled)
        writes = self.writes
        self.blocks.append(block)
        yield block
        self.blocks.pop()
        self.kept, self.pure, self.settled = kept, pure, settled
        if writes != self.writes and (rounds or not _ends(block)):
            self._written()
        if not _ends(block):
            assert all(self.held.get(cell) == number for cell, number in held.items())
            assert self.waiting <= waiting
            assert self.lost == lost
        if rounds or not (block and isinstance(block[-1], tree.Return)):
            # What was stored within may be there now, or what was there before.
            stored = {cell: n for cell, n in stored.items() if self.stored.get(cell) == n}
        self.lost = lost
        self.held, self.waiting, self.stored = held, waiting, stored

    @contextmanager
    def trial(self) -> Iterator[Callable[[bool], None]]:
        """Statements that are added stay if they are told to, and then it is as if nothing had set them apart;
        otherwise it is as if they had never been added."""
        before = self.in_hand()
        block: list[Statement] = []
        stays = [False]

        def keep(wanted: bool) -> None:
            stays[0] = wanted

        self.blocks.append(block)
        yield keep
        self.blocks.pop()
        if stays[0]:
            self.blocks[-1] += block
        else:
            self.take_in_hand(before)

    @contextmanager
    def when(self, condition: Truth) -> Iterator[None]:
        """Statements that are added happen only if the condition holds."""
        if condition == tree.Always(True):
            yield
            return
        with self.apart() as block:
            self.settle(condition)
            yield
        if block and condition != tree.Always(False):
            self.add(tree.If(condition, tuple(block)))
            if _ends(block):
                self.settle(negated(condition))

    @contextmanager
    def each(self, start: Number, end: Number) -> Iterator[Local]:
        """Statements that are added happen for every number from one up to, not including, another."""
        local = self.new()
        self.fixed.add(local.number)
        self.loops += 1
        with self.apart(rounds=True) as block:
            # In a later round something may have been written that was not when the loop began.
            self.kept = {}
            yield local
        self.loops -= 1
        self.add(tree.Each(local.number, start, end, tuple(block)))

    @contextmanager
    def through(self, start: Number, end: Number) -> Iterator[Local]:
        """Statements that are added happen for every element of ``S`` between two places."""
        local = self.new()
        self.fixed.add(local.number)
        self.loops += 1
        with self.apart(rounds=True) as block:
            # In a later round something may have been written that was not when the loop began.
            self.kept = {}
            yield local
        self.loops -= 1
        self.add(tree.Through(local.number, start, end, tuple(block)))

    @contextmanager
    def looks(
        self, base: Number, first: Number, many: Number, *, counted: bool
    ) -> Iterator[tuple[Local, Local, Number]]:
        """Statements that are added happen for the first card of each face of `many` from `base` on, from a place on:
        the card, its face and, if that is ``counted``, its place."""
        card, look, before = self.new(), self.new(), self.new()
        at: Number = self.new() if counted else ZERO
        numbers = [local.number for local in (card, look, at) if isinstance(local, Local)]
        self.fixed.update(numbers)
        self.loops += 1
        with self.apart(rounds=True) as block:
            # In a later round something may have been written that was not when the loop began.
            self.kept = {tree.Load(card, tree.Array.FACE): look}
            yield card, look, at
        self.loops -= 1
        place = at.number if isinstance(at, Local) else -1
        self.add(
            tree.Looks(
                card.number, look.number, place, before.number, base, first, many, tuple(block)
            )
        )

    def function(self) -> Function:
        return Function(self.name, self.params, self.variables, tuple(self.blocks[0]))


def _ends(block: list[Statement]) -> bool:
    """Whether a block ends the function, or the round of a loop."""
    return bool(block) and isinstance(block[-1], tree.Return | tree.Break | tree.Again)


def _loads(thing: Number | Truth) -> bool:
    """Whether something depends on what ``S`` holds."""
    return any(isinstance(node, tree.Load | tree.Find | tree.Call) for node in tree.nodes(thing))


def _reads(number: Number, array: tree.Array) -> bool:
    """Whether a number depends on what one of the arrays holds."""
    return any(
        node.array is array if isinstance(node, tree.Load) else isinstance(node, tree.Find)
        for node in tree.nodes(number)
    )


def truth_of(value: Number) -> Truth:
    """Whether a number is not 0."""
    if isinstance(value, tree.Flag):
        return value.truth
    if isinstance(value, Num):
        return tree.Always(value.value != 0)
    return tree.Compare("!=", value, ZERO)


def number_of(truth: Truth) -> Number:
    """1 for what is true, 0 for what is not."""
    if isinstance(truth, tree.Always):
        return Num(int(truth.value))
    return tree.Flag(truth)


def negated(truth: Truth) -> Truth:
    """The opposite of a truth."""
    match truth:
        case tree.Not(inner):
            return inner
        case tree.Always(value):
            return tree.Always(not value)
        case tree.Compare(sign, left, right):
            return tree.Compare(_OPPOSITE[sign], left, right)
        case _:
            return tree.Not(truth)


_OPPOSITE: dict[tree.Sign, tree.Sign] = {
    "==": "!=",
    "!=": "==",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
}
