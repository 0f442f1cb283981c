"""What is known at a step of play: what was set before, and what was asked and has not changed since.

A loop that asks twice whether something is sold gets the same answer both times, as long as nothing is sold in
between. Remembered are the answers to questions that several conditions ask, and what single variables hold; both until
something is done to what the question looks at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import define, evolve, field

from ruledsl.machine.known import EQUAL, FILLED, one_form, same_names, value_of, written_out
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
    MoveSome,
    Roll,
    Set,
    Shuffle,
)
from ruledsl.machine.sorts import nodes_of
from ruledsl.validate.effects import Effects
from ruledsl.validate.everybody import Everybody, everybody
from ruledsl.validate.questions import Quantity
from ruledsl.validate.remaining import Comparison, Tallies, Tally
from ruledsl.validate.somebody import Counts, Round, counts_of, of_somebody, rounds

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
    _counts: Counts = field(init=False)
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
    _searches: dict[int, Round] = field(factory=dict)
    """By their ends the loops that look for who has the next turn."""
    _of_all: dict[Expr, int] = field(factory=dict)
    """The numbers of what is known seat by seat, by what is asked."""
    _everybody: Everybody = field(init=False)
    _always: frozenset[int] = field(default=frozenset())
    """The numbers of what is asked of everyone where it always holds of somebody."""
    _least: dict[Tally, int] = field(factory=dict)
    """The tallies of which is known how many there are at least, by number."""
    _cells: frozenset[int] = field(default=frozenset())
    """The cells of single variables, which are remembered for more than a few steps."""

    def __attrs_post_init__(self) -> None:
        self.tallies = Tallies(self.machine)
        self._counts = counts_of(self.machine)
        if self.effects is None:
            return
        self._cells = frozenset(
            v.base for v in self.machine.variables if v.size == 1 and v.type.kind != "look"
        )
        asked: dict[Expr, list[Expr]] = {}
        for state in self.machine.states:
            if isinstance(state, Branch):
                for question in {one_form(part)[0] for part in self._questions(state.condition)}:
                    asked.setdefault(same_names(question), []).append(question)
        for question in (each[0] for each in asked.values() if len(each) > 1):
            if self._is_pure(question, self.effects):
                self._number(self._numbers, question)
        emptied = _emptied(self.machine)
        for action in self.machine.actions:
            for guard in action.guards:
                for part in self._questions(guard.value) if guard.cell < 0 else ():
                    question = one_form(part)[0]
                    if any(size in question.args for size in emptied):
                        self._number(self._numbers, question)
        parts: dict[Expr, int] = {}
        for loop in rounds(self.machine, self._counts):
            if not all(self._is_pure(part, self.effects, of_acting=True) for part in loop.parts):
                continue
            if loop.begins_anew:
                for part in loop.parts:
                    self._number(parts, part)
                self._searches[loop.end] = loop
            if len(loop.parts) == 1:
                number = -1 - len(self._reads)
                self._reads[number] = self.effects.questions.reads(loop.parts[0])
                self._rounds[loop.end] = number
                if not loop.begins_anew:
                    self._asking[loop.asks] = number
                self._besides[number] = loop.besides
                self._somebody.setdefault(loop.parts[0], []).append(loop)
        self._of_all = parts
        self._everybody = everybody(self.machine, [*parts], self._counts)
        self._always = frozenset(
            self._rounds[loop.end]
            for question, loops in self._somebody.items()
            if any(self.tallies.is_test_of(question, tally) for tally in self.left)
            for loop in loops
        )
        for tally in self.left:
            self._least[tally] = number = -1 - len(self._reads)
            self._reads[number] = frozenset(("variable", n) for n in tally.variables)

    def _number(self, numbers: dict[Expr, int], question: Expr) -> None:
        """Give a question a number, if it has none yet."""
        assert self.effects is not None
        alike = same_names(question)
        if alike not in numbers:
            numbers[alike] = number = -1 - len(self._reads)
            self._reads[number] = self.effects.questions.reads(question)

    def _question(self, condition: Expr) -> tuple[Expr, bool]:
        """A condition as a question that may be remembered, and whether it holds where that does."""
        question, is_so = one_form(condition)
        return same_names(question), is_so

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
        for question in self._everybody.filled(state) if self._of_all else ():
            facts[self._of_all[question]] = self._everybody.all
        known = tuple(sorted(facts.items()))
        loop = self._searches.get(state)
        if loop is not None and self._holds_of_all(loop, known):
            return None
        if number not in facts and number not in self._always:
            return known
        besides = self._besides.get(number, ())
        if facts.get(number, _MET) != _MET and all(self.holds(part, known) for part in besides):
            return None
        facts[number] = _TO_COME
        return tuple(sorted(facts.items()))

    def _holds_of_all(self, loop: Round, known: Known) -> bool:
        facts = dict(known)
        return all(
            facts.get(self._of_all[part]) == self._everybody.all for part in loop.parts
        ) and all(self.holds(part, known) for part in loop.besides)

    def forbids(self, action: Action, known: Known) -> bool:
        """Whether a requirement of an action does not hold, by what is known."""
        return any(
            guard.cell < 0 and self.holds(guard.value, known) is False for guard in action.guards
        )

    def least(self, tally: Tally, known: Mapping[int, int]) -> int:
        """How many there are at least of a tally that is taken never to come to 0."""
        return known.get(self._least[tally], 1)

    def _answer(self, facts: dict[int, int], at: int, condition: Expr, holds: bool) -> None:
        condition = written_out(self.machine, condition)
        somebody = of_somebody(self.machine, condition, holds, self._counts)
        for loop in () if somebody is None else self._somebody.get(somebody, ()):
            # Between two players it may be one whose turn is over.
            facts.setdefault(self._rounds[loop.end], _MET if at in loop.inside else _TO_COME)
        if self._of_all:
            for question in self._everybody.told(condition, holds):
                facts[self._of_all[question]] = self._everybody.all
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
                question, is_so = self._question(condition)
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
        still = {
            what: answer
            for what, answer in known
            if not cell <= what < cell + size
            and (what >= 0 or changed.isdisjoint(self._reads[what]))
        }
        others = tuple(sorted({**still, **dict(self._anew(known, state))}.items()))
        if value is None or len(others) >= MOST:
            return others
        return tuple(sorted((*others, (cell, value))))

    def _anew(self, known: Known, state: AnyState) -> Iterator[tuple[int, int]]:
        """What is known of questions because of what a step has just done."""
        match state:
            case Assign() if self._of_all:
                facts = dict(known)
                masks = {part: facts.get(number, 0) for part, number in self._of_all.items()}
                for part, mask in self._everybody.assigned(state, masks).items():
                    if mask:
                        yield self._of_all[part], mask
            case MoveSome() if self._numbers and (size := _left_empty(state)) is not None:
                for question, number in self._numbers.items():
                    if size in question.args:
                        answer = value_of(evolve(question, args=_without(question, size)), {})
                        if answer is not None:
                            yield number, answer

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
            question, is_so = self._question(part)
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


def _left_empty(state: MoveSome) -> Expr | None:
    """The number of cards of a place that a step leaves without any."""
    if state.amount is not None or len(state.sources) != 1 or state.to == state.sources[0]:
        return None
    return Expr("size", (), state.sources) if state.sources[0].op == "zone" else None


def _emptied(machine: Machine) -> frozenset[Expr]:
    """The numbers of cards of places that some step leaves without any."""
    sizes = (_left_empty(state) for state in machine.states if isinstance(state, MoveSome))
    return frozenset(size for size in sizes if size is not None)


def _without(question: Expr, size: Expr) -> tuple[Expr, ...]:
    """What a question compares, where there are none of these cards."""
    return tuple(Expr("const", (0,)) if arg == size else arg for arg in question.args)
