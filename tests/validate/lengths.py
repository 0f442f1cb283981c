"""What a check of the text says of the length of games, held against games that are played.

Where it says nothing, every game ends: at random, and where players choose the first, the last, or the same again and again. Where
it says that a loop is never left, no game comes to its score; where it says that a fault may end it, or that it can go on for
ever, a game with these choices is looked for that does so.

``python -m tests.validate.lengths FROM TO`` does so for all the small rulesets that are in order, for what is shipped, and for so
many games with a loop and programs that are made up.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import define, field, frozen

from ruledsl import compiling
from ruledsl.diagnostics.model import Diagnostic
from ruledsl.engine.errors import RuleFault
from ruledsl.engine.luck import Luck
from ruledsl.engine.moves import SKIP, Move
from ruledsl.engine.runner import Program
from ruledsl.explore.budget import Budget, Clock, Dice
from ruledsl.explore.endless import Circles
from ruledsl.explore.exhaustive import whole
from ruledsl.explore.positions import Positions
from ruledsl.explore.settings import Setting, settings
from ruledsl.explore.walking import Walk
from ruledsl.explore.ways import MetAhead, Still, Stubborn, Way, at_random
from tests.properties.programs import made_up, written
from tests.validate.games import shipped
from tests.validate.loops_made_up import dropping, loop
from tests.validate.playing import ALL

RULESETS = ("ka_ching", "cherki", "cat_in_the_sack", "kuhn", "goofspiel")
EXAMPLES = ("first_game", "kuhn_3", "tug_of_war")

OF_LENGTH = ("RD314", "RD319", "RD320", "RD321")
"""What is said of the length of games."""

LONGEST = 3_000
"""A game with so many decisions is taken for one without end: no ruleset here counts further."""

RANDOM = 6
"""Random games of each setting."""

POSITIONS = 2_500
"""Games with at most so many positions are looked at as a whole."""


@frozen
class Compared:
    """A ruleset: what is said of it, how its games ended, and what of both does not fit together."""

    said: tuple[str, ...]
    ends: frozenset[str]
    wrong: tuple[str, ...]


@define
class _Games:
    """Games of one setting, and how they ended."""

    setting: Setting
    program: Program = field(init=False)
    ends: set[str] = field(factory=set)

    def __attrs_post_init__(self) -> None:
        self.program = Program(self.setting.machine)

    def ways(self) -> Iterator[Way]:
        """At random, and in ways that nobody thinks of who writes rules for people."""
        budget = Budget(1_000_000, Clock(600.0))
        actions = len(self.setting.machine.actions)
        yield from [at_random] * RANDOM
        yield _first
        yield _last
        yield Still(budget)
        for action in range(actions):
            yield Stubborn(action, actions)

    def play(self) -> None:
        """Play in all these ways."""
        for number, way in enumerate(self.ways()):
            self.ends.add(self.ended(way, number))

    def ended(self, way: Way, number: int) -> str:
        """How a game ends: ``over``, ``fault``, ``endless`` (all is as before, or no decision comes), ``long``, ``left``."""
        circles, dice = Circles(Positions(self.program.frame)), Dice(1, number)
        try:
            walk = Walk(self.program, Luck(number))
            while walk.legal:
                if circles.closed(walk) is not None:
                    return "endless"
                if walk.length >= LONGEST:
                    return "long"
                walk.play(way(walk, dice))
        except RuleFault as fault:
            return "endless" if "without a decision" in fault.message else "fault"
        except MetAhead:
            return "fault"
        except _Left:
            return "left"
        return "over"

    def whole(self) -> bool | None:
        """Whether the same position can come again without chance; None where there are too many to know."""
        budget = Budget(4 * POSITIONS, Clock(600.0))
        found = whole(self.program, 1, budget, POSITIONS)
        if any(met.place.wrong == "endless" for met in found.met):
            return True
        if any(met.fault and "without a decision" in met.fault.message for met in found.met):
            return True
        return False if found.is_complete else None


class _Left(Exception):
    """None of some actions can be chosen."""


def _first(walk: Walk, dice: Dice) -> Move:
    return next(iter(walk.legal))


def _last(walk: Walk, dice: Dice) -> Move:
    return [*walk.legal][-1]


@frozen
class _Among:
    """Chooses one of some actions: always the move of that number, or any."""

    actions: frozenset[int]
    always: int | None = None

    def __call__(self, walk: Walk, dice: Dice) -> Move:
        moves = [move for move in walk.legal if move.action in self.actions]
        if not moves:
            raise _Left
        return moves[dice.below(len(moves)) if self.always is None else self.always]


def compared(text: str) -> Compared | None:
    """Hold what is said of a ruleset against its games; None where it has errors."""
    opened = compiling.check_text("small.rules", text)
    if opened.has_errors or opened.program is None:
        return None
    found = [d for d in opened.diagnostics if d.code in OF_LENGTH]
    all_games = [_Games(s) for s in settings(opened, most_too=False) if not s.option]
    for games in all_games:
        games.play()
    ends = frozenset(end for games in all_games for end in games.ends)
    wrong: list[str] = []
    if not found:
        wrong += [f"nothing is said, and a game is {end}" for end in ends & {"endless", "long"}]
        if not wrong and any(games.whole() for games in all_games):
            wrong.append("nothing is said, and a position can come again")
    for diagnostic in found:
        wrong += _against(diagnostic, all_games, ends)
    return Compared(tuple(d.code for d in found), ends, tuple(wrong))


def _against(found: Diagnostic, all_games: Sequence[_Games], ends: frozenset[str]) -> Iterator[str]:
    match found.code:
        case "RD314" | "RD321":
            if "over" in ends:
                yield f"{found.code}, and a game comes to its score"
        case "RD319":
            chosen = {end for games in all_games for end in _chosen_so(found, games)}
            if chosen <= {"over"}:
                yield "RD319, and games with these choices come to their score"
        case "RD320":
            shown = ends | {e for games in all_games for e in _chosen_so(found, games)}
            if not shown & {"endless", "long"} and not any(
                games.whole() is not False for games in all_games
            ):
                yield "RD320, and no position can come again"


def _chosen_so(found: Diagnostic, games: _Games) -> set[str]:
    """How games end in which nothing is chosen but what a finding tells."""
    told = found.message.split(" again and again")[0] if "again and again" in found.message else ""
    names = set(re.findall(r"`(\w+)`", told))
    actions = {n for n, a in enumerate(games.setting.machine.actions) if a.name in names}
    if "while all skip" in found.message:
        actions.add(SKIP)
    among = frozenset(actions)
    ways = [_Among(among)] * RANDOM + [_Among(among, 0), _Among(among, -1)]
    return {games.ended(way, number) for number, way in enumerate(ways)}


def sources(first: int, last: int) -> Iterator[tuple[str, str]]:
    """What is held against play, with its names."""
    for name in (*RULESETS, *EXAMPLES):
        yield name, shipped(name)
    yield from ALL.items()
    for number in range(first, last):
        yield f"loop {number}", loop(number)
        yield f"dropping {number}", dropping(number)
        yield f"program {number}", written(made_up(number))


def main() -> int:
    """Print what does not fit together, and how many of each there are; 1 if there is something."""
    first, last = map(int, sys.argv[1:3])
    counts: Counter[str] = Counter()
    wrong = 0
    for name, text in sources(first, last):
        result = compared(text)
        kind = (
            name.split()[0] if name.startswith(("loop ", "dropping ", "program ")) else "in order"
        )
        said = "refused" if result is None else " and ".join(sorted(set(result.said))) or "nothing"
        counts[f"{kind}: {said}"] += 1
        for line in result.wrong if result is not None else ():
            wrong += 1
            print(f"{name}: {line}", flush=True)
    for what, many in sorted(counts.items()):
        print(f"{many:6} {what} said" if "refused" not in what else f"{many:6} {what}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
