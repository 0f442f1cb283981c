"""What may be chosen at a choice in a rehearsal: what the plan says first, then what fits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve

from ruledsl.engine.chance import Event, LotEvent, Outcome, RollEvent
from ruledsl.engine.happenings import CardAt, Chosen, Played
from ruledsl.engine.knowledge.project import Seen
from ruledsl.engine.moves import SKIP, Move
from ruledsl.engine.offers import Binding, LegalMoves
from ruledsl.engine.resample.ahead import Ahead
from ruledsl.engine.resample.dice import Dice
from ruledsl.engine.resample.mending import Mender, Wish
from ruledsl.engine.resample.plan import PICKED, Choice, Named, Part, Placed
from ruledsl.engine.resample.table import Table
from ruledsl.engine.resample.watcher import Conflict, Watcher
from ruledsl.engine.runner import Program
from ruledsl.machine.model import ME, STATE

_SILENCE = 8
"""Once in so many times a choice that the seat does not notice is tried before those that it does."""


def parts_of_move(table: Table, move: Move, bound: Sequence[int]) -> tuple[Part, ...]:
    """The arguments of a move as plans hold them."""
    parts: list[Part] = []
    for argument, value in zip(move.arguments, bound, strict=True):
        if not isinstance(argument, CardAt):
            parts.append(argument)
        elif argument.place:
            parts.append(Placed(argument.zone, argument.place))
        else:
            parts.append(Named(table.names[value]))
    return tuple(parts)


class Chooser:
    """Lists what may be chosen, in the order in which it is to be tried."""

    def __init__(
        self,
        program: Program,
        seat: int,
        events: Sequence[Seen],
        table: Table,
        watcher: Watcher,
        dice: Dice,
        mender: Mender | None,
        ahead: Ahead,
    ) -> None:
        self._program = program
        self._seat = seat
        self._events = events
        self._table = table
        self._watcher = watcher
        self._dice = dice
        self._mender = mender
        self._ahead = ahead
        self._looks: dict[int, int] = {}
        """The looks that the arguments of the next move will turn out to have, by place."""

    # --- chance ------------------------------------------------------------------------------------

    def outcomes(self, event: Event) -> tuple[list[Outcome], bool]:
        """The outcomes of an event in the order to be tried, and whether there are several."""
        table = self._table
        weighted = self._program.chance.outcomes(table.cells, event)
        drawn = [outcome for outcome, weight in weighted for _ in range(weight)]
        self._dice.shuffle(drawn)
        found = list(dict.fromkeys(drawn))
        planned = self._table.plan.read(self._watcher.entry)
        if isinstance(planned, Choice) and planned.action == PICKED:
            (part,) = planned.parts
            for outcome in found:
                if self._is_outcome(part, event, outcome):
                    found.remove(outcome)
                    found.insert(0, outcome)
                    break
        return found, len(found) > 1

    def _is_outcome(self, part: Part, event: Event, outcome: Outcome) -> bool:
        """Whether an outcome is the planned one."""
        if outcome.kind != "card":
            return part == outcome.value
        if isinstance(part, Placed):
            return (outcome.zone, outcome.place) == part
        return isinstance(part, Named) and self._table.names.index(part.name) in self.cards_of(
            event, outcome
        )

    def cards_of(self, event: Event, outcome: Outcome) -> list[int]:
        """The cards of a place without order that an outcome may mean, as chance does not tell them apart."""
        if isinstance(event, LotEvent) or outcome.kind != "card" or outcome.place:
            return []
        assert isinstance(event, RollEvent)
        if outcome.card >= 0:
            return [outcome.card]
        table = self._table
        cells, frame = table.cells, table.frame
        held = frame.held(cells)
        return [
            card
            for card in event.values
            if card not in held
            and table.zone(card) == outcome.zone
            and cells[frame.pools + card] == outcome.pool
            and (outcome.pool or table.face(card) == outcome.value)
        ]

    def play_part(self, picked: int, cards: Sequence[int]) -> None:
        """Let the card that chance takes be the one that the plan means, among those it may mean."""
        planned = self._table.plan.read(self._watcher.entry)
        if isinstance(planned, Choice) and planned.action == PICKED:
            (part,) = planned.parts
            if isinstance(part, Named):
                card = self._table.names.index(part.name)
                if card in cards and card != picked:
                    self._table.rename(card, picked)

    # --- moves -------------------------------------------------------------------------------------

    def moves(self, legal: LegalMoves, mend: bool = True) -> tuple[list[Move], bool]:
        """The moves to be tried at the decision at hand, in order, and whether there are several.

        Raises :class:`Conflict` where there is none.
        """
        mover = self._table.cells[ME]
        wanted = self._events[self._watcher.seen].what
        self._looks = {}
        if mover == self._seat:
            if isinstance(wanted, Played | Chosen) and wanted.seat == mover:
                for move in legal:
                    if move.action == wanted.action and move.arguments == wanted.arguments:
                        return [move], False
            raise Conflict
        if self._mender is None and (planned := self._planned(legal)) is not None:
            return [planned], self._is_free()
        pending = self._program.decisions[self._table.cells[STATE]].state.pending >= 0
        wish = self._wish(mover, pending)
        fitting, silent = self._fitting(legal, wish, pending)
        if wish is not None and self._looks:
            shown: Wish | None = evolve(wish, arguments=self._with_looks(wish))
        else:
            shown = wish
        if shown is not None and mend and self._mender is not None:
            known = any(shown.fits(move) for move in fitting)
            if not known and self._mender.make_legal(self._table, shown, not fitting):
                legal = self._program.legal(self._table.cells)
                fitting, silent = self._fitting(legal, wish, pending)
        if shown is not None and shown is not wish:
            known_look = shown
            fitting.sort(key=lambda move: not known_look.fits(move))
        ordered = fitting + silent
        if fitting and silent and not pending and self._dice.one_in(_SILENCE):
            ordered = silent + fitting
        planned = self._planned(ordered)
        if planned is not None:
            ordered.remove(planned)
            ordered.insert(0, planned)
        if not ordered:
            raise Conflict
        return ordered, len(ordered) > 1

    def silent(self, legal: LegalMoves) -> list[Move]:
        """The moves that the seat does not notice when another makes them, in random order."""
        pending = self._program.decisions[self._table.cells[STATE]].state.pending >= 0
        found = [move for move in legal if pending or move.action == SKIP]
        self._dice.shuffle(found)
        return found

    def _wish(self, mover: int, pending: bool) -> Wish | None:
        """What the seat will have seen of the move, if it is one that it notices."""
        ahead = self._played_by(mover) if pending else self._watcher.seen
        if ahead < 0:
            return None
        played = self._events[ahead].what
        if not isinstance(played, Played) or played.seat != mover:
            return None
        self._looks = self._ahead.looks(played, ahead, self._table, self._watcher.seen)
        return Wish(played.action, played.arguments)

    def _fitting(
        self, legal: Iterable[Move], wish: Wish | None, pending: bool
    ) -> tuple[list[Move], list[Move]]:
        """The moves that look to the seat like what it saw, and those it does not notice; in random order."""
        fitting, silent = [], []
        for move in legal:
            if wish is not None and wish.fits(move):
                fitting.append(move)
            elif pending or move.action == SKIP:
                silent.append(move)
        self._dice.shuffle(fitting)
        self._dice.shuffle(silent)
        return fitting, silent

    def _is_free(self) -> bool:
        planned = self._table.plan.read(self._watcher.entry)
        return isinstance(planned, Choice) and planned.free

    def _planned(self, moves: Iterable[Move]) -> Move | None:
        planned = self._table.plan.read(self._watcher.entry)
        if not isinstance(planned, Choice):
            return None
        for move in moves:
            if move.action == planned.action and all(
                self._is_part(part, argument)
                for part, argument in zip(planned.parts, move.arguments, strict=True)
            ):
                return move
        return None

    def _is_part(self, part: Part, argument: int | CardAt) -> bool:
        if isinstance(part, Named):
            card = self._table.names.index(part.name)
            return argument == CardAt(self._table.zone(card), 0, self._table.face(card))
        if isinstance(part, Placed):
            return isinstance(argument, CardAt) and argument[:2] == part
        return part == argument

    # --- looking ahead in what the seat has seen -----------------------------------------------------

    def _played_by(self, mover: int) -> int:
        """The number of the next event that tells of a move of a seat, -1 if there is none."""
        for number in range(self._watcher.seen, len(self._events)):
            event = self._events[number].what
            if isinstance(event, Played) and event.seat == mover:
                return number
        return -1

    def _with_looks(self, wish: Wish) -> tuple[int | CardAt | None, ...]:
        return tuple(
            argument._replace(look=self._looks[place])
            if isinstance(argument, CardAt) and place in self._looks
            else argument
            for place, argument in enumerate(wish.arguments)
        )

    # --- playing a move ---------------------------------------------------------------------------------

    def prepare(self, move: Move, binding: Binding) -> None:
        """Let the cards that a move takes be those that the plan means, among others that look alike.

        Where the plan says nothing, a card that the seat knows goes before one that it does not, and
        one that is tied comes last. A card that will turn out to look otherwise is one that it does not know.
        """
        table = self._table
        planned = table.plan.read(self._watcher.entry)
        parts: Sequence[Part | None] = [None] * len(move.arguments)
        if isinstance(planned, Choice) and planned.action == move.action:
            parts = planned.parts
        taken = set(binding[1])
        for place, (part, argument, card) in enumerate(
            zip(parts, move.arguments, binding[1], strict=True)
        ):
            if not isinstance(argument, CardAt) or argument.place or argument.look < 0:
                continue
            alike = [
                other
                for other in table.frame.cards(table.cells, argument.zone)
                if table.face(other) == argument.look and (other == card or other not in taken)
            ]
            changes = self._looks.get(place, argument.look) != argument.look
            best = min(alike, key=lambda other: (self._freedom(other, changes), table.tied[other]))
            if isinstance(part, Named) and table.names.index(part.name) in alike:
                best = table.names.index(part.name)
            if best != card:
                table.rename(best, card)

    def _freedom(self, card: int, wanted: bool) -> int:
        """A number by which cards that the seat knows come first or, where freedom is wanted, last.

        A card with which nothing was mixed is known, and of others those are known better that
        were seen later: their first mix comes later.
        """
        mask = self._table.masks[card]
        first = (mask & -mask).bit_length() if mask else len(self._table.plan.entries) + 2
        return first if wanted else -first

    def mix(self, move: Move, number: int) -> None:
        """A move takes cards from places that the seat does not see: which, it cannot tell.

        Where the look of a card will be seen at once, it can tell enough.
        """
        table = self._table
        for place, argument in enumerate(move.arguments):
            if isinstance(argument, CardAt) and not argument.place and place not in self._looks:
                zone = argument.zone
                if not table.frame.sees(self._seat, zone):
                    table.mix(table.frame.cards(table.cells, zone), number)

    def hidden_cards(self, mover: int) -> list[int]:
        """The cards in places of a seat that the sampling seat does not see."""
        frame = self._table.frame
        return [
            card
            for zone, owners in enumerate(frame.owners)
            if mover in owners and not frame.sees(self._seat, zone)
            for card in frame.cards(self._table.cells, zone)
        ]
