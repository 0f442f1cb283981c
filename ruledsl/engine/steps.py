"""The steps of the machine as closures: variables, money and the flow of play.

Every step reads all it needs before it writes anything. So a step that finds that chance must
speak first has changed nothing and is simply taken again afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ruledsl.engine.chance import LotEvent, NeedsChance, RollEvent
from ruledsl.engine.errors import RuleFault
from ruledsl.engine.evaluate.compiler import Closure, Compiler, is_cards
from ruledsl.engine.evaluate.values import outside
from ruledsl.engine.frame import Cells
from ruledsl.engine.happenings import Announced, Announcement, Assigned, Log, Opened, Paid, Started
from ruledsl.engine.knowledge.project import all_see
from ruledsl.machine import model
from ruledsl.machine.model import ME, NONE, SAFE, STARTER

Step: TypeAlias = Callable[[Cells, Log], int]
"""Takes one step and names the next state."""

StepBuilder: TypeAlias = Callable[[Compiler, int, Any], Step]
"""From the number of a state and the state to its step."""


def address(compiler: Compiler, target: model.Address, state: model.State) -> Closure:
    """The function that yields the cell of an address."""
    base, size = target.base, target.size
    if target.index is None:
        return lambda _cells: base
    index = compiler.closure(target.index)

    def cell(cells: Cells) -> int:
        i: int = index(cells)
        if 0 < i <= size:
            return base + i - 1
        raise compiler.texts.fault(state.span, outside(i, size))

    return cell


def _label(compiler: Compiler, thing: model.Variable | model.Account, cell: int) -> str:
    """The name of the element in a cell: ``points[2]``."""
    return compiler.texts.element(thing.name, thing.index, cell - thing.base + thing.lowest)


def range_fault(
    compiler: Compiler, variable: model.Variable, cell: int, value: int, state: model.State
) -> RuleFault:
    """The fault of a value outside the range of the variable that it would have in a cell."""
    texts = compiler.texts
    name = _label(compiler, variable, cell)
    if value == NONE or variable.type.kind not in ("number", "bool"):
        message = f"`{name}` cannot be {texts.value(variable.type, value)}"
    else:
        message = f"`{name}` cannot be {value}: it is within {variable.low}..{variable.high}"
    return texts.fault(state.span, message)


def _set(compiler: Compiler, _: int, state: model.Set) -> Step:
    value = compiler.closure(state.value)
    cell, following = state.cell, state.next

    def step(cells: Cells, _log: Log) -> int:
        cells[cell] = value(cells)
        return following

    return step


def _assign(compiler: Compiler, _: int, state: model.Assign) -> Step:
    variable = compiler.machine.variables[state.variable]
    low, high, or_none, following = variable.low, variable.high, variable.or_none, state.next
    target = address(compiler, state.target, state)
    value = compiler.closure(state.value)

    def step(cells: Cells, log: Log) -> int:
        cell = target(cells)
        assigned: int = value(cells)
        if not low <= assigned <= high and not (or_none and assigned == NONE):
            raise range_fault(compiler, variable, cell, assigned, state)
        cells[cell] = assigned
        if log is not None:
            log.append(Assigned(state.variable, cell - variable.base + 1, assigned))
        return following

    return step


def _open(compiler: Compiler, _: int, state: model.Open) -> Step:
    account = compiler.machine.accounts[state.account]
    target = address(compiler, state.target, state)
    value = compiler.closure(state.value)

    def step(cells: Cells, log: Log) -> int:
        cell = target(cells)
        balance: int = value(cells)
        if account.unlimited:
            return state.next
        if not 0 <= balance <= account.limit:
            name = _label(compiler, account, cell)
            message = f"`{name}` cannot begin with {balance}: it holds 0..{account.limit}"
            raise compiler.texts.fault(state.span, message)
        cells[cell] = balance
        if log is not None:
            log.append(Opened(state.account, cell - account.base + 1, balance))
        return state.next

    return step


def _roll(compiler: Compiler, number: int, state: model.Roll) -> Step:
    domain = compiler.closure(state.domain)
    cards = is_cards(compiler, state.domain)
    type_ = (
        compiler.machine.variables[state.variable].type
        if state.variable >= 0
        else compiler.types.of(state.domain)
    )
    target = address(compiler, state.target, state)

    def step(cells: Cells, _log: Log) -> int:
        target(cells)
        values = tuple(domain(cells))
        if not values:
            raise compiler.texts.fault(state.span, "`random` has nothing to choose from")
        if cards and any(value < 0 for value in values):
            raise compiler.texts.fault(state.span, "there is no card here to choose")
        raise NeedsChance(RollEvent(number, values, cards, type_))

    return step


def finish_roll(compiler: Compiler, state: model.Roll) -> Callable[[Cells, Log, int], int]:
    """What a `Roll` does once chance has picked a value; the next state."""
    target = address(compiler, state.target, state)
    variable = compiler.machine.variables[state.variable] if state.variable >= 0 else None

    def finish(cells: Cells, log: Log, value: int) -> int:
        cell = target(cells)
        if variable is not None:
            allowed = variable.low <= value <= variable.high or (variable.or_none and value == NONE)
            if not allowed:
                raise range_fault(compiler, variable, cell, value, state)
            if log is not None:
                log.append(Assigned(state.variable, cell - variable.base + 1, value))
        cells[cell] = value
        return state.next

    return finish


def _lot(_compiler: Compiler, _: int, state: model.Lot) -> Step:
    def step(cells: Cells, log: Log) -> int:
        if not cells[STARTER]:
            raise NeedsChance(LotEvent())
        if log is not None:
            log.append(Started(cells[STARTER]))
        return state.next

    return step


def _pay(compiler: Compiler, _: int, state: model.Pay) -> Step:
    texts = compiler.texts
    payer = compiler.machine.accounts[state.source_account]
    payee = compiler.machine.accounts[state.target_account]
    source = address(compiler, state.source, state)
    target = address(compiler, state.target, state)
    amount = compiler.closure(state.amount) if state.amount is not None else None
    up_to, following = state.up_to, state.next
    without_end, unbounded_target = payer.unlimited, payee.unlimited
    limit = payee.limit
    # Where somebody does not see the amount, silence must not tell him that it is nothing.
    silent = not (all_see(payer) or all_see(payee))

    def step(cells: Cells, log: Log) -> int:
        from_cell = source(cells)
        to_cell = target(cells)
        if amount is None:
            if without_end:
                raise texts.fault(
                    state.span, f"`{payer.name}` is unlimited: there is no `all` of it"
                )
            paid = cells[from_cell]
        else:
            paid = amount(cells)
            if not 0 <= paid <= SAFE:
                shown = "none" if paid == NONE else str(paid)
                raise texts.fault(state.span, f"an amount of {shown} cannot be paid")
            if not without_end and paid > cells[from_cell]:
                if not up_to:
                    raise texts.fault(
                        state.span,
                        f"{paid} is more than there is",
                        (_label(compiler, payer, from_cell), str(cells[from_cell])),
                    )
                paid = cells[from_cell]
        if from_cell != to_cell:
            if not unbounded_target:
                balance = cells[to_cell] + paid
                if balance > limit:
                    name = _label(compiler, payee, to_cell)
                    raise texts.fault(
                        state.span, f"`{name}` would hold {balance}, more than {limit}"
                    )
                cells[to_cell] = balance
            if not without_end:
                cells[from_cell] -= paid
        if log is not None and (paid or silent):
            log.append(
                Paid(
                    state.source_account,
                    from_cell - payer.base + 1,
                    state.target_account,
                    to_cell - payee.base + 1,
                    paid,
                )
            )
        return following

    return step


def _announce(compiler: Compiler, number: int, state: model.Announce) -> Step:
    values = tuple(compiler.closure(value) for value in state.values)
    texts = compiler.texts

    def step(cells: Cells, log: Log) -> int:
        shown = [value(cells) for value in values]
        if log is not None:
            said = texts.announced(state, shown)
            log.append(Announced(Announcement(said, number, tuple(shown))))
        return state.next

    return step


def _branch(compiler: Compiler, _: int, state: model.Branch) -> Step:
    condition = compiler.closure(state.condition)
    then, otherwise = state.then, state.otherwise
    return lambda cells, _log: then if condition(cells) else otherwise


def _collect(compiler: Compiler, _: int, state: model.Collect) -> Step:
    source = compiler.closure(state.source)
    base, capacity, following = state.base, state.capacity, state.next

    def step(cells: Cells, _log: Log) -> int:
        listed = source(cells)
        count = len(listed)
        if count > capacity:
            message = f"the list has {count} elements, more than the {capacity} it may have"
            raise compiler.texts.fault(state.span, message)
        cells[base] = count
        cells[base + 1 : base + 1 + count] = listed
        return following

    return step


def _next(compiler: Compiler, _: int, state: model.Next) -> Step:
    base, position, target = state.base, state.position, state.target
    body, done = state.body, state.done
    end = compiler.machine.layout.scratch

    def step(cells: Cells, _log: Log) -> int:
        at = cells[position]
        if not 0 <= at < cells[base]:
            return done
        if base + 1 + at >= end:
            raise compiler.texts.fault(state.span, "the loop has lost its place")
        cells[position] = at + 1
        cells[target] = cells[base + 1 + at]
        return body

    return step


def _call(compiler: Compiler, _: int, state: model.Call) -> Step:
    routine = compiler.machine.routines[state.routine]
    back, me, entry, following = routine.back, routine.me, routine.entry, state.next

    def step(cells: Cells, _log: Log) -> int:
        cells[back] = following
        cells[me] = cells[ME]
        return entry

    return step


def _return(compiler: Compiler, _: int, state: model.Return) -> Step:
    machine = compiler.machine
    routine = machine.routines[state.routine]
    back, me, count = routine.back, routine.me, len(machine.states)
    registers = tuple(
        (cell, compiler.frame.empty(cell))
        for action in compiler.actions_of(state.routine)
        for cell in action.registers
    )

    def step(cells: Cells, _log: Log) -> int:
        following = cells[back]
        cells[ME] = cells[me]
        cells[back] = cells[me] = 0
        for cell, nothing in registers:
            cells[cell] = nothing
        if 0 <= following < count:
            return following
        raise compiler.texts.fault(state.span, "there is nowhere to return to")

    return step


def _score(compiler: Compiler, _: int, state: model.Score) -> Step:
    players = compiler.machine.players
    scores = compiler.machine.layout.scores
    value = compiler.closure(state.value)
    tie = compiler.closure(state.tie) if state.tie is not None else None
    seat_cell, following = state.seat, state.next

    def step(cells: Cells, _log: Log) -> int:
        results = []
        ties = []
        try:
            for seat in range(1, players + 1):
                cells[seat_cell] = seat
                results.append(value(cells))
                ties.append(tie(cells) if tie is not None else 0)
        finally:
            cells[seat_cell] = 0
        if NONE in results or NONE in ties:
            raise compiler.texts.fault(state.span, "a score cannot be `none`")
        cells[scores : scores + 2 * players] = results + ties
        return following

    return step


BUILDERS: dict[type[model.State], StepBuilder] = {
    model.Set: _set,
    model.Assign: _assign,
    model.Open: _open,
    model.Roll: _roll,
    model.Lot: _lot,
    model.Pay: _pay,
    model.Announce: _announce,
    model.Branch: _branch,
    model.Collect: _collect,
    model.Next: _next,
    model.Call: _call,
    model.Return: _return,
    model.Score: _score,
}
"""Builders of steps for variables, money and flow."""
