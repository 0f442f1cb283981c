"""Whether a machine can be played without harm, wherever it comes from.

`problems` looks for everything that could make play crash, run on for ever or read
what is not there. Checks go from the outside inwards; where one layer has faults, the
ones that build on it are not reached. All of it takes time in proportion to the size of
the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from ruledsl import limits
from ruledsl.machine import check_bindings, check_declared, check_states
from ruledsl.machine.bounds import Bounds
from ruledsl.machine.flow import all_expressions, calls, define_order, successors
from ruledsl.machine.model import Expr, Machine
from ruledsl.machine.segments import segments
from ruledsl.machine.sorts import depth_of, nodes_of
from ruledsl.machine.work import excesses

_MOST = 20
"""Problems that are reported at once."""


def problems(machine: Machine) -> tuple[str, ...]:
    """What is wrong with a machine, at most twenty things, each with its place (``states[12]: ...``).

    None at all means that the machine can be played: its numbers name things that are
    there, its expressions fit their operators, and its limits are kept.
    """
    for layer in _LAYERS:
        found = tuple(islice(layer(machine), _MOST))
        if found:
            return found
    return ()


def _size(machine: Machine) -> Iterator[str]:
    """The number of nodes and how deeply they are nested, before anything looks at them."""
    nodes = len(machine.states)
    for place, expr in all_expressions(machine):
        if depth_of(expr) > limits.EXPRESSION_DEPTH:
            yield f"{place}: an expression is nested more than {limits.EXPRESSION_DEPTH} deep"
            return
        nodes += sum(1 for _ in nodes_of(expr))
        if nodes > limits.MACHINE_NODES:
            yield f"the machine has more than {limits.MACHINE_NODES} states and expressions"
            return


def _cells(machine: Machine) -> Iterator[str]:
    yield from segments(machine)[1]


def _names(machine: Machine) -> Iterator[str]:
    yield from check_states.names(machine, segments(machine)[0])


def _states(machine: Machine) -> Iterator[str]:
    yield from check_states.problems(machine, segments(machine)[0])


def _defines(machine: Machine) -> Iterator[str]:
    """Defines must not lead back to themselves, nor nest too deeply through each other."""
    order, looped = define_order(machine)
    if looped is not None:
        yield f"defines[{looped}]: `{machine.defines[looped].name}` leads back to itself"
        return
    depths = [0] * len(machine.defines)
    for number in order:
        depths[number] = _depth(machine.defines[number].body, depths)
        if depths[number] > limits.EXPRESSION_DEPTH:
            yield f"defines[{number}]: defines are nested more than {limits.EXPRESSION_DEPTH} deep"
            return
    for place, expr in all_expressions(machine):
        if _depth(expr, depths) > limits.EXPRESSION_DEPTH:
            yield f"{place}: an expression is nested more than {limits.EXPRESSION_DEPTH} deep"


def _depth(expr: Expr, defines: list[int]) -> int:
    deepest = 0
    waiting = [(expr, 1)]
    while waiting:
        node, depth = waiting.pop()
        inside = defines[node.nums[0]] if node.op == "call" else 0
        deepest = max(deepest, depth + inside)
        waiting += [(arg, depth + 1) for arg in node.args]
    return deepest


def _routines(machine: Machine) -> Iterator[str]:
    """A routine must not be entered again before it is left."""
    edges = [
        [
            *(number for number, _ in successors(state)),
            *(machine.routines[routine].entry for routine in calls(state, machine)),
        ]
        for state in machine.states
    ]
    component = _components(edges)
    for number, state in enumerate(machine.states):
        for routine in calls(state, machine):
            if component[machine.routines[routine].entry] == component[number]:
                yield f"states[{number}]: `{machine.routines[routine].name}` leads back to itself"


def _components(edges: list[list[int]]) -> list[int]:
    """The strongly connected component of each node (Tarjan 1972, without recursion)."""
    index = [-1] * len(edges)
    low = [0] * len(edges)
    component = [-1] * len(edges)
    stack: list[int] = []
    counter = 0
    for root in range(len(edges)):
        if index[root] >= 0:
            continue
        path = [(root, iter(edges[root]))]
        index[root] = low[root] = counter
        counter += 1
        stack.append(root)
        while path:
            node, rest = path[-1]
            for target in rest:
                if index[target] < 0:
                    index[target] = low[target] = counter
                    counter += 1
                    stack.append(target)
                    path.append((target, iter(edges[target])))
                    break
                if component[target] < 0:
                    low[node] = min(low[node], index[target])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == index[node]:
                    while component[node] < 0:
                        component[stack.pop()] = node
    return component


def _work(machine: Machine) -> Iterator[str]:
    """The work that expressions can be."""
    order, _ = define_order(machine)
    bounds = Bounds(machine)
    yield from excesses(machine, bounds, order)


_LAYERS: tuple[Callable[[Machine], Iterator[str]], ...] = (
    check_declared.counts,
    check_declared.types,
    check_declared.places,
    check_declared.cards,
    check_declared.looks,
    check_declared.storage,
    _size,
    _cells,
    _names,
    _states,
    _defines,
    check_bindings.problems,
    check_bindings.overwritten,
    _routines,
    _work,
)
