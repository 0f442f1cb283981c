"""The tests of a ruleset, played and watched: which parts of the rules they exercise."""

from __future__ import annotations

from ruledsl import compiling
from ruledsl.coverage.games import watched_game
from ruledsl.coverage.measure import Coverage, Measure
from ruledsl.coverage.watching import Met
from ruledsl.diagnostics.model import Diagnostic
from ruledsl.engine.game import Game
from ruledsl.machine.model import Machine
from ruledsl.testing.runner import Report, run_tests


def run_covered(
    opened: compiling.Outcome, only: str = ""
) -> tuple[tuple[Report, ...], tuple[Diagnostic, ...], Coverage]:
    """Play the tests as `run_tests` does; what they exercise of the rules for all numbers of players.

    Of very large rulesets it is for as many of these as they are checked for.
    """
    met = Met()
    measure = Measure()

    def watched(machine: Machine) -> Game:
        measure.there_is(machine)
        return watched_game(machine, met)[0]

    reports, found = run_tests(opened, only, watched)
    program = opened.program
    if program is not None and program.players is not None:
        least, most = program.players
        for players in range(least, most + 1)[: compiling.affordable(program)]:
            machine = compiling.compile_program(opened, players).machine
            if machine is not None:
                measure.there_is(machine)
    measure.was_met(met.points)
    return reports, found, measure.coverage()
