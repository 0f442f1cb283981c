"""Proofs held against play: no fault where none is left open, and what is known of a place holds there.

``python -m tests.proofs.playing --programs 2000 --small --shipped --mutants`` plays made-up programs, most of which have faults,
small rulesets in order, all shipped ones, and these with a fault each, and counts sites, proofs and faults. Every step of
play is held against what is known of its place.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TypeAlias

from attrs import define, fields_dict

from ruledsl import compiling
from ruledsl.engine.errors import RuleFault
from ruledsl.engine.evaluate.compiler import Closure
from ruledsl.engine.frame import Cells
from ruledsl.engine.game import Game
from ruledsl.engine.happenings import Log
from ruledsl.engine.runner import Program
from ruledsl.engine.steps import Step
from ruledsl.explore.settings import settings
from ruledsl.machine.bounds import Bound
from ruledsl.machine.model import ME, NONE, STARTER, STATE, Expr, Machine, Over
from ruledsl.machine.sorts import AGGREGATES, nodes_of
from ruledsl.proofs.linear import Form
from ruledsl.proofs.proving import WORK, Place, Walk, left_open, ways_through
from ruledsl.proofs.sites import Risk
from ruledsl.proofs.situation import Situation
from tests.mutants.making import RULESETS, mutants_of
from tests.properties.configurations import settings as all_settings
from tests.properties.configurations import shipped
from tests.properties.programs import made_up, written
from tests.properties.test_programs import game_of
from tests.validate.playing import ALL

LIMITS = (
    "play goes on for",
    "the game goes on for",
    "the rules work without end",
    "has more than",
    "elements, more than",
)
"""What faults say that strike at a limit of the box, which no proof is about."""

RISKS: dict[str, tuple[Risk, ...]] = {
    "cannot be paid": ("money",),
    "is more than there is": ("money",),
    "would hold": ("money",),
    "cannot begin with": ("money",),
    "cards cannot be moved": ("card",),
    "are asked for": ("card",),
    "no card lies here": ("card",),
    "there is no card here": ("card", "none"),
    "one and the same card": ("tie",),
    "tie here": ("tie",),
    "fit here": ("tie",),
    "nothing to choose from": ("choice",),
    "cannot be calculated with": ("none",),
    "this is `none` here": ("none",),
    "a range cannot begin or end": ("none",),
    "a score cannot be": ("none",),
    "the greatest number": ("number",),
    "division by 0": ("zero",),
    "`none` cannot stand in brackets": ("index",),
    "there is no number": ("index", "card"),
    "is outside": ("index",),
    "nobody is": ("index",),
    "no legal move": ("stuck",),
    "cannot be": ("range",),
}
"""What faults say, and which risk that is: the first that fits. Whatever else they say should never happen in
rules that pass a check."""

MOST = 300
"""Decisions of a game."""


@define
class Tally:
    """What was played and found."""

    programs: int = 0
    refused: int = 0
    too_large: int = 0
    clean: int = 0
    """Programs of which nothing is left open."""
    sites: int = 0
    open: int = 0
    games: int = 0
    decisions: int = 0
    faults: int = 0
    limits: int = 0

    def add(self, other: Tally) -> None:
        """Count in what another has counted."""
        for name in fields_dict(Tally):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def told(self) -> str:
        """What was counted, in a line."""
        return ", ".join(f"{getattr(self, name):,} {name}" for name in fields_dict(Tally))


def is_limit(fault: RuleFault) -> bool:
    """Whether play was stopped by a limit of the box."""
    return any(text in fault.message for text in LIMITS)


def risks_of(fault: RuleFault) -> tuple[Risk, ...]:
    """What went wrong, as proofs call it."""
    said = (risks for text, risks in RISKS.items() if text in fault.message)
    return next(said, ())


def hold(game: Game, games: int, work: int = WORK) -> Tally:
    """Play a game at random, and hold every fault and every position against what was proven.

    Raises :class:`AssertionError` where something is met that was excluded.
    """
    tally = Tally()
    walks = ways_through(game.machine, work)
    if not walks:
        tally.too_large = 1
        return tally
    left = left_open(walks)
    tally.programs, tally.sites, tally.open = 1, len(walks[0].ledger.sites), len(left)
    tally.clean = int(not left)
    open_ = {(site.risk, site.at) for site in left}
    watched = Watched(game.machine)
    watched.checks = [Checks(watched, walk) for walk in walks]
    watched_game = Game(game.machine, program=watched)
    for seed in range(games):
        chance = random.Random(seed)
        tally.games += 1
        try:
            state = watched_game.start(seed=seed)
            for _ in range(MOST):
                watched.look(state.cell(STATE), state.cells_copy())
                moves = state.legal_moves
                if state.is_over or not moves:
                    break
                state.push(chance.choice(moves))
                tally.decisions += 1
        except RuleFault as fault:
            if is_limit(fault):
                tally.limits += 1
                continue
            if all((risk, fault.span) not in open_ for risk in risks_of(fault)):
                message = f"seed {seed}: `{fault}` at {fault.span}, which was proven not to happen"
                raise AssertionError(message) from fault
            tally.faults += 1
    return tally


class Watched(Program):
    """A program every step of which is held against what is known of its place."""

    def __init__(self, machine: Machine) -> None:
        self.checks: list[Checks] = []
        super().__init__(machine)

    def look(self, number: int, cells: Cells) -> None:
        """Hold the cells at a state against what is known there."""
        for check in self.checks:
            check.at(number, cells)

    def step_of(self, number: int) -> Step | None:
        step = super().step_of(number)
        if step is None:
            return None

        def watched(cells: Cells, log: Log) -> int:
            self.look(number, cells)
            return step(cells, log)

        return watched


class Checks:
    """Holds positions of a game against what is known of the place where they are."""

    def __init__(self, program: Program, walk: Walk) -> None:
        self.machine = program.machine
        self.walk = walk
        self.closures = program.new_compiler()
        self.worked_out: dict[Expr, Closure] = {}
        self.by_state: dict[tuple[int, int], list[tuple[Place, Situation]]] = {}
        for place, at in walk.known.items():
            seats = [place.me] if place.me is not None else range(self.machine.players + 1)
            for seat in seats:
                self.by_state.setdefault((place.state, seat), []).append((place, at))

    def at(self, number: int, cells: Cells) -> None:
        """What is known of the place where a game is holds in some way of coming there."""
        if isinstance(self.machine.states[number], Over):
            return
        here = self.by_state.get((number, cells[ME]), [])
        # Behind the last element of a list lies what was there before.
        beyond = {
            cell for base, listed in self.walk.lists.items() for cell in listed[cells[base] + 1 :]
        }
        told = [STARTER, *self.walk.counters, *self.walk.marks]
        wrong = []
        for place, at in here:
            if any(
                value is not None and cells[cell] != value
                for cell, value in zip(told, (place.starter, *place.counts), strict=True)
            ):
                continue
            wrong.append(next(self._wrong(at, cells, beyond), ""))
            if not wrong[-1]:
                return
        raise AssertionError(f"state {number}, seat {cells[ME]}: {wrong}")

    def _wrong(self, at: Situation, cells: Cells, beyond: set[int]) -> Iterator[str]:
        for cell, bound in at.cells.items():
            if cell not in beyond and not fits(bound, cells[cell]):
                yield f"cell {cell} holds {cells[cell]}, not {bound}"
        for fact in (*at.facts, *at.always):
            total = self._total(fact, cells)
            if total > 0:
                yield f"{fact} comes to {total}"

    def _total(self, fact: Form, cells: Cells) -> int:
        """What a sum comes to; 0 where a part of it cannot be worked out: nobody will ask then."""
        total = fact.constant
        for atom, factor in fact.terms:
            closure = self.worked_out.get(atom)
            if closure is None:
                closure = self.worked_out[atom] = self.closures.closure(atom)
            if _binds_again(atom):
                return 0
            try:
                total += factor * closure(cells.copy())
            except RuleFault:
                return 0
        return total


def _binds_again(atom: Expr) -> bool:
    """Whether an operand of a define that was written in puts its elements where the define has its own."""
    bound = [part.nums[0] for part in nodes_of(atom) if part.op in AGGREGATES]
    return len(bound) > len({*bound})


def fits(bound: Bound, number: int) -> bool:
    """Whether a number is what a bound says."""
    return bound.none if number == NONE else bound.low <= number <= bound.high


def held(name: str, game: Game, games: int) -> Tally:
    """Hold one game against play; a complaint says which it was."""
    try:
        return hold(game, games)
    except AssertionError as error:
        raise AssertionError(f"{name}: {error}") from error


Task: TypeAlias = tuple[str, Callable[[], Game | None]]
"""What a game is called, and how it is made (None where the rules are refused)."""


def made_up_games(numbers: range) -> Iterator[Task]:
    """Made-up programs, which say a little of everything and mostly have faults."""
    for number in numbers:
        asking = (0.0, 0.5, 0.9)[number % 3]
        yield f"program {number}", partial(made_up_game, number, asking)


def made_up_game(number: int, asking: float) -> Game | None:
    """A made-up program, or None where it is refused."""
    return game_of(written(made_up(number, asking)))


def small_games() -> Iterator[Task]:
    """The small rulesets that are in order, for the fewest players and the most."""
    for name, text in ALL.items():
        for place in (0, -1):
            yield name, partial(_of_text, text, place)


def _of_text(text: str, place: int, folder: Path | None = None) -> Game | None:
    opened = compiling.open_text("rules.rules", text, folder)
    if opened.program is None or opened.has_errors:
        return None
    made = [setting.machine for setting in settings(opened, most_too=False)]
    return Game(made[place]) if made else None


def shipped_games() -> Iterator[Task]:
    """All shipped rulesets with all their settings."""
    for ruleset in shipped():
        for setting in all_settings(ruleset):
            yield str(setting), setting.load


def mutants() -> Iterator[Task]:
    """The shipped rulesets with one fault each."""
    for ruleset, file in RULESETS.items():
        for mutant in mutants_of(ruleset):
            yield mutant.name, partial(_of_text, mutant.text(), 0, file.parent)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=0, help="made-up programs")
    parser.add_argument("--start", type=int, default=0, help="the first of them")
    parser.add_argument("--small", action="store_true", help="small rulesets in order")
    parser.add_argument("--shipped", action="store_true", help="shipped rulesets, all settings")
    parser.add_argument("--mutants", action="store_true", help="shipped rulesets with a fault")
    parser.add_argument("--games", type=int, default=20, help="of each")
    parser.add_argument("--minutes", type=float, default=1e6, help="at the most")
    asked = parser.parse_args(arguments)
    tasks = [*made_up_games(range(asked.start, asked.start + asked.programs))]
    tasks += [*small_games()] if asked.small else []
    tasks += [*shipped_games()] if asked.shipped else []
    faulty = [*mutants()] if asked.mutants else []
    random.Random(1).shuffle(faulty)  # so that a part of them is of all kinds
    tasks += faulty
    whole, wrong, done = Tally(), 0, 0
    end = monotonic() + 60 * asked.minutes
    for name, made in tasks:
        if monotonic() > end:
            break
        done += 1
        game = made()
        if game is None:
            whole.refused += 1
            continue
        try:
            whole.add(held(name, game, asked.games))
        except AssertionError as error:
            wrong += 1
            print(error, flush=True)
    print(f"{done} of {len(tasks)}: {whole.told()}")
    print(f"{wrong} did what was proven not to happen")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
