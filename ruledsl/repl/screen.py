"""The screen and keyboard of a session: a terminal, or a pipe that is read like a transcript."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TextIO, TypeAlias

from ruledsl.repl.lines import Line, Style, fitted
from ruledsl.wording.wording import PLAIN, Wording

LONGEST = 10_000
"""Characters that a line may have: of a person's the rest is thrown away, a program's is refused as a whole."""

RELOAD = "/reload"
"""The line that a screen types by itself when the rules have changed."""

Complete: TypeAlias = Callable[[str], Sequence[str]]
"""From a text to the words that its last word may become."""

_COLOURS: dict[Style, str] = {
    "title": "\x1b[1m",
    "quiet": "\x1b[2m",
    "problem": "\x1b[1;31m",
    "good": "\x1b[1;32m",
}
_PLAIN = "\x1b[0m"
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears what is shown and what has scrolled away, and goes to the top."""


class Screen:
    """Shows lines, asks for lines.

    Nothing that a terminal would obey is ever let through from a line's text. On a pipe what is
    read is shown behind the prompt, so that the output reads like a talk.
    """

    def __init__(
        self,
        reader: TextIO,
        writer: TextIO,
        *,
        terminal: bool = False,
        colour: bool = False,
        width: int | None = None,
    ) -> None:
        """A line that is longer than ``width`` columns is shown on several; without a width none is."""
        self._reader = reader
        self._writer = writer
        self._terminal = terminal
        self._colour = colour
        self._width = width
        self._changed: Callable[[], bool] = lambda: False
        self._wording = PLAIN

    def speak(self, wording: Wording) -> None:
        """From now on say everything so."""
        self._wording = wording

    def complete_with(self, complete: Complete) -> None:
        """From now on words may be completed so, where lines can be edited; here they cannot."""

    def watch(self, changed: Callable[[], bool]) -> None:
        """From now on ask for ``RELOAD`` by itself when ``changed()`` is true."""
        changed()
        self._changed = changed

    def show(self, lines: Iterable[Line]) -> None:
        """Show lines."""
        for line in lines:
            said = self._wording.shown(line.text)
            colour = _COLOURS.get(line.style) if self._colour and said else None
            for text in [said] if line.whole else self._fitted(said):
                self._writer.write(f"{colour}{text}{_PLAIN}\n" if colour else f"{text}\n")
        self._writer.flush()

    def ask(self, prompt: str) -> str | None:
        """The next line, without its end; None when there are no more. At a terminal Ctrl-C begins it anew."""
        last = self._led_up_to(prompt)
        self._writer.write(last)
        if self._changed():
            self._writer.write(f"{RELOAD}\n")
            return RELOAD
        return self._typed(last)

    def wait(self, prompt: str) -> bool:
        """Wait for Enter, whatever is typed before it; False when there are no more lines.

        Nothing is completed, kept in a history or read again: nobody knows yet who looks.
        """
        last = self._led_up_to(prompt)
        self._writer.write(last)
        return self._typed(last) is not None

    def _led_up_to(self, prompt: str) -> str:
        """Show a prompt but for its last line, which is returned."""
        said = self._wording.shown(prompt)
        *before, last = self._fitted(said.rstrip())
        self._writer.writelines(f"{text}\n" for text in before)
        return last + said[len(said.rstrip()) :]

    def _fitted(self, said: str) -> list[str]:
        return [said] if self._width is None else fitted(said, self._width)

    def _typed(self, prompt: str) -> str | None:
        while True:
            self._writer.flush()
            try:
                return self._line()
            except KeyboardInterrupt:
                if not self._terminal:
                    raise
                self._writer.write(f"\n{prompt}")

    def _line(self) -> str | None:
        line = self._reader.readline(LONGEST)
        if not line:
            self._writer.write("\n")
            return None
        rest = line
        while not rest.endswith("\n") and (rest := self._reader.readline(LONGEST)):
            pass
        text = line.rstrip("\n").rstrip("\r")
        if not self._terminal:
            self._writer.write(f"{self._wording.shown(text)}\n")
        return text

    def clear(self) -> None:
        """Take everything off the screen, what has scrolled away too."""
        if self._terminal:
            self._writer.write(_CLEAR)
            self._writer.flush()
