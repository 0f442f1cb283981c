"""Which moves are legal: every offer of a decision, bound to values that pass its guards.

Parameters are bound one after the other, and what they may be is worked out before any guard is
asked; then the guards are, in order, up to the first that fails. To be quick, a guard is tested as
soon as everything that it and the guards before it need is bound. Nobody can tell: only
domains that surely can be worked out are passed over in this way, and a fault met too early counts
only if there is something to choose for the parameters that are left.

Cards that look alike in a zone without order give one move; the one that is bound is the first by
(look, card).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from attrs import frozen

from ruledsl.engine.errors import NoLegalMove, RuleFault
from ruledsl.engine.evaluate.compiler import Closure, Compiler, Undecided
from ruledsl.engine.frame import FUEL, Cells
from ruledsl.engine.happenings import CardAt
from ruledsl.engine.looks import remembering
from ruledsl.engine.moves import AT, AT_IN, IN, PLAIN, Argument, Move, MoveTexts
from ruledsl.engine.sure import Sure
from ruledsl.limits import MOVES_OF_A_DECISION, REMEMBERED_ANSWERS
from ruledsl.machine.model import ME, Action, Decide, Expr, Param
from ruledsl.machine.sorts import sort_of

Binding: TypeAlias = tuple[int, tuple[int, ...]]
"""The number of an offer (from 1, ``otherwise`` last; 0 is ``skip``) and the values of its parameters."""

LegalMoves: TypeAlias = dict[Move, Binding]
"""The legal moves in order, each with what it binds."""

Lister: TypeAlias = Callable[[Cells, int, LegalMoves], None]
"""Adds the legal moves of an action, offered under a number, to those found so far."""

Key: TypeAlias = tuple[int, int]


@frozen
class Candidates:
    """The values that a parameter may take: ``keys`` tell alike those that give one move."""

    values: Sequence[int]
    keys: Sequence[object]


NOTHING = Candidates((), ())


def cells_read(expr: Expr) -> Iterator[int]:
    """The cells that an expression names (defines read registers only through their operands)."""
    waiting = [expr]
    while waiting:
        node = waiting.pop()
        if node.op in ("cell", "item"):
            yield node.nums[0]
        waiting += node.args


class ActionPlan:
    """One action, made ready for listing its moves and for playing them."""

    def __init__(self, compiler: Compiler, texts: MoveTexts, number: int) -> None:
        machine = compiler.machine
        self.compiler = compiler
        self.frame = compiler.frame
        self.texts = texts
        self.number = number
        self.action: Action = machine.actions[number]
        self.params: tuple[Param, ...] = self.action.params
        self.cells = tuple(param.cell for param in self.params)
        self.domains = tuple(compiler.closure(param.domain) for param in self.params)
        self.is_cards = tuple(sort_of(p.domain, machine) == "cards" for p in self.params)
        self.loose = tuple(self._is_loose(param) for param in self.params)
        self.hidden = tuple(
            loose and not all(self.frame.shown[zone] for zone in self._zones(param.domain))
            for param, loose in zip(self.params, self.loose, strict=True)
        )
        self.continues = tuple(
            place > 0 and param.group >= 0 and param.group == self.params[place - 1].group
            for place, param in enumerate(self.params)
        )
        self.rivals = tuple(self._rivals(place) for place in range(len(self.params)))
        self.leads = (*self.continues[1:], False)[: len(self.params)]
        self.needs_marks = any(c and not s for c, s in zip(self.is_cards, self.loose, strict=True))
        routine = machine.routines[self.action.routine]
        self.entry, self.back, self.me = routine.entry, routine.back, routine.me
        written = {guard.cell for guard in self.action.guards if guard.cell >= 0}
        self.registers = tuple({*self.action.registers, *self.cells, *written})
        self.lets = tuple(
            (guard.cell, compiler.closure(guard.value))
            for guard in self.action.guards
            if guard.cell >= 0
        )
        self.tests = self._tests()
        self.known: dict[tuple[tuple[Argument, ...], int], Move] = {}
        self.list: Lister = self._list
        """Adds the legal moves of the action to those found: cells, number of the offer, moves found."""

    def in_order(self, cells: Cells, values: list[int]) -> list[int]:
        """The values of all parameters, cards of one group by look and number, as they are listed."""
        faces, count = self.frame.faces, self.frame.card_count
        result = list(values)
        first = 0
        for place in range(1, len(result) + 1):
            if place == len(result) or not self.continues[place]:
                group = result[first:place]
                if len(group) > 1 and all(0 <= card < count for card in group):
                    result[first:place] = sorted(group, key=lambda c: (cells[faces + c], c))
                first = place
        return result

    def _is_loose(self, param: Param) -> bool:
        """Whether a parameter's cards all come from one zone without order."""
        domain = param.domain
        if domain.op != "cards":
            return False
        places = self.frame.places
        zones = self._zones(domain)
        return bool(zones) and all(places[zone] == "zone" for zone in zones)

    def _zones(self, domain: Expr) -> Sequence[int]:
        """The zones that the cards of one zone may come from; none where that is not plain."""
        zone = domain.args[0]
        if zone.op == "zone":
            return zone.nums
        if zone.op == "zone_at":
            first, size = zone.nums
            return range(first, first + size)
        return ()

    def _rivals(self, place: int) -> tuple[int, ...]:
        """The earlier parameters, outside its own group, whose cards a parameter must not take."""
        if not self.is_cards[place]:
            return ()
        first = place
        while self.continues[first]:
            first -= 1
        return tuple(other for other in range(first) if self.is_cards[other])

    def _tests(self) -> tuple[tuple[tuple[int, Closure], ...], ...]:
        """For each number of bound parameters, the guards that can be tested then."""
        compiler, action = self.compiler, self.action
        sure = Sure(compiler.machine)
        ready = {param.cell: place + 1 for place, param in enumerate(self.params)}
        tests: list[list[tuple[int, Closure]]] = [[] for _ in range(len(self.params) + 1)]
        depth = 0
        for place, param in enumerate(self.params):
            if not sure.has_elements(param.domain):
                depth = place + 1
        for guard in action.guards:
            for cell in cells_read(guard.value):
                depth = max(depth, ready.get(cell, 0))
            closure = compiler.closure(guard.value)
            if guard.cell < 0:
                closure = remembering(compiler.machine, self.frame, action, guard.value, closure)
            tests[depth].append((guard.cell, closure))
        return tuple(tuple(group) for group in tests)

    # --- listing -------------------------------------------------------------------------

    def bindings(self, cells: Cells) -> list[tuple[int, ...]]:
        """The values of all legal choices, in order. Registers are left as they fall."""
        found: list[tuple[int, ...]] = []
        if self.may_hold(cells):
            if self.params:
                self._bind(cells, 0, (), NOTHING, 0, found)
            else:
                found.append(())
        return found

    def may_hold(self, cells: Cells) -> bool:
        """Whether the guards hold that need no parameter.

        A fault in them is none where the parameters leave nothing to choose.
        """
        try:
            return self.holds(cells, 0)
        except (RuleFault, Undecided):
            if self._can_be_bound(cells, (), NOTHING, 0):
                raise
            return False

    def holds(self, cells: Cells, depth: int) -> bool:
        """Whether the guards hold that can be tested once ``depth`` parameters are bound."""
        for cell, value in self.tests[depth]:
            if cell >= 0:
                cells[cell] = value(cells)
            elif not value(cells):
                return False
        return True

    def _can_be_bound(
        self, cells: Cells, bound: tuple[int, ...], group: Candidates, start: int
    ) -> bool:
        """Whether there is something to choose for every parameter that is left, whatever the guards say."""
        depth = len(bound)
        if depth == len(self.params):
            return True
        if not self.continues[depth]:
            group, start = self._candidates(cells, depth), 0
        rivals = [bound[rival] for rival in self.rivals[depth]]
        for place in range(start, len(group.values)):
            value = group.values[place]
            if value not in rivals:
                cells[self.cells[depth]] = value
                if self._can_be_bound(cells, (*bound, value), group, place + 1):
                    return True
        return False

    def _bind(
        self,
        cells: Cells,
        depth: int,
        bound: tuple[int, ...],
        group: Candidates,
        start: int,
        found: list[tuple[int, ...]],
    ) -> None:
        """Bind parameter ``depth`` to each value it may take, from ``start`` on within a group."""
        if not self.continues[depth]:
            group = self._candidates(cells, depth)
            start = 0
        cell = self.cells[depth]
        rivals = [bound[rival] for rival in self.rivals[depth]]
        tests = self.tests[depth + 1]
        last = depth == len(self.params) - 1
        keys = group.keys
        values = group.values
        # Where equal keys stand together, or there are none, the last key is memory enough.
        tried: set[object] | None = (
            None if self.loose[depth] or isinstance(values, range) else set()
        )
        before = None
        for place in range(start, len(values)):
            value = values[place]
            if rivals and value in rivals:
                continue
            key = keys[place]
            if tried is None:
                if key == before:
                    continue
                before = key
            else:
                if key in tried:
                    continue
                tried.add(key)
            cells[cell] = value
            held = True
            try:
                for let, closure in tests:
                    if let >= 0:
                        cells[let] = closure(cells)
                    elif not closure(cells):
                        held = False
                        break
            except (RuleFault, Undecided):
                if self._can_be_bound(cells, (*bound, value), group, place + 1):
                    raise
                held = False
            if not held:
                continue
            if last:
                found.append((*bound, value))
                if len(found) > MOVES_OF_A_DECISION:
                    raise self.compiler.texts.fault(
                        self.action.span,
                        f"`{self.action.name}` has more than {MOVES_OF_A_DECISION} moves",
                    )
            else:
                self._bind(cells, depth + 1, (*bound, value), group, place + 1, found)

    def _candidates(self, cells: Cells, depth: int) -> Candidates:
        values: Sequence[int] = self.domains[depth](cells)
        if not self.is_cards[depth]:
            return Candidates(values, values)
        if self.loose[depth]:
            faces = self.frame.faces
            undecided = self.frame.undecided(cells, values) if self.hidden[depth] else ()
            if undecided:
                raise Undecided(undecided)
            return Candidates(values, [cells[faces + card] for card in values])
        keyed = [(self.key(cells, card), card) for card in values if card >= 0]
        if self.leads[depth] and all(self._looks_known(cells, card) for _, card in keyed):
            faces = self.frame.faces
            keyed.sort(key=lambda pair: cells[faces + pair[1]])
        return Candidates([card for _, card in keyed], [key for key, _ in keyed])

    def _looks_known(self, cells: Cells, card: int) -> bool:
        frame = self.frame
        zone = cells[frame.where + card]
        return not cells[frame.pools + card] and frame.sees(cells[ME], zone)

    def key(self, cells: Cells, card: int) -> Key:
        """What tells a card from others of the domain: zone and look, or the card itself in its place."""
        zone = cells[self.frame.where + card]
        if self.frame.places[zone] == "zone":
            if cells[self.frame.pools + card]:
                raise Undecided((card,))
            return zone, cells[self.frame.faces + card]
        return -1, card

    def collect(
        self, cells: Cells, number: int, bindings: list[tuple[int, ...]], found: LegalMoves
    ) -> None:
        """Add the moves of some bindings to those found."""
        for move, binding in zip(self.moves(cells, bindings), bindings, strict=True):
            found.setdefault(move, (number, binding))

    def _list(self, cells: Cells, number: int, found: LegalMoves) -> None:
        self.collect(cells, number, self.bindings(cells), found)

    # --- moves --------------------------------------------------------------------------------

    def arguments(self, cells: Cells, values: Sequence[int]) -> tuple[Argument, ...]:
        """The arguments of a move that binds these values."""
        frame = self.frame
        faces, where = frame.faces, frame.where
        return tuple(
            [
                (
                    CardAt(cells[where + value], 0, cells[faces + value])
                    if loose
                    else self.card_argument(cells, value)
                )
                if cards
                else value
                for value, cards, loose in zip(values, self.is_cards, self.loose, strict=True)
            ]
        )

    def card_argument(self, cells: Cells, card: int) -> CardAt:
        """A card as an argument: by look in a zone without order, else by its place too."""
        frame = self.frame
        zone = cells[frame.where + card]
        look = cells[frame.faces + card]
        if frame.places[zone] == "zone":
            return CardAt(zone, 0, look)
        if not self._looks_known(cells, card):
            look = -1
        return CardAt(zone, frame.place(cells, card), look)

    def move(self, arguments: tuple[Argument, ...], marks: int) -> Move:
        """The move with these arguments; equal ones are one object as long as it is remembered."""
        key = (arguments, marks)
        move = self.known.get(key)
        if move is None:
            if len(self.known) >= REMEMBERED_ANSWERS:
                self.known.clear()
            move = self.known[key] = Move(self.texts, self.number, arguments, marks)
        return move

    def moves(self, cells: Cells, bindings: list[tuple[int, ...]]) -> list[Move]:
        """The moves of some bindings, their texts made unambiguous."""
        listed = [self.arguments(cells, values) for values in bindings]
        if not self.needs_marks:
            return [self.move(arguments, PLAIN) for arguments in listed]
        marks = [PLAIN] * len(listed)
        for mark in (AT, IN, AT_IN):
            texts = [
                self.texts.text(self.number, arguments, own)
                for arguments, own in zip(listed, marks, strict=True)
            ]
            counts: dict[str, int] = {}
            for text in texts:
                counts[text] = counts.get(text, 0) + 1
            if len(counts) == len(texts):
                break
            marks = [
                mark if counts[text] > 1 else own for own, text in zip(marks, texts, strict=True)
            ]
        return [self.move(args, mark) for args, mark in zip(listed, marks, strict=True)]


class DecisionPlan:
    """One `Decide` state, made ready for listing its moves."""

    def __init__(
        self, compiler: Compiler, plans: Sequence[ActionPlan], number: int, state: Decide
    ) -> None:
        self.number = number
        self.state = state
        self.compiler = compiler
        offers = list(state.offers)
        self.offers = tuple(offers if state.otherwise is None else [*offers, state.otherwise])
        self.plans = tuple(plans[offer.action] for offer in self.offers)
        self.fixed = tuple(
            None
            if offer.arguments is None
            else tuple(compiler.closure(argument) for argument in offer.arguments)
            for offer in self.offers
        )
        self.choices = len(state.offers)
        """How many offers there are before ``otherwise``."""
        registers = [register for plan in self.plans for register in plan.registers]
        self.span = (min(registers), max(registers) + 1) if registers else (0, 0)
        """A stretch of cells that holds all registers which listing writes to."""

    def legal(self, cells: Cells, skip: Move) -> LegalMoves:
        """The legal moves, in order. Leaves the cells of the state as they were.

        Raises a :class:`RuleFault` where there is none, and where a face is needed that nobody
        can know yet.
        """
        compiler = self.compiler
        players = compiler.machine.players
        if not 1 <= cells[ME] <= players:
            raise compiler.texts.fault(self.state.span, "nobody is acting here")
        first, end = self.span
        saved = cells[first:end]
        cells[FUEL] = compiler.frame.elements
        found: LegalMoves = {}
        try:
            for place in range(self.choices):
                self._list(cells, place, found)
            if not found and len(self.offers) > self.choices:
                self._list(cells, self.choices, found)
        except Undecided as signal:
            raise self._undecided_fault(cells, signal) from None
        cells[first:end] = saved
        if self.state.optional:
            found[skip] = (0, ())
        if not found:
            quoted = compiler.texts.line(self.state.span)
            raise NoLegalMove(self.state.span, quoted, cells[ME])
        return found

    def _list(self, cells: Cells, place: int, found: LegalMoves) -> None:
        plan = self.plans[place]
        fixed = self.fixed[place]
        if fixed is None:
            plan.list(cells, place + 1, found)
        else:
            bindings = self.fixed_binding(cells, plan, [value(cells) for value in fixed])
            plan.collect(cells, place + 1, bindings, found)

    def fixed_binding(
        self, cells: Cells, plan: ActionPlan, values: list[int]
    ) -> list[tuple[int, ...]]:
        """The one choice of an offer with arguments, if it is legal."""
        values = plan.in_order(cells, values)
        for place, value in enumerate(values):
            if value not in plan.domains[place](cells):
                return []
            if plan.is_cards[place] and any(
                value == values[rival] for rival in range(place) if plan.is_cards[rival]
            ):
                return []
            cells[plan.cells[place]] = value
        if all(plan.holds(cells, depth) for depth in range(len(values) + 1)):
            return [tuple(values)]
        return []

    def _undecided_fault(self, cells: Cells, signal: Undecided) -> Exception:
        compiler = self.compiler
        frame = compiler.frame
        zone = cells[frame.where + signal.cards[0]]
        label = compiler.texts.zone(zone)
        return compiler.texts.fault(
            self.state.span,
            f"which moves are legal depends on a card in `{label}` that nobody knows yet",
        )
