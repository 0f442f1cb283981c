"""What single steps of a machine do to what is known: registers, variables, money."""

from __future__ import annotations

from attrs import evolve

from ruledsl.machine.bounds import Bound
from ruledsl.machine.flow import successors
from ruledsl.machine.model import (
    STARTER,
    Account,
    Address,
    Announce,
    AnyState,
    Assign,
    Collect,
    Expr,
    Gather,
    Lot,
    Machine,
    Move,
    MoveSome,
    Open,
    Pay,
    Reveal,
    Roll,
    Score,
    Set,
    Shuffle,
    Variable,
)
from ruledsl.machine.sorts import sort_of
from ruledsl.proofs.cards import Cards
from ruledsl.proofs.linear import Form
from ruledsl.proofs.places import FACES
from ruledsl.proofs.reading import Reading
from ruledsl.proofs.situation import Situation, shown

LONGEST = 32
"""Lists of so many elements are remembered one by one."""


class Steps:
    """Takes the steps of one machine that lead on to one state."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.machine = reading.machine
        self.places = reading.places
        self.cards = Cards(reading)
        is_closed = not any(account.unlimited for account in self.machine.accounts)
        opened = _openings(self.machine) if is_closed else None
        self.last_opened = opened[-1] if opened else None
        self.total = (
            sum(max(0, reading.values.of(state.value).high) for state in opened) if opened else None
        )
        """All the money there is, at the most; None where some is unlimited."""

    def taken(self, state: AnyState, at: Situation) -> Situation | None:
        """The situation behind a step; None where play always stops at it."""
        match state:
            case Set():
                bound = self.reading.of(state.value, at, state.span)
                return None if bound.unset else self.put(at, state.cell, state.value, bound)
            case Assign():
                return self._assign(state, at)
            case Open():
                return self._open(state, at)
            case Roll():
                return self._roll(state, at)
            case Lot():
                drawn = Bound(1, self.machine.players)
                if self.reading.cell(STARTER, at).low >= 1:
                    return at
                return self.places.forgetting(at, (STARTER,)).put(STARTER, drawn)
            case Pay():
                return self._pay(state, at)
            case Announce():
                for value in state.values:
                    self.reading.of(value, at, state.span)
                return at
            case Collect():
                return self._collect(state, at)
            case Score():
                return self._score(state, at)
            case Move() | MoveSome() | Gather():
                return self.cards.moved(state, at)
            case Shuffle():
                self.reading.of(state.zone, at, state.span)
                return self.places.untold(at, frozenset((FACES,)))
            case Reveal():
                return self._reveal(state, at)
        raise AssertionError(f"{type(state).__name__} leads to several states")

    # --- registers and variables --------------------------------------------------------------

    def put(self, at: Situation, cell: int, value: Expr, bound: Bound) -> Situation:
        """The situation after the value of an expression was written to a cell."""
        form = self.places.form(value, at)
        zones = self.places.zones(value, at)
        is_apart = not bound.none and cell not in self.places.reads(value)
        ties = [*self.reading.ties(cell, value, at)] if is_apart else []
        own = Expr("cell", (cell,))
        factor = dict(form.terms).get(own, 0)
        if factor == 1:
            at = self.places.added(at, (cell, form.plus(Form(0, ((own, 1),)), -1)))
        else:
            at = self.places.untold(at, frozenset((cell,)))
        at = at.put(cell, Bound(bound.low, bound.high, bound.none))
        at = self._from(at, cell, zones, value)
        return at.knowing(*ties)

    def _from(
        self, at: Situation, cell: int, zones: frozenset[int] | None, value: Expr
    ) -> Situation:
        if self.machine.layout.sorts[cell] != "card" and sort_of(value, self.machine) != "card":
            return at
        return self.places.coming_from(at, cell, zones)

    def _written(self, at: Situation, target: Address, state: AnyState) -> range:
        """The cells that an address may mean."""
        if target.index is None:
            return range(target.base, target.base + 1)
        index = self.reading.of(target.index, at, state.span)
        self.reading.index(target.index, target.size, at, state.span, state.span)
        low, high = max(1, index.low), min(target.size, index.high)
        return range(target.base + low - 1, target.base + high)

    def _within(self, variable: Variable, bound: Bound) -> Bound | None:
        """What a variable holds after a value was written to it; None where none fits."""
        low, high = max(bound.low, variable.low), min(bound.high, variable.high)
        none = bound.none and variable.or_none
        if low > high:
            return evolve(bound, none=True) if none else None
        return Bound(low, high, none)

    def _assign(self, state: Assign, at: Situation) -> Situation | None:
        variable = self.machine.variables[state.variable]
        cells = self._written(at, state.target, state)
        bound = self.reading.of(state.value, at, state.span)
        if bound.unset or not cells:
            return None
        self._ranged(variable, bound, state.value, state, at)
        kept = self._within(variable, bound)
        if kept is None:
            return None
        if len(cells) == 1:
            return self.put(at, cells[0], state.value, kept)
        return self._perhaps(at, cells, kept)

    def _ranged(
        self, variable: Variable, bound: Bound, value: Expr, state: AnyState, at: Situation
    ) -> None:
        """Take down whether a value may lie outside the range of a variable."""
        numeric = evolve(bound, none=False) if variable.or_none else bound
        fits = numeric.low > numeric.high and bound.none and variable.or_none
        if not fits and not numeric.none:
            fits = numeric.within(variable.low, variable.high)
            if not fits and not bound.none:
                fits = self.reading.is_within(value, variable.low, variable.high, at)
        why = f"`{variable.name}` is {variable.low}..{variable.high}, and becomes {shown(bound)}"
        self.reading.ledger.note("range", state.span, state.span, fits, why)

    def _perhaps(self, at: Situation, cells: range, bound: Bound) -> Situation:
        """The situation after one of these cells was written to."""
        for cell in cells:
            at = at.put(cell, self.reading.cell(cell, at).join(bound))
        return self.places.untold(at, frozenset(cells))

    def _open(self, state: Open, at: Situation) -> Situation | None:
        account = self.machine.accounts[state.account]
        cells = self._written(at, state.target, state)
        bound = self.reading.of(state.value, at, state.span)
        if account.unlimited:
            return at
        proven = self.reading.is_within(state.value, 0, account.limit, at)
        why = f"`{account.name}` holds 0..{account.limit}, and begins with {shown(bound)}"
        self.reading.ledger.note("money", state.span, state.span, proven, why)
        kept = Bound(max(0, bound.low), min(account.limit, bound.high))
        if kept.low > kept.high or not cells:
            return None
        if len(cells) > 1:
            return self._perhaps(at, cells, kept)
        at = self.put(at, cells[0], state.value, kept)
        return self._all_opened(at) if state is self.last_opened else at

    def _all_opened(self, at: Situation) -> Situation:
        """The situation once all accounts hold what they begin with: money goes round from then on."""
        if self.total is None:
            return at
        own = [
            account.base + place
            for account in self.machine.accounts
            for place in range(account.size)
        ]
        held = [at.exact(cell) for cell in own]
        total = sum(number for number in held if number is not None)
        if None in held:
            return at
        form = Form(-total, tuple((Expr("cell", (cell,)), 1) for cell in own))
        return evolve(at, always=(*at.always, form))

    def _roll(self, state: Roll, at: Situation) -> Situation | None:
        reading = self.reading
        cells = self._written(at, state.target, state)
        bound = reading.of(state.domain, at, state.span)
        least, most = reading.length(state.domain, at)
        why = "there may be nothing to choose from"
        reading.ledger.note("choice", state.span, state.span, least >= 1, why)
        cards = sort_of(state.domain, self.machine) == "cards"
        if cards:
            why = "there may be no card to choose"
            reading.ledger.note("card", state.span, state.span, not bound.none, why)
        if most == 0 or bound.unset or not cells:
            return None
        kept: Bound | None = Bound(bound.low, bound.high, bound.none)
        if state.variable >= 0:
            variable = self.machine.variables[state.variable]
            fits = bound.within(variable.low, variable.high) or (
                variable.or_none and evolve(bound, none=False).within(variable.low, variable.high)
            )
            why = (
                f"`{variable.name}` is {variable.low}..{variable.high}, and becomes {shown(bound)}"
            )
            reading.ledger.note("range", state.span, state.span, fits, why)
            kept = self._within(variable, bound)
        if kept is None:
            return None
        if len(cells) > 1:
            return self._perhaps(at, cells, kept)
        cell = cells[0]
        is_told = state.domain.op == "range" and cell not in self.places.reads(state.domain)
        known = [*reading.between(cell, state.domain, at)] if is_told else []
        zones = self.places.zones(state.domain, at)
        at = self.places.untold(at, frozenset((cell,))).put(cell, kept)
        if cards:
            at = self.places.coming_from(at, cell, zones)
        return at.knowing(*known)

    def _collect(self, state: Collect, at: Situation) -> Situation | None:
        reading = self.reading
        bound = reading.of(state.source, at, state.span)
        least, most = reading.length(state.source, at)
        elements = reading.elements(state.source, at)
        if elements is not None:
            least = most = len(elements)
        cells = range(state.base, state.base + state.capacity + 1)
        zones = self.places.zones(state.source, at)
        at = self.places.forgetting(at, cells)
        at = at.put(state.base, Bound(least, min(most, state.capacity)))
        if state.capacity > LONGEST:
            return at
        cards = sort_of(state.source, self.machine) == "cards"
        for place in range(1, state.capacity + 1):
            element = evolve(bound, length=0)
            if elements is not None:
                if place > len(elements):
                    break
                element = Bound(elements[place - 1], elements[place - 1])
            at = at.put(state.base + place, element)
            if cards:
                at = self.places.coming_from(at, state.base + place, zones)
        return at

    # --- money -------------------------------------------------------------------------------------

    def _pay(self, state: Pay, at: Situation) -> Situation | None:
        reading = self.reading
        payer = self.machine.accounts[state.source_account]
        payee = self.machine.accounts[state.target_account]
        sources = self._written(at, state.source, state)
        targets = self._written(at, state.target, state)
        if not sources or not targets:
            return None
        source, target = _element(state.source), _element(state.target)
        held = reading.quietly(source, at)
        amount = source if state.amount is None else state.amount
        paid = held if state.amount is None else reading.of(state.amount, at, state.span)
        if paid.unset:
            return None
        if state.amount is not None:
            why = f"{shown(paid)} is paid"
            proven = reading.is_within(state.amount, 0, paid.high, at)
            reading.ledger.note("money", state.span, state.span, proven, why)
            if not payer.unlimited and not state.up_to:
                lacks = not reading.is_at_most(state.amount, source, at)
                why = f"`{payer.name}` may hold less than is paid ({shown(paid)})"
                reading.ledger.note("money", state.span, state.span, not lacks, why)
        paid = Bound(max(0, paid.low), paid.high)
        if state.up_to:
            paid = Bound(min(paid.low, held.low), paid.high)
        if not payer.unlimited:
            paid = Bound(paid.low, min(paid.high, held.high))
        if paid.low > paid.high:
            return None
        self._room_for(payee, target, amount, paid, state, at)
        if len(sources) == 1 and sources == targets:
            return at
        own = range(0) if payer.unlimited else sources
        others = range(0) if payee.unlimited else targets
        if state.up_to or len(own) > 1 or len(others) > 1:
            at = self.places.untold(at, frozenset((*own, *others)))
        else:
            form = self.places.form(amount, at)
            less, more = [(cell, form.times(-1)) for cell in own], [(cell, form) for cell in others]
            at = self.places.added(at, *less, *more)
        at = self._changed(at, own, payer, (-paid.high, -paid.low))
        return self._changed(at, others, payee, (paid.low, paid.high))

    def _changed(
        self, at: Situation, cells: range, account: Account, change: tuple[int, int]
    ) -> Situation:
        """The situation where the balance in one of these cells has changed by so much; facts stay."""
        surely = len(cells) == 1
        for cell in cells:
            old = self.reading.cell(cell, at)
            low, high = old.low + change[0], old.high + change[1]
            if not surely:
                low, high = min(low, old.low), max(high, old.high)
            low, high = min(max(0, low), account.limit), max(0, min(high, account.limit))
            at = at.put(cell, Bound(low, high))
        return at

    def _room_for(
        self, payee: Account, target: Expr, amount: Expr, paid: Bound, state: Pay, at: Situation
    ) -> None:
        """Take down whether an account may come to hold more than it can."""
        if payee.unlimited:
            return
        bound = self.reading.quietly(target, at)
        proven = bound.high + paid.high <= payee.limit or (
            self.total is not None and self.total <= payee.limit
        )
        if not proven:
            form = self.places.form(target, at).plus(self.places.form(amount, at))
            proven = self.reading.holds(form.plus(Form(-payee.limit)), at)
        why = f"`{payee.name}` may come to hold more than {payee.limit}"
        self.reading.ledger.note("money", state.span, state.span, proven, why)

    # --- the rest ----------------------------------------------------------------------------------

    def _reveal(self, state: Reveal, at: Situation) -> Situation | None:
        reading = self.reading
        if state.to is not None:
            reading.of(state.to, at, state.span)
            reading.index(state.to, self.machine.players, at, state.span, state.span)
        what = reading.of(state.what, at, state.span)
        if sort_of(state.what, self.machine) in ("card", "cards"):
            reading.ledger.note(
                "card", state.span, state.span, not what.none, "there may be no card"
            )
        return at

    def _score(self, state: Score, at: Situation) -> Situation | None:
        reading = self.reading
        parts = [part for part in (state.value, state.tie) if part is not None]
        for seat in range(1, self.machine.players + 1):
            here = self.places.forgetting(at, (state.seat,)).put(state.seat, Bound(seat, seat))
            for part in parts:
                bound = reading.of(part, here, state.span)
                why = "a score may be `none`"
                reading.ledger.note("none", state.span, state.span, not bound.none, why)
        return at


def _element(address: Address) -> Expr:
    """What lies at an address, as an expression."""
    if address.index is None:
        return Expr("cell", (address.base,))
    return Expr("item", (address.base, address.size), (address.index,))


def _openings(machine: Machine) -> list[Open] | None:
    """The steps that open accounts, in order; None where it is not certain that each is taken once, in the beginning."""
    at, seen, found = machine.start, set[int](), list[Open]()
    while at not in seen and len(after := successors(machine.states[at])) == 1:
        seen.add(at)
        state = machine.states[at]
        found += [state] if isinstance(state, Open) else []
        at = after[0][0]
    whole = sum(isinstance(state, Open) for state in machine.states)
    return found if len(found) == whole and at not in seen else None
