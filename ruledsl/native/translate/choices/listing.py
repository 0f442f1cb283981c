"""Listing the legal moves of an action in a generated program: what `engine.offers.ActionPlan` does.

Parameters are bound one after the other, in loops within each other. A guard is tested as soon as
all that it and the guards before it need is bound.
"""

from __future__ import annotations

from attrs import evolve, frozen

from ruledsl.machine.model import ME, Expr, Guard
from ruledsl.machine.sorts import nodes_of
from ruledsl.native.analysis.answers import ASK
from ruledsl.native.program import tree
from ruledsl.native.program.body import ONE, ZERO, negated, number_of, truth_of
from ruledsl.native.program.read import folded
from ruledsl.native.program.tree import Local, Num, Number, Truth
from ruledsl.native.translate.choices.candidates import NESTED, Binder, Group, Prober
from ruledsl.native.translate.choices.shapes import Shape
from ruledsl.native.translate.context import FAILED, Context
from ruledsl.native.translate.expressions.cards import face_of
from ruledsl.native.translate.expressions.values import outlined, truth, value

ALWAYS = tree.Always(True)

_ACTING = Expr("cell", (ME,))
"""The seat that acts."""


class Lister(Binder):
    """Adds the statements that list the moves of one action, offered under a number.

    ``end`` is the variable with the place at which the list ends.
    """

    def __init__(self, ctx: Context, shape: Shape, offer: Number, end: Local) -> None:
        super().__init__(ctx, shape)
        self.offer = offer
        self.end = end
        self.looks: dict[Number, Number] = {}
        """The looks of cards that are in hand."""
        self.rows: dict[tuple[int, Number], Number] = {}
        """For tables and looks of their first card the place of the row."""
        self.codes: dict[tuple[Number, ...], Number] = {}
        """The numbers of moves of which some values are bound."""
        self.tables = [self.table(depth) for depth in range(len(shape.action.params) + 1)]

    def add(self) -> None:
        """Add the statements."""
        body, ctx = self.body, self.ctx
        env, known = dict(ctx.env), dict(ctx.known)
        for cell in self.written:
            ctx.known.pop(cell, None)
        spilled = self.shape.spilled
        for cell in spilled:
            ctx.forget(cell)
        saved = [body.variable(tree.Load(Num(cell))) for cell in spilled]
        self.look_ahead()
        self.first(list(self.shape.tests[0]))
        for cell, number in zip(spilled, saved, strict=True):
            body.store(Num(cell), number)
        ctx.env, ctx.known = env, known
        body.steady.clear()

    def look_ahead(self) -> None:
        """Read once what guards ask of the acting seat for every value of a parameter."""
        uses = self.make.facts.cells
        for guard in (guard for guards in self.shape.tests[1:] for guard in guards):
            for node in nodes_of(guard.value):
                if node.op != "item" or node.args[0] != _ACTING:
                    continue
                if node.nums[1] < self.make.machine.players:
                    continue  # that may be a fault, and perhaps it is never asked
                if uses.use(node.nums[0]) in ("variable", "account"):
                    load = value(self.ctx, node)
                    if isinstance(load, tree.Load):
                        self.body.steady[load] = self.body.variable(load)

    def first(self, guards: list[Guard]) -> None:
        """Test the guards that need no parameter, then bind the first."""
        if not guards:
            if self.shape.action.params:
                self.bind(0, (), None)
            else:
                self.found(())
            return
        guard, *rest = guards
        body = self.body
        tried = self.try_out(guard)
        if tried is None:
            number = self.attempt(guard)
            held = body.variable(ONE)
            with body.when(tree.Compare("==", number, FAILED)):
                self.unless_bound((), None)
                body.put(held, ZERO)
            holds: Truth = tree.Compare("!=", held, ZERO)
            if guard.cell < 0:
                holds = tree.And(holds, tree.Compare("!=", number, ZERO))
        else:
            number, holds = tried, ALWAYS if guard.cell >= 0 else truth_of(tried)
        with body.when(holds), self.ctx.maybe():
            if guard.cell >= 0:
                self.set(guard.cell, number, self.ctx.bound(guard.value))
            if body.depth > NESTED:
                call, part = self.outside((), None, lambda binder, _, __: _first(binder, rest))
                self.ended(call, part)
            else:
                self.first(rest)

    def ended(self, call: tree.Call, part: Context) -> None:
        """A function that has gone on yields the end of the list."""
        yielded = self.ctx.passed(call, asks=part.asks) if part.fails else self.body.keep(call)
        self.body.put(self.end, yielded)

    def handed(self) -> tuple[Number, ...]:
        """The number of the offer, and the end of the list."""
        return self.offer, self.end

    def within(self, ctx: Context, handed: tuple[Local, ...]) -> Lister:
        """One that goes on in another function."""
        return Lister(ctx, self.shape, *handed)

    def leave(self) -> None:
        """The function yields the end of the list."""
        self.body.leave(self.end)

    # --- guards ---

    def try_out(self, guard: Guard) -> Number | None:
        """The value of a guard; None if that may be a fault where a fault is not one yet."""
        ctx = self.ctx
        fails, ctx.fails = ctx.fails, False
        functions, checks = len(self.make.functions), evolve(self.make.checks)
        last = not self.shape.action.params
        with ctx.body.trial() as keep:
            if guard.cell >= 0:
                number = value(ctx, guard.value)
            else:
                number = number_of(truth(ctx, guard.value))
            keep(last or not ctx.fails)
        found = last or not ctx.fails
        ctx.fails = fails or (found and ctx.fails)
        if not found:
            del self.make.functions[functions:]
            self.make.checks = checks
            return None
        return number

    def attempt(self, guard: Guard) -> Number:
        """The value of a guard, or `FAIL`."""
        call, part = outlined(self.ctx, guard.value)
        self.ctx.fails = self.ctx.fails or part.fails
        return self.body.keep(call)

    def unless_bound(self, bound: tuple[Number, ...], group: Group | None) -> None:
        """A guard is at fault: so the function ends, if there is something to choose for what is not bound."""
        prober = Prober(self.ctx, self.shape)
        call, _ = prober.outside(bound, group, lambda binder, own, g: binder.bind(len(own), own, g))
        with self.body.when(tree.Compare("!=", call, ZERO)):
            self.ctx.hand_on()
        self.body.store(Num(self.make.layout.error), ZERO)

    def table(self, depth: int) -> _Table:
        """How many of the guards of a depth a table answers, and that table."""
        guards = list(self.shape.tests[depth])
        cells = [
            param.cell
            for place, param in enumerate(self.shape.action.params[:depth])
            if self.shape.is_cards[place]
        ]
        answers = self.make.answers
        for many in range(len(guards), 0, -1):
            needed = answers.decided(guards[:many], cells)
            if needed:
                entries = answers.table(guards[:many], needed)
                place = self.make.constants.place(entries)
                return _Table(many, needed, place, ASK in entries)
        return _Table(0, (), 0, False)

    def go_on(self, bound: tuple[Number, ...], group: Group | None) -> None:
        """Test the guards that can be tested, then bind the next parameter or add the move."""
        left = self.tested(bound, group)
        depth = len(bound)
        if depth == len(self.shape.action.params):
            self.found(bound, left)
        elif self.body.loops > NESTED:
            self.ended(*self.outside(bound, group, lambda b, own, g: b.bind(len(own), own, g)))
        else:
            if self.make.packing.parts is not None:
                self.codes[bound] = self.body.keep(self.code(bound))
            self.bind(depth, bound, group)

    def tested(self, bound: tuple[Number, ...], group: Group | None) -> Truth:
        """Test the guards that can be tested; where one fails, go on with the next value.

        The last of all may be left to be tested: it is what still has to hold."""
        depth = len(bound)
        guards = list(self.shape.tests[depth])
        table = self.tables[depth]
        last = depth == len(self.shape.action.params)
        if table.many:
            entry = self.answer(table)
            if table.asks:
                self.asked(entry, guards[: table.many], bound, group)
            elif last and table.many == len(guards):
                return tree.Compare("!=", entry, ZERO)
            else:
                with self.body.when(tree.Compare("==", entry, ZERO)):
                    self.body.add(tree.Again())
        for guard in guards[table.many :]:
            if last and guard is guards[-1] and guard.cell < 0:
                return truth(self.ctx, guard.value)
            self.test(guard, bound, group)
        return ALWAYS

    def test(self, guard: Guard, bound: tuple[Number, ...], group: Group | None) -> None:
        """Test a guard; where it fails, go on with the next value."""
        if len(bound) == len(self.shape.action.params):
            if guard.cell >= 0:
                self.set(guard.cell, value(self.ctx, guard.value), self.ctx.bound(guard.value))
            else:
                self.require(truth(self.ctx, guard.value))
            return
        number = self.try_out(guard)
        if number is None:
            number = self.attempt(guard)
            with self.body.when(tree.Compare("==", number, FAILED)):
                self.unless_bound(bound, group)
                self.body.add(tree.Again())
        if guard.cell >= 0:
            self.set(guard.cell, number, self.ctx.bound(guard.value))
        else:
            self.require(truth_of(number))

    def require(self, holds: Truth) -> None:
        """Go on with the next value unless something holds."""
        with self.body.when(negated(holds)):
            self.body.add(tree.Again())

    def answer(self, table: _Table) -> Number:
        """What a table of answers says for the cards that are bound."""
        looks = [self.look(self.ctx.env[cell]) for cell in table.cells]
        if len(looks) == 1:
            return tree.Entry(folded("+", Num(table.place), looks[0]))
        row = self.rows.get((table.place, looks[0]))
        place = row if row is not None else self.row(table, looks[0])
        for further, look in enumerate(looks[1:-1], 2):
            size = len(self.make.machine.looks) ** (len(looks) - further)
            place = folded("+", place, folded("*", look, Num(size)))
        return tree.Entry(folded("+", place, looks[-1]))

    def row(self, table: _Table, look: Number) -> Number:
        """Where the row of a table begins that belongs to the look of its first card."""
        size = len(self.make.machine.looks) ** (len(table.cells) - 1)
        return folded("+", Num(table.place), folded("*", look, Num(size)))

    def asked(
        self,
        entry: Number,
        guards: list[Guard],
        bound: tuple[Number, ...],
        group: Group | None,
    ) -> None:
        """Go by what a table says, and work guards out where it says that they must be."""
        body = self.body
        answer = body.keep(entry)
        with body.when(tree.Compare("!=", answer, ONE)):
            with body.when(tree.Compare("==", answer, ZERO)):
                body.add(tree.Again())
            for guard in guards:
                self.test(guard, bound, group)

    def look(self, number: Number) -> Number:
        """The look of a bound card."""
        found = self.looks.get(number)
        return found if found is not None else face_of(self.ctx, number)

    def found(self, bound: tuple[Number, ...], condition: Truth = ALWAYS) -> None:
        """Add a move to the list, if something holds."""
        body, end, packing = self.body, self.end, self.make.packing
        if packing.parts is not None:
            code = self.code(bound)
            body.add(tree.Append(end.number, code, condition))
            return
        with body.when(negated(condition)):
            body.add(tree.Again())
        body.store(end, self.offer, tree.Array.MOVE)
        for place, number in enumerate(bound, 1):
            body.store(folded("+", Num(place), end), number, tree.Array.MOVE)
        body.put(end, folded("+", Num(self.make.layout.stride), end))

    def code(self, bound: tuple[Number, ...]) -> Number:
        """The number of a move; what is known of it earlier is worked out earlier."""
        if not bound:
            return self.offer
        before = self.codes.get(bound[:-1])
        if before is None:
            before = self.code(bound[:-1])
        packing, number = self.make.packing, self.shape.number
        return packing.added(number, len(bound) - 1, bound[-1], before)

    # --- parameters ---

    def begin_rows(self, depth: int, look: Number) -> None:
        """Work out where the rows of tables begin that the look of a card picks."""
        cell = self.shape.action.params[depth].cell
        for table in self.tables[depth + 2 :]:
            if len(table.cells) > 1 and table.cells[0] == cell:
                self.rows[table.place, look] = self.body.keep(self.row(table, look))

    def looked(self, depth: int, number: Number, look: Number) -> None:
        """Keep the look for the tables that are asked about it."""
        self.looks[number] = look
        self.begin_rows(depth, look)


@frozen
class _Table:
    """A table of answers: for how many guards, about the cards in which registers, where it lies among the
    constants, and whether it sends one to work some out after all."""

    many: int
    cells: tuple[int, ...]
    place: int
    asks: bool


def _first(binder: Binder, guards: list[Guard]) -> None:
    assert isinstance(binder, Lister)
    binder.first(guards)
