"""A game that was played, as a test in the rule language."""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.engine.chance import Outcome
from ruledsl.engine.moves import Move
from ruledsl.engine.state import State
from ruledsl.engine.text import written_value
from ruledsl.machine.model import STARTER
from ruledsl.phrase import phrase

_ON_A_LINE = 6
"""Outcomes of chance on one line."""


def written_test(state: State, name: str) -> str:
    """A test that plays the same game: options, chance, moves, and what has come of them.

    It tells all that was hidden. ``name`` becomes its title.
    """
    lines = [f'test "{_title(name)}":', *(f"    {step}" for step in _steps(state))]
    return "\n".join(lines) + "\n"


def obstacle(state: State) -> str:
    """Why no test can play this game, or nothing: tests know no matches."""
    if state.started.round > 1 or any(state.started.totals):
        return phrase("tests play single games, and this one has others of its match before it")
    return ""


def _title(name: str) -> str:
    return "".join(c for c in name if c.isprintable() and c not in '"\\') or "a game"


def _steps(state: State) -> Iterator[str]:
    machine = state.game.machine
    yield f"given player_count = {machine.players}"
    for option in machine.options:
        yield f"given option {option.name} = {written_value(machine, option.type, option.value)}"
    if machine.uses_starter:
        yield f"given starter = {state.cell(STARTER)}"
    drawn = [
        f'"{item.text}"'
        for item in state.items
        if isinstance(item, Outcome) and item.kind != "starter"
    ]
    for start in range(0, len(drawn), _ON_A_LINE):
        yield f"deal {', '.join(drawn[start : start + _ON_A_LINE])}"
    made = [
        (seat, str(item))
        for seat, item in zip(state.seats, state.items, strict=True)
        if isinstance(item, Move)
    ]
    for seat, move in made:
        yield f"when {seat}: {move}"
    if not state.is_over:
        yield "expect not over"
        yield f"expect actor == {state.actor}"
        return
    yield "expect over"
    yield f"expect winners == {', '.join(map(str, state.winners))}"
    for seat, score in enumerate(state.scores, 1):
        yield f"expect score[{seat}] == {score}"
