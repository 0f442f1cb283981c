"""The parser's state, as error recovery needs it: asking before feeding, and going back.

This is the only module that touches what Lark keeps half to itself (the table of its states and the rules in it). It puts trees
together as Lark does, places included, in a third of the time: the text that a rule has matched begins with one token and
ends with another, and those two are kept beside each thing that was read. So a rule that only holds a part of a larger thing together
counts with all its signs, those that stand in no tree too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, TypeAlias

from attrs import frozen
from lark import Lark, Token, Tree
from lark.grammar import Rule
from lark.parsers.lalr_analysis import Shift

_Extent: TypeAlias = "tuple[Token, Token] | None"
"""The first and the last token of what was read; None where nothing was."""


@frozen
class _Reduction:
    """What a rule of the grammar makes of what it has read.

    The rule is one of those of ``origin``. ``kept`` are the places of what stands in its tree, and whether the children of what stands there do so instead (None: all
    stand there as they are). Of a rule that is ``only`` a choice a single child takes its place; one that is ``inlined`` passes
    on its children, and its own place is not asked for. A ``unit`` is a choice of one thing, which stays as it is.
    """

    origin: str
    name: str
    size: int
    kept: tuple[tuple[int, bool], ...] | None
    is_only: bool
    is_inlined: bool
    is_unit: bool


@cache
def _reductions(_language: Lark) -> dict[int, _Reduction]:
    """What the rules of the language make, as it is needed, by their identities: their equality takes long to see."""
    return {}


def _reduction(rule: Rule) -> _Reduction:
    kept = tuple(
        (place, not symbol.is_term and symbol.name.startswith("_"))
        for place, symbol in enumerate(rule.expansion)
        if not (symbol.is_term and symbol.filter_out)  # type: ignore[attr-defined]
    )
    size = len(rule.expansion)
    is_only = bool(rule.options.expand1) and not rule.alias
    is_whole = len(kept) == size and not any(expands for _, expands in kept)
    return _Reduction(
        rule.origin.name,
        str(rule.alias or rule.origin.name),
        size,
        None if is_whole else kept,
        is_only,
        rule.origin.name.startswith("_"),
        is_only and is_whole and size == 1,
    )


class Automaton:
    """An LALR parser in the middle of a text."""

    def __init__(self, language: Lark) -> None:
        state = language.parse_interactive().parser_state
        self._table: dict[Any, dict[str, tuple[Any, Any]]] = state.parse_conf.parse_table.states
        self._reductions = _reductions(language)
        self._end = state.parse_conf.end_state
        self._states: list[Any] = list(state.state_stack)
        self._values: list[Tree[Token] | Token] = []
        self._extents: list[_Extent] = []

    @property
    def height(self) -> int:
        """How many things are begun or read and not yet put together."""
        return len(self._values)

    def cut(self, height: int) -> None:
        """Forget the things above that height."""
        del self._values[height:]
        del self._extents[height:]
        del self._states[height + 1 :]

    def feed(self, token: Token) -> bool:
        """Read one token; False when it cannot stand here."""
        states, table, kind = self._states, self._table, token.type
        while True:
            step = table[states[-1]].get(kind)
            if step is None:
                return False
            action, target = step
            if action is Shift:
                states.append(target)
                self._values.append(token)
                self._extents.append((token, token))
                return True
            self._reduce(target)

    def finish(self) -> Tree[Token] | None:
        """The tree of the whole text, or None when it cannot end here."""
        if not self.takes("$END"):
            return None
        while self._states[-1] != self._end:
            _, rule = self._table[self._states[-1]]["$END"]
            self._reduce(rule)
        tree = self._values[-1]
        assert isinstance(tree, Tree)
        return tree

    def _reduce(self, rule: Rule) -> None:
        """Put together what a rule has read."""
        reduction = self._reductions.get(id(rule))
        if reduction is None:
            reduction = self._reductions[id(rule)] = _reduction(rule)
        states, values, extents = self._states, self._values, self._extents
        if reduction.is_unit:
            states.pop()
            states.append(self._table[states[-1]][reduction.origin][1])
            return
        if reduction.size:
            start = len(values) - reduction.size
            parts = values[start:]
            extent = _joined(extents[start:])
            del states[start + 1 :], values[start:], extents[start:]
        else:
            parts, extent = [], None
        children = parts if reduction.kept is None else _children(parts, reduction.kept)
        if reduction.is_only and len(children) == 1:
            value = children[0]
            if isinstance(value, Token):
                extent = (value, value)
            elif extent is not None and value.meta.empty:
                _place(value, *extent)
        else:
            value = Tree(reduction.name, children)
            if extent is not None and not reduction.is_inlined:
                _place(value, *extent)
        states.append(self._table[states[-1]][reduction.origin][1])
        values.append(value)
        extents.append(extent)

    def takes(self, *kinds: str, above: int | None = None) -> bool:
        """Whether tokens of these kinds can stand here, one after the other.

        With ``above``, whether they could if the things above that height were forgotten.
        """
        return self.takes_first(kinds, above) == len(kinds)

    def takes_first(self, kinds: Sequence[str], above: int | None = None) -> int:
        """How many of these kinds of tokens can stand here, one after the other."""
        stack = self._states
        states = list(stack if above is None else stack[: above + 1])
        for count, kind in enumerate(kinds):
            if not self._step(states, kind):
                return count
        return len(kinds)

    def expected(self) -> frozenset[str]:
        """The kinds of tokens that can stand here."""
        here = self._table[self._states[-1]]
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
            if kind == "$END" and states[-1] == self._end:
                return True


def _joined(extents: list[_Extent]) -> _Extent:
    """From the first token of all to the last."""
    first, last = extents[0], extents[-1]
    if first is None or last is None:
        some = [extent for extent in extents if extent is not None]
        if not some:
            return None
        first, last = some[0], some[-1]
    return first if first is last else (first[0], last[1])


def _children(
    parts: list[Tree[Token] | Token], kept: Iterable[tuple[int, bool]]
) -> list[Tree[Token] | Token]:
    """What stands in a tree; a list that grows to the left is taken over, not copied."""
    children: list[Tree[Token] | Token] = []
    for place, expands in kept:
        part = parts[place]
        if not expands:
            children.append(part)
            continue
        assert isinstance(part, Tree)
        if children:
            children += part.children
        else:
            children = part.children
    return children


def _place(tree: Tree[Token], first: Token, last: Token) -> None:
    """Note where the text of a tree stands."""
    meta = tree.meta
    meta.empty = False
    meta.line, meta.column, meta.start_pos = first.line, first.column, first.start_pos  # type: ignore[assignment]
    meta.end_line, meta.end_column, meta.end_pos = last.end_line, last.end_column, last.end_pos  # type: ignore[assignment]
