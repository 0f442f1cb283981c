"""Who plays which seat, as the command line says it."""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl import numerals
from ruledsl.agents.catalogue import KINDS, UnknownBot, read
from ruledsl.cli.outcomes import UsageError
from ruledsl.phrase import phrase
from ruledsl.store.entries import Seat
from ruledsl.table import PERSON

OPPONENT = "rollout"
"""The kind of bot that has the seats which nobody was given."""

LONGEST_NAME = 24
"""Characters of a name."""


def seats(settings: Sequence[str], names: Sequence[str], players: int) -> dict[int, Seat]:
    """Who has which seat: a person the first and bots the others, or as the settings have it.

    ``settings`` are ``seat=kind``, ``names`` are ``seat=name``. Raises :class:`UsageError`.
    """
    kinds = dict.fromkeys(range(2, players + 1), OPPONENT) | {1: PERSON}
    for seat, kind in pairs("--seat", "2=random", settings, players):
        if kind != PERSON:
            check_bot(kind)
        kinds[seat] = kind
    named = dict(pairs("--name", "1=Ann", names, players))
    for name in named.values():
        if not name.isprintable() or len(name) > LONGEST_NAME:
            raise UsageError(
                phrase("a name has up to {most} characters that can be printed", most=LONGEST_NAME)
            )
        if numerals.whole(name.casefold().removeprefix("seat").strip()) is not None:
            raise UsageError(
                phrase("`{name}` would be taken for a seat; a name is no number", name=name)
            )
    if len({name.casefold() for name in named.values()}) < len(named):
        raise UsageError(phrase("two seats have the same name"))
    return {seat: Seat(kinds[seat], named.get(seat, "")) for seat in sorted(kinds)}


def pairs(
    option: str, example: str, settings: Sequence[str], players: int
) -> list[tuple[int, str]]:
    """The seats and what they get, each seat once. Raises :class:`UsageError`."""
    found: dict[int, str] = {}
    for setting in settings:
        number, sign, value = (part.strip() for part in setting.partition("="))
        seat = numerals.whole(number)
        if not sign or seat is None or not value:
            raise UsageError(
                phrase(
                    "`{option}` goes `{option} {example}`, not `{setting}`",
                    option=option,
                    example=example,
                    setting=setting,
                )
            )
        if not 1 <= seat <= players:
            raise UsageError(phrase("there is no seat {text}: {n} play", text=seat, n=players))
        if seat in found:
            raise UsageError(phrase("seat {seat} is given twice", seat=seat))
        found[seat] = value
    return list(found.items())


def check_bot(kind: str) -> None:
    """Raise :class:`UsageError` for what is no bot."""
    try:
        read(kind)
    except UnknownBot as error:
        from ruledsl.diagnostics.suggest import nearest

        if nearest(kind, [PERSON]):
            raise UsageError(
                phrase(
                    "nobody called `{kind}` can play; did you mean `{near}`?",
                    kind=kind,
                    near=PERSON,
                )
            ) from None
        whole = error.is_near or kind.partition(":")[0].strip() in KINDS
        reason = str(error)
        raise UsageError(
            reason
            if whole
            else phrase("{reason}, and `{kind}` for a person", reason=reason, kind=PERSON)
        ) from None
