"""Numbers that a rehearsal shows, and those that the seat saw in their place.

A number comes from hidden ones: it is one of them, or is worked out from them. So where it is another
one than the seat saw, the difference says what to try: the hidden choice of just this
number becomes the one that was seen, or a hidden choice is moved by as much as is lacking.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ruledsl.engine.happenings import Assigned, Ended, Happening, Opened, Paid, Revealed
from ruledsl.engine.resample.dice import Dice
from ruledsl.engine.resample.plan import Choice

Difference: TypeAlias = tuple[tuple[int, int], ...]
"""Numbers shown in a rehearsal, each with the other number that the seat saw; never empty."""

_LEFT_OVER = 4
"""Once in so many times a hidden number is taken to be what a told one lacks, as with a payment."""


def difference(shown: Happening, wanted: Happening) -> Difference | None:
    """The numbers in which two events differ; None where they differ in something else."""
    pairs: Sequence[tuple[int | None, int | None]]
    match shown, wanted:
        case Assigned(), Assigned():
            same = (shown.variable, shown.element) == (wanted.variable, wanted.element)
            pairs = [(shown.value, wanted.value)]
        case Paid(), Paid():
            same = (shown.source, shown.source_element, shown.target, shown.target_element) == (
                wanted.source,
                wanted.source_element,
                wanted.target,
                wanted.target_element,
            )
            pairs = [(shown.amount, wanted.amount)]
        case Opened(), Opened():
            same = (shown.account, shown.element) == (wanted.account, wanted.element)
            pairs = [(shown.balance, wanted.balance)]
        case Revealed(), Revealed():
            same = (shown.to, shown.type) == (wanted.to, wanted.type) and not shown.cards
            pairs = [(shown.value, wanted.value)]
        case Ended(), Ended():
            same = True
            pairs = list(zip(shown.scores, wanted.scores, strict=True))
        case _:
            return None
    known = [(ours, theirs) for ours, theirs in pairs if ours is not None and theirs is not None]
    return tuple(pair for pair in known if pair[0] != pair[1]) or None if same else None


def size(pairs: Difference) -> int:
    """How large a difference is."""
    return sum(abs(shown - wanted) for shown, wanted in pairs)


def proposal(
    choices: Sequence[tuple[int, Choice]], pairs: Difference, dice: Dice
) -> tuple[int, int, Choice] | None:
    """What to choose otherwise, of hidden choices (each with its place): place, argument, the choice.

    Later choices are more likely, for what came of earlier ones has mostly been shown. Now and then a
    choice is moved the other way: what is told may be what it has left over. None where no choice is
    of a number.
    """
    shown, wanted = dice.pick(pairs)
    exact: list[tuple[int, int, Choice]] = []
    near: list[tuple[int, int, Choice]] = []
    lacking = wanted - shown
    if dice.one_in(_LEFT_OVER):
        lacking = -lacking
    for place, choice in reversed(choices):
        for argument, part in enumerate(choice.parts):
            if isinstance(part, int):
                is_exact = part == shown and lacking == wanted - shown
                value = part + lacking
                parts = (*choice.parts[:argument], value, *choice.parts[argument + 1 :])
                kind = exact if is_exact else near
                kind.append((place, argument, Choice(choice.action, parts, choice.free)))
    found = near if not exact or (near and dice.one_in(8)) else exact
    for one in found:
        if dice.one_in(2):
            return one
    return dice.pick(found) if found else None
