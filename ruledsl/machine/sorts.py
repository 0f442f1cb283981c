"""The sort of every expression, by the table of operators.

`sort_of` is for the lowering, which asks about expressions it has just built;
`check_sorts` is for machines from outside: it also looks at the fixed numbers
(does that zone exist, is that cell of a kind that may be read here) and at
which scratch cells are bound where they are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruledsl import limits
from ruledsl.machine.model import ME, NONE, ROUND, SAFE, STARTER, Expr, Machine, Sort
from ruledsl.machine.ops import OPERATORS, Operator
from ruledsl.machine.segments import Segments, run_ends

NOTHING = Expr("const", (NONE,))
"""The expression ``none``; it may stand wherever a value is wanted."""

AGGREGATES = frozenset({"count", "any", "every", "sum", "min", "max", "the", "highest", "lowest"})
"""The operators that bind a scratch cell (their first number) to each element of a list in turn."""

ELEMENT: dict[Sort, Sort] = {"numbers": "number", "looks": "look", "cards": "card"}
"""The sort of the elements of each sort of list."""

LIST: dict[Sort, Sort] = {element: many for many, element in ELEMENT.items()}
"""The sort of a list of each sort of value."""


class SortError(ValueError):
    """An expression whose operands do not fit its operator; ``expr`` is the part that is wrong."""

    def __init__(self, expr: Expr, message: str) -> None:
        super().__init__(message)
        self.expr = expr


def cell_sort(cell: int, machine: Machine) -> Sort:
    """What a cell holds: a look in variables of such a type, else what the layout says of it."""
    for variable in machine.variables:
        if variable.base <= cell < variable.base + variable.size:
            return "look" if variable.type.kind == "look" else "number"
    return machine.layout.sorts[cell]


def cell_sorts(machine: Machine) -> tuple[Sort, ...]:
    """`cell_sort` of every cell, at once."""
    sorts: list[Sort] = list(machine.layout.sorts)
    for variable in machine.variables:
        for cell in range(variable.base, variable.base + variable.size):
            sorts[cell] = "look" if variable.type.kind == "look" else "number"
    return tuple(sorts)


def sort_of(expr: Expr, machine: Machine) -> Sort:
    """What the expression yields.

    Raises :class:`SortError` where an operator is unknown, has too few or too many numbers
    or operands, or operands of a wrong sort. The expression may be nested as deeply as
    `limits.EXPRESSION_DEPTH` allows.
    """
    return _sort(
        expr, [sort_of(arg, machine) for arg in expr.args], cell_sorts_of(expr, machine), machine
    )


def cell_sorts_of(expr: Expr, machine: Machine) -> Sort:
    """The sort of the cell that an operator reads, ``number`` for operators that read none."""
    if expr.op in ("cell", "item") and expr.nums:
        if not 0 <= expr.nums[0] < len(machine.layout.sorts):
            raise SortError(expr, f"there is no cell {expr.nums[0]}")
        return cell_sort(expr.nums[0], machine)
    return "number"


def _sort(expr: Expr, args: Sequence[Sort], cell: Sort, machine: Machine) -> Sort:
    """The sort of an expression whose operands have the sorts ``args``."""
    operator = OPERATORS.get(expr.op)
    if operator is None:
        raise SortError(expr, f"there is no operator `{expr.op}`")
    if len(expr.nums) != len(operator.nums):
        raise SortError(
            expr, f"`{expr.op}` takes {len(operator.nums)} numbers, not {len(expr.nums)}"
        )
    least = len(operator.args) - operator.optional
    if len(args) < least or (len(args) > len(operator.args) and not operator.variadic):
        raise SortError(expr, f"`{expr.op}` cannot have {len(args)} operands")
    for place, (sort, arg) in enumerate(zip(args, expr.args, strict=True)):
        wanted = operator.args[min(place, len(operator.args) - 1)]
        if not _fits(sort, arg, wanted):
            raise SortError(expr, f"operand {place + 1} of `{expr.op}` is a {sort}, not a {wanted}")
    _agree(expr, args, machine)
    return _result(expr, operator, args, cell, machine)


def _fits(sort: Sort, arg: Expr, wanted: str) -> bool:
    if wanted == "value":
        return sort in LIST
    if wanted == "list":
        return sort in ELEMENT
    if wanted == "look" and arg == NOTHING:
        return False
    return sort == wanted


def _agree(expr: Expr, args: Sequence[Sort], machine: Machine) -> None:
    """Operands that must be of one sort are; ``none`` agrees with every value."""
    alike: Sequence[int] = ()
    match expr.op:
        case "eq" | "ne" | "join":
            alike = (0, 1)
        case "if":
            alike = (1, 2)
        case "list":
            alike = range(len(args))
        case "within":
            if expr.args[1] != NOTHING and ELEMENT[args[0]] != args[1]:
                raise SortError(expr, f"a {args[1]} is looked for among {args[0]}")
        case "the" | "highest" | "lowest" if len(args) == len(OPERATORS[expr.op].args):
            if expr.args[-1] != NOTHING and ELEMENT[args[0]] != args[-1]:
                raise SortError(expr, f"one of {args[0]}, or else a {args[-1]}")
        case "call":
            _call(expr, args, machine)
    sorts = {args[place] for place in alike if expr.args[place] != NOTHING}
    if len(sorts) > 1:
        raise SortError(expr, f"the operands of `{expr.op}` are of different sorts")


def _call(expr: Expr, args: Sequence[Sort], machine: Machine) -> None:
    if not 0 <= expr.nums[0] < len(machine.defines):
        raise SortError(expr, f"there is no define {expr.nums[0]}")
    define = machine.defines[expr.nums[0]]
    if len(args) != len(define.params):
        raise SortError(
            expr, f"`{define.name}` takes {len(define.params)} operands, not {len(args)}"
        )
    for cell, sort, arg in zip(define.params, args, expr.args, strict=True):
        if not 0 <= cell < len(machine.layout.sorts):
            raise SortError(expr, f"there is no cell {cell}")
        if arg != NOTHING and machine.layout.sorts[cell] != sort:
            raise SortError(expr, f"an operand of `{define.name}` is a {sort}")


def _result(
    expr: Expr, operator: Operator, args: Sequence[Sort], cell: Sort, machine: Machine
) -> Sort:
    match operator.result:
        case "same" if expr.op == "if" and expr.args[1] == NOTHING:
            return args[2]
        case "same":
            return args[operator.same_as]
        case "cell":
            return cell
        case "call":
            return machine.defines[expr.nums[0]].sort
        case "list_of":
            return LIST[
                next((s for s, a in zip(args, expr.args, strict=True) if a != NOTHING), "number")
            ]
        case "element":
            return ELEMENT[args[0]]
        case sort:
            return sort


# --- machines from outside ----------------------------------------------------------------


def depth_of(expr: Expr) -> int:
    """How many operators stand within each other, 1 for one alone; safe at any depth."""
    deepest = 0
    waiting = [(expr, 1)]
    while waiting:
        node, depth = waiting.pop()
        deepest = max(deepest, depth)
        waiting += [(arg, depth + 1) for arg in node.args]
    return deepest


def nodes_of(expr: Expr) -> Iterator[Expr]:
    """The expression and everything in it, outer ones first; safe at any depth."""
    waiting = [expr]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(node.args)


_READABLE = frozenset({"register", "variable", "account", "score", "total"})
"""Cells that an expression may read at any time; counters are listed in `_COUNTERS`."""

_COUNTERS = frozenset({ME, STARTER, ROUND})


class Checker:
    """Checks the expressions of one machine whose layout is in order.

    ``hidden`` are registers that only the machine itself may read (what seats have chosen
    and not yet played, for instance).
    """

    def __init__(self, machine: Machine, cells: Segments, hidden: frozenset[int]) -> None:
        self.machine = machine
        self.cells = cells
        self.hidden = hidden
        self.sorts = cell_sorts(machine)
        self._alike = run_ends(
            tuple((sort, cell in hidden) for cell, sort in enumerate(self.sorts))
        )

    def check(self, expr: Expr, bound: frozenset[int] = frozenset()) -> Sort:
        """The sort of an expression; ``bound`` are the scratch cells that hold something around it.

        Raises :class:`SortError` as `sort_of` does, and where a number names nothing that is there.
        """
        if depth_of(expr) > limits.EXPRESSION_DEPTH:
            raise SortError(
                expr, f"an expression is nested more than {limits.EXPRESSION_DEPTH} deep"
            )
        return self._check(expr, bound)

    def _check(self, expr: Expr, bound: frozenset[int]) -> Sort:
        if expr.op in AGGREGATES and expr.nums and expr.args:
            cell = expr.nums[0]
            first = self._check(expr.args[0], bound)
            if self.cells.use(cell) != "scratch" or cell in bound:
                raise SortError(
                    expr, f"`{expr.op}` uses cell {cell}, which is no free scratch cell"
                )
            if ELEMENT.get(first) != self.sorts[cell]:
                raise SortError(expr, f"`{expr.op}` puts elements of {first} into cell {cell}")
            fallback = (
                len(expr.args) == len(OPERATORS[expr.op].args) and OPERATORS[expr.op].optional
            )
            inner = expr.args[1:-1] if fallback else expr.args[1:]
            args = [first, *(self._check(arg, bound | {cell}) for arg in inner)]
            if fallback:
                args.append(self._check(expr.args[-1], bound))
        else:
            args = [self._check(arg, bound) for arg in expr.args]
        sort: Sort = "number"
        if expr.op in ("cell", "item") and expr.nums:
            self._readable(expr, bound)
            sort = self.sorts[expr.nums[0]]
        result = _sort(expr, args, sort, self.machine)
        self._numbers(expr)
        return result

    def _readable(self, expr: Expr, bound: frozenset[int]) -> None:
        base, size = expr.nums[0], expr.nums[1] if len(expr.nums) > 1 else 1
        use = self.cells.use(base)
        if use is None or not self.cells.is_block(base, size, use):
            raise SortError(expr, f"`{expr.op}` reads cells {base} to {base + size - 1}")
        if use == "counter" and base in _COUNTERS and size == 1:
            return
        if use == "scratch" and base in bound and size == 1:
            return
        if use not in _READABLE:
            raise SortError(expr, f"`{expr.op}` reads cell {base}, which is no value of the rules")
        if base in self.hidden:
            raise SortError(
                expr, f"`{expr.op}` reads cell {base}, which the machine keeps for itself"
            )
        if base + size > self._alike[base]:
            raise SortError(
                expr, f"`{expr.op}` reads cells {base} to {base + size - 1}, which differ"
            )
        if use == "account" and self.machine.accounts[self.cells.owners[base]].unlimited:
            raise SortError(expr, "an unlimited account has no balance to be read")

    def _numbers(self, expr: Expr) -> None:
        """The fixed numbers of a well-sorted expression name things that are there."""
        machine, nums = self.machine, expr.nums
        counts = {
            "look": len(machine.looks),
            "table": len(machine.tables),
            "attr": len(machine.attributes),
            "is_kind": len(machine.kinds),
            "zone": len(machine.zones),
            "family_cards": len(machine.families),
            "row": len(machine.lists),
        }
        if expr.op in counts and not 0 <= nums[0] < counts[expr.op]:
            raise SortError(
                expr, f"`{expr.op}` names number {nums[0]}, but there are {counts[expr.op]}"
            )
        match expr.op:
            case "const":
                if abs(nums[0]) > SAFE and nums[0] != NONE:
                    raise SortError(expr, "a number is too large")
            case "bounded":
                if nums[0] > nums[1] or max(map(abs, nums)) > SAFE:
                    raise SortError(expr, f"no number lies within {nums[0]}..{nums[1]}")
            case "zone_at":
                first, size = nums
                if size < 1 or first < 0 or first + size > len(machine.zones):
                    raise SortError(expr, f"there are no places {first} to {first + size - 1}")
                if machine.zones[first].family != machine.zones[first + size - 1].family:
                    raise SortError(expr, "places of different families are taken for one")
            case _ if any(flag not in (0, 1) for flag in nums[1:] if expr.op in AGGREGATES):
                raise SortError(expr, f"a switch of `{expr.op}` is neither 0 nor 1")
