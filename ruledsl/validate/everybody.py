"""What holds of everybody at the table, seat by seat, and cannot fail to be met by who looks round it.

Where nobody has passed yet and nobody's hand is empty, `turns where not your passed and your hand is not empty` gives somebody
a turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, frozen

from ruledsl.machine.known import value_of, written_out
from ruledsl.machine.model import ME, Assign, Branch, Expr, Machine, Next, Set
from ruledsl.validate.somebody import Counts, negated, of_acting, plain, seats_of

_ME = Expr("cell", (ME,))
_ONE = Expr("const", (1,))

Masks = dict[Expr, int]
"""For questions about who acts the seats of which they hold, as bits: the lowest is seat 1."""


@frozen
class Everybody:
    """Follows what is known of each seat by itself, for these ``questions`` about who acts."""

    machine: Machine
    questions: tuple[Expr, ...]
    counts: Counts
    fills: Mapping[int, Assign]
    """By the end of a loop over all players what is assigned in it, and nothing else."""

    @property
    def all(self) -> int:
        """The mask of all seats."""
        return (1 << self.machine.players) - 1

    def told(self, condition: Expr, holds: bool) -> Iterator[Expr]:
        """The questions that hold of everybody where a condition holds, or does not."""
        condition = written_out(self.machine, condition)
        if condition.op == "not":
            yield from self.told(condition.args[0], not holds)
            return
        match condition, holds:
            case Expr(op="any", args=(seats, chosen, test)), False:
                part = negated(test, self.counts)
            case Expr(op="every", args=(seats, chosen, test)), True:
                part = plain(test, self.counts)
            case _:
                return
        if seats == seats_of(self.machine) and chosen == _ONE:
            part = of_acting(part, condition.nums[0])
            yield from (question for question in self.questions if question == part)

    def assigned(self, state: Assign, known: Mapping[Expr, int]) -> Masks:
        """What is known of the questions about a variable behind an assignment to it."""
        masks: Masks = {}
        for question in self.questions:
            asked = _asked_of(question)
            variable = self.machine.variables[state.variable]
            if asked is None or asked.nums[0] != variable.base:
                continue
            holds = _with(question, asked, state.value)
            mask = known.get(question, 0)
            if state.target.index is None:
                seat = 1 << (state.target.base - variable.base)
                masks[question] = mask | seat if holds else mask & ~seat
            else:
                masks[question] = mask if holds else 0
        return masks

    def filled(self, end: int) -> Iterator[Expr]:
        """The questions that hold of everybody at the end of a loop, because of what is assigned in it."""
        state = self.fills.get(end)
        if state is None:
            return
        base = self.machine.variables[state.variable].base
        for question in self.questions:
            asked = _asked_of(question)
            if asked is not None and asked.nums[0] == base and _with(question, asked, state.value):
                yield question


def everybody(machine: Machine, questions: Sequence[Expr], counts: Counts) -> Everybody:
    """Who follows these questions in a machine."""
    return Everybody(machine, tuple(questions), counts, dict(_fills(machine)) if questions else {})


def _fills(machine: Machine) -> Iterator[tuple[int, Assign]]:
    """The ends of loops over all players in which a variable of each is set, and nothing else is done."""
    for end, state in enumerate(machine.states):
        match state:
            case Branch(then=begin):
                name = ME
            case Next(target=name, body=begin):
                pass
            case _:
                continue
        body = machine.states[begin]
        while isinstance(body, Set):
            body = machine.states[body.next]
        if not isinstance(body, Assign) or body.target.index != Expr("cell", (name,)):
            continue
        after = body.next
        while isinstance(setting := machine.states[after], Set):
            after = setting.next
        if after == end and body.target.size == machine.players:
            yield end, body


def _asked_of(question: Expr) -> Expr | None:
    """The variable of who acts that a question is about, if it is about nothing else."""
    parts = [question] if question.op == "item" else [*question.args]
    if question.op == "not" and question.args[0].op != "item":
        parts = [*question.args[0].args]
    asked = [part for part in parts if part.op == "item" and part.args == (_ME,)]
    others = [part for part in parts if part.op != "const" and part not in asked]
    return asked[0] if len(asked) == 1 and not others else None


def _with(question: Expr, asked: Expr, value: Expr) -> bool:
    """Whether a question holds where what it asks about has a value that is written out."""
    if value.op != "const":
        return False
    return value_of(_replaced(question, asked, value), {}) == 1


def _replaced(expr: Expr, part: Expr, other: Expr) -> Expr:
    if expr == part:
        return other
    return evolve(expr, args=tuple(_replaced(arg, part, other) for arg in expr.args))
