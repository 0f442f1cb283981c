"""What a real terminal changes: colours, Ctrl-C and Ctrl-D, the curtain between two people."""

from __future__ import annotations

from tests.cli.command import RULES
from tests.cli.terminal import Terminal

WHISPER = str(RULES / "whisper.rules")


def test_ctrl_c_gives_up_a_line_and_loses_nothing():
    terminal = Terminal("play", WHISPER, "--seed", "1", NO_COLOR="1")
    terminal.until(b"seat 1>")
    terminal.type(b"bid 2\x03")
    terminal.until(b"seat 1>")
    terminal.type(b"log\r")
    terminal.until(b"you play: log")
    terminal.until(b"seat 1>")
    terminal.type(b"\x04")
    terminal.until(b"the input has ended; the game is not finished")
    assert terminal.leave() == 0
    assert b"you play: bid" not in terminal.seen
    assert b"Traceback" not in terminal.seen


def test_end_of_input_at_a_terminal_leaves_cleanly():
    terminal = Terminal("play", WHISPER, "--seed", "1")
    terminal.until(b"seat 1>")
    terminal.type(b"\x04")
    terminal.until(b"the input has ended; the game is not finished")
    assert terminal.leave() == 0


def test_colours_at_a_terminal():
    terminal = Terminal("play", WHISPER, "--seed", "1")
    assert b"\x1b[1m" in terminal.until(b"seat 1>")
    terminal.type(b"quit\r")
    assert terminal.leave() == 0
    plain = Terminal("play", WHISPER, "--seed", "1", NO_COLOR="1")
    assert b"\x1b[1m" not in plain.until(b"seat 1>")
    plain.type(b"quit\r")
    assert plain.leave() == 0


def test_two_people_at_one_terminal_are_called_one_by_one():
    terminal = Terminal("play", WHISPER, "--seed", "1", "--seat", "2=human", NO_COLOR="1")
    called = terminal.until(b"seat 1, press Enter when nobody else looks:")
    assert b"hand[1]" not in called
    terminal.type(b"\r")
    first = terminal.until(b"seat 1>")
    assert first.count(b"\x1b[2J\x1b[3J\x1b[H") == 1
    terminal.type(b"log\r")
    called = terminal.until(b"seat 2, press Enter when nobody else looks:")
    # The screen is cleared between what seat 1 saw and the call of seat 2.
    assert called.rindex(b"\x1b[2J\x1b[3J\x1b[H") > called.rindex(b"you play: log")
    terminal.type(b"\r")
    second = terminal.until(b"seat 2>")
    assert b"hand[2]  " in second
    terminal.type(b"quit\r")
    assert terminal.leave() == 0


def test_a_dumb_terminal_cannot_hide_anything():
    terminal = Terminal("play", WHISPER, "--seat", "2=human", TERM="dumb")
    terminal.until(b"would see each other's cards here")
    assert terminal.leave() == 2
