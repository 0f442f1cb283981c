"""What may be otherwise where an option is set otherwise, by the names that rules mention.

Not every setting of the options is tried, and least of all those of several at once. So what hangs on them is left out
of what is said for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ruledsl.semantics.symbols import Symbols
from ruledsl.semantics.variants import Ruleset
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.walking import walk
from ruledsl.validate.places import Places


class OnOptions:
    """The names whose meaning or value may change with the options, and where they are mentioned."""

    def __init__(self, ruleset: Ruleset, symbols: Symbols) -> None:
        self._names = _hanging(ruleset, symbols)
        self._places = Places(
            part.span
            for declaration in ruleset.declarations
            if self._names and not isinstance(declaration, tree.Test)
            for part in walk(declaration)
            if isinstance(part, tree.Node) and not self._names.isdisjoint(_mentioned(part))
        )

    def __bool__(self) -> bool:
        """Whether there is anything of that kind."""
        return bool(self._names)

    def hangs(self, condition: tree.Expr) -> bool:
        """Whether a condition is about such a name."""
        return any(not self._names.isdisjoint(_mentioned(part)) for part in walk(condition))

    def within(self, span: Span) -> bool:
        """Whether such a name is mentioned in that stretch of text."""
        return self._places.within(span)


def _hanging(ruleset: Ruleset, symbols: Symbols) -> set[str]:
    """The options, and the names that are about them, directly or by way of others."""
    users: dict[str, set[str]] = {}
    for name, parts in _about(ruleset, symbols).items():
        for node in parts:
            for part in walk(node):
                for other in _mentioned(part):
                    users.setdefault(other, set()).add(name)
    zones = {n for n, node in symbols.declared.items() if isinstance(node, tree.Zone)}
    hanging: set[str] = set()
    waiting = [n for n, node in symbols.declared.items() if isinstance(node, tree.Option)]
    while waiting:
        name = waiting.pop()
        if name in hanging:
            continue
        hanging.add(name)
        waiting += users.get(name, ())
        if isinstance(symbols.declared.get(name), tree.Deck):
            waiting += zones  # its cards may come to lie anywhere
    return hanging


def _about(ruleset: Ruleset, symbols: Symbols) -> Mapping[str, list[tree.Node]]:
    """For each name its declaration, and what it is set to, wherever that is."""
    about: dict[str, list[tree.Node]] = {
        name: [node] for name, node in symbols.declared.items() if not isinstance(node, tree.Option)
    }
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


def _mentioned(part: object) -> Iterator[str]:
    match part:
        case tree.Ref(name=text) | tree.Yours(name=text):
            yield text
        case tree.Call(name=name) | tree.EachRow(table=name) | tree.IndexDecl(domain=name):
            yield name.text
