"""What a test says that a seat sees: `expect 2 sees ...`, and which tests a seat can tell apart.

What is asked is settled here, from the rules alone; what the seat sees is asked of its
observation when the test is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ruledsl.diagnostics.model import Label
from ruledsl.diagnostics.suggest import nearest
from ruledsl.lower import expressions as ex
from ruledsl.lower import fitting as ft
from ruledsl.lower import scenario as sc
from ruledsl.lower import scenario_names as names
from ruledsl.lower import storing
from ruledsl.lower import types as t
from ruledsl.lower.builder import AccountThing, Builder, Configuration, VariableThing, ZoneThing
from ruledsl.lower.declare import CONSTANT
from ruledsl.lower.scenario_names import TEST
from ruledsl.lower.types import Type
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.print_statements import show_value
from ruledsl.syntax.printer import show_expr

ONLOOKER = 0
"""The seat of somebody who looks on, and sees what all may see."""

_FORMS = (
    "a seat sees cards in a place (`expect 2 sees ... in hand[1]`), a place (`expect 2 sees hand[1]`), "
    "an account or a variable"
)

_Card = tree.Expr | tree.Words


def sees(b: Builder, step: tree.Sees) -> Iterator[sc.AnyStep]:
    """``expect SEAT sees THING, THING``, one step for each place and each value."""
    seat = seer(b, step.seat)
    waiting: list[_Card] = []
    for thing in step.things:
        lying = names.lying(thing)
        if lying is None:
            assert not isinstance(thing, tree.CardIn)
            waiting.append(thing)
            continue
        card, place = lying
        found = _cards(b, step, seat, (*waiting, card), place)
        waiting = []
        if found is not None:
            yield found
    for left in waiting:
        one = _thing(b, step, seat, left)
        if one is not None:
            yield one


def seer(b: Builder, node: tree.Expr) -> int | None:
    """The seat that looks, 0 for ``onlooker``; None after reporting that there is none."""
    if isinstance(node, tree.Ref) and node.name == "onlooker" and not _is_declared(b, "onlooker"):
        return ONLOOKER
    return ft.constant(b, CONSTANT, node, Type("player", 1, b.players))


def tells(
    b: Builder,
    step: tree.Tells,
    title: str,
    configurations: Mapping[str, Configuration | None],
) -> Iterator[sc.AnyStep]:
    """``expect SEAT cannot tell this from "TITLE"``, in the test ``title``.

    ``configurations`` are those of all tests by their titles, None for one that is faulty.
    """
    seat = seer(b, step.seat)
    other = step.title
    if other not in configurations:
        near = nearest(other, [known for known in configurations if known != title])
        hint = f'did you mean `"{near}"`?' if near else "name a test of these rules by its title"
        b.report("RD609", f'there is no test `"{other}"`', step.span, hint)
    elif other == title:
        b.report(
            "RD609",
            "a test is not compared with itself",
            step.span,
            "write a second test that comes to the other situation, and name it here",
        )
    elif configurations[other] is not None and configurations[other] != configurations[title]:
        b.report(
            "RD609",
            f'`"{other}"` is played with other options, or with another number of players',
            step.span,
            "give both tests the same options and the same number of players",
        )
    elif seat is not None and configurations[other] is not None:
        yield sc.TellsApart(seat, step.negated, other, span=step.span)


# --- cards ---------------------------------------------------------------------------------------


def _cards(
    b: Builder, step: tree.Sees, seat: int | None, cards: tuple[_Card, ...], place: tree.Expr
) -> sc.AnyStep | None:
    spot = _spot(b, place)
    if spot is None or seat is None:
        return None
    zone, number, thing = spot
    if len(cards) == 1:
        if isinstance(cards[0], tree.Ref) and cards[0].name == "nothing":
            help_text = f"write `expect {show_expr(step.seat)} does not see {show_expr(place)}`"
            b.report("RD608", "nothing is no card", cards[0].span, help_text)
            return None
        count = _count(b, cards[0])
        if count is not None:
            return _some(b, step, seat, count, place, spot)
    looks = [names.card(b, card) for card in cards]
    known = [look for look in looks if look is not None]
    if len(known) < len(looks):
        return None
    if number and len(known) > 1:
        b.report("RD608", f"a single card lies at `{show_expr(place)}`", step.span, "name one card")
        return None
    if not _may_lie(b, thing, known, cards, place, step.span):
        return None
    return sc.SeesCards(seat, step.negated, zone, number, tuple(known), span=step.span)


def _count(b: Builder, card: _Card) -> int | None:
    """How many cards ``3 cards``, ``1 card`` and ``no cards`` are, unless a card is called so."""
    match card:
        case tree.Words(words=(count, ("card" | "cards"))) if not names.is_card(b, card):
            return 0 if count == "no" else int(count) if count.isdecimal() else None
    return None


def _some(
    b: Builder,
    step: tree.Sees,
    seat: int,
    count: int,
    place: tree.Expr,
    spot: tuple[int, int, ZoneThing],
) -> sc.AnyStep | None:
    zone, number, thing = spot
    shown = show_expr(place)
    if step.negated or number:
        b.report(
            "RD608",
            "it is told how many cards a seat sees in a whole place, and not how many it does not see",
            step.span,
            f"write `expect {show_expr(step.seat)} sees {count} cards in {thing.name}`"
            if number
            else f"write how many it does see, or `does not see {shown}` if it sees none",
        )
        return None
    room = b.capacity(frozenset((thing.number,)))
    if count > room and _ways_known(b):
        b.report(
            "RD606",
            f"`{shown}` never holds {_at_most(room)}",
            step.span,
            "the rules never move that many cards to it",
            Label(thing.span, "declared here"),
        )
        return None
    return sc.SeesSome(seat, count, zone, span=step.span)


def _may_lie(
    b: Builder,
    thing: ZoneThing,
    looks: list[int],
    cards: tuple[_Card, ...],
    place: tree.Expr,
    span: Span,
) -> bool:
    """Whether the rules can bring these cards to the place; reported if not."""
    if not _ways_known(b):
        return True
    family = frozenset((thing.number,))
    here = b.kinds_in(family)
    for look, card in zip(looks, cards, strict=True):
        if b.looks[look].kind not in here:
            b.report(
                "RD606",
                f"`{show_expr(place)}` never holds `{b.looks[look].text}`",
                card.span,
                "the rules never move such a card to it",
                Label(thing.span, "declared here"),
            )
            return False
    room = b.capacity(family)
    if len(looks) > room:
        b.report(
            "RD606",
            f"`{show_expr(place)}` never holds {_at_most(room)}",
            span,
            "the rules never move that many cards to it",
            Label(thing.span, "declared here"),
        )
        return False
    return True


def _ways_known(b: Builder) -> bool:
    """Whether it is known where cards can get to: a fault elsewhere may hide a way."""
    return b.decks_whole and not any(d.is_error for d in b.found)


def _at_most(room: int) -> str:
    return "a card" if room == 0 else f"more than {room} card{'' if room == 1 else 's'}"


def _spot(b: Builder, node: tree.Expr) -> tuple[int, int, ZoneThing] | None:
    """The zone, the place in it (0: anywhere, -1: the last that is listed) and the family; None after reporting."""
    value = ex.as_value(b, ex.lower(b, TEST, node), node, TEST)
    if value.is_unknown:
        return None
    code, number = value.code, 0
    if value.type.kind == "card" and code.op in ("at", "first", "last"):
        zone = code.args[0]
        row = zone.op == "zone" and _place_of(b, zone.nums[0]).place == "row"
        if code.op == "at":
            if code.args[1].op != "const":
                assert isinstance(node, tree.Index)
                ft.not_constant(b, node.index)
                return None
            number = code.args[1].nums[0]
            if number < 1:
                b.report(
                    "RD211", "places are counted from 1", node.span, "write `[1]` for the first"
                )
                return None
        else:
            # Rows are listed first to last, piles top to bottom.
            number = 1 if (code.op == "first") == row else -1
        code = zone
    elif value.type.kind != "zone":
        b.report(
            "RD201",
            f"cards lie in a zone, pile or row, and `{show_expr(node)}` is {t.say(value.type, b.enumeration_names)}",
            node.span,
            _FORMS,
        )
        return None
    if code.op != "zone":
        ft.not_constant(b, node)
        return None
    return code.nums[0], number, _place_of(b, code.nums[0])


def _place_of(b: Builder, zone: int) -> ZoneThing:
    return next(f for f in b.families if f.first <= zone < f.first + f.size)


# --- places and values ---------------------------------------------------------------------------


def _thing(b: Builder, step: tree.Sees, seat: int | None, node: _Card) -> sc.AnyStep | None:
    """What is named without a place: a place itself, an account or a variable."""
    if isinstance(node, tree.Words) or _names_card(b, node):
        b.report(
            "RD608",
            f"it is not said where `{show_value(node)}` lies",
            node.span,
            f"write `{show_value(node)} in PLACE`",
        )
        return None
    target = node.left if isinstance(node, tree.Compare) else node
    base = target.base if isinstance(target, tree.Index) else target
    name = base.name if isinstance(base, tree.Ref | tree.Yours) else ""
    if isinstance(b.things.get(name), AccountThing | VariableThing):
        return _value(b, step, seat, node, target)
    if isinstance(node, tree.Compare):
        _not_seen(b, node)
        return None
    value = ex.as_value(b, ex.lower(b, TEST, node), node, TEST)
    if value.is_unknown:
        return None
    if value.type.kind not in ("zone", "card"):
        _not_seen(b, node)
        return None
    spot = _spot(b, node)
    if spot is None or seat is None:
        return None
    return sc.SeesPlace(seat, step.negated, spot[0], spot[1], span=step.span)


def _not_seen(b: Builder, node: tree.Expr) -> None:
    shown = show_expr(node)
    b.report("RD608", f"`{shown}` is not a thing that a seat sees", node.span, _FORMS)


def _value(
    b: Builder, step: tree.Sees, seat: int | None, node: tree.Expr, target: tree.Expr
) -> sc.AnyStep | None:
    found = storing.target(b, TEST, target)
    if found is None:
        return None
    thing, address = found.thing, found.address
    if address.index is not None:
        assert isinstance(target, tree.Index)
        ft.not_constant(b, target.index)
        return None
    shown = show_expr(target)
    if isinstance(thing, AccountThing) and thing.info.unlimited:
        b.report(
            "RD406",
            f"`{thing.info.name}` is unlimited: it has no balance",
            node.span,
            "leave this line out: everybody knows it",
        )
        return None
    wanted: int | None = None
    if isinstance(node, tree.Compare):
        if node.op != "==" or step.negated:
            help_text = (
                f"write `does not see {shown}`"
                if step.negated
                else f"write `sees {shown} == ...`; anything else that holds is a line of its own: `expect {shown} {node.op} ...`"
            )
            b.report("RD608", "a seat sees a value, or sees it not", node.span, help_text)
            return None
        wanted = _wanted(b, thing, node.right)
        if wanted is None:
            return None
    if seat is None:
        return None
    element = address.base - thing.info.base + 1
    if not step.negated and not _could_see(b, thing, element, seat):
        who = "an onlooker" if seat == ONLOOKER else f"seat {seat}"
        b.report(
            "RD607",
            f"{who} never sees `{shown}`: it is `seen by {thing.info.seen_by}`",
            node.span,
            f"write `does not see {shown}`, or change who sees it",
            Label(thing.info.span, "declared here"),
        )
        return None
    return sc.SeesValue(
        seat,
        step.negated,
        isinstance(thing, AccountThing),
        thing.number,
        element,
        wanted,
        span=step.span,
    )


def _wanted(b: Builder, thing: AccountThing | VariableThing, node: tree.Expr) -> int | None:
    """The value that is to be seen; None after reporting."""
    if isinstance(thing, AccountThing):
        return ft.constant(b, CONSTANT, node, t.number(0, thing.info.limit))
    if thing.type.kind == "look" and not isinstance(node, tree.Nothing):
        return names.card(b, node)
    return ft.constant(b, CONSTANT, node, thing.type, f"`{thing.info.name}`")


def _could_see(b: Builder, thing: AccountThing | VariableThing, element: int, seat: int) -> bool:
    """Whether the seat sees the value with these options or with others."""
    declared = b.symbols.declared.get(thing.info.name)
    by_option = (
        isinstance(declared, tree.Money | tree.Var) and declared.visibility.to_all_if is not None
    )
    info = thing.info
    owned = info.seen_by == "owner" and seat in info.owners[element - 1]
    return by_option or owned or info.seen_by == "all"


def _names_card(b: Builder, node: tree.Expr) -> bool:
    """Whether an expression that names nothing declared is the name of a card."""
    if isinstance(node, tree.Call):
        return any(kind.node.name.text == node.name.text for kind in b.kinds)
    return isinstance(node, tree.Ref) and not _is_declared(b, node.name) and names.is_card(b, node)


def _is_declared(b: Builder, name: str) -> bool:
    symbols = b.symbols
    return any(name in known for known in (symbols.declared, symbols.members, symbols.broken))
