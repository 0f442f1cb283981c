"""The operators of machine expressions: one table that the lowering, the reader of
machine files, the compiler of expressions and the tracing evaluator all go by.

``nums`` are the operator's fixed numbers, ``args`` the sorts of its operands (the
last one repeats where ``variadic``; the last ``optional`` ones may be missing). A
``result`` of ``same`` is the sort of the operand numbered ``same_as``; ``cell`` the
sort of the cell (or family of cells) that ``nums[0]`` names; ``call`` the sort of the define.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from attrs import frozen

from ruledsl.machine.model import Sort

Operand: TypeAlias = Sort | Literal["value", "list"]
"""What an operand may be: a sort, any ``value`` (number, look, card) or any ``list``."""


@frozen
class Operator:
    """An operator: names of its fixed numbers, sorts of its operands, sort of its result, and what it means."""

    nums: tuple[str, ...]
    args: tuple[Operand, ...]
    result: Sort | Literal["same", "cell", "call", "list_of", "element"]
    meaning: str
    variadic: bool = False
    optional: int = 0
    same_as: int = 0


_N: Sort = "number"

OPERATORS: dict[str, Operator] = {
    # values
    "const": Operator(("value",), (), _N, "the number itself"),
    "look": Operator(("look",), (), "look", "the look of that number"),
    "cell": Operator(("cell",), (), "cell", "what the cell holds"),
    "item": Operator(
        ("base", "size"), (_N,), "cell", "cell base + i - 1; a fault unless 1 <= i <= size"
    ),
    "table": Operator(
        ("table",), (_N,), _N, "entry i (from 1) of that constant table; outside is a fault"
    ),
    "bounded": Operator(("low", "high"), (_N,), _N, "the operand; outside low..high is a fault"),
    "some": Operator((), ("value",), "same", "the operand; a fault when it is none"),
    # cards
    "face": Operator((), ("card",), "look", "the look of a card that is known to be decided"),
    "drawn_face": Operator(
        (), ("card",), "look", "the look of a card; an undecided one is drawn first (chance)"
    ),
    "attr": Operator(
        ("attribute",), ("look",), _N, "the look's attribute; a fault where its kind has none"
    ),
    "is_kind": Operator(("kind",), ("look",), _N, "whether the look is of that kind"),
    # zones
    "zone": Operator(("zone",), (), "zone", "the zone of that number"),
    "zone_at": Operator(
        ("first", "size"), (_N,), "zone", "zone first + i - 1; a fault unless 1 <= i <= size"
    ),
    "size": Operator((), ("zone",), _N, "how many cards lie there"),
    "first": Operator(
        (), ("zone",), "card", "the first card of a row, the bottom of a pile; empty is a fault"
    ),
    "last": Operator(
        (), ("zone",), "card", "the last card of a row, the top of a pile; empty is a fault"
    ),
    "at": Operator((), ("zone", _N), "card", "card i (from 1) of a row; outside is a fault"),
    # arithmetic: beyond plus or minus SAFE is a fault
    "add": Operator((), (_N, _N), _N, "sum"),
    "sub": Operator((), (_N, _N), _N, "difference"),
    "mul": Operator((), (_N, _N), _N, "product"),
    "div": Operator((), (_N, _N), _N, "quotient rounded down; a divisor of 0 is a fault"),
    "mod": Operator((), (_N, _N), _N, "remainder with the sign of the divisor; 0 is a fault"),
    "neg": Operator((), (_N,), _N, "the operand with the other sign"),
    "least": Operator((), (_N,), _N, "the least operand", variadic=True),
    "greatest": Operator((), (_N,), _N, "the greatest operand", variadic=True),
    # comparison and logic: 0 or 1; `and`, `or`, `implies` and `if` work out no more than they need
    "eq": Operator((), ("value", "value"), _N, "equal (two cards are compared by face before)"),
    "ne": Operator((), ("value", "value"), _N, "not equal"),
    "lt": Operator((), (_N, _N), _N, "less"),
    "le": Operator((), (_N, _N), _N, "less or equal"),
    "gt": Operator((), (_N, _N), _N, "greater"),
    "ge": Operator((), (_N, _N), _N, "greater or equal"),
    "not": Operator((), (_N,), _N, "1 for 0, 0 for 1"),
    "and": Operator((), (_N, _N), _N, "both"),
    "or": Operator((), (_N, _N), _N, "at least one"),
    "implies": Operator((), (_N, _N), _N, "not the first, or the second"),
    "if": Operator((), (_N, "value", "value"), "same", "the second or the third", same_as=1),
    # lists
    "range": Operator(
        (), (_N, _N), "numbers", "from the first to the second; empty when that is less"
    ),
    "list": Operator((), ("value",), "list_of", "the operands in order", variadic=True),
    "cards": Operator(
        (),
        ("zone",),
        "cards",
        "the cards there: a row first to last, a pile top to bottom, without order by (look, card)",
    ),
    "family_cards": Operator(
        ("family",), (), "cards", "the cards of all places of that family, place by place"
    ),
    "join": Operator((), ("list", "list"), "same", "the one list, then the other"),
    "row": Operator(("list",), (_N,), "numbers", "row i (from 1) of that constant list of lists"),
    "within": Operator(
        (), ("list", "value"), _N, "whether the value (a card: itself) is in the list"
    ),
    "alike_within": Operator(
        (),
        ("cards", "look"),
        _N,
        "whether a card of that look is in the list (undecided ones are drawn)",
    ),
    # aggregates: the element goes to scratch cell ``cell``; with ``draw`` = 1 all undecided cards
    # of the list are drawn first; operands: list, condition, ...
    "count": Operator(("cell", "draw"), ("list", _N), _N, "how many fulfil the condition"),
    "any": Operator(
        ("cell", "draw"),
        ("list", _N, _N),
        _N,
        "whether one that fulfils the condition passes the test",
    ),
    "every": Operator(
        ("cell", "draw"),
        ("list", _N, _N),
        _N,
        "whether all that fulfil the condition pass the test",
    ),
    "sum": Operator(("cell", "draw"), ("list", _N, _N), _N, "the sum of the values"),
    "min": Operator(
        ("cell", "draw"),
        ("list", _N, _N, _N),
        _N,
        "the least value, or else the last operand; a fault without it",
        optional=1,
    ),
    "max": Operator(
        ("cell", "draw"),
        ("list", _N, _N, _N),
        _N,
        "the greatest value, or else the last operand; a fault without it",
        optional=1,
    ),
    "the": Operator(
        ("cell", "draw"),
        ("list", _N, "value"),
        "element",
        "the only one that fulfils the condition (several cards that look alike count as one), or else the last operand",
        optional=1,
    ),
    "highest": Operator(
        ("cell", "draw", "first"),
        ("list", _N, _N, "value"),
        "element",
        "the one with the greatest value; of several the first if ``first`` = 1 or if they look alike; else the last operand",
        optional=1,
    ),
    "lowest": Operator(
        ("cell", "draw", "first"),
        ("list", _N, _N, "value"),
        "element",
        "the one with the least value, likewise",
        optional=1,
    ),
    # defines
    "call": Operator(
        ("define",), ("value",), "call", "the define with these operands", variadic=True, optional=1
    ),
}

OPPOSITE: Mapping[str, str] = {
    "eq": "ne",
    "ne": "eq",
    "lt": "ge",
    "ge": "lt",
    "gt": "le",
    "le": "gt",
}
"""The comparisons, each with the one that holds where it does not."""

TURNED: Mapping[str, str] = {
    "eq": "eq",
    "ne": "ne",
    "lt": "gt",
    "ge": "le",
    "gt": "lt",
    "le": "ge",
}
"""The comparisons, each with the one that holds when its operands change places."""

COMPARISONS = frozenset(OPPOSITE)
"""The operators that compare two operands."""
