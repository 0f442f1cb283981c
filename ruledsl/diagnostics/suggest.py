"""`did you mean`: the known word that was most likely meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

from attrs import frozen

from ruledsl.diagnostics.model import Edit, Fix
from ruledsl.source import Span

_LONGEST = 60  # longer words are not compared: nobody mistypes them by a letter
_MOST = 1_000  # of more words only those are compared that one slip makes of each other
_LEAST = 0.5  # less alike are no two words of which one is meant by the other


@frozen
class Near:
    """A known word that is near to one that was written.

    ``is_only`` tells that no other one is near, or that it alone is one slip away: a letter too many, one
    too few, a wrong one, or two in the wrong order.
    """

    word: str
    is_only: bool


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate most like ``word``, or None when none is near enough; see `closest`."""
    near = closest(word, candidates)
    return None if near is None else near.word


def closest(word: str, candidates: Iterable[str]) -> Near | None:
    """The candidate most like ``word``, or None when none is near enough.

    Capitals do not count. Among more than a thousand candidates one is near only if a slip of the pen makes it
    of ``word``. Of equally near candidates the first in alphabetical order is taken, so that a message never
    depends on the order of a set.
    """
    if len(word) > _LONGEST:
        return None
    low = word.lower()
    candidates = sorted(set(candidates))
    if len(candidates) > _MOST:
        candidates = [each for each in candidates if _is_one_slip(low, each.lower())]
    matcher: SequenceMatcher[str] = SequenceMatcher(autojunk=False)
    matcher.set_seq2(low)
    best, best_score, best_slips = None, 0.0, 0
    slips: list[int] = []
    for candidate in candidates[:_MOST]:
        if candidate == word or len(candidate) > _LONGEST:
            continue
        other = candidate.lower()
        if min(len(low), len(other)) < _LEAST * (len(low) + len(other)) / 2:
            continue  # so different in length that the letters cannot make up for it
        enough = _enough(low, other)
        matcher.set_seq1(other)
        if matcher.real_quick_ratio() < enough or matcher.quick_ratio() < enough:
            continue
        score = matcher.ratio()
        if score < enough:
            continue
        slips.append(0 if low == other else 1 if _is_one_slip(low, other) else 2)
        if score > best_score:
            best, best_score, best_slips = candidate, score, slips[-1]
    if best is None:
        return None
    alone = sum(count <= best_slips for count in slips) == 1
    return Near(best, len(slips) == 1 or (alone and best_slips < 2))


def did_you_mean(near: Near | None, otherwise: str | None = None) -> str | None:
    """The help that proposes a word, or another text where no word is near."""
    return otherwise if near is None else f"did you mean `{near.word}`?"


def replacement(span: Span, near: Near | None) -> Fix | None:
    """The near word in the place of the one at ``span``, where it is the only one that is near.

    It is not safe: the word that was written may be one that is still to be declared.
    """
    if near is None or not near.is_only:
        return None
    return Fix(f"write `{near.word}`", (Edit(span, near.word),), is_safe=False)


def _is_one_slip(word: str, other: str) -> bool:
    """Whether two words differ by one letter, or by two neighbours in the wrong order."""
    if abs(len(word) - len(other)) > 1:
        return False
    start = _same(word, other)
    word, other = word[start:], other[start:]
    end = _same(word[::-1], other[::-1])
    word, other = word[: len(word) - end], other[: len(other) - end]
    return max(len(word), len(other)) <= 1 or (len(word) == 2 and word == other[::-1])


def _same(word: str, other: str) -> int:
    """How many letters two words have in common at their beginning."""
    least, most = 0, min(len(word), len(other))
    while least < most:  # halving, for it is asked of every pair of thousands
        middle = (least + most + 1) // 2
        if word[least:middle] == other[least:middle]:
            least = middle
        else:
            most = middle - 1
    return least


def _enough(word: str, other: str) -> float:
    """How alike two words must be: short ones more so, for there a letter makes another word."""
    if len(word) == len(other) and sorted(word) == sorted(other):
        return _LEAST  # letters in the wrong order
    return 0.75 if min(len(word), len(other)) <= 3 else 0.7
