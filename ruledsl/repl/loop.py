"""Brings a session and a screen together until the people leave or the input ends."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import evolve

from ruledsl.engine.errors import RuleFault
from ruledsl.phrase import phrase, seat_named
from ruledsl.repl.interruption import Interruption
from ruledsl.repl.lines import Line
from ruledsl.repl.rendering import Rendering
from ruledsl.repl.results import GOES_ON, Left, Redone, Restarted, Result, Undone
from ruledsl.repl.screen import Screen
from ruledsl.repl.session import Session

Outcome: TypeAlias = Literal["over", "left", "broken"]
"""How it ended: the game is over, the person left (or the input ended), or the rules failed."""


def play(
    session: Session, rendering: Rendering, screen: Screen, *, open_hands: bool, log: bool = False
) -> Outcome:
    """Play to the end, and stay for questions while there are people.

    Where several people share the screen, each is called before anything is shown to them; with
    ``open_hands`` they all look at it together. With ``log`` the whole of each game is told at its end.
    """
    return _Loop(session, rendering, screen, open_hands, log).run()


def goes_on(result: Result) -> bool:
    """Whether the game may stand elsewhere after this result."""
    if isinstance(result, Undone | Redone | Restarted):
        return result.count > 0
    return isinstance(result, GOES_ON)


class _Loop:
    def __init__(
        self, session: Session, rendering: Rendering, screen: Screen, open_hands: bool, log: bool
    ) -> None:
        self._session = session
        self._last_rendering = rendering
        self._screen = screen
        self._log = log
        self._open_hands = open_hands
        self._shown_to: int | None = None

    @property
    def _rendering(self) -> Rendering:
        """What renders for the rules as they are now, and calls the seats by their present names."""
        session, views = self._session, self._last_rendering.views
        machine, wording = session.machine, session.wording
        if views.machine is not machine or views.manner.wording != wording:
            self._last_rendering = Rendering.of(machine, evolve(views.manner, wording=wording))
            self._screen.speak(wording)
        return self._last_rendering

    @property
    def _discreet(self) -> bool:
        """Whether people who share the screen must not see each other's secrets."""
        return len(self._session.people) > 1 and not self._open_hands

    def _is_news_to(self, seat: int) -> bool:
        """Whether that person must be called to the screen first.

        A seat may have been taken over by a bot meanwhile: then somebody else still looks.
        """
        shown = self._shown_to
        return not self._open_hands and shown != seat and (self._discreet or shown is not None)

    def run(self) -> Outcome:
        session, screen = self._session, self._screen
        screen.speak(session.wording)
        self._open()
        while True:
            try:
                with Interruption() as interruption:
                    session.proceed(interruption.wanted)
            except RuleFault as fault:
                if not self._recovered(fault):
                    return "broken"
                continue
            if interruption.wanted():
                if not session.people and not session.is_over:
                    raise KeyboardInterrupt
                session.table.call_back()
            screen.show(
                [Line(phrase("({text})", text=text), "quiet") for text in session.notices()]
            )
            if session.is_over:
                outcome = self._over()
                if outcome is not None:
                    return outcome
                continue
            seat = session.asked
            if seat is None:
                continue
            if self._is_news_to(seat) and not self._called(seat):
                self._left()
                return "left"
            self._shown_to = seat
            screen.show(self._rendering.choice(session.choice()))
            if not self._chosen(seat):
                return "left"

    def _open(self) -> None:
        opening = self._session.opening()
        if opening is not None:
            self._screen.show(self._rendering.opening(opening))

    def _recovered(self, fault: RuleFault) -> bool:
        """Tell of a fault in the rules and go back to the last choice of a person, if there was one."""
        if self._discreet and self._shown_to is not None:
            self._screen.clear()
        self._screen.show(self._rendering.verdicts.fault(self._session.told_of(fault)))
        if not self._session.recover():
            return False
        self._shown_to = None
        back = phrase("  the game is as it was before the last move that you chose")
        self._screen.show([Line(back, "quiet")])
        return True

    def _over(self) -> Outcome | None:
        """Tell how a game ended and go on to the next one of the match; None when play goes on."""
        session, screen = self._session, self._screen
        if self._discreet and self._shown_to is not None:
            screen.clear()
            self._shown_to = None  # everybody looks at the end of a game
        ending = session.ending()
        if self._log:
            screen.show([Line(""), *self._rendering.log(session.log())])
        told = self._rendering.ending if session.people else self._rendering.scores
        screen.show(told(ending))
        standing = session.standing()
        if standing is not None:
            screen.show(self._rendering.standing(standing))
        try:
            if session.next_game():
                self._open()
                return None
        except RuleFault as fault:
            return None if self._recovered(fault) else "broken"
        if not session.people:
            return "over"
        screen.show(
            [Line(phrase("(`help` tells what can still be asked, `quit` leaves)"), "quiet")]
        )
        if self._asked_after():
            self._shown_to = None
            return None
        return "over"

    def _asked_after(self) -> bool:
        """Answer lines after the end; True when something was taken back, so that play goes on."""
        while (line := self._screen.ask(phrase("over> "))) is not None:
            result = self._answer(line)
            if isinstance(result, Left):
                return False
            self._screen.show(self._rendering.result(result))
            if goes_on(result):
                return True
        return False

    def _answer(self, line: str) -> Result:
        """The answer to a line; Ctrl-C waits until it is there, since half a move is none."""
        with Interruption():
            return self._session.answer(line)

    def _called(self, seat: int) -> bool:
        """Have the person of a seat come to the screen; False when the input ends."""
        if self._shown_to is not None:
            self._screen.clear()
        call = phrase("{seat}, press Enter when nobody else looks: ", seat=seat_named(seat))
        if not self._screen.wait(call):
            return False
        self._screen.clear()
        return True

    def _chosen(self, seat: int) -> bool:
        """Answer lines until the game goes on; False when the person leaves."""
        while True:
            line = self._screen.ask(phrase("{seat}> ", seat=seat_named(seat)))
            if line is None:
                self._left()
                return False
            result = self._answer(line)
            self._screen.show(self._rendering.result(result))
            if isinstance(result, Left):
                return False
            if goes_on(result):
                return True

    def _left(self) -> None:
        self._screen.show([Line(phrase("the input has ended; the game is not finished"))])
