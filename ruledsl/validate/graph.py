"""Where play can go, step by step, with each phase told apart by where it was done from.

The nodes are the states of a machine, once for each chain of phases and actions that leads there,
so that a phase always returns to where it was done from. A node of its own stands for each action that
is chosen (and for choosing nothing), and for each time round a `for`. Conditions that are decided lead one way
only; so do those that are decided by what the steps just before have set, which is why a loop that
counts to 3 is known to be gone through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import define, field, frozen

from ruledsl.machine.flow import offers
from ruledsl.machine.model import (
    AnyState,
    Branch,
    Call,
    Decide,
    Machine,
    Next,
    Offer,
    Over,
    PlayPending,
    Return,
)
from ruledsl.source import Span
from ruledsl.validate.remembering import Known, Memory
from ruledsl.validate.values import Values

MOST_NODES = 20_000
"""Larger graphs are not looked at: phases that do phases can be nested to any size."""

ITSELF = -1
"""The choice of a node that is a state itself."""

SKIP = -2
"""The choice of doing nothing."""

ROUND = -3
"""Once more round a loop over a list."""

Frame = tuple[int, int]
"""A routine that is being done, and the state to go on at."""


@frozen
class Node:
    """A state, in which chain of routines, and which of its offers is taken (or `ITSELF`, `SKIP`, `ROUND`)."""

    state: int
    frames: tuple[Frame, ...]
    choice: int = ITSELF
    known: Known = ()


@define
class Graph:
    """The nodes that play can come to, by number, and where each leads."""

    machine: Machine
    nodes: list[Node] = field(factory=list)
    after: list[tuple[int, ...]] = field(factory=list)
    is_whole: bool = True
    """Whether all of it was looked at."""

    def state(self, node: int) -> AnyState:
        """The state of a node."""
        return self.machine.states[self.nodes[node].state]

    def offer(self, node: int) -> Offer | None:
        """The offer that is taken at a node, if it stands for one."""
        found = self.nodes[node]
        return None if found.choice < 0 else _offers(self.machine, found.state)[found.choice]

    @property
    def states(self) -> frozenset[int]:
        """The states that play can come to."""
        return frozenset(node.state for node in self.nodes)


def _offers(machine: Machine, number: int) -> tuple[Offer, ...]:
    state = machine.states[number]
    if isinstance(state, PlayPending):
        state = machine.states[state.decision]
    return offers(state)


def graph_of(
    machine: Machine,
    values: Values,
    doubtful: Callable[[Span], bool] | None = None,
    memory: Memory | None = None,
) -> Graph:
    """The graph of a machine. Where something ``doubtful`` is asked, by its place in the rules, both ways are open.

    With a memory of what was asked before, there are more nodes and fewer ways.
    """
    both = frozenset(
        number
        for number, state in enumerate(machine.states)
        if doubtful is not None and isinstance(state, Branch | Next) and doubtful(_asked_at(state))
    )
    memory = memory or Memory(machine)
    graph = Graph(machine)
    numbers: dict[Node, int] = {}

    def number_of(node: Node) -> int:
        found = numbers.get(node)
        if found is None:
            found = numbers[node] = len(graph.nodes)
            graph.nodes.append(node)
        return found

    number_of(Node(machine.start, ()))
    at = 0
    while at < len(graph.nodes):
        if at > MOST_NODES:
            graph.is_whole = False
            break
        graph.after.append(
            tuple(number_of(n) for n in _after(graph.nodes[at], machine, values, both, memory))
        )
        at += 1
    return graph


def _asked_at(state: Branch | Next) -> Span:
    if isinstance(state, Branch) and state.condition.span.line:
        return state.condition.span
    return state.span


def _after(
    node: Node, machine: Machine, values: Values, both: frozenset[int], memory: Memory
) -> Iterator[Node]:
    state = machine.states[node.state]
    frames = node.frames
    kept = memory.kept(node.known)
    if node.choice != ITSELF:
        yield _chosen(node, state, machine, memory)
        return
    match state:
        case Branch(condition=condition, then=then, otherwise=otherwise):
            holds = None
            if node.state not in both:
                holds = memory.holds(condition, node.known)
                holds = values.truth(condition) if holds is None else holds
            if then == otherwise:
                yield Node(then, frames, ITSELF, kept)
                return
            if holds is not False:
                yield Node(then, frames, ITSELF, memory.answered(kept, node.state, condition, True))
            over = memory.over(node.state, kept)
            if holds is not True and over is not None:
                yield Node(
                    otherwise, frames, ITSELF, memory.answered(over, node.state, condition, False)
                )
        case Next(base=base, position=position, done=done):
            known = dict(node.known)
            is_known = known.get(position) == 0 and node.state not in both
            length = known.get(base, -1) if is_known else -1
            if length != 0:
                yield Node(node.state, frames, ROUND, kept)
            over = memory.over(node.state, kept)
            if length <= 0 and over is not None:
                yield Node(done, frames, ITSELF, over)
        case Return(routine=routine):
            at = max((i for i, (r, _) in enumerate(frames) if r == routine), default=-1)
            if at >= 0:
                yield Node(frames[at][1], frames[:at], ITSELF, kept)
        case Call(routine=routine, next=after):
            entry = machine.routines[routine].entry
            yield Node(entry, (*frames, (routine, after)), ITSELF, node.known)
        case Decide(pending=pending, optional=optional, next=after):
            if pending >= 0:
                yield Node(after, frames, ITSELF, kept)
                return
            for choice, offer in enumerate(offers(state)):
                if not memory.forbids(machine.actions[offer.action], kept):
                    yield Node(node.state, frames, choice, kept)
            if optional:
                yield Node(node.state, frames, SKIP, kept)
        case PlayPending(decision=number):
            decision = machine.states[number]
            for choice, _ in enumerate(offers(decision)):
                yield Node(node.state, frames, choice, kept)
            if isinstance(decision, Decide) and decision.optional:
                yield Node(node.state, frames, SKIP, kept)
        case Over():
            return
        case _:
            yield Node(state.next, frames, ITSELF, memory.learnt(node.known, state))


def _chosen(node: Node, state: AnyState, machine: Machine, memory: Memory) -> Node:
    """Where an offer, or a round of a loop, leads."""
    if isinstance(state, Next):
        return Node(state.body, node.frames, ITSELF, node.known)
    assert isinstance(state, Decide | PlayPending)
    if node.choice == SKIP:
        return Node(state.next, node.frames, ITSELF, node.known)
    action = machine.actions[_offers(machine, node.state)[node.choice].action]
    known = node.known
    if isinstance(state, Decide):  # what is played later was legal once
        known = memory.required(known, node.state, action)
    frames = (*node.frames, (action.routine, state.next))
    return Node(machine.routines[action.routine].entry, frames, ITSELF, known)


def components(
    after: Sequence[tuple[int, ...]] | Mapping[int, tuple[int, ...]], inside: set[int]
) -> list[list[int]]:
    """The groups of nodes that lead round in a circle, looking at no other nodes than these.

    Tarjan's algorithm (1972), without recursion.
    """
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    found: list[list[int]] = []
    for root in sorted(inside):
        if root in index:
            continue
        path = [(root, iter(after[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while path:
            node, rest = path[-1]
            for there in rest:
                if there not in inside:
                    continue
                if there not in index:
                    index[there] = low[there] = len(index)
                    stack.append(there)
                    on_stack.add(there)
                    path.append((there, iter(after[there])))
                    break
                if there in on_stack:
                    low[node] = min(low[node], index[there])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == index[node]:
                    group: list[int] = []
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        group.append(member)
                        if member == node:
                            break
                    if len(group) > 1 or node in after[node]:
                        found.append(sorted(group))
    return found
