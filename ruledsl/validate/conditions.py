"""Conditions that always or never hold, and what play never comes to.

What is found in one machine holds for its number of players and its options alone, so the findings of
several machines are put together: only what is so in each of them counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from attrs import define, field

from ruledsl.machine.model import Branch, Expr, Machine
from ruledsl.semantics.symbols import Symbols
from ruledsl.semantics.variants import Ruleset
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.walking import walk
from ruledsl.validate.graph import Graph
from ruledsl.validate.values import Values


@define
class Seen:
    """What several machines of one ruleset have shown: for each condition whether it holds, and what is reached."""

    verdicts: dict[Span, set[bool | None]] = field(factory=dict)
    reached: set[Span] = field(factory=set)
    made: set[Span] = field(factory=set)
    is_whole: bool = True

    def add(self, machine: Machine, values: Values, graph: Graph) -> None:
        """Take in one more machine."""
        self.is_whole = self.is_whole and graph.is_whole
        states = graph.states
        for number, state in enumerate(machine.states):
            self.made.add(state.span)
            if number not in states:
                continue
            self.reached.add(state.span)
            if isinstance(state, Branch) and state.then != state.otherwise:
                self._note(state.span, values, state.condition)
        for action in machine.actions:
            for guard in action.guards:
                if guard.cell < 0:
                    self._note(guard.value.span, values, guard.value)

    def _note(self, span: Span, values: Values, condition: Expr) -> None:
        self.verdicts.setdefault(span, set()).add(values.truth(condition))

    def verdict(self, span: Span) -> bool | None:
        """Whether the condition there always holds or never, in every machine."""
        found = self.verdicts.get(span, {None})
        return next(iter(found)) if len(found) == 1 else None


def decided(
    ruleset: Ruleset, symbols: Symbols, seen: Seen
) -> Iterator[tuple[tree.Require | tree.Arm, bool]]:
    """The `require`s and `if`s whose condition always or never holds, for all options and players."""
    for declaration in _own(ruleset):
        for part in walk(declaration):
            if not isinstance(part, tree.Require | tree.Arm):
                continue
            verdict = seen.verdict(part.condition.span)
            if verdict is not None and _is_settled(ruleset, symbols, part.condition):
                yield part, verdict


def unreached(ruleset: Ruleset, seen: Seen) -> Iterator[tree.Statement]:
    """The statements that play never comes to though it comes to the one before."""
    if not seen.is_whole:
        return
    reached, made = _Places(seen.reached), _Places(seen.made)
    for declaration in _own(ruleset):
        for part in walk(declaration):
            body = getattr(part, "body", ())
            for before, statement in pairwise(body):
                if (
                    made.within(statement.span)
                    and not reached.within(statement.span)
                    and reached.within(before.span)
                ):
                    yield statement


class _Places:
    """Stretches of text that can be looked up by what they lie in."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._lines: dict[tuple[str, int], list[Span]] = {}
        for span in spans:
            self._lines.setdefault((span.file, span.line), []).append(span)

    def within(self, outer: Span) -> bool:
        """Whether one of them lies in ``outer``."""
        begin, end = (outer.line, outer.column), (outer.end_line, outer.end_column)
        return any(
            begin <= (span.line, span.column) and (span.end_line, span.end_column) <= end
            for line in range(outer.line, outer.end_line + 1)
            for span in self._lines.get((outer.file, line), ())
        )


def _own(ruleset: Ruleset) -> Iterator[tree.Declaration]:
    """What stands in the file itself, tests aside; amended actions count where they are amended."""
    file = ruleset.header.span.file
    for declaration in ruleset.declarations:
        if isinstance(declaration, tree.Test):
            continue
        if declaration.span.file == file:
            yield declaration


def _is_settled(ruleset: Ruleset, symbols: Symbols, condition: tree.Expr) -> bool:
    """Whether nothing that a condition is about changes with the options: not all their values are tried."""
    about = _about(ruleset)
    waiting: list[object] = [condition]
    seen: set[str] = set()
    while waiting:
        for part in walk(waiting.pop()):
            for name in _names(part):
                if name in seen:
                    continue
                seen.add(name)
                declared = symbols.declared.get(name)
                if isinstance(declared, tree.Option):
                    return False
                if declared is not None:
                    waiting.append(declared)
                waiting += about.get(name, ())
    return True


def _names(part: object) -> tuple[str, ...]:
    match part:
        case tree.Ref(name=name) | tree.Yours(name=name):
            return (name,)
        case tree.Call(name=name):
            return (name.text,)
    return ()


def _about(ruleset: Ruleset) -> Mapping[str, list[tree.Node]]:
    """For each name what it is set to, wherever that is."""
    about: dict[str, list[tree.Node]] = {}
    for declaration in ruleset.declarations:
        if isinstance(declaration, tree.Test):
            continue
        for part in walk(declaration):
            match part:
                case tree.Let(name=name, value=value):
                    about.setdefault(name.text, []).append(value)
                case tree.Binder(name=name, domain=domain):
                    about.setdefault(name.text, []).append(domain)
                case tree.Param(names=names, domain=domain):
                    for name in names:
                        about.setdefault(name.text, []).append(domain)
                case tree.Assign(target=target, value=value):
                    base = target.base if isinstance(target, tree.Index) else target
                    if isinstance(base, tree.Ref | tree.Yours):
                        about.setdefault(base.name, []).append(value)
    return about
