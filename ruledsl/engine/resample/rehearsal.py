"""Playing the game from its start along what a seat has seen, by a plan of what it has not.

Where the plan is silent or cannot be followed, hidden choices are drawn from those that show the
seat the right thing. Where none does, cards are exchanged or an earlier choice is made again. The
plan is rewritten on the way. It is good once a rehearsal has gone through it without an exchange.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from attrs import define, evolve, field

from ruledsl.engine.chance import DrawEvent, Event, LotEvent, Outcome
from ruledsl.engine.errors import RuleFault
from ruledsl.engine.frame import Cells
from ruledsl.engine.happenings import Assigned, Began, Ended, Played
from ruledsl.engine.knowledge.project import Seen
from ruledsl.engine.moves import Move
from ruledsl.engine.offers import LegalMoves
from ruledsl.engine.resample.ahead import Ahead
from ruledsl.engine.resample.choosing import Chooser, parts_of_move
from ruledsl.engine.resample.dice import Dice
from ruledsl.engine.resample.effort import (
    EXCHANGES_AT_A_CHOICE,
    EXCHANGES_FOR_A_HAND,
    OTHER_HANDS,
    OTHER_NUMBERS,
    TURNS_BACK,
    Effort,
)
from ruledsl.engine.resample.mending import Mender
from ruledsl.engine.resample.nearing import Climber
from ruledsl.engine.resample.numbers import difference, proposal
from ruledsl.engine.resample.plan import PICKED, Choice, Named, Part, Placed, Plan
from ruledsl.engine.resample.table import Saved, Table
from ruledsl.engine.resample.watcher import Beyond, Conflict, Watcher
from ruledsl.engine.runner import Program
from ruledsl.machine.model import ME, ROUND, STATE, Over

Item: TypeAlias = Move | Outcome


@define
class _Point:
    """A choice: what there was before it, and what has not been tried there."""

    saved: Saved | None
    """The table; None where no other choice may be tried."""
    seen: int
    entry: int
    items: int
    event: Event | None
    legal: LegalMoves
    waiting: list[Item]
    free: bool
    exchanges: int
    hard: int
    """The mover, where its move needed a whole hand to be found; else 0."""
    moved: set[int] = field(factory=set)
    followed: list[Assigned] = field(factory=list)
    """Values that were set unseen after the choice."""


class Rehearsal:
    """One rehearsal, from the start of the game to the end of what the seat has seen."""

    def __init__(
        self,
        program: Program,
        cells: Cells,
        seat: int,
        events: Sequence[Seen],
        plan: Plan,
        dice: Dice,
        effort: Effort,
        mender: Mender | None,
        ahead: Ahead,
    ) -> None:
        """``cells`` are those of a game that has not begun; without ``mender`` the plan is only
        tested: nothing is exchanged and nothing is tried twice."""
        self.plan = plan
        self.table = Table(program.frame, cells, plan)
        self.items: list[Item] = []
        """The outcomes and moves so far, as the ordinary engine takes them."""
        self.named: list[tuple[int, tuple[int, ...]]] = []
        """For each of them the number of entries before it, and the names of its cards (-1: none)."""
        self._reached: list[int] = []
        self._program = program
        self._seat = seat
        self._events = events
        self._dice = dice
        self._effort = effort
        self._mender = mender
        self._strict = mender is None
        self._other_hands = OTHER_HANDS
        self._other_numbers = OTHER_NUMBERS
        self._mover = 0
        self._watcher = Watcher(program.machine, seat, events, self.table, dice, mender is None)
        self._chooser = Chooser(
            program, seat, events, self.table, self._watcher, dice, mender, ahead
        )
        self._points: list[_Point] = []
        self._climber = Climber(self.table, dice)
        self._root = _Point(self.table.save(), 0, 0, 0, None, {}, [], False, 0, 0)
        """Where the game begins."""
        self._turns_back = TURNS_BACK
        self._rest: list[Item] | None = None
        self.furthest = -1
        self.troubled: set[int] = set()
        """The cards that moved where a conflict came up, furthest on in what the seat has seen."""

    def run(self) -> bool:
        """Go through all that the seat has seen; False where that did not succeed."""
        self._effort.rehearsals += 1
        totals = self._program.machine.layout.totals
        cells = self.table.cells
        began = Began(cells[ROUND], tuple(cells[totals : totals + self._program.machine.players]))
        point = self._root
        while True:
            try:
                if point is self._root:
                    self._watcher.append(began)
                else:
                    self._take(point)
                following = self._next_point()
                if following is None:
                    return True
                self._points.append(following)
                point = following
            except (Conflict, RuleFault) as trouble:
                if self._may_rest(isinstance(trouble, Beyond)):
                    return True
                self._note_trouble()
                back = self._back()
                if back is None:
                    return False
                point = back

    # --- going on -------------------------------------------------------------------------------

    def _next_point(self) -> _Point | None:
        """Go on to the next choice; None at the end of what the seat has seen."""
        event = self._forward()
        cells, watcher = self.table.cells, self._watcher
        if event is None and isinstance(self._program.machine.states[cells[STATE]], Over):
            self._ended()
            return None
        if event is not None:
            outcomes, free = self._chooser.outcomes(event)
            return self._point(event, {}, outcomes, free)
        legal = self._program.legal(cells)
        watcher.append(self._program.asked[cells[ME]])
        if watcher.complete:
            self._rest = self.items.copy()
            silent = self._chooser.silent(legal)
            # How often others have chosen something unseen since, nobody knows.
            if cells[ME] == self._seat or not silent or self._dice.one_in(2):
                return None
            return self._point(None, legal, silent, True)
        legal, moves, free = self._moves(legal)
        return self._point(None, legal, moves, free)

    def _moves(self, legal: LegalMoves, mend: bool = True) -> tuple[LegalMoves, list[Move], bool]:
        """The legal moves, which exchanges may have changed, and those to be tried."""
        before = len(self.plan.exchanges)
        moves, free = self._chooser.moves(legal, mend)
        if len(self.plan.exchanges) > before:
            legal = self._program.legal(self.table.cells)
        return legal, moves, free

    def _hard(self) -> int:
        """The mover at hand, if what it plays now needed a whole hand to be found; else 0."""
        mover = self.table.cells[ME]
        if self._mender is None or mover == self._seat or self._watcher.complete:
            return 0
        played = self._events[self._watcher.seen].what
        if not isinstance(played, Played) or played.seat != mover:
            return 0
        return mover if played.action in self._mender.hard else 0

    def _forward(self) -> Event | None:
        """Run to the next choice of a player or of chance; cards that are drawn are as planned."""
        program, table = self._program, self.table
        frame, cells = table.frame, table.cells
        while True:
            event = program.run(cells, self._watcher)
            if not isinstance(event, DrawEvent):
                return event
            for card in event.cards:
                look = table.face(card)
                pool = frame.pool(cells, cells[frame.pools + card])
                if any(table.face(other) != look for other in pool):
                    self._add(
                        Outcome("look", look, text=program.texts.look(look)), (table.names[card],)
                    )
                frame.decide(cells, card, look)

    def _add(self, item: Item, names: tuple[int, ...] = ()) -> None:
        self.items.append(item)
        self.named.append((self._watcher.entry, names))
        self._reached.append(self._watcher.seen)

    def _ended(self) -> None:
        """The game is over: so it must be for the seat, with these scores. Raises :class:`Conflict`."""
        watcher = self._watcher
        if watcher.complete:
            raise Beyond
        wanted = self._events[watcher.seen].what
        first = self._program.machine.layout.scores
        scores = tuple(self.table.cells[first : first + self._program.machine.players])
        # Who wins by them the finished state tells.
        if not isinstance(wanted, Ended):
            raise Conflict
        if wanted.scores != scores:
            watcher.difference = difference(evolve(wanted, scores=scores), wanted)
            raise Conflict
        watcher.seen += 1

    def _may_rest(self, beyond: bool) -> bool:
        """Whether all had come true before the conflict: then play rests where it had.

        It rests at a choice of another seat or, where there was none, at an outcome of chance.
        """
        if self._rest is None:
            if not beyond or len(self._events) not in self._reached:
                return False
            self._rest = self.items[: self._reached.index(len(self._events))]
        self.items = self._rest
        return True

    # --- choices ----------------------------------------------------------------------------------

    def _point(
        self, event: Event | None, legal: LegalMoves, waiting: Sequence[Item], free: bool
    ) -> _Point:
        """A choice among some items, the first of which is tried first."""
        self._effort.spend()
        hard = 0 if event is not None else self._hard()
        other = not self._strict and (free or hard or not self._points)
        return _Point(
            self.table.save() if other else None,
            self._watcher.seen,
            self._watcher.entry,
            len(self.items),
            event,
            legal,
            list(waiting[:1] if self._strict else waiting)[::-1],
            free,
            0
            if self._strict or not free
            else EXCHANGES_FOR_A_HAND
            if hard
            else EXCHANGES_AT_A_CHOICE,
            hard,
        )

    def _take(self, point: _Point) -> None:
        """Try the next item of a choice. Raises :class:`Conflict` where there is none."""
        if not point.waiting:
            raise Conflict
        self._watcher.moved.clear()
        self._watcher.difference = None
        point.followed = self._watcher.unnoticed = []
        item = point.waiting.pop()
        if isinstance(item, Outcome):
            self._take_outcome(point, item)
        else:
            self._take_move(point, item)

    def _take_outcome(self, point: _Point, outcome: Outcome) -> None:
        program, cells, event = self._program, self.table.cells, point.event
        assert event is not None
        cards = self._chooser.cards_of(event, outcome)
        part: Part = outcome.value
        if point.free:
            self._add(outcome)
        picked = program.chance.apply(cells, event, outcome)
        if cards:
            self._chooser.play_part(picked, cards)
            part = self._part(picked)
            if point.free and isinstance(part, Named):
                self.named[-1] = (self._watcher.entry, (part.name,))
        # Who starts everybody is told: nothing else can have been drawn there.
        self._write(Choice(PICKED, (part,), point.free and not isinstance(event, LotEvent)))
        if cards and not self.table.frame.sees(self._seat, self.table.zone(picked)):
            self.table.mix(cards, self._watcher.entry - 1)
        program.happened(cells, event, picked, self._watcher)

    def _part(self, card: int) -> Part:
        zone = self.table.zone(card)
        if self.table.frame.places[zone] == "zone":
            return Named(self.table.names[card])
        return Placed(zone, self.table.frame.place(self.table.cells, card))

    def _take_move(self, point: _Point, move: Move) -> None:
        cells = self.table.cells
        binding = point.legal[move]
        mover = cells[ME]
        if mover != self._seat:
            self._chooser.prepare(move, binding)
        parts = parts_of_move(self.table, move, binding[1])
        self._write(Choice(move.action, parts, point.free and mover != self._seat))
        if mover != self._seat:
            self._chooser.mix(move, self._watcher.entry - 1)
        if point.hard:
            self.table.tie(self._chooser.hidden_cards(mover))
        self._add(move, tuple([p.name if isinstance(p, Named) else -1 for p in parts]))
        self._program.play(cells, move, binding, self._watcher)

    def _write(self, entry: Choice) -> None:
        self.plan.write(self._watcher.entry, entry)
        self._watcher.entry += 1

    # --- going back -------------------------------------------------------------------------------

    def _note_trouble(self) -> None:
        """Remember what moved before a conflict."""
        self._mover = self.table.cells[ME]
        if self._points:
            self._points[-1].moved |= self._watcher.moved
        watcher = self._watcher
        if watcher.seen >= self.furthest:
            self.furthest = watcher.seen
            self.troubled = set(watcher.moved)
            self.troubled.update(self._chooser.hidden_cards(self._mover))
            wanted = None if watcher.complete else self._events[watcher.seen].what
            if isinstance(wanted, Played) and wanted.seat != self._mover:
                # Where another seat was to move, it had not the cards for it.
                self.troubled.update(self._chooser.hidden_cards(wanted.seat))

    def _back(self) -> _Point | None:
        """The latest choice at which something else may be tried; None where it is time to give up."""
        if self._strict:
            return None
        if self._points and not self._points[-1].waiting and (point := self._other_hand()):
            return point
        if point := self._other_number() or self._nearer():
            return point
        while self._points:
            point = self._points[-1]
            if point.saved is None:
                self._points.pop()
                continue
            if self._turns_back <= 0:
                return None
            self._turns_back -= 1
            stale = self._restore(point)
            if not point.waiting and point.exchanges > 0:
                stale |= self._exchange(point)
                point.exchanges -= 1
            if stale and not self._choose_again(point, mend=point.hard > 0):
                self._points.pop()
                continue
            if point.waiting:
                return point
            self._points.pop()
        return None

    def _other_hand(self) -> _Point | None:
        """Go back to where the mover showed that it has a certain hand, and look for another one."""
        table, dice = self.table, self._dice
        places = [n for n, point in enumerate(self._points) if point.hard == self._mover > 0]
        # What has just moved may be the wrong card as well, unless it has been seen further on.
        doubtful = any(table.masks[card] and not table.bound(card) for card in self._watcher.moved)
        hopeless = not places or not self._other_hands
        if self._mender is None or hopeless or (dice.one_in(4) != doubtful):
            return None
        self._other_hands -= 1
        self._mender.blame(self._points[places[-1]].followed)
        del self._points[places[-1] + 1 :]
        point = self._points[-1]
        self._restore(point)
        hidden = [card for card in self._chooser.hidden_cards(self._mover) if table.masks[card]]
        for card in [dice.pick(hidden) for _ in range(2 + dice.below(3)) if hidden]:
            partners = table.partners(card)
            if partners:
                other = dice.pick(partners)
                table.exchange(card, other, table.mix_of(card, other, dice))
        return point if self._choose_again(point, mend=True) else None

    def _other_number(self) -> _Point | None:
        """Go back to a hidden choice of a number, to choose what would have shown the right one.

        What was chosen after it stays as it is, as far as it can.
        """
        pairs = self._watcher.difference
        if pairs is None or not self._other_numbers or self._dice.one_in(4):
            return None
        choices = [
            (place, choice)
            for place, point in enumerate(self._points)
            if point.saved is not None
            and isinstance(choice := self.plan.read(point.entry), Choice)
            and choice.free
        ]
        proposed = proposal(choices, pairs, self._dice)
        if proposed is None:
            return None
        place, argument, choice = proposed
        point = self._points[place]
        if point.event is None and not any(
            move.action == choice.action and move.arguments[argument] == choice.parts[argument]
            for move in point.legal
        ):
            return None
        self._other_numbers -= 1
        del self._points[place + 1 :]
        self._restore(point)
        self.plan.write(point.entry, choice)
        return point if self._choose_again(point) else None

    def _nearer(self) -> _Point | None:
        """Go back by one choice and exchange cards by how far off a number is that is worked out from them."""
        watcher = self._watcher
        hidden = self._chooser.hidden_cards(self._mover)
        while self._climber.next(watcher.seen, watcher.difference, watcher.moved, hidden):
            while self._points and self._points[-1].saved is None:
                self._points.pop()
            point = self._points[-1] if self._points else self._root
            self._restore(point)
            if point is self._root:
                self._effort.spend()
                return point
            if self._choose_again(point, mend=point.hard > 0):
                return point
            watcher.difference = None
        return None

    def _restore(self, point: _Point) -> bool:
        """Come back to a choice; whether cards have been exchanged in what came before it."""
        assert point.saved is not None
        made = point.saved[-1]
        self.table.restore(point.saved, point.entry)
        watcher = self._watcher
        watcher.seen, watcher.entry = point.seen, point.entry
        watcher.look_around()
        del self.items[point.items :]
        del self.named[point.items :]
        del self._reached[point.items :]
        return any(first < point.entry for _, _, first in self.plan.exchanges[made:])

    def _exchange(self, point: _Point) -> bool:
        """Exchange one of the cards that moved, or that the mover hides, with any other."""
        table, dice = self.table, self._dice
        cards = {*point.moved, *self._chooser.hidden_cards(table.cells[ME])}
        loose = [card for card in sorted(cards) if table.masks[card]]
        if not loose:
            point.exchanges = 0
            return False
        free = [card for card in loose if not table.bound(card)]
        card = dice.pick(loose if not free or dice.one_in(4) else free)
        others = [other for other in table.partners(card) if table.face(other) != table.face(card)]
        if not others:
            return False
        unbound = [other for other in others if not table.bound(other)]
        other = dice.pick(others if not unbound or dice.one_in(4) else unbound)
        table.exchange(card, other, table.mix_of(card, other, dice))
        return True

    def _choose_again(self, point: _Point, mend: bool = False) -> bool:
        """What may be chosen now that cards have been exchanged; False where nothing may."""
        self._effort.spend()
        try:
            if point.event is not None:
                point.waiting = [*reversed(self._chooser.outcomes(point.event)[0])]
            else:
                legal = self._program.legal(self.table.cells)
                point.legal, moves, _ = self._moves(legal, mend)
                point.waiting = [*reversed(moves)]
        except (Conflict, RuleFault):
            return False
        point.saved = self.table.save()
        return bool(point.waiting)
