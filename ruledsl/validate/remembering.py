"""What is known at a step of play: what was set before, and what was asked and has not changed since.

A loop that asks twice whether something is sold gets the same answer both times, as long as nothing is sold in
between. Remembered are the answers to questions that several conditions ask, and what single variables hold; both until
something is done to what the question looks at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from attrs import define, field

from ruledsl.machine.known import EQUAL, FILLED, one_form, value_of, written_out
from ruledsl.machine.model import (
    ME,
    NONE,
    Action,
    AnyState,
    Assign,
    Branch,
    Collect,
    Expr,
    Machine,
    Roll,
    Set,
    Shuffle,
)
from ruledsl.machine.sorts import nodes_of
from ruledsl.validate.effects import Effects
from ruledsl.validate.questions import Quantity
from ruledsl.validate.remaining import Comparison, Tallies, Tally
from ruledsl.validate.somebody import Round, of_somebody, rounds

Known = tuple[tuple[int, int], ...]
"""Cells that hold a known value, and (below 0) the questions whose answers are known, in their order."""

MOST = 100
"""So much is known at most of what was set: of rules with more than that the rest is forgotten."""

_TO_COME, _MET = 1, 2
"""What is known of a question that holds of somebody: whether a loop over all has come to him."""

_PURE = frozenset(
    [
        "cell",
        "const",
        "item",
        "zone",
        "zone_at",
        "family_cards",
        "cards",
        "size",
        "add",
        "sub",
        "mul",
        "neg",
        "least",
        "greatest",
        "eq",
        "ne",
        "lt",
        "le",
        "gt",
        "ge",
        "not",
        "and",
        "or",
        "implies",
        "if",
        "range",
        "list",
        "join",
        "within",
        "count",
        "any",
        "every",
        "sum",
        "call",
        "some",
    ]
)
"""The operators of questions whose answer hangs on variables, accounts and numbers of cards alone."""

_LOGIC = ("and", "or", "implies", "not", "const")


@define
class Memory:
    """What is to be remembered of one machine; nothing but what was just set, without ``effects``."""

    machine: Machine
    effects: Effects | None = None
    left: tuple[Tally, ...] = ()
    """The tallies that are taken never to come to 0."""
    tallies: Tallies = field(init=False)
    _numbers: dict[Expr, int] = field(factory=dict)
    """The questions whose answers are remembered, in their one form, numbered from -1 downwards."""
    _reads: dict[int, frozenset[Quantity]] = field(factory=dict)
    _rounds: dict[int, int] = field(factory=dict)
    """For the ends of loops over all players the number of what is asked of everyone there."""
    _asking: dict[int, int] = field(factory=dict)
    """The same numbers by the states that ask it."""
    _besides: dict[int, tuple[Expr, ...]] = field(factory=dict)
    """By these numbers what is asked besides, of no player in particular."""
    _somebody: dict[Expr, list[Round]] = field(factory=dict)
    """The loops by what is asked."""
    _always: frozenset[int] = field(default=frozenset())
    """The numbers of what is asked of everyone where it always holds of somebody."""
    _least: dict[Tally, int] = field(factory=dict)
    """The tallies of which is known how many there are at least, by number."""
    _cells: frozenset[int] = field(default=frozenset())
    """The cells of single variables, which are remembered for more than a few steps."""

    def __attrs_post_init__(self) -> None:
        self.tallies = Tallies(self.machine)
        if self.effects is None:
            return
        self._cells = frozenset(
            v.base for v in self.machine.variables if v.size == 1 and v.type.kind != "look"
        )
        asked: Counter[Expr] = Counter()
        for state in self.machine.states:
            if isinstance(state, Branch):
                asked.update({one_form(part)[0] for part in self._questions(state.condition)})
        for question, times in asked.items():
            if times > 1 and self._is_pure(question, self.effects):
                self._numbers[question] = number = -1 - len(self._reads)
                self._reads[number] = self.effects.questions.reads(question)
        for loop in rounds(self.machine):
            if self._is_pure(loop.whether, self.effects, of_acting=True):
                number = -1 - len(self._reads)
                self._reads[number] = self.effects.questions.reads(loop.whether)
                self._rounds[loop.end] = self._asking[loop.asks] = number
                self._besides[number] = loop.besides
                self._somebody.setdefault(loop.whether, []).append(loop)
        self._always = frozenset(
            self._rounds[loop.end]
            for question, loops in self._somebody.items()
            if any(self.tallies.is_test_of(question, tally) for tally in self.left)
            for loop in loops
        )
        for tally in self.left:
            self._least[tally] = number = -1 - len(self._reads)
            self._reads[number] = frozenset(("variable", n) for n in tally.variables)

    def _questions(self, condition: Expr) -> Iterator[Expr]:
        """The parts of a condition that `and`, `or` and the like join."""
        condition = written_out(self.machine, condition)
        if condition.op in _LOGIC:
            for part in condition.args:
                yield from self._questions(part)
        elif condition.op != "cell":
            yield condition

    def _is_pure(self, question: Expr, effects: Effects, *, of_acting: bool = False) -> bool:
        uses = effects.values.cells.uses
        waiting, seen = [question], set[int]()
        while waiting:
            for part in nodes_of(waiting.pop()):
                if part.op not in _PURE:
                    return False
                if of_acting and part == Expr("cell", (ME,)):
                    continue
                if part.op == "cell" and uses[part.nums[0]] not in (
                    "variable",
                    "account",
                    "scratch",
                ):
                    return False
                if part.op == "item" and uses[part.nums[0]] not in ("variable", "account"):
                    return False
                if part.op == "call" and part.nums[0] not in seen:
                    seen.add(part.nums[0])
                    waiting.append(self.machine.defines[part.nums[0]].body)
        return True

    # --- what is known further on ------------------------------------------------------------

    def kept(self, known: Known) -> Known:
        """What is known still where ways part, or come together."""
        return tuple(pair for pair in known if pair[0] < 0 or pair[0] in self._cells)

    def answered(self, known: Known, at: int, condition: Expr, holds: bool) -> Known:
        """The same, and what is known of a condition that is asked ``at`` a state, and holds or does not."""
        if self.effects is None:
            return ()
        facts = dict(self.kept(known))
        self._answer(facts, at, condition, holds)
        number = self._asking.get(at, 0)
        if holds and number in facts:
            facts[number] = _MET
        return tuple(sorted(facts.items()))

    def required(self, known: Known, at: int, action: Action) -> Known:
        """What is known where an action is chosen ``at`` a state: it is legal."""
        for guard in action.guards:
            if guard.cell < 0:
                known = self.answered(known, at, guard.value, True)
        return known

    def over(self, state: int, known: Known) -> Known | None:
        """What is known behind the end of a loop; None where it cannot end: somebody was to have a turn, and had none."""
        number = self._rounds.get(state, 0)
        facts = dict(known)
        if number not in facts and number not in self._always:
            return known
        besides = self._besides.get(number, ())
        if facts.get(number, _MET) != _MET and all(self.holds(part, known) for part in besides):
            return None
        facts[number] = _TO_COME
        return tuple(sorted(facts.items()))

    def least(self, tally: Tally, known: Mapping[int, int]) -> int:
        """How many there are at least of a tally that is taken never to come to 0."""
        return known.get(self._least[tally], 1)

    def _answer(self, facts: dict[int, int], at: int, condition: Expr, holds: bool) -> None:
        condition = written_out(self.machine, condition)
        somebody = of_somebody(self.machine, condition, holds)
        for loop in () if somebody is None else self._somebody.get(somebody, ()):
            # Between two players it may be one whose turn is over.
            facts.setdefault(self._rounds[loop.end], _MET if at in loop.inside else _TO_COME)
        match condition.op:
            case "not":
                self._answer(facts, at, condition.args[0], not holds)
            case "and" | "or":
                if holds == (condition.op == "and"):
                    for part in condition.args:
                        self._answer(facts, at, part, holds)
                    return
                values = [self.value(part, facts) for part in condition.args]
                open_ = [part for part, v in zip(condition.args, values, strict=True) if v is None]
                if len(open_) == 1 and int(holds) not in values:
                    self._answer(facts, at, open_[0], holds)
            case "cell":
                if condition.nums[0] in self._cells:
                    facts[condition.nums[0]] = int(holds)
            case _:
                question, is_so = one_form(condition)
                if question in self._numbers:
                    facts[self._numbers[question]] = int(holds == is_so)
                if condition.op in EQUAL:
                    self._equals(facts, condition, holds == (condition.op == "eq"))
                compared = self._compared(condition)
                if compared is not None:
                    least = compared.least(holds, self.least(compared.tally, facts))
                    facts[self._least[compared.tally]] = least

    def _compared(self, condition: Expr) -> Comparison | None:
        """What is asked of a tally that is taken never to come to 0."""
        found = self.tallies.compared(condition) if self._least else None
        return found if found is not None and found.tally in self._least else None

    def _equals(self, facts: dict[int, int], condition: Expr, is_so: bool) -> None:
        """What is known of a variable that is, or is not, equal to a value."""
        for one, other in (condition.args, reversed(condition.args)):
            if one.op == "cell" and one.nums[0] in self._cells and other.op == "const":
                if is_so:
                    facts[one.nums[0]] = other.nums[0]
                elif other.nums[0] == NONE and one.nums[0] not in facts:
                    facts[one.nums[0]] = FILLED

    def learnt(self, known: Known, state: AnyState) -> Known:
        """What is known behind a step."""
        cell, size = -1, 0
        value: int | None = None
        match state:
            case Set():
                cell, size, value = state.cell, 1, _number(state.value)
            case Collect():
                cell, size, value = state.base, 1, _length(state.source)
            case Assign():
                cell, size = state.target.base, state.target.size
                value = _number(state.value) if state.target.index is None else None
                if value is None and self.effects is not None and cell in self._cells:
                    value = None if self.effects.values.of(state.value).none else FILLED
                    value = value if self._may_be_none(state) else None
            case Roll():
                cell, size = state.target.base, state.target.size
        changed = self._changed(state)
        others = tuple(
            pair
            for pair in known
            if not cell <= pair[0] < cell + size
            and (pair[0] >= 0 or changed.isdisjoint(self._reads[pair[0]]))
        )
        if value is None or len(others) >= MOST:
            return others
        return tuple(sorted((*others, (cell, value))))

    def _may_be_none(self, state: Assign) -> bool:
        return self.machine.variables[state.variable].or_none

    def _changed(self, state: AnyState) -> frozenset[Quantity]:
        if self.effects is None:
            return frozenset()
        if isinstance(state, Shuffle):  # numbers of cards stay as they are
            return frozenset()
        return self.effects.touched(state)

    # --- what follows ------------------------------------------------------------------------

    def holds(self, condition: Expr, known: Known) -> bool | None:
        """Whether a condition holds, by what is known."""
        found = self.value(condition, dict(known)) if known or self._least else None
        return None if found is None else found == 1

    def value(self, expr: Expr, known: Mapping[int, int]) -> int | None:
        """What an expression comes to, where that is known."""
        if not self._numbers and not self._least:
            return value_of(expr, known)

        def plainer(part: Expr) -> Expr:
            part = written_out(self.machine, part)
            question, is_so = one_form(part)
            answer = known.get(self._numbers[question]) if question in self._numbers else None
            if answer is not None and not is_so:
                answer = 1 - answer
            compared = self._compared(part)
            if answer is None and compared is not None:
                answer = compared.holds(self.least(compared.tally, known))
            return part if answer is None else Expr("const", (int(answer),))

        return value_of(expr, known, plainer)


def _number(expr: Expr) -> int | None:
    return expr.nums[0] if expr.op == "const" else None


def _length(source: Expr) -> int | None:
    """How long a list is that does not change in play."""
    match source.op:
        case "range" if all(arg.op == "const" for arg in source.args):
            low, high = (arg.nums[0] for arg in source.args)
            return max(0, high - low + 1)
        case "list":
            return len(source.args)
    return None
