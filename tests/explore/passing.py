"""Rules that pass a check, played: ``python -m tests.explore.passing --programs 2000 --games 20``.

Made-up programs, most of which have faults, are checked as ``ruledsl check`` does it (read, and tried with a few games); with
``--by-play`` as ``ruledsl check --play`` does it. Those that pass are played at random, by other dice and other luck than a
check's. A fault in them is one that the check has missed.

With ``--drafts`` they are drafts of games as designers write them (`drafting`), with slips as likely as ``--slips`` says. Those
that pass are played with every number of players and every option as it is declared, at its least and at its greatest, and in some
settings by lot, with every option at any value;
so many games in each of these settings; where there are matches, so many of them as well.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from attrs import evolve, field, frozen

from ruledsl import compiling
from ruledsl.engine.errors import RuleFault
from ruledsl.engine.game import Game
from ruledsl.engine.seeds import Seed
from ruledsl.engine.state import State
from ruledsl.explore.exploration import PLAY, Exploration
from ruledsl.explore.settings import settings
from ruledsl.explore.trial import tried
from ruledsl.lower.builder import Configuration
from ruledsl.lower.options import Options, options_of, shown
from ruledsl.machine.model import DECISIONS, Machine
from ruledsl.native.running.backend import Play, Playing
from ruledsl.native.running.interpreted import Interpreted
from ruledsl.native.running.python import PythonBackend
from ruledsl.native.translate.lower import TooLarge, lower
from tests.explore.drafting import SLIPS, Draft, draft
from tests.proofs.playing import MOST, is_limit
from tests.properties.programs import made_up, written

ASKING = (0.0, 0.5, 0.9)
"""The part of statements that ask before they do what may fail, by turns."""

LONGEST = 3_000
"""Decisions of a game of a draft."""

MANY = 60
"""Games of one setting that take longer than it does to generate a program for them."""

BY_LOT = 8
"""Settings of each draft in which every option has some value."""

SERIES = 900_000
"""The seed of all luck when drafts are played."""


@frozen
class Tally:
    """What was checked, what passed, and what was met in playing that."""

    programs: int = 0
    refused: int = 0
    """By reading them."""
    failing: int = 0
    """By the games of the check."""
    passed: int = 0
    warned: int = 0
    """Of those that passed, with warnings."""
    games: int = 0
    decisions: int = 0
    limits: int = 0
    """Games that were stopped by a limit of the box."""
    missed: tuple[str, ...] = ()
    """Programs that failed in play, and how."""

    def told(self) -> str:
        """What was counted, in a line."""
        return (
            f"{self.programs:,} programs: {self.refused:,} refused, {self.failing:,} fail in the check's games,"
            f" {self.passed:,} pass ({self.warned:,} with warnings); {self.games:,} games of these, {self.decisions:,} decisions,"
            f" {self.limits:,} stopped by a limit, {len(self.missed):,} programs with a fault"
        )


Checked: TypeAlias = "compiling.Outcome | None"
"""What a check came to; None where its games fail."""


def checked(opened: compiling.Outcome, *, by_play: bool) -> Checked:
    """Check rules without errors further, by a few games or by an exploration."""
    if not by_play:
        after = tried(opened, "program.rules")
        return None if after.has_errors else after
    explored = Exploration(settings(opened, most_too=False), evolve(PLAY, leaks=0), 1).run()
    return None if explored.fails else opened


def played(number: int, games: int, *, by_play: bool) -> Tally:
    """Make up a program, check it, and play it if it passes."""
    text = written(made_up(number, ASKING[number % len(ASKING)]))
    opened = compiling.check_text("program.rules", text)
    if opened.has_errors or opened.machine is None:
        return Tally(1, refused=1)
    passed = checked(opened, by_play=by_play)
    if passed is None:
        return Tally(1, failing=1)
    game = Game(opened.machine)
    tally = Tally(1, passed=1, warned=int(bool(passed.diagnostics)), games=games)
    for seed in range(games):
        try:
            tally = evolve(tally, decisions=tally.decisions + decisions_of(game, seed))
        except RuleFault as fault:
            if is_limit(fault):
                tally = evolve(tally, limits=tally.limits + 1)
            elif not tally.missed:
                tally = evolve(tally, missed=(f"program {number}, seed {seed}: {fault}",))
    return tally


def decisions_of(game: Game, seed: int) -> int:
    """Play a game at random; how many decisions it took. Raises :class:`RuleFault`."""
    return to_the_end(game.start(seed=seed), random.Random(seed), MOST)


def to_the_end(state: State, chance: random.Random, most: int) -> int:
    """Play on at random; how many decisions it took, so many at most. Raises :class:`RuleFault`."""
    for number in range(most):
        if state.is_over:
            return number
        state.push(chance.choice(state.legal_moves))
    return most


# --- drafts ---------------------------------------------------------------------------------

Ended: TypeAlias = "tuple[int, RuleFault | None]"
"""A game: how many decisions it took, and what the rules failed with."""


@frozen
class Failed:
    """Where play failed: what it said first, and how often that was so in which setting."""

    fault: str
    settings: Counter[str] = field(factory=Counter)


def drafted(number: int, games: int, slips: float = SLIPS) -> Tally:
    """Check the draft of a number, and play it in every setting if it passes."""
    found = draft(number, slips)
    opened = compiling.check_text(f"{found.pattern}.rules", found.text)
    if opened.has_errors:
        return Tally(1, refused=1)
    passed = checked(opened, by_play=False)
    if passed is None:
        return Tally(1, failing=1)
    tally = Tally(1, passed=1, warned=int(bool(passed.diagnostics)))
    failed: dict[int, Failed] = {}
    for setting, machine in every_setting(opened, number):
        if machine is None:
            failed.setdefault(0, Failed("it cannot be compiled")).settings[setting] += 1
            continue
        for decisions, fault in (*alone(machine, games), *in_matches(machine, games)):
            tally = evolve(tally, games=tally.games + 1, decisions=tally.decisions + decisions)
            if fault is not None and is_limit(fault):
                tally = evolve(tally, limits=tally.limits + 1)
            elif fault is not None:
                line = fault.span.line
                failed.setdefault(line, Failed(f"line {line}: {fault.message}"))
                failed[line].settings[setting] += 1
    if not failed:
        return tally
    return evolve(tally, missed=(_missed(found, passed, [*failed.values()], tally.games),))


def _missed(found: Draft, passed: compiling.Outcome, failed: Sequence[Failed], games: int) -> str:
    """A draft that failed in play: what was slipped and warned of, and how often what happened, and where most."""
    told = f"draft {found.number} ({found.pattern}), slips: {'; '.join(found.slips)}"
    codes = sorted({each.code for each in passed.diagnostics})
    lines = [f"{told}; warned of {', '.join(codes)}" if codes else told]
    for each in failed:
        ((worst, times),) = each.settings.most_common(1)
        many = f"{each.settings.total()} of {games} games"
        lines.append(f"    {each.fault}: {many}, {times} of these with {worst}")
    return "\n".join(lines)


def every_setting(opened: compiling.Outcome, seed: int) -> Iterator[tuple[str, Machine | None]]:
    """Every number of players, the options as they are declared, or one of them at its least or greatest; and some by lot, which
    the seed decides: how that is told, and the machine for it, if there is one."""
    program = opened.program
    assert program is not None
    assert program.players is not None
    least, most = program.players
    for players in range(least, most + 1):
        options = options_of(program.ruleset, program.symbols, players)
        for values in ({}, *({name: value} for name, value in options.extremes())):
            told = ", ".join([f"{players} players", *_told(options, values)])
            yield told, compiling.lowered(program, Configuration(players, values)).machine
    chance = random.Random(seed)
    for _ in range(BY_LOT):
        players = chance.randint(least, most)
        values = by_lot(program, players, chance)
        options = options_of(program.ruleset, program.symbols, players, values)
        if values and options.fits:
            told = ", ".join([f"{players} players", *_told(options, values)])
            yield told, compiling.lowered(program, Configuration(players, values)).machine


def by_lot(program: compiling.Program, players: int, chance: random.Random) -> dict[str, int]:
    """A value for each option: as it is declared, its least, its greatest, or any; how far it goes may hang on those before it."""
    values: dict[str, int] = {}
    options = options_of(program.ruleset, program.symbols, players)
    for option in options.declared:
        there = options_of(program.ruleset, program.symbols, players, values).declared
        each = next((o for o in there if o.name == option.name), option)
        wanted = (each.value, each.low, each.high, chance.randint(each.low, each.high))
        values[option.name] = chance.choice(wanted)
    return values


def _told(options: Options, values: Mapping[str, int]) -> Iterator[str]:
    for option in options.declared:
        if option.name in values:
            yield f"{option.name} = {shown(option, values[option.name], options.enumerations)}"


def alone(machine: Machine, games: int) -> Iterator[Ended]:
    """Random games by themselves."""
    playing = _playing(machine, games)
    words = Seed(SERIES).half("simulate")
    for number in range(games):
        playing.begin()
        playing.seed(words, number)
        fault = None
        try:
            playing.playout(LONGEST)
        except RuleFault as error:
            fault = error
        yield playing.cells(DECISIONS, 1)[0], fault


def _playing(machine: Machine, games: int) -> Playing:
    """Who plays: the interpreter, or the same games by a program, where it is worth while to generate one."""
    if games >= MANY:
        try:
            return Play(PythonBackend(lower(machine)))
        except TooLarge:
            pass
    return Interpreted(machine)


def in_matches(machine: Machine, games: int) -> Iterator[Ended]:
    """The games of random matches, so many of each kind."""
    game = Game(machine)
    for info in machine.matches:
        for number in range(games):
            chance = random.Random(number)
            try:
                match = game.match(info.name, seed=SERIES + number, events=False)
                yield to_the_end(match.state, chance, LONGEST), None
                while match.state.is_over and not match.is_over:
                    yield to_the_end(match.advance(), chance, LONGEST), None
            except RuleFault as fault:
                yield 0, fault


# --- counting -------------------------------------------------------------------------------


def together(one: Tally, other: Tally) -> Tally:
    """What two have counted."""
    return Tally(
        one.programs + other.programs,
        one.refused + other.refused,
        one.failing + other.failing,
        one.passed + other.passed,
        one.warned + other.warned,
        one.games + other.games,
        one.decisions + other.decisions,
        one.limits + other.limits,
        one.missed + other.missed,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=200, help="made-up programs")
    parser.add_argument("--start", type=int, default=0, help="the first of them")
    parser.add_argument("--games", type=int, default=20, help="of each that passes")
    parser.add_argument("--by-play", action="store_true", help="check them by play")
    parser.add_argument("--drafts", action="store_true", help="drafts of games instead of these")
    parser.add_argument("--slips", type=float, default=SLIPS, help="how likely they are in drafts")
    asked = parser.parse_args(arguments)
    whole = Tally()
    for number in range(asked.start, asked.start + asked.programs):
        if asked.drafts:
            tally = drafted(number, asked.games, asked.slips)
        else:
            tally = played(number, asked.games, by_play=asked.by_play)
        for missed in tally.missed:
            print(missed, flush=True)
        whole = together(whole, tally)
    print(whole.told())
    return 1 if whole.missed else 0


if __name__ == "__main__":
    sys.exit(main())
