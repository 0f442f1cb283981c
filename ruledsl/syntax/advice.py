"""How a line that cannot be read is written: help for the findings that know no more.

Such a finding says what was expected and what was found, which tells a beginner little.
Here the line is compared with what people write who know other languages, or rulebooks;
where nothing is like it, the help shows how a line of its kind is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from attrs import frozen
from lark import Token

from ruledsl.diagnostics.suggest import nearest
from ruledsl.syntax.advice_declarations import DECLARED, FORMS, HEADERS, LINES
from ruledsl.syntax.advice_statements import ANYWHERE, STATED, TESTED
from ruledsl.syntax.place import Place
from ruledsl.syntax.words import DECLARATIONS, QUESTIONS, SIGNS, STATEMENTS, is_word, word_of

_LAYOUT = frozenset(("_NL", "_INDENT", "_DEDENT", "$END"))
LONGEST = 400  # what stands further on in a line is not compared with anything
_SET_BY_NAME = "COLON EQUAL ADD_TO TAKE_FROM"


@frozen
class Line:
    """The text of a line without its comment, and where in it the reading stopped."""

    text: str
    at: int


def line_at(place: Place) -> Line:
    """The line of a place, put together from its tokens."""
    text, at = "", -1
    before: Token | None = None
    for number in range(place.line, len(place.tokens)):
        token = place.tokens[number]
        if token.type in _LAYOUT:
            break
        shown = str(token) or SIGNS.get(token.type, "")
        if token.start_pos == token.end_pos and token.type in SIGNS:
            shown = SIGNS[token.type]
        if before is not None and token.start_pos != before.end_pos:
            text += " "
        if number == place.at:
            at = len(text)
        text += shown
        if len(text) > LONGEST:
            break
        before = token
    return Line(text, at if at >= 0 else len(text))


def enclosing(place: Place) -> str:
    """The word that begins the declaration which the line belongs to."""
    for at in range(place.line, -1, -1):
        token = place.tokens[at]
        if token.column == 1 and token.type not in _LAYOUT:
            return word_of(token.type)
    return ""


def advice(place: Place) -> str:
    """How to mend what stands at a place where something else was expected."""
    if place.token.type == "SEMICOLON":
        return "one statement stands on a line"
    line = line_at(place)
    if place.in_statement():
        return _match(line, STATED) or _by_name(place, line) or _general(place, line, "statement")
    if place.first.column != 1:
        within = enclosing(place)
        rows = TESTED if within == "test" else LINES.get(within, ())
        return _match(line, rows) or _general(place, line, within)
    if place.automaton.takes("GAME", above=place.base) or word_of(place.first.type) in (
        "game",
        "variant",
    ):
        return _match(line, HEADERS) or _form("game")
    is_variant = any(t.type == "VARIANT" and t.column == 1 for t in place.tokens[:8])
    if (
        is_variant
        and (found := re.match(r"(\w+) = (.+)", line.text))
        and place.first.type == "NAME"
    ):
        return f"a variant changes what the base declares: `set {found[1]} = {found[2]}`"
    return _match(line, DECLARED) or _general(place, line, word_of(place.first.type))


def _match(line: Line, rows: Iterable[tuple[str, str]]) -> str | None:
    """The help of the first row whose pattern lies over the place where reading stopped."""
    for pattern, help_text in rows:
        for found in re.finditer(pattern, line.text):
            if found.start() <= line.at <= found.end():
                return found.expand(help_text)
    return None


def _general(place: Place, line: Line, kind: str) -> str:
    found = _match(line, ANYWHERE)
    if found is not None:
        return found
    first = word_of(place.first.type)
    if kind == "statement":
        return _form(first if first in STATEMENTS else "statement", _name_in(line, first))
    name = _name_in(line, kind)
    if place.first.type == "NAME" and place.first.column == 1:
        near = nearest(str(place.first), [*DECLARATIONS])
        if near is not None:
            return f"did you mean `{near}`?"
    if first in ("replace", "remove", "set") and kind == first:
        known = place.names.get(name)
        if known is not None and first != "set":
            return f"say what it is: `{first} {known} {name}`"
    return _form(kind, name)


def _name_in(line: Line, kind: str) -> str:
    found = re.match(rf"{kind} ([A-Za-z_]\w*)", line.text)
    return found[1] if found is not None and line.at >= found.end() else ""


def _form(kind: str, name: str = "") -> str:
    """How a line of this kind is written, with the name that was given to it."""
    form, example = FORMS.get(kind, FORMS["file"])
    return form.replace("NAME", name or example)


def _by_name(place: Place, line: Line) -> str | None:
    """A statement that begins with a name: what the name is, and how it is used."""
    word = str(place.first)
    if place.first.type == "YOUR" or not (place.first.type == "NAME" or is_word(place.first.type)):
        return None
    if word_of(place.first.type) in STATEMENTS:
        return None
    names = place.names
    kind = names.get(word)
    if kind == "action":
        others = [n for n in re.findall(r"[A-Za-z_]\w*", line.text) if names.get(n) == "action"]
        return f"an action is offered to the player who acts: `must {' or '.join(dict.fromkeys(others))}`"
    if kind == "phase":
        return f"a phase is played by `do {word}`"
    if place.at > place.line + 1 and (found := _match(line, ANYWHERE)) is not None:
        return found
    if kind in ("var", "money", "zone", "pile", "row", "deck", "define", "option", "table"):
        return _USES[kind].replace("NAME", word)
    if place.kind(0) in _SET_BY_NAME.split() or place.at > place.line + 1:
        return None
    near = nearest(word, [n for n, k in names.items() if k in ("action", "phase")])
    if near is not None:
        verb = "must" if names[near] == "action" else "do"
        return f"did you mean `{verb} {near}`?"
    return _match(line, ANYWHERE) or _form("statement")


_USES: Mapping[str, str] = {
    "var": "a variable is set by `NAME = ...`, `NAME += ...` or `NAME -= ...`",
    "money": "money changes by being paid: `pay 1 from NAME to ...`",
    "zone": "cards are moved: `move c to NAME`, `move all from NAME to ...`",
    "pile": "cards are moved: `move 1 from NAME to ...`, `move c to NAME`",
    "row": "cards are moved: `move NAME[1] to ...`, `move c to NAME`",
    "deck": "cards are moved: `move 1 from NAME to ...`; `shuffle NAME` mixes them",
    "define": "a define has a value and does nothing; what is to be done is a `phase`, played by `do`",
    "option": "an option is chosen before the game and stays as it is",
    "table": "a table is fixed; what changes is kept in a `var`",
}


def begins_no_statement(place: Place) -> bool:
    """Whether a name stands where a statement begins, and nothing is set by it."""
    first = place.first
    if not place.in_statement() or place.at != place.line + 1:
        return False
    if first.type != "NAME" and not (is_word(first.type) and word_of(first.type) not in QUESTIONS):
        return False
    if word_of(first.type) in STATEMENTS or first.type == "YOUR":
        return False
    if place.token.type in ("DOT", "PLUS", "MINUS") or not place.automaton.takes("EQUAL"):
        return False
    kind = place.names.get(str(first), "")
    return kind not in ("var", "money")
