"""The parser's state, as error recovery needs it: asking before feeding, and going back.

This is the only module that touches what Lark keeps half to itself (the stacks of
its interactive parser and the table of its states).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedToken
from lark.parsers.lalr_analysis import Shift


class Automaton:
    """An LALR parser in the middle of a text."""

    def __init__(self, language: Lark) -> None:
        state = language.parse_interactive().parser_state
        self._state = state
        self._table: dict[Any, dict[str, tuple[Any, Any]]] = state.parse_conf.parse_table.states

    @property
    def height(self) -> int:
        """How many things are begun or read and not yet put together."""
        return len(self._state.value_stack)

    def cut(self, height: int) -> None:
        """Forget the things above that height."""
        del self._state.value_stack[height:]
        del self._state.state_stack[height + 1 :]

    def feed(self, token: Token) -> bool:
        """Read one token; False when it cannot stand here."""
        if token.type not in self._table[self._state.state_stack[-1]]:
            return False
        try:
            self._state.feed_token(token)
        except UnexpectedToken:
            return False
        return True

    def finish(self, end: Token) -> Tree[Token] | None:
        """The tree of the whole text, or None when it cannot end here."""
        if not self.takes("$END"):
            return None
        return cast("Tree[Token]", self._state.feed_token(end, is_end=True))

    def takes(self, *kinds: str, above: int | None = None) -> bool:
        """Whether tokens of these kinds can stand here, one after the other.

        With ``above``, whether they could if the things above that height were forgotten.
        """
        return self.takes_first(kinds, above) == len(kinds)

    def takes_first(self, kinds: Sequence[str], above: int | None = None) -> int:
        """How many of these kinds of tokens can stand here, one after the other."""
        stack = self._state.state_stack
        states = list(stack if above is None else stack[: above + 1])
        for count, kind in enumerate(kinds):
            if not self._step(states, kind):
                return count
        return len(kinds)

    def expected(self) -> frozenset[str]:
        """The kinds of tokens that can stand here."""
        here = self._table[self._state.state_stack[-1]]
        return frozenset(kind for kind in here if not kind.islower() and self.takes(kind))

    def _step(self, states: list[Any], kind: str) -> bool:
        """Move a stack of states over one token; False when it cannot stand there."""
        while True:
            action, target = self._table[states[-1]].get(kind, (None, None))
            if action is None:
                return False
            if action is Shift:
                states.append(target)
                return True
            size = len(target.expansion)
            if size:
                del states[-size:]
            rule = target.origin.name
            states.append(self._table[states[-1]][rule][1])
            if kind == "$END" and states[-1] in self._ends:
                return True

    @property
    def _ends(self) -> Iterable[Any]:
        return (self._state.parse_conf.end_state,)
