"""The closures and the tracing evaluator agree on every expression: values, faults and draws alike."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ruledsl.engine.errors import RuleFault
from ruledsl.engine.evaluate import BUILDERS
from ruledsl.engine.evaluate.compiler import Undecided
from ruledsl.engine.frame import FUEL
from ruledsl.engine.game import Game
from ruledsl.engine.trace import Tracer
from ruledsl.machine import model as m
from ruledsl.machine.model import NONE, SAFE, Expr
from ruledsl.machine.ops import OPERATORS
from ruledsl.machine.sorts import sort_of
from tests.engine.build import NUMBER, Build, cell, e, k


def table_machine() -> tuple[m.Machine, dict[str, list[int]]]:
    """A table with cards in places of every kind, some of them undecided, and cells of every sort."""
    b = Build(2)
    suit = b.enumeration("Suit", "hearts", "spades")
    pip = b.kind("Pip", ("suit", suit), ("value", NUMBER))
    joker = b.kind("Joker")
    looks = [b.look(pip, f"{s} {v}", s, v) for s in (1, 2) for v in (1, 2, 2)]
    looks.append(b.look(joker, "joker"))
    stock = b.deck("stock", looks * 2)
    row = b.zone("row", "row", 3)
    hand = b.zone("hand", "zone", owned=True, seen_by="nobody")
    number = b.variable("number", -50, 50)
    numbers = b.block(4)
    card = b.block(2, "card")
    look = b.register("look")
    loops = {"number": [b.temporary() for _ in range(6)], "card": [b.temporary("card") for _ in range(6)], "look": [b.temporary("look") for _ in range(6)]}  # fmt: skip
    x, y = b.temporary("card"), b.temporary()
    b.tables.append((3, -1, 4))
    b.lists.append(((1, 2), (), (5,)))
    b.defines.append(
        m.Define("worth", (x, y), e("add", e("attr", 1, e("drawn_face", cell(x))), cell(y)), "number", m.NOWHERE)
    )  # fmt: skip
    start = b.chain(
        m.MoveSome(k(2), False, (e("zone", stock),), e("zone", row), False, -1),
        m.MoveSome(k(3), False, (e("zone", stock),), e("zone", hand), False, -1),
        m.Shuffle(e("zone", stock), -1),
        m.MoveSome(k(2), False, (e("zone", stock),), e("zone", hand + 1), False, -1),
        m.MoveSome(k(1), False, (e("zone", stock),), e("zone", hand), False, -1),
        m.Over(),
    )
    machine = b.machine(start)
    shift = machine.layout.scratch - 100_000
    places = {
        "zones": [stock, row, row + 1, hand, hand + 1],
        "number": [number, *range(numbers, numbers + 4), m.ME],
        "card": [card, card + 1],
        "look": [look],
        **{f"loop {sort}": [c + shift for c in cells] for sort, cells in loops.items()},
        "row": [row],
        "hand": [hand],
    }
    return machine, places


MACHINE, PLACES = table_machine()
GAME = Game(MACHINE)
PROGRAM = GAME.program


@st.composite
def expressions(draw: st.DrawFn, sort: str, depth: int, bound: tuple[tuple[str, int], ...]) -> Expr:
    """A well-sorted expression; ``bound`` are the scratch cells that hold something around it."""

    def sub(wanted: str) -> Expr:
        return draw(expressions(wanted, depth - 1, bound))

    if depth <= 0:
        return draw(leaves(sort, bound))
    options = CHOICES[sort]
    op = draw(st.sampled_from(options))
    operator = OPERATORS.get(op)
    if op == "leaf" or operator is None:
        return draw(leaves(sort, bound))
    if op in LOOPS:
        return draw(loops(op, sort, depth, bound))
    match op:
        case "item":
            return e("item", PLACES["number"][1], 4, sub("number"))
        case "table" | "row":
            return e(op, 0, sub("number"))
        case "bounded":
            return e("bounded", -5, 20, sub("number"))
        case "attr":
            return e("attr", draw(st.integers(0, 1)), sub("look"))
        case "is_kind":
            return e("is_kind", draw(st.integers(0, 1)), sub("look"))
        case "zone_at":
            return e("zone_at", *draw(st.sampled_from(((PLACES["row"][0], 3), (PLACES["hand"][0], 2)))), sub("number"))  # fmt: skip
        case "family_cards":
            return e("family_cards", draw(st.integers(0, len(MACHINE.families) - 1)))
        case "call":
            return e("call", 0, sub("card"), sub("number"))
        case "some":
            return e("some", sub(sort))
        case "if":
            return e("if", sub("number"), sub(sort), sub(sort))
        case "eq" | "ne" if draw(st.booleans()):
            return e(op, sub("look"), sub("look"))
        case "list":
            return e("list", *(sub(sort[:-1]) for _ in range(draw(st.integers(1, 4)))))
        case "join":
            return e("join", sub(sort), sub(sort))
        case "within":
            return e("within", sub("cards"), sub("card")) if draw(st.booleans()) else e("within", sub("numbers"), sub("number"))  # fmt: skip
        case "alike_within":
            return e("alike_within", sub("cards"), sub("look"))
        case "least" | "greatest":
            return e(op, *(sub("number") for _ in range(draw(st.integers(1, 3)))))
    operands = ["number" if a == "value" else a for a in operator.args]
    return e(op, *(sub(str(operand)) for operand in operands))


LOOPS = ("count", "any", "every", "sum", "min", "max", "the", "highest", "lowest")
CHOICES = {
    "number": [
        "leaf",
        "item",
        "table",
        "bounded",
        "some",
        "attr",
        "is_kind",
        "size",
        "add",
        "sub",
        "mul",
        "div",
        "mod",
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
        "within",
        "alike_within",
        "call",
        *LOOPS,
        "count",
        "sum",
    ],
    "look": ["leaf", "face", "drawn_face", "drawn_face", "if", "the"],
    "card": ["leaf", "first", "last", "at", "if", "the", "highest", "lowest", "some"],
    "zone": ["leaf", "zone_at"],
    "numbers": ["leaf", "range", "list", "join", "row"],
    "looks": ["list", "join"],
    "cards": ["leaf", "cards", "cards", "family_cards", "join", "list"],
}


@st.composite
def leaves(draw: st.DrawFn, sort: str, bound: tuple[tuple[str, int], ...]) -> Expr:
    near = [cell(number) for kind, number in bound if kind == sort]
    if sort == "number":
        small = st.integers(-3, 8) | st.sampled_from((0, 1, 2, SAFE, -SAFE, NONE))
        choices = st.builds(k, small) | st.sampled_from([cell(c) for c in PLACES["number"]])
    elif sort == "look":
        choices = st.sampled_from([e("look", look) for look in range(len(MACHINE.looks))] + [cell(PLACES["look"][0])])  # fmt: skip
    elif sort == "card":
        choices = st.sampled_from([cell(c) for c in PLACES["card"]])
    elif sort == "zone":
        choices = st.sampled_from([e("zone", zone) for zone in PLACES["zones"]])
    elif sort == "numbers":
        choices = st.sampled_from([e("range", k(1), k(3)), e("list", k(2), k(2), k(5))])
    elif sort == "looks":
        choices = st.sampled_from([e("list", e("look", 0), e("look", 1))])
    else:
        choices = st.sampled_from([e("cards", e("zone", zone)) for zone in PLACES["zones"]])
    return draw(choices | st.sampled_from(near) if near else choices)


@st.composite
def loops(
    draw: st.DrawFn, op: str, sort: str, depth: int, bound: tuple[tuple[str, int], ...]
) -> Expr:
    element = sort if op in ("the", "highest", "lowest") else draw(st.sampled_from(("number", "card", "look")))  # fmt: skip
    used = {number for _, number in bound}
    free = [number for number in PLACES[f"loop {element}"] if number not in used]
    if not free:
        return draw(leaves(sort, bound))
    inner = (*bound, (element, free[0]))
    nums = [free[0], draw(st.integers(0, 1))]
    if op in ("highest", "lowest"):
        nums.append(draw(st.integers(0, 1)))
    args = [draw(expressions(element + "s", depth - 1, bound))]
    args.append(draw(st.just(k(1)) | expressions("number", depth - 1, inner)))
    if op not in ("count", "the"):
        args.append(draw(expressions("number", depth - 1, inner)))
    if op in ("min", "max", "the", "highest", "lowest") and draw(st.booleans()):
        args.append(draw(expressions(sort, depth - 1, bound)))
    return e(op, *nums, *args)


def outcome(work: object) -> tuple[str, object]:
    """What an evaluation comes to: a value, a fault with its message, or cards to be drawn."""
    try:
        value = work()  # type: ignore[operator]
    except RuleFault as fault:
        return "fault", fault.message
    except Undecided as signal:
        return "draw", tuple(signal.cards)
    return "value", value if isinstance(value, int) else tuple(value)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.sampled_from(sorted(CHOICES)).flatmap(
        lambda sort: st.tuples(st.just(sort), expressions(sort, 4, ()))
    ),
    st.lists(st.integers(-2, 6), min_size=6, max_size=6),
    st.lists(st.integers(0, 13), min_size=2, max_size=2),
)
def test_closures_and_trace_agree(
    sorted_expr: tuple[str, Expr], numbers: list[int], cards: list[int]
) -> None:
    sort, expr = sorted_expr
    assert sort_of(expr, MACHINE) == sort
    cells = GAME.start(seed=7).cells_copy()
    for number, value in zip(PLACES["number"], numbers, strict=True):
        cells[number] = value
    for number, value in zip(PLACES["card"], cards, strict=True):
        cells[number] = value
    closure = PROGRAM.compiler.closure(expr)
    fast, slow = cells.copy(), cells.copy()
    tracer = Tracer(PROGRAM.frame, PROGRAM.texts, slow)
    assert outcome(lambda: closure(fast)) == outcome(lambda: tracer.value(expr))
    core = MACHINE.layout.scratch
    assert fast[:core] == slow[:core] == cells[:core], "an expression changes nothing"
    assert fast[FUEL] == slow[FUEL]


def test_every_operator_has_a_closure_and_is_tried() -> None:
    assert set(BUILDERS) == set(OPERATORS)
    leaves_tried = {"const", "look", "cell", "zone"}
    tried = leaves_tried.union(*map(set, CHOICES.values())) - {"leaf"}
    assert tried == set(OPERATORS)


def test_a_worn_out_run_is_a_fault_in_both() -> None:
    expr = e("count", PLACES["loop number"][0], 0, e("range", k(1), k(9)), k(1))
    closure = PROGRAM.compiler.closure(expr)
    cells = GAME.start(seed=7).cells_copy()
    cells[FUEL] = 8
    slow = cells.copy()
    fast = outcome(lambda: closure(cells))
    assert fast == outcome(lambda: Tracer(PROGRAM.frame, PROGRAM.texts, slow).value(expr))
    assert fast == ("fault", "the rules work without end here")
