"""A table for a test: the setup is played, cards and money are laid out, then play begins.

Chance is decided by scripted outcomes while there are any, then by a fixed seed, so that a
test means the same on every machine.
"""

from __future__ import annotations

from math import lcm

from attrs import frozen

from ruledsl.engine.errors import OutcomeError, PlayError
from ruledsl.engine.frame import Cells
from ruledsl.engine.game import Game
from ruledsl.engine.happenings import Began, Happening
from ruledsl.engine.layout import laid_out
from ruledsl.engine.seeds import Seed
from ruledsl.engine.state import Start, State
from ruledsl.engine.trace import Tracer
from ruledsl.machine.model import ME, NONE, STATE, STEPS, Address, Expr
from ruledsl.source import Span

SEED = 1
"""The seed of all tests."""

ATTEMPTS = 8
"""In how many ways undecided cards are dealt out when an expectation looks at them."""

ELSEWHERE = -1
"""Where a card is that has left the game."""


class ArrangementError(PlayError):
    """A position that cannot be laid out."""


class ScriptError(OutcomeError):
    """A scripted outcome that chance cannot bring; ``span`` is where the test names it."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.span = span


@frozen
class Scripted:
    """An outcome that chance is to bring, and where the test names it."""

    text: str
    span: Span

    def is_meant_by(self, outcome: str) -> bool:
        """Whether an outcome of that text is the one."""
        wanted = self.text.casefold()
        return outcome.casefold() in (wanted, f"seat {wanted}")


class Table:
    """A game under test. ``begins`` is the state in which play begins."""

    def __init__(self, game: Game, begins: int) -> None:
        self.game = game
        self.begins = begins
        self.state: State | None = None
        self.scripted: list[Scripted] = []
        self.starter = 1
        self._seed = Seed(SEED)
        self._drawn = 0
        self._cells: Cells | None = None
        self._told: list[Happening] | None = None
        self._given: set[int] = set()

    @property
    def given(self) -> frozenset[int]:
        """The zones whose cards the test has given."""
        return frozenset(self._given)

    # --- before play -----------------------------------------------------------------------------

    @property
    def cells(self) -> Cells:
        """The cells as they are now; before play begins they may be changed."""
        if self.state is not None:
            return self.state.cells_copy()
        if self._cells is None:
            self._cells = self._set_up()
        return self._cells

    def _set_up(self) -> Cells:
        start = self._start
        cells = self.game.laid(start)
        self._told = [Began(start.round, start.totals)]
        self._run(cells, self._told)
        cells[STEPS] = 0
        return cells

    @property
    def _start(self) -> Start:
        return Start(self.starter, 1, (0,) * self.game.players)

    def _run(self, cells: Cells, log: list[Happening]) -> None:
        """Take steps until play is about to begin, a player must choose or the game is over."""
        program = self.game.program
        while (event := program.run_to(cells, self.begins, log)) is not None:
            outcomes = program.chance.outcomes(cells, event)
            which = self._pick([w for _, w in outcomes], [str(o) for o, _ in outcomes])
            picked = program.chance.apply(cells, event, outcomes[which][0])
            program.happened(cells, event, picked, log)

    def _pick(self, weights: list[int], texts: list[str]) -> int:
        """Which outcome happens: the scripted one, or one drawn from the fixed seed."""
        if len(weights) > 1 and self.scripted:
            wanted = self.scripted.pop(0)
            for i, text in enumerate(texts):
                if wanted.is_meant_by(text):
                    return i
            known = list(dict.fromkeys(texts))
            shown = ", ".join(known[:8]) + (", ..." if len(known) > 8 else "")
            message = f"chance cannot bring `{wanted.text}` here; it may bring {shown}"
            raise ScriptError(message, wanted.span)
        self._drawn += 1
        left = self._seed.below(sum(weights), "random", self._drawn, 0)
        for i, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return i
        raise AssertionError("the weights add up")

    def lay(self, zone: int, looks: tuple[int, ...]) -> None:
        """Put these cards in a zone, the last one on top; what was there leaves the game.

        Raises :class:`ArrangementError` where there are not so many of them, or not so much room.
        """
        cells = self.cells
        self._told = None
        frame = self.game.program.frame
        machine = self.game.machine
        for card in frame.cards(cells, zone):
            frame.take(cells, card)
            cells[frame.where + card] = ELSEWHERE
        self._given.add(zone)
        if len(looks) > machine.zones[zone].capacity:
            raise ArrangementError(
                f"`{machine.zones[zone].label}` never holds more than {machine.zones[zone].capacity} cards"
            )
        for look in looks:
            card = self._fetch(cells, look)
            if cells[frame.pools + card]:
                frame.decide(cells, card, look)
            if cells[frame.where + card] != ELSEWHERE:
                frame.take(cells, card)
            frame.put(cells, card, zone, False)

    def _fetch(self, cells: Cells, look: int) -> int:
        """A card of that look: of those that left the game, then of the decks' piles, then from anywhere not given."""
        frame = self.game.program.frame
        machine = self.game.machine
        piles = {deck.zone for deck in machine.decks}
        best: tuple[int, int] | None = None
        for card in range(frame.card_count):
            if cells[frame.faces + card] != look:
                continue
            where = cells[frame.where + card]
            if where in self._given:
                continue
            rank = 0 if where == ELSEWHERE else 1 if where in piles else 2
            if best is None or (rank, card) < best:
                best = (rank, card)
        if best is None:
            text = self.game.program.texts.look(look)
            raise ArrangementError(
                f"there is no further card `{text}`: the others are given already"
            )
        return best[1]

    def assign(
        self, target: Address, value: Expr, low: int, high: int, or_none: bool, name: str
    ) -> None:
        """Set a cell; raises :class:`ArrangementError` outside the range."""
        cells = self.cells
        number = self.evaluate(value)
        base = target.base
        if target.index is not None:
            place = self.evaluate(target.index)
            if not 1 <= place <= target.size:
                raise ArrangementError(f"`{name}` has no such place")
            base += place - 1
        if not (low <= number <= high or (or_none and number == NONE)):
            raise ArrangementError(f"`{name}` is within {low}..{high}, and {number} is not")
        cells[base] = number
        self._told = None

    # --- play -----------------------------------------------------------------------------------

    def begin(self) -> State:
        """Begin play from the position (or go on with it)."""
        if self.state is None:
            cells = self.cells.copy()
            self.state = State(self.game, cells, self._start, None, self._happenings(cells), None)
            self.chance()
        return self.state

    def _happenings(self, cells: Cells) -> list[Happening]:
        """What has happened before play: the setup or, once something was given, that it lies there."""
        if self._told is None:
            self._told = laid_out(self.game.program.frame, cells)
        return self._told

    def run_phase(self, routine: int) -> None:
        """Run one phase in the position; when it ends, play is about to begin."""
        cells = self.cells.copy()
        info = self.game.machine.routines[routine]
        cells[STATE] = info.entry
        cells[STEPS] = 0
        for routine_ in self.game.machine.routines:  # `end` may leave phases that were not entered
            cells[routine_.back] = self.begins
            cells[routine_.me] = 0
        cells[ME] = 0
        self._run(cells, self._happenings(cells))
        self._cells = cells
        self.state = None
        if cells[STATE] != self.begins:
            self.begin()

    def push(self, text: str) -> None:
        """Play a move, and let chance speak."""
        state = self.begin()
        state.push(state.parse_move(text))
        self.chance()

    def chance(self) -> None:
        """Let chance speak until a player must choose or the game is over."""
        state = self.state
        assert state is not None
        while state.is_chance:
            outcomes = state.chance_outcomes
            scale = lcm(*(p.denominator for _, p in outcomes))
            weights = [int(p * scale) for _, p in outcomes]
            state.push(outcomes[self._pick(weights, [str(o) for o, _ in outcomes])][0])

    def play_on(self) -> None:
        """Random moves to the end."""
        state = self.begin()
        while not state.is_over:
            moves = state.legal_moves
            self._drawn += 1
            state.push(moves[self._seed.below(len(moves), "random", self._drawn, 1)])
            self.chance()

    # --- looking ---------------------------------------------------------------------------------

    def evaluate(self, expr: Expr) -> int:
        """The value of an expression now.

        Cards that are still to be drawn have no faces yet: the value must be the same for several
        ways in which they may fall. Raises :class:`ArrangementError` where it is not.
        """
        program = self.game.program
        frame = program.frame
        values = set()
        waiting = frame.undecided(self.cells, range(frame.card_count))
        for attempt in range(ATTEMPTS if waiting else 1):
            cells = self.cells.copy()
            self._deal_out(cells, attempt)
            values.add(Tracer(frame, program.texts, cells).number(expr))
        if len(values) > 1:
            raise ArrangementError("this depends on a card that nobody has drawn yet")
        return values.pop()

    def _deal_out(self, cells: Cells, attempt: int) -> None:
        """Decide all cards that are still to be drawn, in one of the ways that are possible."""
        frame = self.game.program.frame
        waiting = frame.undecided(cells, range(frame.card_count))
        for draw, card in enumerate(waiting):
            rest = [
                cells[frame.faces + other] for other in frame.pool(cells, cells[frame.pools + card])
            ]
            frame.decide(cells, card, rest[self._seed.below(len(rest), "random", attempt, draw)])
