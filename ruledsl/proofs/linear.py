"""Sums of things that are read off the state, and what follows from what is known of such sums.

A form is ``constant + k1 * a1 + k2 * a2 + ...``; the ``a`` are atoms: expressions that are no sums themselves. What is
known at a place of play is a row of forms that are at most 0 there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from attrs import frozen

from ruledsl.machine.bounds import Bound
from ruledsl.machine.model import SAFE, Expr


@frozen
class Form:
    """A sum; ``terms`` are atoms with what they are multiplied by (never 0), in a fixed order."""

    constant: int
    terms: tuple[tuple[Expr, int], ...] = ()

    def plus(self, other: Form, times: int = 1) -> Form:
        """This and ``times`` the other."""
        sums = dict(self.terms)
        for atom, factor in other.terms:
            sums[atom] = sums.get(atom, 0) + factor * times
        return Form(
            self.constant + times * other.constant,
            tuple((atom, factor) for atom, factor in sums.items() if factor),
        )

    def times(self, factor: int) -> Form:
        """The same, so many times."""
        return Form(0).plus(self, factor)

    @cached_property
    def key(self) -> tuple[int, frozenset[tuple[Expr, int]]]:
        """What makes two forms the same, whatever the order of their terms."""
        return self.constant, frozenset(self.terms)


Reader = Callable[[Expr], Bound]
"""Tells between what an atom stays."""


def interval(form: Form, bound_of: Reader) -> tuple[int, int]:
    """Between what a sum stays; an atom that may be ``none`` makes that anything."""
    low = high = form.constant
    for atom, factor in form.terms:
        bound = bound_of(atom)
        if bound.none or bound.unset:
            return -(SAFE**2), SAFE**2
        ends = factor * bound.low, factor * bound.high
        low += min(ends)
        high += max(ends)
    return low, high


def is_at_most_zero(form: Form, known: Sequence[Form], bound_of: Reader) -> bool:
    """Whether a sum is surely at most 0, by bounds and by one or two of the things that are known."""
    if interval(form, bound_of)[1] <= 0:
        return True
    for rest, place in _less_one(form, known, 0):
        if interval(rest, bound_of)[1] <= 0:
            return True
        for last, _ in _less_one(rest, known, place):
            if interval(last, bound_of)[1] <= 0:
                return True
    return False


def _less_one(form: Form, known: Sequence[Form], start: int) -> Iterator[tuple[Form, int]]:
    """The sum without one of the known ones that shares an atom with it, pulling the same way."""
    factors = dict(form.terms)
    for place in range(start, len(known)):
        fact = known[place]
        if any(factors.get(atom, 0) * factor > 0 for atom, factor in fact.terms):
            yield form.plus(fact, -1), place
