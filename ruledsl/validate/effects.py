"""What each step does to the quantities of a game.

Only the direction matters: whether a step surely makes more of a quantity, less of it, or whether it may do
anything to it.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

from ruledsl.machine.known import FILLED
from ruledsl.machine.model import (
    ME,
    Address,
    AnyState,
    Assign,
    Branch,
    Expr,
    Gather,
    Machine,
    Move,
    MoveSome,
    Open,
    Pay,
    Roll,
    Set,
)
from ruledsl.machine.sorts import NOTHING, nodes_of
from ruledsl.validate.before import Before
from ruledsl.validate.growth import Growth, caps, goes_round
from ruledsl.validate.origins import Origins, begins
from ruledsl.validate.questions import Quantity, Questions
from ruledsl.validate.values import Values

_ACTING = Expr("cell", (ME,))


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
    """Effects of the steps of one machine."""

    machine: Machine
    values: Values
    origins: Origins = field(init=False)
    questions: Questions = field(init=False)
    _growth: Growth = field(init=False)
    _open: set[Expr] = field(factory=set)
    """What is asked to be ``none``, by actions or in conditions."""
    _first: dict[int, set[int]] = field(factory=dict)
    """What variables begin with, where that is written out."""
    _behind: set[tuple[Expr, Expr]] = field(factory=set)
    """What is asked to be less than, or not equal to, something else: it may catch up."""
    _touched: dict[int, frozenset[Quantity]] = field(factory=dict)
    """What steps may do something to, by the identity of the step: the machine keeps them all."""
    _before: Before | None = None

    def __attrs_post_init__(self) -> None:
        self.origins = Origins(self.machine)
        self.questions = Questions(self.machine, self.values, self.origins)
        self._growth = Growth(self.origins)
        for action in self.machine.actions:
            for guard in action.guards:
                self._ask(guard.value)
        for state in self.machine.states:
            match state:
                case Assign(variable=number, value=Expr(op="const", nums=(first,))):
                    if begins(self.machine, state):
                        self._first.setdefault(number, set()).add(first)
                case Branch(condition=condition):
                    self._ask(condition)

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
            self._before = Before(self.values, self.questions.reads, self.touched)
        return self._of(state, self._before.values_at(number))

    def of(self, state: AnyState) -> Iterator[Effect]:
        """What a step does to quantities, wherever it stands; it may name one twice."""
        return self._of(state, self.values)

    def touched(self, state: AnyState) -> frozenset[Quantity]:
        """The quantities that a step of the machine may do something to."""
        found = self._touched.get(id(state))
        if found is None:
            found = frozenset(effect.quantity for effect in self.of(state))
            self._touched[id(state)] = found
        return found

    def _of(self, state: AnyState, values: Values) -> Iterator[Effect]:
        family = self.origins.family
        match state:
            case Set(cell=cell, value=value):
                sign, surely = self._growth.of(value, Expr("cell", (cell,)), values)
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
                    yield from self._moved(self.origins.of_card(card), family(to), True)
            case MoveSome(amount=amount, up_to=up_to, sources=sources, to=to):
                surely = len(sources) == 1 and (amount is None or values.of(amount).low >= 1)
                if up_to or amount is None:  # what is there, if there is anything
                    surely = surely and values.of(Expr("size", (), sources[:1])).low >= 1
                for source in sources:
                    yield from self._moved(frozenset((family(source),)), family(to), surely)
            case Gather(decks=decks):
                piles = {self.machine.zones[self.machine.decks[d].zone].family for d in decks}
                for number in range(len(self.machine.families)):
                    yield Effect(("family", number), 1 if number in piles else -1)

    def _assigned(self, state: Assign, number: int, values: Values) -> Effect:
        variable = self.machine.variables[number]
        own = _element(state.target, variable.base)
        sign, surely = self._growth.of(state.value, own, values)
        if sign == 0 and state.value.op == "cell":
            for domain in self.origins.of_cell(state.value.nums[0]):
                sign, surely = self._growth.of_chosen(domain, own, values)
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
        round_ = sign == 0 and settles is None and goes_round(state.value, own, variable)
        bounds = [values.of(cap) for cap in caps(state.value, own)] if sign != 0 else []
        cap = bounds[0].low if len(bounds) == 1 and bounds[0].low == bounds[0].high else None
        return Effect(
            ("variable", number), sign, surely, settles, perhaps, round_, bool(bounds), cap
        )

    def _is_worked_out(self, value: Expr, own: Expr) -> bool:
        """Whether something is added that may be more than 0, and that nobody chooses."""
        return any(
            self.values.of(part).high > 0
            and (part.op == "item" or self.values.cells.uses[part.nums[0]] == "variable")
            for part in value.args
            if part != own and part.op in ("cell", "item")
        )

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


def _asked_open(condition: Expr) -> set[Expr]:
    """What is none where a condition holds."""
    if condition.op == "and":
        return _asked_open(condition.args[0]) | _asked_open(condition.args[1])
    return {x for x in condition.args if condition.op == "eq" and NOTHING in condition.args} - {
        NOTHING
    }


def _element(target: Address, base: int) -> Expr:
    """What an address held before it is written to, as an expression."""
    if target.index is None:
        return Expr("cell", (target.base,))
    return Expr("item", (base, target.size), (target.index,))
