"""Games in which players seek out what was not met yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count, cycle, zip_longest

from ruledsl.coverage.watching import Watched
from ruledsl.engine.errors import RuleFault
from ruledsl.engine.luck import Luck
from ruledsl.explore.budget import Budget, Dice, OutOfSteps
from ruledsl.explore.costs import of_failing
from ruledsl.explore.endless import Circles
from ruledsl.explore.meeting import Met, Place, faulty
from ruledsl.explore.positions import Positions, counters
from ruledsl.explore.walking import ALONE, Opening, Walk
from ruledsl.explore.ways import (
    Extreme,
    MetAhead,
    Mixed,
    Seldom,
    Still,
    Stubborn,
    Way,
    at_random,
    quantities,
)

KEPT = 24
"""Positions from which games go on again, because something was met for the first time after them."""

LONGEST_PART = 8
"""No game may take more than this part of all steps: one in eight."""


def _same(way: Way) -> Way:
    return way


class Guided:
    """Plays games of one machine until its steps are taken; ``games`` counts them.

    Where a game has come back to a position but for what may only be counted, players go round and round in it with the
    steps of ``onward``: sooner or later the counter is at its end.
    """

    def __init__(
        self,
        program: Watched,
        seed: int,
        budget: Budget,
        onward: Budget,
        openings: Sequence[Opening] = (ALONE,),
    ) -> None:
        """``openings`` are the beginnings of games, as they come about in a match."""
        self._program = program
        self._openings = openings
        self._onward = onward
        self._counted = Positions(program.frame, counters(program.machine))
        self._gone_round: set[Place] = set()
        self._seed = seed
        self._budget = budget
        self._positions = Positions(program.frame)
        self._dice = Dice(seed, 0)
        self._longest = max(budget.left // LONGEST_PART, 200)
        self._turning_points: list[Walk] = []
        self.games = 0

    def play(self) -> Iterator[Met | None]:
        """Games, one after the other: what is wrong in each, if anything. Raises :class:`OutOfTime`."""
        ways = self._ways()
        try:
            for number in count():
                way = ways[number % len(ways)]()
                yield self._game(number, way)
        except OutOfSteps:
            return

    def _ways(self) -> list[Callable[[], Way]]:
        """The ways to choose, by turns; those that go for something particular alternate with the others."""
        machine, budget = self._program.machine, self._budget
        seldom = Seldom()
        general: list[Callable[[], Way]] = [
            partial(_same, at_random),
            partial(_same, seldom),
            partial(Still, budget),
            partial(Mixed, seldom),
        ]
        actions = len(machine.actions)
        special: list[Callable[[], Way]] = [partial(Stubborn, a, actions) for a in range(actions)]
        for cells in quantities(machine):
            special += [partial(Extreme, cells, sign, budget) for sign in (-1, 1)]
        many = max(len(special), len(general))
        waves = [general[place % len(general)] for place in range(many)]
        pairs = zip_longest(waves, special)
        return [way for pair in pairs for way in pair if way is not None]

    def _game(self, number: int, way: Way) -> Met | None:
        self.games += 1
        machine, met = self._program.machine, self._program.met.points
        circles, rounds = Circles(self._positions), Circles(self._counted)
        luck = Luck(self._seed ^ number)
        self._budget.spend()
        try:
            walk = self._beginning(number, luck)
        except RuleFault as fault:
            self._charge(fault)
            return None  # the first random game has come upon that
        known = len(met)
        try:
            while walk.legal and walk.length < self._longest:
                found = circles.closed(walk)
                if found is not None:
                    return found
                around = rounds.closed(walk)
                if around is not None and around.place not in self._gone_round:
                    self._gone_round.add(around.place)
                    found = self._round_and_round(walk.copy(), around.back)
                    if found is not None:
                        return found
                before = walk.copy()
                self._budget.spend()
                walk.play(way(walk, self._dice))
                if len(met) > known:
                    known = len(met)
                    self._keep(before)
        except MetAhead as ahead:
            self._charge(ahead.fault)
            return faulty(machine, ahead.walk.line, ahead.fault)
        except RuleFault as fault:
            self._charge(fault)
            return faulty(machine, walk.line, fault)
        return None

    def _round_and_round(self, walk: Walk, back: int) -> Met | None:
        """Go on with the last moves again and again, as long as nothing else comes of them; what is wrong at the end."""
        events, moves = walk.events, walk.moves[-back:]
        try:
            for move in cycle(moves):
                if move not in walk.legal or walk.events != events:
                    return None
                self._onward.spend()
                walk.play(move)
        except RuleFault as fault:
            return faulty(self._program.machine, walk.line, fault)
        except OutOfSteps:
            return None
        return None

    def _beginning(self, number: int, luck: Luck) -> Walk:
        """Where a game begins: now and then where something was met for the first time."""
        if self._turning_points and number % 3 == 2:
            return self._turning_points[self._dice.below(len(self._turning_points))].copy()
        return Walk(self._program, luck, self._openings[number % len(self._openings)])

    def _charge(self, fault: RuleFault) -> None:
        self._budget.charge(of_failing(self._program.frame.elements, fault))

    def _keep(self, walk: Walk) -> None:
        if len(self._turning_points) < KEPT:
            self._turning_points.append(walk)
        else:
            self._turning_points[self._dice.below(KEPT)] = walk
