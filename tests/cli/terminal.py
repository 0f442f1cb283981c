"""A process at a terminal of its own, which answers what a program asks of it."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("pty", reason="there are no pseudo-terminals here")

import fcntl
import pty
import termios

import pyte

from tests.cli.command import environment

PATIENCE = 30.0
"""Seconds that something may take to appear."""

PROMPT = re.compile(r"[\w ]+> ")
"""The beginning of a row at which somebody may type."""
BARE = re.compile(r"[\w ]+> +$")
"""Such a row with nothing typed in it."""
QUIET = 0.1
"""Seconds without anything new on the terminal after which nothing more is to come."""


def _own_terminal() -> None:
    """Make the terminal that of the process, so that Ctrl-C at it is what it is everywhere."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """A terminal of 100 columns and 40 lines, and the command that runs at it."""

    def __init__(
        self, *args: str, columns: int = 100, lines: int = 40, cwd: Path | None = None, **more: str
    ) -> None:
        self._master, slave = pty.openpty()
        self.screen = pyte.HistoryScreen(columns, lines, history=10_000)
        self.screen.write_process_input = self._answer
        self._stream = pyte.ByteStream(self.screen)
        size = {"COLUMNS": str(columns), "LINES": str(lines), "TERM": "xterm"}
        self.running = subprocess.Popen(
            [sys.executable, "-m", "ruledsl", *args],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment({**size, **more}),
            cwd=cwd,
            start_new_session=True,
            preexec_fn=_own_terminal,
        )
        os.close(slave)
        self.seen = b""
        """All that was ever written to the terminal."""
        self._read_to = 0
        self._typed_at = -1

    def _answer(self, data: str) -> None:
        """Send what a terminal answers by itself: where its cursor is, say."""
        os.write(self._master, data.encode())

    def until(self, text: bytes) -> bytes:
        """Read until a text comes that was not read for yet; what came since the last such read."""
        start = self._read_to
        deadline = time.monotonic() + PATIENCE
        while text not in self.seen[start:]:
            ready, _, _ = select.select([self._master], [], [], max(deadline - time.monotonic(), 0))
            assert ready, (text, self.seen[start:])
            try:
                more = os.read(self._master, 10_000)
            except OSError:  # the process has left
                more = b""
            assert more, (text, self.seen[start:])
            self.seen += more
            self._stream.feed(more)
        self._read_to = self.seen.index(text, start) + len(text)
        return self.seen[start : self._read_to]

    def type(self, text: bytes) -> None:
        """Type a text."""
        self._typed_at = len(self.seen)
        os.write(self._master, text)

    def line(self, text: str) -> None:
        """Type a line."""
        self.type(text.encode() + b"\r")

    def settled(self, bare: bool = True) -> None:
        """Read until something has come since the last key and then nothing more, at a prompt.

        ``bare``: with nothing typed behind it. Otherwise it is enough if nothing comes for a second.
        """
        deadline = time.monotonic() + PATIENCE
        begun = time.monotonic()
        shape = BARE if bare else PROMPT
        while True:
            ready, _, _ = select.select([self._master], [], [], QUIET)
            if not ready and shape.match(self.screen.display[self.screen.cursor.y]):
                idle = not bare and time.monotonic() - begun > 1
                if idle or len(self.seen) > self._typed_at:
                    self._read_to = len(self.seen)
                    return
            assert time.monotonic() < deadline, self.seen[self._read_to :]
            if ready:
                more = os.read(self._master, 10_000)
                self.seen += more
                self._stream.feed(more)

    def rows(self) -> list[str]:
        """All rows down to that of the cursor, those that have scrolled away first."""
        screen = self.screen
        gone = ["".join(row[x].data for x in range(screen.columns)) for row in screen.history.top]
        return [row.rstrip() for row in [*gone, *screen.display[: screen.cursor.y + 1]]]

    def leave(self) -> int:
        """Wait for the process to leave; its exit code."""
        deadline = time.monotonic() + PATIENCE
        while self.running.poll() is None:
            assert time.monotonic() < deadline, self.seen[self._read_to :]
            ready, _, _ = select.select([self._master], [], [], 0.05)
            if ready:
                try:
                    more = os.read(self._master, 10_000)
                except OSError:
                    continue
                self.seen += more
                self._stream.feed(more)
        os.close(self._master)
        return self.running.returncode
