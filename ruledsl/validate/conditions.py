"""Conditions that always or never hold, and what play never comes to.

What is found in one machine holds for its number of players and its options alone, so the findings of
several machines are put together: only what is so in each of them counts, and what hangs on options is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from attrs import define, field

from ruledsl.machine.model import Branch, Expr, Machine
from ruledsl.semantics.variants import Ruleset
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.walking import walk
from ruledsl.validate.graph import Graph, graph_of
from ruledsl.validate.on_options import OnOptions
from ruledsl.validate.places import Places
from ruledsl.validate.values import Values


@define
class Seen:
    """What several machines of one ruleset have shown: for each condition whether it holds, and what is reached."""

    on_options: OnOptions
    verdicts: dict[Span, set[bool | None]] = field(factory=dict)
    reached: set[Span] = field(factory=set)
    made: set[Span] = field(factory=set)
    is_whole: bool = True

    def add(self, machine: Machine, values: Values, graph: Graph | None = None) -> None:
        """Take in one more machine, with its graph if that is known."""
        if graph is None or self.on_options:
            graph = graph_of(machine, values, self.on_options.within)
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


def decided(ruleset: Ruleset, seen: Seen) -> Iterator[tuple[tree.Require | tree.Arm, bool]]:
    """The `require`s and `if`s whose condition always or never holds, for all options and players."""
    for declaration in _own(ruleset):
        for part in walk(declaration):
            if not isinstance(part, tree.Require | tree.Arm):
                continue
            verdict = seen.verdict(part.condition.span)
            if verdict is not None and not seen.on_options.hangs(part.condition):
                yield part, verdict


def unreached(ruleset: Ruleset, seen: Seen) -> Iterator[tree.Statement]:
    """The statements that play never comes to though it comes to the one before."""
    if not seen.is_whole:
        return
    reached, made = Places(seen.reached), Places(seen.made)
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


def _own(ruleset: Ruleset) -> Iterator[tree.Declaration]:
    """What stands in the file itself, tests aside; amended actions count where they are amended."""
    file = ruleset.header.span.file
    for declaration in ruleset.declarations:
        if isinstance(declaration, tree.Test):
            continue
        if declaration.span.file == file:
            yield declaration
