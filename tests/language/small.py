"""Small rule texts, checked, compiled and played: the tools of the tests of the language's meaning."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from ruledsl import compiling
from ruledsl.diagnostics.model import Diagnostic
from ruledsl.engine.game import Game
from ruledsl.engine.state import State
from tests.validated import of_lines

NUMBERS = 'card N(value: 1..40) shown as "{value}"'
"""A kind of card with a number on it."""

PLACES = f"""
{NUMBERS}
deck d:
    N(each of 1 2 3)
pile p seen by all
pile q seen by all
row r seen by all
zone z seen by all
"""
"""A deck of three cards, and a place of each sort."""


def full(body: str) -> str:
    """A whole rule file: the header, two players and a score are added where they are missing."""
    head = (
        "" if re.search(r"^language ", body, re.MULTILINE) else 'language 1\ngame small "Small"\n'
    )
    lacking = {
        "players": "players 2",
        "score": "score seat in Player = 0",
        "play": "play:\n    end game",
    }
    tail = [
        line for word, line in lacking.items() if not re.search(rf"^{word}\b", body, re.MULTILINE)
    ]
    return head + body.strip("\n") + "\n" + "\n".join(tail) + "\n"


def findings(body: str, folder: Path | None = None) -> tuple[Diagnostic, ...]:
    """What `check` says of a text, but for what it says of a game as a whole."""
    return of_lines(compiling.check_text("small.rules", full(body), folder).diagnostics)


def errors(body: str, folder: Path | None = None) -> list[str]:
    """The errors that `check` finds, each as `line: message`."""
    return [f"{d.primary.span.line}: {d.message}" for d in findings(body, folder) if d.is_error]


def game(
    body: str,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    folder: Path | None = None,
) -> Game:
    """The game of a text that has no error."""
    opened = compiling.open_text("small.rules", full(body), folder)
    outcome = compiling.compile_program(opened, players, options)
    assert outcome.machine is not None, [d.message for d in outcome.diagnostics]
    assert not outcome.has_errors, [d.message for d in outcome.diagnostics]
    return Game(outcome.machine)


def begun(body: str, seed: int = 7) -> State:
    """A game of a text, begun."""
    return game(body).start(seed=seed)


def played(state: State, *moves: str) -> State:
    """The state after these moves."""
    for move in moves:
        state.push(state.parse_move(move))
    return state


def moves(state: State) -> list[str]:
    """The legal moves as they are written."""
    return [str(move) for move in state.legal_moves]


def values(state: State, seat: int = 1) -> dict[str, str]:
    """The accounts and variables that a seat sees, by their names."""
    seen = state.observation(seat)
    return {v.label: v.text for v in (*seen.accounts, *seen.variables)}


def cards(state: State, label: str, seat: int = 1) -> list[str] | None:
    """The cards of a place as a seat sees them; None where it does not."""
    (zone,) = (z for z in state.observation(seat).zones if z.label == label)
    return [card for card in zone.cards if card is not None] if zone.seen else None


def events(state: State) -> list[int]:
    """With explicit chance: the number of outcomes of each event to come, the first being chosen each time."""
    counts = []
    while state.is_chance:
        counts.append(len(state.chance_outcomes))
        state.push(state.chance_outcomes[0][0])
    return counts
