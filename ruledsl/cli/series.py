"""A series of simulated games as text for people, and as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator

from attrs import frozen

from ruledsl.diagnostics.visible import visible
from ruledsl.engine.game import Game
from ruledsl.simulation.lineup import Lineup
from ruledsl.simulation.results import Faulted
from ruledsl.simulation.summary import LEVEL, Interval, SeatSummary, summary
from ruledsl.simulation.totals import Totals


@frozen
class Series:
    """A series that was played: the game, who played, how many games were asked for, and in how many seconds they came to what.

    There may be fewer games in the totals than were asked for: they are the first ones then.
    """

    game: Game
    lineup: Lineup
    first: int
    asked: int
    totals: Totals
    seconds: float

    @property
    def rate(self) -> float:
        """Games a second, by the clock."""
        return self.totals.games / max(self.seconds, 1e-9)


# --- for people ----------------------------------------------------------------------------------


def told(series: Series) -> str:
    """What people read."""
    return "".join(f"{visible(line)}\n" for line in _lines(series))


def _lines(series: Series) -> Iterator[str]:
    game, lineup = series.game, series.lineup
    found = summary(series.totals, game.machine, lineup.seats)
    yield f"{game.title}: {game.players} players, {_games(found.games)}, seed {lineup.seed}"
    if game.options:
        yield ", ".join(f"{name} = {value}" for name, value in game.options.items())
    processes = f" on {lineup.jobs} processes" if lineup.jobs > 1 else ""
    yield (
        f"played by {lineup.backend} ({lineup.reason}){processes}"
        f" in {series.seconds:.1f} s, {series.rate:,.0f} games a second"
    )
    if found.games < series.asked:
        yield f"stopped: these are the first of the {_games(series.asked)} that were asked for"
    if found.failed:
        yield f"the rules fail in {_games(found.failed)}, which count for nothing below"
    if not found.seats or found.decisions is None:
        return
    yield ""
    rows = [_HEAD, *(_row(seat, found.over) for seat in found.seats)]
    wide = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    for row in rows:
        cells = (
            f"{cell:{sign}{width}}" for cell, sign, width in zip(row, "><><>><", wide, strict=True)
        )
        yield "  ".join(cells).rstrip()
    yield ""
    yield f"tied: {_games(found.tied)}, {found.tied / found.over:.1%}"
    yield (
        f"decisions in a game: {found.decisions.value:,.1f}{_bounds(found.decisions, ',.1f')},"
        f" from {found.least:,} to {found.most:,}"
    )
    yield f"in brackets: {LEVEL:.0%} intervals, Wilson's for parts, the normal approximation for means"


_HEAD = ("seat", "bot", "won", "", "tied", "mean score", "")


def _row(seat: SeatSummary, games: int) -> tuple[str, ...]:
    return (
        str(seat.seat),
        seat.bot,
        f"{seat.wins.value:.1%}",
        _bounds(seat.wins, ".1%").strip(),
        f"{seat.tied / games:.1%}",
        f"{seat.score.value:,.2f}",
        _bounds(seat.score, ",.2f").strip(),
    )


def _bounds(interval: Interval, form: str) -> str:
    if interval.low is None or interval.high is None:
        return ""
    return f" ({interval.low:{form}} to {interval.high:{form}})"


def _games(many: int) -> str:
    return f"{many:,} game{'' if many == 1 else 's'}"


def faults(series: Series) -> str:
    """What is wrong with the rules: for each place the first game that came upon it."""
    found = series.totals
    if not found.faults:
        return ""
    places: dict[object, Faulted] = {}
    for fault in found.faults:
        places.setdefault(fault.span, fault)
    lines = []
    for fault in places.values():
        first, *rest = str(fault).split("\n")
        lines += [f"game {fault.number}: {first}", *rest]
    again = f"--seed {series.lineup.seed} --first {found.faults[0].number} --games 1"
    lines.append(
        f"the rules fail in {_games(found.failed)}; `{again}` plays the first of them again"
    )
    return "".join(f"{visible(line)}\n" for line in lines)


# --- for programs --------------------------------------------------------------------------------


def as_json(series: Series) -> str:
    """What programs read."""
    game, lineup = series.game, series.lineup
    found = summary(series.totals, game.machine, lineup.seats)
    document = {
        "format": "ruledsl-simulation",
        "version": 1,
        "min_reader": 1,
        "game": game.name,
        "title": game.title,
        "rules_hash": game.machine.rules_hash,
        "players": game.players,
        "options": game.options,
        "seed": lineup.seed,
        "first": series.first,
        "asked": series.asked,
        "games": found.games,
        "over": found.over,
        "failed": found.failed,
        "tied": found.tied,
        "seats": [
            {
                "seat": seat.seat,
                "bot": seat.bot,
                "won": seat.won,
                "tied": seat.tied,
                "wins": _interval(seat.wins),
                "score": _interval(seat.score),
            }
            for seat in found.seats
        ],
        "decisions": None
        if found.decisions is None
        else {**_interval(found.decisions), "least": found.least, "most": found.most},
        "intervals": {"level": LEVEL, "wins": "wilson", "score": "normal", "decisions": "normal"},
        "faults": [
            {
                "game": fault.number,
                "message": fault.message,
                "file": fault.span.file,
                "line": fault.span.line,
                "column": fault.span.column,
                "rule": fault.quoted,
                "values": dict(fault.values),
            }
            for fault in series.totals.faults
        ],
        "backend": lineup.backend,
        "reason": lineup.reason,
        "jobs": lineup.jobs,
        "seconds": round(series.seconds, 3),
        "games_per_second": round(series.rate, 1),
    }
    return json.dumps(document, sort_keys=True, indent=1, ensure_ascii=False) + "\n"


def _interval(interval: Interval) -> dict[str, float | None]:
    return {"value": interval.value, "low": interval.low, "high": interval.high}
