"""The words of the language, and what a person calls the tokens of the grammar."""

from __future__ import annotations

from collections.abc import Iterable


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


RESERVED = _set(
    """
    all and announce by div do each elif else empty end for from gather if implies in is
    let may mod move must none not of or otherwise pay player repeat require reveal shuffle
    to together turns unlimited until up where your
    """
)
"""The words that cannot be names; every other word of the language can."""

QUESTIONS = _set("any count every highest lowest max min sum the")
"""The words of questions about many things: names too, but never before a bracket."""

DECLARATIONS = _set(
    """
    action amend card deck define match money option phase pile play players remove replace
    row score set setup table team test ties type var win zone
    """
)
"""The words that begin a declaration."""

STATEMENTS = _set(
    """
    announce do each end for gather if let may move must pay player repeat require reveal
    shuffle together turns
    """
)
"""The words that begin a statement, but for the assignment, which begins with a name."""

STEPS = _set("deal expect given moves play refuse when")
"""The words that begin a line of a test."""

SIGNS = {
    "EQUAL": "=",
    "COLON": ":",
    "COMMA": ",",
    "DOT": ".",
    "SEMICOLON": ";",
    "LPAR": "(",
    "RPAR": ")",
    "LSQB": "[",
    "RSQB": "]",
    "PLUS": "+",
    "MINUS": "-",
    "MULTIPLY": "*",
    "ADD_TO": "+=",
    "TAKE_FROM": "-=",
    "RANGE": "..",
}
"""The signs of the language by the names of their tokens."""

KINDS = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": 'a text in `"`',
    "LONG_STRING": "a docstring",
    "COMPARE": "a comparison",
    "_NL": "the end of the line",
    "_INDENT": "lines that stand deeper",
    "_DEDENT": "the end of the block",
    "$END": "the end of the file",
}
"""What a person calls the other tokens."""

_GOES_ON = _set(
    "PLUS MINUS MULTIPLY DIV MOD COMPARE AND OR IMPLIES IF IN IS NOT DOT LSQB LPAR RANGE"
)
_BEGINS_VALUE = _set("INT NAME LPAR YOUR NONE")
_VALUE = _set("INT NAME LPAR LSQB YOUR NONE UNLIMITED MINUS NOT")
_HIDDEN = _set("ERROR _DEDENT $END")


def is_word(kind: str) -> bool:
    """Whether tokens of that name are words of the language, such as ``MOVE`` for ``move``."""
    return kind.isalpha() and kind not in SIGNS and kind not in KINDS and kind not in _HIDDEN


def word_of(kind: str) -> str:
    """The word whose tokens are called so."""
    return kind.lower()


def call(kind: str) -> str:
    """What a person calls a token: ``a name``, `` `:` ``, `` `where` ``."""
    if kind in SIGNS:
        return f"`{SIGNS[kind]}`"
    return KINDS.get(kind, f"`{word_of(kind)}`")


def call_all(kinds: Iterable[str]) -> list[str]:
    """What may stand at a place, as a person would list it: whole groups by one name."""
    left = set(kinds) - _HIDDEN
    names: list[str] = []

    def group(members: Iterable[str], name: str) -> None:
        left.difference_update(members)
        names.append(name)

    if {"ACTION", "ZONE", "DEFINE"} <= left and "NAME" not in left:
        group({word.upper() for word in DECLARATIONS} | {"LONG_STRING"}, "a declaration")
    if {"REQUIRE", "MOVE", "LET"} <= left:
        own = {word.upper() for word in STATEMENTS} | {"NAME", "YOUR", "LONG_STRING"}
        group(own | _soft(left), "a statement")
    if {"GIVEN", "EXPECT", "REFUSE"} <= left and "NAME" not in left:
        group({word.upper() for word in STEPS}, "a line of a test")
    if left >= _BEGINS_VALUE:
        group(_VALUE | _soft(left), "a value")
    elif "NAME" in left:
        group({"NAME"} | _soft(left), "a name")
    if left - _GOES_ON or names or len(left) < 3:
        left -= _GOES_ON if left - _GOES_ON or names else set()
    else:
        group(_GOES_ON, "an operator")
    if names or len(left) > 1:
        left.discard("LONG_STRING")
    signs = sorted(kind for kind in left if kind in SIGNS)
    words = sorted(kind for kind in left if is_word(kind))
    others = sorted(left.difference(signs, words), key=lambda kind: kind == "_NL")
    return names + [call(kind) for kind in (*others, *signs, *words)]


def _soft(kinds: Iterable[str]) -> set[str]:
    """The tokens among these that are names as well."""
    return {kind for kind in kinds if is_word(kind) and word_of(kind) not in RESERVED}


def listed(things: list[str], most: int = 5) -> str:
    """``a, b or c``, with at most so many of them."""
    if len(things) > most:
        return ", ".join(things[:most]) + " or something else"
    if len(things) < 2:
        return "".join(things)
    return ", ".join(things[:-1]) + " or " + things[-1]
