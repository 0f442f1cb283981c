"""What the parser does to read on behind a fault, or what its message proposes, as a fix of the text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from attrs import evolve
from lark import Token

from ruledsl.diagnostics.model import Diagnostic, Edit, Fix
from ruledsl.source import Span
from ruledsl.syntax.advice import LONGEST, line_at
from ruledsl.syntax.lexing import span_of
from ruledsl.syntax.place import Fault, Place
from ruledsl.syntax.words import DECLARATIONS, RESERVED, SIGNS, STATEMENTS, STEPS

_CERTAIN = frozenset(("RD024", "RD041", "RD042", "RD050", "RD051", "RD053", "RD054", "RD055"))
"""Findings whose edit of the tokens is what should have been written.

The other edits only let the parser read on. Nothing else fits the grammar at these places (a
word of the language that is misspelt is replaced only by one that does), so the fix is safe.
"""

_MISSING = frozenset(("COLON", "COMMA", "RPAR", "RSQB"))
"""Signs that are put in where they alone can stand, and what follows fits behind them."""

_CLINGING = frozenset(("COMMA", "COLON", "SEMICOLON"))
_PLACEHOLDER = re.compile(r"\.\.\.|\b[A-Z]+\b")
"""What stands in a proposal for something that the person has to say."""

_FILLERS = frozenset(
    (
        *("a", "an", "the", "card", "cards", "player", "seat", "one", "my", "int", "bool"),
        *("into", "onto", "goes", "go", "moves", "under", "below", "top", "bottom", "not"),
    )
)
"""Words that a proposal may leave out, unless they are names of the rules."""

_BRACKETS = frozenset(("LPAR", "RPAR", "LSQB", "RSQB"))
_OPERATORS = frozenset(("PLUS", "MINUS", "MULTIPLY"))

_WORDS = RESERVED | STATEMENTS | STEPS | DECLARATIONS | {"times", "acts", "underneath"}


def with_fix(place: Place, fault: Fault) -> Fault:
    """The fault with a fix in its finding, where there is one."""
    fix = fault.found.fix or _by_line(place, fault.found) or _by_edit(place, fault)
    return fault if fix is None else evolve(fault, found=evolve(fault.found, fix=fix))


def _by_edit(place: Place, fault: Fault) -> Fix | None:
    """The edit of the tokens as one of the text."""
    edit = fault.edit
    if edit is None or not edit.tokens:
        return None
    is_missing = fault.found.code == "RD060" and edit.tokens[0].type in _MISSING
    if fault.found.code not in _CERTAIN and not is_missing:
        return None
    clings = edit.tokens[0].type in _CLINGING
    before = place.tokens[edit.start - 1] if edit.start else None
    if edit.start < edit.stop:
        span = span_of(place.tokens[edit.start], place.file)
        span = span.to(span_of(place.tokens[edit.stop - 1], place.file))
    elif before is None:
        return None
    if before is not None and (clings or edit.start == edit.stop):
        end = span_of(before, place.file)
        start = Span(place.file, end.end_line, end.end_column, end.end_line, end.end_column)
        span = start if edit.start == edit.stop else start.to(span)
    text = _text(edit.tokens)
    inserted = text if clings or edit.start < edit.stop else f" {text}"
    return Fix(f"write `{text}`", (Edit(span, inserted),), is_safe=True)


def _text(tokens: tuple[Token, ...]) -> str:
    text = ""
    for token in tokens:
        text += "" if token.type in _CLINGING or not text else " "
        text += SIGNS.get(token.type, str(token))
    return text


def _by_line(place: Place, found: Diagnostic) -> Fix | None:
    """The line as the help writes it, where that is all the help proposes and it leaves nothing open.

    It has no words but those of the line and of the language. What the person meant is
    guessed, though, so the fix is not safe.
    """
    written = re.findall(r"`([^`]*)`", found.help or "")
    proposals = [w for w in written if not any(w != other and w in other for other in written)]
    if found.code not in ("RD060", "RD042") or len(proposals) != 1:
        return None
    (proposal,) = proposals
    line = line_at(place).text
    words = set(re.findall(r"\w+", line)) | _WORDS
    words |= {"1"} if line.endswith(("++", "--")) else set()
    if _PLACEHOLDER.search(proposal) or not set(re.findall(r"\w+", proposal)) <= words:
        return None
    stop = place.line
    while stop < len(place.tokens) and place.tokens[stop].type not in ("_NL", "$END"):
        stop += 1
    tokens = place.tokens[place.line : stop]
    if not tokens or len(line) > LONGEST or not _keeps(place, tokens, proposal):
        return None
    first, last = tokens[0], tokens[-1]
    if first.line != last.line:
        return None
    span = span_of(first, place.file).to(span_of(last, place.file))
    return Fix(f"write `{proposal}`", (Edit(span, proposal),), is_safe=False)


def _keeps(place: Place, tokens: Sequence[Token], proposal: str) -> bool:
    """Whether a proposal leaves out nothing of a line that carries meaning.

    That is all but words of the language, `_FILLERS`, an unknown word at the beginning,
    commas and the like, and brackets with nothing in them.
    """
    kept = Counter(re.findall(r'"[^"]*"|\w+|[^\w\s]', proposal))
    wanted: Counter[str] = Counter()
    for number, token in enumerate(tokens):
        text = str(token)
        if token.type == "NAME":
            is_free = number == 0 or text in _FILLERS
            wanted[text] += not is_free or text in place.names
        elif token.type in ("INT", "STRING"):
            wanted[text] += 1
        elif token.type in _BRACKETS | _OPERATORS and token.type in SIGNS:
            for sign in SIGNS[token.type]:
                wanted[sign] += 1
    pairs = sum(a.type == "LPAR" and b.type == "RPAR" for a, b in pairwise(tokens))
    wanted["("] -= pairs
    wanted[")"] -= pairs
    if len(tokens) > 1 and tokens[-1].type == tokens[-2].type in _OPERATORS:
        wanted[str(tokens[-1])] -= 1  # `n++`
    return all(kept[text] >= count for text, count in wanted.items())
