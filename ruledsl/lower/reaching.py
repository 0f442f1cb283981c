"""Where play may have come from: whether a ``reveal`` may have come before.

It goes by the states of the machine as they have been put together, without regard to
what conditions say, and with what a phase returns to anywhere: what may have been revealed counts
as known. That errs on the side of the ruleset.
"""

from __future__ import annotations

from ruledsl.lower.builder import Builder
from ruledsl.lower.scope import Leak
from ruledsl.machine import model as m
from ruledsl.machine.flow import successors


class Reaching:
    """The states that play may come to behind each ``reveal`` of the rules."""

    def __init__(self, b: Builder) -> None:
        self._b = b
        self._next = _edges(b)
        self._offering: dict[int, list[int]] = {}
        for number, state in enumerate(b.states):
            if isinstance(state, m.Decide):
                for offer in (*state.offers, *([state.otherwise] if state.otherwise else [])):
                    self._offering.setdefault(offer.action, []).append(number)
        self._known = [
            (shown, _spread(b, shown.names), self._behind(shown.state)) for shown in b.shown
        ]

    def may_be_known(self, leak: Leak, name: str) -> bool:
        """Whether a thing may have been revealed wherever the leak matters."""
        places = [leak.state] if leak.action < 0 else self._offering.get(leak.action, [])
        telling = [
            behind
            for shown, names, behind in self._known
            if name in names and (shown.to_all or leak.foreign)
        ]
        return bool(telling) and all(any(x in behind for behind in telling) for x in places)

    def _behind(self, state: int) -> set[int]:
        seen: set[int] = set()
        waiting = [state]
        while waiting:
            for after in self._next[waiting.pop()]:
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return seen


def _edges(b: Builder) -> list[list[int]]:
    """Where each state leads, calls and returns included."""
    back: dict[int, list[int]] = {}
    edges: list[list[int]] = []
    for state in b.states:
        if state is None:
            edges.append([])
            continue
        there = [number for number, _ in successors(state)]
        called: list[int] = []
        match state:
            case m.Call():
                called = [state.routine]
            case m.Decide() if state.pending < 0:
                called = [_routine(b, offer.action) for offer in state.offers]
                if state.otherwise is not None:
                    called.append(_routine(b, state.otherwise.action))
            case m.PlayPending():
                decision = b.states[state.decision]
                if isinstance(decision, m.Decide):
                    called = [_routine(b, offer.action) for offer in decision.offers]
        for routine in called:
            back.setdefault(routine, []).extend(there)
            found = b.routines[routine]
            if found is not None and found.entry >= 0:
                there = [*there, found.entry]
        if isinstance(state, m.Call):
            there = there[1:]  # what follows a call comes when the phase is left
        edges.append(there)
    for number, state in enumerate(b.states):
        if isinstance(state, m.Return):
            edges[number] = back.get(state.routine, [])
    return edges


def _routine(b: Builder, action: int) -> int:
    found = b.actions[action]
    assert found is not None
    return found.routine


def _spread(b: Builder, names: frozenset[str]) -> frozenset[str]:
    """The names of what has been shown, and of all the places where its cards can go unshuffled."""
    spread = set(names)
    waiting = list(names)
    while waiting:
        here = waiting.pop()
        for source, target, _ in b.flow.ways:
            if source == here and target not in spread and target not in b.flow.shuffled:
                spread.add(target)
                waiting.append(target)
    return frozenset(spread)
