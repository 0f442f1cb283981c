"""Who plays which seat, as the command line says it."""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl import numerals
from ruledsl.agents.catalogue import KINDS, UnknownBot, read
from ruledsl.cli.outcomes import UsageError
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
            raise UsageError(f"a name has up to {LONGEST_NAME} characters that can be printed")
        if numerals.whole(name.casefold().removeprefix("seat").strip()) is not None:
            raise UsageError(f"`{name}` would be taken for a seat; a name is no number")
    if len({name.casefold() for name in named.values()}) < len(named):
        raise UsageError("two seats have the same name")
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
            raise UsageError(f"`{option}` goes `{option} {example}`, not `{setting}`")
        if not 1 <= seat <= players:
            raise UsageError(f"there is no seat {seat}: {players} play")
        if seat in found:
            raise UsageError(f"seat {seat} is given twice")
        found[seat] = value
    return list(found.items())


def check_bot(kind: str) -> None:
    """Raise :class:`UsageError` for what is no bot."""
    try:
        read(kind)
    except UnknownBot as error:
        from ruledsl.diagnostics.suggest import nearest

        if nearest(kind, [PERSON]):
            raise UsageError(f"nobody called `{kind}` can play; did you mean `{PERSON}`?") from None
        whole = error.is_near or kind.partition(":")[0].strip() in KINDS
        raise UsageError(f"{error}" if whole else f"{error}, and `{PERSON}` for a person") from None
