"""Steps of the machine in a generated program: variables, money, chance and the flow of play.

As in the interpreter every step works out all it needs before it writes anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ruledsl.machine import model
from ruledsl.machine.bounds import Bound
from ruledsl.machine.model import ME, NONE, ROLLS, SAFE, STARTER
from ruledsl.machine.sorts import ELEMENT, sort_of
from ruledsl.native.plan.faults import Kind
from ruledsl.native.program import tree
from ruledsl.native.program.body import ONE, ZERO, negated
from ruledsl.native.program.names import Name, Role
from ruledsl.native.program.read import folded
from ruledsl.native.program.tree import Num, Number, Truth
from ruledsl.native.translate.context import Context
from ruledsl.native.translate.expressions.lists import (
    Cells,
    Entries,
    Source,
    Span,
    fill,
    holds_cards,
    length,
    source,
)
from ruledsl.native.translate.expressions.values import value

Step = Callable[[Context, Any], None]
"""Adds what a state does, up to going on to the next."""


def address(ctx: Context, target: model.Address, state: model.State) -> Number:
    """The cell of an address."""
    if target.index is None:
        return Num(target.base)
    known = ctx.bound(target.index)
    if not known.unset and known.within(1, target.size):
        ctx.proven()
        place = value(ctx, target.index)
    else:
        place = ctx.body.keep(value(ctx, target.index))
        inside = tree.Inside(1, place, target.size)
        ctx.check(inside, Kind.OUTSIDE, state.span, place, Num(target.size))
    return ctx.body.keep(folded("+", Num(target.base - 1), place))


def put(ctx: Context, target: model.Address, cell: Number, number: Number) -> None:
    """Give an element that a cell of an address holds a value."""
    if isinstance(cell, Num):
        ctx.store(cell.value, number)
    else:
        number = ctx.body.keep(number)
        ctx.forget(target.base, target.size)
        ctx.body.store(cell, number)


def balance_of(ctx: Context, target: model.Address, cell: Number) -> Number:
    """What an element in a cell of an address holds."""
    if isinstance(cell, Num):
        return ctx.load(cell.value)
    ctx.flush(target.base, target.size)
    return tree.Load(cell)


def _set(ctx: Context, state: model.Set) -> None:
    known = ctx.bound(state.value)
    ctx.store(state.cell, value(ctx, state.value))
    learn(ctx, state.cell, known)


def learn(ctx: Context, cell: int, known: Bound) -> None:
    """From here on a cell holds something of which this is known."""
    if known.unset:
        ctx.known.pop(cell, None)
    else:
        ctx.known[cell] = Bound(known.low, known.high, known.none)


def _allowed(variable: model.Variable, number: Number) -> Truth:
    inside = tree.Inside(variable.low, number, variable.high)
    return tree.Or(inside, tree.Compare("==", number, Num(NONE))) if variable.or_none else inside


def _fits(known: Bound, variable: model.Variable) -> bool:
    """Whether a value surely lies within the range of a variable."""
    if known.none and not variable.or_none:
        return False
    if known.low > known.high:
        return known.none
    return variable.low <= known.low and known.high <= variable.high


def _assign(ctx: Context, state: model.Assign) -> None:
    variable = ctx.make.machine.variables[state.variable]
    cell = address(ctx, state.target, state)
    known = ctx.bound(state.value)
    assigned = value(ctx, state.value)
    if _fits(known, variable):
        ctx.proven()
    else:
        assigned = ctx.body.keep(assigned)
        allowed = _allowed(variable, assigned)
        ctx.check(allowed, Kind.RANGE, state.span, cell, assigned, (state.variable,))
    put(ctx, state.target, cell, assigned)


def _open(ctx: Context, state: model.Open) -> None:
    account = ctx.make.machine.accounts[state.account]
    cell = address(ctx, state.target, state)
    balance = ctx.body.keep(value(ctx, state.value))
    if account.unlimited:
        return
    known = ctx.bound(state.value)
    if not known.unset and known.within(0, account.limit):
        ctx.proven()
    else:
        inside = tree.Inside(0, balance, account.limit)
        ctx.check(inside, Kind.OPENING, state.span, cell, balance, (state.account,))
    put(ctx, state.target, cell, balance)


def pick(found: Source, place: Number) -> Number:
    """The element of a list at a place, from 0."""
    match found:
        case Span():
            return folded("+", found.low, place)
        case Cells():
            return tree.Load(found.place(place))
        case Entries():
            return tree.Entry(folded("+", found.start, place))


def _roll(ctx: Context, state: model.Roll) -> None:
    body, make = ctx.body, ctx.make
    cell = address(ctx, state.target, state)
    cards = holds_cards(ctx, state.domain)
    if cards:
        with ctx.space(length(ctx, state.domain)) as start:
            start = body.keep(start)
            end = body.keep(fill(ctx, state.domain, start))
            many = body.keep(folded("-", end, start))
            _something(ctx, state, many)
            with body.each(start, end) as at:
                there = tree.Compare(">=", tree.Load(at), ZERO)
                ctx.check(there, Kind.ROLL_CARD, state.span)
            place = tree.Call(Name(Role.BELOW), (many,))
            ctx.flush()
            picked = body.keep(tree.Call(Name(Role.PICKED), (start, many, place)))
    else:
        with source(ctx, state.domain) as found:
            many = body.keep(found.count(ctx))
            _something(ctx, state, many)
            at_place = body.keep(tree.Call(Name(Role.BELOW), (many,)))
            picked = body.keep(pick(found, at_place))
    ctx.store(ROLLS, folded("+", ONE, ctx.load(ROLLS)))
    if make.traced:
        body.add(tree.Do(tree.Call(Name(Role.TRACE), (Num(-1), picked))))
    if state.variable >= 0:
        variable = make.machine.variables[state.variable]
        if _fits(ctx.bound(state.domain), variable):
            ctx.proven()
        else:
            allowed = _allowed(variable, picked)
            ctx.check(allowed, Kind.RANGE, state.span, cell, picked, (state.variable,))
    put(ctx, state.target, cell, picked)
    if state.variable < 0:
        ctx.known.pop(state.target.base, None)


def _something(ctx: Context, state: model.Roll, many: Number) -> None:
    ctx.check(tree.Compare("!=", many, ZERO), Kind.ROLL_EMPTY, state.span)


def _lot(ctx: Context, _: model.Lot) -> None:
    body = ctx.body
    starter = Num(STARTER)
    ctx.forget(STARTER)
    with body.when(tree.Compare("==", tree.Load(starter), ZERO)):
        seat = tree.Call(Name(Role.BELOW), (Num(ctx.make.machine.players),))
        body.store(starter, folded("+", ONE, seat))
        if ctx.make.traced:
            body.add(tree.Do(tree.Call(Name(Role.TRACE), (Num(-2), tree.Load(starter)))))
    learn(ctx, STARTER, Bound(1, ctx.make.machine.players))


def _pay(ctx: Context, state: model.Pay) -> None:
    body, machine = ctx.body, ctx.make.machine
    payer = machine.accounts[state.source_account]
    payee = machine.accounts[state.target_account]
    source_cell = address(ctx, state.source, state)
    target_cell = address(ctx, state.target, state)
    if state.amount is None:
        if payer.unlimited:
            ctx.fault(Kind.UNLIMITED, state.span, nums=(state.source_account,))
            return
        paid = body.keep(balance_of(ctx, state.source, source_cell))
    else:
        paid = body.keep(value(ctx, state.amount))
        known = ctx.bound(state.amount)
        if not known.unset and known.within(0, SAFE):
            ctx.proven()
        else:
            ctx.check(tree.Inside(0, paid, SAFE), Kind.AMOUNT, state.span, paid)
        if not payer.unlimited:
            paid = _what_there_is(ctx, state, source_cell, paid)
    differ: Truth = tree.Compare("!=", source_cell, target_cell)
    if state.source_account != state.target_account:
        differ = tree.Always(True)
    elif isinstance(source_cell, Num) and isinstance(target_cell, Num):
        differ = tree.Always(source_cell != target_cell)
    else:
        ctx.forget(payer.base, payer.size)
    with body.when(differ):
        if not payee.unlimited:
            before = balance_of(ctx, state.target, target_cell)
            balance = body.keep(folded("+", before, paid))
            below = tree.Compare("<=", balance, Num(payee.limit))
            ctx.check(
                below, Kind.OVER_LIMIT, state.span, balance, target_cell, (state.target_account,)
            )
            _account(ctx, differ, state.target, target_cell, balance)
        if not payer.unlimited:
            left = folded("-", balance_of(ctx, state.source, source_cell), paid)
            _account(ctx, differ, state.source, source_cell, left)


def _account(
    ctx: Context, always: Truth, target: model.Address, cell: Number, balance: Number
) -> None:
    if always == tree.Always(True):
        put(ctx, target, cell, balance)
    else:
        ctx.body.store(cell, balance)


def _what_there_is(ctx: Context, state: model.Pay, cell: Number, paid: Number) -> Number:
    """The amount, or all that there is where that is less and the rules allow it."""
    there = ctx.body.keep(balance_of(ctx, state.source, cell))
    enough = tree.Compare("<=", paid, there)
    if not state.up_to:
        ctx.make.checks.made += 1
        with ctx.body.when(negated(enough)):
            # The fault tells the balance too, from where it lies.
            ctx.body.store(cell, there)
            ctx.fault(Kind.SHORT, state.span, paid, cell, (state.source_account,))
        return paid
    return ctx.body.keep(tree.Pick(enough, paid, there))


def _announce(ctx: Context, state: model.Announce) -> None:
    for shown in state.values:
        if holds(ctx, shown):
            with source(ctx, shown):
                pass
        else:
            value(ctx, shown)


def holds(ctx: Context, expr: model.Expr) -> bool:
    """Whether an expression yields a list."""
    return sort_of(expr, ctx.make.machine) in ELEMENT


def _collect(ctx: Context, state: model.Collect) -> None:
    body = ctx.body
    with source(ctx, state.source) as found:
        many = body.keep(found.count(ctx))
        if length(ctx, state.source) <= state.capacity:
            ctx.proven()
        else:
            short = tree.Compare("<=", many, Num(state.capacity))
            ctx.check(short, Kind.LONG_LIST, state.span, many, nums=(state.capacity,))
        ctx.forget(state.base, state.capacity + 1)
        body.store(Num(state.base), many)
        if isinstance(found, Cells) and found.step > 0:
            body.add(tree.Copy(Num(state.base + 1), found.start, many))
        else:
            at = body.variable(Num(state.base + 1))
            with found.each(ctx) as element:
                body.store(at, element)
                body.put(at, folded("+", ONE, at))


def _call(ctx: Context, state: model.Call) -> None:
    routine = ctx.make.machine.routines[state.routine]
    ctx.store(routine.back, Num(state.next))
    ctx.store(routine.me, ctx.load(ME))


def _score(ctx: Context, state: model.Score) -> None:
    body, layout = ctx.body, ctx.make.machine.layout
    players = ctx.make.machine.players
    # Defines may look at the seat in its cell; everything else finds it in a variable.
    ctx.forget(state.seat)
    ctx.flush()
    with ctx.space(2 * players) as start:
        start = body.keep(start)
        none = body.variable(ZERO)
        learn(ctx, state.seat, Bound(1, players))
        with body.each(ONE, Num(players + 1)) as number:
            body.store(Num(state.seat), number)
            ctx.env[state.seat] = number
            for expr, shift in ((state.value, -1), (state.tie, players - 1)):
                result = body.keep(value(ctx, expr)) if expr is not None else ZERO
                body.store(folded("+", Num(shift), folded("+", start, number)), result)
                if result != ZERO:
                    with body.when(tree.Compare("==", result, Num(NONE))):
                        body.put(none, ONE)
        del ctx.env[state.seat]
        ctx.known.pop(state.seat, None)
        ctx.store(state.seat, ZERO)
        ctx.check(tree.Compare("==", none, ZERO), Kind.SCORE, state.span)
        ctx.forget(layout.scores, 2 * players)
        body.add(tree.Copy(Num(layout.scores), start, Num(2 * players)))


STEPS: dict[type[model.State], Step] = {
    model.Set: _set,
    model.Assign: _assign,
    model.Open: _open,
    model.Roll: _roll,
    model.Lot: _lot,
    model.Pay: _pay,
    model.Announce: _announce,
    model.Collect: _collect,
    model.Call: _call,
    model.Score: _score,
}
"""What each state does that goes on to one other."""
