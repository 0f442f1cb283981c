"""A machine as a game that can be started."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from ruledsl.engine.errors import StartError
from ruledsl.engine.frame import Cells
from ruledsl.engine.happenings import Began
from ruledsl.engine.luck import Draw, Luck
from ruledsl.engine.reading import Tongue
from ruledsl.engine.runner import Program
from ruledsl.engine.state import Observer, Start, State
from ruledsl.machine.model import ROUND, STARTER, STATE, Machine

if TYPE_CHECKING:
    from ruledsl.engine.match import Match
    from ruledsl.engine.record import Record


class Game:
    """A compiled game, ready to be played as often as one likes; it holds no play of its own."""

    def __init__(
        self,
        machine: Machine,
        tongues: tuple[Tongue, ...] = (),
        *,
        program: Program | None = None,
    ) -> None:
        """``tongues`` are ways of speaking in which moves are understood, the preferred one first; by
        default the words of the machine. ``program`` is a program of the machine that somebody watches."""
        self.machine = machine
        self.tongues = tongues or (Tongue(machine),)
        self.program = program or Program(machine)

    @property
    def name(self) -> str:
        """The name of the ruleset."""
        return self.machine.name

    @property
    def title(self) -> str:
        """The title of the game."""
        return self.machine.title

    @property
    def players(self) -> int:
        """The number of players."""
        return self.machine.players

    @property
    def options(self) -> dict[str, str]:
        """The options as they are set, as people read them."""
        texts = self.program.texts
        return {o.name: texts.value(o.type, o.value) for o in self.machine.options}

    def start(
        self,
        seed: int | None = None,
        *,
        chance: Literal["seeded", "explicit"] | None = None,
        starter: int | None = None,
        round: int = 1,
        totals: tuple[int, ...] | None = None,
        events: bool = True,
        observer: Observer | None = None,
        draws: Sequence[Draw] = (),
    ) -> State:
        """Start a game.

        ``seed`` (0 <= seed < 2**64) decides all chance; with ``chance="explicit"`` outcomes are pushed
        instead. ``starter`` is the seat that starts (default: by lot, if the rules ask for it); ``round``
        and ``totals`` are the game of a match and what each seat has won in it before. Without
        ``events`` no happenings are kept; ``observer`` is told each of them after every push. ``draws`` are
        settled beforehand, and the seed decides the others.

        Raises :class:`StartError` for arguments that do not fit, :class:`RuleFault` where the rules fail.
        """
        if chance is None:
            chance = "seeded"
        if chance not in ("seeded", "explicit"):
            raise StartError(f'chance is "seeded" or "explicit", not {chance!r}')
        for what, number in (("the seed", seed), ("the starter", starter), ("the round", round)):
            if number is not None:
                _check_whole(what, number)
        if chance == "seeded" and seed is None:
            raise StartError('a game needs a seed, or chance="explicit"')
        if chance == "explicit" and seed is not None:
            raise StartError("with explicit chance there is no seed")
        if chance == "explicit" and draws:
            raise StartError("with explicit chance there are no draws to be settled")
        if starter is not None and not 1 <= starter <= self.players:
            raise StartError(f"the starter is a seat from 1 to {self.players}, not {starter}")
        if round < 1:
            raise StartError(f"rounds count from 1, so there is no round {round}")
        totals = totals or (0,) * self.players
        if len(totals) != self.players:
            raise StartError(f"{len(totals)} totals do not fit {self.players} players")
        for total in totals:
            _check_whole("a total", total)
        started = Start(starter, round, totals)
        return State(
            self,
            self.laid(started),
            started,
            Luck(seed, draws) if seed is not None else None,
            [Began(round, totals)] if events or observer is not None else None,
            observer,
        )

    def laid(self, start: Start) -> Cells:
        """The cells of a game that is started in this way, before its first step."""
        cells = self.program.frame.fresh()
        totals = self.machine.layout.totals
        cells[STATE] = self.machine.start
        cells[STARTER] = start.starter or 0
        cells[ROUND] = start.round
        cells[totals : totals + self.players] = start.totals
        return cells

    def replay(self, record: Record, *, force: bool = False) -> State:
        """Play a record again, with explicit chance; the state in which it ends.

        Raises :class:`OtherRules` for a record of other rules (with ``force`` it is tried all the same),
        :class:`DamagedRecord` where an item does not fit, saying which is the first.
        """
        from ruledsl.engine.record import replay

        return replay(self, record, force)

    def match(self, name: str, *, seed: int, events: bool = True) -> Match:
        """Start a match by its name. Raises :class:`StartError` for a name that the rules do not have."""
        from ruledsl.engine.match import Match

        _check_whole("the seed", seed)
        return Match(self, name, seed, events)


def _check_whole(what: str, value: object) -> None:
    """Raise :class:`StartError` for what is no whole number."""
    if type(value) is not int:
        raise StartError(f"{what} is a whole number, not {value!r}"[:200])
