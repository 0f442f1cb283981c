"""What registers surely hold where a state begins: where routines return to, and what is empty between actions.

A forward analysis of constants over the graph of states (G. Kildall 1973): a register is known at a state if it holds
the same number on every way there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ruledsl.engine.frame import Frame
from ruledsl.machine.flow import calls, offers, successors
from ruledsl.machine.model import (
    Action,
    AnyState,
    Call,
    Collect,
    Decide,
    Machine,
    Next,
    PlayPending,
    Return,
    Roll,
    Score,
    Set,
)
from ruledsl.machine.segments import segments

Held = Mapping[int, int]
"""Registers, and what they hold."""


MOST = 1_000_000
"""Registers times states up to which it is worth the time to know: rules of thousands of phases go without."""


def registers_of(frame: Frame) -> dict[int, Held]:
    """For each state that can be reached what registers surely hold when it begins; nothing is known of
    very large machines."""
    analysis = _Analysis(frame)
    if len(analysis.registers) * len(frame.machine.states) > MOST:
        return {}
    return analysis.settled()


class _Analysis:
    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.machine: Machine = frame.machine
        uses, _ = segments(self.machine)
        self.registers = frozenset(cell for cell, use in enumerate(uses.uses) if use == "register")
        self.cleared: dict[int, set[int]] = {}
        for action in self.machine.actions:
            self.cleared.setdefault(action.routine, set()).update(action.registers)
        self.returns: dict[int, set[int]] = {}
        for state in self.machine.states:
            if isinstance(state, Decide):
                for offer in offers(state):
                    routine = self.machine.actions[offer.action].routine
                    self.returns.setdefault(routine, set()).add(state.next)
            elif isinstance(state, Call | PlayPending):
                for routine in calls(state, self.machine):
                    self.returns.setdefault(routine, set()).add(state.next)

    def settled(self) -> dict[int, Held]:
        start = {cell: self.frame.empty(cell) for cell in self.registers}
        found: dict[int, dict[int, int]] = {self.machine.start: start}
        waiting = [self.machine.start]
        while waiting:
            number = waiting.pop()
            held = found[number]
            for following, after in self._after(self.machine.states[number], held):
                before = found.get(following)
                if before is None:
                    found[following] = after
                    waiting.append(following)
                    continue
                joined = {c: v for c, v in before.items() if after.get(c) == v}
                if len(joined) < len(before):
                    found[following] = joined
                    waiting.append(following)
        return dict(found)

    def _after(self, state: AnyState, held: dict[int, int]) -> Iterator[tuple[int, dict[int, int]]]:
        """The states that may come next, each with what registers hold there."""
        machine = self.machine
        match state:
            case Call():
                routine = machine.routines[state.routine]
                yield routine.entry, self._with(held, {routine.back: state.next}, {routine.me})
            case Return():
                routine = machine.routines[state.routine]
                empty = {
                    cell: self.frame.empty(cell) for cell in self.cleared.get(state.routine, ())
                }
                after = self._with(held, {routine.back: 0, routine.me: 0, **empty}, set())
                for following in sorted(self.returns.get(state.routine, set()) | {0}):
                    yield following, after
            case Decide() | PlayPending():
                decision = (
                    machine.states[state.decision] if isinstance(state, PlayPending) else state
                )
                assert isinstance(decision, Decide)
                pending: set[int] = set()
                if decision.pending >= 0:
                    size = decision.width * machine.players
                    pending = set(range(decision.pending, decision.pending + size))
                yield state.next, self._with(held, {}, pending)
                if decision.pending < 0 or isinstance(state, PlayPending):
                    for offer in offers(decision):
                        action = machine.actions[offer.action]
                        routine = machine.routines[action.routine]
                        unknown = pending | {routine.me} | _bound(action)
                        yield routine.entry, self._with(held, {routine.back: state.next}, unknown)
            case _:
                after = self._with(held, *self._written(state))
                for following, _ in successors(state):
                    yield following, after

    def _written(self, state: AnyState) -> tuple[dict[int, int], set[int]]:
        """The registers that a state sets to constants, and those that it sets to something else."""
        match state:
            case Set():
                if state.value.op == "const":
                    return {state.cell: state.value.nums[0]}, set()
                return {}, {state.cell}
            case Roll():
                return {}, {state.target.base}
            case Next():
                return {}, {state.position, state.target}
            case Collect():
                return {}, set(range(state.base, state.base + state.capacity + 1))
            case Score():
                return {state.seat: 0}, set()
            case _:
                return {}, set()

    def _with(
        self, held: dict[int, int], known: dict[int, int], unknown: set[int]
    ) -> dict[int, int]:
        after = {cell: value for cell, value in held.items() if cell not in unknown}
        after.update({cell: value for cell, value in known.items() if cell in self.registers})
        return after


def _bound(action: Action) -> set[int]:
    """The registers that are bound when an action begins."""
    return {
        *(param.cell for param in action.params),
        *(guard.cell for guard in action.guards if guard.cell >= 0),
    }
