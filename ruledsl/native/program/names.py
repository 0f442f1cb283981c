"""The only names that generated programs have: a role out of a closed list, and a number.

No text of a rule file can become part of a generated program: every name is printed from one
of these classes, which hold nothing but integers, and everything else in a program is an
integer or a word of the printer's own.
"""

from __future__ import annotations

from enum import Enum

from attrs import Attribute, field, frozen


class Role(Enum):
    """What a function is for; the value is the word that its name begins with."""

    STATE = "state"
    DEFINE = "define"
    PART = "part"
    FILL = "fill"
    ACTION = "action"
    BIND = "bind"
    LEGAL = "legal"
    APPLY = "apply"
    ENTER = "enter"
    FAULT = "fault"
    PASSED = "passed"
    LACKING = "lacking"
    LATER = "later"
    BELOW = "below"
    DRAW = "draw"
    DRAWN = "drawn"
    DECIDE = "decide"
    SORTED = "sorted"
    TRACE = "trace"
    TAKE = "take"
    PUT = "put"
    PUT_LOOSE = "put_loose"
    NEEDED = "needed"
    STRANGERS = "strangers"
    LISTED = "listed"
    SEES = "sees"
    BY_LOOK = "by_look"
    NAMED = "named"
    CHOSEN = "chosen"
    PICKED = "picked"
    SHUFFLE = "shuffle"
    GATHER = "gather"
    CLAIM = "claim"
    GATHERED = "gathered"
    DERIVE = "derive"
    BEGIN = "begin"
    RUN = "run"
    REACH = "reach"
    MOVES = "moves"
    PLAY = "play"
    PLAYOUT = "playout"
    BATCH = "batch"
    KEEP = "keep"
    AGAIN = "again"
    RESULT = "result"
    SEED = "seed"
    SEEDED = "seeded"
    PRODUCT = "product"
    SEARCH = "search"
    ROLLOUT = "rollout"
    FIND = "find"
    FLOOR = "floored"
    REST = "rest"
    STEPS = "steps"


def whole(_: object, attribute: Attribute[int], value: int) -> None:
    """Raise :class:`TypeError` for anything but a whole number: that is what keeps texts out."""
    if type(value) is not int:
        raise TypeError(f"{attribute.name} is a whole number, not {value!r}")


def _role(_: object, __: Attribute[Role], value: Role) -> None:
    if type(value) is not Role:
        raise TypeError(f"a function is named by its role, not by {value!r}")


@frozen
class Name:
    """The name of a function: its role, and which of that role it is (-1: there is one only)."""

    role: Role = field(validator=_role)
    number: int = field(default=-1, validator=whole)

    def __str__(self) -> str:
        return self.role.value if self.number < 0 else f"{self.role.value}_{self.number}"
