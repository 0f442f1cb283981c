"""A session for programs: JSON lines both ways. The protocol is described in ``docs/json.md``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TextIO

from ruledsl.diagnostics.suggest import nearest
from ruledsl.engine.errors import RuleFault
from ruledsl.repl import as_json
from ruledsl.repl.as_json import Message
from ruledsl.repl.commands import COMMANDS, LONGEST_LINE, Command, Pick, Say, read
from ruledsl.repl.loop import Outcome, goes_on
from ruledsl.repl.results import Left
from ruledsl.repl.screen import LONGEST
from ruledsl.repl.session import Session

_SHOWN = 40
"""Characters of a wrong word that are repeated."""


def talk(session: Session, reader: TextIO, writer: TextIO) -> Outcome:
    """Answer lines of JSON with lines of JSON until the other side closes or leaves."""
    return _Talk(session, reader, writer).run()


class _Talk:
    def __init__(self, session: Session, reader: TextIO, writer: TextIO) -> None:
        self._session = session
        self._reader = reader
        self._writer = writer
        self._sent = 0

    def run(self) -> Outcome:
        session = self._session
        machine = session.game.machine
        self._send(
            {
                "type": "hello",
                "format": as_json.FORMAT,
                "version": as_json.VERSION,
                "min_reader": as_json.MIN_READER,
                "game": machine.name,
                "title": machine.title,
                "rules_hash": machine.rules_hash,
                "players": machine.players,
                "options": session.game.options,
                "seats": {str(seat): p.kind for seat, p in session.table.seats.items()},
            }
        )
        self._open()
        while True:
            try:
                session.proceed()
            except RuleFault as fault:
                self._send(as_json.fault(session.told_of(fault)))
                if not session.recover():
                    return "broken"
                continue
            for text in session.notices():
                self._send({"type": "notice", "text": text})
            if session.is_over:
                if self._ended():
                    continue
            else:
                self._send(as_json.choice(session.choice()))
            if not self._answered():
                return "over" if session.is_over else "left"

    def _open(self) -> None:
        opening = self._session.opening()
        if opening is not None:
            self._send(as_json.opening(opening))

    def _ended(self) -> bool:
        """Tell how a game ended; True where play goes on by itself."""
        session = self._session
        self._send(as_json.ending(session.ending()))
        standing = session.standing()
        if standing is not None:
            self._send(as_json.standing(standing))
        try:
            if session.next_game():
                self._open()
                return True
        except RuleFault as fault:
            self._send(as_json.fault(session.told_of(fault)))
            return session.recover()
        return False

    def _answered(self) -> bool:
        """Answer lines until the game may stand elsewhere; False when the other side is gone."""
        for line in self._lines():
            asked = _asked(line)
            if isinstance(asked, dict):
                self._send(asked)
                continue
            result = self._session.do(asked)
            self._send(as_json.result(result))
            if isinstance(result, Left):
                return False
            if goes_on(result):
                return True
        self._send({"type": "close"})
        return False

    def _lines(self) -> Iterator[str]:
        while line := self._reader.readline(LONGEST + 1):
            whole = line
            while not line.endswith("\n") and (line := self._reader.readline(LONGEST)):
                whole = ""
            yield whole

    def _send(self, message: Message) -> None:
        self._sent += 1
        line = json.dumps({"number": self._sent, **message}, sort_keys=True)
        self._writer.write(line + "\n")
        self._writer.flush()


def _asked(line: str) -> Command | Message:
    """What a line asks for, or what is wrong with it."""
    if not line:
        return as_json.error("unreadable", f"a line has at most {LONGEST} characters")
    try:
        asked: Any = json.loads(line)
    except (ValueError, RecursionError):
        return as_json.error("unreadable", "a line holds one JSON object")
    if isinstance(asked, dict):
        match asked:
            case {"move": int(number)} if not isinstance(number, bool) and len(asked) == 1:
                return Pick(number)
            case {"move": str(text)} if len(asked) == 1:
                return (
                    Say(text) if len(text) <= LONGEST_LINE else _no("that is too long for a move")
                )
            case {"command": str(word)} if asked.keys() <= {"command", "with"}:
                rest = asked.get("with", "")
                if word not in COMMANDS:
                    return _no(_unknown(word))
                if isinstance(rest, str | int) and not isinstance(rest, bool):
                    return read(f"/{word} {rest}", ())
    return _no('it goes {"move": 3}, {"move": "TEXT"} or {"command": "WORD", "with": "TEXT"}')


def _unknown(word: str) -> str:
    """What to say of a word that is no command."""
    near = nearest(word, COMMANDS)
    shown = word if len(word) <= _SHOWN else f"{word[:_SHOWN]}..."
    hint = f"did you mean `{near}`?" if near else f"there are {', '.join(COMMANDS)}"
    return f"there is no command `{shown}`; {hint}"


def _no(message: str) -> Message:
    return as_json.error("unreadable", message)
