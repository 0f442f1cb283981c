"""Everything that is done with a rule text, tried on one: nothing may fail but the rules themselves."""

from __future__ import annotations

import random
import time
import traceback
from pathlib import Path

from attrs import frozen

from ruledsl import compiling
from ruledsl.diagnostics import github, human, json_lines, sarif, short
from ruledsl.engine.errors import RuleFault
from ruledsl.engine.game import Game
from ruledsl.machine.validate import problems
from ruledsl.syntax.formatter import format_text
from ruledsl.syntax.parser import parse
from ruledsl.syntax.printer import show
from ruledsl.syntax.reading import read_bytes

SECONDS = 2.0
"""Processor time that a check of a small text may take."""

SMALL = 20_000
"""Bytes of a small text."""

DECISIONS = 40
"""Decisions that are played of rules without errors."""

NAME = "tried.rules"
_PACKAGE = str(Path(compiling.__file__).parent)


@frozen
class Wrong:
    """What should not have happened; ``place`` is the same for what has the same reason."""

    place: str
    told: str


def wrong_with(data: bytes, seconds: float = SECONDS) -> Wrong | None:
    """The first thing that goes wrong with these bytes as a rule file."""
    for step in (_checked, _laid_out):
        began = time.process_time()
        try:
            told = step(data)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
            return Wrong(_place(error), "".join(traceback.format_exception(error)))
        if told is not None:
            return Wrong(told, told)
        taken = time.process_time() - began
        if taken > seconds and len(data) <= SMALL:
            return Wrong(f"{step.__name__} is slow", f"{taken:.1f} s of processor time")
    return None


def _place(error: Exception) -> str:
    """The kind of an error and where in the program it came up."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if _PACKAGE in f.filename]
    where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "elsewhere"
    return f"{type(error).__name__} at {where}"


def _checked(data: bytes) -> str | None:
    source, found = read_bytes(NAME, data)
    if source is None:
        return None if found and found[0].message else "refused without a reason"
    outcome = compiling.check_text(NAME, source.text)
    if not outcome.has_errors and outcome.program is None:
        return "neither read nor refused"
    lines = source.text.count("\n") + 1
    for d in outcome.diagnostics:
        if not d.message or d.message.endswith("."):
            return f"a message of {d.code} that has no good form: {d.message}"
        if d.primary.span.file == NAME and not 0 <= d.primary.span.line <= lines:
            return f"{d.code} is beyond the text"
    human.render(outcome.diagnostics, outcome.sources, colour=True, width=60)
    for form in (short, json_lines, github, sarif):
        form.render(outcome.diagnostics)
    if outcome.machine is None or outcome.has_errors:
        return None
    return next(iter(problems(outcome.machine)), None) or _played(Game(outcome.machine))


def _played(game: Game) -> str | None:
    """Play a few moves by lot. The rules may fail; that is their own fault."""
    chance = random.Random(1)
    try:
        state = game.start(seed=1)
        for _ in range(DECISIONS):
            if state.is_over:
                assert len(state.scores) == game.players
                return None
            state.push(chance.choice(state.legal_moves))
    except RuleFault:
        return None
    return None


def _laid_out(data: bytes) -> str | None:
    """The layout says the same and is laid out; what is printed reads as the same."""
    source, _ = read_bytes(NAME, data)
    if source is None:
        return None
    parsed = parse(source)
    out = format_text(source)
    if out.text is None:
        return None if out.diagnostics else "no layout and no reason"
    again = format_text(type(source)(NAME, out.text))
    if again.text != out.text:
        return "what is laid out is laid out otherwise"
    if parsed.file is not None and not any(d.is_error for d in parsed.diagnostics):
        for text in (out.text, show(parsed.file)):
            if parse(type(source)(NAME, text)).file != parsed.file:
                return "the text that was written says something else"
    return None
