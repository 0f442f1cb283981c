"""What expressions read: cells, places of cards, sums; and defines written out where they are used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve

from ruledsl.machine.model import NONE, Expr, Machine
from ruledsl.machine.sorts import AGGREGATES, nodes_of
from ruledsl.proofs.effort import Budget
from ruledsl.proofs.linear import Form
from ruledsl.proofs.situation import MOST_FACTS, Situation, Zones

FACES = -1
"""What stands for the faces of all cards among the cells that are read."""

_LARGEST = 400
"""Parts that a define may have where it is written out."""

_ALIKE = {"drawn_face": "face"}
"""Operators that yield the same as another."""

_PLAIN = frozenset(("some", "bounded"))
"""Operators that yield their operand, or stop play."""


class Places:
    """Reads off expressions of one machine what they depend on."""

    def __init__(self, machine: Machine, budget: Budget) -> None:
        self.machine = machine
        self.budget = budget
        self._written: dict[int, tuple[Expr, Expr | None]] = {}
        self._reads: dict[Expr, frozenset[int]] = {}
        self._atoms: dict[Expr, Expr] = {}

    # --- defines ------------------------------------------------------------------------------

    def inlined(self, call: Expr) -> Expr | None:
        """What a call of a define stands for, with its operands written in; None where that would be long."""
        found = self._written.get(id(call))
        if found is not None and found[0] is call:
            return found[1]
        define = self.machine.defines[call.nums[0]]
        body: Expr | None = define.body
        if define.params:
            operands = dict(zip(define.params, call.args, strict=True))
            body = _put_in(define.body, operands)
            if any(number >= _LARGEST for number, _ in enumerate(nodes_of(body))):
                body = None
        self._written[id(call)] = call, body
        return body

    # --- sums ------------------------------------------------------------------------------------

    def form(self, expr: Expr, at: Situation) -> Form:
        """An expression as a sum of atoms."""
        self.budget.spend()
        match expr.op:
            case "const" if expr.nums[0] != NONE:
                return Form(expr.nums[0])
            case "add" | "sub":
                left, right = (self.form(arg, at) for arg in expr.args)
                return left.plus(right, 1 if expr.op == "add" else -1)
            case "neg":
                return self.form(expr.args[0], at).times(-1)
            case "mul":
                left, right = (self.form(arg, at) for arg in expr.args)
                if not left.terms:
                    return right.times(left.constant)
                if not right.terms:
                    return left.times(right.constant)
            case op if op in _PLAIN:
                return self.form(expr.args[0], at)
            case "call" if (body := self.inlined(expr)) is not None:
                return self.form(body, at)
        atom = self.normal(expr, at)
        atom = self._atoms.setdefault(atom, atom)  # one object for each is compared quickly
        if atom.op == "const" and atom.nums[0] != NONE:
            return Form(atom.nums[0])
        return Form(0, ((atom, 1),))

    def normal(self, expr: Expr, at: Situation, bound: frozenset[int] = frozenset()) -> Expr:
        """The same in one way of writing it: known cells as numbers, elements as the cells that they are."""
        self.budget.spend()
        match expr.op:
            case "cell":
                known = None if expr.nums[0] in bound else at.exact(expr.nums[0])
                return expr if known is None else Expr("const", (known,))
            case op if op in _PLAIN:
                return self.normal(expr.args[0], at, bound)
            case "call" if (body := self.inlined(expr)) is not None:
                return self.normal(body, at, bound)
            case op if op in AGGREGATES:
                bound = bound | {expr.nums[0]}
        args = tuple(self.normal(arg, at, bound) for arg in expr.args)
        if expr.op in ("item", "zone_at") and args[0].op == "const":
            first, size = expr.nums
            if 1 <= args[0].nums[0] <= size:
                place = first + args[0].nums[0] - 1
                if expr.op == "zone_at":
                    return Expr("zone", (place,))
                known = at.exact(place)
                return Expr("cell", (place,)) if known is None else Expr("const", (known,))
        if expr.op in ("mod", "div") and all(arg.op == "const" for arg in args):
            a, b = (arg.nums[0] for arg in args)
            if b and NONE not in (a, b):
                return Expr("const", (a % b if expr.op == "mod" else a // b,))
        return Expr(_ALIKE.get(expr.op, expr.op), expr.nums, args)

    def cell_of(self, expr: Expr, at: Situation) -> int | None:
        """The cell whose number an expression yields, if it is a single one that is followed."""
        match expr.op:
            case "cell":
                return expr.nums[0]
            case "item":
                place = self.normal(expr, at)
                return place.nums[0] if place.op == "cell" else None
            case "size":
                zone = self.normal(expr.args[0], at)
                return self.machine.zones[zone.nums[0]].base if zone.op == "zone" else None
            case op if op in _PLAIN:
                return self.cell_of(expr.args[0], at)
            case "call" if (body := self.inlined(expr)) is not None:
                return self.cell_of(body, at)
        return None

    # --- cards -----------------------------------------------------------------------------------

    def zones(self, expr: Expr, at: Situation) -> Zones:
        """The places that a place, card or list of cards is, or lies in; None where it may be any."""
        self.budget.spend()
        match expr.op:
            case "zone":
                return frozenset(expr.nums)
            case "zone_at":
                first, size = expr.nums
                index = self.normal(expr.args[0], at)
                if index.op == "cell" and (known := at.cells.get(index.nums[0])) is not None:
                    low, high = max(1, known.low), min(size, known.high)
                    return frozenset(range(first + low - 1, first + high))
                if index.op == "const" and 1 <= index.nums[0] <= size:
                    return frozenset((first + index.nums[0] - 1,))
                return frozenset(range(first, first + size))
            case "family_cards":
                family = self.machine.families[expr.nums[0]]
                return frozenset(range(family.first, family.first + family.size))
            case "cell":
                return at.origins.get(expr.nums[0])
            case "first" | "last" | "at" | "cards" | "some":
                return self.zones(expr.args[0], at)
            case "the" | "highest" | "lowest":
                return self._any(at, expr.args[0], *expr.args[{"the": 2}.get(expr.op, 3) :])
            case "if":
                return self._any(at, *expr.args[1:])
            case "join" | "list":
                return self._any(at, *expr.args)
            case "call" if (body := self.inlined(expr)) is not None:
                return self.zones(body, at)
            case "const" if expr.nums[0] == NONE:
                return frozenset()
        return None

    def _any(self, at: Situation, *exprs: Expr) -> Zones:
        found: frozenset[int] = frozenset()
        for expr in exprs:
            zones = self.zones(expr, at)
            if zones is None:
                return None
            found |= zones
        return found

    # --- what changes --------------------------------------------------------------------------------

    def reads(self, atom: Expr) -> frozenset[int]:
        """The cells that an expression reads; the first cell of a place stands for its cards too."""
        found = self._reads.get(atom)
        if found is None:
            found = self._reads[atom] = frozenset(self._read(atom))
        return found

    def _read(self, expr: Expr) -> Iterable[int]:
        machine = self.machine
        waiting, seen = [expr], set[int]()
        while waiting:
            for part in nodes_of(waiting.pop()):
                match part.op:
                    case "cell":
                        yield part.nums[0]
                    case "item":
                        yield from range(part.nums[0], part.nums[0] + part.nums[1])
                    case "zone":
                        yield machine.zones[part.nums[0]].base
                    case "zone_at":
                        for zone in range(part.nums[0], sum(part.nums)):
                            yield machine.zones[zone].base
                    case "family_cards":
                        family = machine.families[part.nums[0]]
                        for zone in range(family.first, family.first + family.size):
                            yield machine.zones[zone].base
                    case "call" if part.nums[0] not in seen:
                        seen.add(part.nums[0])
                        waiting.append(machine.defines[part.nums[0]].body)
                    case op if op in ("face", "drawn_face", "alike_within") or op in AGGREGATES:
                        yield FACES
                    case _:
                        pass

    def forgetting(self, at: Situation, cells: Iterable[int]) -> Situation:
        """The situation after these cells were written to: facts about them hold no more, nor what they held."""
        gone = frozenset(cells)
        return self.untold(at.without(gone), gone)

    def following(self, at: Situation, cells: Iterable[int]) -> Situation:
        """The situation with what follows of other things from facts about some cells, two at a time.

        It is for before the cells are forgotten (Fourier and Motzkin's elimination, of facts in which a cell stands once).
        """
        for cell in cells:
            own = Expr("cell", (cell,))
            about = [(fact, dict(fact.terms).get(own, 0)) for fact in at.facts]
            above = [fact for fact, factor in about if factor == 1]
            below = [fact for fact, factor in about if factor == -1]
            sums = [one.plus(other) for one in above for other in below]
            at = at.knowing(*sums[:MOST_FACTS])
        return at

    def untold(self, at: Situation, cells: frozenset[int]) -> Situation:
        """The situation without the facts that read any of these cells."""
        kept = tuple(
            fact
            for fact in at.facts
            if all(cells.isdisjoint(self.reads(atom)) for atom, _ in fact.terms)
        )
        return at if len(kept) == len(at.facts) else evolve(at, facts=kept)

    def added(self, at: Situation, *changes: tuple[int, Form]) -> Situation:
        """What is known in facts after sums were added to cells at once; the sums are told in terms of before."""
        return self._shifted(at, [(Expr("cell", (cell,)), cell, sum_) for cell, sum_ in changes])

    def counted(self, at: Situation, *changes: tuple[int, Form]) -> Situation:
        """The same after so many cards came to places, or left them."""
        return self._shifted(
            at,
            [
                (Expr("size", (), (Expr("zone", (zone,)),)), self.machine.zones[zone].base, sum_)
                for zone, sum_ in changes
            ],
        )

    def _shifted(self, at: Situation, changes: Sequence[tuple[Expr, int, Form]]) -> Situation:
        changed = frozenset(cell for _, cell, _ in changes)
        owns = frozenset(own for own, _, _ in changes)

        def is_old(terms: Iterable[tuple[Expr, int]]) -> bool:
            """Whether these speak of what the cells held before."""
            return any(not changed.isdisjoint(self.reads(atom)) for atom, _ in terms)

        facts: list[Form] = []
        for fact in at.facts:
            if is_old(term for term in fact.terms if term[0] not in owns):
                continue
            factors, shift = dict(fact.terms), Form(0)
            for own, _, change in changes:
                shift = shift.plus(change, -factors.get(own, 0))
            if not is_old(shift.terms):
                facts.append(fact.plus(shift))
        return evolve(at, facts=tuple(facts))

    def coming_from(self, at: Situation, cell: int, zones: Zones) -> Situation:
        """The situation where a register holds a card of these places."""
        return evolve(at, origins={**at.origins, cell: zones})


def _put_in(expr: Expr, operands: Mapping[int, Expr]) -> Expr:
    """An expression with operands in place of the cells that stand for them."""
    if expr.op == "cell" and expr.nums[0] in operands:
        return operands[expr.nums[0]]
    args = tuple(_put_in(arg, operands) for arg in expr.args)
    if all(new is old for new, old in zip(args, expr.args, strict=True)):
        return expr
    return evolve(expr, args=args)
