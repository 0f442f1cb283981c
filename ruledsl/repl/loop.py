"""Brings a session and a screen together until the game or the input ends."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ruledsl.engine.errors import RuleFault
from ruledsl.repl.lines import Line
from ruledsl.repl.rendering import Rendering
from ruledsl.repl.results import Left, Played, Undone
from ruledsl.repl.screen import Screen
from ruledsl.repl.session import Session

Outcome: TypeAlias = Literal["over", "left", "broken"]
"""How it ended: the game is over, the person left (or the input ended), or the rules failed."""


def play(session: Session, rendering: Rendering, screen: Screen, *, open_hands: bool) -> Outcome:
    """Play to the end.

    Where several people share the screen, each is called before anything is shown to them; with
    ``open_hands`` they all look at it together.
    """
    discreet = len(session.people) > 1 and not open_hands
    shown_to: int | None = None
    while True:
        try:
            session.proceed()
        except RuleFault as fault:
            screen.show(rendering.fault(fault))
            return "broken"
        if session.is_over:
            if discreet and shown_to is not None:
                screen.clear()
            screen.show(rendering.ending(session.ending()))
            standing = session.standing()
            if standing is not None:
                screen.show(rendering.standing(standing))
            try:
                if not session.next_game():
                    return "over"
            except RuleFault as fault:
                screen.show(rendering.fault(fault))
                return "broken"
            continue
        seat = session.asked
        assert seat is not None, "nobody can go on"
        if discreet and shown_to != seat:
            if not _called(screen, seat):
                return _left(screen)
            shown_to = seat
        screen.show(rendering.choice(session.choice()))
        if not _chosen(session, rendering, screen, seat):
            return "left"


def _called(screen: Screen, seat: int) -> bool:
    """Have the person of a seat come to the screen; False when the input ends."""
    screen.clear()
    if screen.ask(f"seat {seat}, press Enter when nobody else looks: ") is None:
        return False
    screen.clear()
    return True


def _chosen(session: Session, rendering: Rendering, screen: Screen, seat: int) -> bool:
    """Answer lines until the game goes on; False when the person leaves."""
    while True:
        line = screen.ask(f"seat {seat}> ")
        if line is None:
            _left(screen)
            return False
        result = session.answer(line)
        screen.show(rendering.result(result))
        match result:
            case Left():
                return False
            case Played():
                return True
            case Undone(count) if count:
                return True


def _left(screen: Screen) -> Outcome:
    screen.show([Line("the input has ended; the game is not finished")])
    return "left"
