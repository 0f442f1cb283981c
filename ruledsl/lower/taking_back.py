"""Findings about values that are taken back where these options, and this number of players, never come to.

Names and types are checked there all the same. What is lowered once (a define, a phase, an action) is told of once, so that its
findings are kept too: whoever mentions it next has them again, to be told or to be taken back there.
"""

from __future__ import annotations

from collections.abc import Hashable

from ruledsl.lower.builder import Builder

_OF_VALUES = frozenset({"RD211", "RD212", "RD213", "RD221", "RD222", "RD315", "RD503"})
"""The findings that are about how large something is."""

_KEPT = 8
"""Findings of one thing that are told again; the others are told once these are mended."""


def forget_values(b: Builder, since: int) -> bool:
    """Take back what was found since then about values; whether that was all that was wrong."""
    left = [d for d in b.found[since:] if d.code not in _OF_VALUES]
    is_all = len(left) < len(b.found) - since and not any(d.is_error for d in left)
    b.found[since:] = left
    return is_all


def keep_values(b: Builder, what: Hashable, since: int) -> None:
    """Keep what was found since then about values while ``what`` was lowered."""
    found = (d for d in b.found[since:] if d.code in _OF_VALUES)
    kept = tuple({(d.code, d.message, d.primary.span): d for d in found}.values())
    if kept:
        b.kept_values[what] = kept[:_KEPT]


def find_again(b: Builder, what: Hashable) -> None:
    """Find what was kept of ``what`` once more, where it is mentioned again."""
    b.found.extend(b.kept_values.get(what, ()))
