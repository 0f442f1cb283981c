"""What players choose: what is known once a move is made, and whether there is one."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from ruledsl.machine.bounds import Bound
from ruledsl.machine.flow import offers
from ruledsl.machine.model import ME, Action, Decide, Expr, Offer
from ruledsl.machine.sorts import sort_of
from ruledsl.proofs.linear import Form
from ruledsl.proofs.reading import Reading
from ruledsl.proofs.situation import Situation

_YES = Bound(1, 1)


@frozen
class Choices:
    """Chooses moves of one machine."""

    reading: Reading

    def made(self, state: Decide, at: Situation) -> Iterator[tuple[Offer, Situation]]:
        """The offers that may be taken, with the situation in which their effects begin.

        Takes down whether there may be no move.
        """
        never_stuck = state.optional
        for place, offer in enumerate(offers(state)):
            chosen, surely = self._chosen(offer, at, state)
            never_stuck = never_stuck or surely
            if chosen is not None:
                yield offer, self._put_by(place + 1, offer, state, chosen)
        ledger, span = self.reading.ledger, state.span
        ledger.note("stuck", span, span, never_stuck, "there may be no legal move")

    def _put_by(self, place: int, offer: Offer, state: Decide, at: Situation) -> Situation:
        """The situation where a choice, if it is not played at once, lies in its cells."""
        seat, places = at.exact(ME), self.reading.places
        if state.pending < 0:
            return at
        if seat is None:
            return places.forgetting(at, self._all_put_by(state))
        params = self.reading.machine.actions[offer.action].params
        base = state.pending + (seat - 1) * state.width
        at = places.forgetting(at, range(base, base + state.width)).put(base, Bound(place, place))
        for cell, param in enumerate(params, base + 1):
            at = at.put(cell, self.reading.cell(param.cell, at))
            at = places.coming_from(at, cell, at.origins.get(param.cell))
        return at

    def skipped(self, state: Decide, at: Situation) -> Situation:
        """The situation where nothing was chosen."""
        seat, places = at.exact(ME), self.reading.places
        if state.pending < 0:
            return at
        if seat is None:
            return places.forgetting(at, self._all_put_by(state))
        base = state.pending + (seat - 1) * state.width
        cells = range(base, base + state.width)
        return places.forgetting(at, cells).put(base, Bound(0, 0))

    def _all_put_by(self, state: Decide) -> range:
        """The cells where what any seat chose may lie."""
        return range(state.pending, state.pending + self.reading.machine.players * state.width)

    def later(self, state: Decide, at: Situation) -> Iterator[tuple[Offer, Situation]]:
        """What was chosen at a decision before, and is played now, with the situation in which it is."""
        base, chosen = self._put_by_here(state, at)
        places = self.reading.places
        if base < 0:
            at, base = places.forgetting(at, self._all_put_by(state)), state.pending
        for place, offer in enumerate(offers(state), 1):
            if chosen is not None and not chosen.low <= place <= chosen.high:
                continue
            action = self.reading.machine.actions[offer.action]
            here = self._taken_up(action, base, at)
            if here is None:
                continue
            if chosen is not None:
                here = places.forgetting(here, range(base, base + state.width))
                here = here.put(base, Bound(0, 0))
            for guard in action.guards:
                if guard.cell >= 0:
                    here = self._named(guard.cell, guard.value, here)
            yield offer, here

    def _taken_up(self, action: Action, base: int, at: Situation) -> Situation | None:
        """The situation in which parameters are what lies behind a cell; None where it was no choice of this action."""
        here = self.reading.places.forgetting(at, action.registers)
        for cell, param in enumerate(action.params, base + 1):
            value = self.reading.values.of(param.domain)
            known = at.cells.get(cell, value)
            low, high = max(value.low, known.low), min(value.high, known.high)
            kept = Bound(low, high, value.none and known.none)
            if kept.unset:
                return None
            here = here.put(param.cell, kept)
            if sort_of(param.domain, self.reading.machine) == "cards":
                here = self.reading.places.coming_from(here, param.cell, at.origins.get(cell))
        return here

    def may_skip(self, state: Decide, at: Situation) -> bool:
        """Whether nothing may have been chosen at a decision before: by ``skip``, or because it was never come to."""
        _, chosen = self._put_by_here(state, at)
        return chosen is None or chosen.low <= 0

    def _put_by_here(self, state: Decide, at: Situation) -> tuple[int, Bound | None]:
        """The cell with the number of the offer that the acting seat has chosen (-1: which seat?), and what is known of it."""
        seat = at.exact(ME)
        if seat is None:
            return -1, None
        base = state.pending + (seat - 1) * state.width
        return base, at.cells.get(base)

    def _named(self, cell: int, value: Expr, at: Situation) -> Situation:
        """The situation in which a register holds the value of an expression."""
        places = self.reading.places
        bound = self.reading.of(value, at, value.span)
        ties, zones = [*self.reading.ties(cell, value, at)], places.zones(value, at)
        at = places.untold(at, frozenset((cell,))).put(
            cell, Bound(bound.low, bound.high, bound.none)
        )
        if sort_of(value, self.reading.machine) == "card":
            at = places.coming_from(at, cell, zones)
        return at if bound.none else at.knowing(*ties)

    def _chosen(self, offer: Offer, at: Situation, state: Decide) -> tuple[Situation | None, bool]:
        """The situation in which an offer is taken (None where it never is), and whether it surely can be."""
        action = self.reading.machine.actions[offer.action]
        here: Situation | None = self.reading.places.forgetting(at, action.registers)
        surely = True
        if offer.arguments is not None:
            arguments = [self.reading.of(arg, at, state.span) for arg in offer.arguments]
            surely = not arguments
        for number, param in enumerate(action.params):
            assert here is not None
            surely = surely and self._has_more(param.domain, number, here)
            here = self._bound(param.cell, param.domain, here)
            if here is not None and offer.arguments is not None:
                here = self._fixed(param.cell, offer.arguments[number], arguments[number], here)
            if here is None:
                return None, False
        for guard in action.guards:
            assert here is not None
            if guard.cell >= 0:
                here = self._named(guard.cell, guard.value, here)
                continue
            surely = self.reading.of(guard.value, here, guard.span) == _YES and surely
            here = self.reading.assume(guard.value, True, here)
            if here is None:
                return None, False
        return here, surely

    def _has_more(self, domain: Expr, others: int, at: Situation) -> bool:
        """Whether a parameter surely has something to choose from: of cards, one beside so many others."""
        reading = self.reading
        least = reading.length(domain, at)[0]
        if sort_of(domain, reading.machine) != "cards":
            return least >= 1
        body = reading.places.inlined(domain) if domain.op == "call" else domain
        if body is not None and body.op in ("cards", "family_cards"):
            return least > others
        # Elsewhere one card may stand twice in the list, or `none` in place of one.
        return others == 0 and least >= 1 and not reading.quietly(domain, at).none

    def _bound(self, cell: int, domain: Expr, at: Situation) -> Situation | None:
        """The situation in which a parameter is an element of its domain."""
        reading, places = self.reading, self.reading.places
        bound = reading.of(domain, at, domain.span)
        if bound.unset or reading.length(domain, at)[1] <= 0:
            return None
        zones = places.zones(domain, at)
        at = places.untold(at, frozenset((cell,))).put(cell, evolve(bound, length=0))
        if sort_of(domain, reading.machine) == "cards":
            return places.coming_from(at, cell, zones)
        if domain.op == "range":
            return reading.refined(at, *reading.between(cell, domain, at))
        return at

    def _fixed(self, cell: int, argument: Expr, bound: Bound, at: Situation) -> Situation | None:
        """The same where an argument says which element it is."""
        known = self.reading.cell(cell, at)
        low, high = max(known.low, bound.low), min(known.high, bound.high)
        if low > high:
            return None
        at = at.put(cell, evolve(known, low=low, high=high))
        if sort_of(argument, self.reading.machine) != "number" or bound.none:
            return at
        form = Form(0, ((Expr("cell", (cell,)), 1),)).plus(
            self.reading.places.form(argument, at), -1
        )
        return self.reading.refined(at, form, form.times(-1))
