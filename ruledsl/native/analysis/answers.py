"""Guards that only the looks of cards decide, answered once and for all when a machine is lowered.

Whether two cards go together depends, in most games, on nothing but what they show. The interpreter
remembers the answer for each pair of looks; a generated program has all answers among its constants.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from ruledsl.engine.errors import RuleFault
from ruledsl.engine.evaluate import BUILDERS
from ruledsl.engine.evaluate.compiler import Compiler
from ruledsl.engine.frame import FUEL, Frame
from ruledsl.engine.looks import reads_of, visits
from ruledsl.engine.text import Texts
from ruledsl.engine.valuetypes import ValueTypes
from ruledsl.machine.flow import define_order
from ruledsl.machine.model import Expr, Guard, Machine
from ruledsl.machine.sorts import nodes_of
from ruledsl.machine.work import Estimate
from ruledsl.native.analysis.facts import Facts

MOST = 20_000
"""Answers that one table may have."""

WORK = 20_000_000
"""Operations that all tables of a machine together may take (a few seconds): other guards are worked out in play."""

NO, YES, ASK = 0, 1, 2
"""What a table answers; `ASK`: the rules fail for these looks, so the guards must be worked out."""


class Answers:
    """Answers the guards of one machine for given looks.

    ``counted`` says that the program counts the elements that are visited: a guard that visits some is then
    worked out each time.
    """

    def __init__(self, frame: Frame, facts: Facts, *, counted: bool) -> None:
        self._frame = frame
        self._machine = frame.machine
        self._counted = counted
        self._estimate = Estimate(frame.machine, facts, define_order(frame.machine)[0])
        self._left = min(WORK, frame.elements)
        self._compiler: Compiler | None = None
        self._cards: list[int] = []

    def decided(self, guards: Sequence[Guard], cells: Sequence[int]) -> tuple[int, ...]:
        """Which of these registers hold the cards whose looks alone decide the guards; none if more does."""
        read: set[tuple[str, int]] = set()
        for guard in guards:
            reads = reads_of(self._machine, guard.value)
            if guard.cell >= 0 or reads is None or _draws(self._machine, guard.value):
                return ()
            if self._counted and visits(guard.value):
                return ()
            read |= reads
        found = tuple(cell for cell in cells if ("look", cell) in read)
        if len(found) != len(read) or len(self._machine.looks) ** len(found) > MOST:
            return ()
        return found if self._work(guards, found) <= self._left else ()

    def _work(self, guards: Sequence[Guard], cells: Sequence[int]) -> int:
        """The operations that a table may take."""
        each = sum(self._estimate.of(guard.value).operations for guard in guards)
        answers: int = len(self._machine.looks) ** len(cells)
        return each * answers

    def table(self, guards: Sequence[Guard], cells: Sequence[int]) -> list[int]:
        """The answers for all looks of the cards in these registers, the last one's changing quickest."""
        if self._compiler is None:
            machine = self._machine
            self._compiler = Compiler(self._frame, Texts(machine), ValueTypes(machine), BUILDERS)
            card_of = {look: card for card, look in enumerate(machine.cards)}
            self._cards = [card_of.get(look, -1) for look in range(len(machine.looks))]
        self._left -= self._work(guards, cells)
        closures = [self._compiler.closure(guard.value) for guard in guards]
        state = self._frame.fresh()
        answers = []
        for cards in product(self._cards, repeat=len(cells)):
            for cell, card in zip(cells, cards, strict=True):
                state[cell] = card
            state[FUEL] = self._frame.elements
            answers.append(NO if -1 in cards else _answer(closures, state))
        return answers


def _answer(closures: Sequence[object], state: list[int]) -> int:
    try:
        return YES if all(closure(state) for closure in closures) else NO  # type: ignore[operator]
    except RuleFault:
        return ASK


def _draws(machine: Machine, expr: Expr) -> bool:
    """Whether an expression may ask for a card to be drawn."""
    waiting = [expr]
    while waiting:
        for node in nodes_of(waiting.pop()):
            if node.op in ("drawn_face", "alike_within"):
                return True
            if node.op == "call":
                waiting.append(machine.defines[node.nums[0]].body)
    return False
