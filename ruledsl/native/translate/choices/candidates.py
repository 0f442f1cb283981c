"""The values that the parameters of an action may take, in a generated program.

Parameters are bound one after the other, in loops within each other. What happens once one is bound is
for the classes that build on this one: `listing.Lister` tests guards, `Prober` does not.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from attrs import frozen

from ruledsl.machine.bounds import Bound
from ruledsl.machine.model import ME, Expr
from ruledsl.native.program import tree
from ruledsl.native.program.body import ONE, ZERO, Body, truth_of
from ruledsl.native.program.names import Name, Role
from ruledsl.native.program.read import folded
from ruledsl.native.program.tree import Local, Num, Number, Truth
from ruledsl.native.translate.choices.shapes import Shape, zones_of
from ruledsl.native.translate.context import LOOSE, Context
from ruledsl.native.translate.expressions.cards import face_of, pool_of, zone_of
from ruledsl.native.translate.expressions.lists import (
    Cells,
    Source,
    ask_for_all,
    fill,
    length,
    source,
)

NESTED = 6
"""Loops within loops (or blocks), before what is left to be bound goes to a function of its own."""


@frozen
class Group:
    """A list that several parameters share, and the place in it of the last one that is bound."""

    listed: Cells
    at: Number


class Binder(ABC):
    """Adds the loops that bind the parameters of one action."""

    def __init__(self, ctx: Context, shape: Shape) -> None:
        self.make = ctx.make
        self.shape = shape
        self.ctx = ctx
        self.body = ctx.body
        params = [param.cell for param in shape.action.params]
        lets = [guard.cell for guard in shape.action.guards if guard.cell >= 0]
        self.written = sorted({*params, *lets})

    # --- what others add ---

    @abstractmethod
    def go_on(self, bound: tuple[Number, ...], group: Group | None) -> None:
        """Add what happens once some parameters are bound."""

    def looked(self, _depth: int, _number: Number, _look: Number) -> None:
        """Add what is worth knowing once a card in a zone without order is bound, whose look is at hand."""
        return

    def handed(self) -> tuple[Number, ...]:
        """What a function that goes on has to be told besides what is bound."""
        return ()

    @abstractmethod
    def within(self, ctx: Context, handed: tuple[Local, ...]) -> Binder:
        """One that goes on in another function, which was told these."""

    @abstractmethod
    def leave(self) -> None:
        """End a function that has gone on."""

    # --- binding ---

    def set(self, cell: int, number: Number, bound: Bound) -> None:
        """Bind a register."""
        kept = self.body.keep(number)
        self.ctx.env[cell] = kept
        if bound.unset:
            self.ctx.known.pop(cell, None)
        else:
            self.ctx.known[cell] = Bound(bound.low, bound.high, bound.none)
        if cell in self.shape.spilled:
            self.body.store(Num(cell), kept)

    def bind(self, depth: int, bound: tuple[Number, ...], group: Group | None) -> None:
        """Bind parameter ``depth`` to each value that it may take."""
        shape, ctx = self.shape, self.ctx
        param = shape.action.params[depth]
        if shape.continues[depth]:
            assert group is not None
            self.through(depth, bound, group, folded("+", ONE, group.at))
            return
        domain = param.domain
        if shape.loose[depth]:
            with source(ctx, domain) as listed:
                self.decided(domain, listed)
                assert isinstance(listed, Cells)
                self.through(depth, bound, Group(listed, ZERO), ZERO)
        elif not (shape.is_cards[depth] or shape.leads[depth]) and self.distinct(domain):
            with source(ctx, domain) as listed, listed.each(ctx) as element:
                self.one(depth, bound, element, ctx.bound(domain), None)
        else:
            with ctx.space(length(ctx, domain)) as start:
                start = self.body.keep(start)
                end = self.body.keep(fill(ctx, domain, start))
                many = self.body.keep(folded("-", end, start))
                if shape.is_cards[depth]:
                    many = self.keyed(depth, start, many)
                self.through(depth, bound, Group(Cells(start, many), ZERO), ZERO)

    def distinct(self, domain: Expr) -> bool:
        """Whether a list of numbers surely has each only once."""
        if domain.op == "range":
            return True
        if domain.op == "list" and all(arg.op in ("const", "look") for arg in domain.args):
            return len({arg.nums[0] for arg in domain.args}) == len(domain.args)
        if domain.op == "row":
            rows = self.make.machine.lists[domain.nums[0]]
            return all(len(set(row)) == len(row) for row in rows)
        return False

    def decided(self, domain: Expr, listed: Source) -> None:
        """Ask for undecided cards, where somebody does not see the faces in the zone."""
        if all(self.make.frame.shown[zone] for zone in zones_of(self.make, domain)):
            return
        ask_for_all(self.ctx, domain, listed)

    def keyed(self, depth: int, start: Number, many: Number) -> Number:
        """Make a list of cards ready: without ``none``, every card of a zone without order decided, and
        sorted by look where a group begins and the player sees all the faces. How many there are."""
        body, ctx, make = self.body, self.ctx, self.make
        left = body.variable(ZERO)
        known = body.variable(ONE)
        with body.each(start, folded("+", start, many)) as at:
            number = body.variable(tree.Load(at))
            with body.when(tree.Compare(">=", number, ZERO)):
                body.store(folded("+", start, left), number)
                body.put(left, folded("+", ONE, left))
                undecided = tree.Compare("!=", pool_of(ctx, number), ZERO)
                zone = body.keep(zone_of(ctx, number))
                if "zone" in make.frame.places:
                    with body.when(self.is_loose(zone)), body.when(undecided):
                        ctx.ask(number)
                if self.shape.leads[depth]:
                    sees = tree.Call(Name(Role.SEES), (tree.Load(Num(ME)), zone))
                    hidden = tree.Or(undecided, tree.Compare("==", sees, ZERO))
                    with body.when(hidden):
                        body.put(known, ZERO)
        if self.shape.leads[depth]:
            with body.when(tree.Compare("!=", known, ZERO)):
                body.add(tree.Do(tree.Call(Name(Role.BY_LOOK), (start, left))))
        return left

    def is_loose(self, zone: Number) -> Truth:
        """Whether a zone has no order."""
        entry = tree.Entry(folded("+", Num(self.make.places), zone))
        return tree.Compare("==", entry, Num(LOOSE))

    def through(self, depth: int, bound: tuple[Number, ...], group: Group, first: Number) -> None:
        """Go through listed values from one on, those aside that give no move of their own."""
        body = self.body
        listed = group.listed
        base = body.keep(listed.start)
        many = body.keep(folded("-", listed.many, Num(self.needed(depth))))
        start = body.keep(first)
        span = self.ctx.bound(self.shape.action.params[depth].domain)
        if self.shape.is_cards[depth]:
            span = Bound(0, self.make.layout.cards - 1)
        last = depth == len(self.shape.action.params) - 1
        if self.shape.loose[depth] and not self.shape.rivals[depth] and listed.step > 0:
            with body.looks(base, start, many, counted=not last) as (card, look, at):
                self.looked(depth, card, look)
                self.one(depth, bound, card, span, Group(listed, at))
            return
        before = body.variable(Num(-1)) if self.shape.loose[depth] else None
        with self.values(depth, listed, base, start, many) as (at, number):
            for rival in self.shape.rivals[depth]:
                with body.when(tree.Compare("==", number, bound[rival])):
                    body.add(tree.Again())
            if before is not None:
                shown = body.keep(face_of(self.ctx, number))
                with body.when(tree.Compare("==", shown, before)):
                    body.add(tree.Again())
                body.put(before, shown)
                self.looked(depth, number, shown)
            elif not self.never_alike(depth):
                self.tried(depth, bound, listed, start, at, number)
            self.one(depth, bound, number, span, Group(listed, at))

    def needed(self, depth: int) -> int:
        """How many of the last values of a list nobody needs to try, because those that must come behind them
        in their group are not there; none if guards are asked before that comes to light."""
        behind = 0
        while depth + behind + 1 < len(self.shape.continues) and (
            self.shape.continues[depth + behind + 1] and not self.shape.tests[depth + behind + 1]
        ):
            behind += 1
        return behind

    @contextmanager
    def values(
        self, depth: int, listed: Cells, base: Number, start: Number, many: Number
    ) -> Iterator[tuple[Number, Number]]:
        """Statements that are added happen for each listed value; its place is told where it matters."""
        body = self.body
        last = depth == len(self.shape.action.params) - 1
        if last and listed.step > 0 and (self.shape.loose[depth] or self.never_alike(depth)):
            with body.through(folded("+", base, start), folded("+", base, many)) as number:
                yield ZERO, number
        else:
            with body.each(start, many) as at:
                place = folded("+", base, at) if listed.step > 0 else folded("-", base, at)
                yield at, body.keep(tree.Load(place))

    def never_alike(self, depth: int) -> bool:
        """Whether no two cards of a domain are one to the rules, because all lie in an order."""
        domain = self.shape.action.params[depth].domain
        places = self.make.frame.places
        if not self.shape.is_cards[depth]:
            return False
        if domain.op == "cards":
            return all(places[zone] != "zone" for zone in self.make.zones(domain.args[0]))
        if domain.op == "family_cards":
            family = self.make.machine.families[domain.nums[0]]
            return family.place != "zone"
        return False

    def tried(
        self,
        depth: int,
        bound: tuple[Number, ...],
        listed: Cells,
        start: Number,
        at: Number,
        number: Number,
    ) -> None:
        """Pass over a value where one that is the same to the rules has been tried."""
        body, ctx = self.body, self.ctx
        same = body.variable(ZERO)
        if self.shape.is_cards[depth]:
            zone = body.keep(zone_of(ctx, number))
            look = body.keep(face_of(ctx, number))
            loose = body.keep(tree.Flag(self.is_loose(zone)))
        with body.each(start, at) as earlier:
            other = body.variable(tree.Load(listed.place(earlier)))
            for rival in self.shape.rivals[depth]:
                with body.when(tree.Compare("==", other, bound[rival])):
                    body.add(tree.Again())
            equal: Truth = tree.Compare("==", other, number)
            if self.shape.is_cards[depth]:
                alike = tree.And(
                    tree.Compare("==", zone_of(ctx, other), zone),
                    tree.Compare("==", face_of(ctx, other), look),
                )
                equal = tree.Or(equal, tree.And(truth_of(loose), alike))
            with body.when(equal):
                body.put(same, ONE)
                body.add(tree.Break())
        with body.when(tree.Compare("!=", same, ZERO)):
            body.add(tree.Again())

    def one(
        self,
        depth: int,
        bound: tuple[Number, ...],
        number: Number,
        span: Bound,
        group: Group | None,
    ) -> None:
        """Bind a parameter to a value, test, and go on to the next parameter."""
        known = dict(self.ctx.known)
        env = dict(self.ctx.env)
        self.set(self.shape.action.params[depth].cell, number, span)
        self.go_on((*bound, number), group)
        self.ctx.known = known
        self.ctx.env = env

    def outside(
        self,
        bound: tuple[Number, ...],
        group: Group | None,
        inside: Callable[[Binder, tuple[Number, ...], Group | None], None],
    ) -> tuple[tree.Call, Context]:
        """Go on in a function of its own; the call of it, and what it needs."""
        body, ctx = self.body, self.ctx
        told = self.handed()
        handed: list[Number] = [*told, *bound]
        if group is not None:
            handed += [group.listed.start, group.listed.many, group.at]
        cells = [cell for cell in self.written if isinstance(ctx.env.get(cell), Local)]
        handed += [ctx.env[cell] for cell in cells]
        args = tuple(body.keep(number) for number in handed)
        own = [Local(place) for place in range(len(args))]
        part = Context(
            self.make,
            Body(self.make.part(), len(args) + 1),
            known=ctx.known,
            room=Local(len(args)),
        )
        part.without_chance = ctx.without_chance
        fixed = {c: ctx.env[c] for c in self.written if isinstance(ctx.env.get(c), Num)}
        handed_on = zip(cells, own[len(args) - len(cells) :], strict=True)
        part.env = {**fixed, **dict(handed_on)}
        at = len(told)
        inner = None
        if group is not None:
            first = at + len(bound)
            inner = Group(Cells(own[first], own[first + 1], group.listed.step), own[first + 2])
        binder = self.within(part, tuple(own[:at]))
        inside(binder, tuple(own[at : at + len(bound)]), inner)
        binder.leave()
        part.finish()
        ctx.most = max(ctx.most, ctx.used + part.most)
        ctx.flush()
        return tree.Call(part.body.name, (*args, ctx.free())), part


class Prober(Binder):
    """Adds the loops that find out whether there is something to choose for all parameters that are left,
    whatever the guards say: the function yields 1 if there is, else 0."""

    def go_on(self, bound: tuple[Number, ...], group: Group | None) -> None:
        """Bind the next parameter; all are bound: there is something."""
        if len(bound) == len(self.shape.action.params):
            self.body.leave(ONE)
        elif self.body.loops > NESTED:
            call, part = self.outside(bound, group, _bind_next)
            some = self.ctx.passed(call, asks=part.asks) if part.fails else self.body.keep(call)
            with self.body.when(tree.Compare("!=", some, ZERO)):
                self.body.leave(ONE)
        else:
            self.bind(len(bound), bound, group)

    def within(self, ctx: Context, _: tuple[Local, ...]) -> Prober:
        """One that goes on in another function."""
        return Prober(ctx, self.shape)

    def leave(self) -> None:
        """There is nothing."""
        self.body.leave(ZERO)


def _bind_next(binder: Binder, bound: tuple[Number, ...], group: Group | None) -> None:
    binder.bind(len(bound), bound, group)
