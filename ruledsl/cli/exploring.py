"""Checks by play at the command line: how far they have come, the games that are kept, Ctrl-C."""

from __future__ import annotations

import sys
from pathlib import Path

from attrs import frozen

from ruledsl import compiling
from ruledsl.cli.console import note
from ruledsl.cli.progress import moves_in, progress
from ruledsl.coverage.measure import Coverage
from ruledsl.coverage.points import Point
from ruledsl.coverage.watching import Met, watched_game
from ruledsl.diagnostics.model import Diagnostic
from ruledsl.engine.errors import PlayError
from ruledsl.explore.exploration import Effort, Exploration, Explored
from ruledsl.explore.findings import findings, games
from ruledsl.explore.keeping import keep
from ruledsl.explore.settings import settings
from ruledsl.source import Span
from ruledsl.testing.runner import run_tests
from ruledsl.validate.allowances import settled


@frozen
class Asked:
    """How checks by play are wanted: how much is done, the seed, and the folder for games (None: they are not kept)."""

    effort: Effort
    seed: int
    folder: Path | None


@frozen
class Played:
    """What checks by play of one ruleset came to."""

    found: tuple[Diagnostic, ...]
    coverage: Coverage
    summary: str
    interrupted: bool


def played(opened: compiling.Outcome, name: str, asked: Asked) -> Played:
    """Check a ruleset without errors by play. Ctrl-C puts an end to it; what was found until then is told."""
    assert opened.program is not None
    interrupted = False
    with progress(moves_in(Path(name).name), sys.stderr) as shown:
        exploration = Exploration(
            settings(opened, most_too=asked.effort.everywhere),
            asked.effort,
            asked.seed,
            shown,
            tested=_tested(opened),
        )
        try:
            exploration.run()
        except KeyboardInterrupt:
            interrupted = True
    explored = exploration.explored
    kept = _keep(explored, asked.folder) if asked.folder is not None else {}
    file = opened.program.ruleset.header.span.file
    found = settled(
        findings(explored, opened.program.symbols, name, asked.seed, kept),
        opened.sources,
        file,
        is_checked=explored.is_finished and not explored.fails,
        by_play=True,
    )
    if not explored.is_finished:
        note(_unfinished(name, asked.effort, interrupted=interrupted))
    return Played(
        tuple(found), explored.coverage, _summary(explored, name, asked.seed), interrupted
    )


def _tested(opened: compiling.Outcome) -> set[Point]:
    """What the tests that stand with the rules exercise."""
    met = Met()
    run_tests(opened, games=lambda machine: watched_game(machine, met)[0])
    return met.points


def _keep(explored: Explored, folder: Path) -> dict[tuple[str, Span], Path]:
    """Write the games that show something; the files by what is shown."""
    kept: dict[tuple[str, Span], Path] = {}
    for game in games(explored):
        path = folder / game.name
        try:
            keep(game.setting.machine, game.line, game.moves, path)
        except OSError as error:
            note(f"games cannot be kept in `{folder}`: {(error.strerror or 'it fails').lower()}")
            return kept
        except PlayError as error:
            note(f"a game is not kept: {error}")
            continue
        kept[game.code, game.span] = path
    return kept


def _unfinished(name: str, effort: Effort, *, interrupted: bool) -> str:
    if interrupted:
        return f"`{name}`: stopped before all was tried; this is what was found so far"
    return (
        f"`{name}`: {effort.seconds:g} seconds were over before all was tried, so what is never met"
        " is not told; `--seconds` allows more"
    )


def _summary(explored: Explored, name: str, seed: int) -> str:
    """How much was played."""
    many = explored.settings
    parts = [f"{many} setting{'' if many == 1 else 's'}"]
    if explored.games:
        parts.append(f"{explored.games:,} random games")
    if explored.sought:
        parts.append(f"{explored.sought:,} games that seek something")
    if explored.whole:
        of_them = "" if explored.whole == many else f" of {explored.whole} of them"
        parts.append(f"all {explored.positions:,} positions{of_them}")
    return f"`{name}` played: {', '.join(parts)}, seed {seed}"
