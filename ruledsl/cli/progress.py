"""How far something has come, on the error output: only where that is a terminal that can show it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from ruledsl.cli.console import width_of

_BAR = 24
"""Characters of the bar."""

_EVERY = 0.1
"""Seconds between two showings."""


class Progress:
    """Counts games, and shows how many there are of all."""

    def __init__(self, total: int, stream: TextIO) -> None:
        self._total = total
        self._stream = stream
        self._done = 0
        self._began = self._last = time.monotonic()
        self._shown = 0

    def __call__(self, more: int) -> None:
        """So many more are done."""
        self._done += more
        now = time.monotonic()
        if now - self._last >= _EVERY:
            self._last = now
            self._show(self._text(now - self._began))

    def _text(self, seconds: float) -> str:
        part = self._done / max(self._total, 1)
        filled = int(part * _BAR)
        bar = "#" * filled + "." * (_BAR - filled)
        rate = f"{self._done / seconds:,.0f} a second" if seconds > 0 else ""
        return f"[{bar}] {part:4.0%}  {self._done:,} of {self._total:,} games, {rate}"

    def _show(self, text: str) -> None:
        text = text[: width_of(self._stream) - 1]
        self._stream.write(f"\r{text:{self._shown}}")
        self._stream.flush()
        self._shown = len(text)

    def clear(self) -> None:
        """Take the line away again."""
        if self._shown:
            self._show("")
            self._stream.write("\r")
            self._stream.flush()


@contextmanager
def progress(total: int, stream: TextIO) -> Iterator[Progress | None]:
    """What counts games up to a total; None where nobody would see it."""
    if not stream.isatty() or os.environ.get("TERM") == "dumb":
        yield None
        return
    shown = Progress(total, stream)
    try:
        yield shown
    finally:
        shown.clear()
