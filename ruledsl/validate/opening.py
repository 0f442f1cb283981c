"""How a game begins: setup, and what follows up to the first choice, step by step.

Cards are counted and not looked at, so all that does not depend on faces is known exactly: how many are
dealt from where, which place is asked for, what accounts begin with. Where something depends on a face or on
a roll, the opening is followed no further and nothing is said. The lot falls on the first seat.
"""

from __future__ import annotations

from attrs import define, field, frozen

from ruledsl.machine.known import COMPARED, EQUAL
from ruledsl.machine.model import (
    ME,
    NONE,
    SAFE,
    STARTER,
    Account,
    Address,
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
    Open,
    Pay,
    Return,
    Roll,
    Set,
    Variable,
)
from ruledsl.source import Span

_STEPS = 5_000
"""Openings that take more steps are not followed to their end."""

_LISTED = 500
"""Lists with more elements are not written out."""

_EXPRESSIONS = 50_000
"""Openings in which more has to be worked out are not followed to their end."""


@frozen
class Fault:
    """What stops play before anybody has chosen anything."""

    message: str
    span: Span
    help: str


class _Stop(Exception):  # noqa: N818 - a signal within this module
    """Something is not known, and the opening is followed no further."""


class _Met(Exception):  # noqa: N818
    """A fault has been met."""

    def __init__(self, message: str, span: Span, help_text: str) -> None:
        super().__init__(message)
        self.fault = Fault(message, span, help_text)


@define
class Opening:
    """Where a game stands at the first choice.

    ``sizes`` are the numbers of cards in the zones, ``fault`` what was met on the way; ``is_known``
    tells whether the first choice was reached.
    """

    machine: Machine
    sizes: list[int] = field(factory=list)
    fault: Fault | None = None
    is_known: bool = False
    _cells: dict[int, int | None] = field(factory=dict)
    _lists: dict[int, list[int | None]] = field(factory=dict)
    _back: dict[int, list[tuple[int, int | None]]] = field(factory=dict)
    _at: int = 0
    _left: int = _EXPRESSIONS

    def __attrs_post_init__(self) -> None:
        self.sizes = [0] * len(self.machine.zones)
        for deck in self.machine.decks:
            self.sizes[deck.zone] += len(deck.cards)
        self._at = self.machine.start
        try:
            for _ in range(_STEPS):
                state = self.machine.states[self._at]
                if isinstance(state, Decide):
                    self.is_known = True
                    break
                self._at = self._step(state)
        except _Stop:
            pass
        except _Met as met:
            self.fault = met.fault

    def cell(self, cell: int) -> int | None:
        """What a cell holds, if that is known."""
        return self._cells.get(cell, 0)

    # --- steps --------------------------------------------------------------------------------

    def _step(self, state: AnyState) -> int:
        match state:
            case Set(cell=cell, value=value):
                self._cells[cell] = self._of(value)
            case Assign():
                self._assign(state)
            case Open():
                self._open(state)
            case Lot():
                self._cells[STARTER] = 1
            case Roll(target=target):
                self._cells[self._address(target, state.span)] = None
            case Move(cards=cards, to=to):
                for zone in [self._lies(card) for card in cards]:
                    self.sizes[zone] -= 1
                    self.sizes[self._zone(to)] += 1
            case MoveSome():
                self._move_some(state)
            case Gather(decks=decks):
                self._gather(decks)
            case Pay():
                self._pay(state)
            case Branch(condition=condition, then=then, otherwise=otherwise):
                return then if self._sure(condition) else otherwise
            case Collect(base=base, source=source):
                self._lists[base] = self._listed(source)
            case Next():
                return self._next(state)
            case Call(routine=routine, next=after):
                self._back.setdefault(routine, []).append((after, self.cell(ME)))
                return self.machine.routines[routine].entry
            case Return(routine=routine):
                if not self._back.get(routine):
                    raise _Stop
                after, self._cells[ME] = self._back[routine].pop()
                return after
            case _ if not hasattr(state, "next"):
                raise _Stop
        following: int = getattr(state, "next")  # noqa: B009 - all others lead to one state
        return following

    def _next(self, state: Next) -> int:
        place, items = self._sure(Expr("cell", (state.position,))), self._lists.get(state.base)
        if items is None:
            raise _Stop
        if place >= len(items):
            return state.done
        self._cells[state.target] = items[place]
        self._cells[state.position] = place + 1
        return state.body

    def _assign(self, state: Assign) -> None:
        variable = self.machine.variables[state.variable]
        cell = self._address(state.target, state.span)
        value = self._of(state.value)
        if value is not None and not _fits(variable, value):
            shown = "none" if value == NONE else str(value)
            raise _Met(
                f"`{variable.name}` becomes {shown} here, and it is {variable.low}..{variable.high}",
                state.span,
                "give it a larger range, or set it to less",
            )
        self._cells[cell] = value

    def _open(self, state: Open) -> None:
        account = self.machine.accounts[state.account]
        balance = self._of(state.value)
        if balance is not None and not 0 <= balance <= account.limit:
            raise _Met(
                f"`{account.name}` would begin with {balance}"
                + (", below 0" if balance < 0 else f", more than {account.limit}"),
                state.value.span if state.value.span.line else state.span,
                "an account holds 0 or more, and no more than it says after `up to`",
            )
        self._cells[self._address(state.target, state.span)] = balance

    def _move_some(self, state: MoveSome) -> None:
        amount = None if state.amount is None else self._sure(state.amount)
        to = self._zone(state.to)
        for source in state.sources:
            zone = self._zone(source)
            there = self.sizes[zone]
            if amount is not None and amount > there and not state.up_to:
                label = self.machine.zones[zone].label
                cards = "card" if amount == 1 else "cards"
                left = f"holds {there}" if there else "is empty"
                raise _Met(
                    f"{amount} {cards} should be moved from `{label}`, and it {left} by then",
                    state.span,
                    "deal fewer, let the deck hold more, or write `move up to ...`",
                )
            moved = there if amount is None else min(amount, there)
            self.sizes[zone] -= moved
            self.sizes[to] += moved

    def _gather(self, decks: tuple[int, ...]) -> None:
        if len(decks) != len(self.machine.decks):
            raise _Stop
        self.sizes = [0] * len(self.sizes)
        for number in decks:
            deck = self.machine.decks[number]
            self.sizes[deck.zone] += len(deck.cards)

    def _pay(self, state: Pay) -> None:
        source = self.machine.accounts[state.source_account]
        target = self.machine.accounts[state.target_account]
        giving = self._address(state.source, state.span)
        taking = self._address(state.target, state.span)
        amount = self._of(state.amount) if state.amount is not None else self.cell(giving)
        balance = self.cell(giving)
        if amount is None or (balance is None and not source.unlimited):
            raise _Stop
        if amount < 0:
            raise _Met(f"{amount} is to be paid here, below 0", state.span, "amounts are 0 or more")
        if not source.unlimited and balance is not None and amount > balance:
            if not state.up_to:
                raise _Met(
                    f"{amount} is to be paid from `{source.name}`, which holds {balance} by then",
                    state.span,
                    "let it begin with more, pay less, or write `pay up to ...`",
                )
            amount = balance
        if not source.unlimited and balance is not None:
            self._cells[giving] = balance - amount
        if not target.unlimited:
            before = self.cell(taking)
            self._cells[taking] = None if before is None else before + amount

    # --- places -------------------------------------------------------------------------------

    def _address(self, address: Address, span: Span) -> int:
        if address.index is None:
            return address.base
        place = self._sure(address.index)
        span = address.index.span if address.index.span.line else span
        self._within(place, address.size, self._name(address.base), span)
        return address.base + place - 1

    def _within(self, place: int, size: int, name: str, span: Span) -> None:
        if not 1 <= place <= size:
            shown = "none" if place == NONE else str(place)
            raise _Met(
                f"place {shown} of `{name}` is asked for here, and it has {size}",
                span,
                "look at where the number comes from: it goes beyond what is declared",
            )

    def _name(self, cell: int) -> str:
        """The variable or account that a cell belongs to."""
        families: tuple[Variable | Account, ...] = (*self.machine.variables, *self.machine.accounts)
        for family in families:
            if family.base <= cell < family.base + family.size:
                return family.name
        return "this"

    def _zone(self, zone: Expr) -> int:
        match zone.op:
            case "zone":
                return zone.nums[0]
            case "zone_at":
                first, size = zone.nums
                place = self._sure(zone.args[0])
                name = self.machine.families[self.machine.zones[first].family].name
                span = zone.args[0].span if zone.args[0].span.line else zone.span
                self._within(place, size, name, span)
                return first + place - 1
        raise _Stop

    def _lies(self, card: Expr) -> int:
        """The zone that a card lies in."""
        if card.op not in ("first", "last"):
            raise _Stop
        zone = self._zone(card.args[0])
        if not self.sizes[zone]:
            raise _Met(
                f"a card is to be taken from `{self.machine.zones[zone].label}`, which is empty by then",
                card.span,
                "deal fewer, or ask first: `if PLACE is not empty:`",
            )
        return zone

    # --- expressions --------------------------------------------------------------------------

    def _sure(self, expr: Expr) -> int:
        found = self._of(expr)
        if found is None:
            raise _Stop
        return found

    def _of(self, expr: Expr) -> int | None:
        """What an expression comes to; None where that depends on a face or on chance."""
        op, nums, args = expr.op, expr.nums, expr.args
        self._left -= 1
        if self._left < 0:
            raise _Stop
        match op:
            case "const":
                return nums[0]
            case "cell":
                return self.cell(nums[0])
            case "item":
                place = self._of(args[0])
                if place is None:
                    return None
                span = args[0].span if args[0].span.line else expr.span
                self._within(place, nums[1], self._name(nums[0]), span)
                return self.cell(nums[0] + place - 1)
            case "table":
                place = self._of(args[0])
                table = self.machine.tables[nums[0]]
                return table[place - 1] if place is not None and 1 <= place <= len(table) else None
            case "size":
                return self.sizes[self._zone(args[0])]
            case "if":
                holds = self._of(args[0])
                return None if holds is None else self._of(args[1] if holds else args[2])
            case "and" | "or" | "implies":
                return self._logic(op, *args)
            case "call":
                define = self.machine.defines[nums[0]]
                for cell, value in zip(define.params, [self._of(arg) for arg in args], strict=True):
                    self._cells[cell] = value
                return self._of(define.body) if define.sort == "number" else None
            case "bounded" | "some":
                return self._of(args[0])
        if op in ("count", "any", "every", "sum", "min", "max"):
            return self._aggregate(expr)
        if op in _ARITHMETIC or op in _ONE:
            values = [self._of(arg) for arg in args]
            known = [value for value in values if value is not None]
            if len(known) < len(values):
                return None
            return _worked_out(op, known, expr)
        return None

    def _logic(self, op: str, left: Expr, right: Expr) -> int | None:
        first = self._of(left)
        if op == "implies":
            first, op = None if first is None else 1 - first, "or"
        settling = 0 if op == "and" else 1
        if first == settling:
            return first
        if first is not None:
            return self._of(right)
        try:
            return settling if self._of(right) == settling else None
        except _Met:
            return None  # it may be that this is never asked

    def _aggregate(self, expr: Expr) -> int | None:
        """What is counted or added up, where that depends on no face."""
        op, cell, (source, *inner) = expr.op, expr.nums[0], expr.args
        if op == "count" and inner[0] == Expr("const", (1,)):
            many = self._many(source)
            if many is not None:
                return many
        found: list[int] = []
        for element in self._listed(source):
            self._cells[cell] = element
            fits = self._of(inner[0])
            if fits is None:
                return None
            if fits:
                value = 1 if op == "count" else self._of(inner[1])
                if value is None:
                    return None
                if op in ("any", "every") and bool(value) == (op == "any"):
                    return value  # no further one is asked
                found.append(value)
        if op in ("any", "every"):
            return int(op == "every")
        if op in ("count", "sum"):
            return _held(sum(found), expr) if NONE not in found else None
        if not found:
            return self._of(inner[2]) if len(inner) > 2 else None
        return min(found) if op == "min" else max(found)

    def _many(self, source: Expr) -> int | None:
        """How many elements a list has."""
        match source.op:
            case "cards":
                return self.sizes[self._zone(source.args[0])]
            case "family_cards":
                family = self.machine.families[source.nums[0]]
                return sum(self.sizes[family.first : family.first + family.size])
            case "join":
                parts = [self._many(arg) for arg in source.args]
                return None if None in parts else sum(part or 0 for part in parts)
        return None

    def _listed(self, source: Expr) -> list[int | None]:
        match source.op:
            case "range":
                low, high = (self._sure(arg) for arg in source.args)
                if high - low < _LISTED:
                    return list(range(low, high + 1))
            case "list":
                return [self._of(arg) for arg in source.args]
            case "row":
                rows, place = self.machine.lists[source.nums[0]], self._sure(source.args[0])
                if 1 <= place <= len(rows):
                    return list(rows[place - 1])
            case "cards" | "family_cards":
                many = self._many(source)
                if many is not None:
                    return [None] * many
        raise _Stop


_NUMBERS = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a // b,
    "mod": lambda a, b: a % b,
}
_ARITHMETIC = frozenset((*COMPARED, *_NUMBERS, "least", "greatest"))
_ONE = frozenset(("neg", "not"))


def _worked_out(op: str, values: list[int], expr: Expr) -> int | None:
    if op in EQUAL:
        return int(COMPARED[op](*values))
    if NONE in values:
        return None
    if op in COMPARED:
        return int(COMPARED[op](*values))
    if op in ("div", "mod") and values[1] == 0:
        raise _Met("something is divided by 0 here", expr.span, "ask first whether it is 0")
    if op in _NUMBERS:
        return _held(int(_NUMBERS[op](*values)), expr)
    if op in ("least", "greatest"):
        return min(values) if op == "least" else max(values)
    return -values[0] if op == "neg" else 1 - values[0]


def _held(number: int, expr: Expr) -> int:
    """The number, where it is one that there can be."""
    if abs(number) > SAFE:
        raise _Met(
            f"the result is beyond {SAFE}, the greatest number there is",
            expr.span,
            "look at where the numbers come from: they grow beyond what can be kept",
        )
    return number


def _fits(variable: Variable, value: int) -> bool:
    if value == NONE:
        return variable.or_none
    return variable.type.kind == "look" or variable.low <= value <= variable.high
