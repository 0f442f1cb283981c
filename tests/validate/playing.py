"""What is found in the small rulesets that are in order: by a check of the text, and by a short check by play."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ruledsl import compiling
from ruledsl.explore.exploration import PLAY, Exploration
from ruledsl.explore.findings import findings
from ruledsl.explore.settings import alternatives, settings
from tests.validate.good import rulesets
from tests.validate.small_games import GAMES, text_of

ALL = {name: text_of(body) for name, body in GAMES.items()} | rulesets()
"""All of them by what they are."""

EFFORT = evolve(PLAY, games=150, steps=1500, shorter=500, leaks=300, compared=6, seconds=120.0)


def told(name: str) -> Iterator[str]:
    """What is found in one, a line for each finding; the text alone is checked if there is something in it."""
    opened = compiling.check_text("small.rules", ALL[name])
    for found in opened.diagnostics:
        yield f"{found.code}, line {found.primary.span.line}: {found.message}"
    if opened.diagnostics or opened.program is None:
        return
    came = Exploration(
        settings(opened, most_too=False), EFFORT, 1, alternatives=alternatives(opened)
    ).run()
    if not came.is_finished:
        yield "play was not finished in time"
    for found in findings(came, opened.program.symbols, "small.rules", 1, {}):
        yield f"{found.code}, line {found.primary.span.line}: {found.message}"
