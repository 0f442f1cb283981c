"""Ways in which players of an exploration choose: at random, or so that something comes about that is seldom met at random."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from attrs import define, field

from ruledsl.engine.errors import RuleFault
from ruledsl.engine.moves import SKIP, Move
from ruledsl.explore.budget import Budget, Dice
from ruledsl.explore.walking import Walk
from ruledsl.machine.model import DECISIONS, ROLLS, SHUFFLES, STATE, STEPS, Machine

Way: TypeAlias = Callable[[Walk, Dice], Move]
"""Chooses one of the legal moves of a game."""

CANDIDATES = 8
"""Moves that are tried before one is chosen, at the most."""

_COUNTED = frozenset((STATE, STEPS, DECISIONS, SHUFFLES, ROLLS))


class MetAhead(Exception):  # noqa: N818 - it says what happened
    """The rules have failed while a move was tried: ``walk`` ends with that move."""

    def __init__(self, walk: Walk, fault: RuleFault) -> None:
        super().__init__()
        self.walk = walk
        self.fault = fault


def at_random(walk: Walk, dice: Dice) -> Move:
    """Any legal move."""
    moves = list(walk.legal)
    return moves[dice.below(len(moves))]


def some(moves: Sequence[Move], dice: Dice, most: int = CANDIDATES) -> list[Move]:
    """Some of the moves, in order, by lot where there are many; one of each action at least."""
    if len(moves) <= most:
        return list(moves)
    left = list(moves)
    picked: list[Move] = []
    for action in dict.fromkeys(move.action for move in moves):
        own = [move for move in left if move.action == action]
        picked.append(own[dice.below(len(own))])
        left.remove(picked[-1])
    while len(picked) < most:
        picked.append(left.pop(dice.below(len(left))))
    return picked


def tried(walk: Walk, move: Move, budget: Budget) -> Walk:
    """The game after a move. Raises :class:`MetAhead` where the rules fail."""
    after = walk.copy()
    budget.spend()
    try:
        after.play(move)
    except RuleFault as fault:
        raise MetAhead(after, fault) from None
    return after


@define
class Extreme:
    """Makes the sum of some cells as large as it can (``sign`` 1) or as small (-1)."""

    cells: tuple[int, ...]
    sign: int
    budget: Budget

    def __call__(self, walk: Walk, dice: Dice) -> Move:
        """The move after which they are the most, or the fewest; now and then any."""
        moves = list(walk.legal)
        if len(moves) == 1 or not dice.below(8):
            return moves[dice.below(len(moves))]
        best: list[Move] = []
        top = 0
        for move in some(moves, dice):
            after = tried(walk, move, self.budget)
            worth = self.sign * sum(after.cells[cell] for cell in self.cells)
            if not best or worth > top:
                best, top = [move], worth
            elif worth == top:
                best.append(move)
        return best[dice.below(len(best))]


@define
class Still:
    """Everybody chooses what changes least: who does nothing wherever he can finds tables that are stuck."""

    budget: Budget

    def __call__(self, walk: Walk, dice: Dice) -> Move:
        """The move that changes the fewest cells."""
        moves = list(walk.legal)
        if len(moves) == 1:
            return moves[0]
        end = walk.program.frame.scratch
        before = walk.cells[:end]
        best: list[Move] = []
        least = 0
        for move in some(moves, dice):
            if move.action == SKIP:
                return move
            after = tried(walk, move, self.budget)
            pairs = zip(before, after.cells[:end], strict=True)
            changed = sum(a != b for a, b in pairs)
            # An end is what is least like going on.
            changed += end * (not after.legal)
            if not best or changed < least:
                best, least = [move], changed
            elif changed == least:
                best.append(move)
        return best[dice.below(len(best))]


@define
class Seldom:
    """Prefers what was chosen least often: actions first, then single moves."""

    played: dict[object, int] = field(factory=dict)

    def __call__(self, walk: Walk, dice: Dice) -> Move:
        """The move that was chosen least often."""
        played = self.played
        moves = some(list(walk.legal), dice, 2 * CANDIDATES)
        least = min((played.get((walk.cells[STATE], m.action), 0), played.get(m, 0)) for m in moves)
        best = [
            m
            for m in moves
            if (played.get((walk.cells[STATE], m.action), 0), played.get(m, 0)) == least
        ]
        move = best[dice.below(len(best))]
        for what in (move, (walk.cells[STATE], move.action)):
            played[what] = played.get(what, 0) + 1
        return move


@define
class Mixed:
    """Half of the choices one way, half at random."""

    way: Way

    def __call__(self, walk: Walk, dice: Dice) -> Move:
        """A move that way, or any."""
        return (self.way if dice.below(2) else at_random)(walk, dice)


@define
class Stubborn:
    """Everybody sticks to one action for as long as it is on offer."""

    favourite: int
    actions: int

    def __call__(self, walk: Walk, dice: Dice) -> Move:
        """A move of the favourite action, or else of the one after it that is on offer."""
        moves = list(walk.legal)
        near = min((move.action - self.favourite) % (self.actions + 1) for move in moves)
        own = [m for m in moves if (m.action - self.favourite) % (self.actions + 1) == near]
        return own[dice.below(len(own))]


def quantities(machine: Machine) -> list[tuple[int, ...]]:
    """What can be made large and small: each account and variable that holds numbers, alone and as a family."""
    found: list[tuple[int, ...]] = []
    for account in machine.accounts:
        if not account.unlimited:
            found.append(tuple(range(account.base, account.base + account.size)))
    for variable in machine.variables:
        if variable.type.kind in ("number", "bool") and not variable.or_none:
            found.append(tuple(range(variable.base, variable.base + variable.size)))
    for zone in machine.zones:
        found.append((zone.base,))
    alone = [(cell,) for cells in found if 1 < len(cells) <= machine.players for cell in cells[:1]]
    return list(dict.fromkeys([*found, *alone]))
