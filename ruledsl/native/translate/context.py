"""What the lowering of a machine keeps in hand: the whole program, and one function in the making."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import contextmanager

from attrs import define, frozen

from ruledsl.engine.frame import Frame
from ruledsl.machine.bounds import Bound
from ruledsl.machine.model import ME, Decide, Expr, Gather, Machine, Over, Shuffle
from ruledsl.native.analysis.answers import Answers
from ruledsl.native.analysis.facts import Facts
from ruledsl.native.analysis.listed import listed_zones
from ruledsl.native.analysis.registers import registers_of
from ruledsl.native.plan.faults import Kind, Site
from ruledsl.native.plan.layout import FAIL, Constants, Layout
from ruledsl.native.plan.packing import Packing
from ruledsl.native.program import tree
from ruledsl.native.program.body import ZERO, Body, negated
from ruledsl.native.program.names import Name, Role
from ruledsl.native.program.read import folded
from ruledsl.native.program.tree import Function, Num, Number, Truth
from ruledsl.source import Span

FAILED = Num(FAIL)

PILE, ROW, LOOSE = 0, 1, 2
"""How the constants of a program tell apart the kinds of places."""


@frozen
class Top:
    """Where a card lies that is the top of a pile or the end of a row: the cell where that begins, its size,
    the zones that it may be."""

    start: Number
    count: Number
    zones: range


@frozen
class Known:
    """What is known of the function of a define: whether it can fail, whether it may ask for cards to be
    drawn, and the room for lists that it needs."""

    fails: bool
    asks: bool
    room: int


@define
class Counts:
    """Checks that the program makes, and those that were shown to be needless."""

    made: int = 0
    proven: int = 0


class Maker:
    """A program in the making."""

    def __init__(
        self,
        frame: Frame,
        facts: Facts,
        layout: Layout,
        packing: Packing,
        *,
        fuel: bool,
        traced: bool,
    ) -> None:
        self.frame = frame
        self.machine: Machine = frame.machine
        self.facts = facts
        self.layout = layout
        self.packing = packing
        self.counts_work = fuel
        """Whether the program counts the elements that expressions visit."""
        self.traced = traced
        """Whether the program notes what chance brings."""
        self.constants = Constants()
        self.answers = Answers(frame, facts, counted=fuel)
        self.registers = registers_of(frame)
        """What registers surely hold where states begin."""
        self.reads: dict[int, frozenset[int]] = {}
        """For each define the cells that it reads, and those that it calls."""
        self.functions: list[Function] = []
        self.sites: list[Site] = []
        self.ways: list[tuple[int, ...]] = []
        self.defines: dict[int, Known] = {}
        self.room = 0
        """The room for lists that the functions so far need."""
        self.checks = Counts()
        self._parts = 0
        self.coded: set[int] = set()
        """The states that some function may name as the next."""
        machine = self.machine
        self.bases = self.constants.place(frame.bases)
        self.rooms = self.constants.place(frame.capacities)
        listed = listed_zones(frame)
        self.heaps = frozenset(
            zone
            for zone, place in enumerate(frame.places)
            if place == "zone" and zone not in listed
        )
        """Zones without order whose cards nobody goes through: they lie as they come."""
        self.places = self.constants.place(
            [{"pile": PILE, "row": ROW, "zone": LOOSE}[place] for place in frame.places]
        )
        self.sorted = self.constants.place(
            [int(zone in listed) for zone in range(len(frame.places))]
        )
        self.shown = self.constants.place([int(shown) for shown in frame.shown])
        self.kinds = self.constants.place(frame.kinds)
        self.codes = self.constants.place(
            [
                -1 - number if isinstance(state, Decide | Over) else number
                for number, state in enumerate(machine.states)
            ]
        )
        touched = [s.zone for s in machine.states if isinstance(s, Shuffle)]
        hidden = {zone for expr in touched for zone in self.zones(expr)}
        hidden |= {
            machine.decks[deck].zone
            for state in machine.states
            if isinstance(state, Gather)
            for deck in state.decks
        }
        self.decided = frozenset(
            zone for zone, shown in enumerate(frame.shown) if shown and zone not in hidden
        )
        """The zones whose cards are decided whenever they lie there."""

    def zones(self, expr: Expr) -> range:
        """The zones that an expression may yield."""
        if expr.op == "zone":
            return range(expr.nums[0], expr.nums[0] + 1)
        if expr.op == "zone_at":
            return range(expr.nums[0], expr.nums[0] + expr.nums[1])
        return range(len(self.machine.zones))

    def site(self, kind: Kind, span: Span, nums: tuple[int, ...]) -> int:
        """The number of a place at which something can go wrong, from 1."""
        # Spans are no part of what makes sites equal, so they are compared by hand.
        self.sites.append(Site(kind, span, nums))
        return len(self.sites)

    def way(self, states: tuple[int, ...]) -> int:
        """The number of a way through states."""
        self.ways.append(states)
        return len(self.ways) - 1

    def code(self, state: int) -> Num:
        """How functions name the state that comes next."""
        self.coded.add(state)
        stops = isinstance(self.machine.states[state], Decide | Over)
        return Num(-1 - state if stops else state)

    def part(self) -> Name:
        """The name for a part of a function that has become too deep."""
        self._parts += 1
        return Name(Role.PART, self._parts)


Working = Callable[["Context", Expr], Number]


class Context:
    """A function in the making, and what holds at the place where statements are added now.

    ``env`` are the cells of the machine that the function keeps in variables; ``known`` is what is
    known of cells. ``room`` is where there is room for lists, ``used`` how much of it is in use.
    """

    def __init__(
        self,
        make: Maker,
        body: Body,
        *,
        env: Mapping[int, Number] | None = None,
        known: Mapping[int, Bound] | None = None,
        room: Number | None = None,
    ) -> None:
        self.make = make
        self.body = body
        self.env: dict[int, Number] = dict(env or {})
        self.known: dict[int, Bound] = dict(known or {})
        self.room: Number = room if room is not None else Num(make.layout.scratch)
        self.used = 0
        self.most = 0
        self.way: tuple[int, ...] | None = None
        """The states that have been passed since the function began; None in what serves several states."""
        self.fails = False
        self.asks = False
        self.without_chance: Span | None = None
        """Where cards cannot be drawn: the place of the fault that it is if they must be."""
        self.tops: dict[Number, Top] = {}
        """Cards that lie on top of a pile or at the end of a row."""
        self.joined = 0
        """States on the way to which other ways lead too."""
        self.quiet = 0
        self.level = 0

    # --- room for lists ---

    @contextmanager
    def space(self, cells: int) -> Iterator[Number]:
        """Room for a list of at most so many elements."""
        start = self.free()
        self.used += cells
        self.most = max(self.most, self.used)
        try:
            yield start
        finally:
            self.used -= cells

    def free(self) -> Number:
        """Where room for lists begins that nothing uses."""
        return folded("+", Num(self.used), self.room)

    # --- faults ---

    def _way(self) -> Num:
        return Num(self.make.way(self.way) if self.way is not None else -1)

    def fault(
        self,
        kind: Kind,
        span: Span,
        a: Number = ZERO,
        b: Number = ZERO,
        nums: tuple[int, ...] = (),
    ) -> None:
        """The function ends with a fault."""
        site = self.make.site(kind, span, nums)
        self.fails = True
        self.body.leave(tree.Call(Name(Role.FAULT), (Num(site), a, b, self._way())))

    def check(
        self,
        holds: Truth,
        kind: Kind,
        span: Span,
        a: Number = ZERO,
        b: Number = ZERO,
        nums: tuple[int, ...] = (),
    ) -> None:
        """The function ends with a fault unless something holds."""
        if self.body.holds(holds):
            self.proven()
            return
        self.make.checks.made += 1
        with self.body.when(negated(holds)):
            self.fault(kind, span, a, b, nums)

    def proven(self) -> None:
        """A check is not made, because nothing could fail it."""
        self.make.checks.proven += 1

    def passed(self, value: Number, *, asks: bool = False) -> Number:
        """The value of a call that may have failed; if so this function ends too.

        ``asks`` says that the call may have failed because cards must be drawn first."""
        self.asks = self.asks or asks
        kept = self.body.keep(value)
        with self.body.when(tree.Compare("==", kept, FAILED)):
            self.hand_on()
        return kept

    def hand_on(self) -> None:
        """The function ends because one that it called has failed."""
        self.fails = True
        if self.without_chance is not None:
            error = tree.Load(Num(self.make.layout.error))
            with self.body.when(tree.Compare("<", error, ZERO)):
                card = self.body.keep(tree.Load(Num(self.make.layout.draws + 1)))
                zone = tree.Load(card, tree.Array.WHERE)
                self.fault(Kind.UNDECIDED, self.without_chance, zone)
        if self.way is None:
            self.body.leave(FAILED)
        else:
            self.body.leave(tree.Call(Name(Role.PASSED), (self._way(),)))

    def ask(self, card: Number) -> None:
        """The function ends, to be begun again once a card is drawn."""
        self.fails = self.asks = True
        if self.without_chance is not None:
            zone = tree.Load(card, tree.Array.WHERE)
            self.fault(Kind.UNDECIDED, self.without_chance, zone)
            return
        self.body.leave(tree.Call(Name(Role.LATER), (card,)))

    # --- what is known ---

    def bound(self, expr: Expr) -> Bound:
        """What is known of the value of an expression here."""
        return self.make.facts.at(expr, self.known)

    def seated(self) -> None:
        """Somebody acts here."""
        self.known[ME] = Bound(1, self.make.machine.players)

    # --- cells in hand ---

    def load(self, cell: int) -> Number:
        """What a cell of the machine holds; it is kept in hand where that costs nothing."""
        found = self.env.get(cell)
        if found is None:
            found = self.body.held.get(cell) or self.body.begun(cell)
        if found is None:
            found = tree.Load(Num(cell))
            if not self.quiet and not self.body.loops:
                found = self.body.keep(found)
                self.body.held[cell] = self.body.stored[cell] = found
        return found

    def store(self, cell: int, number: Number) -> None:
        """Let a cell hold something; it is stored when others may look."""
        body = self.body
        kept = body.keep(number)
        body.begun(cell)
        body.held[cell] = kept
        self.known.pop(cell, None)
        if body.stored.get(cell) == kept:
            body.waiting.discard(cell)
        else:
            body.waiting.add(cell)

    def flush(self, base: int = 0, size: int = 1 << 30) -> None:
        """Store what waits to be stored in some cells (all of them, if none are named)."""
        self.flush_cells(range(base, base + size))

    def flush_cells(self, cells: Container[int]) -> None:
        """Store what waits to be stored in these cells."""
        body = self.body
        for cell in sorted(cell for cell in body.waiting if cell in cells):
            body.store(Num(cell), body.held[cell])
            body.stored[cell] = body.held[cell]
            body.waiting.discard(cell)

    def forget(self, base: int, size: int = 1) -> None:
        """Some cells are written to behind the back of what is in hand."""
        self.flush(base, size)
        for known in (self.body.held, self.body.stored):
            for cell in [cell for cell in known if base <= cell < base + size]:
                del known[cell]
        for cell in [cell for cell in self.known if base <= cell < base + size]:
            del self.known[cell]
        self.body.lost |= set(range(base, base + size))

    def begin(self, state: int) -> None:
        """The function begins at a state: what registers surely hold there is in hand."""
        self.body.first = self.make.registers.at(state)

    @contextmanager
    def maybe(self) -> Iterator[None]:
        """What is lowered here is not always worked out."""
        self.quiet += 1
        yield
        self.quiet -= 1

    def finish(self) -> Function:
        """The function, added to the program."""
        function = self.body.function()
        self.make.functions.append(function)
        if self.room == Num(self.make.layout.scratch):
            self.make.room = max(self.make.room, self.most)
        return function
