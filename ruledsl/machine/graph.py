"""The states of a machine as a drawing, in the languages of Mermaid and of Graphviz.

States are grouped by the routine (phase or action) that they belong to: the first whose
entry leads to them; those of no routine belong to the game itself. A state shows the rule
text it comes from, as far as the machine carries it, or else what kind of step it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ruledsl.machine.flow import offers, successors
from ruledsl.machine.model import (
    AnyState,
    Branch,
    Call,
    Decide,
    Machine,
    Next,
    Over,
    PlayPending,
    Return,
)
from ruledsl.source import Span

_WIDEST = 60
"""Characters of rule text that a node shows."""


@frozen
class _Node:
    """A state as it is drawn."""

    number: int
    shape: str
    label: str


@frozen
class _Group:
    """The states of one routine; the game itself has number -1."""

    number: int
    title: str
    nodes: tuple[_Node, ...]


@frozen
class _Edge:
    source: int
    target: int
    label: str


def mermaid(machine: Machine) -> str:
    """A Mermaid flowchart. Equal machines give equal texts; rule text in it is escaped."""
    out = ["flowchart TD", '    begin(["start"])']
    shapes = {
        "branch": ("{", "}"),
        "decide": ("{{", "}}"),
        "call": ("[[", "]]"),
        "end": ("([", "])"),
        "step": ("[", "]"),
    }
    for group in _groups(machine):
        out.append(f'    subgraph {_group_name(group)}["{_for_mermaid(group.title)}"]')
        for node in group.nodes:
            left, right = shapes[node.shape]
            out.append(f'        s{node.number}{left}"{_for_mermaid(node.label)}"{right}')
        out.append("    end")
    out.append(f"    begin --> s{machine.start}")
    for edge in _edges(machine):
        label = f'|"{_for_mermaid(edge.label)}"|' if edge.label else ""
        out.append(f"    s{edge.source} -->{label} s{edge.target}")
    return "\n".join(out) + "\n"


def dot(machine: Machine) -> str:
    """A Graphviz digraph. Equal machines give equal texts; rule text in it is escaped."""
    shapes = {
        "branch": "diamond",
        "decide": "hexagon",
        "call": "box3d",
        "end": "oval",
        "step": "box",
    }
    out = [f'digraph "{_for_dot(machine.name)}" {{', '    begin [shape=oval, label="start"];']
    for group in _groups(machine):
        out.append(f"    subgraph cluster_{_group_name(group)} {{")
        out.append(f'        label="{_for_dot(group.title)}";')
        for node in group.nodes:
            label = _for_dot(node.label)
            out.append(f'        s{node.number} [shape={shapes[node.shape]}, label="{label}"];')
        out.append("    }")
    out.append(f"    begin -> s{machine.start};")
    for edge in _edges(machine):
        label = f' [label="{_for_dot(edge.label)}"]' if edge.label else ""
        out.append(f"    s{edge.source} -> s{edge.target}{label};")
    out.append("}")
    return "\n".join(out) + "\n"


# --- what is drawn ------------------------------------------------------------------------------


def _group_name(group: _Group) -> str:
    return f"r{group.number}" if group.number >= 0 else "game"


def _groups(machine: Machine) -> Iterator[_Group]:
    home = _homes(machine)
    titles = {-1: machine.title or machine.name}
    titles |= {number: routine.name for number, routine in enumerate(machine.routines)}
    members: dict[int, list[_Node]] = {number: [] for number in titles}
    for number, state in enumerate(machine.states):
        members[home[number]].append(_Node(number, _shape(state), _label(machine, state)))
    for number, nodes in members.items():
        if nodes:
            yield _Group(number, titles[number], tuple(nodes))


def _homes(machine: Machine) -> list[int]:
    """For each state the routine that it is drawn in: the game's own states first, then by routine."""
    home: list[int | None] = [None] * len(machine.states)
    roots = [(-1, machine.start)]
    roots += [(number, routine.entry) for number, routine in enumerate(machine.routines)]
    for number, root in roots:
        waiting = [root]
        while waiting:
            state = waiting.pop()
            if home[state] is None:
                home[state] = number
                waiting += [target for target, _ in successors(machine.states[state])]
    return [-1 if number is None else number for number in home]


def _edges(machine: Machine) -> Iterator[_Edge]:
    for number, state in enumerate(machine.states):
        for target, label in successors(state):
            yield _Edge(number, target, label)


def _shape(state: AnyState) -> str:
    match state:
        case Branch() | Next():
            return "branch"
        case Decide():
            return "decide"
        case Call() | PlayPending():
            return "call"
        case Over() | Return():
            return "end"
        case _:
            return "step"


def _label(machine: Machine, state: AnyState) -> str:
    match state:
        case Call():
            return f"do {machine.routines[state.routine].name}"
        case Return():
            return f"end of {machine.routines[state.routine].name}"
        case Over():
            return "the game is over"
        case Decide():
            names = [machine.actions[offer.action].name for offer in offers(state)]
            return " or ".join([*dict.fromkeys(names), *(["skip"] if state.optional else [])])
        case _:
            return _quoted(machine, state.span) or _kind(state)


def _kind(state: AnyState) -> str:
    """What sort of step it is, in small letters: ``MoveSome`` is ``move some``."""
    name = type(state).__name__
    return "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()


def _quoted(machine: Machine, span: Span) -> str:
    """The rule text at a place, the first line of it, as far as the machine carries it."""
    lines = next((text.lines for text in machine.texts if text.name == span.file), ())
    if not 1 <= span.line <= len(lines):
        return ""
    line = lines[span.line - 1]
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    text = " ".join(line[max(span.column - 1, 0) : max(end, 0)].split())
    return text if len(text) <= _WIDEST else text[: _WIDEST - 1] + "…"


# --- escaping -----------------------------------------------------------------------------------


def _for_mermaid(text: str) -> str:
    """Text inside quotes of a Mermaid node: everything but plain characters as a number."""
    return "".join(_mermaid_char(char) for char in text)


_PLAIN = frozenset(" .,:=+-*/!?_")


def _mermaid_char(char: str) -> str:
    return char if char.isalnum() or char in _PLAIN else f"#{ord(char)};"


def _for_dot(text: str) -> str:
    """Text inside quotes of a Graphviz label."""
    return "".join(_dot_char(char) for char in text)


def _dot_char(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    # `&` would begin an HTML entity; control characters would be taken for line ends.
    return "&amp;" if char == "&" else char if char.isprintable() else " "
