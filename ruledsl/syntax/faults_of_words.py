"""Faults of words: misspelt, reserved, misplaced, or taken from another language."""

from __future__ import annotations

import re

from attrs import evolve
from lark import Token

from ruledsl.diagnostics.model import Edit as TextEdit
from ruledsl.diagnostics.model import Fix
from ruledsl.diagnostics.suggest import nearest
from ruledsl.syntax.advice import enclosing, line_at
from ruledsl.syntax.place import Edit, Fault, Place, put, say
from ruledsl.syntax.words import DECLARATIONS, QUESTIONS, RESERVED, STATEMENTS, is_word, word_of


def header(place: Place) -> Fault | None:
    if not place.automaton.takes("GAME", "NAME", "STRING", "_NL"):
        return None
    token = place.token
    near = nearest(str(token), ("game", "variant")) if token.type == "NAME" else None
    if near is not None:
        return misspelt(place, near)
    found = say(
        place,
        "RD013",
        "the line that says what the file is is missing",
        'write `game NAME "Title"` or `variant NAME of BASE "Title"` below `language 1`',
        label="before this",
    )
    return Fault(found)


_ELSEWHERE = {
    "function": "define",
    "def": "define",
    "fn": "define",
    "const": "define",
    "foreach": "for",
    "elseif": "elif",
    "elsif": "elif",
    "print": "announce",
    "say": "announce",
    "assert": "require",
    "ensure": "require",
    "call": "do",
    "run": "do",
    "choose": "must",
    "exit": "end",
    "break": "end",
    "stop": "end",
    "my": "your",
    "give": "move",
    "variable": "var",
    "int": "var",
    "bool": "var",
    "enum": "type",
    "stage": "phase",
    "rule": "action",
    "import": "variant",
    "hand": "zone",
    "account": "money",
    "private": "seen by owner",
    "public": "seen by all",
    "secret": "seen by nobody",
    "hidden": "seen by nobody",
    "visible": "seen",
    "then": ":",
}
"""Words of other languages, and what takes their place here."""

_TOLD = {
    "while": "`repeat until C:` goes on until `C` holds, so the condition is turned round",
    "return": "`end PHASE` leaves a phase; a value that is asked for by name is a `define`",
    "print": 'a text is told by `announce "..."`, with values between braces in it',
    "def": "what has a value is a `define`, what players choose an `action`, what is done in play a"
    " `phase`; they begin at the left margin",
    "function": "what has a value is a `define`, what players choose an `action`, what is done in"
    " play a `phase`; they begin at the left margin",
    "my": "what belongs to the player who acts is `your ...`",
}
"""What is to be said about words that no single word replaces."""

_TURNED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def misspelt(place: Place, near: str) -> Fault:
    found = say(
        place,
        "RD041",
        f"`{place.token}` is no word of the language here",
        f"did you mean `{near}`?",
    )
    return Fault(found, put(place, near.upper(), near))


def reserved(place: Place) -> Fault | None:
    automaton = place.automaton
    for at in (place.at, place.at - 1):
        if at < place.line:
            continue
        token = place.tokens[at]
        word = str(token)
        if word not in RESERVED or not is_word(token.type):
            continue
        following = place.tokens[at + 1].type if at + 1 < len(place.tokens) else "$END"
        if at == place.at:
            fits = automaton.takes("NAME", following)
        else:
            fits = (
                at == place.line
                and following in ("EQUAL", "ADD_TO", "TAKE_FROM")
                and automaton.takes("NAME", following, above=place.base)
            )
        if fits:
            message = f"`{word}` is a word of the language and cannot be a name"
            found = say(place, "RD040", message, _other_name(place, at), token)
            name = Token.new_borrow_pos("NAME", word, token)
            return Fault(found, Edit(at, at + 1, (name,), from_line=at != place.at))
    return None


def _other_name(place: Place, at: int) -> str:
    """What to write instead of a reserved word where a name is wanted."""
    word, begins = str(place.tokens[at]), str(place.first)
    before = place.tokens[at - 1].type if at > place.line else ""
    if word == "player" and before in ("LSQB", "COLON", "IN", "EACH", "COMPARE", "TO", "EQUAL"):
        if begins in DECLARATIONS and before != "COMPARE":
            return "the type of players is `Player`"
        return "the player who acts is `me`; all players are `Player`"
    if word == "all" and before == "TO" and begins == "reveal":
        return "`reveal` without `to` shows it to all"
    other = f"{word}_{begins}" if begins in DECLARATIONS else f"the_{word}"
    return f"choose another name, `{other}` say"


def question(place: Place) -> Fault | None:
    """``define count(p: Player) = ...``: such a define could never be called."""
    before = place.tokens[place.at - 1] if place.at else None
    if before is None or place.token.type != "LPAR" or str(before) not in QUESTIONS:
        return None
    if place.first.type not in ("DEFINE", "CARD", "REPLACE"):
        return None
    found = say(
        place,
        "RD040",
        f"`{before}(...)` is a question of the language and cannot be defined anew",
        f"choose another name, `{before}_of` say",
        before,
    )
    return Fault(found)


def first_word(place: Place) -> Fault | None:
    """The word that begins the line is misspelt, or stands in the wrong place."""
    first, word = place.first, str(place.first)
    if place.is_first:
        if place.in_statement() or place.token.type == "$END":
            return None
        if word_of(first.type) in STATEMENTS and is_word(first.type) and at_margin(place):
            found = say(
                place,
                "RD043",
                f"`{word}` stands outside of every block",
                "how many play is said by `players 2`, or `players 3..5`"
                if first.type == "PLAYER" and place.kind(0) == "INT"
                else "statements stand in a `setup`, `phase`, `action` or `play`, four spaces deeper"
                " than its first line",
            )
            return Fault(found)
        return None
    if not place.in_statement():
        return None
    if word_of(first.type) in DECLARATIONS and is_word(first.type):
        found = say(
            place,
            "RD044",
            f"`{word}` begins a declaration, and declarations do not stand inside a block",
            "let it begin at the left margin",
            first,
        )
        return Fault(found)
    if first.type != "NAME":
        return None
    kinds = [token.type for token in place.tokens[place.line + 1 : place.at + 1]]
    if word.lower() in _TOLD:
        return _elsewhere(place, first)
    if word in place.names:
        return None
    near = nearest(word, [*STATEMENTS, "elif", "else"])
    if near is not None:
        replaced = Token.new_borrow_pos(near.upper(), near, first)
        fits = place.automaton.takes(near.upper(), *kinds, above=place.base)
        found = say(
            place, "RD041", f"`{word}` is no word of the language", f"did you mean `{near}`?", first
        )
        edit = Edit(place.line, place.line + 1, (replaced,), from_line=True)
        return Fault(found, edit if fits else None)
    return _elsewhere(place, first)


def at_margin(place: Place) -> bool:
    return place.automaton.takes("ACTION", above=place.base)


def _elsewhere(place: Place, token: Token) -> Fault | None:
    word = str(token).lower()
    here = _ELSEWHERE.get(word)
    if (here is None and word not in _TOLD) or token.type != "NAME":
        return None
    if word == "assert" and enclosing(place) == "test":
        here = "expect"
    found = say(
        place,
        "RD042",
        f"`{token}` is no word of this language",
        _how(place, word, here),
        token,
    )
    if here is not None and here != ":" and word not in _TOLD:
        found = evolve(
            found, fix=Fix(f"write `{here}`", (TextEdit(found.primary.span, here),), False)
        )
    if word == "my":
        your = Token.new_borrow_pos("YOUR", "your", token)
        at = next(n for n in range(place.line, place.at + 1) if place.tokens[n] is token)
        return Fault(found, Edit(at, at + 1, (your,), from_line=at != place.at))
    return Fault(found)


def _how(place: Place, word: str, here: str | None) -> str:
    if word == "while":
        text = line_at(place).text
        if turned := re.match(r"while not (\w+) ?:", text):
            return f"write `repeat until {turned[1]}:`"
        turned = re.match(r"while ([^<>=!]+?) (==|!=|<=|>=|<|>) ([^<>=!]+?) ?:", text)
        if turned and not re.search(r"\b(?:and|or|not|implies)\b", text):
            return f"write `repeat until {turned[1]} {_TURNED[turned[2]]} {turned[3]}:`"
        return _TOLD[word]
    if word in _TOLD:
        return _TOLD[word]
    return f"the word for it is `{here}`" if here != ":" else "write `:` and the lines below it"


def near_word(place: Place) -> Fault | None:
    """A word that should be another one: ``sen by all``."""
    token = place.token
    if token.type != "NAME":
        return None
    before = place.tokens[place.at - 1]
    if place.in_statement() and not place.is_first and before.type == "NAME" and before == "my":
        return _elsewhere(place, before)
    if str(token).lower() in _TOLD:
        return _elsewhere(place, token)
    words = [word_of(kind) for kind in place.automaton.expected() if is_word(kind)]
    near = nearest(str(token), words)
    if near is not None and place.automaton.takes(near.upper(), place.kind(1)):
        return misspelt(place, near)
    if near is not None and place.is_first:
        return Fault(misspelt(place, near).found)
    return _elsewhere(place, token)
