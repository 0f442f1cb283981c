"""Faults of lines and blocks: colons, indentation, missing lines, misplaced docstrings."""

from __future__ import annotations

from lark import Token

from ruledsl.diagnostics.model import Diagnostic, Label
from ruledsl.syntax.layout import mark
from ruledsl.syntax.lexing import span_of
from ruledsl.syntax.place import Edit, Fault, Place, empty_block, insert, say
from ruledsl.syntax.words import DECLARATIONS, STATEMENTS, word_of


def indent(place: Place) -> Fault | None:
    if place.token.type != "_INDENT" or place.at + 1 >= len(place.tokens):
        return None
    deeper = place.tokens[place.at + 1]
    found = say(
        place,
        "RD022",
        "this line stands deeper than the one above it, which takes no lines of its own",
        "let it begin in the same column as the line above",
        deeper,
    )
    return Fault(found, Edit(place.at, place.at + 1, drops_block=True))


def body(place: Place) -> Fault | None:
    if place.at == 0 or not place.automaton.takes("_INDENT"):
        return None
    header = place.tokens[place.at - 1]  # the end of the line before
    found = say(
        place,
        "RD023",
        "the lines that belong to this one are missing",
        "write them below it, four spaces deeper",
        header,
    )
    sets = place.token.type == "NAME" and place.kind(1) in ("EQUAL", "ADD_TO", "TAKE_FROM")
    if (sets or word_of(place.token.type) in STATEMENTS) and place.token.column == 1:
        # The body is there, but stands at the margin: take it up to the next declaration.
        end, depth = place.at, 0
        while end < len(place.tokens):
            kind = place.tokens[end].type
            depth += (kind == "_INDENT") - (kind == "_DEDENT")
            starts = place.tokens[end - 1].type in ("_NL", "_DEDENT")
            if depth == 0 and starts and word_of(kind) in DECLARATIONS:
                break
            end += 1
        return Fault(found, Edit(place.at, place.at, (mark("_INDENT", header),), block_end=end))
    return Fault(found, Edit(place.at, place.at, empty_block(header)))


def colon(place: Place) -> Fault | None:
    automaton, kind = place.automaton, place.token.type
    if not automaton.takes("COLON", "_NL", "_INDENT"):
        return None
    if kind != "_NL" and (word_of(kind) not in STATEMENTS or not automaton.takes("COLON", kind)):
        return None
    found = say(place, "RD024", "a `:` is missing here", "what follows belongs to this line")
    return Fault(found, insert(place, "COLON"))


_BLOCKS = frozenset(("IF", "FOR", "REPEAT", "TURNS", "EACH", "TOGETHER", "PLAYER"))
"""What begins a statement that has lines of its own."""


def behind_colon(place: Place) -> Fault | None:
    """``play: each player: must draw``: behind a colon stands a statement without a block."""
    if place.token.type not in _BLOCKS or place.at == 0 or place.kind(-1) != "COLON":
        return None
    if not place.automaton.takes("_NL", "_INDENT", place.token.type):
        return None
    word = {"EACH": "each player", "TOGETHER": "together each player"}.get(
        place.token.type, str(place.token)
    )
    found = say(
        place,
        "RD025",
        f"`{word}` takes lines of its own, so it does not stand behind a `:`",
        "begin a line with it, four spaces deeper than this one",
    )
    before = place.tokens[place.at - 1]
    return Fault(
        found,
        Edit(
            place.at,
            place.at,
            (mark("_NL", before), mark("_INDENT", before)),
            block_end=_end_of_line(place),
        ),
    )


def _end_of_line(place: Place) -> int:
    """Where the line ends that the place is in, with the lines that belong to it."""
    end, depth = place.at, 0
    while end < len(place.tokens):
        kind = place.tokens[end].type
        depth += (kind == "_INDENT") - (kind == "_DEDENT")
        end += 1
        if kind == "_NL" and depth == 0 and place.tokens[end : end + 1]:
            if place.tokens[end].type != "_INDENT":
                return end
        elif kind == "_DEDENT" and depth == 0:
            return end
    return end


def else_if(place: Place) -> Fault | None:
    if place.token.type != "IF" or place.at != place.line + 1 or place.first.type != "ELSE":
        return None
    found = Diagnostic(
        "RD053",
        "`else if` is one word here",
        Label(span_of(place.first, place.file).to(place.span)),
        help="write `elif`",
    )
    elif_ = Token.new_borrow_pos("ELIF", "elif", place.first)
    return Fault(found, Edit(place.line, place.at + 1, (elif_,), from_line=True))


def no_if(place: Place) -> Fault | None:
    if place.token.type not in ("ELSE", "ELIF") or not place.is_first:
        return None
    found = say(
        place,
        "RD056",
        f"there is no `if` that this `{place.token}` belongs to",
        "it stands below the block of an `if`, in the same column",
    )
    return Fault(found)


def docstring(place: Place) -> Fault | None:
    if place.token.type != "LONG_STRING":
        return None
    found = say(
        place,
        "RD045",
        "no docstring can stand here",
        "a docstring stands below the line of what it tells of, or first in its block;"
        " a comment begins with `#`",
    )
    if place.is_first and place.kind(1) == "_NL":
        return Fault(found, Edit(place.at, place.at + 2))
    return Fault(found)
