"""What moving cards does to what is known of places."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from attrs import evolve

from ruledsl.machine.bounds import Bound
from ruledsl.machine.model import Expr, Gather, Move, MoveSome, Param
from ruledsl.proofs.linear import Form
from ruledsl.proofs.places import FACES
from ruledsl.proofs.reading import Reading
from ruledsl.proofs.situation import Situation, Zones, shown


class Cards:
    """Moves cards of one machine."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.machine = reading.machine
        self.places = reading.places
        self.all = frozenset(range(len(self.machine.zones)))

    def moved(self, state: Move | MoveSome | Gather, at: Situation) -> Situation | None:
        """The situation after cards were moved; None where play always stops at it."""
        match state:
            case Move():
                return self._move(state, at)
            case MoveSome():
                return self._move_some(state, at)
            case Gather():
                return self._gather(state, at)

    def _size(self, zone: int, at: Situation) -> Bound:
        return self.reading.cell(self.machine.zones[zone].base, at)

    def _sized(self, at: Situation, zone: int, low: int, high: int) -> Situation:
        """The situation where a place holds so many cards, as far as it can."""
        most = min(self.machine.zones[zone].capacity, len(self.machine.cards))
        bound = Bound(min(max(0, low), most), max(0, min(high, most)))
        return at.put(self.machine.zones[zone].base, bound)

    # --- single cards -----------------------------------------------------------------------------

    def _move(self, state: Move, at: Situation) -> Situation | None:
        note = self.reading.ledger.note
        for card in state.cards:
            bound = self.reading.of(card, at, state.span)
            if bound.unset:
                return None
            note("card", state.span, state.span, not bound.none, "there may be no card to move")
        self.reading.of(state.to, at, state.span)
        if len(state.cards) > 1:
            proven = self._are_different(state.cards)
            note("tie", state.span, state.span, proven, "they may be one card")
        to = self.places.zones(state.to, at)
        sources = [self.places.zones(card, at) for card in state.cards]
        for card, source in zip(state.cards, sources, strict=True):
            at = self._one(at, card, source, to)
        return at

    def _are_different(self, cards: tuple[Expr, ...]) -> bool:
        """Whether these are different parameters of one action, which are never the same card."""
        cells = [card.nums[0] if card.op == "cell" else -1 for card in cards]
        return len(set(cells)) == len(cells) and any(
            set(cells) <= {param.cell for param in action.params}
            and self._are_drawn_apart([param for param in action.params if param.cell in cells])
            for action in self.machine.actions
        )

    def _are_drawn_apart(self, params: list[Param]) -> bool:
        """Whether parameters take different cards: those of one group do unless a card is listed twice."""
        return all(
            param.group < 0 or other.group != param.group or self._is_listed_once(param.domain)
            for param, other in combinations(params, 2)
        )

    def _is_listed_once(self, domain: Expr) -> bool:
        """Whether no card stands twice in a list, wherever the cards lie."""
        zones = self._listed(domain)
        return zones is not None and len(set(zones)) == len(zones)

    def _listed(self, domain: Expr) -> list[int] | None:
        """The places whose cards may be listed, as often as they may be; None where it is not plain."""
        match domain.op:
            case "family_cards":
                family = self.machine.families[domain.nums[0]]
                return [*range(family.first, family.first + family.size)]
            case "cards" if domain.args[0].op == "zone":
                return [*domain.args[0].nums]
            case "cards" if domain.args[0].op == "zone_at":
                first, size = domain.args[0].nums
                return [*range(first, first + size)]
            case "join":
                one, other = (self._listed(arg) for arg in domain.args)
                return None if one is None or other is None else [*one, *other]
            case "call" if (body := self.places.inlined(domain)) is not None:
                return self._listed(body)
        return None

    def _one(self, at: Situation, card: Expr, source: Zones, to: Zones) -> Situation:
        """The situation after one card was moved."""
        sources = self.all if source is None else source
        targets = self.all if to is None else to
        if len(sources) == len(targets) == 1:
            (one,), (other,) = sources, targets
            at = self._exchanged(at, one, other, Bound(1, 1), Form(1))
        else:
            bases = frozenset(self.machine.zones[zone].base for zone in sources | targets)
            at = self.places.untold(at, bases)
            for zone in sources | targets:
                size = self._size(zone, at)
                fewer, more = zone in sources, zone in targets
                at = self._sized(at, zone, size.low - fewer, size.high + more)
        return self._lying(at, card, source, to)

    def _exchanged(
        self, at: Situation, one: int, other: int, count: Bound, form: Form | None
    ) -> Situation:
        """The situation after ``count`` cards were moved from one place to another."""
        bases = frozenset(self.machine.zones[zone].base for zone in (one, other))
        if one == other or form is None:
            at = self.places.untold(at, bases)
        else:
            at = self.places.counted(at, (one, form.times(-1)), (other, form))
        if one == other:
            return at
        size = self._size(one, at)
        low = max(size.low, count.low)
        at = self._sized(at, one, low - count.high, size.high - count.low)
        size = self._size(other, at)
        return self._sized(at, other, size.low + count.low, size.high + count.high)

    def _lying(self, at: Situation, card: Expr, source: Zones, to: Zones) -> Situation:
        """Where cards in registers may lie after one was moved."""
        origins = dict(at.origins)
        for cell, zones in origins.items():
            if zones is None or source is None or not zones.isdisjoint(source):
                origins[cell] = None if zones is None or to is None else zones | to
        if card.op == "cell":
            origins[card.nums[0]] = to
        return evolve(at, origins=origins)

    # --- several ------------------------------------------------------------------------------------

    def _move_some(self, state: MoveSome, at: Situation) -> Situation | None:
        reading = self.reading
        for source in (*state.sources, state.to):
            reading.of(source, at, state.span)
        zones = [self.places.zones(source, at) for source in state.sources]
        to = self.places.zones(state.to, at)
        sizes = [reading.size(source, at) for source in state.sources]
        there = Bound(
            max(size.low for size in sizes),
            min(len(self.machine.cards), sum(s.high for s in sizes)),
        )
        apart = _are_apart(zones)
        if apart:
            there = Bound(sum(size.low for size in sizes), there.high)
        moved, form = there, self._sum_of(state.sources, at) if apart else None
        if state.amount is not None:
            wanted = reading.of(state.amount, at, state.span)
            if wanted.unset:
                return None
            asked = self.places.form(state.amount, at)
            proven = reading.is_within(state.amount, 0, wanted.high, at)
            why = f"a number below 0 may be moved ({shown(wanted)})"
            reading.ledger.note("card", state.span, state.span, proven, why)
            if not state.up_to:
                few = wanted.high > there.low and (
                    form is None or not reading.is_below(state.amount, form, at)
                )
                why = f"there may be fewer cards than are moved ({shown(wanted)})"
                reading.ledger.note("card", state.span, state.span, not few, why)
                form = asked
                moved = Bound(max(0, wanted.low), min(wanted.high, there.high))
            else:
                form = None
                low = min(max(0, wanted.low), there.low)
                moved = Bound(low, max(low, min(wanted.high, there.high)))
        if moved.low > moved.high:
            return None
        first = zones[0]
        if len(zones) == 1 and first is not None and to is not None and len(first) == len(to) == 1:
            (one,), (other,) = first, to
            at = self._exchanged(at, one, other, moved, form)
            if state.amount is None and one != other:
                at = self._sized(at, one, 0, 0)
            return self._spread(at, first, to)
        return self._somehow(at, zones, to, moved)

    def _sum_of(self, sources: tuple[Expr, ...], at: Situation) -> Form:
        """How many cards lie in some places together, no two of them the same, as a sum."""
        whole = Form(0)
        for source in sources:
            whole = whole.plus(self.places.form(Expr("size", (), (source,)), at))
        return whole

    def _somehow(self, at: Situation, zones: list[Zones], to: Zones, moved: Bound) -> Situation:
        """The situation after up to so many cards were moved from some places to one of others."""
        sources = frozenset[int]().union(*(self.all if zone is None else zone for zone in zones))
        targets = self.all if to is None else to
        bases = frozenset(self.machine.zones[zone].base for zone in sources | targets)
        at = self.places.untold(at, bases)
        for zone in sources | targets:
            size = self._size(zone, at)
            low = size.low - (moved.high if zone in sources else 0)
            high = size.high + (moved.high if zone in targets else 0)
            at = self._sized(at, zone, low, high)
        return self._spread(at, sources, targets)

    def _spread(self, at: Situation, sources: frozenset[int], to: frozenset[int]) -> Situation:
        origins = {
            cell: zones | to if zones is not None and not zones.isdisjoint(sources) else zones
            for cell, zones in at.origins.items()
        }
        return evolve(at, origins=origins)

    def _gather(self, state: Gather, at: Situation) -> Situation:
        """Cards come from anywhere; a pile holds its whole deck then."""
        bases = frozenset(zone.base for zone in self.machine.zones)
        at = self.places.untold(at, bases | {FACES})
        decks = [self.machine.decks[number] for number in state.decks]
        piles: dict[int, int] = {}
        for deck in decks:
            piles[deck.zone] = piles.get(deck.zone, 0) + len(deck.cards)
        for zone in range(len(self.machine.zones)):
            most = self._size(zone, at).high
            if zone in piles:
                at = self._sized(at, zone, piles[zone], most + piles[zone])
            else:
                at = self._sized(at, zone, 0, most)
        return evolve(at, origins=dict.fromkeys(at.origins))


def _are_apart(zones: Sequence[Zones]) -> bool:
    """Whether no two of these may be the same place."""
    known = [zone for zone in zones if zone is not None]
    together = frozenset[int]().union(*known)
    return len(zones) == 1 or (
        len(known) == len(zones) and len(together) == sum(len(zone) for zone in known)
    )
