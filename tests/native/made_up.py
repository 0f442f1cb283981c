"""Random programs in the small language, to be printed and run: every way that statements can stand together.

They work on few cells: 0..9 may be written, 10..19 are gone through, from 20 on stand cards, those of one face side by
side. No number is negative, no index is beyond its array, no loop goes on for ever.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from ruledsl.native.program import tree
from ruledsl.native.program.names import Name, Role
from ruledsl.native.program.read import folded
from ruledsl.native.program.tree import Array, Function, Local, Num, Number, Statement, Truth, Unit

CARDS = 9
LOOKS = 4
CELLS = 64
ZONE = 20
FACES = 32
MOVES = 48
LISTED = 800
"""Room for the numbers that programs append."""

TABLE = 16
"""The place of a table with an answer for every two faces, and for a card and a face."""

DEEPEST = 3
"""Blocks within blocks."""


def made_up(chance: random.Random) -> Unit:
    """A program: `Role.RUN` is what it does, with one parameter, and calls `Role.PART`."""
    constants = [chance.randrange(2) for _ in range(TABLE + CARDS * LOOKS)]
    part = _Maker(chance, Name(Role.PART, 1), calls=False).function(6)
    run = _Maker(chance, Name(Role.RUN), calls=True).function(12)
    arrays = ((Array.FACE, FACES, CARDS), (Array.MOVE, MOVES, LISTED))
    return Unit((part, run), (), tuple(constants), CELLS, arrays, (Name(Role.RUN),), LOOKS)


def begun(chance: random.Random) -> tuple[list[int], list[int]]:
    """The cells and the faces that a program begins with."""
    faces = [chance.randrange(LOOKS) for _ in range(CARDS)]
    cells = [chance.randrange(CARDS) for _ in range(CELLS)]
    many = chance.randrange(CARDS + 1)
    zone = sorted(chance.sample(range(CARDS), many), key=lambda card: (faces[card], card))
    cells[ZONE : ZONE + 1 + many] = [many, *zone]
    return cells, faces


class _Maker:
    """Makes one function; ``known`` are the variables that surely have a value."""

    def __init__(self, chance: random.Random, name: Name, *, calls: bool) -> None:
        self.chance = chance
        self.name = name
        self.calls = calls
        self.variables = 1
        self.known = [0]
        self.end = self.new()
        self.loops = 0

    def new(self) -> int:
        self.variables += 1
        return self.variables - 1

    def function(self, many: int) -> Function:
        own = [self.new() for _ in range(4)]
        first: list[Statement] = [tree.Put(self.end, Num(0))]
        for local in own:
            first.append(tree.Put(local, self.number(2)))
            self.known.append(local)
        body = self.block(many, 0)
        last = tree.Return(folded("+", Local(self.end), folded("*", Num(1000), self.number(2))))
        return Function(self.name, 1, self.variables, (*first, *body, last))

    # --- expressions ---

    def number(self, depth: int) -> Number:
        kind = self.chance.randrange(9 if depth else 3)
        if self.calls and depth and self.chance.random() < 0.1:
            return tree.Call(Name(Role.PART, 1), (self.number(depth - 1),))
        if kind == 0:
            return Num(self.chance.randrange(12))
        if kind < 3:
            return Local(self.chance.choice(self.known))
        if kind == 3:
            return tree.Load(self.index(depth - 1))
        if kind == 4:
            return tree.Entry(tree.Binary("&", self.number(depth - 1), Num(15)))
        if kind == 5:
            return tree.Pick(self.truth(depth - 1), self.number(depth - 1), self.number(depth - 1))
        if kind == 6:
            return tree.Flag(self.truth(depth - 1))
        op = self.chance.choice(("+", "*", "&", "|", "^", "<<", ">>", "//", "%"))
        right = Num(self.chance.randrange(1, 5)) if len(op) == 2 or op in "/%" else None
        made = folded(op, self.number(depth - 1), right or self.number(depth - 1))  # type: ignore[arg-type]
        return tree.Binary("&", made, Num(255))

    def index(self, depth: int) -> Number:
        if self.chance.random() < 0.5:
            return Num(self.chance.randrange(20))
        return tree.Binary("&", self.number(depth), Num(7))

    def truth(self, depth: int) -> Truth:
        kind = self.chance.randrange(8 if depth else 3)
        if kind < 4:
            sign = self.chance.choice(("==", "!=", "<", "<=", ">", ">="))
            return tree.Compare(sign, self.number(depth), self.number(depth))
        if kind == 4:
            return tree.Inside(1, self.number(depth - 1), 6)
        if kind == 5:
            return tree.Not(self.truth(depth - 1))
        if kind == 6 and self.chance.random() < 0.2:
            return tree.Always(self.chance.random() < 0.5)
        both = self.chance.choice((tree.And, tree.Or, tree.Both))
        return both(self.truth(depth - 1), self.truth(depth - 1))

    # --- statements ---

    def block(self, many: int, depth: int) -> tuple[Statement, ...]:
        known = list(self.known)
        found: list[Statement] = []
        for _ in range(self.chance.randint(1, many)):
            found += self.statement(depth)
        self.known = known
        return tuple(found)

    def statement(self, depth: int) -> Sequence[Statement]:
        kind = self.chance.randrange(16 if depth < DEEPEST else 7)
        if kind < 3:
            return [self.put()]
        if kind == 3:
            return [tree.Store(Num(self.chance.randrange(10)), self.number(2))]
        if kind == 4:
            return [tree.Append(self.end, self.number(2), self.truth(2))]
        if kind == 5:
            return self.jump()
        if kind == 6:
            return self.call()
        if kind < 11:
            other = self.block(3, depth + 1) if self.chance.random() < 0.4 else ()
            return [tree.If(self.truth(2), self.block(3, depth + 1), other)]
        return self.loop(kind, depth + 1)

    def put(self, *, new: bool = True) -> tree.Put:
        value = self.number(2)
        if new and self.chance.random() < 0.5:
            local = self.new()
            self.known.append(local)
        else:
            local = self.chance.choice([one for one in self.known if one])
        return tree.Put(local, value)

    def jump(self) -> Sequence[Statement]:
        ways: list[Statement] = [tree.Return(self.number(1))]
        if self.loops:
            ways += [tree.Break(), tree.Again()] * 3
        puts = [self.put(new=False) for _ in range(self.chance.randrange(3))]
        return [tree.If(self.truth(2), (*puts, self.chance.choice(ways)))]

    def call(self) -> Sequence[Statement]:
        if not self.calls:
            return [self.put()]
        call = tree.Call(Name(Role.PART, 1), (self.number(1),))
        if self.chance.random() < 0.3:
            return [tree.Do(call)]
        local = self.new()
        self.known.append(local)
        return [tree.Put(local, call)]

    def loop(self, kind: int, depth: int) -> Sequence[Statement]:
        if kind > 13:
            return self.looks(depth)
        local = self.new()
        if kind == 11:
            left = Local(local)
            less = tree.Put(local, folded("+", Num(-1), left))
            body = (less, *self.round(local, depth, written=False))
            begin = tree.Put(local, Num(self.chance.randrange(4)))
            return [begin, tree.While(tree.Compare(">", left, Num(0)), body)]
        if kind == 12:
            end = tree.Binary("&", self.number(1), Num(3))
            return [tree.Each(local, Num(0), end, self.round(local, depth, written=True))]
        first = self.chance.randrange(10, 16)
        last = Num(first + self.chance.randrange(4))
        return [tree.Through(local, Num(first), last, self.round(local, depth, written=True))]

    def round(self, local: int, depth: int, *, written: bool) -> tuple[Statement, ...]:
        """The body of a loop; its variable may be read in it, and that of `Each` not be written."""
        known = list(self.known)
        own = self.new()
        if written:
            self.known.append(own)
        self.loops += 1
        body = self.block(3, depth)
        self.loops -= 1
        self.known = known
        return (tree.Put(own, Local(local)), *body) if written else body

    def looks(self, depth: int) -> Sequence[Statement]:
        """A loop through cards of the zone: it may list some, or pairs, by the table; or do something else."""
        base, many = Num(ZONE + 1), self.new()
        begin = tree.Put(many, tree.Load(Num(ZONE)))
        card, look, at, before = (self.new() for _ in range(4))
        way = self.chance.randrange(3)
        if way == 0:
            asked = tree.Entry(folded("+", Num(TABLE), Local(look)))
            if self.chance.random() < 0.5:
                more = self.chance.choice((Local(card), self.number(1)))
                asked = tree.Entry(folded("+", Local(look), tree.Binary("&", more, Num(7))))
            add = self.add(asked, folded("<<", Local(card), Num(4)))
            return [begin, tree.Looks(card, look, -1, before, base, Num(0), Local(many), (add,))]
        if way == 1:
            return [begin, self.pairs((card, look, at, before), base, Local(many))]
        known = list(self.known)
        self.known += [card, look, at]
        self.loops += 1
        inner = _only_read(self.block(3, depth), {card, look, at})
        self.loops -= 1
        self.known = known
        return [begin, tree.Looks(card, look, at, before, base, Num(0), Local(many), inner)]

    def pairs(self, outer: tuple[int, int, int, int], base: Number, many: Local) -> Statement:
        card, look, at, before = outer
        second, face, code, row, first, earlier = (self.new() for _ in range(6))
        other = self.chance.choice((look, look, look, card))
        asked = tree.Entry(folded("+", Local(row), Local(face)))
        value = folded("+", Local(code), folded("<<", Local(second), Num(8)))
        add = self.add(asked, value)
        inner = tree.Looks(second, face, -1, earlier, base, Local(first), many, (add,))
        puts = (
            tree.Put(row, folded("+", Num(TABLE), folded("*", Local(other), Num(LOOKS)))),
            tree.Put(code, folded("+", Num(3), folded("<<", Local(card), Num(4)))),
            tree.Put(first, folded("+", Num(self.chance.choice((0, 1, 1, 1, 2))), Local(at))),
        )
        end = folded("+", Num(self.chance.choice((0, 0, -1, -1, -2))), many)
        return tree.Looks(card, look, at, before, base, Num(0), end, (*puts, inner))

    def add(self, asked: Number, value: Number) -> tree.Append:
        return tree.Append(self.end, value, tree.Compare("!=", asked, Num(0)))


def _only_read(body: tuple[Statement, ...], locals_: set[int]) -> tuple[Statement, ...]:
    """Some statements without those that give these variables a value."""
    kept = []
    for node in body:
        inner = tree.with_blocks(node, lambda block: _only_read(block, locals_))
        if not (isinstance(inner, tree.Put) and inner.local in locals_):
            kept.append(inner)
    return tuple(kept)
