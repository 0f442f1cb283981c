"""The screen and keyboard of a person at a terminal: editing, history and completion.

What somebody typed can be as secret as what he was shown, so that every seat has a history of its
own, which is kept in memory only and forgotten at the end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import TextIO

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.history import DummyHistory, History, InMemoryHistory
from prompt_toolkit.input import Input
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.shortcuts import CompleteStyle

from ruledsl.repl.screen import LONGEST, RELOAD, Complete, Screen

PERIOD = 0.3
"""Seconds between looks at the rules."""


class Terminal(Screen):
    """A terminal whose lines can be edited."""

    def __init__(
        self,
        reader: TextIO,
        writer: TextIO,
        *,
        colour: bool = False,
        width: int | None = None,
        source: Input | None = None,
        target: Output | None = None,
    ) -> None:
        """``source`` and ``target`` stand in for the terminal in tests."""
        super().__init__(reader, writer, terminal=True, colour=colour, width=width)
        self._histories: dict[str, InMemoryHistory] = {}
        self._completer: _Completer | None = None
        self._source = source
        self._target = target

    def complete_with(self, complete: Complete) -> None:
        """Complete words on Tab from now on."""
        self._completer = _Completer(complete)

    def ask(self, prompt: str) -> str | None:
        """The next line; Ctrl-C cancels it and begins another, Ctrl-D makes it None."""
        shown = self._led_up_to(prompt)
        history = self._histories.setdefault(shown, InMemoryHistory())
        session = self._session(history, self._completer)
        return self._prompted(session, shown, lambda: self._look(session))

    def wait(self, prompt: str) -> bool:
        """Wait for Enter; see `Screen.wait`."""
        session = self._session(DummyHistory(), None)
        return self._prompted(session, self._led_up_to(prompt), None) is not None

    def _session(self, history: History, completer: Completer | None) -> PromptSession[str]:
        return PromptSession(
            history=history,
            completer=completer,
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            reserve_space_for_menu=0,
            color_depth=None if self._colour else ColorDepth.DEPTH_1_BIT,
            input=self._source,
            output=self._target,
        )

    def _prompted(
        self, session: PromptSession[str], prompt: str, begun: Callable[[], None] | None
    ) -> str | None:
        self._writer.flush()
        while True:
            try:
                return session.prompt(ANSI(prompt), pre_run=begun)[:LONGEST]
            except KeyboardInterrupt:
                continue
            except EOFError:
                return None

    def _look(self, session: PromptSession[str]) -> None:
        """While somebody may type, look from time to time whether the rules have changed."""

        async def watching() -> None:
            while not self._changed():
                await asyncio.sleep(PERIOD)
            session.app.exit(result=RELOAD)

        session.app.create_background_task(watching())


class _Completer(Completer):
    """Completes the last word."""

    def __init__(self, complete: Complete) -> None:
        self._complete = complete

    def get_completions(
        self,
        document: Document,
        complete_event: CompleteEvent,  # noqa: ARG002 - the interface asks for it
    ) -> Iterable[Completion]:
        """The words that fit before the cursor."""
        text = document.text_before_cursor
        last = "" if not text or text[-1].isspace() else text.split()[-1]
        return [Completion(word, -len(last)) for word in self._complete(text)]
