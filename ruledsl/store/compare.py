"""Whether what was kept is of a game, and what differs if it is not."""

from __future__ import annotations

from typing import Protocol

from ruledsl.machine.model import Machine
from ruledsl.phrase import phrase, together
from ruledsl.store.entries import options_of


class Labelled(Protocol):
    """What says of which game it is: a header, a record, a seat save."""

    @property
    def ruleset(self) -> str:
        """The name of the ruleset."""

    @property
    def rules_hash(self) -> str:
        """The hash of its rules."""

    @property
    def players(self) -> int:
        """How many play."""

    @property
    def options(self) -> dict[str, str]:
        """The options as rules write them."""


def differences(machine: Machine, kept: Labelled) -> dict[str, str]:
    """What differs between a game and what was kept: ``ruleset``, ``rules``, ``players``, ``options``,
    each with a sentence on it. Empty where they are the same.

    Rules may have changed in their wording; only what they say counts.
    """
    found: dict[str, str] = {}
    if kept.ruleset != machine.name:
        return {
            "ruleset": phrase(
                "it is of `{there}`, this is `{here}`", there=kept.ruleset, here=machine.name
            )
        }
    if kept.rules_hash != machine.rules_hash:
        found["rules"] = phrase(
            "the rules of `{name}` have changed since ({there} then, {here} now)",
            name=kept.ruleset,
            there=kept.rules_hash[:12],
            here=machine.rules_hash[:12],
        )
    if kept.players != machine.players:
        found["players"] = phrase(
            "it is for {there} players, this is for {here}",
            there=kept.players,
            here=machine.players,
        )
    there, here = kept.options, options_of(machine)
    names = sorted(n for n in {*here, *there} if here.get(n) != there.get(n))
    if names:
        unknown = phrase("unknown")
        pairs = [
            phrase(
                "`{name}` is {there} there and {here} here",
                name=n,
                there=there.get(n, unknown),
                here=here.get(n, unknown),
            )
            for n in names
        ]
        found["options"] = together(pairs)
    return found
