"""Single-fault mutants of the shipped rulesets.

A fault is made by an edit of the text at a place of the tree, so every mutant is what a person may have written.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from attrs import evolve, frozen

from ruledsl.source import SourceFile, Span
from ruledsl.syntax import tree
from ruledsl.syntax.parser import parse
from ruledsl.syntax.walking import walk

ROOT = Path(__file__).parents[2]
RULESETS = {file.stem: file for file in sorted(ROOT.glob("rulesets/*/*.rules"))}

_COMPARED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
_JOINED = {
    "+": "-",
    "-": "+",
    "*": "+",
    "div": "*",
    "mod": "div",
    "and": "or",
    "or": "and",
    "implies": "and",
}
_ASSIGNED = {"+=": "-=", "-=": "+="}
_NAMES = {
    "next": "previous",
    "previous": "next",
    "first": "last",
    "last": "first",
    "top": "bottom",
    "bottom": "top",
}
_FOLDED = {
    "max": "min",
    "min": "max",
    "any": "every",
    "every": "any",
    "highest": "lowest",
    "lowest": "highest",
}
_SEEN = {"all": ("owner", "nobody"), "owner": ("all", "nobody"), "nobody": ("all", "owner")}


@frozen
class Mutant:
    """A change of a ruleset: what kind of fault, where, and what stands there instead.

    Args:
        ruleset: the name of the ruleset.
        kind: what kind of fault it is.
        line: the line of the text, counted from 1.
        place: what stands in that line.
        old: what stands there now, from ``start`` on and before ``end`` (both in characters).
        new: what the mutant has instead.
        start: where it begins.
        end: where it ends.
        nth: which one it is of those that read alike, counted from 1.
    """

    ruleset: str
    kind: str
    line: int
    place: str
    old: str
    new: str
    start: int
    end: int
    nth: int = 1

    @property
    def name(self) -> str:
        """What tells it from all others, as long as its line stays as it is."""
        old, new = (" ".join(text.split()) for text in (self.old, self.new))
        change = (
            f"`{old}` -> `{new}`"
            if new
            else "left out"
            if old == self.place
            else f"without `{old}`"
        )
        again = f" ({self.nth})" if self.nth > 1 else ""
        return f"{self.ruleset}: {self.place}: {change}{again}"

    def text(self) -> str:
        """The rules with the fault in them."""
        text = text_of(self.ruleset)
        return text[: self.start] + self.new + text[self.end :]


def text_of(ruleset: str) -> str:
    """The rules as they are shipped."""
    return RULESETS[ruleset].read_text(encoding="utf-8")


# --- making them ---------------------------------------------------------------------------------


class _Maker:
    """Makes the mutants of one ruleset."""

    def __init__(self, ruleset: str) -> None:
        self._ruleset = ruleset
        self._text = text_of(ruleset)
        starts = [0]
        for line in self._text.split("\n"):
            starts.append(starts[-1] + len(line) + 1)
        self._starts = starts

    def all(self) -> Iterator[Mutant]:
        """Every mutant, in the order of the text."""
        source = SourceFile(f"{self._ruleset}.rules", self._text)
        file = parse(source).file
        assert file is not None
        found: set[Mutant] = set()
        for declaration in file.declarations:
            changed = (
                declaration.declaration if isinstance(declaration, tree.Replace) else declaration
            )
            if isinstance(changed, tree.Test | tree.Match | tree.Remove):
                continue
            for node in walk(declaration):
                if isinstance(node, tree.Node):
                    found.update(mutant for mutant in self._of(node) if mutant.old != mutant.new)
        alike: Counter[str] = Counter()
        for mutant in sorted({(m.start, m.end, m.new): m for m in found}.values(), key=_in_order):
            alike[mutant.name] += 1
            yield evolve(mutant, nth=alike[mutant.name])

    def _of(self, node: tree.Node) -> Iterator[Mutant]:
        match node:
            case tree.Number(value=value):
                yield self._at("number", node.span, str(value + 1))
                if value:
                    yield self._at("number", node.span, str(value - 1))
            case tree.Compare():
                yield from self._between("comparison", node.left, node.right, _COMPARED)
            case tree.Binary():
                yield from self._between("operator", node.left, node.right, _JOINED)
            case tree.Assign():
                yield from self._between("assignment", node.target, node.value, _ASSIGNED)
            case tree.Not():
                yield self._cut("not", node.span, r"not\s+")
            case tree.IsKind(kind=kind, negated=negated):
                old, new = ("is not", "is") if negated else ("is", "is not")
                yield from self._swap(
                    "kind of card", node.span, f"{old} {kind.text}", f"{new} {kind.text}"
                )
            case tree.If():
                for arm in node.arms:
                    yield self._negated(arm.condition)
            case tree.Conditional():
                yield self._negated(node.condition)
            case tree.Binder() | tree.DeckLine():
                yield from self._unconditional("where", node, node.condition)
            case tree.Turns() | tree.Each() | tree.Together():
                yield from self._unconditional("where", node, node.condition)
                if isinstance(node, tree.Turns):
                    yield from self._unconditional("until", node, node.until)
                if isinstance(node, tree.Each):
                    yield from self._unconditional("from", node, node.start)
            case tree.IsEmpty(negated=negated):
                old, new = ("is not empty", "is empty") if negated else ("is empty", "is not empty")
                yield from self._swap("emptiness", node.span, old, new)
            case tree.Ref(name=name) if name in ("yes", "no"):
                yield self._at("yes or no", node.span, "no" if name == "yes" else "yes")
            case tree.Call(name=name) if name.text in _NAMES:
                yield self._at("function", name.span, _NAMES[name.text])
            case tree.Fold() | tree.FoldValues() | tree.Pick():
                if node.op in _FOLDED:
                    yield self._word("aggregate", node.span, node.op, _FOLDED[node.op])
                if isinstance(node, tree.Pick) and node.first_of_equals:
                    yield from self._swap("ties", node.span, ", first of equals", "")
            case tree.Zone() | tree.Money() | tree.Var():
                yield from self._hidden_or_shown(node)
                if isinstance(node, tree.Var) and node.per is not None:
                    yield from self._unconditional("per", node, node.per)
            case tree.Pay():
                yield from self._pay(node)
            case tree.Move():
                yield from self._swap("up to", node.span, "move up to ", "move ")
            case tree.Choose():
                yield from self._choose(node)
            case tree.Win():
                yield from self._swap("win", node.span, "highest", "lowest")
                yield from self._swap("win", node.span, "lowest", "highest")
            case _:
                pass
        for body in _bodies(node):
            for statement in body:
                if len(body) == 1 and isinstance(statement, tree.Announce):
                    continue
                yield self._without(statement, alone=len(body) == 1)

    def _hidden_or_shown(self, node: tree.Zone | tree.Money | tree.Var) -> Iterator[Mutant]:
        who, span = node.visibility.who, node.visibility.span
        for other in _SEEN[who]:
            if other != "owner" or node.index is not None:
                yield from self._swap("visibility", span, f"seen by {who}", f"seen by {other}")
        if node.visibility.to_all_if is not None:
            yield self._cut("visibility", span, r", by all if .*")

    def _pay(self, node: tree.Pay) -> Iterator[Mutant]:
        source, target = self._quoted(node.source.span), self._quoted(node.target.span)
        whole = self._quoted(node.span)
        pattern = re.escape(f"from {source} to {target}")
        if re.search(pattern, whole):
            yield self._at(
                "direction", node.span, re.sub(pattern, f"from {target} to {source}", whole)
            )
        if node.up_to:
            yield from self._swap("up to", node.span, "pay up to ", "pay ")
        elif node.amount is not None:
            yield from self._swap("up to", node.span, "pay ", "pay up to ")

    def _choose(self, node: tree.Choose) -> Iterator[Mutant]:
        whole = self._quoted(node.span)
        if node.otherwise is not None:
            yield self._at(
                "otherwise", node.span, re.sub(r",?\s*otherwise .*", "", whole, flags=re.S)
            )
        elif node.optional:
            yield self._word("must or may", node.span, "may", "must")
        else:
            yield self._word("must or may", node.span, "must", "may")
        if len(node.offers) > 1:
            for offer in node.offers:
                text = re.escape(self._quoted(offer.span))
                left = re.sub(rf"\b{text}(\s+or\s+|(?=\W|$))", "", whole, count=1)
                yield self._at("offer", node.span, re.sub(r"\s+or\s*(,|$)", r"\1", left))

    def _without(self, statement: tree.Node, *, alone: bool) -> Mutant:
        """The statement left out with its lines; where it is all of a block something is said instead."""
        kind = "require" if isinstance(statement, tree.Require) else "statement"
        span = statement.span
        if alone:
            return self._at(kind, span, 'announce "-"')
        lines = Span(span.file, span.line, 1, span.end_line + 1, 1)
        return self._at(kind, lines, "")

    def _negated(self, condition: tree.Node) -> Mutant:
        return self._at("condition", condition.span, f"not ({self._quoted(condition.span)})")

    def _unconditional(
        self, word: str, node: tree.Node, expression: tree.Node | None
    ) -> Iterator[Mutant]:
        """What ``word`` and the expression behind it say left out."""
        if expression is not None:
            end = self._offset(expression.span.end_line, expression.span.end_column)
            before = self._text.rindex(f" {word} ", 0, end)
            start = self._offset(node.span.line, node.span.column)
            assert before >= start
            line = self._text.count("\n", 0, before) + 1
            yield self._edit(word, line, "", before, end)

    # --- places ---

    def _offset(self, line: int, column: int) -> int:
        return self._starts[line - 1] + column - 1

    def _quoted(self, span: Span) -> str:
        return self._text[
            self._offset(span.line, span.column) : self._offset(span.end_line, span.end_column)
        ]

    def _at(self, kind: str, span: Span, new: str) -> Mutant:
        start = self._offset(span.line, span.column)
        end = self._offset(span.end_line, span.end_column)
        return self._edit(kind, span.line, new, start, end)

    def _edit(self, kind: str, line: int, new: str, start: int, end: int) -> Mutant:
        place = " ".join(self._text.split("\n")[line - 1].split())
        return Mutant(self._ruleset, kind, line, place, self._text[start:end], new, start, end)

    def _between(
        self, kind: str, left: tree.Node, right: tree.Node, swaps: dict[str, str]
    ) -> Iterator[Mutant]:
        """What stands between two parts of an expression, exchanged."""
        start = self._offset(left.span.end_line, left.span.end_column)
        end = self._offset(right.span.line, right.span.column)
        between = self._text[start:end]
        old = between.strip(" ()\n")
        if old in swaps:
            at = start + between.index(old)
            yield self._edit(kind, left.span.end_line, swaps[old], at, at + len(old))

    def _swap(self, kind: str, span: Span, old: str, new: str) -> Iterator[Mutant]:
        whole = self._quoted(span)
        if whole.count(old) == 1:
            yield self._at(kind, span, whole.replace(old, new))

    def _word(self, kind: str, span: Span, old: str, new: str) -> Mutant:
        return self._at(kind, span, re.sub(rf"\b{old}\b", new, self._quoted(span), count=1))

    def _cut(self, kind: str, span: Span, pattern: str) -> Mutant:
        return self._at(kind, span, re.sub(pattern, "", self._quoted(span), count=1))


def _in_order(mutant: Mutant) -> tuple[int, int, str]:
    return mutant.start, mutant.end, mutant.new


def _bodies(node: tree.Node) -> Iterator[tuple[tree.Node, ...]]:
    """The blocks of statements right below a node."""
    for name in ("body", "otherwise"):
        body = getattr(node, name, None)
        if isinstance(body, tuple) and body and isinstance(body[0], tree.Node):
            yield body


def mutants_of(ruleset: str) -> list[Mutant]:
    """All mutants of a shipped ruleset, in the order of its text."""
    return [*_Maker(ruleset).all()]
