"""Lines and indentation: from the lexer's tokens to tokens with blocks.

Lark's indenter gives the frame: it stands between lexer and parser and marks
where deeper lines begin and end. It raises an exception at the first fault,
knows nothing of the brackets that were opened, and takes a tab for so many
spaces. :class:`Layout` instead puts a *fault token* into the stream and goes on,
so that one run finds all faults; `lexing.py` turns fault tokens into messages.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field
from lark import Token
from lark.indenter import Indenter

from ruledsl.limits import NESTING

TAB_INDENT = "TAB_INDENT"
BAD_UNINDENT = "BAD_UNINDENT"
UNCLOSED_BRACKET = "UNCLOSED_BRACKET"
TOO_DEEP = "TOO_DEEP"

_OPENED_BY = {"RPAR": "LPAR", "RSQB": "LSQB"}
_TAB_WIDTH = 4  # for going on after the complaint about tabs


class Layout(Indenter):
    """The indenter of the language; it keeps nothing between two texts."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB"]  # noqa: RUF012  (declared so by Lark)
    CLOSE_PAREN_types = ["RPAR", "RSQB"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = _TAB_WIDTH

    @property
    def always_accept(self) -> tuple[str, ...]:  # type: ignore[override]
        """Terminals the lexer is to know though no rule uses them."""
        return (
            "_NL",
            "UNCLOSED_STRING",
            "UNCLOSED_DOC",
            "SINGLE_QUOTED",
            "DECIMAL",
            "FOREIGN",
            "STRAY",
        )

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens with ``_NL``, ``_INDENT`` and ``_DEDENT`` where they belong."""
        return _Lines().arrange(stream)


def mark(kind: str, after: Token, text: str = "") -> Token:
    """A token of no width right behind ``after``."""
    return Token(
        kind, text, after.end_pos, after.end_line, after.end_column,
        after.end_line, after.end_column, after.end_pos,
    )  # fmt: skip


def _before(kind: str, token: Token, width: int) -> Token:
    """A token over the ``width`` characters of indentation in front of ``token``."""
    return Token(kind, "", token.start_pos, token.line, 1, token.line, max(2, width + 1))


@define
class _Lines:
    """The state of one walk over the tokens of a text."""

    levels: list[int] = field(factory=lambda: [0])
    brackets: list[Token] = field(factory=list)
    last: Token | None = None
    misplaced: int | None = None  # the wrong indentation reported for the line before
    tabs_reported: bool = False

    def arrange(self, stream: Iterator[Token]) -> Iterator[Token]:
        newline: Token | None = None
        for token in stream:
            if token.type == "_NL":
                newline = token
                continue
            if newline is not None or self.last is None:
                yield from self.begin_line(token, newline)
                newline = None
            if token.type in _OPENED_BY:
                yield from self.close(token)
            yield token
            self.last = token
            if token.type in Layout.OPEN_PAREN_types:
                self.brackets.append(token)
            if len(self.brackets) > NESTING or len(self.levels) > NESTING:
                yield Token.new_borrow_pos(TOO_DEEP, "", token)
                return
        if self.last is None:
            return
        if self.brackets:
            yield Token.new_borrow_pos(UNCLOSED_BRACKET, self.brackets[0], self.brackets[0])
        yield mark("_NL", self.last)
        for _ in self.levels[1:]:
            yield mark("_DEDENT", self.last)

    def close(self, token: Token) -> Iterator[Token]:
        """A closing bracket closes the last opening one of its kind; those inside stayed open."""
        opened = _OPENED_BY[token.type]
        if any(bracket.type == opened for bracket in self.brackets):
            while (bracket := self.brackets.pop()).type != opened:
                yield Token.new_borrow_pos(UNCLOSED_BRACKET, bracket, bracket)

    def begin_line(self, token: Token, newline: Token | None) -> Iterator[Token]:
        space = (
            newline.rpartition("\n")[2] if newline is not None else " " * ((token.column or 1) - 1)
        )
        indent = len(space.replace("\t", " " * _TAB_WIDTH))
        if self.brackets:
            if indent > self.levels[-1] or token.type in _OPENED_BY:
                return  # the line above goes on
            yield Token.new_borrow_pos(UNCLOSED_BRACKET, self.brackets[0], self.brackets[0])
            self.brackets.clear()
        if "\t" in space and not self.tabs_reported:
            self.tabs_reported = True
            yield _before(TAB_INDENT, token, len(space))
        if self.last is not None:
            yield mark("_NL", self.last)
        if indent > self.levels[-1]:
            self.levels.append(indent)
            yield mark("_INDENT", self.last) if self.last else _before("_INDENT", token, indent)
            return
        while indent < self.levels[-1]:
            inner, outer = self.levels[-1], self.levels[-2]
            if outer < indent and inner - indent <= indent - outer:
                break  # nearer to the inner block: leave the line there
            self.levels.pop()
            assert self.last is not None
            yield mark("_DEDENT", self.last)
        if indent == self.levels[-1]:
            self.misplaced = None
        elif self.misplaced != indent:
            self.misplaced = indent
            yield _before(BAD_UNINDENT, token, indent)
