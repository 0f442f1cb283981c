"""Whole games of a program that notes what is exercised."""

from __future__ import annotations

from ruledsl.coverage.watching import Met, Watched
from ruledsl.engine.game import Game
from ruledsl.machine.model import Machine


def watched_game(machine: Machine, met: Met | None = None) -> tuple[Game, Watched]:
    """A game that is watched while it is played, and its program. What ``met`` holds of other machines is added to."""
    program = Watched(machine, met)
    return Game(machine, program=program), program
