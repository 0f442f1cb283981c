"""The states of a machine as functions: each does as many steps as follow each other without a choice of ways.

A function begins at a state to which several ways lead (or one that is found by its number: where a
routine returns to, where an action begins) and goes on through those to which only it leads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from ruledsl.limits import STEPS_BETWEEN_DECISIONS
from ruledsl.machine import model
from ruledsl.machine.bounds import Bound
from ruledsl.machine.flow import calls, offers, successors
from ruledsl.machine.model import (
    ME,
    SAFE,
    STEPS,
    Branch,
    Call,
    Collect,
    Decide,
    Expr,
    Next,
    Over,
    PlayPending,
    Return,
    Roll,
)
from ruledsl.machine.ops import OPPOSITE
from ruledsl.native.plan.faults import Kind
from ruledsl.native.program import tree
from ruledsl.native.program.body import ONE, ZERO, Body
from ruledsl.native.program.names import Name, Role
from ruledsl.native.program.read import folded
from ruledsl.native.program.tree import Num, Number, Truth
from ruledsl.native.translate.choices.decisions import play_pending
from ruledsl.native.translate.context import Context, Maker
from ruledsl.native.translate.expressions.values import truth
from ruledsl.native.translate.steps.moving import STEPS_OF
from ruledsl.native.translate.steps.plain import learn

LONGEST = 64
"""Steps that one function does at the most, one after the other."""

JOINED = 8
"""States to which other ways lead too that are gone through on one way all the same."""

DEEPEST = 24
"""Blocks within blocks, before the rest becomes a function of its own."""

WRITTEN = 64
"""Steps that one function holds on all its ways together. Ways that part and meet again are written down twice, so
without a bound a function would grow as two to the power of the conditions in it."""

_LONG = (model.Score, model.Gather, model.Shuffle, model.MoveSome, model.Collect, model.PlayPending)
"""States that are not written down twice."""

DYNAMIC = -1
"""Stands in a way for a state that is known only in play: the first number of the fault says which."""


class Flow:
    """Makes the functions of states."""

    def __init__(self, make: Maker) -> None:
        self.make = make
        self.machine = make.machine
        self.found_by_number = {0, self.machine.start}
        """The states at which a function must begin: others come to know of them only in play."""
        self.returns: dict[int, set[int]] = {}
        """For each routine the states in which it may end."""
        for state in self.machine.states:
            if isinstance(state, Call | Decide | PlayPending):
                for routine in self._entered(state):
                    self.returns.setdefault(routine, set()).add(state.next)
                    self.found_by_number.add(state.next)
        ways = [0] * len(self.machine.states)
        for state in self.machine.states:
            for following, _ in successors(state):
                ways[following] += 1
            for routine in calls(state, self.machine):
                ways[self.machine.routines[routine].entry] += 1
        self.rooms: dict[int, int] = {}
        """The cells of each list that loops go through."""
        for state in self.machine.states:
            if isinstance(state, Collect):
                self.rooms[state.base] = max(self.rooms.get(state.base, 0), state.capacity + 1)
        self.shared = {number for number, many in enumerate(ways) if many > 1}
        """The states to which several ways lead."""
        self._condition: Truth | None = None
        self._written = 0

    def _entered(self, state: Call | Decide | PlayPending) -> tuple[int, ...]:
        """The routines that return to where a state goes on."""
        if isinstance(state, Decide):
            return tuple(self.machine.actions[o.action].routine for o in offers(state))
        return calls(state, self.machine)

    def function(self, number: int) -> None:
        """Add the function that begins at a state."""
        body = Body(Name(Role.STATE, number), 0)
        ctx = Context(self.make, body)
        ctx.way = ()
        self._written = 0
        ctx.begin(number)
        self._follow(ctx, number, first=True)
        ctx.finish()

    def follow(self, ctx: Context, number: int) -> None:
        """Go on at a state that an action leads to, as far as may be, and end the function."""
        ctx.without_chance = None
        if ctx.way is None:
            ctx.way = ()
        self._written = 0
        self._branch(ctx, number, entered=True)

    def _follow(self, ctx: Context, number: int, *, first: bool = False) -> None:
        """Do a state and those that follow, as long as it is known which that are, and end the function."""
        passed: set[int] = set()
        while True:
            state = self.machine.states[number]
            assert ctx.way is not None
            ends = isinstance(state, Decide | Over)
            if ends or not (first or self._may_join(ctx, number, passed)):
                self._exit(ctx, number)
                return
            if not self._step(ctx, number, state, first):
                self._exit(ctx, number)
                return
            first = False
            self._written += 1
            passed.add(number)
            following = self._following(ctx, number, state)
            if following is None:
                return
            number = following

    def _may_join(self, ctx: Context, number: int, passed: set[int]) -> bool:
        """Whether a function goes on through a state that may also begin one."""
        assert ctx.way is not None
        if len(ctx.way) >= LONGEST or ctx.body.depth > DEEPEST or self._written >= WRITTEN:
            return False
        if number not in self.shared and number not in self.found_by_number:
            return True
        if isinstance(self.machine.states[number], _LONG):
            return False
        return number not in ctx.way[:-1] and number not in passed and ctx.joined <= JOINED

    def _step(self, ctx: Context, number: int, state: model.AnyState, first: bool) -> bool:
        """Do a step up to where it goes on. A step that may ask for cards to be drawn is taken again
        afterwards, so a function must begin there: False where it does not."""
        asked, ctx.asks = ctx.asks, False
        known, functions, joined = dict(ctx.known), len(self.make.functions), ctx.joined
        checks, way = evolve(self.make.checks), ctx.way
        place = len(ctx.body.blocks[-1])
        self._condition = None
        with ctx.body.trial() as keep:
            match state:
                case Branch():
                    self._condition = truth(ctx, state.condition)
                case PlayPending():
                    play_pending(ctx, state, self._entering)
                case Next() | Return():
                    pass
                case _:
                    step: Callable[[Context, Any], None] = STEPS_OF[type(state)]
                    step(ctx, state)
            keep(first or not ctx.asks)
        asks, ctx.asks = ctx.asks, asked
        if asks and not first:
            ctx.known, ctx.way, ctx.joined = known, way, joined
            self.make.checks = checks
            del self.make.functions[functions:]
            return False
        if asks:
            here = tree.Store(Num(model.STATE), Num(number))
            ctx.body.blocks[-1].insert(place, here)
        return True

    def _following(self, ctx: Context, number: int, state: model.AnyState) -> int | None:
        """Go on after a state; None where the function ends on all ways."""
        assert ctx.way is not None
        match state:
            case Branch():
                self._fork(ctx, state)
                return None
            case Next():
                self._next(ctx, state)
                return None
            case Return():
                return self._return(ctx, state)
            case PlayPending():
                return None
            case Call():
                following = self.machine.routines[state.routine].entry
                self._join(ctx, following)
                return following
            case Roll():
                # A `random` counts its step where it is, not where it goes on.
                ctx.way = (*ctx.way, number)
                ctx.joined += state.next in self.shared
                return state.next
            case Decide() | Over():
                raise AssertionError("play stops here")
            case _:
                self._join(ctx, state.next)
                return state.next

    def _join(self, ctx: Context, number: int) -> None:
        """One more step is made, and play has come to a state."""
        assert ctx.way is not None
        ctx.way = (*ctx.way, number)
        ctx.joined += number in self.shared or number in self.found_by_number

    def _exit(self, ctx: Context, number: int) -> None:
        """The function ends, and play goes on at a state."""
        self._leave(ctx, self.make.code(number), ZERO)

    def _leave(self, ctx: Context, code: Number, state: Number) -> None:
        assert ctx.way is not None
        code = ctx.body.keep(code)
        made = ctx.load(STEPS)
        if ctx.way:
            made = folded("+", Num(len(ctx.way)), made)
            if isinstance(made, Num):
                ctx.proven()
            else:
                made = ctx.body.keep(made)
                within = tree.Compare("<=", made, Num(STEPS_BETWEEN_DECISIONS))
                ctx.check(within, Kind.STEPS, self.machine.states[0].span, state)
            ctx.body.store(Num(STEPS), made)
        ctx.flush()
        ctx.body.leave(code)

    def _fork(self, ctx: Context, state: Branch) -> None:
        condition = self._condition
        assert condition is not None
        if isinstance(condition, tree.Always):
            self._branch(ctx, state.then if condition.value else state.otherwise)
            return
        known = dict(ctx.known)
        with ctx.body.when(condition):
            refine(ctx, state.condition, True)
            self._branch(ctx, state.then)
        ctx.known = known
        refine(ctx, state.condition, False)
        self._branch(ctx, state.otherwise)

    def _entering(self, ctx: Context, number: int) -> None:
        self._branch(ctx, number)

    def _branch(self, ctx: Context, number: int, *, entered: bool = False) -> None:
        """One of the ways that lead on from here, without a trace on the others."""
        way, known, env, joined = ctx.way, dict(ctx.known), dict(ctx.env), ctx.joined
        tops = dict(ctx.tops)
        assert way is not None
        if not entered:
            self._join(ctx, number)
        self._follow(ctx, number)
        ctx.way, ctx.known, ctx.env, ctx.joined, ctx.tops = way, known, env, joined, tops

    def _next(self, ctx: Context, state: Next) -> None:
        body = ctx.body
        ctx.flush(state.base, self.rooms[state.base])
        at = body.keep(ctx.load(state.position))
        there = tree.Compare("<", at, tree.Load(Num(state.base)))
        ctx.proven()
        known = dict(ctx.known)
        with body.when(there):
            ctx.store(state.position, folded("+", ONE, at))
            ctx.store(state.target, tree.Load(folded("+", Num(state.base + 1), at)))
            learn(ctx, state.target, self.make.facts.listed(state.base))
            self._branch(ctx, state.body)
        ctx.known = known
        self._branch(ctx, state.done)

    def _return(self, ctx: Context, state: Return) -> int | None:
        """Leave a routine; the state that comes next where that is known."""
        machine, body = self.machine, ctx.body
        routine = machine.routines[state.routine]
        following = body.keep(ctx.load(routine.back))
        ctx.store(ME, ctx.load(routine.me))
        ctx.known.pop(ME, None)
        ctx.store(routine.back, ZERO)
        ctx.store(routine.me, ZERO)
        cells = {
            cell
            for action in machine.actions
            if action.routine == state.routine
            for cell in action.registers
        }
        for cell in sorted(cells):
            ctx.store(cell, Num(self.make.frame.empty(cell)))
            ctx.known.pop(cell, None)
        ctx.proven()
        if isinstance(following, Num):
            self._join(ctx, following.value)
            return following.value
        assert ctx.way is not None
        likely = self.returns.get(state.routine, set())
        if len(likely) == 1:
            (there,) = likely
            with body.when(tree.Compare("==", following, Num(there))):
                self._branch(ctx, there)
        code = tree.Entry(folded("+", Num(self.make.codes), following))
        ctx.way = (*ctx.way, DYNAMIC)
        self._leave(ctx, code, following)
        return None


def refine(ctx: Context, condition: Expr, holds: bool) -> None:
    """What a condition that compares a cell with a number tells of the cell, where it holds or does not."""
    if condition.op not in OPPOSITE or condition.args[0].op != "cell":
        return
    cell, other = condition.args[0].nums[0], condition.args[1]
    if other.op != "const" or cell in ctx.env:
        return
    sign = condition.op if holds else OPPOSITE[condition.op]
    bound, number = ctx.bound(condition.args[0]), other.nums[0]
    if bound.none or bound.unset or abs(number) > SAFE:
        return
    low, high = bound.low, bound.high
    match sign:
        case "gt":
            low = max(low, number + 1)
        case "ge":
            low = max(low, number)
        case "lt":
            high = min(high, number - 1)
        case "le":
            high = min(high, number)
        case "eq":
            low = high = number
        case _:
            return
    if low <= high:
        ctx.known[cell] = Bound(low, high)
