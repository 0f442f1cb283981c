"""A machine made ready to play, and the taking of steps.

A `Program` holds nothing of any game in progress: it works on the cells that it is given.
"""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.engine.chance import Chance, Event, NeedsChance, RollEvent, draw_event
from ruledsl.engine.errors import ENDLESS, TOO_LONG, RuleFault
from ruledsl.engine.evaluate import BUILDERS as EXPRESSIONS
from ruledsl.engine.evaluate.compiler import Compiler, Undecided
from ruledsl.engine.frame import FUEL, Cells, Frame
from ruledsl.engine.happenings import Asked, Chosen, Log, Played
from ruledsl.engine.listing import quick_plan
from ruledsl.engine.moves import SKIP, Move, MoveTexts
from ruledsl.engine.moving import BUILDERS as STEPS_OF
from ruledsl.engine.offers import ActionPlan, Binding, DecisionPlan, LegalMoves
from ruledsl.engine.steps import Step, finish_roll
from ruledsl.engine.text import Texts
from ruledsl.engine.valuetypes import ValueTypes
from ruledsl.limits import DECISIONS_OF_A_GAME, ELEMENTS_OF_A_RUN, STEPS_BETWEEN_DECISIONS
from ruledsl.machine.model import (
    DECISIONS,
    ME,
    STATE,
    STEPS,
    Decide,
    Machine,
    Over,
    PlayPending,
    Roll,
)


class Program:
    """The closures of one machine: steps, decisions, chance."""

    def __init__(self, machine: Machine, elements: int = ELEMENTS_OF_A_RUN) -> None:
        """``elements`` may be visited from one decision to the next, before play stops with a fault."""
        self.machine = machine
        self.frame = Frame(machine, elements)
        self.texts = Texts(machine)
        self.types = ValueTypes(machine)
        self.compiler = self.new_compiler()
        self.chance = Chance(self.frame, self.texts)
        self.move_texts = MoveTexts(machine, self.texts)
        self.asked = tuple(Asked(seat) for seat in range(machine.players + 1))
        self.skip = Move(self.move_texts, SKIP, ())
        self.actions = tuple(
            quick_plan(ActionPlan(self.compiler, self.move_texts, number))
            for number in range(len(machine.actions))
        )
        self.decisions = {
            number: DecisionPlan(self.compiler, self.actions, number, state)
            for number, state in enumerate(machine.states)
            if isinstance(state, Decide)
        }
        self._rolls = {
            number: finish_roll(self.compiler, state)
            for number, state in enumerate(machine.states)
            if isinstance(state, Roll)
        }
        self._steps: tuple[Step | None, ...] = tuple(
            self.step_of(number) for number in range(len(machine.states))
        )

    def new_compiler(self) -> Compiler:
        """What makes closures of expressions. Who wants to watch expressions makes one of his own."""
        return Compiler(self.frame, self.texts, self.types, EXPRESSIONS)

    def step_of(self, number: int) -> Step | None:
        """The step of a state; None where play stops. Who wants to watch steps of a kind wraps it."""
        state = self.machine.states[number]
        if isinstance(state, Decide | Over):
            return None
        if isinstance(state, PlayPending):
            return self._play_pending(state)
        return STEPS_OF[type(state)](self.compiler, number, state)

    # --- running -----------------------------------------------------------------------------

    def run(self, cells: Cells, log: Log) -> Event | None:
        """Take steps until a player must choose or the game is over (None), or chance must speak."""
        steps = self._steps
        number = cells[STATE]
        count = cells[STEPS]
        event: Event
        try:
            step = steps[number]
            while step is not None:
                following = step(cells, log)
                number = following
                count += 1
                if count > STEPS_BETWEEN_DECISIONS:
                    raise self._endless(number)
                step = steps[number]
        except Undecided as signal:
            event = draw_event(self.frame, cells, signal)
        except NeedsChance as signal:
            event = signal.event
        else:
            cells[STATE] = number
            cells[STEPS] = count
            return None
        cells[STATE] = number
        cells[STEPS] = count
        return event

    def run_to(self, cells: Cells, stop: int, log: Log) -> Event | None:
        """As `run`, but stop before state ``stop`` as well: tests lay out positions there."""
        steps = self._steps
        try:
            while cells[STATE] != stop and (step := steps[cells[STATE]]) is not None:
                cells[STATE] = step(cells, log)
                cells[STEPS] += 1
                if cells[STEPS] > STEPS_BETWEEN_DECISIONS:
                    raise self._endless(cells[STATE])
        except Undecided as signal:
            return draw_event(self.frame, cells, signal)
        except NeedsChance as signal:
            return signal.event
        return None

    def happened(self, cells: Cells, event: Event, picked: int, log: Log) -> None:
        """Go on after chance has spoken: ``picked`` is the value it chose."""
        if isinstance(event, RollEvent):
            cells[STATE] = self._rolls[event.state](cells, log, picked)
            cells[STEPS] += 1
            # A `random` that leads to itself never lets `run` take a step that is counted.
            if cells[STEPS] > STEPS_BETWEEN_DECISIONS:
                raise self._endless(event.state)

    def _endless(self, number: int) -> RuleFault:
        return self.texts.fault(self.machine.states[number].span, ENDLESS)

    # --- decisions ------------------------------------------------------------------------------

    def legal(self, cells: Cells) -> LegalMoves:
        """The legal moves where a player must choose; none where the game is over."""
        decision = self.decisions.get(cells[STATE])
        return decision.legal(cells, self.skip) if decision is not None else {}

    def play(self, cells: Cells, move: Move, binding: Binding, log: Log) -> None:
        """Begin a legal move: bind its registers and go to its effects, or put it by for later."""
        decision = self.decisions[cells[STATE]]
        state = decision.state
        if cells[DECISIONS] >= DECISIONS_OF_A_GAME:
            raise self.texts.fault(state.span, TOO_LONG)
        cells[DECISIONS] += 1
        cells[STEPS] = 0
        cells[FUEL] = self.frame.elements
        offer, values = binding
        seat = cells[ME]
        if state.pending >= 0:
            base = state.pending + (seat - 1) * state.width
            cells[base : base + state.width] = [
                offer,
                *values,
                *[0] * (state.width - 1 - len(values)),
            ]
            cells[STATE] = state.next
            if log is not None:
                log.append(Chosen(seat, move.action, move.arguments))
            return
        if log is not None:
            log.append(Played(seat, move.action, move.arguments))
        cells[STATE] = (
            self._enter(cells, decision.plans[offer - 1], values, state.next)
            if offer
            else state.next
        )

    def _enter(self, cells: Cells, plan: ActionPlan, values: Sequence[int], back: int) -> int:
        for cell, value in zip(plan.cells, values, strict=True):
            cells[cell] = value
        for cell, let in plan.lets:
            cells[cell] = let(cells)
        cells[plan.back] = back
        cells[plan.me] = cells[ME]
        return plan.entry

    def _play_pending(self, state: PlayPending) -> Step:
        decision = self.decisions[state.decision]
        pending, width = decision.state.pending, decision.state.width
        players = self.machine.players
        cards = self.frame.card_count

        def step(cells: Cells, log: Log) -> int:
            seat = cells[ME]
            base = pending + (seat - 1) * width
            offer = cells[base] if 1 <= seat <= players else -1
            if not 0 <= offer <= len(decision.plans):
                raise self.texts.fault(state.span, "there is no choice to be played here")
            if offer == 0:
                if log is not None:
                    log.append(Played(seat, SKIP, ()))
                return state.next
            plan = decision.plans[offer - 1]
            values = cells[base + 1 : base + 1 + len(plan.cells)]
            for value, is_cards in zip(values, plan.is_cards, strict=True):
                if is_cards and not 0 <= value < cards:
                    raise self.texts.fault(state.span, "there is no choice to be played here")
            arguments = plan.arguments(cells, values) if log is not None else ()
            following = self._enter(cells, plan, values, state.next)
            cells[base : base + width] = [0] * width
            if log is not None:
                log.append(Played(seat, plan.number, arguments))
            return following

        return step
