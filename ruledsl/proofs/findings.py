"""What proofs leave open, as people are told it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from ruledsl.diagnostics.model import Diagnostic, Label, Severity
from ruledsl.proofs.sites import Proofs, Risk, Site
from ruledsl.source import Span

_HELP: Mapping[Risk, str] = {
    "range": "keep it in range: `min(...)`, `max(...)`, or ask before",
    "index": "ask before whether there is such a number",
    "none": "ask before: `if ... != none`",
    "number": "keep the numbers smaller, by ranges",
    "zero": "ask before whether it is 0",
    "card": "ask before: `is not empty`, or `move up to`",
    "choice": "add an `else`",
    "tie": "write `first of equals`, or add an `else`",
    "money": "ask before whether there is so much, or `pay up to`; give accounts room with `up to`",
    "stuck": "say what is done then: `otherwise`, with an action that is always legal",
}


@frozen
class Proved:
    """What was proven of one way to play a ruleset; ``told`` says which, in a few words (nothing where it is the only one)."""

    told: str
    proofs: Proofs


def findings(proved: Sequence[Proved], header: Span) -> tuple[Diagnostic, ...]:
    """A note for each place where something is open, with the first way to play for which it is.

    ``header`` is where the game is named: there it is told if nothing is proven of a way to play it.
    """
    first: dict[tuple[Span, Risk], tuple[Site, str, str]] = {}
    times: dict[tuple[Span, Risk], int] = {}
    for each in proved:
        here = {(site.shown, site.risk): (site, why) for site, why in each.proofs.open.items()}
        for key, (site, why) in here.items():
            first.setdefault(key, (site, why, each.told))
            times[key] = times.get(key, 0) + 1
    large = [each.told for each in proved if not each.proofs.is_whole]
    notes = [_nothing_proven(header, large[0] if len(large) < len(proved) else "")] if large else []
    notes += [
        _note(site, why, told if times[key] < len(proved) else "")
        for key, (site, why, told) in first.items()
    ]
    return tuple(notes)


def _nothing_proven(header: Span, told: str) -> Diagnostic:
    return Diagnostic(
        "RD581",
        "nothing is proven of these rules: to go through all that they can come to is too much work",
        Label(header),
        "let play look for what is wrong: `ruledsl check --play`",
        notes=(f"this is so with {told}",) if told else (),
        severity=Severity.NOTE,
    )


def _note(site: Site, why: str, told: str) -> Diagnostic:
    return Diagnostic(
        "RD580",
        f"it is not proven that this always works: {why}",
        Label(site.shown, "play would stop here"),
        _HELP[site.risk],
        notes=(f"this is so with {told}",) if told else (),
        severity=Severity.NOTE,
    )


def summary(name: str, proved: Sequence[Proved], allowed: int) -> str:
    """How much was proven, in a line; so many places are ``allowed`` to be open."""
    sites = {(site.shown, site.risk) for each in proved for site in each.proofs.sites}
    left = {(site.shown, site.risk) for each in proved for site in each.proofs.open}
    ways = len(proved)
    settings = f"{ways} setting{'' if ways == 1 else 's'}"
    large = sum(not each.proofs.is_whole for each in proved)
    if large == ways:
        return f"`{name}`: nothing is proven in {settings}"
    text = (
        f"`{name}`: {len(sites)} things could stop play with a fault in {settings},"
        f" {len(sites) - len(left)} are proven never to"
    )
    if allowed:
        text += f", {allowed} {'is' if allowed == 1 else 'are'} allowed to be open"
    if large:
        text += f"; nothing is proven of {large} of the settings"
    return text
