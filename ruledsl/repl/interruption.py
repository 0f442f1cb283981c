"""Ctrl-C while bots play: what has begun is finished, then people choose again."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any


class Interruption:
    """While it lasts, a first Ctrl-C only notes that it came; a second one ends the program as usual."""

    def __init__(self) -> None:
        self._wanted = False
        self._before: Any = None

    def wanted(self) -> bool:
        """Whether Ctrl-C was pressed."""
        return self._wanted

    def __enter__(self) -> Interruption:
        # Python lets the main thread alone handle signals.
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _note(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        self._wanted = True
        signal.signal(signal.SIGINT, self._before)
