"""`did you mean`: the known word that was most likely meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

_LONGEST = 60  # longer words are not compared: nobody mistypes them by a letter


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate most like ``word``, or None when none is near enough.

    Capitals do not count. Of equally near candidates the first in alphabetical
    order is taken, so that a message never depends on the order of a set.
    """
    if len(word) > _LONGEST:
        return None
    low = word.lower()
    matcher: SequenceMatcher[str] = SequenceMatcher(autojunk=False)
    matcher.set_seq2(low)
    best, best_score = None, 0.0
    for candidate in sorted(set(candidates)):
        if candidate == word or len(candidate) > _LONGEST:
            continue
        other = candidate.lower()
        matcher.set_seq1(other)
        if matcher.real_quick_ratio() < best_score or matcher.quick_ratio() < best_score:
            continue
        score = matcher.ratio()
        if score > best_score and score >= _enough(low, other):
            best, best_score = candidate, score
    return best


def _enough(word: str, other: str) -> float:
    """How alike two words must be: short ones more so, for there a letter makes another word."""
    if sorted(word) == sorted(other):
        return 0.5  # letters in the wrong order
    return 0.75 if min(len(word), len(other)) <= 3 else 0.7
