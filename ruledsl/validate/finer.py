"""The graph of a machine with all that is remembered, and what is shown with it: some counts never come to 0."""

from __future__ import annotations

from ruledsl.machine.model import Assign
from ruledsl.validate.effects import Effects
from ruledsl.validate.graph import ITSELF, Graph, graph_of
from ruledsl.validate.origins import begins
from ruledsl.validate.remaining import Tally
from ruledsl.validate.remembering import Memory


def finer_graph(effects: Effects) -> Graph:
    """The graph of a machine in which the way that leads to a step tells more of where it goes on.

    Tallies are taken never to come to 0 until one of them may be lost. As long as they hold, the graph has all ways of
    play; so if no step of it loses one that holds before, none ever does.
    """
    machine = effects.machine
    memory = Memory(machine, effects)
    left = memory.tallies.asked()
    while True:
        memory = Memory(machine, effects, left)
        graph = graph_of(machine, effects.values, memory=memory)
        if not left:
            return graph
        lost = {*left} if not graph.is_whole else _lost(graph, effects, memory)
        if not lost:
            return graph
        left = tuple(tally for tally in left if tally not in lost)


def _lost(graph: Graph, effects: Effects, memory: Memory) -> set[Tally]:
    """The tallies that some step may bring to 0."""
    lost: set[Tally] = set()
    for number, node in enumerate(graph.nodes):
        if node.choice != ITSELF:
            continue
        state = graph.state(number)
        touched = effects.touched(state)
        if isinstance(state, Assign) and begins(graph.machine, state):
            continue
        for tally in memory.left:
            changed = [n for n in tally.variables if ("variable", n) in touched]
            if not changed or memory.least(tally, dict(node.known)) > 1:
                continue
            value = effects.values.of(state.value) if isinstance(state, Assign) else None
            is_one = value is not None and value.low == value.high and not value.none
            one = value.low if value is not None and is_one else None
            if any(memory.tallies.may_lose(tally, n, one) for n in changed):
                lost.add(tally)
    return lost
