"""The steps that deal with cards: moving, shuffling, gathering, showing.

A card that comes to a place that somebody sees, or is shown, is decided before
anything moves.
"""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.engine.errors import RuleFault
from ruledsl.engine.evaluate.compiler import Compiler, Undecided
from ruledsl.engine.frame import Cells, Frame
from ruledsl.engine.happenings import CardAt, Gathered, Happening, Log, Moved, Revealed, Shuffled
from ruledsl.engine.steps import BUILDERS as FLOW_BUILDERS
from ruledsl.engine.steps import Step, StepBuilder
from ruledsl.machine import model
from ruledsl.machine.model import NONE, SHUFFLES
from ruledsl.machine.sorts import sort_of


def known_look(frame: Frame, cells: Cells, card: int) -> int:
    """The look of a card, -1 while it is undecided."""
    return -1 if cells[frame.pools + card] else cells[frame.faces + card]


def card_at(frame: Frame, cells: Cells, card: int) -> CardAt:
    """A card where it lies."""
    zone = cells[frame.where + card]
    place = 0 if frame.places[zone] == "zone" else frame.place(cells, card)
    return CardAt(zone, place, known_look(frame, cells, card))


def _report(
    frame: Frame,
    cells: Cells,
    card: int,
    zone: int,
    underneath: bool,
    log: list[Happening],
) -> None:
    """Move a card and say so."""
    before = card_at(frame, cells, card)
    frame.take(cells, card)
    frame.put(cells, card, zone, underneath)
    after = card_at(frame, cells, card)
    log.append(Moved(before.look, before.zone, before.place, after.zone, after.place))


def _room_fault(compiler: Compiler, state: model.State, zone: int) -> RuleFault:
    capacity = compiler.machine.zones[zone].capacity
    label = compiler.texts.zone(zone)
    return compiler.texts.fault(state.span, f"`{label}` has room for {capacity} cards, no more")


def _check_room(
    compiler: Compiler, cells: Cells, cards: Sequence[int], zone: int, state: model.State
) -> None:
    """All of the cards fit; those that lie there already need no room."""
    frame = compiler.frame
    room = frame.capacities[zone] - cells[frame.bases[zone]]
    if room < len(cards):
        where = frame.where
        if room < sum(1 for card in set(cards) if cells[where + card] != zone):
            raise _room_fault(compiler, state, zone)


def _move(compiler: Compiler, _: int, state: model.Move) -> Step:
    frame = compiler.frame
    take, put = frame.take, frame.put
    pools, shown, count = frame.pools, frame.shown, frame.card_count
    cards = tuple(compiler.closure(card) for card in state.cards)
    to = compiler.closure(state.to)
    underneath, following = state.underneath, state.next
    several = len(cards) > 1

    def step(cells: Cells, log: Log) -> int:
        moved: list[int] = [card(cells) for card in cards]
        zone: int = to(cells)
        for card in moved:
            if not 0 <= card < count:
                raise compiler.texts.fault(state.span, "there is no card here to move")
        if several and len(set(moved)) < len(moved):
            raise compiler.texts.fault(state.span, _twice(moved))
        if shown[zone]:
            waiting = [card for card in moved if cells[pools + card]]
            if waiting:
                raise Undecided(waiting)
        _check_room(compiler, cells, moved, zone, state)
        for card in moved:
            if log is None:
                take(cells, card)
                put(cells, card, zone, underneath)
            else:
                _report(frame, cells, card, zone, underneath, log)
        return following

    return step


def _twice(moved: Sequence[int]) -> str:
    """What is wrong where one card is named at two places of a `move`."""
    again = next(place for place, card in enumerate(moved) if card in moved[:place])
    first = moved.index(moved[again])
    return f"the cards {first + 1} and {again + 1} to move are one and the same card"


def _move_some(compiler: Compiler, _: int, state: model.MoveSome) -> Step:
    frame, texts = compiler.frame, compiler.texts
    amount = compiler.closure(state.amount) if state.amount is not None else None
    sources = tuple(compiler.closure(source) for source in state.sources)
    to = compiler.closure(state.to)

    def step(cells: Cells, log: Log) -> int:
        zones = list(dict.fromkeys(source(cells) for source in sources))
        target: int = to(cells)
        cards: list[int] = []
        for zone in zones:
            cards += frame.cards(cells, zone)
        if amount is not None:
            wanted: int = amount(cells)
            if wanted < 0:
                shown = "none" if wanted == NONE else str(wanted)
                raise texts.fault(state.span, f"{shown} cards cannot be moved")
            if wanted > len(cards) and not state.up_to:
                label = " and ".join(f"`{texts.zone(zone)}`" for zone in zones)
                holds = f"{len(cards)} card{'' if len(cards) == 1 else 's'}"
                raise texts.fault(state.span, f"{wanted} cards are asked for, {label} has {holds}")
            cards = cards[:wanted]
        if frame.shown[target]:
            _settle_moved(frame, cells, zones, cards)
        _check_room(compiler, cells, cards, target, state)
        for card in cards:
            if log is None:
                frame.take(cells, card)
                frame.put(cells, card, target, state.underneath)
            else:
                _report(frame, cells, card, target, state.underneath, log)
        return state.next

    return step


def _settle_moved(frame: Frame, cells: Cells, zones: list[int], cards: list[int]) -> None:
    """Decide the cards that are to move into the open.

    Which cards of a zone without order come, and in which order, depends on all its faces.
    """
    waiting: list[int] = []
    moved = set(cards)
    for zone in zones:
        lying = frame.cards(cells, zone)
        if moved.intersection(lying):
            loose = frame.places[zone] == "zone"
            waiting += [c for c in lying if cells[frame.pools + c] and (loose or c in moved)]
    if waiting:
        raise Undecided(waiting)


def _shuffle(compiler: Compiler, _: int, state: model.Shuffle) -> Step:
    frame = compiler.frame
    pools = frame.pools
    operand = compiler.closure(state.zone)

    def step(cells: Cells, log: Log) -> int:
        zone: int = operand(cells)
        cards = frame.cards(cells, zone)
        if frame.shown[zone] and len(cards) > 1:
            label = compiler.texts.zone(zone)
            message = f"the faces in `{label}` are seen: move the cards face down before shuffling"
            raise compiler.texts.fault(state.span, message)
        waiting = [card for card in cards if cells[pools + card]]
        if waiting:
            inside = set(cards)
            spread = {cells[pools + card] for card in range(frame.card_count) if card not in inside}
            waiting = [card for card in waiting if cells[pools + card] in spread]
        if waiting:
            raise Undecided(waiting)
        cells[SHUFFLES] += 1
        number = cells[SHUFFLES]
        for card in cards:
            cells[pools + card] = number
        if log is not None:
            log.append(Shuffled(zone))
        return state.next

    return step


def _gather(compiler: Compiler, _: int, state: model.Gather) -> Step:
    """Physical cards are told apart by look alone, so a deck is gathered by what its cards show.

    Cards come in the order of the places where they lie: an order by faces would tell everybody
    who held what. Those that lie in their pile already stay there, below the others.
    """
    frame = compiler.frame
    machine = compiler.machine
    decks = tuple(machine.decks[number] for number in state.decks)

    def step(cells: Cells, log: Log) -> int:
        where = frame.where
        piles = [(deck.zone, _deck_cards(frame, cells, deck)) for deck in decks]
        for zone, pile in piles:
            # A card that has left the game (tests take cards out of it) lies in zone -1.
            wanted = {card for card in pile if cells[where + card] not in (zone, -1)}
            sources = sorted({cells[where + card] for card in wanted})
            lying = [card for source in sources for card in frame.cards(cells, source)]
            coming = [card for card in lying if card in wanted]
            if len(coming) > frame.room(cells, zone):
                raise _room_fault(compiler, state, zone)
            for card in coming:
                if log is None:
                    frame.take(cells, card)
                    frame.put(cells, card, zone, False)
                else:
                    _report(frame, cells, card, zone, False, log)
        if log is not None:
            log.append(Gathered(state.decks))
        return state.next

    return step


def _deck_cards(frame: Frame, cells: Cells, deck: model.DeckInfo) -> list[int]:
    """The cards that make up a deck now: those in its pile before others, those of other piles last."""
    faces, pools = frame.faces, frame.pools
    declared = frame.machine.cards
    wanted = sorted(declared[card] for card in deck.cards)
    own = sorted(deck.cards, key=lambda card: (cells[faces + card], card))
    looks = set(wanted)
    pile = frame.cards(cells, deck.zone)
    strange = any(cells[faces + card] in looks for card in set(pile) - set(own))
    whole = [cells[faces + card] for card in own] == wanted
    if whole and not strange and _apart(frame, cells, set(own)):
        return own
    # Cards of several decks were shuffled together: what the pools hold must be known.
    for number in sorted({cells[pools + card] for card in range(frame.card_count)} - {0}):
        pool = frame.pool(cells, number)
        if any(cells[faces + card] in looks for card in pool):
            raise Undecided(pool)
    # From here on no rule can tell equal cards apart: where they lie decides, not their numbers.
    need = {look: wanted.count(look) for look in looks}
    others = {other.zone for other in frame.machine.decks} - {deck.zone}

    def order_of(card: int) -> tuple[int, ...]:
        zone = cells[frame.where + card]
        place = 0 if zone < 0 or frame.places[zone] == "zone" else frame.place(cells, card)
        return cells[faces + card], zone != deck.zone, zone < 0, zone in others, zone, place, card

    order = sorted(
        (card for card in range(frame.card_count) if cells[faces + card] in looks), key=order_of
    )
    found = []
    for card in order:
        look = cells[faces + card]
        if need[look]:
            need[look] -= 1
            found.append(card)
    return found


def _apart(frame: Frame, cells: Cells, own: set[int]) -> bool:
    """Whether no undecided card of a deck can change faces with a card outside the deck."""
    pools = frame.pools
    inside = {cells[pools + card] for card in own} - {0}
    return not any(
        cells[pools + card] in inside for card in range(frame.card_count) if card not in own
    )


def _reveal(compiler: Compiler, _: int, state: model.Reveal) -> Step:
    frame = compiler.frame
    what = compiler.closure(state.what)
    to = compiler.closure(state.to) if state.to is not None else None
    sort = sort_of(state.what, compiler.machine)
    players = compiler.machine.players
    type_ = state.type if state.type is not None else compiler.types.of(state.what)

    def step(cells: Cells, log: Log) -> int:
        seat = 0
        if to is not None:
            seat = to(cells)
            if not 1 <= seat <= players:
                raise compiler.texts.fault(state.span, "nobody is there to be shown this")
        value = what(cells)
        cards: list[int] = []
        if sort == "zone":
            cards = frame.cards(cells, value)
        elif sort in ("card", "cards"):
            cards = [value] if sort == "card" else list(value)
            if any(card < 0 for card in cards):
                raise compiler.texts.fault(state.span, "there is no card here to show")
        waiting = frame.undecided(cells, cards)
        if waiting:
            raise Undecided(waiting)
        if log is not None:
            places = tuple(card_at(frame, cells, card) for card in cards)
            if sort in ("zone", "card", "cards"):
                log.append(Revealed(seat, places, NONE, None))
            elif sort in ("number", "look"):
                log.append(Revealed(seat, (), value, type_))
            else:
                for element in value:
                    log.append(Revealed(seat, (), element, type_))
        return state.next

    return step


BUILDERS: dict[type[model.State], StepBuilder] = {
    **FLOW_BUILDERS,
    model.Move: _move,
    model.MoveSome: _move_some,
    model.Shuffle: _shuffle,
    model.Gather: _gather,
    model.Reveal: _reveal,
}
"""Builders of every step but those at which players choose."""
