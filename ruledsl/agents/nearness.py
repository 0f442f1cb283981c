"""How near a seat is to what the rules would allow it to do.

The conditions of actions are graded: how many parts of them fail, not only whether they do. A
player who works towards being allowed more plays with a purpose, without knowing what for. Both ideas
come from general game playing: mobility as a heuristic is as old as computer chess (Slater, *Statistics
for the chess computer and the factor of mobility*, 1950); a formula of the rules evaluated by degrees is the
heuristic of Fluxplayer (Schiffel and Thielscher, *Fluxplayer: a successful general game player*, AAAI 2007),
which grades the goal of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import attrs

from ruledsl.engine.errors import RuleFault
from ruledsl.engine.evaluate import BUILDERS
from ruledsl.engine.evaluate.compiler import Closure, Compiler, Undecided
from ruledsl.engine.frame import Cells, Frame
from ruledsl.engine.game import Game
from ruledsl.engine.offers import cells_read
from ruledsl.engine.resample.grading import FAR, Grade, grade
from ruledsl.machine.model import NONE, Action, Define, Expr, Machine

Distance: TypeAlias = Callable[[Cells], int]

_Step: TypeAlias = "tuple[int, Closure | Grade]"
"""A ``let`` with the cell that it sets, or (cell -1) a graded ``require``."""


def nearness(game: Game) -> Distance:
    """The function that says how much of the conditions of all actions fails for the seat in `ME`.

    A condition that reads what the player would choose is left out. The cells are written to.
    """
    program = game.program
    machine = _softened(game.machine)
    compiler = Compiler(Frame(machine), program.texts, program.types, BUILDERS)
    actions = [tuple(_steps(compiler, action)) for action in machine.actions]

    def total(cells: Cells) -> int:
        return sum(_distance(steps, cells) for steps in actions)

    return total


def _distance(steps: tuple[_Step, ...], cells: Cells) -> int:
    failed = 0
    for place, (cell, value) in enumerate(steps):
        try:
            if cell >= 0:
                cells[cell] = value(cells)
            else:
                failed += value(cells)
        except (RuleFault, Undecided):
            # What comes after a condition may be worked out only where it holds.
            return failed + len(steps) - place
    return min(failed, FAR)


def _steps(compiler: Compiler, action: Action) -> Iterator[_Step]:
    """The ``let``s and ``require``s of an action that do not depend on its parameters."""
    chosen = {param.cell for param in action.params}
    for guard in action.guards:
        if chosen.intersection(cells_read(guard.value)):
            if guard.cell >= 0:
                chosen.add(guard.cell)
        elif guard.cell >= 0:
            yield guard.cell, compiler.closure(guard.value)
        else:
            yield -1, grade(compiler, guard.value)


# --- "there is exactly one" by degrees ----------------------------------------------------------


def _softened(machine: Machine) -> Machine:
    """The machine with each test whether a ``the ... else none`` finds something put as two numbers.

    That there is exactly one is then as far from holding as there are too many, or too few.
    """
    only = {n: define for n, define in enumerate(machine.defines) if _finds_only(define.body)}
    twins = {n: len(machine.defines) + place for place, n in enumerate(only)}
    defines = [attrs.evolve(d, body=_soft(d.body, twins)) for d in machine.defines]
    defines += [_twin(define, twins) for define in only.values()]
    actions = tuple(
        attrs.evolve(
            action,
            guards=tuple(attrs.evolve(g, value=_soft(g.value, twins)) for g in action.guards),
        )
        for action in machine.actions
    )
    return attrs.evolve(machine, defines=tuple(defines), actions=actions)


def _twin(define: Define, twins: dict[int, int]) -> Define:
    """A define that says whether another finds something."""
    return attrs.evolve(define, body=_exactly_one(define.body, twins), sort="number")


def _finds_only(expr: Expr) -> bool:
    return expr.op == "the" and len(expr.args) == 3 and _is_none(expr.args[2])


def _is_none(expr: Expr) -> bool:
    return expr.op == "const" and expr.nums == (NONE,)


def _soft(expr: Expr, twins: dict[int, int]) -> Expr:
    if expr.op == "ne" and any(map(_is_none, expr.args)):
        sought = next((arg for arg in expr.args if not _is_none(arg)), expr)
        if _finds_only(sought):
            return _exactly_one(sought, twins)
        if sought.op == "call" and sought.nums[0] in twins:
            operands = tuple(_soft(arg, twins) for arg in sought.args)
            return attrs.evolve(sought, nums=(twins[sought.nums[0]],), args=operands)
    return attrs.evolve(expr, args=tuple(_soft(arg, twins) for arg in expr.args))


def _exactly_one(expr: Expr, twins: dict[int, int]) -> Expr:
    source, condition = (_soft(arg, twins) for arg in expr.args[:2])
    count = attrs.evolve(expr, op="count", args=(source, condition))
    one = attrs.evolve(expr, op="const", nums=(1,), args=())
    above = attrs.evolve(expr, op="le", nums=(), args=(count, one))
    below = attrs.evolve(expr, op="ge", nums=(), args=(count, one))
    return attrs.evolve(expr, op="and", nums=(), args=(above, below))
