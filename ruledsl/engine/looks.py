"""Guards that only the looks of the cards decide, and the memory of their answers.

Whether two cards may be sold together depends, in most games, on nothing but what they
show. Such a guard is worked out once for each combination of looks.
"""

from __future__ import annotations

from collections.abc import Mapping

from ruledsl.engine.evaluate.compiler import Closure
from ruledsl.engine.frame import FUEL, Cells, Frame
from ruledsl.limits import REMEMBERED_ANSWERS
from ruledsl.machine.model import Action, Expr, Machine
from ruledsl.machine.sorts import AGGREGATES, nodes_of, sort_of

_STATE = frozenset(
    ["item", "zone", "zone_at", "size", "first", "last", "at", "cards", "family_cards"]
)
"""Operators that read the state of play."""


class _ReadsState(Exception):  # noqa: N818 - a signal within this module
    """The expression depends on more than looks and values of registers."""


def _reads(
    machine: Machine, expr: Expr, known: Mapping[int, frozenset[tuple[str, int]]]
) -> frozenset[tuple[str, int]]:
    """What an expression depends on: the ``value`` or the ``look`` in a cell.

    ``known`` says it of the scratch cells that stand for operands and elements.
    """
    op = expr.op
    if op in _STATE:
        raise _ReadsState
    if op == "cell":
        cell = expr.nums[0]
        return known.get(cell, frozenset({("value", cell)}))
    if op in ("face", "drawn_face") and expr.args[0].op == "cell":
        cell = expr.args[0].nums[0]
        if cell not in known:
            return frozenset({("look", cell)})
        reads = known[cell]
        if all(kind == "value" for kind, _ in reads) and len(reads) == 1:
            return frozenset({("look", next(iter(reads))[1])})
        raise _ReadsState
    if op in ("face", "drawn_face"):
        raise _ReadsState
    if op == "call":
        define = machine.defines[expr.nums[0]]
        inner = {}
        for cell, arg in zip(define.params, expr.args, strict=True):
            # A face read in the body is the face of the operand only if that is one card in a cell.
            if sort_of(arg, machine) == "card" and arg.op != "cell":
                raise _ReadsState
            inner[cell] = _reads(machine, arg, known)
        return _reads(machine, define.body, {**known, **inner})
    if op in AGGREGATES:
        if sort_of(expr.args[0], machine) == "cards":
            raise _ReadsState
        listed = _reads(machine, expr.args[0], known)
        inside = {**known, expr.nums[0]: listed}
        return listed.union(*(_reads(machine, arg, inside) for arg in expr.args[1:]))
    found: frozenset[tuple[str, int]] = frozenset()
    return found.union(*(_reads(machine, arg, known) for arg in expr.args))


def reads_of(machine: Machine, expr: Expr) -> frozenset[tuple[str, int]] | None:
    """The looks and values in cells that alone decide an expression; None if it reads more."""
    try:
        return _reads(machine, expr, {})
    except _ReadsState:
        return None


def visits(expr: Expr) -> bool:
    """Whether working an expression out counts against the elements that may be visited."""
    return any(node.op == "call" or node.op in AGGREGATES for node in nodes_of(expr))


def remembering(
    machine: Machine, frame: Frame, action: Action, value: Expr, closure: Closure
) -> Closure:
    """The closure of a guard, with a memory where only looks of the action's cards decide it."""
    reads = reads_of(machine, value)
    looks = sorted(cell for kind, cell in reads or () if kind == "look")
    if not reads or not looks:
        return closure
    values = sorted(cell for kind, cell in reads if kind == "value")
    cards = {param.cell for param in action.params if sort_of(param.domain, machine) == "cards"}
    registers = set(action.registers) | {param.cell for param in action.params}
    if not set(looks) <= cards or not set(values) <= registers - cards:
        return closure
    if visits(value):
        return _Memory(frame, looks, values, closure).counting()
    return _Memory(frame, looks, values, closure).closure()


class _Memory:
    """Answers by the looks in some registers and the values in others."""

    def __init__(self, frame: Frame, looks: list[int], values: list[int], closure: Closure) -> None:
        self._frame = frame
        self._looks = looks
        self._values = values
        self._ask = closure

    def counting(self) -> Closure:
        """A memory of what the answers cost too: a limit is struck at the same place whatever was asked before."""
        faces, pools, ask = self._frame.faces, self._frame.pools, self._ask
        looks, values = self._looks, self._values
        answers: dict[tuple[int, ...], tuple[int, int]] = {}

        def counting(cells: Cells) -> int:
            cards = [cells[cell] for cell in looks]
            if any(cells[pools + card] for card in cards):
                undrawn: int = ask(cells)
                return undrawn
            key = (*[cells[faces + card] for card in cards], *[cells[cell] for cell in values])
            before = cells[FUEL]
            known = answers.get(key)
            if known is not None and known[1] <= before:
                cells[FUEL] = before - known[1]
                return known[0]
            if len(answers) >= REMEMBERED_ANSWERS:
                answers.clear()
            answer: int = ask(cells)
            answers[key] = answer, before - cells[FUEL]
            return answer

        return counting

    def closure(self) -> Closure:
        if self._values:
            return self._general()
        return self._single() if len(self._looks) == 1 else self._pair_or_general()

    def _single(self) -> Closure:
        faces, pools, ask = self._frame.faces, self._frame.pools, self._ask
        (cell,) = self._looks
        answers: dict[int, int] = {}

        def single(cells: Cells) -> int:
            card = cells[cell]
            if cells[pools + card]:
                undrawn: int = ask(cells)
                return undrawn
            look = cells[faces + card]
            answer = answers.get(look)
            if answer is None:
                answer = answers[look] = ask(cells)
            return answer

        return single

    def _pair_or_general(self) -> Closure:
        if len(self._looks) != 2:
            return self._general()
        faces, pools, ask = self._frame.faces, self._frame.pools, self._ask
        one, two = self._looks
        many = self._frame.look_count
        answers: dict[int, int] = {}

        def pair(cells: Cells) -> int:
            a = cells[one]
            b = cells[two]
            if cells[pools + a] or cells[pools + b]:
                undrawn: int = ask(cells)
                return undrawn
            key = cells[faces + a] * many + cells[faces + b]
            answer = answers.get(key)
            if answer is None:
                if len(answers) >= REMEMBERED_ANSWERS:
                    answers.clear()
                answer = answers[key] = ask(cells)
            return answer

        return pair

    def _general(self) -> Closure:
        faces, pools, ask = self._frame.faces, self._frame.pools, self._ask
        looks, values = self._looks, self._values
        answers: dict[tuple[int, ...], int] = {}

        def general(cells: Cells) -> int:
            cards = [cells[cell] for cell in looks]
            if any(cells[pools + card] for card in cards):
                undrawn: int = ask(cells)
                return undrawn
            key = (*[cells[faces + card] for card in cards], *[cells[cell] for cell in values])
            answer = answers.get(key)
            if answer is None:
                if len(answers) >= REMEMBERED_ANSWERS:
                    answers.clear()
                answer = answers[key] = ask(cells)
            return answer

        return general
