"""Sessions for tests, driven without a terminal."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from ruledsl import compiling
from ruledsl.engine.game import Game
from ruledsl.repl.lines import Manner
from ruledsl.repl.loop import Outcome, play
from ruledsl.repl.rendering import Rendering
from ruledsl.repl.screen import Screen
from ruledsl.repl.session import Session
from ruledsl.store.entries import Seat
from ruledsl.store.sitting import Sitting
from ruledsl.table import Table

RULES = Path(__file__).parent.parent / "cli" / "rules"


@cache
def game(name: str, players: int | None = None) -> Game:
    """The game of a rule file that belongs to the tests, or of a shipped ruleset."""
    own = RULES / f"{name}.rules"
    opened = compiling.open_named(str(own) if own.is_file() else name)
    outcome = compiling.compile_program(opened, players)
    assert outcome.machine is not None, [d.message for d in outcome.diagnostics]
    return Game(outcome.machine)


def session(
    name: str,
    players: int | None = None,
    people: Iterable[int] = (1,),
    seed: int = 1,
    match: str | None = None,
    forced: bool = False,
) -> Session:
    """A session in which these seats are people's; bots have had their first moves."""
    played = game(name, players)
    seats = set(range(1, played.players + 1)) - set(people)
    who = {
        seat: Seat("random" if seat in seats else "human") for seat in range(1, played.players + 1)
    }
    result = Session(Table(Sitting(played, seed, who, match), forced))
    result.proceed()
    return result


def transcript(
    session: Session, typed: Iterable[str], *, open_hands: bool = False, width: int = 100
) -> tuple[Outcome, str]:
    """How a session ends when these lines are typed, and all that is shown."""
    out = io.StringIO()
    screen = Screen(io.StringIO("".join(f"{line}\n" for line in typed)), out)
    rendering = Rendering.of(session.game.machine, Manner(width))
    return play(session, rendering, screen, open_hands=open_hands), out.getvalue()
