"""From what a seat has seen to another state in which it would have seen the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.errors import NoSample, PlayError
from ruledsl.engine.happenings import Laid
from ruledsl.engine.knowledge.information import InformationState
from ruledsl.engine.resample.dice import Dice
from ruledsl.engine.resample.effort import CHANGES, FRESH_START, Effort
from ruledsl.engine.resample.mending import Mender
from ruledsl.engine.resample.plan import Choice, Plan
from ruledsl.engine.resample.rehearsal import Rehearsal

if TYPE_CHECKING:
    from ruledsl.engine.game import Game
    from ruledsl.engine.state import Start, State


def sample(
    game: Game, start: Start, information: InformationState, seed: int, effort: Effort | None = None
) -> State:
    """A state of a game, started in this way, in which the seat has seen just this.

    All that the seat has not seen is drawn from ``seed`` (0 <= seed < 2**64), by which the state is
    played on, too. Raises :class:`NoSample` where none is found within the effort.
    """
    if any(isinstance(event.what, Laid) for event in information.events):
        raise NoSample("this position was laid out, no play has led to it")
    return _Sampling(game, start, information, seed, effort or Effort()).state()


class _Sampling:
    """The making of one sample."""

    def __init__(
        self, game: Game, start: Start, information: InformationState, seed: int, effort: Effort
    ) -> None:
        self._game = game
        self._start = start
        self._information = information
        self._events = information.events
        self._seat = information.seat
        self._dice = Dice(seed)
        self._effort = effort
        self._mender = Mender(game.program, self._seat, self._dice, effort)

    def state(self) -> State:
        """The sample. Raises :class:`NoSample`."""
        failures = 0
        plan = Plan()
        while True:
            found = self._fitting(plan)
            if found is not None:
                state = self._built(self._changed(found)) or self._built(found)
                if state is not None:
                    return state
            failures += 1
            plan = Plan() if failures % FRESH_START == 0 or found is not None else plan

    def _rehearse(self, plan: Plan, mender: Mender | None) -> tuple[Rehearsal, bool]:
        rehearsal = Rehearsal(
            self._game.program,
            self._game.laid(self._start),
            self._seat,
            self._events,
            plan,
            self._dice,
            self._effort,
            mender,
        )
        return rehearsal, rehearsal.run()

    def _fitting(self, plan: Plan) -> Rehearsal | None:
        """A rehearsal that went through a plan without an exchange; None where one failed.

        Then the plan has been changed at random about where it failed.
        """
        while True:
            before = len(plan.exchanges)
            rehearsal, done = self._rehearse(plan, self._mender)
            if done and len(plan.exchanges) == before:
                return rehearsal
            if not done:
                self._effort.spend()
                self._shake(rehearsal)
                return None

    def _shake(self, rehearsal: Rehearsal) -> None:
        """Exchange a few of the cards that were in play where a rehearsal failed."""
        table, dice = rehearsal.table, self._dice
        loose = [card for card in sorted(rehearsal.troubled) if table.masks[card]]
        for _ in range(1 + dice.below(3)):
            if loose:
                card = dice.pick(loose)
                partners = table.partners(card)
                if partners:
                    other = dice.pick(partners)
                    table.exchange(card, other, table.mix_of(card, other, dice))

    def _changed(self, found: Rehearsal) -> Rehearsal:
        """After a fixed number of random changes, each of which stays if the history still fits."""
        for _ in range(CHANGES):
            plan = self._changed_plan(found)
            if plan is None:
                break
            rehearsal, done = self._rehearse(plan, None)
            if done:
                found = rehearsal
        return found

    def _changed_plan(self, found: Rehearsal) -> Plan | None:
        """The plan with two names exchanged, or a hidden choice left open; None where nothing is hidden."""
        table, dice = found.table, self._dice
        frame = table.frame
        plan = found.plan.copy()
        open_choices = [
            number
            for number, entry in enumerate(plan.entries)
            if isinstance(entry, Choice) and entry.free
        ]
        # Faces that nobody has needed yet are drawn by whoever plays on.
        needed = [
            card
            for card, mask in enumerate(table.masks)
            if mask and not table.cells[frame.pools + card]
        ]
        if open_choices and (not needed or dice.one_in(2)):
            plan.entries[dice.pick(open_choices)] = None
            return plan
        if not needed:
            return None
        one = dice.pick(needed)
        others = [card for card in table.partners(one) if table.face(card) != table.face(one)]
        if others:
            other = dice.pick(others)
            common = table.masks[one] & table.masks[other]
            bits = [bit for bit in range(common.bit_length()) if common >> bit & 1]
            plan.exchange(table.names[one], table.names[other], dice.pick(bits))
        return plan

    def _built(self, found: Rehearsal) -> State | None:
        """The history played by the ordinary engine; None where it does not show the seat the same."""
        start = self._start
        try:
            state = self._game.start(
                chance="explicit", starter=start.starter, round=start.round, totals=start.totals
            )
            for item in found.items:
                state.push(item)
        except PlayError:
            return None
        if state.information_state(self._seat) != self._information:
            return None
        state.play_on(self._dice.seed_of_play())
        return state
