"""Rule text to tokens, and what is wrong with the text before any grammar is asked.

The lexer knows tokens that no rule of the grammar uses: unclosed texts, signs of
other languages, stray characters. Each becomes a message here, and where it is
clear what was meant also the token that was meant, so that the parser goes on
as if it had been written and says nothing more about it.
"""

from __future__ import annotations

import unicodedata

from attrs import evolve, field, frozen
from lark import Lark, Token

from ruledsl.diagnostics.model import Diagnostic, Edit, Fix, Label
from ruledsl.limits import FAULTS, NAME_CHARACTERS, NESTING, WORDS
from ruledsl.source import SourceFile, Span
from ruledsl.syntax.layout import (
    BAD_UNINDENT,
    TAB_INDENT,
    TOO_DEEP,
    UNCLOSED_BRACKET,
    Layout,
)
from ruledsl.syntax.scanning import scanned

MAX_NUMBER = 2**53 - 1
"""The largest whole number that may be written; programs in other languages hold it exactly too."""


@frozen
class Lexed:
    """The tokens of a text, in which every fault was mended or left out.

    ``unsure`` are the lines on which something was left out: what the parser finds
    there is likely to follow from that. ``is_whole`` is False when reading stopped
    at a limit.
    """

    tokens: list[Token]
    diagnostics: list[Diagnostic]
    unsure: set[int] = field(factory=set)
    is_whole: bool = True


def span_of(token: Token, file: str) -> Span:
    """Where a token stands."""
    line, column = token.line or 1, token.column or 1
    return Span(file, line, column, token.end_line or line, token.end_column or column)


def lex(language: Lark, source: SourceFile, room: int = WORDS) -> Lexed:
    """The tokens of the text, with lines and blocks marked, and the faults found on the way.

    Reading stops after ``room`` of them: that many are left by the variants of this file.
    """
    stream = Layout().process(scanned(language, source.text))
    tokens: list[Token] = []
    found: list[Diagnostic] = []
    unsure: set[int] = set()
    limit: Diagnostic | None = None
    for count, token in enumerate(stream):
        line = token.line or 1
        check = _CHECKS.get(token.type)
        problem, meant = check(token, span_of(token, source.name)) if check else (None, token)
        if meant is not None and not (meant.type == "_NL" and _ends_nothing(tokens)):
            tokens.append(meant)
        if problem is not None and token.type == TAB_INDENT:
            problem = evolve(problem, fix=_untabbed(source))
        if problem is not None and not (problem.code == "RD035" and line in unsure):
            found.append(problem)
        if meant is None and token.type not in (TAB_INDENT, BAD_UNINDENT):
            unsure.add(line)
        if token.type == TOO_DEEP:
            return Lexed(tokens, found, unsure, is_whole=False)
        if count >= room:
            together = "the file has" if room == WORDS else "a variant and its bases have"
            limit = too_many_tokens(span_of(token, source.name), together)
        elif len(found) >= FAULTS:
            limit = too_many_faults(span_of(token, source.name))
        if limit is not None:
            return Lexed(tokens, [*found, limit], unsure, is_whole=False)
    return Lexed(tokens, found, unsure)


def _ends_nothing(tokens: list[Token]) -> bool:
    """Whether a line that ends here has nothing in it, for all of it was left out."""
    return not tokens or tokens[-1].type in ("_NL", "_INDENT", "_DEDENT")


def too_many_tokens(span: Span, together: str) -> Diagnostic:
    """The text goes on beyond the words and signs that it may have, ``together`` with others perhaps."""
    return Diagnostic(
        "RD005",
        f"{together} more than {WORDS:,} words and signs",
        Label(span),
        help="rules of a game are short; put large tables in fewer rows",
    )


def too_many_faults(span: Span) -> Diagnostic:
    """So much is wrong up to this place that nobody would read more."""
    return Diagnostic(
        "RD061",
        f"more than {FAULTS} faults; the rest of the file is not looked at",
        Label(span),
        help="mend the first ones and check again",
    )


Finding = tuple[Diagnostic | None, Token | None]


def _as(kind: str, text: str, token: Token) -> Token:
    """The token that was meant, where the faulty one stands."""
    return Token.new_borrow_pos(kind, text, token)


def _name(token: Token, span: Span) -> Finding:
    if token.isascii() and len(token) <= NAME_CHARACTERS:
        return None, token
    if len(token) > NAME_CHARACTERS:
        cut = str(token)[:NAME_CHARACTERS]
        found = Diagnostic(
            "RD008",
            f"this name has {len(token):,} characters; {NAME_CHARACTERS} are allowed",
            Label(span),
            help="choose a shorter name",
        )
        return found, _as("NAME", cut, token)
    name = unicodedata.normalize("NFC", token)
    foreign = next(char for char in name if not char.isascii())
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if c.isascii())
    found = Diagnostic(
        "RD037",
        f"`{foreign}` cannot stand in a name",
        Label(span),
        help="names are made of the letters a to z, digits and `_`"
        + (f"; write `{plain}`" if plain.isidentifier() else "")
        + "; texts in quotes may hold any letter",
        fix=_write(plain, span, is_safe=False) if plain.isidentifier() else None,
    )
    return found, _as("NAME", name, token)


def _number(token: Token, span: Span) -> Finding:
    if len(token) < 16 or (len(token) < 100 and int(token) <= MAX_NUMBER):
        return None, token
    found = Diagnostic(
        "RD007",
        f"this number is larger than {MAX_NUMBER:,}",
        Label(span),
        help="no amount of cards, money or points needs so large a number",
    )
    return found, _as("INT", "0", token)


def _decimal(token: Token, span: Span) -> Finding:
    found = Diagnostic(
        "RD034",
        f"`{_short(token)}` is not a whole number",
        Label(span),
        help="there are only whole numbers: count in the smallest unit, and divide with `div`;"
        " a range is written with two dots, `1..5`",
    )
    return found, _as("INT", "0", token)


def _unclosed_text(token: Token, span: Span) -> Finding:
    found = Diagnostic(
        "RD030",
        "this text is not closed",
        Label(span),
        help='end it with `"` on the same line; a text over several lines stands in `"""`',
        fix=Fix('end it with `"`', (Edit(span, f'{token.rstrip()}"'),), is_safe=False),
    )
    return found, _as("STRING", f'{token}"', token)


def _unclosed_doc(token: Token, span: Span) -> Finding:
    opening = Span(span.file, span.line, span.column, span.line, span.column + 3)
    found = Diagnostic(
        "RD031",
        'this docstring is not closed with `"""`',
        Label(opening, "it begins here and swallows the rest of the file"),
        help='put `"""` where it ends',
    )
    return found, _as("LONG_STRING", f'{token}"""', token)


def _single_quoted(token: Token, span: Span) -> Finding:
    text = str(token)[1:-1]
    found = Diagnostic(
        "RD033",
        "texts stand in double quotes",
        Label(span),
        help=None if '"' in text else f'write `"{_short(text)}"`',
        fix=None if '"' in text else _write(f'"{text}"', span),
    )
    return found, _as("STRING", f'"{text}"', token)


# Signs people know from other languages, or that a word processor puts in: the token
# that was meant, and how it is written here.
_FOREIGN = {
    "&&": ("AND", "and"),
    "&": ("AND", "and"),
    "||": ("OR", "or"),
    "|": ("OR", "or"),
    "!": ("NOT", "not"),
    "/": ("DIV", "div"),
    "//": ("DIV", "div"),
    "%": ("MOD", "mod"),
    "=>": ("COMPARE", ">="),
    "<>": ("COMPARE", "!="),
    ":=": ("EQUAL", "="),
    "\N{NOT EQUAL TO}": ("COMPARE", "!="),
    "\N{LESS-THAN OR EQUAL TO}": ("COMPARE", "<="),
    "\N{GREATER-THAN OR EQUAL TO}": ("COMPARE", ">="),
    "\N{MULTIPLICATION SIGN}": ("MULTIPLY", "*"),
    "\N{DIVISION SIGN}": ("DIV", "div"),
    "\N{MINUS SIGN}": ("MINUS", "-"),
    "\N{EN DASH}": ("MINUS", "-"),
    "\N{EM DASH}": ("MINUS", "-"),
    "\N{HORIZONTAL ELLIPSIS}": ("RANGE", ".."),
}

_DOUBTFUL = frozenset(("/", "//", "=>", "\N{DIVISION SIGN}", "\N{EN DASH}", "\N{EM DASH}"))
"""Signs that may have been meant otherwise: a division that does not round, a comment, an arrow, a range."""

_BRACE = (
    "what belongs together stands deeper, behind a `:`, without braces;"
    ' values that are shown stand in a text: `"{value}"`'
)
_HELP = {
    "//": "whole numbers are divided with `div`; a comment begins with `#`",
    "/": "whole numbers are divided with `div`, which rounds down",
    "%": "the rest of a division is `mod`",
    "{": _BRACE,
    "}": _BRACE,
    "->": "nothing is written with an arrow here",
    "**": "a power is written as a product",
    "?": "a choice between values is `A if CONDITION else B`",
    "@": "nothing is written with this sign here",
    "'": 'texts stand in double quotes, `"`',
    "\N{LEFT DOUBLE QUOTATION MARK}": 'texts stand in straight quotes, `"`',
    "\N{RIGHT DOUBLE QUOTATION MARK}": 'texts stand in straight quotes, `"`',
    "\N{DOUBLE LOW-9 QUOTATION MARK}": 'texts stand in straight quotes, `"`',
}


def _foreign(token: Token, span: Span) -> Finding:
    sign = str(token)
    if sign in _FOREIGN:
        kind, here = _FOREIGN[sign]
        found = Diagnostic(
            "RD036",
            f"`{sign}` is written `{here}` here",
            Label(span),
            help=_HELP.get(sign, f"write `{here}`"),
            fix=_write(here, span, is_safe=sign not in _DOUBTFUL),
        )
        return found, _as(kind, here, token)
    if sign.isprintable() and not sign.isspace():
        found = Diagnostic("RD035", f"`{sign}` means nothing here", Label(span))
    else:
        name = unicodedata.name(sign[0], "a control character").lower()
        found = Diagnostic(
            "RD035",
            f"there is an invisible character here (U+{ord(sign[0]):04X}, {name})",
            Label(span),
            fix=Fix("put a blank there", (Edit(span, " "),), is_safe=True),
        )
    return evolve(found, help=_HELP.get(sign, "delete it")), None


def _write(text: str, span: Span, is_safe: bool = True) -> Fix:
    return Fix(f"write `{_short(text)}`", (Edit(span, text),), is_safe)


def _tab(_token: Token, span: Span) -> Finding:
    found = Diagnostic(
        "RD020",
        "a tab stands in the indentation",
        Label(span),
        help="indent with four spaces a level; how far a tab goes differs from editor to editor",
    )
    return found, None


def _untabbed(source: SourceFile) -> Fix:
    """Four blanks for each tab that indents; certain where tabs and blanks are not mixed."""
    edits, mixed = [], False
    for number, line in enumerate(source.lines, start=1):
        margin = line[: len(line) - len(line.lstrip(" \t"))]
        if "\t" in margin:
            mixed = mixed or " " in margin
            span = Span(source.name, number, 1, number, len(margin) + 1)
            edits.append(Edit(span, margin.replace("\t", "    ")))
    return Fix("indent with blanks", tuple(edits), is_safe=not mixed)


def _unindent(_token: Token, span: Span) -> Finding:
    found = Diagnostic(
        "RD021",
        "this line stands neither with the block above it nor with what the block belongs to",
        Label(span),
        help="give the lines of a block the same indentation, four spaces a level",
    )
    return found, None


def _unclosed_bracket(token: Token, span: Span) -> Finding:
    closing = ")" if token == "(" else "]"
    found = Diagnostic(
        "RD032",
        f"this `{token}` is not closed",
        Label(span),
        help=f"put `{closing}` where it ends; a line goes on only while it is open"
        " and the next line stands deeper",
    )
    return found, None


def too_deep(span: Span) -> Diagnostic:
    """More stands inside one another at this place than is allowed."""
    return Diagnostic(
        "RD006",
        f"more than {NESTING} levels stand inside one another here",
        Label(span),
        help="give parts of it names of their own with `define` or `phase`",
    )


def _too_deep(_token: Token, span: Span) -> Finding:
    return too_deep(span), None


_CHECKS = {
    "NAME": _name,
    "INT": _number,
    "DECIMAL": _decimal,
    "UNCLOSED_STRING": _unclosed_text,
    "UNCLOSED_DOC": _unclosed_doc,
    "SINGLE_QUOTED": _single_quoted,
    "FOREIGN": _foreign,
    "STRAY": _foreign,
    TAB_INDENT: _tab,
    BAD_UNINDENT: _unindent,
    UNCLOSED_BRACKET: _unclosed_bracket,
    TOO_DEEP: _too_deep,
}


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"
