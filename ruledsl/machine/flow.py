"""Where each state leads, what it calls, and which expressions it holds: one table for all analyses."""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.machine.model import (
    Action,
    Address,
    Announce,
    AnyState,
    Assign,
    Branch,
    Call,
    Collect,
    Decide,
    Expr,
    Gather,
    Lot,
    Machine,
    Move,
    MoveSome,
    Next,
    Offer,
    Open,
    Over,
    Pay,
    PlayPending,
    Return,
    Reveal,
    Roll,
    Score,
    Set,
    Shuffle,
)
from ruledsl.machine.sorts import nodes_of


def successors(state: AnyState) -> tuple[tuple[int, str], ...]:
    """The states that may come next, each with what leads there (often nothing to say).

    A call leads to where it goes on afterwards; what it calls is told by `calls`. A return
    leads nowhere by itself.
    """
    match state:
        case Branch():
            return (state.then, "yes"), (state.otherwise, "no")
        case Next():
            return (state.body, "each"), (state.done, "done")
        case Return() | Over():
            return ()
        case _:
            return ((state.next, ""),)


def offers(state: AnyState) -> tuple[Offer, ...]:
    """The offers of a decision, ``otherwise`` last; none for other states."""
    if not isinstance(state, Decide):
        return ()
    return state.offers if state.otherwise is None else (*state.offers, state.otherwise)


def calls(state: AnyState, machine: Machine) -> tuple[int, ...]:
    """The numbers of the routines that a state may enter; all numbers in it must be in range."""
    match state:
        case Call():
            return (state.routine,)
        case Decide() if state.pending < 0:
            return tuple(machine.actions[offer.action].routine for offer in offers(state))
        case PlayPending():
            decision = machine.states[state.decision]
            return tuple(machine.actions[offer.action].routine for offer in offers(decision))
        case _:
            return ()


def addresses(state: AnyState) -> tuple[Address, ...]:
    """The cells that a state writes by address."""
    match state:
        case Assign() | Open() | Roll():
            return (state.target,)
        case Pay():
            return state.source, state.target
        case _:
            return ()


def expressions(state: AnyState) -> Iterator[Expr]:
    """Every expression of a state, indices of addresses and arguments of offers included."""
    for address in addresses(state):
        if address.index is not None:
            yield address.index
    match state:
        case Set() | Assign() | Open():
            yield state.value
        case Roll():
            yield state.domain
        case Move():
            yield from state.cards
            yield state.to
        case MoveSome():
            yield from state.sources
            yield state.to
            if state.amount is not None:
                yield state.amount
        case Shuffle():
            yield state.zone
        case Reveal():
            yield state.what
            if state.to is not None:
                yield state.to
        case Pay():
            if state.amount is not None:
                yield state.amount
        case Announce():
            yield from state.values
        case Branch():
            yield state.condition
        case Collect():
            yield state.source
        case Score():
            yield state.value
            if state.tie is not None:
                yield state.tie
        case Decide():
            for offer in offers(state):
                yield from offer.arguments or ()
        case Lot() | Gather() | Next() | PlayPending() | Call() | Return() | Over():
            return


def action_expressions(action: Action) -> Iterator[Expr]:
    """The domains and guards of an action, in order."""
    for param in action.params:
        yield param.domain
    for guard in action.guards:
        yield guard.value


def all_expressions(machine: Machine) -> Iterator[tuple[str, Expr]]:
    """Every outermost expression with the name of its place: ``states[12]``, ``actions[3]``, ``defines[0]``."""
    for number, define in enumerate(machine.defines):
        yield f"defines[{number}]", define.body
    for number, action in enumerate(machine.actions):
        for expr in action_expressions(action):
            yield f"actions[{number}]", expr
    for number, state in enumerate(machine.states):
        for expr in expressions(state):
            yield f"states[{number}]", expr


def parts_of(machine: Machine) -> int:
    """How large a machine is: its steps, and the operators of their expressions."""
    operators = (sum(1 for _ in nodes_of(each)) for _, each in all_expressions(machine))
    return len(machine.states) + sum(operators)


def define_order(machine: Machine) -> tuple[tuple[int, ...], int | None]:
    """The defines, each after those that it calls, and one that leads back to itself if there is any."""
    called = [
        tuple(node.nums[0] for node in nodes_of(define.body) if node.op == "call")
        for define in machine.defines
    ]
    order: list[int] = []
    done = [False] * len(called)
    open_ = [False] * len(called)
    for root in range(len(called)):
        path = [(root, iter(called[root]))] if not done[root] else []
        open_[root] = bool(path) or open_[root]
        while path:
            number, rest = path[-1]
            inner = next(rest, None)
            if inner is None:
                path.pop()
                open_[number] = False
                done[number] = True
                order.append(number)
            elif open_[inner]:
                return tuple(order), inner
            elif not done[inner]:
                open_[inner] = True
                path.append((inner, iter(called[inner])))
    return tuple(order), None
