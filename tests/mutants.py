"""Shipped rulesets with one fault each, and what notices it: a check of the text, the ruleset's own tests, a check by play.

``python -m tests.mutants --out FILE`` tries them all and writes a line of JSON for each; begun again, it goes on where it
was. ``--report FILE`` tells what that file holds. A fault is made by an edit of the text at a place of the tree, so
every mutant is what a person may have written.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import asdict, evolve, frozen

from ruledsl import compiling
from ruledsl.coverage.watching import Met, watched_game
from ruledsl.explore.exploration import PLAY, Effort, Exploration
from ruledsl.explore.findings import findings
from ruledsl.explore.settings import settings
from ruledsl.machine.model import Machine
from ruledsl.source import SourceFile, Span
from ruledsl.syntax import tree
from ruledsl.syntax.parser import parse
from ruledsl.syntax.walking import walk
from ruledsl.testing.runner import run_tests

ROOT = Path(__file__).parents[1]
RULESETS = {file.stem: file for file in sorted(ROOT.glob("rulesets/*/*.rules"))}

EFFORT = evolve(PLAY, games=1_000, steps=8_000, leaks=600, seconds=60.0)
"""How much is played to notice a fault."""

_COMPARED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
_JOINED = {"+": "-", "-": "+", "*": "+", "and": "or", "or": "and"}
_ASSIGNED = {"+=": "-=", "-=": "+="}
_NAMES = {"next": "previous", "previous": "next", "first": "last", "last": "first", "top": "bottom"}
_FOLDED = {
    "max": "min",
    "min": "max",
    "any": "every",
    "every": "any",
    "highest": "lowest",
    "lowest": "highest",
}
_SEEN = {"all": "nobody", "owner": "all", "nobody": "all"}


@frozen
class Mutant:
    """A change of a ruleset: what kind of fault, where, and what stands there instead."""

    ruleset: str
    kind: str
    line: int
    old: str
    new: str
    start: int
    end: int

    @property
    def name(self) -> str:
        """What tells it from all others."""
        return f"{self.ruleset}:{self.start}:{self.end}:{self.new}"

    def text(self) -> str:
        """The rules with the fault in them."""
        text = text_of(self.ruleset)
        return text[: self.start] + self.new + text[self.end :]


@frozen
class Tried:
    """What noticed a mutant: ``static``, ``tests``, ``play``, ``same`` (the compiled rules are the same) or ``none``; and how."""

    mutant: Mutant
    by: str
    how: str


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
        found: dict[str, Mutant] = {}
        for declaration in file.declarations:
            if isinstance(declaration, tree.Test | tree.Match):
                continue
            for node in walk(declaration):
                if isinstance(node, tree.Node):
                    for mutant in self._of(node):
                        if mutant.old != mutant.new:
                            found.setdefault(mutant.name, mutant)
        yield from sorted(found.values(), key=lambda m: (m.start, m.end, m.new))

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
            case tree.Visibility(who=who):
                by = {"all": "by all", "owner": "by owner", "nobody": "by nobody"}
                yield from self._swap("visibility", node.span, by[who], by[_SEEN[who]])
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
                yield self._without(statement, alone=len(body) == 1)

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
        return Mutant(self._ruleset, kind, span.line, self._text[start:end], new, start, end)

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
            yield Mutant(
                self._ruleset, kind, left.span.end_line, old, swaps[old], at, at + len(old)
            )

    def _swap(self, kind: str, span: Span, old: str, new: str) -> Iterator[Mutant]:
        whole = self._quoted(span)
        if whole.count(old) == 1:
            yield self._at(kind, span, whole.replace(old, new))

    def _word(self, kind: str, span: Span, old: str, new: str) -> Mutant:
        return self._at(kind, span, re.sub(rf"\b{old}\b", new, self._quoted(span), count=1))

    def _cut(self, kind: str, span: Span, pattern: str) -> Mutant:
        return self._at(kind, span, re.sub(pattern, "", self._quoted(span), count=1))


def _bodies(node: tree.Node) -> Iterator[tuple[tree.Node, ...]]:
    """The blocks of statements right below a node."""
    for name in ("body", "otherwise"):
        body = getattr(node, name, None)
        if isinstance(body, tuple) and body and isinstance(body[0], tree.Node):
            yield body


def mutants_of(ruleset: str) -> list[Mutant]:
    """All mutants of a shipped ruleset, in the order of its text."""
    return [*_Maker(ruleset).all()]


# --- trying them ---------------------------------------------------------------------------------


def machines_of(outcome: compiling.Outcome) -> list[Machine]:
    """The machines of a ruleset for all settings, without what rules say of themselves."""
    return [
        evolve(setting.machine, texts=(), rules_hash="", doc="", notes=())
        for setting in settings(outcome, most_too=False)
    ]


def tried(mutant: Mutant, right: Sequence[Machine], effort: Effort = EFFORT) -> Tried:
    """What notices a mutant, the quickest first; ``right`` are the machines of the rules without the fault."""
    file = RULESETS[mutant.ruleset]
    outcome = compiling.check(compiling.open_text(file.name, mutant.text(), file.parent))
    if outcome.diagnostics:
        found = outcome.diagnostics[0]
        return Tried(mutant, "static", f"{found.code}: {found.message}")
    if machines_of(outcome) == [*right]:
        return Tried(mutant, "same", "")
    met = Met()
    reports, _ = run_tests(outcome, games=lambda machine: watched_game(machine, met)[0])
    failed = [report for report in reports if not report.passed]
    if failed:
        return Tried(mutant, "tests", f"{failed[0].title}: {failed[0].message}")
    assert outcome.program is not None
    exploration = Exploration(settings(outcome, most_too=False), effort, 1, tested=met.points)
    noticed = findings(exploration.run(), outcome.program.symbols, file.stem, 1, {})
    if noticed:
        return Tried(mutant, "play", f"{noticed[0].code}: {noticed[0].message}")
    return Tried(mutant, "none", "")


def read_tried(path: Path) -> list[Tried]:
    """What was tried before."""
    if not path.exists():
        return []
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [Tried(Mutant(**line["mutant"]), line["by"], line["how"]) for line in lines]


def report(results: Sequence[Tried]) -> str:
    """A table by ruleset and by kind, and the mutants that nothing noticed."""
    columns = ("static", "tests", "play", "none", "same")
    lines = []
    for title, key in (("ruleset", "ruleset"), ("kind", "kind")):
        counts = Counter((getattr(t.mutant, key), t.by) for t in results)
        names = sorted({name for name, _ in counts})
        lines.append(f"{title:<18}" + "".join(f"{column:>8}" for column in columns) + f"{'all':>8}")
        for name in names:
            row = [counts[name, column] for column in columns]
            lines.append(f"{name:<18}" + "".join(f"{n:>8}" for n in [*row, sum(row)]))
        lines.append("")
    by = Counter(t.by for t in results)
    different = len(results) - by["same"]
    noticed = different - by["none"]
    lines.append(
        f"{len(results)} mutants, {by['same']} of them the same game; of the other {different} are noticed"
        f" {noticed}, {100 * noticed / max(different, 1):.1f}%"
    )
    lines += [
        f"  {t.mutant.ruleset}:{t.mutant.line}: {t.mutant.kind}: `{t.mutant.old.strip()}` -> `{t.mutant.new}`"
        for t in results
        if t.by == "none"
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Try mutants, or tell what was tried."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=[*RULESETS], metavar="NAME")
    parser.add_argument("--out", type=Path, help="where results are written")
    parser.add_argument("--report", type=Path, help="tell what such a file holds")
    parser.add_argument("--every", type=int, default=1, help="try one mutant of so many")
    arguments = parser.parse_args()
    if arguments.report:
        sys.stdout.write(report(read_tried(arguments.report)))
        return
    done = {t.mutant.name for t in read_tried(arguments.out)} if arguments.out else set()
    results = []
    for ruleset in arguments.rulesets:
        right = machines_of(compiling.check(compiling.open_shipped(ruleset)))
        for mutant in mutants_of(ruleset)[:: arguments.every]:
            if mutant.name in done:
                continue
            began = time.monotonic()
            result = tried(mutant, right)
            results.append(result)
            if arguments.out:
                with arguments.out.open("a", encoding="utf-8") as stream:
                    stream.write(json.dumps(asdict(result), ensure_ascii=False) + "\n")
            seconds = time.monotonic() - began
            print(f"{result.by:<7} {seconds:5.1f} s  {mutant.name}", file=sys.stderr, flush=True)
    sys.stdout.write(report(read_tried(arguments.out) if arguments.out else results))


if __name__ == "__main__":
    main()
