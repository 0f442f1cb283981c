"""What a test names as a player would: cards, values and outcomes of chance, found by their text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ruledsl.diagnostics.suggest import closest
from ruledsl.lower import expressions as ex
from ruledsl.lower import fitting as ft
from ruledsl.lower import statements
from ruledsl.lower.builder import Builder, ZoneThing
from ruledsl.lower.declare import CONSTANT
from ruledsl.lower.scope import Scope
from ruledsl.lower.types import Type
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.print_statements import show_value
from ruledsl.syntax.printer import show_expr

TEST = Scope("test")

_HOW = 'cards are named as they are shown, in quotes if need be (`"3 of hearts"`), or as `Kind(attribute, ...)`'
_BRINGS = "it brings cards as they are shown, members, numbers and seats, in quotes if need be"


def card(b: Builder, value: tree.Expr | tree.Words) -> int | None:
    """The number of the look that is named; None after saying that there is none."""
    text = text_of(b, value)
    return None if text is None else _look(b, text, value.span)


def text_of(b: Builder, value: tree.Expr | tree.Words) -> str | None:
    """A value of a test as players would type it; None for a card whose attributes were faulty."""
    match value:
        case tree.Words(words=words):
            return " ".join(words)
        case tree.Ref(name=name):
            return name.replace("_", " ")
        case tree.Call(name=name) if any(k.node.name.text == name.text for k in b.kinds):
            look = ex.lower(b, CONSTANT, value)
            return b.looks[look.constant].text if look.constant is not None else None
        case _:
            return show_expr(value)


def is_card(b: Builder, value: tree.Expr | tree.Words) -> bool:
    """Whether a card of some deck is called so."""
    text = text_of(b, value)
    return text is not None and bool(found(text, _looks(b)))


def lying(
    value: tree.Expr | tree.Words | tree.CardIn,
) -> tuple[tree.Expr | tree.Words, tree.Expr] | None:
    """The card and its place, where a value names both: ``blue 4 in hand[1]``, ``wild in hand[1]``."""
    match value:
        case tree.CardIn(card=card, place=place):
            return card, place
        case tree.MemberOf(subject=subject, domain=domain, negated=False):
            return subject, domain
    return None


def argument(b: Builder, value: tree.Expr | tree.Words | tree.CardIn, type_: Type) -> str | None:
    """An argument of a move as text; None after saying that it names no card where one is wanted.

    A card may be named with its place, as moves are shown where it matters: ``ace at 3``,
    ``ace in hand[1]``, ``ace at 3 in hand[1]``; one whose face is hidden goes by its place
    alone, ``at 3``.
    """
    if not (type_.is_card or type_.kind == "look"):
        return show_value(value) if isinstance(value, tree.CardIn) else text_of(b, value)
    pair = lying(value) if type_.is_card else None
    if pair is None:
        assert not isinstance(value, tree.CardIn)
        return _card_at(b, value)
    card_, place = pair
    text, label = _card_at(b, card_), _zone_label(b, place)
    return None if text is None or label is None else f"{text} in {label}"


_PLACED = re.compile(r" (?:at \d+(?: in .+)?|in .+)", re.IGNORECASE)
_HIDDEN = re.compile(r"at \d+(?: in .+)?", re.IGNORECASE)


def _card_at(b: Builder, value: tree.Expr | tree.Words) -> str | None:
    """A card with or without its place, its name as it is shown; None after saying that there is none."""
    text = text_of(b, value)
    if text is None:
        return None
    if found(text, _looks(b)):
        return _meant(b, text)
    for start in range(len(text) - 1, 0, -1):
        if _PLACED.fullmatch(text, start) and found(text[:start], _looks(b)):
            return _meant(b, text[:start]) + text[start:]
    if _HIDDEN.fullmatch(text) or text.casefold() == "none":
        return text
    if _look(b, text, value.span) is not None:
        return text
    return None if b.decks_whole else text


def _zone_label(b: Builder, node: tree.Expr) -> str | None:
    """The place that is named, as players read it; None after reporting that there is none."""
    place = fixed_zone(b, node, "where a card lies")
    return None if place is None else b.zone_labels[place[0]]


def fixed_zone(b: Builder, node: tree.Expr, role: str) -> tuple[int, ZoneThing] | None:
    """A single place for cards that is known before play; None after reporting what it is instead."""
    zone = statements.zone_of(b, TEST, node, role)
    if zone is None:
        return None
    code = zone[0].code
    if code.op != "zone":
        ft.not_constant(b, node)
        return None
    return code.nums[0], zone[1]


def outcome(b: Builder, value: tree.Expr | tree.Words) -> str | None:
    """What chance is to bring, as text; None after saying that nothing is called so."""
    text = text_of(b, value)
    if text is None:
        return None
    plain = _plain(text)
    if plain.removeprefix("-").isdecimal() or not b.decks_whole:
        return text
    known = outcomes(b)
    numbers = found(text, known)
    if numbers:
        return known[numbers[0]]
    _report_unknown(b, f"chance never brings `{text}`", text, value.span, known, _BRINGS)
    return None


def outcomes(b: Builder) -> list[str]:
    """Everything that chance may bring beside numbers, as people read it."""
    return [
        *_looks(b),
        *(member.replace("_", " ") for e in b.enumerations for member in e.members),
        *(team.name.replace("_", " ") for team in b.teams),
        *(f"seat {seat}" for seat in range(1, b.players + 1)),
        *("yes", "no", "none"),
    ]


def found(text: str, known: Sequence[str]) -> list[int]:
    """Where the text stands among the known ones: as it is, else the one with the same letters and digits.

    Capitals and blanks do not count. Where several texts have the same letters and digits, none is meant.
    """
    wanted = _plain(text)
    exact = [number for number, other in enumerate(known) if _plain(other) == wanted]
    if exact:
        return exact
    bare = _bare(text)
    alike = [number for number, other in enumerate(known) if bare and _bare(other) == bare]
    return alike if len({_plain(known[number]) for number in alike}) == 1 else []


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _bare(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def _looks(b: Builder) -> list[str]:
    return [look.text for look in b.looks]


def _meant(b: Builder, text: str) -> str:
    return b.looks[found(text, _looks(b))[0]].text


def _look(b: Builder, text: str, span: Span) -> int | None:
    known = _looks(b)
    numbers = found(text, known)
    if numbers:
        return numbers[0]
    if b.decks_whole:
        _report_unknown(b, f"no deck has a card `{text}`", text, span, known, _HOW)
    return None


def _report_unknown(
    b: Builder, message: str, text: str, span: Span, known: list[str], how: str
) -> None:
    alike = sorted({other for other in known if _bare(text) and _bare(other) == _bare(text)})
    near = closest(text, known)
    if alike:
        help_text = "say which is meant: " + " or ".join(f'`"{other}"`' for other in alike)
    elif near:
        help_text = f"did you mean `{_written(near.word)}`?"
    else:
        help_text = how
    write = _written(near.word) if near and near.is_only and not alike else None
    b.report("RD407", message, span, help_text, write=write)


def _written(text: str) -> str:
    """A name as a test would write it: in quotes, unless it is made of plain words."""
    words = text.split()
    plain = all(word.isdecimal() or word.isidentifier() for word in words)
    return text if plain else f'"{text}"'
