"""Kinds of card and decks: everything printed on cardboard.

Decks are worked out in full before play: each line is a product of what its ``each``
parts range over. Sizes are multiplied before anything is built.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from math import prod

from ruledsl import limits
from ruledsl.diagnostics.model import Label, Severity
from ruledsl.diagnostics.suggest import closest, nearest
from ruledsl.lower import expressions as ex
from ruledsl.lower import fitting as ft
from ruledsl.lower import names, repeating
from ruledsl.lower import types as t
from ruledsl.lower.announce import PLACEHOLDER, placeholders
from ruledsl.lower.builder import Builder, Index, KindThing, TableThing, TypeThing
from ruledsl.lower.declare import CONSTANT, each_of, type_of
from ruledsl.lower.scope import Scope
from ruledsl.lower.types import Type
from ruledsl.lower.values import const
from ruledsl.machine import model as m
from ruledsl.syntax import tree
from ruledsl.syntax.walking import walk


def declare_kinds(b: Builder) -> None:
    """Kinds of card with their attributes; an attribute name is shared by all kinds that have it."""
    numbers: dict[str, int] = {}
    for node in each_of(b, tree.CardKind):
        before = len(b.found)
        attributes: list[int] = []
        types: list[Type] = []
        own: dict[str, tree.Name] = {}
        for attribute in node.attributes:
            name = attribute.name.text
            if name in own:
                b.report(
                    "RD105",
                    f"`{name}` is declared twice",
                    attribute.name.span,
                    "a kind of card has each attribute once",
                    Label(own[name].span, "first declared here"),
                )
                continue
            own[name] = attribute.name
            if name not in numbers:
                numbers[name] = len(b.attribute_names)
                b.attribute_names.append(name)
            attributes.append(numbers[name])
            type_ = type_of(b, CONSTANT, attribute.type)
            if type_.kind == "look":
                b.report("RD203", "a card cannot be an attribute of a card", attribute.type.span)
                type_ = t.UNKNOWN
            types.append(type_)
        _check_shown(b, node, set(own))
        faulty = len(b.found) > before
        b.decks_whole = b.decks_whole and not faulty
        kind = KindThing(len(b.kinds), node, tuple(attributes), tuple(types), faulty)
        b.kinds.append(kind)
        b.things[node.name.text] = TypeThing(
            node.name.text, Type("look", kinds=frozenset((kind.number,)))
        )


def _check_shown(b: Builder, node: tree.CardKind, attributes: set[str]) -> None:
    shown = node.shown or ""
    for name, place in zip(PLACEHOLDER.findall(shown), placeholders(node.span, shown), strict=True):
        if name not in attributes:
            near = nearest(name, attributes)
            b.report(
                "RD207",
                f"`{node.name.text}` has no attribute `{name}` to show",
                place,
                f"did you mean `{{{near}}}`?"
                if near
                else "between braces stands the name of an attribute",
            )
    rest = PLACEHOLDER.sub("", node.shown or "")
    if "{" in rest or "}" in rest:
        b.report(
            "RD207",
            f"a brace stands alone in how `{node.name.text}` is shown",
            node.name.span,
            "an attribute stands between two braces: `{" + (next(iter(attributes), "rank")) + "}`",
        )


# --- decks ------------------------------------------------------------------------------


def declare_decks(b: Builder, piles: dict[str, tuple[int, Index | None]]) -> None:
    """The cards of every deck; ``piles`` says for each deck its first zone and its index."""
    before = len(b.found)
    for node in each_of(b, tree.Deck):
        if node.name.text not in piles:
            b.decks_whole = False
            continue
        first, index = piles[node.name.text]
        for place in range(index.size if index else 1):
            scope = CONSTANT
            if index is not None and node.index is not None and node.index.variable is not None:
                variable = node.index.variable
                scope = scope.bind(
                    variable.text, const(index.low + place, index.type), variable.span
                )
            cards: list[int] = []
            for line in node.lines:
                kind = _line_kind(b, line)
                if kind is None:
                    continue
                if _too_many(b, line, len(walk(line)) + _entries(b, line)):
                    b.decks_whole = False
                    return
                for values in _line(b, scope, line, kind):
                    if len(b.cards) >= limits.CARDS:
                        b.report(
                            "RD501",
                            f"the game has more than {limits.CARDS} cards",
                            line.span,
                            "that is the limit for one game",
                        )
                        return
                    cards.append(len(b.cards))
                    b.cards.append(_look(b, kind, values))
                    b.deck_of.append(len(b.decks))
            label = f"[{index.labels[place]}]" if index else ""
            b.decks.append(m.DeckInfo(f"{node.name.text}{label}", first + place, tuple(cards)))
    if len(b.found) > before or any(
        not isinstance(x := b.things[n.name.text], TableThing)
        or any(c.kind == "unknown" for c in x.types)
        for n in each_of(b, tree.Table)
    ):
        b.decks_whole = False


def _too_many(b: Builder, line: tree.DeckLine, parts: int) -> bool:
    """Whether too much is to be worked out with a line of so many parts (that is reported)."""
    help_text = "name the cards in fewer or shorter lines, or index the deck by a smaller type"
    return repeating.too_many(b, "this line", parts, line.span, help_text)


def _entries(b: Builder, line: tree.DeckLine) -> int:
    """How many entries the tables have whose rows a line runs through."""
    tables = [b.things.get(a.table.text) for a in line.arguments if isinstance(a, tree.EachRow)]
    return sum(len(row.values) for x in tables if isinstance(x, TableThing) for row in x.rows)


def _line_kind(b: Builder, line: tree.DeckLine) -> KindThing | None:
    kind = next((k for k in b.kinds if k.node.name.text == line.kind.text), None)
    if kind is not None and len(kind.types) != len(kind.node.attributes):
        return None
    if kind is None:
        names.no_kind(b, line.kind)
    return kind


def _line(
    b: Builder, scope: Scope, line: tree.DeckLine, kind: KindThing
) -> Iterator[tuple[int, ...]]:
    copies = 1 if line.copies is None else ft.constant_number(b, scope, line.copies)
    if copies is None:
        return
    if copies < 0:
        b.report(
            "RD212",
            "a number of copies is 0 or more",
            line.copies.span if line.copies else line.span,
        )
        return
    places = _places(b, line, kind)
    if places is None:
        return
    parts: list[list[tuple[int, ...]]] = []
    for argument, where in zip(line.arguments, places, strict=True):
        part = _argument(b, scope, argument, kind, where)
        if part is None:
            return
        parts.append(part)
    order = [attribute for where in places for attribute in where]
    total = copies
    for part in parts:
        total *= len(part)
    if total > limits.CARDS:
        b.report(
            "RD501",
            f"this line makes {total} cards; a game has at most {limits.CARDS}",
            line.span,
            "that is the limit for one game",
        )
        return
    each = 1 + (len(walk(line.condition)) if line.condition is not None else 0)
    if _too_many(b, line, each * prod(map(len, parts))):
        return
    for combination in product(*parts):
        listed = [v for part in combination for v in part]
        values = tuple(v for _, v in sorted(zip(order, listed, strict=True)))
        holds = line.condition is None or _holds(b, scope, line.condition, kind, values)
        if holds is None:
            return  # nor is it known for the others
        for _ in range(copies if holds else 0):
            yield values


def _places(b: Builder, line: tree.DeckLine, kind: KindThing) -> list[tuple[int, ...]] | None:
    """Which attributes each argument fills.

    The columns of a table fill the attributes of their names, if all are names of attributes;
    what else is given fills the attributes that are left, in order.
    """
    attributes = [a.name.text for a in kind.node.attributes]
    claimed: dict[int, tuple[int, ...]] = {}
    widths: list[int] = []
    for i, argument in enumerate(line.arguments):
        width = 1
        if isinstance(argument, tree.EachRow):
            thing = _table_of(b, argument.table)
            if thing is None:
                return None
            width = len(thing.rows[0].values)
            if thing.columns and all(c in attributes for c in thing.columns):
                claimed[i] = tuple(attributes.index(c) for c in thing.columns)
        widths.append(width)
    taken = {attribute for where in claimed.values() for attribute in where}
    left = [i for i in range(len(attributes)) if i not in taken]
    if sum(widths) != len(attributes) or len(taken) != sum(len(x) for x in claimed.values()):
        b.report(
            "RD205",
            f"`{kind.node.name.text}` has {t.counted(len(attributes), 'attribute')}, not {sum(widths)}",
            line.kind.span,
            "give one argument for each attribute; `each row of TABLE` fills as many as the table has columns",
            Label(kind.node.name.span, "declared here"),
        )
        return None
    places: list[tuple[int, ...]] = []
    for i, width in enumerate(widths):
        if i in claimed:
            places.append(claimed[i])
        else:
            places.append(tuple(left[:width]))
            left = left[width:]
    return places


def _table_of(b: Builder, table: tree.Name) -> TableThing | None:
    thing = b.things.get(table.text)
    if isinstance(thing, TableThing):
        return thing
    if table.text not in b.symbols.broken and not isinstance(
        b.symbols.declared.get(table.text), tree.Table
    ):
        near = closest(table.text, [n.name.text for n in each_of(b, tree.Table)])
        b.report(
            "RD109",
            f"there is no table `{table.text}`",
            table.span,
            "a table is declared by `table`",
            meant=near,
        )
    return None


def _holds(
    b: Builder, scope: Scope, condition: tree.Expr, kind: KindThing, values: tuple[int, ...]
) -> bool | None:
    """Whether the ``where`` of a deck line holds for a card; attributes are known by name in it.

    None after reporting that it is not known before play.
    """
    for attribute, type_, value in zip(kind.node.attributes, kind.types, values, strict=True):
        scope = scope.bind(attribute.name.text, const(value, type_), attribute.name.span)
    found = ft.constant(b, scope, condition, t.BOOL)
    return None if found is None else bool(found)


def _argument(
    b: Builder,
    scope: Scope,
    argument: tree.EachIn | tree.EachOf | tree.EachRow | tree.Expr,
    kind: KindThing,
    where: tuple[int, ...],
) -> list[tuple[int, ...]] | None:
    """The values that an argument runs through, each for the attributes ``where``."""
    wanted = kind.types[where[0]]
    role = f"`{kind.node.attributes[where[0]].name.text}` of `{kind.node.name.text}`"
    match argument:
        case tree.EachRow(table=table):
            thing = _table_of(b, table)
            if thing is not None and any(x.kind == "unknown" for x in thing.types):
                return None
            rows: list[tuple[int, ...]] = []
            for row in thing.rows if thing is not None else ():
                values = [
                    ft.constant(b, scope, v, kind.types[attribute])
                    for v, attribute in zip(row.values, where, strict=True)
                ]
                if any(v is None for v in values):
                    return None
                rows.append(tuple(v for v in values if v is not None))
            return rows
        case tree.EachOf(members=members):
            listed = [ft.constant(b, scope, _as_expr(x), wanted, role) for x in members]
            if any(v is None for v in listed):
                return None
            return [(v,) for v in listed if v is not None]
        case tree.EachIn(domain=domain):
            value = ex.lower_domain(b, scope, domain, wanted)
            if value.is_unknown:
                return None
            elements = ft.constant_list(b, value, domain)
            element = value.type.element or t.UNKNOWN
            if elements is None or not ft.check_fits(b, element, wanted, domain.span, role):
                return None
            if wanted.kind == "number" and not all(
                wanted.low <= x <= wanted.high for x in elements
            ):
                outside = next(x for x in elements if not wanted.low <= x <= wanted.high)
                b.report(
                    "RD211",
                    f"{role} is within {wanted.low}..{wanted.high}, and {outside} is not",
                    domain.span,
                    "change the value or widen the range",
                )
                return None
            return [(v,) for v in elements]
        case _:
            single = ft.constant(b, scope, argument, wanted, role)
            return None if single is None else [(single,)]


def _as_expr(member: tree.Name | tree.Number) -> tree.Expr:
    if isinstance(member, tree.Number):
        return member
    return tree.Ref(member.text, span=member.span)


def _look(b: Builder, kind: KindThing, values: tuple[int, ...]) -> int:
    key = (kind.number, values)
    number = b.look_numbers.get(key)
    if number is None:
        number = len(b.looks)
        b.look_numbers[key] = number
        b.looks.append(m.Look(kind.number, values, _text(b, kind, values)))
    return number


def _text(b: Builder, kind: KindThing, values: tuple[int, ...]) -> str:
    """What people read on a card: the pattern filled in; ``none`` and the blank before it vanish."""
    shown: dict[str, str] = {}
    for attribute, type_, value in zip(kind.node.attributes, kind.types, values, strict=True):
        text = "" if value == m.NONE else ft.show_constant(b, value, type_)
        shown[attribute.name.text] = text.replace("_", " ")
    pattern = kind.node.shown
    if pattern is None:
        words = [kind.node.name.text.replace("_", " ").lower(), *[s for s in shown.values() if s]]
        return " ".join(words)

    def fill(match: re.Match[str]) -> str:
        return shown.get(match.group(1), match.group(0))

    return " ".join(PLACEHOLDER.sub(fill, pattern).split())


def check_looks(b: Builder) -> None:
    """Different looks must print differently, whatever the case: moves are read back from their text."""
    seen: dict[str, m.Look] = {}
    reported: set[int] = set()
    for look in b.looks:
        key = look.text.casefold()
        other = seen.setdefault(key, look)
        if b.kinds[look.kind].faulty or not b.decks_whole:
            continue
        if (other is not look or not key) and look.kind not in reported:
            reported.add(look.kind)
            node = b.kinds[look.kind].node
            b.report(
                "RD405",
                f'different cards are shown alike, as "{look.text}"'
                if key
                else "a card is shown as nothing",
                node.name.span,
                "show every attribute that tells cards apart",
                *(
                    [Label(b.kinds[other.kind].node.name.span, "so is one of these")]
                    if other.kind != look.kind
                    else []
                ),
            )


def check_cards(b: Builder) -> None:
    """Where the rules name cards, there are some."""
    if b.looks or b.symbols.broken or not b.decks_whole or any(d.is_error for d in b.found):
        return
    if not {"card", "look"} & {*b.sorts, *b.scratch}:
        return
    kinds = [kind.node.name.span for kind in b.kinds]
    places = [node.name.span for node in each_of(b, tree.Zone)]
    b.report(
        "RD421",
        "the rules choose among cards, and there are none",
        next(iter([*kinds, *places]), b.ruleset.header.name.span),
        "a deck says which cards there are: `deck NAME:`, and a line for each",
    )


def check_shuffled(b: Builder) -> None:
    """Cards that are dealt from a deck of different faces have been shuffled before."""
    if b.symbols.broken or any(d.is_error for d in b.found):
        return  # the shuffling may stand where a fault was found
    for node in each_of(b, tree.Deck):
        name = node.name.text
        mixed = any(
            len({b.cards[card] for card in deck.cards}) > 1
            for deck in b.decks
            if deck.name == name or deck.name.startswith(f"{name}[")
        )
        if mixed and name in b.flow.dealt and name not in b.flow.shuffled:
            b.report(
                "RD410",
                f"cards are dealt from `{name}`, which is never shuffled",
                b.flow.dealt[name],
                f"write `shuffle {name}` before it",
                Label(node.name.span, "declared here"),
                severity=Severity.WARNING,
            )
