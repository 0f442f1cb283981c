"""Proofs held against play: no fault where none is left open, and what is known of a place holds there.

``python -m tests.proofs.playing --programs 2000 --small --shipped --mutants`` plays made-up programs, most of which have faults,
small rulesets in order, all shipped ones, and these with a fault each, and counts sites, proofs and faults.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

from attrs import define, fields_dict

from ruledsl import compiling
from ruledsl.engine.errors import RuleFault
from ruledsl.engine.game import Game
from ruledsl.engine.state import State
from ruledsl.explore.settings import settings
from ruledsl.machine.bounds import Bound
from ruledsl.machine.model import ME, NONE, STARTER, STATE
from ruledsl.proofs.proving import WORK, Place, Walk, gone_through
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
    "there is no number": ("index",),
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
    walk = gone_through(game.machine, work)
    if walk is None:
        tally.too_large = 1
        return tally
    ledger = walk.ledger
    tally.programs, tally.sites, tally.open = 1, len(ledger.sites), len(ledger.open)
    tally.clean = int(not ledger.open)
    open_ = {(site.risk, site.at) for site in ledger.open}
    checks = Checks(game, walk)
    for seed in range(games):
        chance = random.Random(seed)
        tally.games += 1
        try:
            state = game.start(seed=seed)
            for _ in range(MOST):
                checks.at(state)
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


class Checks:
    """Holds positions of a game against what is known of the place where they are."""

    def __init__(self, game: Game, walk: Walk) -> None:
        self.game = game
        self.walk = walk
        self.closures = game.program.new_compiler()
        self.by_state: dict[tuple[int, int], list[tuple[Place, Situation]]] = {}
        for place, at in walk.known.items():
            seats = [place.me] if place.me is not None else range(game.machine.players + 1)
            for seat in seats:
                self.by_state.setdefault((place.state, seat), []).append((place, at))

    def at(self, state: State) -> None:
        """What is known of the place where a game is holds in some way of coming there."""
        if state.is_over:
            return
        cells = state.cells_copy()
        here = self.by_state.get((cells[STATE], cells[ME]), [])
        wrong = [next(self._wrong(place, at, cells), "") for place, at in here]
        assert "" in wrong, f"state {cells[STATE]}, seat {cells[ME]}: {wrong}"

    def _wrong(self, place: Place, at: Situation, cells: list[int]) -> Iterator[str]:
        if place.starter is not None and cells[STARTER] != place.starter:
            yield "another seat starts"
        # Behind the last element of a list lies what was there before.
        beyond = {
            cell for base, listed in self.walk.lists.items() for cell in listed[cells[base] + 1 :]
        }
        for cell, bound in at.cells.items():
            if cell not in beyond and not fits(bound, cells[cell]):
                yield f"cell {cell} holds {cells[cell]}, not {bound}"
        for fact in (*at.facts, *at.always):
            total = fact.constant
            for atom, factor in fact.terms:
                total += factor * self.closures.closure(atom)(list(cells))
            if total > 0:
                yield f"{fact} comes to {total}"


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
    asked = parser.parse_args(arguments)
    tasks = [*made_up_games(range(asked.start, asked.start + asked.programs))]
    tasks += [*small_games()] if asked.small else []
    tasks += [*shipped_games()] if asked.shipped else []
    tasks += [*mutants()] if asked.mutants else []
    whole, wrong = Tally(), 0
    for name, made in tasks:
        game = made()
        if game is None:
            whole.refused += 1
            continue
        try:
            whole.add(held(name, game, asked.games))
        except AssertionError as error:
            wrong += 1
            print(error, flush=True)
    print(whole.told())
    print(f"{wrong} did what was proven not to happen")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
