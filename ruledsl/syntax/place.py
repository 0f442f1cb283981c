"""A place where the parser cannot go on, and what can be done about it there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import frozen
from lark import Token

from ruledsl.diagnostics.model import Diagnostic, Label
from ruledsl.source import Span
from ruledsl.syntax.automaton import Automaton
from ruledsl.syntax.layout import mark
from ruledsl.syntax.lexing import span_of


@frozen
class Place:
    """The token at ``at`` cannot stand where it stands.

    ``line`` is the first token of its line, and ``base`` the height of the parser's
    stack before that token. ``names`` are the names that the file declares, each with the
    word that declares it.
    """

    tokens: Sequence[Token]
    at: int
    line: int
    base: int
    automaton: Automaton
    file: str
    names: Mapping[str, str]

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    @property
    def first(self) -> Token:
        return self.tokens[self.line]

    @property
    def is_first(self) -> bool:
        return self.at == self.line

    @property
    def span(self) -> Span:
        return span_of(self.token, self.file)

    def kind(self, offset: int) -> str:
        """The kind of the token so many places further on."""
        at = self.at + offset
        return self.tokens[at].type if 0 <= at < len(self.tokens) else "$END"

    def in_statement(self) -> bool:
        """Whether the line stands where a statement may stand."""
        return self.automaton.takes("REQUIRE", above=self.base)


@frozen
class Edit:
    """Put ``tokens`` in the place of the tokens from ``start`` to before ``stop``.

    ``from_line`` goes back to the beginning of the line first. ``ends`` is the place of
    an ``_INDENT`` whose ``_DEDENT`` is to be dropped too, ``block_end`` a place before
    which a ``_DEDENT`` is to be put.
    """

    start: int
    stop: int
    tokens: tuple[Token, ...] = ()
    from_line: bool = False
    drops_block: bool = False
    block_end: int | None = None


@frozen
class Fault:
    """A finding, and the edit that mends it; without one the rest of the line is given up."""

    found: Diagnostic
    edit: Edit | None = None


Check = Callable[[Place], Fault | None]
"""Looks for one kind of fault at a place; None when it is another one."""


def say(place: Place, code: str, message: str, help_text: str | None, token: Token | None = None,
         label: str = "") -> Diagnostic:  # fmt: skip
    span = place.span if token is None else span_of(token, place.file)
    return Diagnostic(code, message, Label(span, label), help=help_text)


def put(place: Place, kind: str, text: str) -> Edit:
    return Edit(place.at, place.at + 1, (Token.new_borrow_pos(kind, text, place.token),))


def insert(place: Place, *kinds: str) -> Edit:
    before = place.tokens[place.at - 1] if place.at else place.token
    return Edit(place.at, place.at, tuple(mark(kind, before, kind.lower()) for kind in kinds))


def empty_block(after: Token) -> tuple[Token, ...]:
    """A block that holds nothing that could be read."""
    return tuple(mark(kind, after) for kind in ("_INDENT", "ERROR", "_NL", "_DEDENT"))
