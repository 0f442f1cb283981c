"""Faults in expressions and inside statements."""

from __future__ import annotations

from attrs import evolve
from lark import Token

from ruledsl.diagnostics.model import Edit as TextEdit
from ruledsl.diagnostics.model import Fix
from ruledsl.source import Span
from ruledsl.syntax.layout import mark
from ruledsl.syntax.place import Edit, Fault, Place, insert, put, say

OPENING, CLOSING = frozenset(("LPAR", "LSQB")), frozenset(("RPAR", "RSQB"))
_PARTING = frozenset(
    ("AND", "OR", "NOT", "IMPLIES", "IF", "ELSE", "WHERE", "COMMA", "EQUAL", "IN", "IS")
)


def equals(place: Place) -> Fault | None:
    token, automaton = place.token, place.automaton
    if token.type == "EQUAL" and automaton.takes("COMPARE"):
        found = say(
            place, "RD050", "`=` gives a value, it does not compare", "to compare write `==`"
        )
        return Fault(found, put(place, "COMPARE", "=="))
    if token.type == "COMPARE" and token == "==" and automaton.takes("EQUAL"):
        found = say(place, "RD051", "`==` compares, it gives no value", "to give a value write `=`")
        return Fault(found, put(place, "EQUAL", "="))
    return None


def chain(place: Place) -> Fault | None:
    if place.token.type not in ("COMPARE", "EQUAL", "IN", "IS") or not place.automaton.takes("AND"):
        return None
    found = say(
        place,
        "RD052",
        "comparisons do not chain",
        "compare two things at a time: `1 < x and x < 3`; whether a value lies in a range is"
        " asked with `x in 1..3`",
    )
    middle = _compared(place)
    if middle is not None:
        here = Span(
            place.file, place.span.line, place.span.column, place.span.line, place.span.column
        )
        fix = Fix(f"compare `{middle}` twice", (TextEdit(here, f"and {middle} "),), is_safe=True)
        found = evolve(found, fix=fix)
    return Fault(found, put(place, "AND", "and"))


def _compared(place: Place) -> str | None:
    """What stands between the comparison before this one and this one, where both compare values."""
    depth, at = 0, place.at - 1
    while at > place.line:
        kind = place.tokens[at].type
        if kind == "COMPARE" and not depth:
            break
        depth += (kind in CLOSING) - (kind in OPENING)
        if depth < 0 or (not depth and kind in _PARTING):
            return None
        at -= 1
    words = place.tokens[at + 1 : place.at]
    if place.token.type != "COMPARE" or at <= place.line or not words:
        return None
    if words[0].line != words[-1].end_line or words[0].line != place.token.line:
        return None
    text = ""
    for before, word in zip([None, *words], words, strict=False):
        text += " " if before is not None and before.end_pos != word.start_pos else ""
        text += word
    return text


def otherwise(place: Place) -> Fault | None:
    if not place.automaton.takes("COMMA", "OTHERWISE"):
        return None
    if place.token.type == "OTHERWISE":
        found = say(place, "RD054", "a `,` is missing before `otherwise`", "write `, otherwise`")
        return Fault(found, insert(place, "COMMA"))
    if place.token.type == "BECAUSE":
        found = say(
            place,
            "RD042",
            "`because` stands only behind `refuse`",
            'the reason of a `require` is written `, otherwise "..."`',
        )
        comma = mark("COMMA", place.tokens[place.at - 1], ",")
        otherwise = Token.new_borrow_pos("OTHERWISE", "otherwise", place.token)
        return Fault(found, Edit(place.at, place.at + 1, (comma, otherwise)))
    return None


def for_in(place: Place) -> Fault | None:
    if place.first.type != "FOR" or place.at != place.line + 2:
        return None
    if str(place.tokens[place.line + 1]) in ("each", "every", "all"):
        return None
    found = say(
        place,
        "RD055",
        "`for` needs an `in`",
        f"write `for {place.tokens[place.line + 1]} in` and what it goes over",
    )
    if place.automaton.takes("IN", place.token.type):
        return Fault(found, insert(place, "IN"))
    if place.automaton.takes("IN", place.kind(1)):
        return Fault(found, put(place, "IN", "in"))
    return Fault(found)
