"""Statements that do one thing: moving cards, paying, setting, showing, telling."""

from __future__ import annotations

from ruledsl.diagnostics.model import Label
from ruledsl.lower import defines, knowledge, places, storing
from ruledsl.lower import expressions as ex
from ruledsl.lower import fitting as ft
from ruledsl.lower import types as t
from ruledsl.lower import values as v
from ruledsl.lower.announce import PLACEHOLDER, parse_placeholder, placeholders
from ruledsl.lower.builder import AccountThing, Builder, VariableThing, ZoneThing
from ruledsl.lower.scope import Scope
from ruledsl.lower.types import Type
from ruledsl.lower.values import Value
from ruledsl.machine import model as m
from ruledsl.machine.model import Expr
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.printer import show_expr

CARD = Type("card")


# --- cards ----------------------------------------------------------------------------------


def zone_of(b: Builder, scope: Scope, node: tree.Expr, role: str) -> tuple[Value, ZoneThing] | None:
    """A single place for cards; None after reporting what it is instead."""
    value = ex.as_value(b, ex.lower(b, scope, node), node, scope)
    if value.is_unknown:
        return None
    thing = ex.zone_thing(b, value) if value.type.kind == "zone" else None
    if thing is None:
        b.report(
            "RD201",
            f"{role} is a zone, pile or row, and `{show_expr(node)}` is {t.say(value.type, b.enumeration_names)}",
            node.span,
        )
        return None
    return value, thing


def move(b: Builder, scope: Scope, node: tree.Move, label: int, next_: int) -> None:
    """``move CARD, CARD to ZONE`` and ``move N from ZONE to ZONE``."""
    going = scope.apart()
    found = zone_of(b, going, node.to, "where cards go")
    scope.uses.add(going.uses)
    knowledge.publishes(b, node.span, "all see where cards go", going.uses)
    if found is not None and node.underneath and found[1].place != "pile":
        b.report(
            "RD402",
            f"`{show_expr(node.to)}` is a {found[1].place}: nothing lies underneath",
            node.to.span,
            "only a `pile` has a bottom",
            Label(found[1].span, "declared here"),
        )
    if isinstance(node.what, tree.Quantity):
        _move_some(b, scope, node, node.what, found, label, next_)
        return
    domain = storing.is_random(node.what[0]) if len(node.what) == 1 else None
    if domain is not None:
        _move_random(b, scope, node, domain, found, label, next_)
        return
    cards = [ft.fit(b, scope, card, CARD, "what is moved") for card in node.what]
    if found is None or any(card.is_unknown for card in cards):
        storing.skip_to(b, label, next_, node.span)
        return
    _check_different(b, node.what)
    zone, thing = found
    for card in cards:
        _way(b, card.type, thing, node.span)
        if card.code.op in ("first", "last"):
            for origin in card.type.origins:
                b.flow.dealt.setdefault(b.families[origin].name, node.span)
    b.put(
        label,
        m.Move(tuple(c.code for c in cards), zone.code, node.underneath, next_, span=node.span),
    )


def _check_different(b: Builder, cards: tuple[tree.Expr, ...]) -> None:
    """Report a card that one statement moves twice: all are found before the first of them moves."""
    for place, card in enumerate(cards):
        first = next((other for other in cards[:place] if other == card), None)
        if first is not None:
            b.report(
                "RD416",
                f"`{show_expr(card)}` is one card, and it is moved twice",
                card.span,
                "one statement finds all its cards before it moves any: move them one after the other,"
                " or `move 2 from PILE to ...`",
                Label(first.span, "first here"),
            )


def _way(b: Builder, card: Type, to: ZoneThing, span: Span) -> None:
    if not card.shown:
        knowledge.laid_open(b, card.origins, to, span)
    kinds = card.kinds or frozenset(range(len(b.kinds)))
    for origin in card.origins:
        b.flow.ways.add((b.families[origin].name, to.name, kinds))


def _move_some(
    b: Builder,
    scope: Scope,
    node: tree.Move,
    what: tree.Quantity,
    found: tuple[Value, ZoneThing] | None,
    label: int,
    next_: int,
) -> None:
    coming = scope.apart()
    source = ex.lower(b, coming, what.source)
    sources: tuple[Expr, ...] = ()
    if isinstance(source.thing, ZoneThing) and what.amount is None:
        family = source.thing
        sources = tuple(Expr("zone", (family.first + i,)) for i in range(family.size))
    else:
        place = zone_of(b, coming, what.source, "where cards come from")
        if place is None:
            storing.skip_to(b, label, next_, node.span)
            return
        family = place[1]
        sources = (place[0].code,)
        if _is_card(scope, what.amount):
            shown = show_expr(what.amount) if what.amount else ""
            b.report(
                "RD201",
                f"`{shown}` is a card, and before `from` stands a number of cards",
                what.source.span,
                f"a card is moved from wherever it lies: `move {shown} to {show_expr(node.to)}`",
            )
            storing.skip_to(b, label, next_, node.span)
            return
        if what.amount is not None and family.place != "pile":
            shown = show_expr(what.source)
            b.report(
                "RD402",
                f"`{shown}` is a {family.place}: which of its cards are meant?",
                what.source.span,
                f"say which card, `move {shown}[1] to ...`, or `move all from {shown} to ...`"
                if family.place == "row"
                else f"say which, `move c to ...`, or `move random({shown}) to ...`, or `move all from {shown} to ...`",
                Label(family.span, "declared here"),
            )
            storing.skip_to(b, label, next_, node.span)
            return
    amount: Value | None = None
    if what.amount is not None:
        amount = ex.number_of(b, coming, what.amount)
        if not amount.is_unknown and amount.type.high < 0:
            b.report(
                "RD212",
                "a number of cards is 0 or more",
                what.amount.span,
                "to move them back, exchange the two places",
            )
    scope.uses.add(coming.uses)
    knowledge.publishes(b, node.span, "all see how many cards come from where", coming.uses)
    if found is None or (amount is not None and amount.is_unknown):
        storing.skip_to(b, label, next_, node.span)
        return
    zone, to = found
    if amount is not None:
        b.flow.dealt.setdefault(family.name, node.span)
    origins = frozenset((family.number,))
    _way(b, ex.card_type(b, origins), to, node.span)
    b.put(
        label,
        m.MoveSome(
            amount.code if amount else None,
            what.up_to,
            sources,
            zone.code,
            node.underneath,
            next_,
            span=node.span,
        ),
    )


def _is_card(scope: Scope, node: tree.Expr | None) -> bool:
    """Whether an expression is a card at first sight."""
    if isinstance(node, tree.Ref):
        return node.name in scope.locals and scope.locals[node.name].value.type.is_card
    names_one = ("top", "bottom", "first", "last")
    return isinstance(node, tree.Call) and node.name.text in names_one


def _move_random(
    b: Builder,
    scope: Scope,
    node: tree.Move,
    domain: tree.Expr,
    found: tuple[Value, ZoneThing] | None,
    label: int,
    next_: int,
) -> None:
    listed = storing.roll_domain(b, scope, domain)
    element = listed.type.element if listed is not None else None
    if listed is not None and (element is None or element.kind != "card"):
        b.report(
            "RD201", "what is moved is a card", node.span, "`random(zone)` draws one of its cards"
        )
        listed = None
    if listed is None or found is None or element is None:
        storing.skip_to(b, label, next_, node.span)
        return
    card = b.register("card")
    _way(b, element, found[1], node.span)
    go = b.add(
        m.Move((Expr("cell", (card,)),), found[0].code, node.underneath, next_, span=node.span)
    )
    b.put(label, m.Roll(m.Address(card), -1, listed.code, go, span=node.span))


def shuffle(b: Builder, scope: Scope, node: tree.Shuffle, label: int, next_: int) -> None:
    """``shuffle ZONE``: a new random order that nobody knows."""
    found = zone_of(b, scope, node.zone, "what is shuffled")
    if found is None:
        storing.skip_to(b, label, next_, node.span)
        return
    zone, thing = found
    if thing.seen_by != "nobody":
        b.report(
            "RD409",
            f"`{show_expr(node.zone)}` is seen by {'all' if thing.seen_by == 'all' else 'its owner'}: shuffling hides nothing",
            node.span,
            "move the cards to a pile that nobody sees, and shuffle that",
            Label(thing.span, "declared here"),
        )
    scope.uses.chance = scope.uses.chance or node.span
    b.flow.shuffled.add(thing.name)
    b.put(label, m.Shuffle(zone.code, next_, span=node.span))


def gather(b: Builder, scope: Scope, node: tree.Gather, label: int, next_: int) -> None:
    """``gather DECK``: every card of it back to its pile."""
    base = node.deck.base if isinstance(node.deck, tree.Index) else node.deck
    name = base.name if isinstance(base, (tree.Ref, tree.Yours)) else ""
    thing = b.things.get(name)
    decks: tuple[int, ...] = ()
    if isinstance(thing, ZoneThing) and isinstance(b.symbols.declared.get(name), tree.Deck):
        places = range(thing.first, thing.first + thing.size)
        if isinstance(node.deck, tree.Index) and thing.index is not None:
            place = ft.constant(b, scope, node.deck.index, thing.index.type)
            if place is None:
                storing.skip_to(b, label, next_, node.span)
                return
            places = range(
                thing.first + place - thing.index.low, thing.first + place - thing.index.low + 1
            )
        if not isinstance(node.deck, tree.Yours):
            decks = tuple(i for i, deck in enumerate(b.decks) if deck.zone in places)
            b.flow.gathered.add(thing.name)
            b.put(label, m.Gather(decks, next_, span=node.span))
            return
    value = ex.lower(b, scope, node.deck)
    if not value.is_unknown:
        b.report(
            "RD304",
            f"`{show_expr(node.deck)}` is no deck",
            node.deck.span,
            "the cards of a deck return to the pile they started in; `move all from ... to ...` moves others",
            *([Label(b.declared_at(name), "declared here")] if name in b.symbols.declared else []),
        )
    storing.skip_to(b, label, next_, node.span)


def reveal(b: Builder, scope: Scope, node: tree.Reveal, label: int, next_: int) -> None:
    """``reveal CARD|ZONE|VALUE [to P]``."""
    known = scope.apart()
    value = ex.lower(b, known, node.what)
    scope.uses.add(known.uses)
    if isinstance(value.thing, ZoneThing) or value.type.kind == "zone":
        value = ex.lower_domain(b, scope, node.what)
    thing = value.thing
    family = thing if isinstance(thing, VariableThing | AccountThing) else None
    if family is None:
        value = ex.as_value(b, value, node.what, scope)
    to = None
    if node.to is not None:
        to = ft.fit(b, scope, node.to, Type("player", 1, b.players), "who is shown it")
    if family is not None and (to is None or not to.is_unknown):
        _reveal_family(b, scope, node, family, to, label, next_)
        return
    if value.is_unknown or (to is not None and to.is_unknown):
        storing.skip_to(b, label, next_, node.span)
        return
    shown = value.type
    if shown.element is not None and shown.element.kind != "card":
        what = t.say(shown, b.enumeration_names)
        b.report(
            "RD201",
            f"`reveal` shows cards or one value, and this is {what}",
            node.what.span,
            "reveal them one by one: `for x in ...:`",
        )
        storing.skip_to(b, label, next_, node.span)
        return
    is_card = shown.kind == "card" or (shown.element is not None and shown.element.kind == "card")
    if is_card:
        value = value if shown.kind == "list" else ex.sure(value, node.what.span)
    knowledge.revealed(b, node, value, known.uses, label)
    whom = "all" if node.to is None else f"`{show_expr(node.to)}`"
    knowledge.publishes(b, node.span, f"shows `{show_expr(node.what)}` to {whom}")
    type_ = None if is_card else t.value_type(shown.element or shown)
    b.put(label, m.Reveal(value.code, type_, to.code if to else None, next_, span=node.span))


def _reveal_family(
    b: Builder,
    scope: Scope,
    node: tree.Reveal,
    thing: VariableThing | AccountThing,
    to: Value | None,
    label: int,
    next_: int,
) -> None:
    """``reveal X`` of a family without index: the values of all its members, one after the other."""
    index = thing.index
    assert index is not None
    known = scope.apart()
    name = tree.Ref(show_expr(node.what), span=node.what.span)
    values: list[Value] = []
    for number in range(index.low, index.high + 1):
        place = v.const(number, index.type)
        value = places.element(b, known, thing, place, name, node.what.span)
        if value.is_unknown:
            storing.skip_to(b, label, next_, node.span)
            return
        values.append(value)
    scope.uses.add(known.uses)
    knowledge.revealed(b, node, values[0], known.uses, label)
    whom = "all" if node.to is None else f"`{show_expr(node.to)}`"
    knowledge.publishes(b, node.span, f"shows `{show_expr(node.what)}` to {whom}")
    for number, value in enumerate(values, 1):
        after = b.reserve() if number < len(values) else next_
        type_ = t.value_type(value.type)
        told = to.code if to else None
        b.put(label, m.Reveal(value.code, type_, told, after, span=node.span))
        label = after


# --- names and words --------------------------------------------------------------------------


def let(b: Builder, scope: Scope, node: tree.Let, label: int, next_: int) -> Scope:
    """``let x = e``; the scope in which the name is known."""
    free = defines.check_local(b, scope, node.name)
    domain = storing.is_random(node.value)
    if domain is not None:
        listed = storing.roll_domain(b, scope, domain)
        if listed is None or listed.type.element is None:
            storing.skip_to(b, label, next_, node.span)
            return scope.bind(node.name.text, v.UNKNOWN, node.name.span)
        element = listed.type.element
        cell, drawn = bound_register(b, element)
        b.put(label, m.Roll(m.Address(cell), -1, listed.code, next_, span=node.span))
        depends = knowledge.unseen(node.name.text, node.name.span, own=False)
        return scope.bind(node.name.text, drawn, node.name.span, depends)
    known = scope.apart()
    value = let_value(b, known, node)
    scope.uses.add(known.uses)
    if value.is_unknown or not free:
        storing.skip_to(b, label, next_, node.span)
        return scope.bind(node.name.text, v.UNKNOWN, node.name.span)
    cell, kept = bound_register(b, value.type)
    b.put(label, m.Set(cell, value.code, next_, span=node.span))
    carries = knowledge.carried(b, scope, node.value)
    return scope.bind(node.name.text, kept, node.name.span, known.uses, carries)


def let_value(b: Builder, scope: Scope, node: tree.Let) -> Value:
    """What a ``let`` keeps: a number, a member, a player, a card, ..."""
    value = ex.as_value(b, ex.lower(b, scope, node.value), node.value, scope)
    if value.type.kind in ("zone", "list"):
        b.report(
            "RD203",
            f"`let` cannot keep {t.say(value.type, b.enumeration_names)}",
            node.value.span,
            "mention it where it is used",
        )
        return v.UNKNOWN
    return value


def announce(b: Builder, scope: Scope, node: tree.Announce, label: int, next_: int) -> None:
    """``announce "text {value}"``."""
    pieces = PLACEHOLDER.split(node.text)
    if any("{" in text or "}" in text for text in pieces[0::2]):
        b.report(
            "RD305",
            "a brace stands alone in this text",
            node.span,
            "a value stands between two braces: `{amount}`",
        )
        storing.skip_to(b, label, next_, node.span)
        return
    values: list[Value] = []
    for inside, place in zip(pieces[1::2], placeholders(node.span, node.text), strict=True):
        expression = parse_placeholder(inside, place)
        if expression is None:
            b.report(
                "RD305",
                f"`{{{inside}}}` is no value"
                if inside.strip()
                else "nothing stands between the braces",
                place,
                'between braces stands what is to be told: `announce "{amount} is bid"`',
            )
            continue
        known = scope.apart()
        value = ex.as_value(b, ex.lower(b, known, expression), expression, known)
        if value.is_unknown:
            continue
        if value.type.kind in ("zone", "list"):
            b.report(
                "RD305",
                f"`{{{inside}}}` is {t.say(value.type)}, which cannot be told in a word",
                place,
                "`reveal` shows cards",
            )
            continue
        values.append(ex.look_of(b, known, value, place))
        knowledge.announced(b, known.uses, label, place, inside)
        scope.uses.add(known.uses)
    if values:
        knowledge.publishes(b, node.span, f'tells all "{node.text}"')
    if len(values) != len(pieces[1::2]):
        storing.skip_to(b, label, next_, node.span)
        return
    b.put(
        label,
        m.Announce(
            tuple(pieces[0::2]),
            tuple(x.code for x in values),
            tuple(t.value_type(x.type) for x in values),
            next_,
            span=node.span,
        ),
    )


def bound_register(b: Builder, type_: Type) -> tuple[int, Value]:
    """A register for a local name, and its value."""
    cell = b.register(t.cell_sort(type_))
    return cell, Value(type_, Expr("cell", (cell,)))
