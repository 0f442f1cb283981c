"""A game in progress."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from ruledsl.engine.chance import Event, Outcome
from ruledsl.engine.errors import (
    MoveError,
    NotOverError,
    OutcomeError,
    PlayError,
    UnreadableMove,
)
from ruledsl.engine.frame import Cells
from ruledsl.engine.happenings import Ended, Happening, Log
from ruledsl.engine.moves import Move
from ruledsl.engine.offers import LegalMoves
from ruledsl.engine.seeds import Seed
from ruledsl.machine.model import DECISIONS, ME, STATE, Over

if TYPE_CHECKING:
    from ruledsl.engine.game import Game
    from ruledsl.engine.knowledge.information import Book, InformationState
    from ruledsl.engine.knowledge.observation import Observation
    from ruledsl.engine.record import Record
    from ruledsl.engine.resample.sampling import Sampler
    from ruledsl.engine.why import Verdict
    from ruledsl.engine.why_action import ActionVerdict

Item: TypeAlias = Move | Outcome
"""What a game is made of: moves and outcomes, in order."""

Observer: TypeAlias = Callable[[Happening], None]
"""Is called with every happening of a push, after the push has succeeded."""


@frozen
class Start:
    """How a game was started: the seat given to start, the game of a match, the totals before it."""

    starter: int | None
    round: int
    totals: tuple[int, ...]


_Snapshot: TypeAlias = tuple[Cells, "Event | None", LegalMoves, int, int]


class State:
    """A game in progress, made by `Game.start`.

    Every change goes through `push` and is undone by `pop`. After any error the state is what it was
    before.
    """

    def __init__(
        self,
        game: Game,
        cells: Cells,
        started: Start,
        seed: Seed | None,
        log: Log,
        observer: Observer | None,
    ) -> None:
        self.game = game
        self.started = started
        self._seed = seed
        self._log = log
        self._observer = observer
        self._cells = cells
        self._event: Event | None = None
        self._legal: LegalMoves = {}
        self._items: list[Item] = []
        self._seats: list[int] = []
        self._undo: list[tuple[_Snapshot, Item]] = []
        self._book: Book | None = None
        self._sampler: Sampler | None = None
        self._advance(cells)
        self._tell(0)

    # --- what is known -----------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return isinstance(self.game.machine.states[self._cells[STATE]], Over)

    @property
    def is_chance(self) -> bool:
        """Whether play waits for an outcome of chance (only with ``chance="explicit"``)."""
        return self._event is not None

    @property
    def actor(self) -> int | None:
        """The seat that must choose; None at chance and when the game is over."""
        return self._cells[ME] if self._legal else None

    @property
    def decisions(self) -> int:
        """How many moves have been made."""
        return self._cells[DECISIONS]

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves that the actor may choose from; empty at chance and when the game is over."""
        return tuple(self._legal)

    @property
    def chance_outcomes(self) -> tuple[tuple[Outcome, Fraction], ...]:
        """What chance may bring now, with exact probabilities; empty where no chance is at work."""
        if self._event is None:
            return ()
        weighted = self.game.program.chance.outcomes(self._cells, self._event)
        total = sum(weight for _, weight in weighted)
        return tuple((outcome, Fraction(weight, total)) for outcome, weight in weighted)

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores in seat order. Raises :class:`NotOverError` before the end."""
        self._check_over("scores")
        layout, players = self.game.machine.layout, self.game.players
        return tuple(self._cells[layout.scores : layout.scores + players])

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the best result. Raises :class:`NotOverError` before the end."""
        from ruledsl.engine.results import winners

        scores = self.scores
        machine = self.game.machine
        first = machine.layout.scores + len(scores)
        return winners(machine, scores, self._cells[first : first + len(scores)])

    @property
    def is_draw(self) -> bool:
        """Whether all seats share the best result. Raises :class:`NotOverError` before the end."""
        return 1 < self.game.players == len(self.winners)

    @property
    def items(self) -> tuple[Item, ...]:
        """The outcomes and moves so far, in order."""
        return tuple(self._items)

    @property
    def seats(self) -> tuple[int, ...]:
        """For each item the seat that made the move, 0 for an outcome of chance."""
        return tuple(self._seats)

    @property
    def happenings(self) -> tuple[Happening, ...]:
        """What has happened so far, as nobody at the table may see it whole; empty without events."""
        return tuple(self._log or ())

    @property
    def keeps_events(self) -> bool:
        """Whether happenings are kept."""
        return self._log is not None

    @property
    def core(self) -> tuple[int, ...]:
        """The cells of the state: equal for equal states."""
        return tuple(self._cells[: self.game.machine.layout.scratch])

    def cell(self, number: int) -> int:
        """What a cell holds."""
        return self._cells[number]

    def cells_copy(self) -> Cells:
        """A copy of all cells, for what evaluates expressions beside the game."""
        return self._cells.copy()

    # --- what seats know -----------------------------------------------------------------------

    def observation(self, seat: int) -> Observation:
        """What a seat knows now; seat 0 is an onlooker, who knows what all may know.

        Raises :class:`PlayError` for a game that was started without events.
        """
        from ruledsl.engine.knowledge.observation import observe

        book, log = self._open_book(seat)
        return observe(self.game.machine, book.knowledge(seat, log))

    def information_state(self, seat: int) -> InformationState:
        """All that a seat has seen and done since the game began; seat 0 is an onlooker.

        Raises :class:`PlayError` for a game that was started without events.
        """
        book, log = self._open_book(seat)
        return book.information(seat, log)

    def resample(self, seat: int, seed: int) -> State:
        """A state in which the seat has seen and done the same; what it does not know is drawn anew.

        The result depends on what the seat has seen and on ``seed`` (0 <= seed < 2**64) alone. Its history
        can be taken back push by push; it is played on with a seed of its own. Every history with the
        same information can come up; how likely others' moves were is not weighed. The first sample of
        what a seat has seen costs more than those that follow.

        Raises :class:`NoSample` where none is found within a fixed effort, :class:`PlayError` for a
        game that was started without events.
        """
        from ruledsl.engine.resample.sampling import Sampler

        information = self.information_state(seat)
        sampler = self._sampler
        if sampler is None or sampler.information != information:
            sampler = self._sampler = Sampler(self.game, self.started, information)
        return sampler.sample(seed)

    def play_on(self, seed: Seed) -> None:
        """Let a seed decide what chance brings from now on."""
        self._seed = seed

    def _open_book(self, seat: int) -> tuple[Book, list[Happening]]:
        if self._log is None:
            raise PlayError(
                "what a seat knows follows from events, and this game was started with events=False"
            )
        if not (type(seat) is int and 0 <= seat <= self.game.players):
            raise PlayError(f"there is no seat {seat}: seats are 1 to {self.game.players}")
        if self._book is None:
            from ruledsl.engine.knowledge.information import Book

            self._book = Book(self.game.machine)
        return self._book, self._log

    def _check_over(self, what: str) -> None:
        if not self.is_over:
            raise NotOverError(f"the game is not over yet, so there are no {what}")

    # --- play -------------------------------------------------------------------------------------

    def push(self, item: Item) -> None:
        """Play a legal move or, where chance is at work, one of its outcomes.

        Raises :class:`IllegalMove`, :class:`OutcomeError`, or :class:`RuleFault` where the rules fail;
        the state is then what it was.
        """
        before = self._cells
        cells = before.copy()
        log = self._log
        heard = len(log) if log is not None else 0
        recorded = len(self._items)
        snapshot: _Snapshot = (before, self._event, self._legal, recorded, heard)
        program = self.game.program
        if not isinstance(item, Move | Outcome):
            raise PlayError(_no_item(item))
        try:
            if isinstance(item, Move):
                binding = self._legal.get(item)
                if binding is None:
                    from ruledsl.engine.why import refusal

                    raise refusal(self, item)
                program.play(cells, item, binding, log)
                self._items.append(item)
                self._seats.append(before[ME])
            else:
                event = self._event
                if event is None:
                    raise OutcomeError("no chance is at work here: play a move")
                outcome = program.chance.known(cells, event, item)
                picked = program.chance.bring(cells, event, outcome)
                self._items.append(outcome)
                self._seats.append(0)
                program.happened(cells, event, picked, log)
            self._advance(cells)
        except PlayError:
            self._restore(snapshot)
            raise
        self._undo.append((snapshot, item))
        self._tell(heard)

    def pop(self) -> Item:
        """Take back the last push and return it; with a seed, that is the last move and all that followed.

        Raises :class:`MoveError` at the beginning of the game.
        """
        if not self._undo:
            raise MoveError("there is nothing to take back")
        snapshot, item = self._undo.pop()
        self._restore(snapshot)
        return item

    def copy(self) -> State:
        """An independent copy, which can be taken back as far as this one; observers do not follow it."""
        other = State.__new__(State)
        other.game = self.game
        other.started = self.started
        other._seed = self._seed
        other._log = None if self._log is None else self._log.copy()
        other._observer = None
        other._cells = self._cells
        other._event = self._event
        other._legal = self._legal
        other._items = self._items.copy()
        other._seats = self._seats.copy()
        other._undo = self._undo.copy()
        other._book = None if self._book is None else self._book.copy()
        other._sampler = self._sampler
        return other

    def told_by(self, game: Game) -> State:
        """The same state in other words: ``game`` is this one but for names and texts of its machine.

        It is there to be looked at and asked, not to be played on or taken back.
        """
        other = self.copy()
        other.game = game
        other._undo = []
        other._book = None
        other._sampler = None
        other._legal = game.program.legal(self._cells) if self._event is None else {}
        return other

    def _advance(self, cells: Cells) -> None:
        """Go on to the next choice, chance or end. Cells that are part of the state are never changed later."""
        program = self.game.program
        log = self._log
        while (event := program.run(cells, log)) is not None:
            if self._seed is not None:
                picked, drawn = program.chance.settle(cells, event, self._seed)
                events = [outcome for outcome, several in drawn if several]
                self._items += events
                self._seats += [0] * len(events)
            else:
                possible = program.chance.outcomes(cells, event)
                if len(possible) > 1:
                    break
                picked = program.chance.bring(cells, event, possible[0][0])
            program.happened(cells, event, picked, log)
        legal = program.legal(cells) if event is None else {}
        self._cells, self._event, self._legal = cells, event, legal
        if log is not None and event is None:
            log.append(program.asked[cells[ME]] if legal else Ended(self.scores, self.winners))

    def _restore(self, snapshot: _Snapshot) -> None:
        self._cells, self._event, self._legal, recorded, heard = snapshot
        del self._items[recorded:]
        del self._seats[recorded:]
        if self._log is not None:
            del self._log[heard:]
            if self._book is not None:
                self._book.cut(heard)

    def _tell(self, heard: int) -> None:
        if self._observer is not None and self._log is not None:
            for happening in self._log[heard:]:
                self._observer(happening)

    # --- talk --------------------------------------------------------------------------------------

    def parse_move(self, text: str) -> Move:
        """The legal move that a text means.

        Raises :class:`UnreadableMove`, :class:`IllegalMove` with the reason, or :class:`AmbiguousMove`.
        """
        from ruledsl.engine.reading import read_move

        if not isinstance(text, str):
            raise UnreadableMove(f"a move is read from a text, not from {_named(text)}")
        return read_move(self, text)

    def why(self, move: Move | str, seat: int | None = None) -> Verdict:
        """Why a move is legal now, or is not: every domain and every ``require``, with the values in it.

        With ``seat`` the question is whether that seat may play it.

        Raises :class:`UnreadableMove` or :class:`AmbiguousMove` for a text that names no one move.
        """
        from ruledsl.engine.why import judge

        if not isinstance(move, Move | str):
            raise UnreadableMove(f"`why` takes a move or its text, not {_named(move)}")
        return judge(self, move, seat)

    def why_action(self, name: str) -> ActionVerdict:
        """Why moves of an action are legal now, or why none is. Raises :class:`UnreadableMove`."""
        from ruledsl.engine.why_action import judge_action

        for number, action in enumerate(self.game.machine.actions):
            if action.name == name:
                return judge_action(self, number)
        raise UnreadableMove(f"there is no action `{name}`")

    def record(self) -> Record:
        """The game so far as a record, from which it can be played again."""
        from ruledsl.engine.record import record_of

        return record_of(self)

    @property
    def legal_bindings(self) -> LegalMoves:
        """The legal moves with what they bind; not to be changed."""
        return self._legal

    @property
    def seed(self) -> Seed | None:
        """The seed that decides chance; None where chance is explicit."""
        return self._seed


def _no_item(item: object) -> str:
    """What to say to somebody who pushes what is neither a move nor an outcome."""
    if isinstance(item, str):
        shown = item if len(item) <= 40 else "..."
        return f'push takes a move: `state.push(state.parse_move("{shown}"))`'
    return f"push takes a move or an outcome of chance, not {_named(item)}"


def _named(thing: object) -> str:
    """A thing of a wrong type by what it is."""
    return "`None`" if thing is None else f"`{type(thing).__name__}`"
