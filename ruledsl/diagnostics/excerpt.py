"""What is wrong in an example and how it is mended: the lines that differ, with a little around them."""

from __future__ import annotations

from difflib import SequenceMatcher

AROUND = 2
"""Lines that are shown before and behind a difference."""

LONGEST = 16
"""Lines in a row that are shown whole; of more only both ends are."""

WIDEST = 100
"""Characters of a line that are shown."""


def excerpt(bad: str, good: str) -> list[str]:
    """The lines in which faulty rules differ from mended ones, marked ``-`` and ``+``, and those around them.

    Every line begins with its mark or a blank, and a blank; left out lines are told by ``...``.
    Without mended rules all faulty lines are marked.
    """
    old, new = _lines(bad), _lines(good)
    shown: list[str] = []
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for number, (kind, first, end, new_first, new_end) in enumerate(steps):
        if kind != "equal":
            shown += _marked("-", old[first:end])
            shown += _marked("+", new[new_first:new_end])
            continue
        same = old[first:end]
        before = AROUND if number > 0 else 0
        behind = AROUND if number + 1 < len(steps) else 0
        if len(same) <= before + behind + 1:
            shown += _marked(" ", same)
        else:
            shown += [
                *_marked(" ", same[:before]),
                "  ...",
                *_marked(" ", same[len(same) - behind :]),
            ]
    return shown


def _lines(rules: str) -> list[str]:
    return rules.strip("\n").split("\n") if rules.strip("\n") else []


def _marked(mark: str, lines: list[str]) -> list[str]:
    cut = [line if len(line) <= WIDEST else f"{line[:WIDEST]}..." for line in lines]
    if len(cut) > LONGEST:
        ends = LONGEST // 2
        hidden = f"... ({len(cut) - 2 * ends} more lines)"
        cut = [*cut[:ends], hidden, *cut[-ends:]]
    return [f"{mark} {line}".rstrip() for line in cut]
