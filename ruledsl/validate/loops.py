"""The loop in the text of the rules that some steps of play go round."""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.semantics.variants import Ruleset
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.walking import walk
from ruledsl.validate.graph import Graph


def loop_around(ruleset: Ruleset, graph: Graph, nodes: tuple[int, ...]) -> Span | None:
    """The first line of the innermost loop around those of the steps that are in the fewest phases."""
    depth = min(len(graph.nodes[node].frames) for node in nodes)
    spans = {
        graph.state(node).span
        for node in nodes
        if len(graph.nodes[node].frames) == depth and graph.state(node).span.line
    }
    around = [loop for loop in _loops(ruleset) if spans and all(loop.span.holds(s) for s in spans)]
    loop = min(around, key=lambda loop: loop.span.end_line - loop.span.line, default=None)
    return None if loop is None else _head(loop)


def _loops(ruleset: Ruleset) -> Iterator[tree.Repeat | tree.Turns]:
    for declaration in ruleset.declarations:
        if not isinstance(declaration, tree.Test):
            for part in walk(declaration):
                if isinstance(part, tree.Repeat | tree.Turns):
                    yield part


def _head(loop: tree.Repeat | tree.Turns) -> Span:
    """The first line of a loop, up to its colon."""
    span = loop.span
    match loop:
        case tree.Repeat(times=times, until=until):
            asked = [x for x in (times, until) if x is not None]
            word = "repeat"
        case tree.Turns(start=start, condition=condition, until=until):
            asked = [x for x in (start, condition, until) if x is not None]
            word = "turns"
    ends = [(x.span.end_line, x.span.end_column) for x in asked]
    line, column = max(ends, default=(span.line, span.column + len(word)))
    return Span(span.file, span.line, span.column, line, column)
