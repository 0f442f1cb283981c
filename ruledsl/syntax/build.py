"""From Lark's tree to the syntax tree.

One function for every rule of the grammar: it gets the place of the text and
what the functions of the parts gave, and returns a node. Rules that only hold a
part of a larger thing together (``where``, ``to``, ``block``, ...) return a
:class:`Part`, which the larger thing takes by name. The walk keeps its own
stack, so that no text, however deeply nested, can exhaust Python's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen
from lark import Token, Tree

from ruledsl.source import Span
from ruledsl.syntax import tree as t


@frozen
class Part:
    """A piece of a declaration or a statement that is no node of its own."""

    kind: str
    value: Any


HELPERS = frozenset(
    (
        *("block", "else", "where", "until", "from", "to", "up_to", "amount", "or_else"),
        *("otherwise", "per", "key", "row_key", "copies", "index", "by", "because", "reason"),
        *("shown", "pieces", "doc", "columns", "to_all", "group", "name", "callee", "described"),
    )
)
"""The rules that add no level of their own to the syntax tree."""

Make = Callable[[Span, list[Any]], Any]
MAKERS: dict[str, Make] = {}


def rule(*names: str) -> Callable[[Make], Make]:
    """Registers the function that makes the node of these rules of the grammar."""

    def register(make: Make) -> Make:
        for name in names:
            MAKERS[name] = make
        return make

    return register


def build(parsed: Tree[Token], file: str) -> t.File:
    """The syntax tree of a file from Lark's tree of it; ``file`` is the name in the spans."""
    # Each before its parts, and those from the last to the first: backwards, the parts come first and in order.
    nodes: list[Tree[Token] | Token] = []
    todo: list[Tree[Token] | Token] = [parsed]
    while todo:
        node = todo.pop()
        nodes.append(node)
        if isinstance(node, Tree):
            todo += node.children
    done: list[Any] = []
    for node in reversed(nodes):
        if isinstance(node, Token):
            done.append(node)
            continue
        start = len(done) - len(node.children)
        parts = done[start:]
        del done[start:]
        done.append(MAKERS[str(node.data)](span_of_tree(node, file), parts))
    (result,) = done
    assert isinstance(result, t.File)
    return result


def span_of_tree(node: Tree[Token], file: str) -> Span:
    """The place of the text that a rule matched."""
    meta = node.meta
    if meta.empty:  # a rule that matched no text, such as the empty list of a `()`
        return Span(file, 0, 0, 0, 0)
    return Span(file, meta.line, meta.column, meta.end_line, meta.end_column)


def split(parts: list[Any]) -> tuple[list[Any], dict[str, Any]]:
    """The nodes and tokens in order, and the named parts."""
    plain = [p for p in parts if not isinstance(p, Part)]
    named = {p.kind: p.value for p in parts if isinstance(p, Part)}
    return plain, named


def text_of(token: Token) -> str:
    """What stands between the quotes."""
    return str(token)[1:-1]


def doc_text(token: str) -> str:
    """A docstring without its quotes, outer blank lines and common indentation."""
    lines = [line.rstrip() for line in token[3:-3].strip("\n").split("\n")]
    while lines and not lines[0].strip():
        del lines[0]
    while lines and not lines[-1]:
        del lines[-1]
    if not lines:
        return ""
    margins = [len(line) - len(line.lstrip()) for line in lines[1:] if line]
    margin = min(margins, default=0)
    return "\n".join([lines[0].strip(), *(line[margin:] for line in lines[1:])])


def doc_lines(doc: str, margin: str = "") -> list[str]:
    """A docstring as it is written, its lines at a margin; `doc_text` reads it back."""
    space = " " if doc.endswith('"') else ""
    first, *rest = f'"""{doc}{space}"""'.split("\n")
    return [margin + first, *(margin + line if line else "" for line in rest)]


# Parts that are handed on: the rule's only child, under the rule's name.


def _hand_on(kind: str) -> Make:
    return lambda _span, parts: Part(kind, parts[0])


for _kind in ("where", "until", "from", "to", "or_else", "per", "key", "row_key", "copies"):
    MAKERS[_kind] = _hand_on(_kind)


@rule("up_to")
def _up_to(_span: Span, parts: list[Any]) -> Part:
    return Part("up_to", parts[0].value)


@rule("shown", "reason", "because")
def _quoted(_span: Span, parts: list[Any]) -> Part:
    return Part("text", text_of(parts[-1]))


@rule("doc")
def _doc(_span: Span, parts: list[Any]) -> Part:
    return Part("doc", doc_text(parts[0]))


@rule("or_none", "first_of_equals")
def _flag(_span: Span, _parts: list[Any]) -> Part:
    return Part("flag", True)


@rule("broken", "broken_line")
def _broken(_span: Span, _parts: list[Any]) -> Part:
    return Part("broken", True)


@rule("block")
def _block(_span: Span, parts: list[Any]) -> Part:
    return Part("block", tuple(split(parts)[0]))
