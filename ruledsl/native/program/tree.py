"""The language of generated programs: a few dozen lines of Python's grammar, as a tree.

A program works on whole numbers alone. It has one flat array of numbers that it may change (``S``,
the state of play and everything beside it), one of constants (``T``), functions with numbers as
arguments and a number as result, and `if`, `while`, `for range`. Nothing is allocated. What such a
program does is the same in Python, in WebAssembly and in C as long as no number leaves 64 bits and no index
its array; whatever makes programs sees to both.

Expressions are numbers or, where a condition is meant, truths (`Truth`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from enum import Enum
from functools import cache
from operator import attrgetter
from typing import Literal, TypeAlias

from attrs import evolve, field, fields, frozen, has

from ruledsl.native.program.names import Name, whole


class Array(Enum):
    """An array of a program: all of its cells, or a stretch of them that is only ever spoken of by itself.

    The stretches are those of cards and faces, and the list of legal moves; where each lies is told by `Unit.arrays`."""

    CELLS = "S"
    FACE = "F"
    POOL = "P"
    WHERE = "W"
    HOLDER = "H"
    SLOT = "Q"
    OPEN = "O"
    MOVE = "M"


# --- numbers ---------------------------------------------------------------------------------


@frozen
class Num:
    """A whole number."""

    value: int = field(validator=whole)


@frozen
class Local:
    """A variable of the function; its parameters come first."""

    number: int = field(validator=whole)


@frozen
class Load:
    """The element of an array at an index."""

    index: Number
    array: Array = Array.CELLS


@frozen
class Entry:
    """The element of ``T`` at an index."""

    index: Number


Operator: TypeAlias = Literal["+", "-", "*", "&", "|", "^", "<<", ">>", "//", "%"]
"""``>>``, ``//`` and ``%`` stand between numbers of which the first is not negative and the second positive."""


@frozen
class Cell:
    """The element of ``T`` in a row of a table, all of whose rows are ``width`` long; only programs that Python
    runs have such elements. The column is surely less than the width."""

    table: int = field(validator=whole)
    width: int = field(validator=whole)
    row: Number
    column: Number


@frozen
class Binary:
    op: Operator
    left: Number
    right: Number


@frozen
class Pick:
    """One or the other number; only the one that is chosen is worked out."""

    condition: Truth
    then: Number
    otherwise: Number


@frozen
class Flag:
    """1 for what is true, else 0."""

    truth: Truth


@frozen
class Call:
    """What a function yields."""

    name: Name
    args: tuple[Number, ...] = ()


@frozen
class CallAt:
    """What the function at a place of a table of functions yields (all take as many arguments)."""

    table: int = field(validator=whole)
    index: Number
    args: tuple[Number, ...] = ()


@frozen
class Find:
    """The first index from ``start`` on (before ``end``) at which ``S`` has a value that is surely there."""

    value: Number
    start: Number
    end: Number


Number: TypeAlias = (
    "Num | Local | Load | Entry | Cell | Binary | Pick | Flag | Call | CallAt | Find"
)

# --- truths ----------------------------------------------------------------------------------

Sign: TypeAlias = Literal["==", "!=", "<", "<=", ">", ">="]


@frozen
class Compare:
    sign: Sign
    left: Number
    right: Number


@frozen
class Inside:
    """Whether ``low <= value <= high``; one comparison without sign where there is such a thing."""

    low: int = field(validator=whole)
    value: Number
    high: int = field(validator=whole)


@frozen
class And:
    left: Truth
    right: Truth


@frozen
class Both:
    """Two truths, neither of which can go wrong: in whatever order, and with no jump between them."""

    left: Truth
    right: Truth


@frozen
class Or:
    left: Truth
    right: Truth


@frozen
class Not:
    truth: Truth


@frozen
class Always:
    """True or false, whatever happens."""

    value: bool


Truth: TypeAlias = "Compare | Inside | And | Both | Or | Not | Always"

# --- statements ------------------------------------------------------------------------------


@frozen
class Put:
    """Give a variable a value."""

    local: int = field(validator=whole)
    value: Number


@frozen
class Store:
    """Give an element of an array a value."""

    index: Number
    value: Number
    array: Array = Array.CELLS


@frozen
class Copy:
    """Copy ``count`` elements of ``S``, as if all were read before any is written."""

    to: Number
    source: Number
    count: Number


@frozen
class Fresh:
    """Copy the constants from ``source`` on to the beginning of ``S``."""

    source: Number
    count: Number


@frozen
class If:
    condition: Truth
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()


@frozen
class While:
    condition: Truth
    body: tuple[Statement, ...]


@frozen
class Each:
    """Let a variable go from ``start`` up to, but not including, ``end``; the body leaves it alone.

    After the loop the variable holds anything."""

    local: int = field(validator=whole)
    start: Number
    end: Number
    body: tuple[Statement, ...]


@frozen
class Through:
    """Let a variable be every element of ``S`` from ``start`` up to ``end``; the body changes none of them.

    After the loop the variable holds anything."""

    local: int = field(validator=whole)
    start: Number
    end: Number
    body: tuple[Statement, ...]


@frozen
class Looks:
    """Go through cards in ``S`` of which those of one face lie side by side: through the first of each face.

    The cards stand from ``base`` + ``first`` up to ``base`` + ``many``; ``card`` is the variable for one, ``look`` that
    for its face, ``at`` that for its place behind ``base`` (-1: nobody asks), ``before`` is one that printers
    may use. The body changes neither these nor cards nor faces. After the loop the variables hold anything."""

    card: int = field(validator=whole)
    look: int = field(validator=whole)
    at: int = field(validator=whole)
    before: int = field(validator=whole)
    base: Number
    first: Number
    many: Number
    body: tuple[Statement, ...]


@frozen
class Pairs:
    """Let two variables be every two elements of ``S`` from ``start`` up to ``end``, in the order in which they stand;
    the body changes none of them.

    After the loop the variables hold anything. Only programs that Python runs have such loops."""

    one: int = field(validator=whole)
    other: int = field(validator=whole)
    start: Number
    end: Number
    body: tuple[Statement, ...]


@frozen
class Append:
    """Write ``value`` at the place of the list of legal moves that a variable names, and move that on by one if
    something is true.

    Where it is not, what was written means nothing."""

    local: int = field(validator=whole)
    value: Number
    condition: Truth


@frozen
class Remove:
    """Take the one element with a value out of ``S`` from ``first`` to ``last``: those behind move up, the last
    becomes 0. The bounds and the value cost nothing to repeat."""

    value: Number
    first: Number
    last: Number


@frozen
class Break:
    """Leave the innermost loop."""


@frozen
class Again:
    """Go on with the next round of the innermost loop."""


@frozen
class Return:
    value: Number


@frozen
class Do:
    """Call a function for what it does."""

    call: Call


Statement: TypeAlias = (
    "Put | Store | Copy | Fresh | If | While | Each | Through | Looks | Pairs | Append"
    " | Remove | Break | Again | Return | Do"
)

# --- the whole -------------------------------------------------------------------------------


@frozen
class Function:
    """A function: its first ``params`` variables are parameters, ``variables`` counts all of them.

    Its body ends with a `Return` on every way through it.
    """

    name: Name
    params: int
    variables: int
    body: tuple[Statement, ...]


@frozen
class Unit:
    """A whole program: functions, tables of functions (None: never called), constants, the size of ``S``."""

    functions: tuple[Function, ...]
    tables: tuple[tuple[Name | None, ...], ...]
    constants: tuple[int, ...]
    cells: int
    arrays: tuple[tuple[Array, int, int], ...]
    """The arrays that are stretches of ``S``: where each begins, and how long it is."""
    exported: tuple[Name, ...]
    looks: int
    """How many faces there are; they count from 0."""


def loop_body(node: Statement) -> tuple[Statement, ...] | None:
    """The body of a loop; None for what is no loop."""
    return node.body if isinstance(node, While | Each | Through | Looks | Pairs) else None


def with_blocks(
    node: Statement, change: Callable[[tuple[Statement, ...]], tuple[Statement, ...]]
) -> Statement:
    """A statement with the blocks within it changed."""
    if isinstance(node, If):
        return If(node.condition, change(node.then), change(node.otherwise))
    if isinstance(node, While | Each | Through | Looks | Pairs):
        return evolve(node, body=change(node.body))
    return node


def nodes(thing: object) -> Iterator[object]:
    """Everything in a part of a program, outer things first."""
    waiting = [thing]
    while waiting:
        node = waiting.pop()
        if type(node) is tuple:
            waiting += node[::-1]
            continue
        inside = _inside(type(node))  # type: ignore[arg-type]  # a class can be hashed
        if inside is not None:
            yield node
            waiting += inside(node)


_WHOLE = frozenset({"int", "bool", "Name", "Array", "Operator", "Sign"})
"""What parts are that have none themselves."""


@cache
def _inside(kind: Hashable) -> Callable[[object], Iterable[object]] | None:
    """What yields the parts of a thing that have parts, last things first; None for what is no part of a program."""
    assert isinstance(kind, type)
    if issubclass(kind, Name) or not has(kind):
        return None
    names = [a.name for a in reversed(fields(kind)) if a.type not in _WHOLE]
    if len(names) > 1:
        return attrgetter(*names)
    return lambda node: [getattr(node, name) for name in names]


def calls(function: Function) -> Iterator[Name]:
    """The functions that a function calls by name."""
    for node in nodes(function.body):
        if isinstance(node, Call):
            yield node.name
