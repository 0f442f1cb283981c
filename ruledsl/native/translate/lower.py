"""From a machine to a program: the functions of its states, decisions, actions and defines, and the library."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ruledsl import limits
from ruledsl.engine.frame import Frame
from ruledsl.machine import model
from ruledsl.machine.flow import all_expressions, define_order, offers
from ruledsl.machine.model import (
    DECISIONS,
    ME,
    ROUND,
    SAFE,
    SHUFFLES,
    STATE,
    Decide,
    Expr,
    Machine,
    MoveSome,
    Over,
)
from ruledsl.machine.sorts import ELEMENT, nodes_of
from ruledsl.machine.work import Estimate, moves_of
from ruledsl.native.analysis.budget import Budget
from ruledsl.native.analysis.facts import Facts
from ruledsl.native.library import cards as library_cards
from ruledsl.native.library import chance as library_chance
from ruledsl.native.library import play as library_play
from ruledsl.native.passes.inline import inlined
from ruledsl.native.passes.optimise import optimised
from ruledsl.native.plan.faults import Site
from ruledsl.native.plan.layout import FAIL, LATER, TRACED, Layout, laid_out, slots_of
from ruledsl.native.plan.packing import Packing, packing_of
from ruledsl.native.program import tree
from ruledsl.native.program.body import Body
from ruledsl.native.program.names import Name, Role
from ruledsl.native.program.read import Surroundings, read
from ruledsl.native.program.tree import Array, Function, Local, Num, Unit
from ruledsl.native.translate.choices.decisions import apply, legal
from ruledsl.native.translate.choices.shapes import reads_of_defines, shape_of
from ruledsl.native.translate.context import LOOSE, PILE, Context, Known, Maker
from ruledsl.native.translate.expressions import aggregates
from ruledsl.native.translate.expressions.lists import fill
from ruledsl.native.translate.expressions.values import value
from ruledsl.native.translate.flow import Flow

MOST_CELLS = 1 << 23
"""Cells that a program may have at the most (64 MB in WebAssembly): most of them are room for legal moves."""

_TABLES = {"STEP": 0, "LEGAL_OF": 1, "APPLY_OF": 2}

_ENTRIES = (
    Role.BEGIN,
    Role.DERIVE,
    Role.RUN,
    Role.MOVES,
    Role.PLAY,
    Role.PLAYOUT,
    Role.BATCH,
    Role.KEEP,
    Role.ROLLOUT,
    Role.SEEDED,
    Role.RESULT,
    Role.FLOOR,
)


class TooLarge(ValueError):  # noqa: N818 - it says what is wrong
    """A machine whose program would need more room than programs may have."""


@frozen
class Lowered:
    """A program, and what is kept beside it: where things lie, what its faults mean, how much it checks."""

    machine: Machine
    unit: Unit
    layout: Layout
    packing: Packing
    heaps: frozenset[int]
    """Zones without order in which cards lie as they came."""
    sites: tuple[Site, ...]
    ways: tuple[tuple[int, ...], ...]
    checks: int
    """Checks that the program makes while a game is played."""
    proven: int
    """Checks that are not made, because the ranges of values show that nothing could fail them."""
    optimise: bool
    """Whether the program is to be quick, though it takes longer to make."""


def lower(
    machine: Machine,
    *,
    traced: bool = False,
    elements: int = limits.ELEMENTS_OF_A_RUN,
    optimise: bool = True,
) -> Lowered:
    """The program of a machine that is in order (`machine.validate.problems` finds nothing).

    With ``traced`` the program notes what chance brings. ``elements`` may be visited from one decision to the next, before play
    stops with a fault. Unless it is to `optimise` the program is made in half the time, and does the same.
    Raises :class:`TooLarge`.
    """
    frame = Frame(machine, elements)
    facts = Facts(machine)
    order, _ = define_order(machine)
    offered = [
        offer.action
        for state in machine.states
        if isinstance(state, Decide)
        for offer in offers(state)
    ]
    packing = packing_of(machine, facts, offered)
    layout = _layout(machine, frame, facts, order, packing, traced)
    counted = not Budget(machine, facts).is_small(elements)
    make = Maker(frame, facts, layout, packing, fuel=counted, traced=traced)
    for number in order:
        _define(make, number)
    _functions(make)
    constants = _surroundings(make)
    library = [
        function
        for text in (library_chance.TEXT, library_cards.TEXT, library_play.TEXT)
        for function in read(text, constants)
    ]
    if layout.scratch + make.room > MOST_CELLS:
        raise TooLarge(f"a program of {layout.scratch + make.room} cells; {MOST_CELLS} is the most")
    unit = _unit(make, library, optimise=optimise)
    return Lowered(
        machine,
        unit,
        layout,
        packing,
        make.heaps,
        tuple(make.sites),
        tuple(make.ways),
        make.checks.made,
        make.checks.proven,
        optimise,
    )


def _layout(
    machine: Machine,
    frame: Frame,
    facts: Facts,
    order: tuple[int, ...],
    packing: Packing,
    traced: bool,
) -> Layout:
    estimate = Estimate(machine, facts, order)
    moves = [moves_of(action, estimate) for action in machine.actions]
    most = 1
    for state in machine.states:
        if isinstance(state, Decide):
            listed = sum(moves[o.action] if o.arguments is None else 1 for o in offers(state))
            # One for `skip`, one for what is written and then found not to be legal.
            most = max(most, listed + 2)
    longest = max((facts.length(node) for node in _lists(machine, facts)), default=0)
    sources = [len(s.sources) for s in machine.states if isinstance(s, MoveSome)]
    layout = laid_out(frame, max([longest, *sources]), most, packing.stride, traced=traced)
    if layout.scratch > MOST_CELLS:
        raise TooLarge(f"a program of {layout.scratch} cells; {MOST_CELLS} is the most")
    return layout


def _lists(machine: Machine, facts: Facts) -> Iterator[Expr]:
    """The expressions that are lists of cards, ready to be asked how long they can be."""
    for _, expr in all_expressions(machine):
        facts.of(expr)
        for node in nodes_of(expr):
            if node.op in ("cards", "family_cards", "join", "list", "call"):
                yield node


def _define(make: Maker, number: int) -> None:
    """Add the function of a define: it yields the value, or writes the list down and yields its end."""
    define = make.machine.defines[number]
    make.reads[number] = reads_of_defines(make.machine, [Expr("call", (number,))])
    is_list = define.sort in ELEMENT
    many = len(define.params)
    body = Body(Name(Role.FILL if is_list else Role.DEFINE, number), many + 1 + is_list)
    env = {cell: Local(place) for place, cell in enumerate(define.params)}
    ctx = Context(make, body, env=env, room=Local(many))
    result = fill(ctx, define.body, Local(many + 1)) if is_list else value(ctx, define.body)
    body.leave(result)
    ctx.finish()
    make.defines[number] = Known(ctx.fails, ctx.asks, ctx.most)


def _functions(make: Maker) -> None:
    """Add the functions of everything that can be reached from the start."""
    machine = make.machine
    shapes = [shape_of(make, number) for number in range(len(machine.actions))]
    flow = Flow(make)
    make.code(machine.start)
    make.code(0)
    done: set[int] = set()
    while waiting := sorted((make.coded | flow.found_by_number) - done):
        for number in waiting:
            done.add(number)
            state = machine.states[number]
            if isinstance(state, Decide):
                legal(make, number, state, shapes)
                apply(make, number, state, flow.follow)
            elif isinstance(state, Over):
                body = Body(Name(Role.LEGAL, number), 0)
                body.leave(Num(0))
                make.functions.append(body.function())
            else:
                flow.function(number)


def _unit(make: Maker, library: list[Function], *, optimise: bool) -> Unit:
    functions = _called(make.functions, library)
    if optimise:
        functions = _called(list(inlined([optimised(f) for f in functions])), [])
    there = {function.name for function in functions}
    tables = tuple(
        tuple(
            name if name in there else None
            for name in (Name(role, number) for number in range(len(make.machine.states)))
        )
        for role in (Role.STATE, Role.LEGAL, Role.APPLY)
    )
    return Unit(
        functions,
        tables,
        tuple(make.constants.values),
        make.layout.scratch + make.room + 1,
        arrays_of(make.machine, make.layout),
        tuple(Name(role) for role in _ENTRIES),
        len(make.machine.looks),
    )


def arrays_of(machine: Machine, layout: Layout) -> tuple[tuple[Array, int, int], ...]:
    """The stretches of the cells that are arrays by themselves."""
    starts = {
        Array.FACE: machine.layout.faces,
        Array.POOL: machine.layout.pools,
        Array.WHERE: layout.where,
        Array.HOLDER: layout.holder,
        Array.SLOT: layout.slot,
        Array.OPEN: layout.open,
    }
    cards = [(array, start, layout.cards) for array, start in starts.items()]
    return (*cards, (Array.MOVE, layout.legal, layout.scratch - layout.legal))


def _called(made: list[Function], library: list[Function]) -> tuple[Function, ...]:
    """The functions without those of the library that nothing calls."""
    by_name = {function.name: function for function in library}
    kept: set[Name] = set()
    waiting = [*(Name(role) for role in _ENTRIES)]
    for function in made:
        waiting += tree.calls(function)
    while waiting:
        name = waiting.pop()
        if name in by_name and name not in kept:
            kept.add(name)
            waiting += tree.calls(by_name[name])
    return (*(function for function in library if function.name in kept), *made)


# --- what the library text speaks of ---------------------------------------------------------


def _surroundings(make: Maker) -> Surroundings:
    machine, layout, frame = make.machine, make.layout, make.frame
    looks, first, copies = slots_of(machine)
    seen = [
        int(seat > 0 and frame.sees(seat, zone))
        for zone in range(len(machine.zones))
        for seat in range(machine.players + 1)
    ]
    place = make.constants.place
    numbers = {
        "FAIL": FAIL,
        "LATER": LATER,
        "WORD": 0xFFFFFFFF,
        "SAFE": SAFE,
        "STATE": STATE,
        "STATES_END": -len(machine.states),
        "ME": ME,
        "DECISIONS": DECISIONS,
        "SHUFFLES": SHUFFLES,
        "SCORES": machine.layout.scores,
        "OPENED": layout.opened,
        "RANDOM": layout.random,
        "CARRY": layout.random + 1,
        "FUEL": layout.fuel,
        "ERROR": layout.error,
        "DRAWS": layout.draws,
        "TRACE": layout.trace,
        "RESULTS": layout.results,
        "SAVED": layout.saved,
        "KEPT": layout.kept,
        "LEGAL": layout.legal,
        "STRIDE": layout.stride,
        "TRACED": TRACED,
        "IS_TRACED": int(make.traced),
        "ELEMENTS": frame.elements,
        "CARDS": len(machine.cards),
        "LOOKS": len(machine.looks),
        "ZONES": len(machine.zones),
        "PLAYERS": machine.players,
        "PILE": PILE,
        "LOOSE": LOOSE,
        "SOME_LOOSE": int(
            any(
                place == "zone" and zone not in make.heaps and zone not in make.decided
                for zone, place in enumerate(frame.places)
            )
        ),
        "BASES": make.bases,
        "PLACES": make.places,
        "ROOMS": make.rooms,
        "SORTED": make.sorted,
        "ALL_LOOKS": len(machine.looks),
        "SEEN": place(seen),
        "DECK_ZONES": place(
            [int(any(d.zone == zone for d in machine.decks)) for zone in range(len(machine.zones))]
        ),
        "LOOK_OF_SLOT": place(looks),
        "FIRST_SLOT": place(first),
        "COPIES": place(copies),
        "PARTNER": place(
            [
                2 * first[look] + 1 - slot if copies[look] == 2 else slot
                for slot, look in enumerate(looks)
            ]
        ),
        "SOME_TWICE": int(2 in copies),
        "SOME_OFTEN": int(any(many > 2 for many in copies)),
        "HOLDERS": place(frame.holders),
        "HOLDING_REGISTERS": len(frame.holders),
        "CODES": make.codes,
        "PARTS": 1 if machine.ties == "shared" else 2,
        "FIRST_LOWEST": int(machine.win == "lowest"),
        "SECOND_LOWEST": int(machine.ties == "lowest"),
        "FRESH": place(fresh(machine, frame, layout)),
    }
    return Surroundings(numbers, _TABLES)


def fresh(machine: Machine, frame: Frame, layout: Layout) -> list[int]:
    """The cells of a game that has not begun, with what follows from them."""
    cells = frame.fresh()[: layout.core]
    cells[STATE] = machine.start
    cells[ROUND] = 1
    _, first, _ = slots_of(machine)
    where = [-1] * len(machine.cards)
    for number, zone in enumerate(machine.zones):
        for card in cells[zone.base + 1 : zone.base + 1 + cells[zone.base]]:
            where[card] = number
    slots, holders, following = [], [0] * len(machine.cards), list(first)
    for card, look in enumerate(machine.cards):
        slots.append(following[look])
        holders[following[look]] = card
        following[look] += 1
    return [*cells, *where, *holders, *slots, *[0] * len(machine.cards), 0]


__all__ = ["Lowered", "TooLarge", "aggregates", "fresh", "lower", "model"]
