"""Two people at one screen, and what else is made for one seat: no card gets there that the seat cannot know.

A seat knows the cards that its own observations and its own events have shown it, up to the moment; every card that is named
anywhere in what reached it must be one of those.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import ruledsl
from ruledsl.engine.game import Game
from ruledsl.engine.state import State
from ruledsl.engine.text import Texts
from ruledsl.store.resuming import resume
from ruledsl.store.shelf import shelf
from tests.cli.command import process
from tests.cli.terminal import Terminal

CLEAR = b"\x1b[2J\x1b[3J\x1b[H"
CURTAIN = b"press Enter when nobody else looks:"

GAMES = ("cherki", "cat_in_the_sack")
PEOPLE = ("--seat", "2=human", "--seat", "3=human")


def looks(game: Game) -> tuple[str, ...]:
    """The texts of all cards, longer ones first."""
    texts = Texts(game.machine)
    found = {texts.look(look) for look in range(len(game.machine.looks))}
    return tuple(sorted(found, key=len, reverse=True))


def named(game: Game, text: str) -> set[str]:
    """The cards that a text names."""
    choices = "|".join(re.escape(look) for look in looks(game))
    return set(re.findall(rf"(?<![\w-])(?:{choices})(?!\w)", text))


def known(state: State, seat: int) -> set[str]:
    """The cards that a seat has seen in this game so far, or knows to be somewhere."""
    view = state.observation(seat)
    found = {card for zone in view.zones for card in zone.cards if card is not None}
    found |= {card for zone in view.zones for card in zone.surely or ()}
    return found | named(state.game, str(state.information_state(seat)))


def unknown(state: State, seat: int) -> set[str]:
    """The cards that the seat cannot know to be anywhere."""
    return set(looks(state.game)) - known(state, seat)


class Watched:
    """Two or more people at a terminal, and what each of them gets to see."""

    def __init__(self, ruleset: str, seed: int, folder: Path) -> None:
        self.terminal = Terminal(
            "play", ruleset, "--seed", str(seed), *PEOPLE, RULEDSL_STATE=str(folder), NO_COLOR="1"
        )
        self._folder = folder
        self.state = ruledsl.load(ruleset).start(seed)
        self.searched = 0
        self.hidden = 0

    def sit(self) -> None:
        """Whoever must choose takes the seat."""
        called = self.terminal.until(CURTAIN)
        self.terminal.type(b"\t\x1b[A\r")  # neither completion nor history tells anything yet
        self._search(called.rpartition(CLEAR)[2] if CLEAR in called else called, 0)

    def turn(self, lines: list[str], move: str) -> None:
        """The person of the seat types lines and then a move; all that is shown is searched."""
        seat = self.state.actor
        assert seat is not None
        prompt = f"seat {seat}>".encode()
        shown = self.terminal.until(prompt)
        assert CLEAR in shown, "the curtain is taken away before anything is shown"
        curtain, _, shown = shown.rpartition(CLEAR)
        self._search(curtain, 0)
        for line in lines:
            self.terminal.line(line)
            shown += self.terminal.until(prompt)
        self.terminal.type(b"\t")
        self.terminal.type(b"\x15\x1b[A\x1b[A\x1b[A")  # what was typed before at this seat
        self.terminal.type(b"\x15")
        before = self.state.actor
        assert before == seat
        self._search(shown, seat)
        self.terminal.line(move)
        self.state.push(
            self.state.parse_move(move) if not move.isdecimal() else _numbered(self.state, move)
        )
        shown = self.terminal.until(b"you play: ")
        self._search(shown, seat)

    def _search(self, shown: bytes, seat: int) -> None:
        text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode()).replace("\r\n", " ")
        found = named(self.state.game, re.sub(r"\s+", " ", text))
        told = found & unknown(self.state, seat)
        assert not told, (seat, told, text)
        self.searched += len(found)
        self.hidden += len(unknown(self.state, seat))

    def scrollback(self) -> str:
        """What can still be seen or scrolled back to."""
        screen = self.terminal.screen
        rows = ["".join(row[x].data for x in range(screen.columns)) for row in screen.history.top]
        return "\n".join([*rows, *screen.display])


def _numbered(state: State, number: str):
    from ruledsl.repl.moves import numbered

    return next(entry.move for entry in numbered(state) if entry.number == int(number))


LINES = [
    "",
    "table",
    "log",
    "moves",
    "why 1",
    "why not 99",
    "hint random",
    "transcript",
    "where",
    "undo",
    "redo",
]


@pytest.mark.parametrize("ruleset", GAMES)
def test_nobody_sees_what_others_hold(ruleset: str, tmp_path: Path) -> None:
    watched = Watched(ruleset, 11, tmp_path)
    for number in range(6):
        seat = watched.state.actor
        watched.sit()
        lines = [line for line in LINES if number or line not in ("undo", "redo")][
            : 9 if number < 3 else 2
        ]
        watched.turn(lines, "1")
        if watched.state.actor != seat:
            # The next one is called: nothing of what was shown before can be scrolled back to.
            watched.terminal.until(b"press Enter")
            watched.terminal._read_to -= len(b"press Enter")
            seen = named(watched.state.game, re.sub(r"\s+", " ", watched.scrollback()))
            assert not seen, (number, seen)
        while watched.state.actor == seat:
            prompt = f"seat {seat}>".encode()
            watched._search(watched.terminal.until(prompt), seat)
            watched.terminal.line("1")
            watched.state.push(_numbered(watched.state, "1"))
            watched.terminal.until(b"you play: ")
    assert watched.searched > 50
    assert watched.hidden > 100
    watched.terminal.until(CURTAIN)
    watched.terminal.type(b"\x04")
    watched.terminal.until(b"ruledsl play --resume")
    watched.terminal.leave()


@pytest.mark.parametrize("ruleset", GAMES)
def test_the_search_finds_what_another_seat_holds(ruleset: str) -> None:
    state = ruledsl.load(ruleset).start(11)
    own, other = (str(state.observation(seat)) for seat in (1, 2))
    assert not named(state.game, own) & unknown(state, 1)
    assert named(state.game, other) & unknown(state, 1)


@pytest.mark.parametrize("ruleset", GAMES)
def test_lines_of_json_for_a_seat_tell_it_nothing_else(ruleset: str) -> None:
    state = ruledsl.load(ruleset).start(11)
    moves = [1, 2, 1, 1, 3, 1, 2, 1, 1, 1, 1, 1]
    typed = b"".join(json.dumps({"move": move}).encode() + b"\n" for move in moves)
    done = process(["play", ruleset, "--seed", "11", *PEOPLE, "--json"], typed)
    assert done.returncode == 0, done.stderr
    searched = 0
    choices = 0
    for line in done.stdout.decode().splitlines():
        message = json.loads(line)
        if message["type"] == "played":
            state.push(state.parse_move(message["move"]))
        if message["type"] == "choose":
            seat = message["seat"]
            assert seat == state.actor
            found = named(state.game, json.dumps(message, ensure_ascii=False))
            assert not found & unknown(state, seat), (seat, found & unknown(state, seat))
            searched += len(found)
            choices += 1
    assert choices > 8
    assert searched > 50


@pytest.mark.parametrize("ruleset", GAMES)
def test_what_is_written_for_one_seat_tells_it_nothing_else(ruleset: str, tmp_path: Path) -> None:
    """`log`, `transcript` to a file, and the save of a seat."""
    typed = "1\nlog\n" * 6
    typed += f"transcript {tmp_path}/seen.txt\nsave seat {tmp_path}/seat.save\nlog\n"
    seats = ["--seat", "2=random", "--seat", "3=random"]
    done = process(
        ["play", ruleset, "--seed", "11", *seats], typed.encode(), {"RULEDSL_STATE": str(tmp_path)}
    )
    assert done.returncode == 0, done.stderr
    (kept,) = shelf(tmp_path / "games").unfinished
    sitting = resume(kept.path)
    try:
        secret = unknown(sitting.state, 1)
        assert len(secret) > 3
        for shown in (
            done.stdout.decode(),
            (tmp_path / "seen.txt").read_text(encoding="utf-8"),
            (tmp_path / "seat.save").read_text(encoding="utf-8"),
        ):
            found = named(sitting.state.game, re.sub(r"\s+", " ", shown))
            assert not found & secret
            assert found
        assert b"(seed" in done.stdout, "it was given, so it is no secret"
    finally:
        sitting.leave()


def test_the_seed_of_a_game_that_is_to_go_on_stays_a_secret(tmp_path: Path) -> None:
    more = {"RULEDSL_STATE": str(tmp_path)}
    done = process(["play", "kuhn", "--seat", "2=random"], b"quit\n", more)
    assert b"(seed" not in done.stdout
    done = process(["play", "kuhn", "--seat", "2=random"], b"auto\nquit\n", more)
    assert b"(seed" in done.stdout
