"""Checks by play at the command line: how far they have come, the games that are kept, Ctrl-C."""

from __future__ import annotations

import sys
from pathlib import Path

from attrs import frozen

from ruledsl import compiling
from ruledsl.cli.console import note
from ruledsl.cli.progress import moves_in, progress
from ruledsl.coverage.games import watched_game
from ruledsl.coverage.measure import Coverage
from ruledsl.coverage.points import Point
from ruledsl.coverage.watching import Met
from ruledsl.diagnostics.model import Diagnostic
from ruledsl.engine.errors import PlayError
from ruledsl.explore.exploration import Effort, Exploration
from ruledsl.explore.explored import Explored
from ruledsl.explore.findings import findings, games
from ruledsl.explore.keeping import keep
from ruledsl.explore.settings import alternatives, settings
from ruledsl.semantics.library import is_path
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
    explored, interrupted = _explored(opened, name, asked)
    found = _found(opened, name, asked, explored)
    if not explored.is_finished:
        note(_unfinished(name, asked.effort, interrupted=interrupted))
    return Played(found, explored.coverage, _summary(explored, name, asked.seed), interrupted)


def _explored(opened: compiling.Outcome, name: str, asked: Asked) -> tuple[Explored, bool]:
    """What was met, and whether Ctrl-C has put an end to it."""
    with progress(moves_in(Path(name).name), sys.stderr) as shown:
        exploration = Exploration(
            settings(opened, most_too=asked.effort.everywhere),
            asked.effort,
            asked.seed,
            shown,
            tested=_tested(opened),
            alternatives=alternatives(opened),
        )
        try:
            exploration.run()
        except KeyboardInterrupt:
            return exploration.explored, True
    return exploration.explored, False


def _found(
    opened: compiling.Outcome, name: str, asked: Asked, explored: Explored
) -> tuple[Diagnostic, ...]:
    """What is wrong, with the games that show it, which are kept; what is allowed is left out."""
    assert opened.program is not None
    kept = _keep(explored, asked.folder / _beside(name)) if asked.folder is not None else {}
    found = findings(explored, opened.program.symbols, name, asked.seed, kept)
    return tuple(
        settled(
            found,
            opened.sources,
            opened.program.ruleset.header.span.file,
            is_checked=explored.is_finished and not explored.fails,
            how="play",
        )
    )


def _tested(opened: compiling.Outcome) -> set[Point]:
    """What the tests that stand with the rules exercise."""
    met = Met()
    run_tests(opened, games=lambda machine: watched_game(machine, met)[0])
    return met.points


def _beside(name: str) -> Path:
    """The folder, in that for games, for those of a ruleset: two of the same name lie in different folders themselves."""
    if not is_path(name):
        return Path()
    folder = Path(name).resolve().parent
    here = Path.cwd().resolve()
    inside = folder.is_relative_to(here)
    return folder.relative_to(here) if inside else folder.relative_to(folder.anchor)


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
