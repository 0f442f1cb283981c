"""Whether states, actions, routines and defines name what is there and write only where they may.

The layout must be in order. Some registers belong to the machine alone: where a
routine returns to, what a seat has chosen and not yet played, the list that a loop
goes over. Only the states made for them may write there; that keeps every number in
them valid while the game is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ruledsl import limits
from ruledsl.machine.flow import addresses, expressions, offers, successors
from ruledsl.machine.model import (
    ME,
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
    Machine,
    Move,
    MoveSome,
    Next,
    Offer,
    Open,
    Pay,
    PlayPending,
    Return,
    Reveal,
    Roll,
    Score,
    Set,
    Shuffle,
    Sort,
    ValueType,
)
from ruledsl.machine.segments import Segments, run_ends
from ruledsl.machine.sorts import ELEMENT, LIST, NOTHING, Checker, SortError

_VALUES = frozenset(LIST)
"""Sorts that are no list and no zone."""


def names(machine: Machine, cells: Segments) -> Iterator[str]:
    """States, actions, routines and so on that are named but not there; `problems` goes by these."""
    yield from _routines(machine, cells)
    yield from _numbers(machine)


def problems(machine: Machine, cells: Segments) -> Iterator[str]:
    """Everything else that is wrong with states, actions, routines and defines, with its place."""
    own = _Own(machine)
    yield from own.overlaps(cells)
    checker = Checker(machine, cells, frozenset(own.pending))
    yield from _defines(machine, cells, checker)
    for number, action in enumerate(machine.actions):
        for problem in _action(action, machine, cells, checker, own):
            yield f"actions[{number}]: {problem}"
    states = _States(machine, cells, checker, own)
    for number, state in enumerate(machine.states):
        for problem in states.check(state):
            yield f"states[{number}]: {problem}"


def _routines(machine: Machine, cells: Segments) -> Iterator[str]:
    for number, routine in enumerate(machine.routines):
        if not 0 <= routine.entry < len(machine.states):
            yield f"routines[{number}]: there is no state {routine.entry}"
        for cell in (routine.back, routine.me):
            if cells.use(cell) != "register" or machine.layout.sorts[cell] != "number":
                yield f"routines[{number}]: cell {cell} is no register for a number"


def _numbers(machine: Machine) -> Iterator[str]:
    """The numbers by which states name states, actions, routines, decks, accounts, variables."""
    counts = {
        "state": len(machine.states),
        "action": len(machine.actions),
        "routine": len(machine.routines),
        "deck": len(machine.decks),
        "account": len(machine.accounts),
        "variable": len(machine.variables),
    }
    for number, action in enumerate(machine.actions):
        if not 0 <= action.routine < counts["routine"]:
            yield f"actions[{number}]: there is no routine {action.routine}"
    for number, state in enumerate(machine.states):
        for what, named in _named(state):
            if not 0 <= named < counts[what]:
                yield f"states[{number}]: there is no {what} {named}"
        if isinstance(state, PlayPending) and 0 <= state.decision < counts["state"]:
            decision = machine.states[state.decision]
            if not isinstance(decision, Decide) or decision.pending < 0:
                yield f"states[{number}]: state {state.decision} leaves nothing to be played"


def _named(state: AnyState) -> Iterator[tuple[str, int]]:
    for successor, _ in successors(state):
        yield "state", successor
    for offer in offers(state):
        yield "action", offer.action
    match state:
        case Assign():
            yield "variable", state.variable
        case Roll() if state.variable != -1:
            yield "variable", state.variable
        case Open():
            yield "account", state.account
        case Pay():
            yield "account", state.source_account
            yield "account", state.target_account
        case Gather():
            for deck in state.decks:
                yield "deck", deck
        case Call() | Return():
            yield "routine", state.routine
        case PlayPending():
            yield "state", state.decision


class _Own:
    """The registers that belong to the machine alone, by what they are for."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.returns = [c for r in machine.routines for c in (r.back, r.me)]
        self.pending: set[int] = set()
        self.lists: set[int] = set()
        self.positions = {s.position for s in machine.states if isinstance(s, Next)}
        decisions = [s for s in machine.states if isinstance(s, Decide) and s.pending >= 0]
        self._claim(self.pending, {(s.pending, s.width * machine.players) for s in decisions})
        loops = [s for s in machine.states if isinstance(s, Collect)]
        self.bases = {s.base for s in loops}
        self._claim(self.lists, {(s.base, s.capacity + 1) for s in loops})
        self.all = {*self.returns, *self.pending, *self.lists, *self.positions}

    def _claim(self, cells: set[int], blocks: set[tuple[int, int]]) -> None:
        """Add blocks within the layout; those outside are reported where they are named."""
        done = 0
        for base, size in sorted(blocks):
            if base >= 0 and base + size <= self.machine.layout.scratch:
                cells.update(range(max(base, done), base + size))
                done = max(done, base + size)

    def overlaps(self, cells: Segments) -> Iterator[str]:
        """Registers that serve two purposes."""
        groups: tuple[Iterable[int], ...] = (
            self.returns,
            sorted(self.pending),
            sorted(self.lists),
            sorted(self.positions),
        )
        seen: set[int] = set()
        for group in groups:
            for cell in group:
                if cell in seen:
                    yield f"cell {cell} serves two purposes"
                    return
                seen.add(cell)
        for cell in sorted(self.pending | self.lists):
            if cells.use(cell) != "register":
                yield f"cell {cell} is no register"
                return


def _defines(machine: Machine, cells: Segments, checker: Checker) -> Iterator[str]:
    for number, define in enumerate(machine.defines):
        place = f"defines[{number}]"
        if any(cells.use(cell) != "scratch" for cell in define.params):
            yield f"{place}: an operand of `{define.name}` has no scratch cell"
        elif len(set(define.params)) < len(define.params):
            yield f"{place}: two operands of `{define.name}` share a cell"
        else:
            yield from _expect(
                place, checker, define.body, (define.sort,), frozenset(define.params)
            )


def _expect(
    place: str,
    checker: Checker,
    expr: Expr,
    sorts: Iterable[Sort],
    bound: frozenset[int] = frozenset(),
) -> Iterator[str]:
    """What is wrong with an expression that must have one of these sorts."""
    lead = f"{place}: " if place else ""
    try:
        sort = checker.check(expr, bound)
    except SortError as error:
        yield f"{lead}{error}"
        return
    if sort not in sorts and not (expr == NOTHING and "look" in sorts):
        yield f"{lead}an expression is a {sort}, not a {' or '.join(sorted(sorts))}"


def _action(
    action: Action, machine: Machine, cells: Segments, checker: Checker, own: _Own
) -> Iterator[str]:
    if len(action.params) > limits.PARAMETERS:
        yield f"it has {len(action.params)} parameters; the limit is {limits.PARAMETERS}"
        return
    used: set[int] = set()
    sorts = machine.layout.sorts
    for param in action.params:
        if cells.use(param.cell) != "register" or param.cell in own.all or param.cell in used:
            yield f"`{param.name}` has no register of its own"
            return
        used.add(param.cell)
        sort = sorts[param.cell]
        if sort != {"look": "look", "card": "card"}.get(param.type.kind, "number"):
            yield f"`{param.name}` is a {param.type.kind}, but its register holds a {sort}"
        yield from _expect("", checker, param.domain, (LIST[sort],))
    for guard in action.guards:
        if guard.cell == -1:
            yield from _expect("", checker, guard.value, ("number",))
        elif cells.use(guard.cell) != "register" or guard.cell in own.all:
            yield f"cell {guard.cell} is no register to be set"
        else:
            yield from _expect("", checker, guard.value, (sorts[guard.cell],))
    for cell in action.registers:
        if cells.use(cell) != "register" or cell in own.all:
            yield f"cell {cell} is no register of the action"


class _States:
    """Checks one state after another."""

    def __init__(self, machine: Machine, cells: Segments, checker: Checker, own: _Own) -> None:
        self.machine = machine
        self.cells = cells
        self.checker = checker
        self.own = own
        self.sorts = machine.layout.sorts
        self._alike = run_ends(self.sorts)

    def check(self, state: AnyState) -> Iterator[str]:
        """What is wrong with a state whose numbers name things that are there."""
        broken = False
        for expr in expressions(state):
            for problem in _expect("", self.checker, expr, (*ELEMENT, *LIST, "zone")):
                broken = True
                yield problem
        if not broken:
            yield from self._fields(state)
            for address in addresses(state):
                if address.index is not None:
                    yield from self._is(address.index, "number")

    def _is(self, expr: Expr | None, *sorts: Sort) -> Iterator[str]:
        if expr is not None:
            yield from _expect("", self.checker, expr, sorts)

    def _register(self, cell: int, *, me: bool = False) -> Iterator[str]:
        """Whether rules may set that cell."""
        if not (me and cell == ME) and (self.cells.use(cell) != "register" or cell in self.own.all):
            yield f"cell {cell} is no register to be set"

    def _element(self, address: Address, base: int, size: int, name: str) -> Iterator[str]:
        """Whether an address is the family of ``size`` from ``base`` on, or a fixed element of it."""
        whole = (address.base, address.size) == (base, size)
        fixed = address.size == 1 and base <= address.base < base + size
        if not (fixed if address.index is None else whole):
            yield f"cell {address.base} is not in `{name}`"

    def _account(self, number: int, address: Address) -> Iterator[str]:
        account = self.machine.accounts[number]
        yield from self._element(address, account.base, account.size, account.name)

    def _variable(self, number: int, address: Address) -> Iterator[str]:
        variable = self.machine.variables[number]
        yield from self._element(address, variable.base, variable.size, variable.name)

    def _type(self, type_: ValueType | None) -> Iterator[str]:
        if type_ is None or type_.kind != "member":
            return
        if not 0 <= type_.enumeration < len(self.machine.enumerations):
            yield f"there is no enumeration {type_.enumeration}"

    def _fields(self, state: AnyState) -> Iterator[str]:
        match state:
            case Set():
                yield from self._set(state)
            case Assign():
                yield from self._variable(state.variable, state.target)
                look = self.machine.variables[state.variable].type.kind == "look"
                yield from self._is(state.value, "look" if look else "number")
            case Open():
                yield from self._account(state.account, state.target)
                yield from self._is(state.value, "number")
                if self.machine.accounts[state.account].unlimited:
                    yield "an unlimited account has no balance"
            case Roll():
                yield from self._roll(state)
            case Move():
                for card in state.cards:
                    yield from self._is(card, "card")
                yield from self._is(state.to, "zone")
            case MoveSome():
                yield from self._is(state.amount, "number")
                for source in state.sources:
                    yield from self._is(source, "zone")
                yield from self._is(state.to, "zone")
            case Shuffle():
                yield from self._is(state.zone, "zone")
            case Reveal():
                sorts: tuple[Sort, ...] = ("card", "cards", "zone")
                yield from self._is(state.what, *(sorts if state.type is None else _VALUES))
                yield from self._is(state.to, "number")
                yield from self._type(state.type)
            case Pay():
                yield from self._account(state.source_account, state.source)
                yield from self._account(state.target_account, state.target)
                yield from self._is(state.amount, "number")
                if state.amount is None and self.machine.accounts[state.source_account].unlimited:
                    yield "all that an unlimited account holds cannot be paid"
            case Announce():
                if len(state.texts) != len(state.values) + 1 or len(state.types) != len(
                    state.values
                ):
                    yield "texts and values do not take turns"
                for value in state.values:
                    yield from self._is(value, *_VALUES)
                for type_ in state.types:
                    yield from self._type(type_)
            case Branch():
                yield from self._is(state.condition, "number")
            case Collect() | Next():
                yield from self._loop(state)
            case Decide():
                yield from self._decide(state)
            case Score():
                yield from self._register(state.seat)
                yield from self._is(state.value, "number")
                yield from self._is(state.tie, "number")
                if self.cells.use(state.seat) and self.sorts[state.seat] != "number":
                    yield f"cell {state.seat} cannot hold a seat"
            case _:
                return

    def _set(self, state: Set) -> Iterator[str]:
        if state.cell in self.own.positions:
            if state.value != _ZERO:
                yield "a loop can begin only with its first element"
            return
        yield from self._register(state.cell, me=True)
        if self.cells.use(state.cell):
            yield from self._is(state.value, self.sorts[state.cell])

    def _roll(self, state: Roll) -> Iterator[str]:
        target = state.target
        if state.variable >= 0:
            yield from self._variable(state.variable, target)
            look = self.machine.variables[state.variable].type.kind == "look"
            yield from self._is(state.domain, "looks" if look else "numbers")
            return
        if target.index is not None or target.size != 1:
            yield "a register cannot be chosen by an index"
        yield from self._register(target.base)
        if self.cells.use(target.base):
            yield from self._is(state.domain, LIST[self.sorts[target.base]])

    def _loop(self, state: Collect | Next) -> Iterator[str]:
        if isinstance(state, Collect):
            if state.capacity < 0 or not self.cells.is_block(
                state.base, state.capacity + 1, "register"
            ):
                yield f"cells {state.base} to {state.base + state.capacity} are no registers"
                return
            first = state.base + 1
            if self.sorts[state.base] != "number" or (
                state.capacity and first + state.capacity > self._alike[first]
            ):
                yield f"the cells from {state.base} on cannot hold a list"
            elif state.capacity:
                yield from self._is(state.source, LIST[self.sorts[first]])
            else:
                yield from self._is(state.source, *ELEMENT)
            return
        if state.base not in self.own.bases:
            yield f"there is no list at cell {state.base}"
            return
        yield from self._register(state.target, me=True)
        position = state.position
        if self.cells.use(position) != "register" or self.sorts[position] != "number":
            yield f"cell {position} cannot count"
        elif self.cells.use(state.target) and state.base + 1 in self.own.lists:
            held_sort = self.sorts[state.base + 1]
            if self.sorts[state.target] != held_sort:
                yield f"cell {state.target} cannot hold a {held_sort}"

    def _decide(self, state: Decide) -> Iterator[str]:
        if not state.offers and state.otherwise is None and not state.optional:
            yield "a decision has nothing to offer"
        if len(state.offers) > limits.OFFERS:
            yield f"there are {len(state.offers)} offers; the limit is {limits.OFFERS}"
            return
        for offer in offers(state):
            yield from self._offer(offer)
        if state.pending < 0:
            return
        widest = max((len(self.machine.actions[o.action].params) for o in offers(state)), default=0)
        size = state.width * self.machine.players
        if state.width < widest + 1 or not self.cells.is_block(state.pending, size, "register"):
            yield f"what is chosen does not fit into the cells from {state.pending} on"

    def _offer(self, offer: Offer) -> Iterator[str]:
        if offer.arguments is None:
            return
        action = self.machine.actions[offer.action]
        if len(offer.arguments) != len(action.params):
            yield f"`{action.name}` is offered with {len(offer.arguments)} arguments"
            return
        for param, argument in zip(action.params, offer.arguments, strict=True):
            if self.cells.use(param.cell):
                yield from self._is(argument, self.sorts[param.cell])


_ZERO = Expr("const", (0,))
