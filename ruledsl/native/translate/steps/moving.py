"""Steps that deal with cards in a generated program: moving, shuffling, gathering, showing."""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.machine import model
from ruledsl.machine.model import Expr
from ruledsl.machine.sorts import nodes_of, sort_of
from ruledsl.native.plan.faults import Kind
from ruledsl.native.program import tree
from ruledsl.native.program.body import ONE, ZERO
from ruledsl.native.program.names import Name, Role
from ruledsl.native.program.read import folded
from ruledsl.native.program.tree import Num, Number, Truth
from ruledsl.native.translate.context import LOOSE, PILE, Context
from ruledsl.native.translate.expressions.cards import base_of, card, face_of, pool_of, zone_of
from ruledsl.native.translate.expressions.lists import Cells, ask_for_all, fill, length
from ruledsl.native.translate.expressions.values import value
from ruledsl.native.translate.steps.plain import STEPS, Step, holds

_KINDS = {"pile": PILE, "row": 1, "zone": LOOSE}

_STEADY = frozenset(
    {"const", "cell", "item", "zone", "zone_at", "first", "last", "at", "size", "bounded", "some"}
    | {"add", "sub", "mul", "div", "mod", "table"}
)
"""Operators that yield the same before and after some cards are drawn."""


def steady(ctx: Context, exprs: Sequence[Expr]) -> bool:
    """Whether expressions yield the same before and after cards are drawn: no faces, no order by faces."""
    for expr in exprs:
        for node in nodes_of(expr):
            if node.op not in _STEADY:
                return False
            if node.op in ("first", "last", "at"):
                places = {ctx.make.frame.places[z] for z in ctx.make.zones(node.args[0])}
                if "zone" in places:
                    return False
    return True


def place_kind(ctx: Context, expr: Expr) -> int | None:
    """Whether the zones of an expression are piles, rows or without order; None where they differ."""
    kinds = {ctx.make.frame.places[zone] for zone in ctx.make.zones(expr)}
    return _KINDS[kinds.pop()] if len(kinds) == 1 else None


def is_shown(ctx: Context, expr: Expr, zone: Number) -> Truth:
    """Whether somebody sees the faces in a zone."""
    shown = {ctx.make.frame.shown[number] for number in ctx.make.zones(expr)}
    if len(shown) == 1:
        return tree.Always(shown.pop())
    return tree.Compare("!=", tree.Entry(folded("+", Num(ctx.make.shown), zone)), ZERO)


def room_of(ctx: Context, expr: Expr, zone: Number, start: Number) -> Number:
    """How many more cards a zone can hold; ``start`` is the cell where it begins."""
    capacities = {ctx.make.frame.capacities[number] for number in ctx.make.zones(expr)}
    if len(capacities) == 1:
        most: Number = Num(capacities.pop())
    else:
        most = tree.Entry(folded("+", Num(ctx.make.rooms), zone))
    return folded("-", most, tree.Load(start))


def take(ctx: Context, found: Number) -> None:
    """Take a card from where it lies."""
    top = ctx.tops.get(found)
    ctx.tops.clear()
    if top is None:
        ctx.body.add(tree.Do(tree.Call(Name(Role.TAKE), (found,))))
        return
    ctx.body.store(folded("+", top.start, top.count), ZERO)
    ctx.body.store(top.start, folded("-", top.count, ONE))


def put(ctx: Context, expr: Expr, found: Number, zone: Number, underneath: bool) -> None:
    """Lay a card that lies nowhere into a zone."""
    body = ctx.body
    kind = place_kind(ctx, expr)
    heap = ctx.make.heaps.issuperset(ctx.make.zones(expr))
    if kind == LOOSE and not heap:
        start = body.keep(base_of(ctx, zone, ctx.make.zones(expr)))
        call = tree.Call(Name(Role.PUT_LOOSE), (found, zone, start, face_of(ctx, found)))
        body.add(tree.Do(call))
        return
    if kind is None or (underneath and not heap):
        call = tree.Call(Name(Role.PUT), (found, zone, Num(int(underneath))))
        body.add(tree.Do(call))
        return
    start = body.keep(base_of(ctx, zone, ctx.make.zones(expr)))
    many = body.keep(folded("+", ONE, tree.Load(start)))
    body.store(folded("+", start, many), found)
    body.store(start, many)
    body.store(found, zone, tree.Array.WHERE)


def _check_room(ctx: Context, expr: Expr, zone: Number, listed: Cells, state: model.State) -> None:
    """All of the cards fit; those that lie there already need no room."""
    body = ctx.body
    if all(
        ctx.make.frame.capacities[number] >= ctx.make.layout.cards
        for number in ctx.make.zones(expr)
    ):
        ctx.proven()
        return
    start = body.keep(base_of(ctx, zone, ctx.make.zones(expr)))
    room = body.keep(room_of(ctx, expr, zone, start))
    with body.when(tree.Compare("<", room, listed.many)):
        call = tree.Call(Name(Role.STRANGERS), (listed.start, listed.many, zone))
        ctx.check(tree.Compare(">=", room, call), Kind.ROOM, state.span, zone)


# --- single cards ----------------------------------------------------------------------------


def _move(ctx: Context, state: model.Move) -> None:
    body = ctx.body
    many = len(state.cards)
    with ctx.space(many) as start:
        start = body.keep(start)
        cards = [body.keep(value(ctx, expr)) for expr in state.cards]
        zone = body.keep(value(ctx, state.to))
        zones = ctx.make.zones(state.to)
        capacities = (ctx.make.frame.capacities[z] for z in zones)
        written_down = (
            any(ctx.make.frame.shown[z] for z in zones) or min(capacities) < ctx.make.layout.cards
        )
        for place, (number, expr) in enumerate(zip(cards, state.cards, strict=True)):
            bound = ctx.bound(expr)
            if expr.op in ("first", "last", "at") or (
                not bound.unset and bound.within(0, ctx.make.layout.cards - 1)
            ):
                ctx.proven()
            else:
                inside = tree.Inside(0, number, ctx.make.layout.cards - 1)
                ctx.check(inside, Kind.NO_CARD_MOVED, state.span)
            if many > 1 and written_down:
                body.store(folded("+", start, Num(place)), number)
        _all_different(ctx, state, cards)
        if many == 1:
            _decide_one(ctx, state, cards[0], zone)
        else:
            with body.when(is_shown(ctx, state.to, zone)):
                _decide_all(ctx, state, Cells(start, Num(many)))
        if many == 1:
            _room_for_one(ctx, state, cards[0], zone)
        else:
            _check_room(ctx, state.to, zone, Cells(start, Num(many)), state)
        for number in cards:
            take(ctx, number)
            put(ctx, state.to, number, zone, state.underneath)


def _all_different(ctx: Context, state: model.Move, cards: Sequence[Number]) -> None:
    """No card is named twice."""
    for place, number in enumerate(cards):
        for first, other in enumerate(cards[:place]):
            differ = tree.Compare("!=", number, other)
            ctx.check(differ, Kind.TWICE, state.span, nums=(first + 1, place + 1))


def _decide_all(ctx: Context, state: model.Move, listed: Cells) -> None:
    """Cards that come into the open are decided first."""
    body = ctx.body
    with body.when(tree.Compare("!=", tree.Load(Num(ctx.make.layout.opened)), ZERO)):
        call = tree.Call(Name(Role.LACKING), (listed.start, listed.many, Num(listed.step)))
        if not steady(ctx, (*state.cards, state.to)):
            ctx.passed(call, asks=True)
            return
        with body.when(tree.Compare("!=", call, ZERO)):
            body.store(Num(ctx.make.layout.error), ZERO)
            body.add(tree.Do(tree.Call(Name(Role.DRAWN))))


def _decide_one(ctx: Context, state: model.Move, number: Number, zone: Number) -> None:
    """A card that comes into the open is decided first."""
    body = ctx.body
    top = ctx.tops.get(number)
    if top is not None and ctx.make.decided.issuperset(top.zones):
        return
    with body.when(is_shown(ctx, state.to, zone)):
        pool = body.keep(pool_of(ctx, number))
        with body.when(tree.Compare("!=", pool, ZERO)):
            if steady(ctx, (*state.cards, state.to)):
                body.add(tree.Do(tree.Call(Name(Role.DRAW), (number, pool))))
            else:
                ctx.ask(number)


def _room_for_one(ctx: Context, state: model.Move, number: Number, zone: Number) -> None:
    body = ctx.body
    zones = ctx.make.zones(state.to)
    if all(ctx.make.frame.capacities[z] >= ctx.make.layout.cards for z in zones):
        ctx.proven()
        return
    start = body.keep(base_of(ctx, zone, zones))
    room = body.keep(room_of(ctx, state.to, zone, start))
    fits = tree.Or(tree.Compare(">", room, ZERO), tree.Compare("==", zone_of(ctx, number), zone))
    ctx.check(fits, Kind.ROOM, state.span, zone)


# --- many cards ------------------------------------------------------------------------------


def _from_pile(ctx: Context, state: model.MoveSome) -> bool:
    """Whether cards go one by one from the top of a pile to some other place."""
    if len(state.sources) != 1 or place_kind(ctx, state.sources[0]) != PILE:
        return False
    if set(ctx.make.zones(state.sources[0])) & set(ctx.make.zones(state.to)):
        return False
    amount = (state.amount,) if state.amount is not None else ()
    return steady(ctx, (*state.sources, state.to, *amount))


def _wanted(ctx: Context, state: model.MoveSome, there: Number, zones: Sequence[Number]) -> Number:
    """How many cards are to be moved."""
    body = ctx.body
    if state.amount is None:
        return there
    wanted = body.keep(value(ctx, state.amount))
    bound = ctx.bound(state.amount)
    if not bound.unset and bound.within(0, model.SAFE):
        ctx.proven()
    else:
        ctx.check(tree.Compare(">=", wanted, ZERO), Kind.NEGATIVE, state.span, wanted)
    if state.up_to:
        return body.keep(tree.Pick(tree.Compare("<", wanted, there), wanted, there))
    with body.when(tree.Compare(">", wanted, there)):
        draws = ctx.make.layout.draws
        ctx.make.checks.made += 1
        body.store(Num(draws), Num(len(zones)))
        for place, zone in enumerate(zones, 1):
            body.store(Num(draws + place), zone)
        ctx.fault(Kind.FEW_CARDS, state.span, wanted, there)
    return wanted


def _move_some(ctx: Context, state: model.MoveSome) -> None:
    ctx.tops.clear()
    if _from_pile(ctx, state):
        _deal(ctx, state)
    else:
        _move_listed(ctx, state)


def _deal(ctx: Context, state: model.MoveSome) -> None:
    """Cards from the top of a pile, each drawn as it comes."""
    body, layout = ctx.body, ctx.make.layout
    source = body.keep(value(ctx, state.sources[0]))
    zone = body.keep(value(ctx, state.to))
    start = body.keep(base_of(ctx, source, ctx.make.zones(state.sources[0])))
    there = body.keep(tree.Load(start))
    wanted = _wanted(ctx, state, there, (source,))
    capacities = [ctx.make.frame.capacities[z] for z in ctx.make.zones(state.to)]
    if min(capacities) >= layout.cards:
        ctx.proven()
    else:
        target = body.keep(base_of(ctx, zone, ctx.make.zones(state.to)))
        room = room_of(ctx, state.to, zone, target)
        ctx.check(tree.Compare("<=", wanted, room), Kind.ROOM, state.span, zone)
    shown = is_shown(ctx, state.to, zone)
    last = body.keep(folded("+", start, there))
    heap = _heap(ctx, state, zone)
    with body.each(ZERO, wanted) as at:
        top = body.keep(folded("-", last, at))
        number = body.keep(tree.Load(top))
        with body.when(shown):
            pool = body.keep(pool_of(ctx, number))
            with body.when(tree.Compare("!=", pool, ZERO)):
                body.add(tree.Do(tree.Call(Name(Role.DRAW), (number, pool))))
        body.store(top, ZERO)
        if heap is None:
            put(ctx, state.to, number, zone, state.underneath)
        else:
            body.store(folded("+", heap[1], at), number)
            body.store(number, zone, tree.Array.WHERE)
    if heap is not None:
        body.store(heap[0], folded("+", tree.Load(heap[0]), wanted))
    body.store(start, folded("-", there, wanted))


def _heap(ctx: Context, state: model.MoveSome, zone: Number) -> tuple[Number, Number] | None:
    """Where cards come to lie one behind the other: where their zone begins, and where the first of them will lie."""
    zones, body = ctx.make.zones(state.to), ctx.body
    kind = place_kind(ctx, state.to)
    if not ctx.make.heaps.issuperset(zones) and (kind in (None, LOOSE) or state.underneath):
        return None
    start = body.keep(base_of(ctx, zone, zones))
    return start, body.keep(folded("+", ONE, folded("+", start, tree.Load(start))))


def _move_listed(ctx: Context, state: model.MoveSome) -> None:
    body, make = ctx.body, ctx.make
    zones = [body.keep(value(ctx, expr)) for expr in state.sources]
    target = body.keep(value(ctx, state.to))
    most = sum(max(make.frame.capacities[z] for z in make.zones(expr)) for expr in state.sources)
    with ctx.space(most) as start:
        start = body.keep(start)
        end = body.variable(start)
        for place, zone in enumerate(zones):
            with body.when(_all_differ(zone, zones[:place])):
                body.put(end, tree.Call(Name(Role.LISTED), (zone, end)))
        there = body.keep(folded("-", end, start))
        wanted = body.keep(_wanted(ctx, state, there, zones))
        shown = is_shown(ctx, state.to, target)
        with (
            body.when(shown),
            body.when(tree.Compare("!=", tree.Load(Num(make.layout.opened)), ZERO)),
        ):
            call = tree.Call(Name(Role.NEEDED), (start, there, wanted))
            ctx.passed(call, asks=True)
        _check_room(ctx, state.to, target, Cells(start, wanted), state)
        with body.each(start, folded("+", start, wanted)) as at:
            number = body.variable(tree.Load(at))
            body.add(tree.Do(tree.Call(Name(Role.TAKE), (number,))))
            put(ctx, state.to, number, target, state.underneath)


def _all_differ(zone: Number, others: Sequence[Number]) -> Truth:
    if not others:
        return tree.Always(True)
    differs = tree.Compare("!=", zone, others[-1])
    rest = _all_differ(zone, others[:-1])
    return differs if rest == tree.Always(True) else tree.And(rest, differs)


# --- the rest --------------------------------------------------------------------------------


def _shuffle(ctx: Context, state: model.Shuffle) -> None:
    body = ctx.body
    zone = body.keep(value(ctx, state.zone))
    shown = is_shown(ctx, state.zone, zone)
    with body.when(shown):
        start = body.keep(base_of(ctx, zone, ctx.make.zones(state.zone)))
        few = tree.Compare("<=", tree.Load(start), ONE)
        ctx.check(few, Kind.SEEN, state.span, zone)
    capacity = max(ctx.make.frame.capacities[z] for z in ctx.make.zones(state.zone))
    with ctx.space(capacity) as room:
        ctx.passed(tree.Call(Name(Role.SHUFFLE), (zone, room)), asks=True)


def _gather(ctx: Context, state: model.Gather) -> None:
    ctx.tops.clear()
    body, make = ctx.body, ctx.make
    machine = make.machine
    cards, looks = len(machine.cards), len(machine.looks)
    decks = [machine.decks[number] for number in state.decks]
    with ctx.space(cards * len(decks) + looks + cards) as start:
        start = body.keep(start)
        marks = [body.keep(folded("+", start, Num(cards * i))) for i in range(len(decks))]
        have = body.keep(folded("+", start, Num(cards * len(decks))))
        room = body.keep(folded("+", Num(looks), have))
        found = []
        for deck, mark in zip(decks, marks, strict=True):
            own = sorted(deck.cards, key=lambda number: (machine.cards[number], number))
            need = [0] * looks
            for number in own:
                need[machine.cards[number]] += 1
            first = Num(make.constants.place(own))
            count = Num(make.constants.place(need))
            call = tree.Call(
                Name(Role.GATHER), (Num(deck.zone), first, Num(len(own)), count, mark, have, room)
            )
            found.append(ctx.passed(call, asks=True))
        for deck, mark, which in zip(decks, marks, found, strict=True):
            call = tree.Call(Name(Role.GATHERED), (Num(deck.zone), mark, which, room))
            over = body.keep(call)
            ctx.check(tree.Compare("==", over, ZERO), Kind.ROOM, state.span, Num(deck.zone))


def _reveal(ctx: Context, state: model.Reveal) -> None:
    body, make = ctx.body, ctx.make
    if state.to is not None:
        seat = body.keep(value(ctx, state.to))
        bound = ctx.bound(state.to)
        if not bound.unset and bound.within(1, make.machine.players):
            ctx.proven()
        else:
            inside = tree.Inside(1, seat, make.machine.players)
            ctx.check(inside, Kind.NO_SEAT, state.span)
    sort = sort_of(state.what, make.machine)
    if sort == "card":
        number = card(ctx, state.what, Kind.NO_CARD_SHOWN, _at(state))
        with body.when(tree.Compare("!=", pool_of(ctx, number), ZERO)):
            ctx.ask(number)
        return
    if sort not in ("cards", "zone"):
        if holds(ctx, state.what):
            with ctx.space(length(ctx, state.what)) as start:
                fill(ctx, state.what, body.keep(start))
        else:
            value(ctx, state.what)
        return
    listed = state.what if sort == "cards" else Expr("cards", (), (state.what,))
    most = length(ctx, listed)
    with ctx.space(most) as start:
        start = body.keep(start)
        end = body.keep(fill(ctx, listed, start))
        if sort == "cards":
            with body.each(start, end) as at:
                there = tree.Compare(">=", tree.Load(at), ZERO)
                ctx.check(there, Kind.NO_CARD_SHOWN, state.span)
        ask_for_all(ctx, listed, Cells(start, body.keep(folded("-", end, start))))


def _at(state: model.State) -> Expr:
    """Something at the place of a state, for the faults of its parts that are faults of the whole."""
    return Expr("const", (0,), span=state.span)


STEPS_OF: dict[type[model.State], Step] = {
    **STEPS,
    model.Move: _move,
    model.MoveSome: _move_some,
    model.Shuffle: _shuffle,
    model.Gather: _gather,
    model.Reveal: _reveal,
}
"""What each state does that goes on to one other, those that deal with cards included."""
