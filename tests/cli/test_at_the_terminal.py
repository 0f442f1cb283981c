"""``ruledsl play`` at a real terminal: keys, completion, history, the curtain between people."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from tests.cli.command import RULES
from tests.cli.terminal import Terminal
from tests.repl.files import DROP, changed

WHISPER = str(RULES / "whisper.rules")
BOT = ("--seat", "2=random")
CALL = b"press Enter when nobody else looks:"


def left(terminal: Terminal) -> None:
    terminal.line("quit")
    assert terminal.leave() == 0
    assert b"Traceback" not in terminal.seen


def test_a_word_is_completed_and_played() -> None:
    terminal = Terminal("play", WHISPER, "--seed", "1", *BOT, NO_COLOR="1")
    terminal.until(b"seat 1>")
    terminal.type(b"b\t\t")
    terminal.type(b"i\t 4\r")
    terminal.until(b"you play: bid(4)")
    terminal.until(b"seat 1>")
    left(terminal)


def test_a_word_behind_a_bracket_is_completed_in_its_place() -> None:
    terminal = Terminal("play", "kuhn", "--seed", "1", *BOT, NO_COLOR="1")
    terminal.until(b"seat 1>")
    terminal.type(b"che\t\r")
    terminal.until(b"you play: check")
    left(terminal)
    terminal = Terminal(
        "play", "cat_in_the_sack", "--seed", "1", *BOT, "--seat", "3=random", NO_COLOR="1"
    )
    terminal.until(b"seat 1>")
    shown = terminal.screen.display
    assert any("lay(" in row for row in shown)
    terminal.type(b"lay(8\t\t")
    terminal.type(b"\x15")
    left(terminal)


def test_a_seat_gets_back_its_own_lines_alone() -> None:
    terminal = Terminal("play", WHISPER, "--seed", "1", "--seat", "2=human", NO_COLOR="1")
    terminal.until(CALL)
    terminal.line("")
    terminal.until(b"seat 1>")
    terminal.line("moves first")
    terminal.until(b"no move has")
    terminal.until(b"seat 1>")
    terminal.line("bid 2")
    terminal.until(CALL)
    terminal.type(b"\x1b[A\x1b[A")
    terminal.line("")
    terminal.until(b"seat 2>")
    start = len(terminal.seen)
    terminal.type(b"\x1b[A\x1b[A\x1b[A\x10\x10\x12bid\x07")  # up, Ctrl-P, a search backwards
    terminal.type(b"\x03")
    terminal.until(b"seat 2>")
    terminal.line("moves second")
    terminal.until(b"no move has")
    terminal.until(b"seat 2>")
    assert b"first" not in terminal.seen[start:]
    assert b"bid 2" not in terminal.seen[start:]
    terminal.line("bid 1")
    terminal.until(CALL)
    terminal.line("")
    terminal.until(b"seat 1>")
    start = len(terminal.seen)
    terminal.type(b"\x1b[A\x1b[A")
    terminal.until(b"moves first")
    terminal.type(b"\x03")
    terminal.until(b"seat 1>")
    assert b"second" not in terminal.seen[start:]
    left(terminal)


def test_nothing_is_completed_before_the_seat_is_taken() -> None:
    terminal = Terminal("play", WHISPER, "--seed", "1", "--seat", "2=human", NO_COLOR="1")
    terminal.until(CALL)
    terminal.type(b"\t\tb\t\x15s\tshow \t\t")
    time.sleep(0.5)
    terminal.line("")
    shown = terminal.until(b"\x1b[2J\x1b[3J\x1b[H")
    assert b"bid" not in shown
    assert b"table" not in shown
    terminal.until(b"seat 1>")
    left(terminal)


def test_the_end_of_a_game_of_a_match_can_be_read(tmp_path: Path) -> None:
    """It is shown to all, and stays until somebody takes the seat; then the next one must be called."""
    terminal = Terminal(
        "play", WHISPER, "--seed", "1", "--seat", "2=human", "--match", "two", "--set", "shows=1", NO_COLOR="1"
    )  # fmt: skip
    for seat in (b"1", b"2"):
        terminal.until(CALL)
        terminal.line("")
        terminal.until(b"seat " + seat + b">")
        terminal.line("bid 1")
        terminal.until(b"you play: bid(1)")
    terminal.until(b"game 1 is over")
    shown = terminal.until(CALL)
    assert b"\x1b[2J" not in shown
    screen = "\n".join(terminal.screen.display)
    assert "game 1 is over" in screen
    assert "hand[1]  " not in screen.split("game 1 is over")[1]
    terminal.type(b"\x04")
    terminal.until(b"not finished")
    assert terminal.leave() == 0


def test_rules_that_change_do_not_open_the_curtain(tmp_path: Path) -> None:
    path = tmp_path / "drop.rules"
    path.write_text(DROP)
    terminal = Terminal("play", str(path), "--watch", "--seat", "2=human", NO_COLOR="1")
    terminal.until(CALL)
    time.sleep(1)
    changed(path, "points[1] += 1", "points[1] += 5")
    time.sleep(1)
    terminal.type(b" ")
    terminal.line("")
    shown = terminal.until(b"seat 1>")
    assert b"read again" not in shown.split(b"\x1b[2J")[0]
    left(terminal)


def test_rules_are_read_again_while_somebody_thinks(tmp_path: Path) -> None:
    path = tmp_path / "drop.rules"
    path.write_text(DROP)
    terminal = Terminal("play", str(path), "--watch", *BOT, NO_COLOR="1")
    terminal.until(b"seat 1>")
    terminal.line("drop stone 4")
    terminal.until(b"you play")
    terminal.until(b"seat 1>")
    time.sleep(0.7)
    changed(path, "points[1] += 1", "points[1] += mising")
    terminal.until(b"drop.rules")
    terminal.until(b"mising")
    terminal.until(b"the game goes on with the rules it had")
    terminal.until(b"seat 1>")
    changed(path, "points[1] += mising", "points[1] += 5")
    terminal.until(b"the rules are read again, and 2 moves made again")
    terminal.until(b"seat 1>")
    left(terminal)


def test_ctrl_c_while_bots_play_among_themselves_leaves() -> None:
    seats = [word for seat in (1, 2, 3) for word in ("--seat", f"{seat}=rollout:2000")]
    terminal = Terminal("play", "cherki", "--seed", "1", *seats, NO_COLOR="1")
    terminal.until(b"three_deals")
    time.sleep(1)
    os.kill(terminal.running.pid, signal.SIGINT)
    time.sleep(0.3)
    os.kill(terminal.running.pid, signal.SIGINT)
    terminal.until(b"you leave; the game is not finished")
    assert terminal.leave() == 130
    assert b"Traceback" not in terminal.seen


def test_ctrl_c_calls_back_a_bot_that_chooses_for_a_person() -> None:
    more = ("--seat", "2=rollout:100", "--seat", "3=rollout:100", "--adviser", "rollout:100")
    terminal = Terminal("play", "cat_in_the_sack", "--seed", "1", *more, NO_COLOR="1")
    terminal.until(b"seat 1>")
    terminal.line("auto")
    terminal.until(b"to the end of the game")
    time.sleep(0.3)
    terminal.type(b"\x03")
    terminal.until(b"seat 1>")
    left(terminal)
    assert b"is over" not in terminal.seen


def test_ctrl_c_while_a_hint_is_sought_does_not_leave() -> None:
    terminal = Terminal("play", "kuhn", "--seed", "1", *BOT, NO_COLOR="1")
    terminal.until(b"seat 1>")
    terminal.line("hint rollout:9000")
    time.sleep(0.5)
    os.kill(terminal.running.pid, signal.SIGINT)
    terminal.until(b"would play")
    terminal.until(b"seat 1>")
    left(terminal)


def test_ctrl_c_at_a_dumb_terminal_gives_up_the_line() -> None:
    terminal = Terminal("play", WHISPER, "--seed", "1", *BOT, TERM="dumb")
    terminal.until(b"seat 1>")
    terminal.type(b"bid 2")
    terminal.until(b"bid 2")
    terminal.type(b"\x03")
    terminal.until(b"seat 1>")
    terminal.type(b"\r")
    terminal.until(b"seat 1>")
    terminal.type(b"quit\r")
    assert terminal.leave() == 0
    assert b"you play" not in terminal.seen


@pytest.mark.parametrize("name", ["kuhn", "ka_ching", "goofspiel", "cat_in_the_sack", "cherki"])
def test_a_session_of_each_game(name: str) -> None:
    """A hint, a why, a list, a move, taking it back, making it again, a bot to the end, and away."""
    seats = [word for seat in (2, 3) for word in ("--seat", f"{seat}=random")]
    if name not in ("cherki", "cat_in_the_sack"):
        seats = seats[:2]
    terminal = Terminal("play", name, "--seed", "2", *seats, "--adviser", "random", NO_COLOR="1")
    for line, answer in (
        ("", b""), ("hint", b"would play"), ("why not 1", b"is legal now"), ("table", b""), ("where", b".rules:"),
        ("zebra", b"not understood"), ("1", b"you play: "), ("undo", b"taken back"), ("redo", b"made again"),
        ("log", b""), ("transcript", b""),
    ):  # fmt: skip
        terminal.until(b"seat 1>")
        terminal.line(line)
        terminal.until(answer)
    terminal.until(b"seat 1>")
    terminal.line("auto")
    terminal.until(b"over>")
    terminal.line("record test mine")
    terminal.until(b'test "mine":')
    terminal.until(b"over>")
    left(terminal)
