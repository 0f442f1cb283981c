"""What each step does to the quantities of a game, and which of them each condition asks about.

A quantity is a variable, an account (all its places together), the cards of a family of places, or a
register that counts. Only the direction matters: whether a step surely makes more of it, less of it,
or whether it may do anything to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from attrs import define, field, frozen

from ruledsl.machine.flow import action_expressions
from ruledsl.machine.model import (
    ME,
    NONE,
    Address,
    AnyState,
    Assign,
    Branch,
    Collect,
    Expr,
    Gather,
    Machine,
    Move,
    MoveSome,
    Next,
    Open,
    Pay,
    Roll,
    Set,
    Variable,
)
from ruledsl.machine.sorts import NOTHING, nodes_of
from ruledsl.validate.before import Before
from ruledsl.validate.values import Values

Quantity: TypeAlias = tuple[Literal["register", "variable", "account", "family"], int]
"""A kind of quantity and its cell or number."""


_MOST_VALUES = 100
"""Variables with more values are not followed through all of them."""

_ACTING = Expr("cell", (ME,))

_PRINTED = frozenset({"face", "drawn_face", "attr", "is_kind", "alike_within"})
"""The operators that look at what is printed on a card."""

FILLED = NONE + 2
"""What stands for all values but ``none``."""


@frozen
class Effect:
    """What happens to a quantity: ``sign`` 1 more, -1 less, 0 anything; ``surely`` it changes, or it may stay.

    ``perhaps`` it changes by a number that is not chosen: a variable that may be 0, say.
    ``round``: it comes to all of its values in turn, and then begins anew.
    ``settles`` is what a variable is set to, if that is written out and not what it began with; `FILLED` where it was
    asked to be none before and is something then. ``capped``: it stays at its limit when it has come there,
    which is ``cap`` if that is known.
    """

    quantity: Quantity
    sign: int
    surely: bool = False
    settles: int | None = None
    perhaps: bool = False
    round: bool = False
    capped: bool = False
    cap: int | None = None


@define
class Effects:
    """Effects and questions of the steps of one machine."""

    machine: Machine
    values: Values
    _domains: dict[int, list[Expr]] = field(factory=dict)
    """For each register the lists that its values are taken from, and what it is set to."""
    _reads: dict[int, frozenset[Quantity]] = field(factory=dict)
    _origins: dict[int, frozenset[int]] = field(factory=dict)
    _registers: dict[int, frozenset[Quantity]] = field(factory=dict)
    _open: set[Expr] = field(factory=set)
    """What is asked to be ``none``, by actions or in conditions."""
    _first: dict[int, set[int]] = field(factory=dict)
    """What variables begin with, where that is written out."""
    _behind: set[tuple[Expr, Expr]] = field(factory=set)
    """What is asked to be less than, or not equal to, something else: it may catch up."""
    _before: Before | None = None

    def __attrs_post_init__(self) -> None:
        for action in self.machine.actions:
            for param in action.params:
                self._domains.setdefault(param.cell, []).append(param.domain)
            for guard in action.guards:
                if guard.cell >= 0:
                    self._domains.setdefault(guard.cell, []).append(guard.value)
                self._ask(guard.value)
        lists: dict[int, list[Expr]] = {}
        for state in self.machine.states:
            match state:
                case Set(cell=cell, value=value):
                    self._domains.setdefault(cell, []).append(value)
                case Assign(variable=number, value=Expr(op="const", nums=(first,))):
                    if state.span.line == self.machine.variables[number].span.line:
                        self._first.setdefault(number, set()).add(first)
                case Branch(condition=condition):
                    self._ask(condition)
                case Collect(base=base, source=source):
                    lists.setdefault(base, []).append(source)
                case Roll(variable=-1, target=target, domain=domain):
                    self._domains.setdefault(target.base, []).append(domain)
        for state in self.machine.states:
            if isinstance(state, Next):
                self._domains.setdefault(state.target, []).extend(lists.get(state.base, ()))
                self._domains.setdefault(state.position, []).extend(lists.get(state.base, ()))

    def _ask(self, condition: Expr) -> None:
        self._open |= _asked_open(condition)
        for part in nodes_of(condition):
            if part.op in ("lt", "ne"):
                self._behind.add((part.args[0], part.args[1]))
            if part.op in ("gt", "ne"):
                self._behind.add((part.args[1], part.args[0]))

    # --- what a step does ---------------------------------------------------------------

    def at(self, number: int) -> Iterator[Effect]:
        """What a step does to quantities, by what was asked just before it; it may name one twice."""
        state = self.machine.states[number]
        if not isinstance(state, Set | Assign | Pay | MoveSome):
            return self.of(state)
        if self._before is None:
            self._before = Before(self.values, self.reads, self.touched)
        return self._of(state, self._before.values_at(number))

    def of(self, state: AnyState) -> Iterator[Effect]:
        """What a step does to quantities, wherever it stands; it may name one twice."""
        return self._of(state, self.values)

    def touched(self, state: AnyState) -> frozenset[Quantity]:
        """The quantities that a step may do something to."""
        return frozenset(effect.quantity for effect in self.of(state))

    def _of(self, state: AnyState, values: Values) -> Iterator[Effect]:
        match state:
            case Set(cell=cell, value=value):
                sign, surely = self._change(value, Expr("cell", (cell,)), values)
                yield Effect(("register", cell), sign, surely)
            case Assign(variable=number):
                yield self._assigned(state, number, values)
            case Open(account=number):
                yield Effect(("account", number), 0)
            case Roll(variable=number) if number >= 0:
                yield Effect(("variable", number), 0)
            case Pay():
                yield from self._paid(state, values)
            case Move(cards=cards, to=to):
                for card in cards:
                    yield from self._moved(self.origins(card), self.family(to), True)
            case MoveSome(amount=amount, up_to=up_to, sources=sources, to=to):
                surely = len(sources) == 1 and (amount is None or values.of(amount).low >= 1)
                if up_to or amount is None:  # what is there, if there is anything
                    surely = surely and values.of(Expr("size", (), sources[:1])).low >= 1
                for source in sources:
                    yield from self._moved(
                        frozenset((self.family(source),)), self.family(to), surely
                    )
            case Gather(decks=decks):
                piles = {self.machine.zones[self.machine.decks[d].zone].family for d in decks}
                for family in range(len(self.machine.families)):
                    yield Effect(("family", family), 1 if family in piles else -1)

    def _assigned(self, state: Assign, number: int, values: Values) -> Effect:
        variable = self.machine.variables[number]
        own = _element(state.target, variable.base)
        sign, surely = self._change(state.value, own, values)
        if sign == 0 and state.value.op == "cell":
            for domain in self._domains.get(state.value.nums[0], ()):
                sign, surely = self._chosen(domain, own, values)
        # Who it is that acts changes by itself, and catches up with nobody.
        if sign == 0 and (own, state.value) in self._behind and state.value != _ACTING:
            sign, surely = 1, True
        settles = None
        if sign == 0 and own in self._open and not self.values.of(state.value).none:
            settles = FILLED
        elif sign == 0 and state.value.op == "const":
            value = state.value.nums[0]
            # A number that is set to what it began with begins anew.
            is_anew = variable.type.kind == "number" and value in self._first.get(number, ())
            settles = None if is_anew else value
        perhaps = sign != 0 and not surely and self._is_worked_out(state.value, own)
        round_ = sign == 0 and settles is None and self._goes_round(state.value, own, variable)
        caps = [*_caps(state.value, own)] if sign != 0 else []
        bounds = [values.of(cap) for cap in caps]
        cap = bounds[0].low if len(bounds) == 1 and bounds[0].low == bounds[0].high else None
        return Effect(("variable", number), sign, surely, settles, perhaps, round_, bool(caps), cap)

    def _goes_round(self, value: Expr, own: Expr, variable: Variable) -> bool:
        """Whether a variable that is set so again and again comes to all values it can have."""
        low, high = variable.low, variable.high
        if variable.or_none or not 0 < high - low < _MOST_VALUES:
            return False
        at, seen = low, set[int]()
        while at not in seen:
            seen.add(at)
            found = _worked_out(value, own, at)
            if found is None or not low <= found <= high:
                return False
            at = found
        return len(seen) == high - low + 1

    def _is_worked_out(self, value: Expr, own: Expr) -> bool:
        """Whether something is added that may be more than 0, and that nobody chooses."""
        return any(
            self.values.of(part).high > 0
            and (part.op == "item" or self.values.cells.uses[part.nums[0]] == "variable")
            for part in value.args
            if part != own and part.op in ("cell", "item")
        )

    def _change(self, value: Expr, own: Expr, values: Values) -> tuple[int, bool]:
        """Whether a value is more or less than what was there, and surely so."""
        if value.op in ("add", "sub"):
            value = _as_sum(value, own)
            left, right = value.args
            if value.op == "add" and self._is_own(right, own):
                left, right = right, left
            if self._is_own(left, own):
                amount = self._beside(right, own)
                return self._direction(amount, 1 if value.op == "add" else -1, values)
        if value.op == "add" and value.args[1] == Expr("const", (0,)):
            return self._change(value.args[0], own, values)
        if value.op == "bounded":  # the next of the members of a type
            return self._change(value.args[0], own, values)
        if value.op == "div" and value.args[0] == own and values.of(own).low >= 0:
            return -1, values.of(value.args[1]).low >= 2
        if value.op in ("greatest", "least"):
            if own in value.args:
                return (1 if value.op == "greatest" else -1), False
            grown = [arg for arg in value.args if arg.op != "const"]
            if len(grown) == 1 and len(value.args) > 1:  # a number that stops at a limit
                return self._change(grown[0], own, values)
        return 0, False

    @staticmethod
    def _beside(amount: Expr, own: Expr) -> Expr:
        """What is added, but for how much room there is: ``n`` of the lesser of ``n`` and ``9 - own``."""
        if amount.op != "least":
            return amount
        others = tuple(arg for arg in amount.args if own not in nodes_of(arg))
        return Expr("least", (), others) if 0 < len(others) < len(amount.args) else amount

    def _is_own(self, value: Expr, own: Expr) -> bool:
        """Whether a value is what was there, perhaps by a name that was given to it before."""
        return value == own or (value.op == "cell" and self._domains.get(value.nums[0]) == [own])

    def _direction(self, amount: Expr, sign: int, values: Values) -> tuple[int, bool]:
        bound = values.of(amount)
        if bound.none or bound.unset:
            return 0, False
        # Cards that are counted up bring something at some time; what a player chooses may be nothing.
        counted = amount.op in ("sum", "count", "size", "call")
        if bound.low >= 0:
            return sign, bound.low > 0 or (counted and bound.high > 0)
        if bound.high <= 0:
            return -sign, bound.high < 0
        return 0, False

    def _chosen(self, domain: Expr, own: Expr, values: Values) -> tuple[int, bool]:
        """The same for what is chosen from a range that begins or ends with what was there."""
        if domain.op != "range":
            return 0, False
        low, high = domain.args
        if low == own:
            return 1, False
        if high == own:
            return -1, False
        sign, surely = self._change(low, own, values)
        if sign > 0:
            return sign, surely
        sign, surely = self._change(high, own, values)
        return (sign, surely) if sign < 0 else (0, False)

    def _paid(self, state: Pay, values: Values) -> Iterator[Effect]:
        source, target = state.source_account, state.target_account
        if source == target:
            return
        surely = state.amount is not None and not state.up_to and values.of(state.amount).low >= 1
        for number, sign in ((source, -1), (target, 1)):
            if not self.machine.accounts[number].unlimited:
                yield Effect(("account", number), sign, surely)

    def _moved(self, origins: frozenset[int], target: int, surely: bool) -> Iterator[Effect]:
        for origin in sorted(origins):
            if origin != target:
                yield Effect(("family", origin), -1, surely and len(origins) == 1)
        if origins != {target}:
            yield Effect(("family", target), 1, surely and target not in origins)

    # --- where cards come from -------------------------------------------------------------

    def family(self, zone: Expr) -> int:
        """The family of places that a zone belongs to."""
        if zone.op in ("zone", "zone_at"):
            return self.machine.zones[zone.nums[0]].family
        return -1

    def sources(self, cell: int) -> tuple[Expr, ...]:
        """What a register is set to, and the lists that its values are taken from."""
        return tuple(self._domains.get(cell, ()))

    def origins(self, card: Expr) -> frozenset[int]:
        """The families of places that a card may lie in, by how it was found."""
        return self._where(card, set())

    def _where(self, expr: Expr, seen: set[int]) -> frozenset[int]:
        match expr.op:
            case "zone" | "zone_at":
                return frozenset((self.family(expr),))
            case "family_cards":
                return frozenset((expr.nums[0],))
            case "cell":
                cell = expr.nums[0]
                if cell in seen:
                    return frozenset()
                seen.add(cell)
                found = [self._where(domain, seen) for domain in self._domains.get(cell, ())]
                return frozenset().union(*found) if found else self._anywhere()
            case "call":
                return self._where(self.machine.defines[expr.nums[0]].body, seen)
            case "first" | "last" | "at" | "cards" | "some":
                return self._where(expr.args[0], seen)
            case "the" | "highest" | "lowest":
                lists = [expr.args[0], *expr.args[{"the": 2}.get(expr.op, 3) :]]
                return frozenset().union(*(self._where(x, seen) for x in lists))
            case "if":
                return self._where(expr.args[1], seen) | self._where(expr.args[2], seen)
            case "join" | "list":
                return frozenset().union(*(self._where(x, seen) for x in expr.args))
            case "const" if expr.nums[0] == NONE:
                return frozenset()
        return self._anywhere()

    def _anywhere(self) -> frozenset[int]:
        return frozenset(range(len(self.machine.families)))

    # --- what is asked ------------------------------------------------------------------------

    def asked(self, state: AnyState) -> frozenset[Quantity]:
        """What decides where a step leads."""
        match state:
            case Branch(condition=condition):
                return self.reads(condition)
            case Next(base=base, position=position):
                lists = self._domains.get(position, ())
                return self._all(lists) | {("register", position), ("register", base)}
        return frozenset()

    def asked_by_action(self, number: int) -> frozenset[Quantity]:
        """What decides whether there is a legal move of an action."""
        return self._all(action_expressions(self.machine.actions[number]))

    def _all(self, expressions: Iterable[Expr]) -> frozenset[Quantity]:
        return frozenset().union(*(self.reads(expr) for expr in expressions))

    def reads(self, expr: Expr) -> frozenset[Quantity]:
        """The quantities that an expression looks at, in defines and by way of registers too.

        Who looks at the top card of a pile does not ask whether there is one.
        """
        found: set[Quantity] = set()
        waiting = [expr]
        while waiting:
            part = waiting.pop()
            waiting.extend(part.args[1:] if part.op in ("first", "last", "at") else part.args)
            match part.op:
                case "cell" | "item":
                    found |= self._cell(part.nums[0])
                case "zone" | "zone_at":
                    found.add(("family", self.family(part)))
                case "family_cards":
                    found.add(("family", part.nums[0]))
                case "call":
                    number = part.nums[0]
                    if number not in self._reads:
                        self._reads[number] = frozenset()
                        self._reads[number] = self.reads(self.machine.defines[number].body)
                    found |= self._reads[number]
        return frozenset(found)

    def looks_at_cards(self, expr: Expr) -> bool:
        """Whether an expression looks at what is printed on cards, in defines and by way of registers too."""
        seen: set[Expr] = set()
        waiting = [expr]
        while waiting:
            part = waiting.pop()
            if part in seen:
                continue
            seen.add(part)
            if part.op in _PRINTED:
                return True
            waiting.extend(part.args)
            if part.op == "call":
                waiting.append(self.machine.defines[part.nums[0]].body)
            elif part.op == "cell":
                waiting.extend(self._domains.get(part.nums[0], ()))
        return False

    def _cell(self, cell: int) -> frozenset[Quantity]:
        cells = self.values.cells
        match cells.uses[cell]:
            case "variable":
                return frozenset((("variable", cells.owners[cell]),))
            case "account":
                return frozenset((("account", cells.owners[cell]),))
            case "register":
                if cell not in self._registers:
                    self._registers[cell] = frozenset((("register", cell),))
                    self._registers[cell] |= self._all(self._domains.get(cell, ()))
                return self._registers[cell]
        return frozenset()


def _asked_open(condition: Expr) -> set[Expr]:
    """What is none where a condition holds."""
    if condition.op == "and":
        return _asked_open(condition.args[0]) | _asked_open(condition.args[1])
    return {x for x in condition.args if condition.op == "eq" and NOTHING in condition.args} - {
        NOTHING
    }


def _as_sum(value: Expr, own: Expr) -> Expr:
    """``own + 3 - n`` as ``own + (0 + 3 - n)``; any other sum as it is."""
    if value.args[0].op not in ("add", "sub"):
        return value
    inner = _as_sum(value.args[0], own)
    if inner.args[0] != own:
        return value
    nothing = Expr("const", (0,))
    return Expr(
        "add",
        (),
        (own, Expr(value.op, (), (Expr(inner.op, (), (nothing, inner.args[1])), value.args[1]))),
    )


def _caps(value: Expr, own: Expr) -> Iterator[Expr]:
    """The limits that a value stops at: 9 of ``min(9, n + 1)``, and of ``n + min(2, 9 - n)``; 0 of ``n - min(2, n)``."""
    match value.op:
        case "bounded":
            yield from _caps(value.args[0], own)
        case "add" | "sub":
            for room in (part for arg in value.args if arg.op == "least" for part in arg.args):
                if value.op == "sub" and room == own:
                    yield Expr("const", (0,))
                elif value.op == "sub" and room.op == "sub" and room.args[0] == own:
                    yield room.args[1]
                elif value.op == "add" and room.op == "sub" and room.args[1] == own:
                    yield room.args[0]
        case "div" if value.args[0] == own:
            yield Expr("const", (0,))
        case "least" | "greatest":
            yield from (arg for arg in value.args if own not in nodes_of(arg))


def _element(target: Address, base: int) -> Expr:
    """What an address held before it is written to, as an expression."""
    if target.index is None:
        return Expr("cell", (target.base,))
    return Expr("item", (base, target.size), (target.index,))


def _worked_out(value: Expr, own: Expr, number: int) -> int | None:
    """What a value comes to where ``own`` is that number; None if it depends on anything else."""
    if value == own:
        return number
    if value.op == "const":
        return value.nums[0]
    found = [_worked_out(arg, own, number) for arg in value.args]
    match value.op, found:
        case "bounded" | "some", [int(x)]:
            return x
        case "add", [int(x), int(y)]:
            return x + y
        case "sub", [int(x), int(y)]:
            return x - y
        case "mod", [int(x), int(y)] if y > 0:
            return x % y
    return None
