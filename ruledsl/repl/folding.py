"""Moves that differ in one whole number, told as one: ``bid(4..12)``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import frozen

from ruledsl.machine.model import Machine
from ruledsl.repl.results import Numbered

LEAST = 5
"""Moves in a row that are worth to be told as one."""


@frozen
class Fold:
    """Moves with numbers that follow each other, and how they are told."""

    first: int
    last: int
    text: str

    @property
    def numbers(self) -> str:
        """``7``, or ``4..12``."""
        return str(self.first) if self.first == self.last else f"{self.first}..{self.last}"


def folded(
    machine: Machine, entries: Sequence[Numbered], say: Callable[[str], str] = str
) -> tuple[Fold, ...]:
    """The moves as ``say`` says them, long rows of them that differ in one number only as one each."""
    return tuple(_folded(machine, entries, say))


def _folded(
    machine: Machine, entries: Sequence[Numbered], say: Callable[[str], str]
) -> Iterator[Fold]:
    start = 0
    while start < len(entries):
        end, place = start + 1, None
        while end < len(entries):
            step = _step(machine, entries[end - 1], entries[end])
            if step is None or place not in (None, step):
                break
            place = step
            end += 1
        first, last = entries[start], entries[end - 1]
        text = None
        if end - start >= LEAST:
            text = _range(say(str(first.move)), say(str(last.move)))
        if text is not None:
            yield Fold(first.number, last.number, text)
            start = end
        else:
            yield Fold(first.number, first.number, say(str(first.move)))
            start += 1


def _step(machine: Machine, one: Numbered, other: Numbered) -> int | None:
    """The parameter, a number, in which a move is one above another and else the same; None where it is not so."""
    if other.number != one.number + 1 or one.move.action != other.move.action:
        return None
    pairs = zip(one.move.arguments, other.move.arguments, strict=True)
    differing = [place for place, (a, b) in enumerate(pairs) if a != b]
    if len(differing) != 1:
        return None
    (place,) = differing
    before, after = one.move.arguments[place], other.move.arguments[place]
    number = machine.actions[one.move.action].params[place].type.kind == "number"
    rises = isinstance(before, int) and isinstance(after, int) and after == before + 1
    return place if number and rises else None


def _range(first: str, last: str) -> str | None:
    """The text of the first move with the range in place of its number; None where that cannot be told."""
    start = 0
    while start < min(len(first), len(last)) and first[start] == last[start]:
        start += 1
    # The number may share its first digits with the other: 10 to 19.
    while start and (first[start - 1].isdigit() or first[start - 1] == "-"):
        start -= 1
    end = 0
    while end < min(len(first), len(last)) - start and first[-1 - end] == last[-1 - end]:
        end += 1
    while end and first[len(first) - end].isdigit():
        end -= 1
    low, high = first[start : len(first) - end], last[start : len(last) - end]
    if not (low.lstrip("-").isdigit() and high.lstrip("-").isdigit()):
        return None
    return f"{first[:start]}{low}..{high}{first[len(first) - end :]}"
