"""Faults in the rules: what a generated program notes of them, and what people are told.

A program knows its faults by number only. What each means, and where it stands in the rules, is kept
here, beside the program, so no text of the rules has to go into it.
"""

from __future__ import annotations

from enum import Enum

from attrs import frozen

from ruledsl.engine.errors import ENDLESS, TOO_LONG, RuleFault
from ruledsl.engine.evaluate.aggregates import NOTHING, several, tie
from ruledsl.engine.evaluate.places import EMPTY
from ruledsl.engine.evaluate.values import WORN_OUT, outside, unbounded
from ruledsl.engine.text import Texts
from ruledsl.limits import EXPRESSION_ELEMENTS, MOVES_OF_A_DECISION
from ruledsl.machine.model import NONE, SAFE, Machine
from ruledsl.source import Span


class Kind(Enum):
    """What can be wrong; the comments say what the two numbers of the fault are."""

    OUTSIDE = "an index"  # index, size
    BOUNDED = "a range"  # value; site: low, high
    SOME = "none"
    NUMBER = "a calculation"  # operands
    SUM = "a sum"  # term
    ZERO = "division"
    CARD = "no card"
    ATTRIBUTE = "an attribute"  # look; site: attribute
    EMPTY = "an empty place"
    PLACE = "a place in a row"  # index, cards there
    RANGE_NONE = "a range of none"
    RANGE_LONG = "a long range"  # from, to
    WORN = "too much work"
    NOTHING = "nothing to choose"
    SEVERAL = "several"  # how many
    TIE = "a tie"  # how many
    MOVES = "too many moves"  # site: action
    NOBODY = "nobody acts"
    NO_MOVE = "no legal move"  # seat
    UNDECIDED = "an unknown card"  # zone
    RANGE = "a variable's range"  # cell, value; site: variable
    OPENING = "an opening balance"  # cell, value; site: account
    ROLL_EMPTY = "nothing to roll"
    ROLL_CARD = "no card to pick"
    AMOUNT = "an amount"  # amount
    SHORT = "too little money"  # amount, cell; more: the balance; site: account
    OVER_LIMIT = "too much money"  # balance, cell; site: account
    UNLIMITED = "all of an unlimited account"  # site: account
    LONG_LIST = "a long list"  # length; site: capacity
    LOST = "a lost loop"
    NO_RETURN = "nowhere to return"
    SCORE = "a score"
    NO_CARD_MOVED = "no card to move"
    TWICE = "a card named twice"  # site: the two places
    ROOM = "no room"  # zone
    NEGATIVE = "a negative number of cards"  # number
    FEW_CARDS = "too few cards"  # asked for, there; more: the zones
    SEEN = "a shuffle in the open"  # zone
    NO_SEAT = "nobody to show"
    NO_CARD_SHOWN = "no card to show"
    NO_CHOICE = "no choice to play"
    DECISIONS = "too many decisions"
    STEPS = "too many steps"  # site: states


@frozen
class Site:
    """A place in a program at which something can go wrong."""

    kind: Kind
    span: Span
    nums: tuple[int, ...] = ()


@frozen
class Noted:
    """What a program has noted of a fault: its site, two numbers, and more where two are not enough."""

    site: Site
    a: int
    b: int
    more: tuple[int, ...] = ()


def endless(machine: Machine, state: int) -> RuleFault:
    """The fault of play that comes to no decision; ``state`` is the one that it has come to."""
    return Texts(machine).fault(machine.states[state].span, ENDLESS)


def fault_of(machine: Machine, noted: Noted) -> RuleFault:
    """The fault as the interpreter would have raised it."""
    texts = Texts(machine)
    message, values = _message(machine, texts, noted)
    return texts.fault(noted.site.span, message, *values)


def _message(
    machine: Machine, texts: Texts, noted: Noted
) -> tuple[str, tuple[tuple[str, str], ...]]:
    a, b, nums = noted.a, noted.b, noted.site.nums
    kind = noted.site.kind
    if kind is Kind.SHORT:
        account = machine.accounts[nums[0]]
        label = texts.element(account.name, account.index, b - account.base + account.lowest)
        return f"{a} is more than there is", ((label, str(noted.more[0])),)
    return _plain(machine, texts, kind, a, b, nums, noted.more), ()


def _plain(
    machine: Machine,
    texts: Texts,
    kind: Kind,
    a: int,
    b: int,
    nums: tuple[int, ...],
    more: tuple[int, ...],
) -> str:
    match kind:
        case Kind.OUTSIDE:
            return outside(a, b)
        case Kind.BOUNDED:
            return unbounded(a, *nums)
        case Kind.SOME:
            return "this is `none` here"
        case Kind.NUMBER | Kind.SUM:
            if NONE in (a, b):
                return "`none` cannot be calculated with"
            return f"the result is beyond {SAFE}, the greatest number there is"
        case Kind.ZERO:
            return "division by 0"
        case Kind.CARD:
            return "there is no card here: `none` has no face"
        case Kind.ATTRIBUTE:
            name = machine.attributes[nums[0]].name
            if not 0 <= a < len(machine.looks):
                return f"there is no card here: `none` has no {name}"
            return f"{texts.look(a)} has no {name}"
        case Kind.EMPTY:
            return EMPTY
        case Kind.PLACE:
            return outside(a, b) if b else EMPTY
        case Kind.RANGE_NONE:
            return "a range cannot begin or end with `none`"
        case Kind.RANGE_LONG:
            return f"{a}..{b} has more than {EXPRESSION_ELEMENTS} numbers"
        case Kind.WORN:
            return WORN_OUT
        case Kind.NOTHING:
            return NOTHING
        case Kind.SEVERAL:
            return several(a)
        case Kind.TIE:
            return tie(a)
        case Kind.MOVES:
            return f"`{machine.actions[nums[0]].name}` has more than {MOVES_OF_A_DECISION} moves"
        case Kind.NOBODY:
            return "nobody is acting here"
        case Kind.NO_MOVE:
            return f"seat {a} has no legal move here, and there is no `otherwise`"
        case Kind.UNDECIDED:
            label = texts.zone(a)
            return f"which moves are legal depends on a card in `{label}` that nobody knows yet"
        case Kind.DECISIONS:
            return TOO_LONG
        case _:
            return _of_a_step(machine, texts, kind, a, b, nums, more)


def _of_a_step(
    machine: Machine,
    texts: Texts,
    kind: Kind,
    a: int,
    b: int,
    nums: tuple[int, ...],
    more: tuple[int, ...],
) -> str:
    match kind:
        case Kind.RANGE:
            variable = machine.variables[nums[0]]
            name = texts.element(variable.name, variable.index, a - variable.base + variable.lowest)
            if b == NONE or variable.type.kind not in ("number", "bool"):
                return f"`{name}` cannot be {texts.value(variable.type, b)}"
            return f"`{name}` cannot be {b}: it is within {variable.low}..{variable.high}"
        case Kind.OPENING:
            account = machine.accounts[nums[0]]
            name = texts.element(account.name, account.index, a - account.base + account.lowest)
            return f"`{name}` cannot begin with {b}: it holds 0..{account.limit}"
        case Kind.ROLL_EMPTY:
            return "`random` has nothing to choose from"
        case Kind.ROLL_CARD:
            return "there is no card here to choose"
        case Kind.AMOUNT:
            return f"an amount of {'none' if a == NONE else a} cannot be paid"
        case Kind.OVER_LIMIT:
            account = machine.accounts[nums[0]]
            name = texts.element(account.name, account.index, b - account.base + account.lowest)
            return f"`{name}` would hold {a}, more than {account.limit}"
        case Kind.UNLIMITED:
            return f"`{machine.accounts[nums[0]].name}` is unlimited: there is no `all` of it"
        case Kind.LONG_LIST:
            return f"the list has {a} elements, more than the {nums[0]} it may have"
        case Kind.LOST:
            return "the loop has lost its place"
        case Kind.NO_RETURN:
            return "there is nowhere to return to"
        case Kind.SCORE:
            return "a score cannot be `none`"
        case Kind.NO_CARD_MOVED:
            return "there is no card here to move"
        case Kind.TWICE:
            return f"the cards {nums[0]} and {nums[1]} to move are one and the same card"
        case Kind.ROOM:
            capacity = machine.zones[a].capacity
            return f"`{texts.zone(a)}` has room for {capacity} cards, no more"
        case Kind.NEGATIVE:
            return f"{'none' if a == NONE else a} cards cannot be moved"
        case Kind.FEW_CARDS:
            label = " and ".join(f"`{texts.zone(zone)}`" for zone in more)
            holds = f"{b} card{'' if b == 1 else 's'}"
            return f"{a} cards are asked for, {label} has {holds}"
        case Kind.SEEN:
            label = texts.zone(a)
            return f"the faces in `{label}` are seen: move the cards face down before shuffling"
        case Kind.NO_SEAT:
            return "nobody is there to be shown this"
        case Kind.NO_CARD_SHOWN:
            return "there is no card here to show"
        case Kind.NO_CHOICE:
            return "there is no choice to be played here"
        case _:
            raise AssertionError(f"no words for {kind}")
