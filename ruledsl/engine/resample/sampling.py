"""From what a seat has seen to other states in which it would have seen the same.

Histories that fit are costly to find and cheap to redraw. So a `Sampler` finds a few, each by a
search that depends on nothing but what the seat has seen and the number of the history, when first
one is needed. A sample redraws one of them, or is now and then searched for from the beginning.
Hence it depends on what the seat has seen and on its seed alone, whatever was sampled before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from ruledsl.engine.errors import NoSample, PlayError
from ruledsl.engine.happenings import Laid
from ruledsl.engine.knowledge.information import InformationState
from ruledsl.engine.moves import Move
from ruledsl.engine.resample.dice import HISTORY, Dice
from ruledsl.engine.resample.effort import (
    FULL,
    LAST_SEARCHES,
    LONGER,
    OPEN_CHOICES,
    REDRAWN,
    Allowance,
    Effort,
)
from ruledsl.engine.resample.rehearsal import Item, Rehearsal
from ruledsl.engine.resample.renaming import renamed
from ruledsl.engine.resample.search import Search, Task, free_choices, unknown_cards
from ruledsl.phrase import phrase

if TYPE_CHECKING:
    from ruledsl.engine.game import Game
    from ruledsl.engine.state import Start, State


def sample(
    game: Game,
    start: Start,
    information: InformationState,
    seed: int,
    allowance: Allowance = FULL,
) -> State:
    """A state of a game, started in this way, in which the seat has seen just this.

    As ``Sampler(...).sample(seed)``, to which it is equal. Raises :class:`NoSample`.
    """
    return Sampler(game, start, information, allowance).sample(seed)


@frozen
class _History:
    """A history that fits, and the actions for which a whole hand had to be found on the way."""

    found: Rehearsal
    hard: frozenset[int]


class Sampler:
    """Samples of one state of information. What was found for one serves the next.

    All samples depend on the state of information, the allowance and their seed alone.
    """

    def __init__(
        self,
        game: Game,
        start: Start,
        information: InformationState,
        allowance: Allowance = FULL,
        moves: tuple[Move, ...] | None = None,
    ) -> None:
        """``start`` is how the game was started, ``allowance`` how much may be tried.

        Who must choose may give its ``moves``: then states in which it could choose from others are no
        samples. What is legal follows from what a seat has seen, unless rules tell a secret by it.
        Raises :class:`NoSample` for a position that was laid out.
        """
        self.information = information
        self.allowance = allowance
        self.spent = 0
        """The steps that were taken so far, for all samples."""
        self.rehearsals = 0
        """How often the game was rehearsed, for all samples."""
        self._task = Task(game, start, information)
        self._moves = None if moves is None else frozenset(moves)
        self._histories: dict[int, _History | None] = {}
        if any(isinstance(event.what, Laid) for event in self._task.events):
            raise NoSample(phrase("this position was laid out, no play has led to it"))

    def sample(self, seed: int) -> State:
        """The state for a seed (0 <= seed < 2**64), by which it is played on, too.

        Raises :class:`NoSample` where none is found within the allowance, :class:`StartError` for
        a seed out of range.
        """
        dice = Dice(seed)
        count = self.allowance.histories
        first = dice.below(count)
        if dice.one_in(self.allowance.own):
            own = self._searched(dice)
            state = self._finished(own, dice) if own is not None else None
            if state is not None:
                return state
        for number in range(first, first + count):
            history = self._history(number % count)
            if history is not None:
                state = self._redrawn(history, dice) or self._finished(history, dice)
                if state is not None:
                    return state
        for number in range(count, count + LAST_SEARCHES):
            history = self._history(number)
            state = self._finished(history, dice) if history is not None else None
            if state is not None:
                return state
        raise NoSample(
            phrase(
                "no other history with the same information was found in"
                " {count} searches of {steps} steps, nor in {more} of {longer}",
                count=count,
                steps=self.allowance.search,
                more=LAST_SEARCHES,
                longer=LONGER * self.allowance.search,
            )
        )

    def _history(self, number: int) -> _History | None:
        """One of the histories that samples begin from; None where the search for it found none.

        Those beyond the allowance are looked for where there are no others, and longer.
        """
        if number not in self._histories:
            longer = LONGER if number >= self.allowance.histories else 1
            self._histories[number] = self._searched(Dice(number, HISTORY), longer)
        return self._histories[number]

    def _searched(self, dice: Dice, longer: int = 1) -> _History | None:
        effort = Effort(longer * self.allowance.search)
        search = Search(self._task, dice, effort, frozenset())
        try:
            found = search.find()
        except NoSample:
            return None
        finally:
            self._count(effort)
        return _History(found, search.hard)

    def _redrawn(self, history: _History, dice: Dice) -> State | None:
        """A history that was found with cards mixed anew; None where that does not come to fit."""
        found = history.found
        effort = Effort(self.allowance.redraw * (20 + len(found.plan.entries)))
        search = Search(self._task, dice, effort, history.hard)
        choices = free_choices(found.plan)
        unknown = unknown_cards(found)
        again = bool(choices) and (not unknown or dice.one_in(OPEN_CHOICES))
        mixed = search.mixed(found) if unknown else ()
        if not self.allowance.changes and not again:
            state = self._built(renamed(self._task.game.program, found, mixed), dice)
            if state is not None:
                return state
        plan = found.plan.copy()
        for number, names in mixed:
            plan.permute(names, number)
        if again:
            for number in choices:
                plan.entries[number] = None
        try:
            fitting = search.fitting(plan, REDRAWN)
        except NoSample:
            fitting = None
        self._count(effort)
        return self._finished(_History(fitting, search.hard), dice) if fitting is not None else None

    def _finished(self, history: _History, dice: Dice) -> State | None:
        """The state at the end of a history, after some changes; None where play shows something else."""
        effort = Effort(self.allowance.search)
        search = Search(self._task, dice, effort, history.hard)
        found = search.changed(history.found, self.allowance.changes)
        self._count(effort)
        return self._built(found.items, dice) or self._built(history.found.items, dice)

    def _built(self, items: Sequence[Item], dice: Dice) -> State | None:
        """The history played by the ordinary engine; None where it does not show the seat the same."""
        start = self._task.start
        try:
            state = self._task.game.start(
                chance="explicit", starter=start.starter, round=start.round, totals=start.totals
            )
            for item in items:
                state.push(_listed(state, item) if isinstance(item, Move) else item)
        except PlayError:
            return None
        if state.information_state(self.information.seat) != self.information:
            return None
        if self._moves is not None and self._moves != frozenset(state.legal_moves):
            return None
        state.play_on(dice.seed_of_play())
        return state

    def _count(self, effort: Effort) -> None:
        self.spent += effort.spent
        self.rehearsals += effort.rehearsals


def _listed(state: State, move: Move) -> Move:
    """A move as it is listed now: its text may have to say more than it had to elsewhere."""
    return next((listed for listed in state.legal_bindings if listed == move), move)
