"""What registers surely hold where a state begins: where routines return to, and what is empty between actions.

A forward analysis of constants over the graph of states (G. Kildall 1973): a register is known at a state if it holds
the same number on every way there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush

from attrs import frozen

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

Unlike = dict[int, int | None]
"""The registers that do not surely hold what they are empty with: what they hold, None where that is not known.

Between actions nearly all are empty, so this stays small however many there are.
"""


MOST = 4_000_000
"""Registers times states up to which it is worth the time to know: rules of thousands of phases go without."""


@frozen
class Registers:
    """What registers surely hold where states begin."""

    empty: Held
    unlike: Mapping[int, Unlike]
    """For each state that can be reached the registers that are not empty there."""

    def at(self, state: int) -> Held:
        """What registers surely hold when a state begins."""
        unlike = self.unlike.get(state)
        if unlike is None:
            return {}
        return {
            cell: value for cell, value in {**self.empty, **unlike}.items() if value is not None
        }


def registers_of(frame: Frame) -> Registers:
    """What registers surely hold where states begin; nothing is known of very large machines."""
    analysis = _Analysis(frame)
    if len(analysis.empty) * len(frame.machine.states) > MOST:
        return Registers({}, {})
    return Registers(analysis.empty, analysis.settled())


class _Analysis:
    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.machine: Machine = frame.machine
        uses, _ = segments(self.machine)
        self.empty = {
            cell: frame.empty(cell) for cell, use in enumerate(uses.uses) if use == "register"
        }
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

    def settled(self) -> dict[int, Unlike]:
        found: dict[int, Unlike] = {self.machine.start: {}}
        # Mostly in the order in which states come in play, so that few are looked at twice.
        waiting = [self.machine.start]
        while waiting:
            number = heappop(waiting)
            while waiting and waiting[0] == number:
                heappop(waiting)
            held = found[number]
            for following, after in self._after(self.machine.states[number], held):
                before = found.get(following)
                joined = after if before is None else self._joined(before, after)
                if joined != before:
                    found[following] = joined
                    heappush(waiting, following)
        return found

    def _joined(self, one: Unlike, other: Unlike) -> Unlike:
        """What registers surely hold where two ways meet."""
        if one == other:
            return one
        empty = self.empty
        joined: Unlike = {}
        for cell in {**one, **other}:
            value = one.get(cell, empty[cell])
            joined[cell] = value if other.get(cell, empty[cell]) == value else None
        return joined

    def _after(self, state: AnyState, held: Unlike) -> Iterator[tuple[int, Unlike]]:
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

    def _with(self, held: Unlike, known: dict[int, int], unknown: set[int]) -> Unlike:
        if not known and not unknown:
            return held
        after = dict(held)
        after.update((cell, None) for cell in unknown if cell in self.empty)
        for cell, value in known.items():
            if cell in self.empty:
                if value == self.empty[cell]:
                    after.pop(cell, None)
                else:
                    after[cell] = value
        return after


def _bound(action: Action) -> set[int]:
    """The registers that are bound when an action begins."""
    return {
        *(param.cell for param in action.params),
        *(guard.cell for guard in action.guards if guard.cell >= 0),
    }
