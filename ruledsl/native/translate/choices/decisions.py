"""Decisions in a generated program: listing what is legal, and beginning what is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ruledsl.limits import DECISIONS_OF_A_GAME
from ruledsl.machine import model
from ruledsl.machine.bounds import Bound
from ruledsl.machine.flow import offers
from ruledsl.machine.model import DECISIONS, ME, STEPS, Action, Decide, Expr, Offer
from ruledsl.native.plan.faults import Kind
from ruledsl.native.program import tree
from ruledsl.native.program.body import ONE, ZERO, Body
from ruledsl.native.program.names import Name, Role
from ruledsl.native.program.read import folded
from ruledsl.native.program.tree import Local, Num, Number, Truth
from ruledsl.native.translate.choices.listing import Lister
from ruledsl.native.translate.choices.shapes import Shape
from ruledsl.native.translate.context import LOOSE, Context, Maker
from ruledsl.native.translate.expressions.cards import face_of, zone_of
from ruledsl.native.translate.expressions.lists import holds_cards, member, source
from ruledsl.native.translate.expressions.values import truth, value
from ruledsl.native.translate.steps.plain import learn


def legal(make: Maker, number: int, state: Decide, shapes: Sequence[Shape]) -> None:
    """Add the function that lists the moves of a decision and yields how many there are."""
    body = Body(Name(Role.LEGAL, number), 0)
    ctx = Context(make, body)
    machine, layout = make.machine, make.layout
    ctx.begin(number)
    acting = tree.Inside(1, ctx.load(ME), machine.players)
    ctx.check(acting, Kind.NOBODY, state.span)
    ctx.seated()
    # What is undecided while moves are listed is a fault of the decision.
    ctx.without_chance = state.span
    if make.counts_work:
        body.store(Num(layout.fuel), Num(make.frame.elements))
    end = body.variable(ZERO)
    _offers(ctx, state, shapes, end)
    if state.optional:
        body.store(end, ZERO, tree.Array.MOVE)
        body.put(end, folded("+", Num(layout.stride), end))
    last = state.otherwise
    if state.optional or (last is not None and _always(machine.actions[last.action])):
        ctx.proven()
    else:
        some = tree.Compare("!=", end, ZERO)
        ctx.check(some, Kind.NO_MOVE, state.span, ctx.load(ME))
    body.leave(tree.Binary("//", end, Num(layout.stride)) if layout.stride > 1 else end)
    ctx.finish()


def _always(action: Action) -> bool:
    """Whether an action is legal whenever it is offered."""
    return not action.params and all(guard.cell >= 0 for guard in action.guards)


def _offers(ctx: Context, state: Decide, shapes: Sequence[Shape], end: Local) -> None:
    """List what is offered, and what is offered otherwise if that is nothing."""
    body = ctx.body
    earlier: dict[int, list[int]] = {}
    for place, offer in enumerate(state.offers, 1):
        twice = earlier.setdefault(offer.action, [])
        before = body.variable(end) if twice else end
        _offer(ctx, offer, place, shapes[offer.action], end)
        if twice:
            _merge(ctx, shapes[offer.action], twice, before, end)
        twice.append(place)
    if state.otherwise is not None:
        place = len(state.offers) + 1
        with body.when(tree.Compare("==", end, ZERO)), ctx.maybe():
            _offer(ctx, state.otherwise, place, shapes[state.otherwise.action], end)


def _offer(ctx: Context, offer: Offer, place: int, shape: Shape, end: Local) -> None:
    body = ctx.body
    if offer.arguments is None:
        Lister(ctx, shape, Num(place), end).add()
        return
    inner, part = _fixed(ctx.make, offer, place, shape)
    call = tree.Call(inner.name, (end,))
    body.put(end, ctx.passed(call, asks=part.asks) if part.fails else call)


def _fixed(make: Maker, offer: Offer, place: int, shape: Shape) -> tuple[tree.Function, Context]:
    """The function that lists the one choice of an offer with arguments, if it is legal."""
    body = Body(make.part(), 1)
    ctx = Context(make, body)
    ctx.seated()
    end: Local = Local(0)
    params = shape.action.params
    cells = sorted({p.cell for p in params} | {g.cell for g in shape.action.guards if g.cell >= 0})
    saved = [body.variable(tree.Load(Num(cell))) for cell in cells]
    # Registers change behind the back of what is in hand.
    ctx.quiet += 1

    def leave() -> None:
        for cell, number in zip(cells, saved, strict=True):
            body.store(Num(cell), number)
        body.leave(end)

    def unless(holds: Truth) -> None:
        with body.when(tree.Not(holds)):
            leave()

    def tested(depth: int) -> None:
        for guard in shape.tests[depth]:
            if guard.cell >= 0:
                body.store(Num(guard.cell), value(ctx, guard.value))
                ctx.known.pop(guard.cell, None)
            else:
                unless(truth(ctx, guard.value))

    values = _in_order(
        ctx, shape, [body.variable(value(ctx, arg)) for arg in offer.arguments or ()]
    )
    for depth, (param, number) in enumerate(zip(params, values, strict=True)):
        unless(_within(ctx, param.domain, number))
        if shape.is_cards[depth]:
            for other in range(depth):
                if shape.is_cards[other]:
                    unless(tree.Compare("!=", number, values[other]))
        body.store(Num(param.cell), number)
        ctx.known.pop(param.cell, None)
    for depth in range(len(params) + 1):
        tested(depth)
    Lister(ctx, shape, Num(place), end).found(tuple(values))
    for cell, number in zip(cells, saved, strict=True):
        body.store(Num(cell), number)
    body.leave(end)
    return ctx.finish(), ctx


def _within(ctx: Context, domain: Expr, number: Number) -> Truth:
    """Whether a value is in a domain."""
    if domain.op == "cards" and holds_cards(ctx, domain):
        zone = ctx.body.keep(value(ctx, domain.args[0]))
        there = tree.Inside(0, number, ctx.make.layout.cards - 1)
        return tree.And(there, tree.Compare("==", zone_of(ctx, number), zone))
    with source(ctx, domain) as found:
        return member(ctx, found, number)


def _in_order(ctx: Context, shape: Shape, values: list[Local]) -> list[Local]:
    """The values of all parameters, cards of one group by look and number, as they are listed."""
    cards = ctx.make.layout.cards
    first = 0
    for place in range(1, len(values) + 1):
        if place == len(values) or not shape.continues[place]:
            group = values[first:place]
            first = place
            if len(group) > 1:
                all_cards: Truth = tree.Always(True)
                for number in group:
                    inside = tree.Inside(0, number, cards - 1)
                    all_cards = (
                        inside if all_cards == tree.Always(True) else tree.And(all_cards, inside)
                    )
                with ctx.body.when(all_cards):
                    _sort(ctx, group)
    return values


def _sort(ctx: Context, group: list[Local]) -> None:
    """Bring a few cards in the order of (look, card), by exchanging neighbours."""
    body = ctx.body
    for end in range(len(group) - 1, 0, -1):
        for place in range(end):
            a, b = group[place], group[place + 1]
            look, other = face_of(ctx, a), face_of(ctx, b)
            later = tree.And(tree.Compare("==", look, other), tree.Compare(">", a, b))
            with body.when(tree.Or(tree.Compare(">", look, other), later)):
                kept = body.variable(a)
                body.put(a, b)
                body.put(b, kept)


def _merge(ctx: Context, shape: Shape, earlier: list[int], before: Number, end: Local) -> None:
    """Take moves off the list that an earlier offer of the same action has given already."""
    body, layout = ctx.body, ctx.make.layout
    stride = Num(layout.stride)
    at = body.variable(before)
    to = body.variable(before)
    with body.apart(rounds=True) as block:
        same = body.variable(ZERO)
        other = body.variable(ZERO)
        with body.apart(rounds=True) as inner:
            offer = body.keep(ctx.make.packing.offer(other, body))
            of_it: Truth = tree.Compare("==", offer, Num(earlier[0]))
            for place in earlier[1:]:
                of_it = tree.Or(of_it, tree.Compare("==", offer, Num(place)))
            equal = body.variable(tree.Flag(of_it))
            packing = ctx.make.packing
            mine = packing.values(shape.number, at, body)
            theirs = packing.values(shape.number, other, body)
            for depth in range(1, len(shape.action.params) + 1):
                with body.when(tree.Compare("!=", equal, ZERO)):
                    a = body.variable(mine[depth - 1])
                    b = body.variable(theirs[depth - 1])
                    alike: Truth = tree.Compare("==", a, b)
                    if shape.is_cards[depth - 1]:
                        alike = tree.Or(alike, _same_card(ctx, a, b))
                    body.put(equal, tree.Flag(alike))
            with body.when(tree.Compare("!=", equal, ZERO)):
                body.put(same, ONE)
                body.add(tree.Break())
            body.put(other, folded("+", stride, other))
        body.add(tree.While(tree.Compare("<", other, before), tuple(inner)))
        with body.when(tree.Compare("==", same, ZERO)):
            for cell in map(Num, range(layout.stride)):
                kept = tree.Load(folded("+", cell, at), tree.Array.MOVE)
                body.store(folded("+", cell, to), kept, tree.Array.MOVE)
            body.put(to, folded("+", stride, to))
        body.put(at, folded("+", stride, at))
    body.add(tree.While(tree.Compare("<", at, end), tuple(block)))
    body.put(end, to)


def _same_card(ctx: Context, a: Number, b: Number) -> Truth:
    """Whether two cards lie in one zone without order and look alike."""
    zone = zone_of(ctx, a)
    loose = tree.Compare("==", tree.Entry(folded("+", Num(ctx.make.places), zone)), Num(LOOSE))
    there = tree.And(tree.Compare("==", zone, zone_of(ctx, b)), loose)
    return tree.And(there, tree.Compare("==", face_of(ctx, a), face_of(ctx, b)))


# --- playing ---------------------------------------------------------------------------------


def apply(make: Maker, number: int, state: Decide, follow: Callable[[Context, int], None]) -> None:
    """Add the function that begins a listed move and yields the state that comes next.

    ``follow`` adds the effects, as far as they can be done at once, and ends the function.
    """
    body = Body(Name(Role.APPLY, number), 1)
    ctx = Context(make, body)
    ctx.begin(number)
    ctx.seated()
    ctx.without_chance = state.span
    move = Local(0)
    made = ctx.load(DECISIONS)
    fewer = tree.Compare("<", made, Num(DECISIONS_OF_A_GAME))
    ctx.check(fewer, Kind.DECISIONS, state.span)
    body.store(Num(DECISIONS), folded("+", ONE, made))
    del body.held[DECISIONS]
    # Faults are judged by how many steps were made before: this must not wait.
    body.store(Num(STEPS), ZERO)
    body.held[STEPS] = ZERO
    if make.counts_work:
        body.store(Num(make.layout.fuel), Num(make.frame.elements))
    if state.pending >= 0:
        _put_by(ctx, state, move)
        follow(ctx, state.next)
        ctx.finish()
        return
    listed = offers(state)
    offer = body.keep(make.packing.offer(move, body))
    ways = list(range(1, len(listed) + 1))
    if state.optional:
        with body.when(tree.Compare("==", offer, ZERO)):
            follow(ctx, state.next)
    for place in ways:
        action = make.machine.actions[listed[place - 1].action]
        last = place == len(ways)
        with body.when(tree.Always(True) if last else tree.Compare("==", offer, Num(place))):
            before = dict(ctx.known)
            values = make.packing.values(listed[place - 1].action, move, body)[: len(action.params)]
            ctx.without_chance = state.span
            bounds = [make.facts.of(param.domain) for param in action.params]
            enter(ctx, action, values, state.next, bounds)
            follow(ctx, make.machine.routines[action.routine].entry)
            ctx.known = before
    if not ways:
        follow(ctx, state.next)
    ctx.finish()


def enter(
    ctx: Context,
    action: Action,
    values: Sequence[Number],
    back: int,
    bounds: Sequence[Bound] = (),
) -> None:
    """Bind the registers of an action and note where its effects go on when they are done.

    ``bounds`` is what is known of the values, where they come from a list of legal moves."""
    routine = ctx.make.machine.routines[action.routine]
    for param, number in zip(action.params, values, strict=True):
        ctx.store(param.cell, number)
        ctx.known.pop(param.cell, None)
    for param, bound in zip(action.params, bounds, strict=False):
        learn(ctx, param.cell, bound)
    for guard in action.guards:
        if guard.cell >= 0:
            known = ctx.bound(guard.value)
            ctx.store(guard.cell, value(ctx, guard.value))
            learn(ctx, guard.cell, known)
    ctx.store(routine.back, Num(back))
    ctx.store(routine.me, ctx.load(ME))


def _put_by(ctx: Context, state: Decide, move: Local) -> None:
    """Keep what is chosen until it is played."""
    body = ctx.body
    width = state.width
    seat = tree.Load(Num(ME))
    base = body.keep(folded("+", Num(state.pending - width), folded("*", seat, Num(width))))
    packing = ctx.make.packing
    offer = body.keep(packing.offer(move, body))
    body.store(base, offer)
    with body.each(ONE, Num(width)) as at:
        body.store(folded("+", base, at), ZERO)
    for place, each in enumerate(offers(state), 1):
        many = len(ctx.make.machine.actions[each.action].params)
        with body.when(tree.Compare("==", offer, Num(place))):
            for depth, number in enumerate(packing.values(each.action, move, body)[:many], 1):
                body.store(folded("+", base, Num(depth)), number)
    ctx.forget(state.pending, width * ctx.make.machine.players)


def play_pending(
    ctx: Context, state: model.PlayPending, follow: Callable[[Context, int], None]
) -> None:
    """Begin what the acting seat has chosen before; ``follow`` goes on from there and ends the function."""
    body, machine = ctx.body, ctx.make.machine
    decision = machine.states[state.decision]
    assert isinstance(decision, Decide)
    listed = offers(decision)
    width = decision.width
    ctx.forget(decision.pending, width * machine.players)
    seat = body.keep(ctx.load(ME))
    seated = tree.Inside(1, seat, machine.players)
    ctx.check(seated, Kind.NO_CHOICE, state.span)
    base = body.keep(folded("+", Num(decision.pending - width), folded("*", seat, Num(width))))
    offer = body.keep(tree.Load(base))
    ctx.check(tree.Inside(0, offer, len(listed)), Kind.NO_CHOICE, state.span)
    for place, each in enumerate(listed, 1):
        action = machine.actions[each.action]
        known = dict(ctx.known)
        with body.when(tree.Compare("==", offer, Num(place))):
            values = [
                body.variable(tree.Load(folded("+", Num(at), base)))
                for at in range(1, len(action.params) + 1)
            ]
            for param, number in zip(action.params, values, strict=True):
                if holds_cards(ctx, param.domain):
                    card = tree.Inside(0, number, ctx.make.layout.cards - 1)
                    ctx.check(card, Kind.NO_CHOICE, state.span)
            enter(ctx, action, values, state.next)
            with body.each(ZERO, Num(width)) as at:
                body.store(folded("+", base, at), ZERO)
            follow(ctx, machine.routines[action.routine].entry)
        ctx.known = known
    follow(ctx, state.next)
