"""Whether what is written to a variable is more or less than what was there.

`n + 1` is more, `max(n - 2, 0)` is less or the same, and `(n + 1) mod 4` goes round.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ruledsl.machine.model import Expr, Variable
from ruledsl.machine.sorts import nodes_of
from ruledsl.validate.origins import Origins
from ruledsl.validate.values import Values

_MOST_VALUES = 100
"""Variables with more values are not followed through all of them."""


@frozen
class Growth:
    """Compares values with ``own``, the expression for what was there.

    The answers are a sign (1 more, -1 less, 0 anything), and whether it surely changes or may stay.
    """

    origins: Origins

    def of(self, value: Expr, own: Expr, values: Values) -> tuple[int, bool]:
        """Whether a value is more or less than what was there, and surely so."""
        if value.op in ("add", "sub"):
            value = _as_sum(value, own)
            left, right = value.args
            if value.op == "add" and self._is_own(right, own):
                left, right = right, left
            if self._is_own(left, own):
                amount = _beside(right, own)
                return _direction(amount, 1 if value.op == "add" else -1, values)
        if value.op == "add" and value.args[1] == Expr("const", (0,)):
            return self.of(value.args[0], own, values)
        if value.op == "bounded":  # the next of the members of a type
            return self.of(value.args[0], own, values)
        if value.op == "div" and value.args[0] == own and values.of(own).low >= 0:
            return -1, values.of(value.args[1]).low >= 2
        if value.op in ("greatest", "least"):
            if own in value.args:
                return (1 if value.op == "greatest" else -1), False
            grown = [arg for arg in value.args if arg.op != "const"]
            if len(grown) == 1 and len(value.args) > 1:  # a number that stops at a limit
                return self.of(grown[0], own, values)
        return 0, False

    def of_chosen(self, domain: Expr, own: Expr, values: Values) -> tuple[int, bool]:
        """The same for what is chosen from a range that begins or ends with what was there."""
        if domain.op != "range":
            return 0, False
        low, high = domain.args
        if low == own:
            return 1, False
        if high == own:
            return -1, False
        sign, surely = self.of(low, own, values)
        if sign > 0:
            return sign, surely
        sign, surely = self.of(high, own, values)
        return (sign, surely) if sign < 0 else (0, False)

    def _is_own(self, value: Expr, own: Expr) -> bool:
        """Whether a value is what was there, perhaps by a name that was given to it before."""
        return value == own or (
            value.op == "cell" and self.origins.of_cell(value.nums[0]) == (own,)
        )


def _direction(amount: Expr, sign: int, values: Values) -> tuple[int, bool]:
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


def _beside(amount: Expr, own: Expr) -> Expr:
    """What is added, but for how much room there is: ``n`` of the lesser of ``n`` and ``9 - own``."""
    if amount.op != "least":
        return amount
    others = tuple(arg for arg in amount.args if own not in nodes_of(arg))
    return Expr("least", (), others) if 0 < len(others) < len(amount.args) else amount


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


def caps(value: Expr, own: Expr) -> Iterator[Expr]:
    """The limits that a value stops at: 9 of ``min(9, n + 1)``, and of ``n + min(2, 9 - n)``; 0 of ``n - min(2, n)``."""
    match value.op:
        case "bounded":
            yield from caps(value.args[0], own)
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


def goes_round(value: Expr, own: Expr, variable: Variable) -> bool:
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
