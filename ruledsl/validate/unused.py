"""Names that do nothing: what is declared and never used, offered, done or changed.

Only what the file that is checked declares itself is looked at: a base is checked by itself,
and a variant may well leave something of its base aside. Tests of the language do not count as a
use, except of what is made for looking (defines, types, tables).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import define, field

from ruledsl.diagnostics.model import Diagnostic, Edit, Fix, Label, Severity
from ruledsl.semantics.symbols import Named, Symbols
from ruledsl.semantics.variants import Ruleset, kind_of
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.walking import walk

_IN_BRACES = re.compile(r"\{([^{}]*)\}")
_WORD = re.compile(r"[^\W\d]\w*")


@define
class _Mentions:
    """What some declarations mention, by what it is mentioned as."""

    names: set[str] = field(factory=set)
    offered: set[str] = field(factory=set)
    done: set[str] = field(factory=set)
    assigned: set[str] = field(factory=set)
    paid: set[str] = field(factory=set)
    filled: set[str] = field(factory=set)

    def add(self, declaration: tree.Node) -> None:
        for part in walk(declaration):
            match part:
                case tree.Ref(name=name) | tree.Yours(name=name):
                    self.names.add(name)
                case tree.Call(name=name) | tree.IsKind(kind=name) | tree.DeckLine(kind=name):
                    self.names.add(name.text)
                case tree.EachRow(table=name) | tree.IndexDecl(domain=name):
                    self.names.add(name.text)
                case tree.Score(domain=name):
                    self.names.add(name.text)
                case tree.Table(index=name) if name is not None:
                    self.names.add(name.text)
                case tree.Offer(action=name):
                    self.offered.add(name.text)
                case tree.TestMove(action=name):
                    self.names.add(name.text)
                case tree.Do(phase=name):
                    self.done.add(name.text)
                case tree.Announce(text=text):
                    self.names |= _told(text)
                case tree.Assign(target=target):
                    self.assigned.add(_base(target))
                case tree.Pay(source=source, target=target):
                    self.paid |= {_base(source), _base(target)}
                case tree.Move(to=to):
                    self.filled.add(_base(to))


def _told(text: str) -> set[str]:
    return {word for inside in _IN_BRACES.findall(text) for word in _WORD.findall(inside)}


def _base(node: tree.Expr) -> str:
    """The name of the family that an expression is an element of, or the whole of."""
    while isinstance(node, tree.Index):
        node = node.base
    return node.name if isinstance(node, tree.Ref | tree.Yours) else ""


def unused(ruleset: Ruleset, symbols: Symbols) -> Iterator[Diagnostic]:
    """What the file itself declares and nothing uses."""
    file = ruleset.header.span.file
    rules, tests = _Mentions(), _Mentions()
    for declaration in ruleset.declarations:
        (tests if isinstance(declaration, tree.Test) else rules).add(declaration)
    for change in ruleset.set_options.values():
        rules.add(change)
    for name, node in symbols.declared.items():
        if node.span.file == file:
            yield from _declared(name, node, rules, tests)
    for declaration in ruleset.declarations:
        if declaration.span.file == file:
            yield from _locals(declaration, symbols)


def mentioned(ruleset: Ruleset) -> frozenset[str]:
    """The names that rules mention as values."""
    rules = _Mentions()
    for declaration in ruleset.declarations:
        if not isinstance(declaration, tree.Test):
            rules.add(declaration)
    return frozenset(rules.names)


def _declared(name: str, node: Named, rules: _Mentions, tests: _Mentions) -> Iterator[Diagnostic]:
    kind, span = kind_of(node), node.name.span
    tested = name in tests.names or name in tests.offered or name in tests.done
    match node:
        case tree.Action():
            if name not in rules.offered:
                yield _warning(
                    "RD123",
                    f"nobody is ever offered `{name}`",
                    span,
                    f"add it to a `must` or `may`, or take the action out{_but(tested)}",
                    _removal(node, tested=tested),
                )
        case tree.Phase():
            if name not in rules.done:
                yield _warning(
                    "RD124",
                    f"the phase `{name}` is never done",
                    span,
                    f"write `do {name}` where it belongs, or take the phase out{_but(tested)}",
                    _removal(node, tested=tested),
                )
        case tree.Team() | tree.Match():
            return
        case tree.Option(meaning=meaning):
            if name not in rules.names and not meaning:
                yield _unmentioned(kind, name, node, tested)
        case tree.Enumeration():
            members = {m.text for m in node.members if isinstance(m, tree.Name)}
            if not (members | {name}) & (rules.names | tests.names):
                yield _unmentioned(kind, name, node, tested)
        case tree.Define() | tree.RangeType() | tree.Table():
            if name not in rules.names | tests.names:
                yield _unmentioned(kind, name, node, tested)
        case tree.Deck() | tree.CardKind():
            if name not in rules.names:
                yield _unmentioned(kind, name, node, tested)
        case _:
            if name not in rules.names:
                yield _unmentioned(kind, name, node, tested)
            else:
                yield from _unchanging(kind, name, node, rules)


def _unchanging(kind: str, name: str, node: Named, rules: _Mentions) -> Iterator[Diagnostic]:
    match node:
        case tree.Var(initial=initial) if name not in rules.assigned and _is_literal(initial):
            yield _warning(
                "RD125",
                f"`{name}` keeps its first value for ever: nothing sets it",
                node.name.span,
                f"set it where it changes, or write `define {name} = ...` for what stays the same",
            )
        case tree.Zone() if name not in rules.filled:
            yield _warning(
                "RD125",
                f"`{name}` is empty for ever: no card is moved there",
                node.name.span,
                f"move cards to it, or take the {kind} out and what asks about it",
            )
        case tree.Money() if name not in rules.paid:
            yield _warning(
                "RD125",
                f"`{name}` keeps its first balance for ever: nothing is paid from it or into it",
                node.name.span,
                "pay from it or into it, or take it out and what asks about it",
            )


def _is_literal(value: tree.Expr) -> bool:
    """Whether a value is written out; another one may be drawn, or worked out once and kept."""
    if isinstance(value, tree.Negative):
        value = value.operand
    return isinstance(value, tree.Number | tree.Nothing) or (
        isinstance(value, tree.Ref) and value.name in ("yes", "no")
    )


def _unmentioned(kind: str, name: str, node: Named, tested: bool) -> Diagnostic:
    return _warning(
        "RD121",
        f"nothing in the rules uses the {kind} `{name}`",
        node.name.span,
        f"take it out, or use it where it was meant to matter{_but(tested)}",
        _removal(node, tested=tested),
    )


def _but(tested: bool) -> str:
    return "; a test mentions it" if tested else ""


def _locals(declaration: tree.Declaration, symbols: Symbols) -> Iterator[Diagnostic]:
    """Parameters and `let`s that nothing mentions behind them.

    What a move names is told to everybody and may be meant for that alone, as a word that is spoken. So nothing is said of the
    parameters of an action but those that are chosen secretly, and cards: others may not see those.
    """
    names: list[tuple[tree.Name, str]] = []
    match declaration:
        case tree.Action(params=params):
            hidden = [p for p in params if p.secretly or _is_of_cards(p.domain, symbols)]
            names += [(name, "parameter") for param in hidden for name in param.names]
        case tree.Define(params=define_params):
            names += [(param.name, "parameter") for param in define_params]
    parts = walk(declaration)
    names += [(part.name, "let") for part in parts if isinstance(part, tree.Let)]
    if not names:
        return
    mentions = _Mentions()
    mentions.add(declaration)
    for name, what in names:
        if name.text not in mentions.names:
            yield _warning(
                "RD122",
                f"`{name.text}` is never used",
                name.span,
                "nothing comes of what is chosen: use it in what happens, or take it out"
                if what == "parameter" and isinstance(declaration, tree.Action)
                else "use it, or take it out",
            )


def _is_of_cards(domain: tree.Expr, symbols: Symbols) -> bool:
    """Whether cards are chosen from a domain."""
    seen: set[str] = set()
    waiting = [domain]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tree.RangeOf):
            continue
        for part in walk(node):
            name = part.name if isinstance(part, tree.Ref | tree.Yours) else ""
            name = part.name.text if isinstance(part, tree.Call) else name
            there = symbols.declared.get(name)
            if isinstance(there, tree.Zone):
                return True
            if isinstance(there, tree.Define) and name not in seen:
                seen.add(name)
                waiting.append(there.value)
    return False


def _removal(node: Named, *, tested: bool) -> Fix | None:
    """Taking out the lines of a declaration that no test needs, and of which nothing is told."""
    if tested or node.doc:
        return None
    span = node.span
    lines = Span(span.file, span.line, 1, span.end_line + 1, 1)
    return Fix("take it out", (Edit(lines, ""),), is_safe=False)


def _warning(
    code: str, message: str, span: Span, help_text: str, fix: Fix | None = None
) -> Diagnostic:
    return Diagnostic(code, message, Label(span), help_text, severity=Severity.WARNING, fix=fix)
