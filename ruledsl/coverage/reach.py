"""What play can come to with one number of players and one setting of the options, by what is constant then.

Games that are explored are the first of a match, so what asks for the round of a match is constant too.
"""

from __future__ import annotations

from attrs import frozen

from ruledsl.machine.flow import offers, successors
from ruledsl.machine.known import value_of
from ruledsl.machine.model import ROUND, Action, Branch, Call, Decide, Expr, Machine

_KNOWN = {ROUND: 1}


@frozen
class Reach:
    """The states that play may come to, and the numbers of the actions that are ``offered`` in them.

    ``actions`` are those of them that may be legal.
    """

    states: frozenset[int]
    offered: frozenset[int]
    actions: frozenset[int]


def is_constant(condition: Expr) -> bool:
    """Whether a condition always goes the same way."""
    return value_of(condition, _KNOWN) is not None


def reach_of(machine: Machine) -> Reach:
    """What constant conditions leave of a machine."""
    open_ = {number for number, action in enumerate(machine.actions) if _may_be_legal(action)}
    states: set[int] = set()
    offered: set[int] = set()
    waiting = [machine.start]
    while waiting:
        number = waiting.pop()
        if number in states:
            continue
        states.add(number)
        state = machine.states[number]
        holds = value_of(state.condition, _KNOWN) if isinstance(state, Branch) else None
        if isinstance(state, Branch) and holds is not None:
            waiting.append(state.then if holds else state.otherwise)
            continue
        waiting += [there for there, _ in successors(state)]
        if isinstance(state, Decide):
            here = {offer.action for offer in offers(state)}
            offered |= here
            routines = {machine.actions[action].routine for action in here & open_}
            waiting += [machine.routines[routine].entry for routine in routines]
        elif isinstance(state, Call):
            waiting.append(machine.routines[state.routine].entry)
    return Reach(frozenset(states), frozenset(offered), frozenset(offered & open_))


def _may_be_legal(action: Action) -> bool:
    """Whether nothing that is constant forbids an action."""
    if any(guard.cell < 0 and value_of(guard.value, _KNOWN) == 0 for guard in action.guards):
        return False
    return not any(_is_empty(param.domain) for param in action.params)


def _is_empty(domain: Expr) -> bool:
    if domain.op != "range":
        return False
    low, high = (value_of(end, _KNOWN) for end in domain.args)
    return low is not None and high is not None and low > high
