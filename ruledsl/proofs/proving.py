"""Going through a machine until all that can be known of every place is known.

An abstract interpretation with intervals and sums that are at most 0 (Cousot and Cousot 1977; the sums are a small
part of Cousot and Halbwachs 1978). Places are told apart by the chain of phases that leads there, by who acts and who
started, and by how often short loops have gone round, or by who is marked; what meets at one place is joined, and what keeps growing goes on to
the next number that the rules mention.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from heapq import heappop, heappush
from typing import Literal, TypeAlias

from attrs import define, field, frozen

from ruledsl.machine.bounds import Bound
from ruledsl.machine.flow import all_expressions
from ruledsl.machine.model import (
    ME,
    NONE,
    STARTER,
    Branch,
    Call,
    Collect,
    Decide,
    Machine,
    Next,
    Over,
    PlayPending,
    Return,
    Set,
)
from ruledsl.machine.sorts import nodes_of
from ruledsl.proofs.choosing import Choices
from ruledsl.proofs.effort import Budget, TooMuch, is_shallow
from ruledsl.proofs.reading import Reading
from ruledsl.proofs.sites import Ledger, Proofs, Site
from ruledsl.proofs.situation import Situation
from ruledsl.proofs.stepping import Steps

WORK = 3_000_000
"""Parts of expressions that are read for one machine at the most."""

_PLACES = 5_000
"""Places that are told apart at the most; where there are more, less is told apart."""

_CELLS = 3_000
"""Cells that are followed at the most."""

_EXACT_VISITS = 3
"""Visits of a place before what grows there goes on to the next number."""

_MOST_ROUNDS = 32
"""Rounds of a loop that are told apart."""

_FEW = 5
"""Values of a variable that are told apart: yes and no, players, ``none``."""

_DEEPEST = 60
"""Phases within phases that are told apart."""

Told: TypeAlias = Literal["starter", "rounds", "marks"]

Frame: TypeAlias = tuple[int, int]
"""A routine that is being done, and the state to go on at."""


@frozen
class Place:
    """A state, with what is told apart there."""

    state: int
    frames: tuple[Frame, ...]
    me: int | None
    starter: int | None
    counts: tuple[int | None, ...]


def prove(machine: Machine, work: int = WORK) -> Proofs:
    """What can go wrong in a machine, and what of it is left open.

    ``work`` is how many parts of expressions may be looked at.
    """
    walks = ways_through(machine, work)
    if not walks:
        return Proofs(frozenset(), {}, False)
    return Proofs(frozenset(walks[0].ledger.sites), left_open(walks), True)


def left_open(walks: Sequence[Walk]) -> dict[Site, str]:
    """What is open: what one way through a machine proves need not be proven by another."""
    first, *others = (walk.ledger.open for walk in walks)
    return {site: why for site, why in first.items() if all(site in open_ for open_ in others)}


def ways_through(machine: Machine, work: int = WORK) -> tuple[Walk, ...]:
    """Ways through a machine with all that is known of its places, none if that is too much.

    The first tells places apart as finely as can be afforded; where it leaves something open, another tells them apart
    by what else is marked.
    """
    if not is_shallow(machine):
        return ()
    first = _affordable(machine, work, _TOLD_APART)
    if first is None:
        return ()
    if not first.ledger.open or not any(_marks(machine)):
        return (first,)
    second = _affordable(machine, work // 3, _MARKED)
    return (first,) if second is None else (first, second)


def _affordable(machine: Machine, work: int, ways: Sequence[frozenset[Told]]) -> Walk | None:
    """The first of some ways to go through a machine that does not cost too much."""
    for told_apart in ways:
        walk = Walk(machine, work, told_apart)
        try:
            walk.go()
        except TooMuch:
            continue
        return walk
    return None


_TOLD_APART: tuple[frozenset[Told], ...] = (
    frozenset(("starter", "rounds")),
    frozenset(("rounds",)),
    frozenset(),
)
"""What places are told apart by beside who acts: the finest first."""

_MARKED: tuple[frozenset[Told], ...] = (frozenset(("marks",)),)
"""The same, by the variables that mark players or hold yes or no."""


@define
class Walk:
    """One way through a machine; what is ``known`` of each place is complete once it has gone."""

    machine: Machine
    work: int
    told_apart: frozenset[Told]
    ledger: Ledger = field(factory=Ledger)
    reading: Reading = field(init=False)
    steps: Steps = field(init=False)
    choices: Choices = field(init=False)
    counters: tuple[int, ...] = field(init=False)
    marks: tuple[int, ...] = field(init=False)
    lists: dict[int, range] = field(init=False)
    """For the first cell of each list that is gone through all its cells."""
    numbers: list[int] = field(init=False)
    known: dict[Place, Situation] = field(factory=dict)
    visits: dict[Place, int] = field(factory=dict)
    order: dict[Place, int] = field(factory=dict)
    """Places in the order in which play first comes to them, which is the order in which they are looked at."""

    def __attrs_post_init__(self) -> None:
        self.reading = Reading(self.machine, self.ledger, Budget(self.work))
        self.steps = Steps(self.reading)
        self.choices = Choices(self.reading)
        self.counters = (
            tuple(sorted(_counters(self.machine))) if "rounds" in self.told_apart else ()
        )
        self.marks = tuple(_marks(self.machine)) if "marks" in self.told_apart else ()
        self.lists = {
            state.base: range(state.base, state.base + state.capacity + 1)
            for state in self.machine.states
            if isinstance(state, Collect)
        }
        self.numbers = sorted(_numbers(self.machine))

    def go(self) -> None:
        """Follow play from the start until nothing new is met."""
        waiting: list[tuple[int, Place]] = []
        inside: set[Place] = set()

        def come(number: int, frames: tuple[Frame, ...], at: Situation) -> None:
            for part in self._apart(at):
                place = self._place(number, frames, part)
                if self._meet(place, part) and place not in inside:
                    heappush(waiting, (self.order[place], place))
                    inside.add(place)

        come(self.machine.start, (), _beginning(self.machine))
        while waiting:
            _, place = heappop(waiting)
            inside.discard(place)
            for number, frames, at in self._after(place, self.known[place]):
                come(number, frames, at)

    # --- places ----------------------------------------------------------------------------------

    def _apart(self, at: Situation) -> Iterator[Situation]:
        """The situation once for each seat that may act, or may have started."""
        cells = (ME, STARTER) if "starter" in self.told_apart else (ME,)
        parts = [at]
        for cell in cells:
            bound = at.cells.get(cell)
            if bound is None or bound.low >= bound.high or bound.none:
                continue
            if cell == STARTER and bound.low == 0:
                continue  # it is drawn later
            parts = [
                settled
                for part in parts
                for seat in range(bound.low, bound.high + 1)
                if (settled := self.reading.settled(part, cell, seat)) is not None
            ]
        yield from parts

    def _place(self, number: int, frames: tuple[Frame, ...], at: Situation) -> Place:
        counts = tuple(
            count if (count := at.exact(cell)) is not None and 0 <= count <= _MOST_ROUNDS else None
            for cell in self.counters
        )
        marks = tuple(
            NONE if at.cells[cell].low > at.cells[cell].high else at.exact(cell)
            for cell in self.marks
        )
        starter = at.exact(STARTER) if "starter" in self.told_apart else None
        return Place(number, frames, at.exact(ME), starter, (*counts, *marks))

    def _meet(self, place: Place, at: Situation) -> bool:
        """Join what is known at a place with how play comes there now; whether that is new."""
        old = self.known.get(place)
        if old is None:
            if len(self.known) >= _PLACES:
                raise TooMuch
            self.known[place] = at
            self.visits[place] = 1
            self.order[place] = len(self.order)
            return True
        is_young = self.visits[place] <= _EXACT_VISITS
        new = old.join(at, self.reading.follows, both=is_young)
        if new == old:
            return False
        self.visits[place] += 1
        if not is_young:
            new = new.widened(old, self.numbers)
        self.known[place] = new
        return True

    # --- where play goes -----------------------------------------------------------------------------

    def _after(
        self, place: Place, at: Situation
    ) -> Iterator[tuple[int, tuple[Frame, ...], Situation]]:
        state, frames = self.machine.states[place.state], place.frames
        match state:
            case Over():
                return
            case Branch():
                self.reading.of(state.condition, at, state.span)
                for holds, number in ((True, state.then), (False, state.otherwise)):
                    there = self.reading.assume(state.condition, holds, at)
                    if there is not None:
                        yield number, frames, there
            case Next():
                yield from ((number, frames, there) for number, there in self._next(state, at))
            case Call():
                yield self._entered(state.routine, state.next, frames, at)
            case Return():
                yield from self._left(state, frames, at)
            case Decide():
                yield from self._decided(state, frames, at)
            case PlayPending():
                decision = self.machine.states[state.decision]
                assert isinstance(decision, Decide)
                self._acting(state, at)
                if self.choices.may_skip(decision, at):
                    yield state.next, frames, at
                for offer, there in self.choices.later(decision, at):
                    routine = self.machine.actions[offer.action].routine
                    yield self._entered(routine, state.next, frames, there)
            case _:
                there = self.steps.taken(state, at)
                if there is not None:
                    yield state.next, frames, there

    def _entered(
        self, number: int, after: int, frames: tuple[Frame, ...], at: Situation
    ) -> tuple[int, tuple[Frame, ...], Situation]:
        if len(frames) >= _DEEPEST:
            raise TooMuch
        routine = self.machine.routines[number]
        at = self.reading.places.forgetting(at, (routine.me, routine.back))
        at = at.put(routine.me, self.reading.cell(ME, at))
        return routine.entry, (*frames, (number, after)), at

    def _left(
        self, state: Return, frames: tuple[Frame, ...], at: Situation
    ) -> Iterator[tuple[int, tuple[Frame, ...], Situation]]:
        place = max((i for i, (r, _) in enumerate(frames) if r == state.routine), default=-1)
        if place < 0:
            return
        routine = self.machine.routines[state.routine]
        acted = self.reading.cell(routine.me, at)
        gone = {routine.me, routine.back, ME}
        for action in self.machine.actions:
            if action.routine == state.routine:
                gone |= {*action.registers}
                at = self.reading.places.following(at, action.registers)
        at = self.reading.places.forgetting(at, gone).put(ME, acted)
        yield frames[place][1], frames[:place], at

    def _decided(
        self, state: Decide, frames: tuple[Frame, ...], at: Situation
    ) -> Iterator[tuple[int, tuple[Frame, ...], Situation]]:
        self._acting(state, at)
        for offer, there in self.choices.made(state, at):
            action = self.machine.actions[offer.action]
            if state.pending < 0:
                yield self._entered(action.routine, state.next, frames, there)
            else:
                yield state.next, frames, self.reading.places.forgetting(there, action.registers)
        if state.optional:
            yield state.next, frames, self.choices.skipped(state, at)

    def _acting(self, state: Decide | PlayPending, at: Situation) -> None:
        """Take down whether there may be nobody who chooses."""
        proven = self.reading.cell(ME, at).within(1, self.machine.players)
        self.ledger.note("index", state.span, state.span, proven, "nobody may be acting")

    def _next(self, state: Next, at: Situation) -> Iterator[tuple[int, Situation]]:
        """One more round of a loop, or its end."""
        places = self.reading.places
        whole = Bound(0, len(self.lists[state.base]) - 1)
        position, length = (at.cells.get(cell, whole) for cell in (state.position, state.base))
        if position.low < length.high:
            first = max(0, position.low)
            last = min(position.high, length.high - 1)
            cells = range(state.base + 1 + first, state.base + 2 + last)
            there = places.forgetting(at, (state.target, state.position))
            there = there.put(state.position, Bound(first + 1, last + 1))
            if all(cell in at.cells for cell in cells):
                there = there.put(
                    state.target, reduce(Bound.join, (at.cells[cell] for cell in cells))
                )
            zones = [at.origins.get(cell) for cell in cells]
            if found := [zone for zone in zones if zone is not None]:
                known = frozenset[int]().union(*found) if len(found) == len(zones) else None
                there = places.coming_from(there, state.target, known)
            yield state.body, there
        if position.high >= length.low:
            yield state.done, places.forgetting(at, (state.position, *self.lists[state.base]))


def _beginning(machine: Machine) -> Situation:
    """What is known before the first step."""
    cells: dict[int, Bound] = {ME: Bound(0, 0), STARTER: Bound(0, machine.players)}
    for variable in machine.variables:
        cells |= {variable.base + i: Bound(0, 0) for i in range(variable.size)}
    for account in machine.accounts:
        if not account.unlimited:
            cells |= {account.base + i: Bound(0, 0) for i in range(account.size)}
    for state in machine.states:
        if isinstance(state, Decide) and state.pending >= 0:
            cells |= {state.pending + i * state.width: Bound(0, 0) for i in range(machine.players)}
    lying = [0] * len(machine.zones)
    for deck in machine.decks:
        lying[deck.zone] += len(deck.cards)
    for zone, count in zip(machine.zones, lying, strict=True):
        cells[zone.base] = Bound(count, count)
    if len(cells) > _CELLS:
        raise TooMuch
    return Situation(cells)


def _counters(machine: Machine) -> Iterator[int]:
    """The registers that count how often a loop has gone round."""
    registers = set(range(machine.layout.scratch))
    for variable in machine.variables:
        registers -= set(range(variable.base, variable.base + variable.size))
    found = set[int]()
    for state in machine.states:
        match state:
            case Next(position=position):
                found.add(position)
            case Set(cell=cell, value=value) if cell in registers and cell != ME:
                if any(part.op == "cell" and part.nums[0] == cell for part in nodes_of(value)):
                    found.add(cell)
            case _:
                pass
    yield from found


def _marks(machine: Machine) -> Iterator[int]:
    """The variables that mark players, or hold yes or no, and are set in play."""
    for variable in machine.variables:
        values = variable.high - variable.low + 1 + variable.or_none
        if variable.type.kind in ("bool", "player", "team") and values <= _FEW:
            yield from range(variable.base, variable.base + variable.size)


def _numbers(machine: Machine) -> set[int]:
    """The numbers that the rules mention, and those beside them."""
    found = {0, 1, machine.players, len(machine.cards)}
    for _, expr in all_expressions(machine):
        found |= {part.nums[0] for part in nodes_of(expr) if part.op == "const"}
    for table in machine.tables:
        found |= set(table[:64])
    for variable in machine.variables:
        found |= {variable.low, variable.high}
    found |= {account.limit for account in machine.accounts}
    found |= {zone.capacity for zone in machine.zones}
    return {number + more for number in found if abs(number) < 1 << 60 for more in (-1, 0, 1)}
