"""Short games of the shipped rulesets in other words, played without a terminal."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cache

from attrs import frozen

from ruledsl.engine.game import Game
from ruledsl.machine import serial
from ruledsl.repl.about import at_the_table, introduction, rules
from ruledsl.repl.lines import Manner
from ruledsl.repl.loop import play
from ruledsl.repl.rendering import Rendering
from ruledsl.repl.screen import Screen
from ruledsl.repl.session import Session
from ruledsl.store.entries import Seat
from ruledsl.store.sitting import Sitting
from ruledsl.table import Table
from ruledsl.wording.choosing import wording
from ruledsl.wording.wording import PLAIN, Wording
from tests.repl.games import game

LANGUAGES = ("nb", "nl")


@frozen
class Script:
    """What is typed in a short game: lines, and for each language moves in its words."""

    typed: tuple[str, ...]
    moves: Mapping[str, tuple[str, ...]]
    players: int | None = None
    match: str | None = None


SCRIPTS: dict[str, Script] = {
    "kuhn": Script(
        ("rules", "help", "why not call"),
        {"nb": ("sats",), "nl": ("zet_in",), "en": ("bet",)},
    ),
    "goofspiel": Script(
        ("moves 1", "undo", "hint random"),
        {"nb": ("by 2", "by(13)"), "nl": ("bied 2", "bied(13)"), "en": ("bid 2", "bid(13)")},
    ),
    "cherki": Script(
        ("why take", "moves draw"),
        {"nb": ("avstå", "trekk"), "nl": ("overslaan", "trek"), "en": ("skip", "draw")},
        match="three_deals",
    ),
    "cat_in_the_sack": Script(
        ("lay king of spades", "why bid 40"),
        {"nb": ("legg spar 4",), "nl": ("leg schoppen 4",), "en": ("lay 4 of spades",)},
    ),
    "ka_ching": Script(
        ("sell red 4, red 5", "why sell", "transcript", "redo", "where"),
        {"nb": ("kjøp 1", "moves kjøp"), "nl": ("koop 1", "moves koop"), "en": ("buy 1",)},
        match="best_of_three",
    ),
    "ka_ching_3": Script(
        ("help close",),
        {"nb": ("kjøp 1", "steng 2"), "nl": ("koop 1", "sluit 2"), "en": ("buy 1", "close 2")},
    ),
    "ka_ching_4": Script(
        ("help sell_with_wild",),
        {"nb": ("kjøp 2",), "nl": ("koop 2",), "en": ("buy 2",)},
    ),
}
"""A script for each shipped ruleset."""


def lines_of(name: str, language: str) -> tuple[str, ...]:
    """What is typed: the moves in the words of the language among the commands, then bots to the end."""
    script = SCRIPTS[name]
    return (*script.typed, *script.moves[language], "nonsense", "auto", "score", "log", "quit")


@cache
def _anywhere(played: Game) -> Game:
    """The same game as its machine file makes it, which has no paths: lines break alike wherever the rules lie."""
    return Game(serial.read(serial.dump(played.machine)))


def spoken(
    name: str, language: str, *, ascii: bool = False, names: Mapping[int, str] | None = None
) -> tuple[Session, Wording]:
    """A session of a shipped ruleset in a language."""
    script = SCRIPTS[name]
    at_home = game(name, script.players)
    played = _anywhere(at_home)
    who = {
        seat: Seat("human" if seat == 1 else "random", (names or {}).get(seat, ""))
        for seat in range(1, played.players + 1)
    }
    # The words are found by where the rules lie.
    said = wording(language, at_home.machine, ascii=ascii)
    table = Table(Sitting(played, 1, who, script.match))
    return Session(table, adviser="random", wording=said), said


def transcript(
    session: Session, typed: tuple[str, ...], *, width: int = 100, plain: bool = False
) -> str:
    """All that is shown while these lines are typed, the rule sheet at the beginning."""
    out = io.StringIO()
    typing = io.StringIO("".join(f"{line}\n" for line in typed))
    screen = Screen(typing, out, width=None if plain else width)
    manner = Manner(width, plain, session.wording)
    machine = session.machine
    screen.speak(session.wording)
    screen.show(introduction(machine, manner))
    screen.show(at_the_table(session.table.seats))
    screen.show(rules(machine, manner))
    play(session, Rendering.of(machine, Manner(width, plain)), screen, open_hands=False)
    return out.getvalue()


def plainly(name: str) -> Session:
    """The same session in the words of the rules."""
    session, _ = spoken(name, "en")
    return Session(session.table, adviser="random", wording=PLAIN)
