"""The interpreter in the place of a back end: the very games that back ends play, chance included.

A back end draws from a generator of its own (`library/chance.py`, whose functions are told again here, on
lists): a drawn card picks one of the *slots* that are still open (`plan/layout.py`), in the order in which shuffling has opened
them. So whoever plays a seeded game, its numbers are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ruledsl.engine.chance import DrawEvent, Event
from ruledsl.engine.errors import RuleFault
from ruledsl.engine.frame import FUEL, Cells
from ruledsl.engine.happenings import Log
from ruledsl.engine.offers import LegalMoves
from ruledsl.engine.results import winners
from ruledsl.engine.runner import Program
from ruledsl.engine.seeds import Seed, final
from ruledsl.engine.steps import Step
from ruledsl.limits import ELEMENTS_OF_A_RUN
from ruledsl.machine.model import ROUND, SHUFFLES, STARTER, STATE, Machine, Shuffle
from ruledsl.native.plan.layout import slots_of

_WORD = 0xFFFFFFFF
_MULTIPLIER = 1791398085


class Generator(Seed):
    """The generator of back ends, a multiply-with-carry one, as a seed that `engine.chance.Chance` can ask."""

    __slots__ = ("_state",)

    def __init__(self, words: tuple[int, int, int], number: int) -> None:
        """``words`` are those of a series, ``number`` is that of a game in it."""
        super().__init__(0)
        a, b, c = words
        _, b, c = final((a + number) & _WORD, b, c)
        self._state = ((b >> 2) << 32 | c) or 1

    def pick(self, bound: int) -> int:
        """A number from 0 to ``bound - 1``, each as likely as every other."""
        if bound < 2:
            return 0
        x = self._state
        uneven = (_WORD + 1) % bound
        while True:
            x = (x & _WORD) * _MULTIPLIER + (x >> 32)
            drawn = ((x ^ (x >> 32)) & _WORD) * bound
            # What is below the uneven rest would come too often.
            if drawn & _WORD >= uneven:
                self._state = x
                return drawn >> 32

    def below(self, bound: int, *_: object) -> int:
        """The same: what is drawn, and how much of that was drawn before, is nothing to it."""
        return self.pick(bound)


class Interpreted:
    """A game in progress, as `backend.Play` has it, that the interpreter plays."""

    def __init__(self, machine: Machine, elements: int = ELEMENTS_OF_A_RUN) -> None:
        """``elements`` may be visited from one decision to the next, before play stops with a fault."""
        self._machine = machine
        self._program = _Watched(machine, self._shuffled, elements)
        self._frame = self._program.frame
        self._looks, self._first, self._copies = slots_of(machine)
        self._generator = Generator((0, 0, 0), 0)
        self._cells: Cells = self._frame.fresh()
        self._legal: LegalMoves = {}
        self._held_by: list[int] = []
        """For each slot the card that has its face."""
        self._slot_of: list[int] = []
        """For each card the slot whose face it has."""
        self._open: list[int] = []
        """The slots of undecided cards, as chance has left them."""

    # --- states ---

    def begin(self, starter: int = 0, round: int = 1, totals: Sequence[int] = ()) -> None:
        """Lay out a game: who starts (0: by lot), which game of a match it is, what was won before."""
        cells = self._cells = self._frame.fresh()
        cells[STATE] = self._machine.start
        cells[STARTER] = starter
        cells[ROUND] = round
        first = self._machine.layout.totals
        cells[first : first + len(totals)] = totals
        self._derive()

    def seed(self, words: tuple[int, int, int], number: int = 0) -> None:
        """Seed the generator of chance with three words, for one of a series of games."""
        self._generator = Generator(words, number)

    def load(self, core: Sequence[int]) -> None:
        """Go on from the cells of a state (`engine.State.core`)."""
        cells = self._cells = self._frame.fresh()
        cells[: len(core)] = core
        where, cards = self._frame.where, self._frame.card_count
        cells[where : where + cards] = [-1] * cards
        for zone, base in enumerate(self._frame.bases):
            for card in cells[base + 1 : base + 1 + cells[base]]:
                cells[where + card] = zone
        cells[FUEL] = self._frame.elements
        self._derive()

    def cells(self, first: int, many: int) -> tuple[int, ...]:
        """Some cells of the state."""
        return tuple(self._cells[first : first + many])

    @property
    def core(self) -> tuple[int, ...]:
        """The cells of the state."""
        return tuple(self._cells[: self._frame.scratch])

    # --- play ---

    def run(self) -> int:
        """Go on to the next decision or the end; the number of the state there. Raises :class:`RuleFault`."""
        program, cells = self._program, self._cells
        while (event := program.run(cells, None)) is not None:
            program.happened(cells, event, self._settle(event), None)
        return cells[STATE]

    def moves(self) -> list[tuple[int, ...]]:
        """The legal moves in order, each the number of its offer and then its values; none at the end.

        Raises :class:`RuleFault`.
        """
        self._legal = self._program.legal(self._cells)
        return [(offer, *values) for offer, values in self._legal.values()]

    def play(self, place: int) -> None:
        """Begin the move that stands at a place of the list that `moves` made. Raises :class:`RuleFault`."""
        move, binding = list(self._legal.items())[place]
        self._program.play(self._cells, move, binding, None)

    def playout(self, decisions: int) -> bool:
        """Play at random; whether the game came to its end within so many decisions. Raises :class:`RuleFault`."""
        program, cells = self._program, self._cells
        while True:
            self.run()
            if decisions == 0:
                return False
            legal = program.legal(cells)
            if not legal:
                return True
            move, binding = list(legal.items())[self._generator.pick(len(legal))]
            program.play(cells, move, binding, None)
            decisions -= 1

    def rollout(
        self,
        places: Sequence[int],
        words: tuple[int, int, int],
        number: int,
        decisions: int,
    ) -> list[tuple[int, int, tuple[int, ...]]]:
        """See `backend.Playing.rollout`."""
        kept = self._cells, self._held_by, self._slot_of, self._open, self._generator
        players, first = self._machine.players, self._machine.layout.scores
        found = []
        for place in places:
            self._cells, self._held_by, self._slot_of, self._open = (
                part.copy() for part in kept[:4]
            )
            self.seed(words, number)
            try:
                self.moves()
                self.play(place)
                ended = 0 if self.playout(decisions) else 1
            except RuleFault:
                ended = 2
            scores = self.cells(first, players)
            best: tuple[int, ...] = ()
            if ended == 0:
                best = winners(self._machine, scores, self.cells(first + players, players))
            found.append((ended, sum(1 << (seat - 1) for seat in best), scores))
        self._cells, self._held_by, self._slot_of, self._open, self._generator = kept
        return found

    # --- chance ---

    def _derive(self) -> None:
        """Give each card the first free slot of its look, and open those of undecided cards."""
        cells, frame = self._cells, self._frame
        faces, pools = frame.faces, frame.pools
        following = list(self._first)
        self._held_by = [0] * frame.card_count
        self._slot_of = []
        for card, look in enumerate(cells[faces : faces + frame.card_count]):
            self._slot_of.append(following[look])
            self._held_by[following[look]] = card
            following[look] += 1
        self._open = [slot for card, slot in enumerate(self._slot_of) if cells[pools + card]]

    def _shuffled(self, cards: list[int]) -> None:
        """These cards, decided before, have been shuffled."""
        self._open += [self._slot_of[card] for card in cards]

    def _settle(self, event: Event) -> int:
        """Let the generator decide an event; the value that was picked."""
        cells = self._cells
        if isinstance(event, DrawEvent):
            for card in event.cards:
                if cells[self._frame.pools + card]:
                    self._draw(card)
            return event.cards[0]
        picked, _ = self._program.chance.settle(cells, event, self._generator)
        return picked

    def _draw(self, card: int) -> None:
        """Decide an undecided card: pick one of the faces that its pool still holds."""
        cells, pools = self._cells, self._frame.pools
        held_by, opened = self._held_by, self._open
        pool = cells[pools + card]
        place = self._generator.pick(len(opened))
        if cells[pools + held_by[opened[place]]] != pool:
            inside = [at for at, s in enumerate(opened) if cells[pools + held_by[s]] == pool]
            place = inside[self._generator.pick(len(inside))]
        slot = opened[place]
        look = self._looks[slot]
        first = self._first[look]
        # Of those in the pool that have the look, the lowest gives it away.
        alike = held_by[first : first + self._copies[look]]
        lowest = min(other for other in alike if cells[pools + other] == pool)
        self._exchange(held_by[slot], lowest)
        self._exchange(card, lowest)
        self._frame.decide(cells, card, look)
        last = opened.pop()
        if place < len(opened):
            opened[place] = last

    def _exchange(self, one: int, other: int) -> None:
        """Two cards change their slots."""
        held_by, slot_of = self._held_by, self._slot_of
        a, b = slot_of[one], slot_of[other]
        slot_of[one], slot_of[other] = b, a
        held_by[a], held_by[b] = other, one


class _Watched(Program):
    """A program that tells which cards, decided before, a step has shuffled, in the order in which they lie."""

    def __init__(self, machine: Machine, tell: Callable[[list[int]], None], elements: int) -> None:
        self._tell = tell
        super().__init__(machine, elements)

    def step_of(self, number: int) -> Step | None:
        """The step of a state; one that shuffles is watched."""
        step = super().step_of(number)
        if step is None or not isinstance(self.machine.states[number], Shuffle):
            return step
        shuffle, frame = step, self.frame
        marks = slice(frame.pools, frame.pools + frame.card_count)

        def watched(cells: Cells, log: Log) -> int:
            before = cells[marks]
            following = shuffle(cells, log)
            inside = [card for card, mark in enumerate(cells[marks]) if mark == cells[SHUFFLES]]
            if inside:
                base = frame.bases[cells[frame.where + inside[0]]]
                lying = cells[base + 1 : base + 1 + cells[base]]
                self._tell([card for card in lying if not before[card]])
            return following

        return watched
