"""A process at a terminal of its own, which answers what a program asks of it."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import subprocess
import sys
import termios
import time

import pyte

from tests.cli.command import environment

PATIENCE = 30.0
"""Seconds that something may take to appear."""


def _own_terminal() -> None:
    """Make the terminal that of the process, so that Ctrl-C at it is what it is everywhere."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """A terminal of 100 columns and 40 lines, and the command that runs at it."""

    def __init__(self, *args: str, columns: int = 100, lines: int = 40, **more: str) -> None:
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
            start_new_session=True,
            preexec_fn=_own_terminal,
        )
        os.close(slave)
        self.seen = b""
        """All that was ever written to the terminal."""
        self._read_to = 0

    def _answer(self, data: str) -> None:
        """Send what a terminal answers by itself: where its cursor is, say."""
        self.type(data.encode())

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
        os.write(self._master, text)

    def line(self, text: str) -> None:
        """Type a line."""
        self.type(text.encode() + b"\r")

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
