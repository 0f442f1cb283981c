"""How far something has come, on the error output: only where that is a terminal that can show it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from ruledsl.cli.console import width_of

_BAR = 24
"""Characters of the bar."""

_EVERY = 0.1
"""Seconds between two showings."""


class StatusLine:
    """The last line of a terminal, which is written again and again, and taken away in the end."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._began = self._last = time.monotonic()
        self._shown = 0

    def due(self) -> float | None:
        """The seconds since the beginning, if it is time to show something; otherwise None."""
        now = time.monotonic()
        if now - self._last < _EVERY:
            return None
        self._last = now
        return now - self._began

    def show(self, text: str) -> None:
        """Write a text in place of the last one, as much of it as the terminal is wide."""
        text = text[: width_of(self._stream) - 1]
        self._stream.write(f"\r{text:{self._shown}}")
        self._stream.flush()
        self._shown = len(text)

    def clear(self) -> None:
        """Take the line away again."""
        if self._shown:
            self.show("")
            self._stream.write("\r")
            self._stream.flush()


@contextmanager
def progress(
    text_of: Callable[[int, float], str], stream: TextIO
) -> Iterator[Callable[[int], None] | None]:
    """What counts things that are done; None where nobody would see it.

    ``text_of`` says what is shown for a count and the seconds that have gone by.
    """
    if not stream.isatty() or os.environ.get("TERM") == "dumb":
        yield None
        return
    line = StatusLine(stream)
    done = 0

    def count(more: int) -> None:
        nonlocal done
        done += more
        seconds = line.due()
        if seconds is not None:
            line.show(text_of(done, seconds))

    try:
        yield count
    finally:
        line.clear()


def games_of(total: int) -> Callable[[int, float], str]:
    """Shows how many games are done of all."""

    def text(done: int, seconds: float) -> str:
        part = done / max(total, 1)
        filled = int(part * _BAR)
        bar = "#" * filled + "." * (_BAR - filled)
        rate = f"{done / seconds:,.0f} a second" if seconds > 0 else ""
        return f"[{bar}] {part:4.0%}  {done:,} of {total:,} games, {rate}"

    return text


def moves_in(name: str) -> Callable[[int, float], str]:
    """Shows how many moves were played of what is called so."""
    return lambda done, seconds: f"{done:,} moves in {seconds:.0f} s: {name}"
