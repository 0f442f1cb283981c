"""Blocks and what steers them: conditions, loops, turns, ending a phase.

A block is lowered to a chain of states that ends in a given one. Every statement has a
state of its own at a number that is reserved before it is lowered, so that what comes
before can lead to it. Loops keep their counters, and the seat that acted outside, in registers.
"""

from __future__ import annotations

from attrs import evolve

from ruledsl.diagnostics.model import Label, Severity
from ruledsl.lower import (
    aggregates,
    choices,
    defines,
    endless,
    knowledge,
    routines,
    shuffling,
    statements,
    storing,
    taking_back,
    together,
)
from ruledsl.lower import chaining as ch
from ruledsl.lower import expressions as ex
from ruledsl.lower import fitting as ft
from ruledsl.lower import types as t
from ruledsl.lower import values as v
from ruledsl.lower.builder import Builder
from ruledsl.lower.mentions import report_missing
from ruledsl.lower.narrowing import refine
from ruledsl.lower.scope import Scope, Uses
from ruledsl.lower.types import Type
from ruledsl.lower.values import Value
from ruledsl.machine import model as m
from ruledsl.machine.model import Expr
from ruledsl.syntax import tree


def block(
    b: Builder,
    scope: Scope,
    body: tuple[tree.Statement, ...],
    exit_: int,
    entry: int | None = None,
) -> int:
    """Lower a block that goes on at state ``exit_``; the number of its first state (``entry`` if given)."""
    if not body:
        return exit_
    scope = scope.later()
    labels = [b.reserve() if i or entry is None else entry for i in range(len(body))]
    for i, node in enumerate(body):
        b.look_on(node.span)
        next_ = labels[i + 1] if i + 1 < len(body) else exit_
        inner = scope.apart()
        after = _after(b, node, statement(b, inner, node, labels[i], next_))
        after = shuffling.unsettled(b, after, node)
        knowledge.skipping(b, scope.uses, inner.uses)
        scope.uses.add(inner.uses)
        scope = evolve(after, uses=scope.uses, kinds={})
        if isinstance(node, tree.End) and i + 1 < len(body) and _is_end(b, node):
            b.report(
                "RD306",
                "this is never reached",
                body[i + 1].span,
                "`end` leaves the phase: move this before it, or put the `end` under an `if`",
            )
    return labels[0]


def _after(b: Builder, node: tree.Statement, scope: Scope) -> Scope:
    """What is known behind a statement: that the loop's end has come, that the phase was not left."""
    match node:
        case tree.If(arms=(arm,), otherwise=()) if isinstance(arm.body[-1], tree.End):
            return refine(b, scope, arm.condition, False)
        case tree.Repeat(until=until) if until is not None:
            return refine(b, scope, until, True)
    return knowledge.after(b, node, scope)


def statement(b: Builder, scope: Scope, node: tree.Statement, label: int, next_: int) -> Scope:
    """Lower one statement to ``label``; the scope for those that follow."""
    if isinstance(node, tree.For | tree.Repeat | tree.Turns | tree.Each):
        scope = shuffling.unsettled(b, scope, node)
    match node:
        case tree.Let():
            return statements.let(b, scope, node, label, next_)
        case tree.Assign():
            storing.assign(b, scope, node, label, next_)
        case tree.Move():
            statements.move(b, scope, node, label, next_)
        case tree.Shuffle():
            statements.shuffle(b, scope, node, label, next_)
        case tree.Gather():
            statements.gather(b, scope, node, label, next_)
        case tree.Reveal():
            statements.reveal(b, scope, node, label, next_)
        case tree.Pay():
            storing.pay(b, scope, node, label, next_)
        case tree.Announce():
            statements.announce(b, scope, node, label, next_)
        case tree.Require():
            _misplaced_require(b, scope, node)
            storing.skip_to(b, label, next_, node.span)
        case tree.Do():
            routines.do(b, scope, node, label, next_)
        case tree.Choose():
            choices.choose(b, scope, node, label, next_)
        case tree.End():
            _end(b, scope, node, label)
        case tree.If():
            _if(b, scope, node, label, next_)
        case tree.For():
            _for(b, scope, node, label, next_)
        case tree.Repeat():
            _repeat(b, scope, node, label, next_)
        case tree.Turns():
            _turns(b, scope, node, label, next_)
        case tree.Each():
            _each(b, scope, node, label, next_)
        case tree.Together():
            together.lower(b, scope, node, label, next_)
        case tree.Acts():
            _acts(b, scope, node, label, next_)
    return scope


def _misplaced_require(b: Builder, scope: Scope, node: tree.Require) -> None:
    if scope.place == "effect":
        b.report(
            "RD307",
            "a `require` stands before the effects of an action",
            node.span,
            "move it up: what is legal is settled before anything happens",
        )
    else:
        b.report(
            "RD307",
            "`require` belongs to an action",
            node.span,
            "in a phase write `if`; a condition on a move stands in its action",
        )


def _is_end(b: Builder, node: tree.End) -> bool:
    name = node.phase.text
    return name == "game" or isinstance(b.symbols.declared.get(name), tree.Phase)


def _end(b: Builder, scope: Scope, node: tree.End, label: int) -> None:
    name = node.phase.text
    if name == "game":
        b.put(label, m.Set(m.ME, Expr("const", (0,)), b.score_state, span=node.span))
        return
    declared = b.symbols.declared.get(name)
    if not isinstance(declared, tree.Phase):
        help_text = "`end PHASE` leaves that phase, `end game` goes to the score"
        report_missing(
            b, "phase", node.phase, help_text, mentions="ends", others=("game",), purpose=" to end"
        )
        storing.skip_to(b, label, b.score_state, node.span)
        return
    b.ends.append((scope.routine, name, node.span))
    scope.uses.ends.add(name)
    b.put(label, m.Return(routines.reserve(b, name), span=node.span))


def _if(b: Builder, scope: Scope, node: tree.If, label: int, next_: int) -> None:
    here = label
    past = False  # whether an arm further up is surely taken
    conditions = Uses()
    for i, arm in enumerate(node.arms):
        asked = evolve(scope, uses=conditions)
        condition = ex.truth_of(b, asked, arm.condition)
        inside = scope.apart()
        taken = refine(b, inside, arm.condition, True)
        then = _arm(b, taken, arm.body, next_, is_idle=past or condition.constant == 0)
        knowledge.choosing(b, scope, conditions, inside.uses, here, arm.condition.span)
        past = past or condition.constant == 1
        scope = refine(b, scope, arm.condition, False)
        last = i == len(node.arms) - 1
        if last:
            inside = scope.apart()
            otherwise = _arm(b, inside, node.otherwise, next_, is_idle=past)
            knowledge.choosing(b, scope, conditions, inside.uses, here, arm.condition.span)
        else:
            otherwise = b.reserve()
        b.put(here, m.Branch(condition.code, then, otherwise, span=arm.condition.span))
        here = otherwise
    scope.uses.add(conditions)


def _arm(
    b: Builder, scope: Scope, body: tuple[tree.Statement, ...], next_: int, *, is_idle: bool
) -> int:
    """Lower a block of a choice; in one that is never come to, what values may not be is no fault."""
    if not is_idle:
        return block(b, scope, body, next_)
    since, patience = len(b.found), b.patience
    b.patience = None
    first = block(b, scope, body, next_)
    b.patience = patience
    taking_back.forget_values(b, since)
    return first


# --- loops -----------------------------------------------------------------------------------


def _for(b: Builder, scope: Scope, node: tree.For, label: int, next_: int) -> None:
    binder = node.binder
    known = scope.apart()
    listed = ex.lower_domain(b, known, binder.domain)
    free = defines.check_local(b, scope, binder.name)
    element = listed.type.element
    if (
        not free
        or listed.is_unknown
        or element is None
        or not aggregates.check_size(b, listed, binder.domain.span, "what is gone through")
    ):
        inner = scope.bind(binder.name.text, v.UNKNOWN, binder.name.span)
        block(b, inner, node.body, next_)
        storing.skip_to(b, label, next_, node.span)
        return
    if element.kind == "player" and scope.me != "no":
        _warn_of_turns(b, node)
    capacity = listed.type.longest
    if listed.code.op in ("cards", "family_cards"):  # each card of these places once
        capacity = b.capacity(element.origins)
    base = b.register()
    b.register(t.cell_sort(element), capacity)
    position = b.register()
    target, value = statements.bound_register(b, element)
    depends = Uses()
    depends.learn(known.uses)
    inner = scope.apart().bind(binder.name.text, value, binder.name.span, depends)
    inner = shuffling.unsettled(b, inner, node)
    loop = b.reserve()
    condition: Value | None = None
    if isinstance(binder.domain, tree.ListOf):
        known = scope.apart()  # how often it goes round depends on nothing
    if binder.condition is not None:
        condition = ex.truth_of(b, evolve(inner, uses=known.uses), binder.condition)
        inner = refine(b, inner, binder.condition, True)
    body = block(b, inner, node.body, loop)
    knowledge.repeated(b, scope, known.uses, inner.uses, label, binder.span)
    scope.uses.learn(depends)
    if condition is not None and binder.condition is not None:
        entry = b.add(m.Branch(condition.code, body, loop, span=binder.condition.span))
    else:
        entry = body
    b.put(loop, m.Next(base, position, target, entry, next_, span=node.span))
    ch.chain(
        b,
        label,
        loop,
        lambda here, after: b.put(
            here, m.Collect(base, capacity, listed.code, after, span=binder.domain.span)
        ),
        ch.setting(b, position, Expr("const", (0,)), node.span),
    )


def _warn_of_turns(b: Builder, node: tree.For) -> None:
    """A decision in a loop over players is made by whoever acts outside, again and again."""
    waiting: list[tree.Statement] = list(node.body)
    while waiting:
        item = waiting.pop()
        match item:
            case tree.Choose():
                b.report(
                    "RD313",
                    "`for` does not give the turn: the same player decides each time",
                    item.span,
                    f"write `each player:`, or `player {node.binder.name.text} acts:` around it",
                    Label(node.span, "the loop"),
                    severity=Severity.WARNING,
                )
            case tree.If(arms=arms, otherwise=otherwise):
                waiting.extend([*(x for arm in arms for x in arm.body), *otherwise])
            case tree.For(body=body) | tree.Repeat(body=body):
                waiting.extend(body)


def _repeat(b: Builder, scope: Scope, node: tree.Repeat, label: int, next_: int) -> None:
    if node.times is not None:
        known, inside = scope.apart(), scope.apart()
        times = ex.number_of(b, known, node.times)
        if not times.is_unknown and times.type.high < 0:
            b.report("RD212", "nothing can be repeated fewer than 0 times", node.times.span)
        left = b.register()
        loop = b.reserve()
        counter = Expr("cell", (left,))
        less = b.reserve()
        body = block(b, inside, node.body, loop)
        knowledge.repeated(b, scope, known.uses, inside.uses, label, node.times.span)
        positive = Expr("gt", (), (counter, Expr("const", (0,))))
        b.put(loop, m.Branch(positive, less, next_, span=node.span))
        b.put(
            less,
            m.Set(left, Expr("sub", (), (counter, Expr("const", (1,)))), body, span=node.span),
        )
        b.put(label, m.Set(left, times.code, loop, span=node.times.span))
    elif node.until is not None:
        known, inside = scope.apart(), scope.apart()
        condition = ex.truth_of(b, known, node.until)
        endless.never_until(b, node, condition)
        body = block(b, inside, node.body, label)
        knowledge.repeated(b, scope, known.uses, inside.uses, label, node.until.span)
        b.put(label, m.Branch(condition.code, next_, body, span=node.until.span))
    else:
        endless.forever(b, node)
        inside = scope.apart()
        block(b, inside, node.body, label, entry=label)
        knowledge.repeated(b, scope, Uses(), inside.uses, label, node.span)


# --- seats -----------------------------------------------------------------------------------


def _seat(b: Builder, scope: Scope, node: tree.Expr) -> Value:
    return ft.fit(b, scope, node, Type("player", 1, b.players), "who begins")


def next_seat(b: Builder, cell: int) -> Expr:
    """The seat to the left of the one in a register."""
    around = Expr("mod", (), (Expr("cell", (cell,)), Expr("const", (b.players,))))
    return Expr("add", (), (around, Expr("const", (1,))))


def _turns(b: Builder, scope: Scope, node: tree.Turns, label: int, next_: int) -> None:
    span = node.span
    first, known = scope.apart(), scope.apart()
    start = _seat(b, first, node.start)
    saved, seat = b.register(), b.register()
    inner = scope.acting().apart()
    top, leave = b.reserve(), b.reserve()
    after = b.reserve()
    begin = b.reserve()
    if node.condition is not None:
        tries = b.register()
        where = ex.truth_of(b, evolve(inner, uses=known.uses), node.condition)
        endless.nobodys_turn(b, node, where)
        scan, test, skip = b.reserve(), b.reserve(), b.reserve()
        body = block(b, refine(b, inner, node.condition, True), node.body, after)
        left = Expr("lt", (), (Expr("cell", (tries,)), Expr("const", (b.players,))))
        b.put(begin, m.Set(tries, Expr("const", (0,)), scan, span=span))
        take = b.reserve()
        b.put(scan, m.Branch(left, take, leave, span=span))
        b.put(take, m.Set(m.ME, Expr("cell", (seat,)), test, span=span))
        b.put(test, m.Branch(where.code, body, skip, span=node.condition.span))
        more = Expr("add", (), (Expr("cell", (tries,)), Expr("const", (1,))))
        ch.chain(
            b,
            skip,
            scan,
            ch.setting(b, seat, next_seat(b, seat), span),
            ch.setting(b, tries, more, span),
        )
    else:
        body = block(b, inner, node.body, after)
        b.put(begin, m.Set(m.ME, Expr("cell", (seat,)), body, span=span))
    if node.until is not None:
        before = evolve(
            known,
            nobody="`until` is asked before a turn begins, when nobody acts: ask about all, `any(... for p in Player)`, or write `where`",
        )
        until = ex.truth_of(b, before, node.until)
        b.put(top, m.Branch(until.code, leave, begin, span=node.until.span))
    else:
        b.put(top, m.Branch(Expr("const", (1,)), begin, begin, span=span))
    ch.chain(
        b,
        after,
        top,
        ch.setting(b, seat, next_seat(b, seat), span),
        ch.setting(b, m.ME, Expr("cell", (saved,)), span),
    )
    b.put(leave, m.Set(m.ME, Expr("cell", (saved,)), next_, span=span))
    ch.chain(
        b,
        label,
        top,
        ch.setting(b, saved, ch.ME, span),
        ch.setting(b, seat, start.code, node.start.span),
    )
    knowledge.asking(b, first.uses, inner.uses, label, node.start.span, "by whom")
    scope.uses.add(first.uses)
    place = node.condition or node.until or node.start
    knowledge.repeated(b, scope, known.uses, inner.uses, label, place.span)


def _each(b: Builder, scope: Scope, node: tree.Each, label: int, next_: int) -> None:
    span = node.span
    others_me: Value | None = None
    first, known = scope.apart(), scope.apart()
    if node.other:
        others_me = ex.me(b, scope, span)
    if node.start is not None:
        start = _seat(b, first, node.start)
    elif others_me is not None and not others_me.is_unknown:
        start = Value(others_me.type, next_seat(b, m.ME))
    else:
        start = v.const(1)
    saved, seat, left = b.register(), b.register(), b.register()
    inner = scope.acting().apart()
    top, leave = b.reserve(), b.reserve()
    where: Value | None = None
    within = inner
    if node.condition is not None:
        where = ex.truth_of(b, evolve(inner, uses=known.uses), node.condition)
        endless.nobodys_turn(b, node, where)
        within = refine(b, inner, node.condition, True)
    entry = block(b, within, node.body, top)
    if where is not None and node.condition is not None:
        entry = b.add(m.Branch(where.code, entry, top, span=node.condition.span))
    if node.other:
        apart = Expr("ne", (), (ch.ME, Expr("cell", (saved,))))
        entry = b.add(m.Branch(apart, entry, top, span=span))
    remain = Expr("gt", (), (Expr("cell", (left,)), Expr("const", (0,))))
    step = b.reserve()
    b.put(top, m.Branch(remain, step, leave, span=span))
    ch.chain(
        b,
        step,
        entry,
        ch.setting(b, m.ME, Expr("cell", (seat,)), span),
        ch.setting(b, left, Expr("sub", (), (Expr("cell", (left,)), Expr("const", (1,)))), span),
        ch.setting(b, seat, next_seat(b, seat), span),
    )
    b.put(leave, m.Set(m.ME, Expr("cell", (saved,)), next_, span=span))
    ch.chain(
        b,
        label,
        top,
        ch.setting(b, saved, ch.ME, span),
        ch.setting(b, seat, start.code, span),
        ch.setting(b, left, Expr("const", (b.players,)), span),
    )
    if node.start is not None:
        knowledge.asking(b, first.uses, inner.uses, label, node.start.span, "by whom")
        scope.uses.add(first.uses)
    place = node.condition or node
    knowledge.repeated(b, scope, known.uses, inner.uses, label, place.span)


def _acts(b: Builder, scope: Scope, node: tree.Acts, label: int, next_: int) -> None:
    known, inside = scope.apart(), scope.acting().apart()
    player = ft.fit(b, known, node.player, Type("player", 1, b.players), "who acts")
    saved = b.register()
    leave = b.reserve()
    body = block(b, inside, node.body, leave)
    knowledge.asking(b, known.uses, inside.uses, label, node.player.span, "by whom")
    scope.uses.add(known.uses)
    scope.uses.add(inside.uses)
    b.put(leave, m.Set(m.ME, Expr("cell", (saved,)), next_, span=node.span))
    ch.chain(
        b,
        label,
        body,
        ch.setting(b, saved, ch.ME, node.span),
        ch.setting(b, m.ME, player.code, node.player.span),
    )
