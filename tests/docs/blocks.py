"""The rule examples of the documents: found, put into their frames, checked and played.

A document shows rules in fenced blocks marked ``rules``. A block that begins with ``language``
is a whole file. Any other block is a fragment, and a comment in the line before the fence names
the place it belongs to:

    <!-- in: table/turn -->

`table` is a complete ruleset in the folder ``frames``, `turn` a place in it that is marked by a
line ``# place: turn``; the fragment is written there, as deep as that line. A frame's places of
other names keep what stands in the frame. A block that shows a mistake says which one:

    <!-- in: table/turn, wrong: RD301 -->

or all of them, in order: ``wrong: RD415 RD503``.

A block marked ``step: NAME`` is worked into the ruleset NAME of its document as that stands so far
(see ``steps``); one marked ``after: NAME`` is put behind it and forgotten. ``whole: NAME`` shows
what the steps have come to, ``fails: 1`` says that a test in the block fails, ``stuck: CODE`` that its games do not all come to an end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import frozen

from ruledsl import compiling
from ruledsl.diagnostics import human
from ruledsl.testing.runner import Report, run_tests
from tests.docs.steps import worked_in
from tests.validated import of_lines

FRAMES = Path(__file__).parent / "frames"

_FENCE = re.compile(r"^```rules\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_MARK = re.compile(r"<!-- ([^\n]*) -->\n+\Z")
_WHOLE = re.compile(r"language \d+\n(?:game|variant) (\w+)")


@frozen
class Block:
    """A block of a document: ``line`` is where its text begins, ``marks`` what the comment before it says."""

    document: str
    line: int
    text: str
    marks: dict[str, str]

    @property
    def name(self) -> str | None:
        """The name of the ruleset, where the block is a whole file."""
        match = _WHOLE.match(self.text)
        return match[1] if match else None

    @property
    def is_mistaken(self) -> bool:
        """Whether the block shows a mistake, and is no part of what follows."""
        return "wrong" in self.marks or "fails" in self.marks

    def __str__(self) -> str:
        return f"{self.document}:{self.line}"


def blocks_of(document: Path) -> Iterator[Block]:
    """The rule blocks of a document, in order. Raises :class:`ValueError` for a mark that is unknown."""
    text = document.read_text(encoding="utf-8")
    for match in _FENCE.finditer(text):
        line = text.count("\n", 0, match.start(1)) + 1
        mark = _MARK.search(text, 0, match.start())
        marks: dict[str, str] = {}
        for part in mark[1].split(", ") if mark else ():
            key, _, value = part.partition(": ")
            if key not in ("in", "after", "step", "whole", "wrong", "fails", "stuck") or not value:
                raise ValueError(f"{document.name}:{line}: `{part}` is no mark")
            marks[key] = value
        yield Block(document.name, line, match[1], marks)


def whole_text(block: Block, earlier: Sequence[Block] = ()) -> str:
    """The complete ruleset of a block: the block itself, or what it belongs to with the block in its place.

    ``earlier`` are the blocks that it may continue. Raises :class:`ValueError` where there is no such
    frame, place or ruleset.
    """
    if "after" in block.marks:
        for other in earlier:
            if other.document == block.document and other.name == block.marks["after"]:
                return f"{other.text}\n{block.text}"
        raise ValueError(f"{block}: the document shows no ruleset `{block.marks['after']}`")
    if "step" in block.marks:
        name = block.marks["step"]
        mine = [b for b in earlier if b.document == block.document and b.line < block.line]
        text = ""
        for other in mine:
            if other.is_mistaken:
                continue
            if other.name == name:
                text = other.text
            elif other.marks.get("step") == name:
                text = worked_in(text, other.text)
        if not text:
            raise ValueError(f"{block}: no ruleset `{name}` is begun above")
        return worked_in(text, block.text)
    if "in" not in block.marks:
        return block.text
    frame, _, place = block.marks["in"].partition("/")
    file = FRAMES / f"{frame}.rules"
    if not file.is_file():
        raise ValueError(f"{block}: there is no frame `{frame}`")
    lines = file.read_text(encoding="utf-8").splitlines()
    wanted = f"# place: {place}"
    places = [number for number, line in enumerate(lines) if line.strip() == wanted]
    if len(places) != 1:
        raise ValueError(f"{block}: the frame `{frame}` has no place `{place}`")
    (at,) = places
    indent = lines[at][: -len(wanted)]
    inside = [indent + line if line else "" for line in block.text.splitlines()]
    return "\n".join([*lines[:at], *inside, *lines[at + 1 :], ""])


@frozen
class Finding:
    """What checking a ruleset and playing its tests came to."""

    codes: tuple[str, ...]
    shown: str
    reports: tuple[Report, ...]


def examine(name: str, text: str, folder: Path) -> Finding:
    """Check a ruleset and, if nothing is wrong with it, play its tests; bases are looked for in ``folder``."""
    outcome = compiling.check_text(f"{name}.rules", text, folder)
    diagnostics = of_lines(outcome.diagnostics)
    codes = tuple(sorted({d.code for d in diagnostics}))
    shown = human.render(diagnostics, outcome.sources)
    if outcome.has_errors:
        return Finding(codes, shown, ())
    reports, found = run_tests(outcome)
    codes = tuple(sorted({*codes, *(d.code for d in found)}))
    return Finding(codes, shown + human.render(found, outcome.sources), reports)
