"""What runs a generated program, and a game in progress on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, overload

from ruledsl.engine.errors import RuleFault
from ruledsl.limits import STEPS_BETWEEN_DECISIONS
from ruledsl.machine.flow import offers
from ruledsl.machine.model import ROUND, STARTER, STATE, STEPS
from ruledsl.native.plan.faults import Kind, Noted, endless, fault_of
from ruledsl.native.plan.layout import FAIL, RESULTS
from ruledsl.native.program.names import Role
from ruledsl.native.translate.flow import DYNAMIC
from ruledsl.native.translate.lower import Lowered


class Cells(Protocol):
    """An array of numbers that can be read and written."""

    @overload
    def __getitem__(self, place: int, /) -> int: ...

    @overload
    def __getitem__(self, place: slice, /) -> Sequence[int]: ...

    def __setitem__(self, place: int, value: int, /) -> None: ...


class Backend(Protocol):
    """A program that is ready to run."""

    @property
    def name(self) -> str:
        """How people tell it from others: ``python``, ``wasm``."""

    @property
    def lowered(self) -> Lowered:
        """The program."""

    @property
    def cells(self) -> Cells:
        """The array ``S`` of the program."""

    def write(self, numbers: Sequence[int]) -> None:
        """Fill the first cells with some numbers."""

    def call(self, role: Role, *args: int) -> int:
        """Call a function of the library that the program exports."""


class Playing(Protocol):
    """A game in progress, whoever plays it: equal seeds make equal games."""

    def begin(self, starter: int = 0, round: int = 1, totals: Sequence[int] = ()) -> None:
        """Lay out a game: who starts (0: by lot), which game of a match it is, what was won before."""

    def seed(self, words: tuple[int, int, int], number: int = 0) -> None:
        """Seed the generator of chance with three words, for one of a series of games."""

    def load(self, core: Sequence[int]) -> None:
        """Go on from the cells of a state of the interpreter (`engine.State.core`)."""

    def cells(self, first: int, many: int) -> tuple[int, ...]:
        """Some cells of the state, of those that the interpreter has as well."""

    @property
    def core(self) -> tuple[int, ...]:
        """The cells of the state as the interpreter has them."""

    def run(self) -> int:
        """Go on to the next decision or the end; the number of the state there. Raises :class:`RuleFault`."""

    def moves(self) -> list[tuple[int, ...]]:
        """The legal moves in order, each the number of its offer and then its values; none at the end."""

    def play(self, place: int) -> None:
        """Begin the move that stands at a place of the list that `moves` made. Raises :class:`RuleFault`."""

    def playout(self, decisions: int) -> bool:
        """Play at random; whether the game came to its end within so many decisions. Raises :class:`RuleFault`."""

    def rollout(
        self,
        places: Sequence[int],
        words: tuple[int, int, int],
        number: int,
        decisions: int,
    ) -> list[tuple[int, int, tuple[int, ...]]]:
        """Play each of the moves at these places of the list of legal moves, and go on at random to the end.

        All begin in the present state with the luck of that seed, and the present state is what it was before. For each
        move how it ended (0: at the end of the game, 1: after so many decisions, 2: the rules failed), the winners as a sum
        of powers of two, the scores.
        """


class Play:
    """A game in progress on a back end.

    Nothing is kept for taking back: whoever wants that keeps `state` and gives it to `resume`.
    """

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self._cells = backend.cells
        self._lowered = backend.lowered
        self._layout = backend.lowered.layout

    # --- states ---

    def begin(self, starter: int = 0, round: int = 1, totals: Sequence[int] = ()) -> None:
        """Lay out a game: who starts (0: by lot), which game of a match it is, what was won before."""
        self.backend.call(Role.BEGIN)
        self._cells[STARTER] = starter
        self._cells[ROUND] = round
        first = self._lowered.machine.layout.totals
        for place, total in enumerate(totals):
            self._cells[first + place] = total

    def seed(self, words: tuple[int, int, int], number: int = 0) -> None:
        """Seed the generator of chance with three words, for one of a series of games."""
        self.backend.call(Role.SEEDED, *words, number)

    def load(self, core: Sequence[int]) -> None:
        """Go on from the cells of a state of the interpreter (`engine.State.core`)."""
        self.backend.write(core)
        self.backend.call(Role.DERIVE)

    def cells(self, first: int, many: int) -> tuple[int, ...]:
        """Some cells of the state, of those that the interpreter has as well."""
        return tuple(self._cells[first : first + many])

    @property
    def core(self) -> tuple[int, ...]:
        """The cells of the state as the interpreter has them."""
        cells = list(self._cells[: self._layout.core])
        machine = self._lowered.machine
        faces = machine.layout.faces
        for number in self._lowered.heaps:
            zone = machine.zones[number]
            inside = slice(zone.base + 1, zone.base + 1 + cells[zone.base])
            cells[inside] = sorted(cells[inside], key=lambda card: (cells[faces + card], card))
        return tuple(cells)

    @property
    def state(self) -> tuple[int, ...]:
        """All that a state is, the generator of chance included."""
        return tuple(self._cells[: self._layout.kept])

    def resume(self, state: Sequence[int]) -> None:
        """Go back to a `state`."""
        self.backend.write(state)

    # --- play ---

    def run(self) -> int:
        """Go on to the next decision or the end; the number of the state there. Raises :class:`RuleFault`."""
        return self._checked(self.backend.call(Role.RUN))

    def moves(self) -> list[tuple[int, ...]]:
        """The legal moves in order, each the number of its offer and then its values; none at the end.

        Raises :class:`RuleFault`.
        """
        many = self._checked(self.backend.call(Role.MOVES))
        layout = self._layout
        machine, packing = self._lowered.machine, self._lowered.packing
        actions = [offer.action for offer in offers(machine.states[self._cells[STATE]])]
        listed = self._cells[layout.legal : layout.legal + many * layout.stride]
        return [
            packing.read(machine, actions, listed[at : at + layout.stride])
            for at in range(0, many * layout.stride, layout.stride)
        ]

    def play(self, place: int) -> None:
        """Begin the move that stands at a place of the list that `moves` made. Raises :class:`RuleFault`."""
        self._checked(self.backend.call(Role.PLAY, place))

    def playout(self, decisions: int) -> bool:
        """Play at random; whether the game came to its end within so many decisions. Raises :class:`RuleFault`."""
        return self._checked(self.backend.call(Role.PLAYOUT, decisions)) == 0

    def rollout(
        self,
        places: Sequence[int],
        words: tuple[int, int, int],
        number: int,
        decisions: int,
    ) -> list[tuple[int, int, tuple[int, ...]]]:
        """See `Playing.rollout`: all of it happens in the program, as many moves at a time as there is room for."""
        self.backend.call(Role.KEEP)
        layout, cells = self._layout, self._cells
        width = 2 + self._lowered.machine.players
        most = RESULTS // (width + 1)
        found = []
        for first in range(0, len(places), most):
            some = places[first : first + most]
            for at, place in enumerate(some, layout.legal - len(some)):
                cells[at] = place
            self.backend.call(Role.ROLLOUT, len(some), *words, number, decisions)
            rows = cells[layout.results : layout.results + width * len(some)]
            found += [
                (rows[at], rows[at + 1], tuple(rows[at + 2 : at + width]))
                for at in range(0, len(rows), width)
            ]
        return found

    # --- faults ---

    def _checked(self, yielded: int) -> int:
        if yielded == FAIL:
            raise self.fault()
        return yielded

    def fault(self) -> RuleFault:
        """The fault that the program has noted, as the interpreter would have raised it."""
        cells, error = self._cells, self._layout.error
        number, a, b, way = (cells[error + place] for place in range(4))
        machine = self._lowered.machine
        site = self._lowered.sites[number - 1]
        if way >= 0:
            states = self._lowered.ways[way]
            left = STEPS_BETWEEN_DECISIONS - cells[STEPS]
            if left < len(states):
                state = states[left]
                return endless(machine, a if state == DYNAMIC else state)
        more: tuple[int, ...] = ()
        if site.kind is Kind.SHORT:
            more = (cells[b],)
        elif site.kind is Kind.FEW_CARDS:
            draws = self._layout.draws
            zones = cells[draws + 1 : draws + 1 + cells[draws]]
            more = tuple(dict.fromkeys(zones))
        return fault_of(machine, Noted(site, a, b, more))
