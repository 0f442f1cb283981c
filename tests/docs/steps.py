"""Rule files that grow: a step of a document worked into the file as it stands so far.

A block with the mark ``step: NAME`` shows some declarations of the ruleset NAME. One that is there already
(the same kind and name) is replaced, the others are put where their kind belongs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

ORDER = (
    ("language",),
    ("game", "variant"),
    ("players",),
    ("team",),
    ("option", "set"),
    ("type",),
    ("card",),
    ("table",),
    ("deck",),
    ("zone", "pile", "row"),
    ("money",),
    ("var",),
    ("define",),
    ("setup",),
    ("action",),
    ("phase",),
    ("play",),
    ("score",),
    ("win",),
    ("ties",),
    ("match",),
    ("test",),
)
"""The kinds of declarations in the order in which they stand in a file."""

_RANK = {word: rank for rank, words in enumerate(ORDER) for word in words}
_NAMELESS = {"language", "game", "players", "setup", "play", "score", "win", "ties"}
_KEY = re.compile(r'(\w+)(?:\s+("[^"]*"|\w+))?')


@frozen
class Declaration:
    """A declaration with the comments above it: what it is, what it is called, its lines."""

    kind: str
    name: str
    text: str


def declarations(text: str) -> Iterator[Declaration]:
    """The declarations of a rule file, in order. Raises :class:`ValueError` for a line that begins none."""
    lines: list[str] = []
    quoted = False
    for line in text.splitlines():
        continues = quoted or line.startswith((" ", '"""')) or not line
        if not continues and any(not one.startswith("#") for one in lines):
            yield _declaration(lines)
            lines = []
        if line or quoted:
            lines.append(line)
        quoted ^= line.count('"""') == 1
    if lines:
        yield _declaration(lines)


def _declaration(lines: list[str]) -> Declaration:
    (head, *_) = [line for line in lines if not line.startswith("#")]
    match = _KEY.match(head)
    if match is None or match[1] not in _RANK:
        raise ValueError(f"`{head}` begins no declaration")
    name = "" if match[1] in _NAMELESS else match[2]
    return Declaration(match[1], name, "\n".join(lines))


def worked_in(text: str, step: str) -> str:
    """A rule file with the declarations of a step in it."""
    there = list(declarations(text))
    for new in declarations(step):
        same = [i for i, old in enumerate(there) if (old.kind, old.name) == (new.kind, new.name)]
        if same:
            there[same[0]] = new
            continue
        before = [i for i, old in enumerate(there) if _RANK[old.kind] <= _RANK[new.kind]]
        there.insert(before[-1] + 1 if before else 0, new)
    return _joined(there)


def _joined(there: list[Declaration]) -> str:
    """A file; what takes several lines, and each kind, is set off by a blank line."""
    parts: list[str] = []
    last: Declaration | None = None
    for one in there:
        if last is not None and (
            "\n" in one.text or "\n" in last.text or _RANK[one.kind] != _RANK[last.kind]
        ):
            header = last.kind == "language"
            parts.append("" if header else "\n")
        parts.append(f"{one.text}\n")
        last = one
    return "".join(parts)
