"""Places at which a fault in the rules can stop play, and what is left open of them."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import define, field, frozen

from ruledsl.source import Span

Risk: TypeAlias = Literal[
    "range",
    "index",
    "none",
    "number",
    "zero",
    "card",
    "choice",
    "tie",
    "money",
    "stuck",
]
"""What can go wrong, in a word:

``range``: a variable leaves its range; ``index``: no such number in brackets; ``none`` where a value is needed;
``number``: a result beyond the greatest number; ``zero``: a division by 0; ``card``: no card is there, or too
few; ``choice``: nothing to choose from; ``tie``: several where one is meant; ``money``: an account
lacks it, would hold too much, or an amount below 0; ``stuck``: nobody has a legal move.
"""


@frozen
class Site:
    """A place in the rules and what can go wrong there; ``at`` is the place as a fault would name it."""

    risk: Risk
    at: Span
    shown: Span
    """The same, or the step around it where the machine has no place of its own for it."""


@frozen
class Proofs:
    """What was looked at, and what is open: sites at which no proof was found, each with why in a few words.

    ``is_whole`` is False where the machine was too large to be gone through: nothing is proven then.
    """

    sites: frozenset[Site]
    open: dict[Site, str]
    is_whole: bool


@define
class Ledger:
    """Takes down sites while a machine is gone through."""

    sites: set[Site] = field(factory=set)
    open: dict[Site, str] = field(factory=dict)
    quiet: int = 0
    """Above 0 while something is worked out only to know its value."""

    def note(self, risk: Risk, at: Span, shown: Span, proven: bool, why: str) -> None:
        """A site that was come to, and whether nothing can go wrong there."""
        if self.quiet:
            return
        site = Site(risk, at, shown)
        self.sites.add(site)
        if not proven:
            self.open.setdefault(site, why)
