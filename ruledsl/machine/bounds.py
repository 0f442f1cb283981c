"""Between which numbers every expression stays, and how long every list can get.

An interval analysis without regard to the order of steps: a register holds the join of
0 and of everything that any state may write to it. It is worked out in rounds; what
still grows after some of them is taken to be unbounded, so the time is
linear in the size of the machine (widening; Cousot and Cousot 1977).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from ruledsl import limits
from ruledsl.machine.flow import define_order, expressions, offers
from ruledsl.machine.model import (
    ME,
    MISSING,
    NONE,
    ROUND,
    SAFE,
    STARTER,
    AnyState,
    Call,
    Collect,
    Decide,
    Expr,
    Machine,
    Next,
    Roll,
    Score,
    Set,
)
from ruledsl.machine.ops import COMPARISONS, OPERATORS
from ruledsl.machine.segments import segments
from ruledsl.machine.sorts import AGGREGATES

_EXACT_ROUNDS = 8
"""Rounds before bounds that still grow are given up, one side at a time."""

_ROUNDS = 12
"""Rounds before every register is taken to hold anything."""

_LONGEST = limits.EXPRESSION_ELEMENTS + 1
"""A list that may be longer is as bad as one of this length: no expression may visit so many elements."""


@frozen
class Bound:
    """What is known of a value: it lies within ``low..high``, or may be ``none``.

    Of a list these speak of its elements, and it has at most ``length`` of them.
    """

    low: int
    high: int
    none: bool = False
    length: int = 0

    def join(self, other: Bound) -> Bound:
        """What holds of the one or the other."""
        if self is other:
            return self
        return Bound(
            min(self.low, other.low),
            max(self.high, other.high),
            self.none or other.none,
            max(self.length, other.length),
        )

    @property
    def unset(self) -> bool:
        """Whether there is no such value: nothing has been written there."""
        return self.low > self.high and not self.none

    def within(self, low: int, high: int) -> bool:
        """Whether it surely is a number within these."""
        return not self.none and low <= self.low and self.high <= high


ANY = Bound(-SAFE, SAFE)
TRUTH = Bound(0, 1)
_ZERO = Bound(0, 0)
_PLAIN = frozenset(("const", "look", "bounded", "some", "if", "not", "and", "or", "implies"))
_PLAIN |= {"add", "sub", "mul", "div", "mod", "neg", "least", "greatest"}
_PLAIN |= COMPARISONS
"""Operators that depend on their operands alone."""

_YES = Bound(1, 1)
_UNSET = Bound(SAFE + 1, -SAFE - 1)
"""What is known of something that nothing has been written to: neutral when joined."""


def _clamp(low: int, high: int) -> Bound:
    return Bound(max(low, -SAFE), min(high, SAFE))


class Bounds:
    """The bounds of one machine whose sorts are in order and whose defines do not lead back to themselves."""

    exact_rounds = _EXACT_ROUNDS

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.cells, _ = segments(machine)
        self._order, _ = define_order(machine)
        self._written: dict[int, Bound] = {}
        self._results = [_UNSET] * len(machine.defines)
        self._lists: dict[int, Bound] = {}
        self._lengths: dict[int, int] = {}
        self._round = 0
        self._changed = False
        cards = len(machine.cards)
        self._cards = Bound(0, max(cards - 1, 0))
        self._looks = Bound(0, max(len(machine.looks) - 1, 0))
        self._tables = [_hull(table) for table in machine.tables]
        self._attributes = [_hull(v for v in a.values if v != MISSING) for a in machine.attributes]
        self._rows = [
            Bound(h.low, h.high, h.none, max(map(len, rows), default=0))
            for rows in machine.lists
            for h in [_hull(v for row in rows for v in row)]
        ]
        self._rooms = [
            [min(z.capacity, cards) for z in machine.zones[f.first : f.first + f.size]]
            for f in machine.families
        ]
        self._largest = [max(rooms) for rooms in self._rooms]
        self._room = [min(sum(rooms), cards) for rooms in self._rooms]
        self._settle()

    # --- rounds ---

    def _settle(self) -> None:
        self._changed = True
        defines: Sequence[int] = self._order
        while self._changed:
            self._changed = False
            self._round += 1
            for action in self.machine.actions:
                for param in action.params:
                    self._write(param.cell, self.of(param.domain))
                for guard in action.guards:
                    value = self.of(guard.value)
                    if guard.cell >= 0:
                        self._write(guard.cell, value)
            for state in self.machine.states:
                self._state(state)
            # From callers to what they call for the operands, and back for the results.
            for number in (*reversed(defines), *defines):
                self._result(number)
            if self._round == 1:
                defines = self._open_defines()

    def _open_defines(self) -> list[int]:
        """The defines about which more can become known after the first round, in order.

        The others depend on nothing that is written, and write nothing.
        """
        known: set[int] = set()
        for number in self._order:  # what is called stands before what calls it
            if self._is_known(self.machine.defines[number].body, known):
                known.add(number)
        return [number for number in self._order if number not in known]

    def _is_known(self, expr: Expr, defines: set[int]) -> bool:
        match expr.op:
            case "cell":
                return self._is_kept(expr.nums[0])
            case "call":
                return expr.nums[0] in defines and not expr.args
        return expr.op in _PLAIN and all(self._is_known(arg, defines) for arg in expr.args)

    def _is_kept(self, cell: int) -> bool:
        """Whether what the cell may hold is known without looking at what writes to it."""
        return self.cells.uses[cell] in ("variable", "account")

    def _result(self, number: int) -> None:
        self._results[number] = self._grown(
            self._results[number], self.of(self.machine.defines[number].body)
        )

    def _state(self, state: AnyState) -> None:
        for expr in expressions(state):
            self.of(expr)
        match state:
            case Set():
                self._write(state.cell, self.of(state.value))
            case Roll() if state.variable < 0:
                self._write(state.target.base, self.of(state.domain))
            case Collect():
                found = self.of(state.source)
                self._lists[state.base] = self._grown(self._lists.get(state.base, _UNSET), found)
            case Next():
                self._write(state.target, self._lists.get(state.base, _UNSET))
            case Score():
                self._write(state.seat, Bound(1, self.machine.players))
            case Call():
                back = self.machine.routines[state.routine].me
                self._write(back, Bound(0, self.machine.players))
            case Decide():
                for offer in offers(state):
                    action = self.machine.actions[offer.action]
                    back = self.machine.routines[action.routine].me
                    self._write(back, Bound(0, self.machine.players))
                    for param, argument in zip(action.params, offer.arguments or (), strict=False):
                        self._write(param.cell, self.of(argument))
            case _:
                pass

    def _write(self, cell: int, value: Bound) -> None:
        value = Bound(value.low, value.high, value.none)
        self._written[cell] = self._grown(self._written.get(cell, _UNSET), value)

    def _grown(self, old: Bound, value: Bound) -> Bound:
        """The join; after some rounds a side that grows is unbounded at once."""
        new = old.join(value)
        if new.length > _LONGEST:
            new = Bound(new.low, new.high, new.none, _LONGEST)
        if new == old:
            return old
        self._changed = True
        if self._round <= self.exact_rounds:
            return new
        low = -SAFE if new.low < old.low else new.low
        high = SAFE if new.high > old.high else new.high
        length = new.length if new.length <= old.length else _LONGEST
        return Bound(low, high, new.none, length)

    # --- expressions ---

    def cell(self, cell: int) -> Bound:
        """What a cell may hold while the game is played."""
        owner = self.cells.owners[cell]
        match self.cells.uses[cell]:
            case "variable":
                # Before its first assignment a variable holds 0, whatever its range.
                variable = self.machine.variables[owner]
                return Bound(min(variable.low, 0), max(variable.high, 0), variable.or_none)
            case "account":
                return Bound(0, self.machine.accounts[owner].limit)
            case "counter" if cell == ROUND:
                return Bound(0, limits.ROUNDS)
            case "counter" if cell == STARTER:
                return Bound(0, self.machine.players)
            case "counter" if cell == ME:
                return self._written.get(cell, _ZERO).join(_ZERO)
            case "register":
                return self._anything(cell) or self._written.get(cell, _ZERO).join(_ZERO)
            case "scratch":
                return self._anything(cell) or self._written.get(cell, _UNSET)
            case _:
                return ANY

    def _anything(self, cell: int) -> Bound | None:
        """What holds of any cell of that sort, once the rounds are over."""
        if self._round <= _ROUNDS:
            return None
        sort = self.machine.layout.sorts[cell]
        full = {"look": self._looks, "card": self._cards, "number": ANY}[sort]
        return Bound(full.low, full.high, True)

    def of(self, expr: Expr) -> Bound:
        """What is known of the value (or the list) that an expression yields."""
        if expr.op in AGGREGATES:
            return self._aggregate(expr)
        return self.made(expr, [self.of(arg) for arg in expr.args])

    def made(self, expr: Expr, args: list[Bound]) -> Bound:
        """What is known of an expression, no aggregate, whose operands stay within these."""
        op, nums = expr.op, expr.nums
        match op:
            case "const":
                return Bound(SAFE, -SAFE, True) if nums[0] == NONE else Bound(nums[0], nums[0])
            case "look":
                return Bound(nums[0], nums[0])
            case "cell":
                return self.cell(nums[0])
            case "item":
                if nums[1] > 1 and self.cells.uses[nums[0]] == "register":
                    return Bound(-SAFE, SAFE, True)
                return self.cell(nums[0])
            case "table":
                return self._tables[nums[0]]
            case "bounded":
                low, high = max(nums[0], args[0].low), min(nums[1], args[0].high)
                return Bound(low, high) if low <= high else Bound(nums[0], nums[1])
            case "some":
                return Bound(args[0].low, args[0].high)
            case "face" | "drawn_face":
                return self._looks
            case "first" | "last" | "at":
                return self._cards
            case "attr":
                return self._attributes[nums[0]]
            case "call":
                define = self.machine.defines[nums[0]]
                for cell, arg in zip(define.params, args, strict=True):
                    self._write(cell, arg)
                result = self._results[nums[0]]
                self._lengths[id(expr)] = result.length
                return result
            case "if":
                return args[1].join(args[2])
            case "and" | "or" | "implies":
                return _logic(op, *args)
            case "not" if not args[0].unset:
                return TRUTH.join(Bound(1 - args[0].high, 1 - args[0].low, args[0].none))
            case "not":
                return TRUTH
            case "size":
                return Bound(0, self._capacity(expr.args[0]))
            case "zone" | "zone_at":
                return _ZERO
            case _ if OPERATORS[op].result == "number":
                return _arithmetic(op, args)
            case _:
                result = self._list(expr, args)
                self._lengths[id(expr)] = result.length
                return result

    def length(self, expr: Expr) -> int:
        """How many elements a list of this machine can have at the most; 0 for other expressions."""
        return self._lengths.get(id(expr), 0)

    def _list(self, expr: Expr, args: list[Bound]) -> Bound:
        cards = self._cards
        match expr.op:
            case "range":
                a, b = args
                if a.none or b.none:
                    return Bound(-SAFE, SAFE, True, 2 * SAFE)
                if a.unset or b.unset:
                    return _UNSET
                return Bound(a.low, max(b.high, a.low), False, max(0, b.high - a.low + 1))
            case "list":
                joined = _join(args)
                return Bound(joined.low, joined.high, joined.none, len(args))
            case "cards":
                return Bound(cards.low, cards.high, False, self._capacity(expr.args[0]))
            case "family_cards":
                return Bound(cards.low, cards.high, False, self._room[expr.nums[0]])
            case "join":
                joined = _join(args)
                length = min(args[0].length + args[1].length, 2 * SAFE)
                return Bound(joined.low, joined.high, joined.none, length)
            case "row":
                return self._rows[expr.nums[0]]
            case _:
                raise AssertionError(f"no bounds for `{expr.op}`")

    def _capacity(self, zone: Expr) -> int:
        """How many cards can lie at the most where a zone expression points."""
        family = self.machine.zones[zone.nums[0]].family if zone.op in ("zone", "zone_at") else -1
        if zone.op == "zone":
            return self._rooms[family][zone.nums[0] - self.machine.families[family].first]
        return self._largest[family] if family >= 0 else len(self.machine.cards)

    def _aggregate(self, expr: Expr) -> Bound:
        over = self.of(expr.args[0])
        self._write(expr.nums[0], over)
        return self._asked_of_all(expr, over, [self.of(arg) for arg in expr.args[1:]])

    def _asked_of_all(self, expr: Expr, over: Bound, inner: list[Bound]) -> Bound:
        """What is known of an aggregate over a list whose other operands stay within these."""
        match expr.op:
            case "count":
                return Bound(0, min(over.length, SAFE))
            case "any" | "every":
                return _asked(expr.op, *inner)
            case "sum":
                value, times = inner[1], over.length
                if value.unset:
                    return _ZERO
                if value.none:
                    return ANY
                return _clamp(min(0, times * value.low), max(0, times * value.high))
            case "min" | "max":
                return _join(inner[1:])
            case "the":
                return _join([Bound(over.low, over.high, over.none), *inner[1:]])
            case _:
                return _join([Bound(over.low, over.high, over.none), *inner[2:]])


def _hull(values: Iterable[int]) -> Bound:
    numbers = set(values)
    none = NONE in numbers
    numbers.discard(NONE)
    if not numbers:
        return Bound(SAFE, -SAFE, True) if none else _ZERO
    return Bound(min(numbers), max(numbers), none)


def _join(bounds: Iterable[Bound]) -> Bound:
    joined = _UNSET
    for bound in bounds:
        joined = joined.join(bound)
    return joined


def _arithmetic(op: str, args: list[Bound]) -> Bound:
    """The bounds of a number worked out from numbers; ``none`` among them tells nothing."""
    if op in ("within", "alike_within", "is_kind"):
        return TRUTH
    if op in COMPARISONS:
        return _comparison(op, args[0], args[1])
    if op == "least":
        return Bound(min(a.low for a in args), min(a.high for a in args), any(a.none for a in args))
    if op == "greatest":  # `none` is less than any number
        sure = [a.low for a in args if not a.none]
        low = max(sure) if sure else min(a.low for a in args)
        return Bound(low, max(a.high for a in args), not sure)
    if any(a.unset for a in args):
        return _UNSET
    if any(a.none for a in args):
        return ANY
    a, b = args[0], args[-1]
    match op:
        case "add":
            return _clamp(a.low + b.low, a.high + b.high)
        case "sub":
            return _clamp(a.low - b.high, a.high - b.low)
        case "mul":
            corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            return _clamp(min(corners), max(corners))
        case "neg":
            return _clamp(-a.high, -a.low)
        case "div":
            return _quotient(a, b)
        case "mod":
            return Bound(min(b.low + 1, 0), max(b.high - 1, 0))
        case _:
            return ANY


def _comparison(op: str, a: Bound, b: Bound) -> Bound:
    """Whether one value is less than, or equal to, another, where that is certain."""
    if a.unset or b.unset:
        return TRUTH
    if op in ("eq", "ne"):
        if (a.high < b.low or b.high < a.low) and not (a.none and b.none):
            return _YES if op == "ne" else _ZERO
        if a.low == a.high == b.low == b.high and not (a.none or b.none):
            return _YES if op == "eq" else _ZERO
        return TRUTH
    if a.none or b.none:
        return TRUTH
    if op in ("gt", "ge"):
        a, b = b, a
    if op in ("lt", "gt"):
        return _YES if a.high < b.low else _ZERO if a.low >= b.high else TRUTH
    return _YES if a.high <= b.low else _ZERO if a.low > b.high else TRUTH


def _logic(op: str, a: Bound, b: Bound) -> Bound:
    """`and`, `or`, `implies` of two conditions, where that is certain."""
    if a.none or b.none or a.unset or b.unset:
        return TRUTH.join(a).join(b)
    if op == "implies":
        a, op = Bound(1 - a.high, 1 - a.low), "or"
    pick = min if op == "and" else max
    return Bound(pick(a.low, b.low), pick(a.high, b.high))


def _asked(op: str, condition: Bound, test: Bound) -> Bound:
    """`any` of nothing that fits is 0, `every` of what passes the test anyway is 1."""
    if op == "any" and _ZERO in (condition, test):
        return _ZERO
    if op == "every" and (condition == _ZERO or test == _YES):
        return _YES
    return TRUTH


def _quotient(a: Bound, b: Bound) -> Bound:
    divisors = [y for y in (b.low, b.high, -1, 1) if y != 0 and b.low <= y <= b.high]
    if not divisors:
        return ANY
    corners = [x // y for x in (a.low, a.high) for y in divisors]
    return _clamp(min(corners), max(corners))
