"""Later games of matches, where the rules ask which game it is or what was won before: they may go otherwise than the first."""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.engine.results import is_decided, next_starter, sides, winners
from ruledsl.explore.walking import ALONE, Opening
from ruledsl.machine.flow import all_expressions
from ruledsl.machine.model import ROUND, STARTER, Machine, MatchInfo
from ruledsl.machine.sorts import nodes_of


def asks_for(machine: Machine) -> tuple[bool, bool]:
    """Whether rules ask which game of a match it is, and what the seats have won before."""
    totals = range(machine.layout.totals, machine.layout.totals + machine.players)
    asked = {
        part.nums[0]
        for _, expression in all_expressions(machine)
        for part in nodes_of(expression)
        if part.op in ("cell", "item")
    }
    return ROUND in asked, not asked.isdisjoint(totals)


def longest_match(machine: Machine) -> MatchInfo | None:
    """The match with the most games, if its later games may go otherwise than its first."""
    matches = [match for match in machine.matches if match.rounds > 1]
    if not matches or not any(asks_for(machine)):
        return None
    return max(matches, key=lambda match: match.rounds)


class Course:
    """A match as it is played: ``opening`` is how its next game begins."""

    def __init__(self, machine: Machine, match: MatchInfo) -> None:
        self._machine = machine
        self._match = match
        self._begin()

    def _begin(self) -> None:
        self.opening: Opening = ALONE
        self._totals = (0,) * self._machine.players
        self._won = [0] * self._machine.players

    def goes_on(self, cells: Sequence[int]) -> None:
        """Count the result of a game that is over, by its cells; after the last game another match begins."""
        machine, match = self._machine, self._match
        first, players = machine.layout.scores, machine.players
        scores = cells[first : first + players]
        best = winners(machine, scores, cells[first + players : first + 2 * players])
        self._totals = tuple(a + b for a, b in zip(self._totals, scores, strict=True))
        if best in sides(machine):
            for seat in best:
                self._won[seat - 1] += 1
        round_ = self.opening.round
        left = match.rounds - round_
        if left <= 0 or (match.winner == "most_rounds" and is_decided(machine, self._won, left)):
            self._begin()
            return
        starter = next_starter(machine, match, cells[STARTER], scores, best)
        self.opening = Opening(round_ + 1, self._totals, starter or 0)


def later_games(machine: Machine) -> tuple[Opening, ...]:
    """Later games of the longest match, as many as tell something, where nothing is asked but which game it is.

    Each of them comes about: a match that is won by the most games is not decided before half of them are played.
    """
    match = longest_match(machine)
    by_round, by_totals = asks_for(machine)
    if match is None or by_totals or not by_round:
        return ()
    last = match.rounds // 2 + 1 if match.winner == "most_rounds" else match.rounds
    rounds = {2, 3, 4, last // 2, last - 2, last - 1, last}
    return tuple(Opening(number) for number in sorted(rounds) if 2 <= number <= last)
