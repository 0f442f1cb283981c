"""People and bots at a sitting: who is asked, who plays by itself, and to where a person takes back.

Here is no line of text: a table is told what to do. All luck, that of the bots included, comes from the
seed of the sitting, so that what is taken back and done again comes out the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256

from attrs import frozen

from ruledsl.agents.catalogue import make
from ruledsl.agents.interface import Answer, Bot, Question, question
from ruledsl.engine.errors import MoveError, PlayError, RuleFault
from ruledsl.engine.game import Game
from ruledsl.engine.match import Match
from ruledsl.engine.moves import Move
from ruledsl.engine.record import MoveItem
from ruledsl.engine.state import State
from ruledsl.native.running.choose import Wanted
from ruledsl.phrase import phrase, seat_named
from ruledsl.store.entries import By, Seat
from ruledsl.store.sitting import Sitting

PERSON = "human"
"""The kind of player that is asked."""


@frozen
class Refitted:
    """How far moves could be made again under other rules: ``kept`` of ``total``.

    ``stopped`` is the first that could not, ``seat`` whose it was (0: it was no move but the beginning of a
    game), and ``reason`` why (empty if all could). Others may not know what it was.
    """

    kept: int
    total: int
    stopped: str = ""
    reason: str = ""
    seat: int = 0


class Table:
    """A sitting with people and bots."""

    def __init__(self, sitting: Sitting, forced: bool = False, backend: Wanted = "auto") -> None:
        """With ``forced`` a person is not asked where there is only one move; ``backend`` is what bots try moves on."""
        self.sitting = sitting
        self._backend = backend
        self.forced = forced
        self._blind: dict[int, None] = {}
        self._told_blind: set[int] = set()
        self._bots: dict[tuple[int, str, int], Bot] = {}
        self._lent: dict[int, tuple[str, int | None]] = {}

    # --- what is known ---------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """What is played."""
        return self.sitting.game

    @property
    def match(self) -> Match | None:
        """The match that is played, if one is."""
        return self.sitting.match

    @property
    def state(self) -> State:
        """The game that is being played."""
        return self.sitting.state

    @property
    def seats(self) -> dict[int, Seat]:
        """Who has which seat."""
        return dict(enumerate(self.sitting.seats, 1))

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, who in self.seats.items() if who.kind == PERSON)

    @property
    def is_over(self) -> bool:
        """Whether the present game is over."""
        return self.state.is_over

    @property
    def asked(self) -> int | None:
        """The person who must choose now; None when the game is over or a bot is to move."""
        actor = self.state.actor
        return actor if actor is not None and self.seats[actor].kind == PERSON else None

    @property
    def round(self) -> int:
        """The number of the present game in its match, from 1; 0 outside of one."""
        return self.match.round if self.match is not None else 0

    def question(self) -> Question:
        """What whoever must choose now is asked."""
        return question(self.state)

    def advice(self, kind: str) -> Answer:
        """What a bot of that kind would do in place of whoever must choose now."""
        actor = self.state.actor
        assert actor is not None, "nobody is asked"
        return self._bot(actor, kind).choose(self.question())

    def blind(self) -> tuple[int, ...]:
        """The seats of bots that have had to choose without thinking, each given only once.

        They found no way in which what they do not see could be; see `Answer.unsampled`.
        """
        fresh = tuple(seat for seat in self._blind if seat not in self._told_blind)
        self._told_blind.update(fresh)
        return fresh

    # --- play ------------------------------------------------------------------------------------

    def proceed(self, stopped: Callable[[], bool] = lambda: False) -> None:
        """Let bots play until a person must choose or the game is over, or ``stopped()`` is true.

        Raises :class:`RuleFault` where the rules fail; the game stands before the move that failed.
        """
        state = self.state
        while (actor := state.actor) is not None and not stopped():
            kind = self.seats[actor].kind
            if kind != PERSON:
                self._let(kind, "bot")
            elif actor in self._lent:
                self._let(self._lent[actor][0], "lent")
                self._count_loan(actor)
            elif self.forced and len(state.legal_moves) == 1:
                self.sitting.play(state.legal_moves[0], "forced")
            else:
                break
        if state.is_over:
            self._lent.clear()

    def play(self, move: Move) -> None:
        """Make the move of a person. Raises :class:`RuleFault`; the game is then what it was."""
        self.sitting.play(move, "person")

    def lend(self, seat: int, kind: str, count: int | None = None) -> None:
        """Let a bot choose for a person: ``count`` times, or (None) to the end of the game."""
        self._lent[seat] = (kind, count)

    def call_back(self) -> None:
        """Let people choose for themselves again."""
        self._lent.clear()

    def next_game(self) -> bool:
        """Start the next game of the match, once one is over; False if there is none to come.

        Raises :class:`RuleFault` where the rules fail; the game that is over is then still the present one.
        """
        if self.match is None or self.match.is_over:
            return False
        self.sitting.next_game()
        self._lent.clear()
        return True

    def _let(self, kind: str, by: By) -> None:
        actor = self.state.actor
        assert actor is not None, "nobody is to move"
        answer = self.advice(kind)
        if answer.unsampled:
            self._blind.setdefault(actor)
        self.sitting.play(answer.move, by)

    def _bot(self, seat: int, kind: str) -> Bot:
        key = (seat, kind, self.sitting.seed)
        if key not in self._bots:
            self._bots[key] = make(kind, self.sitting.seed, seat, self._backend)
        return self._bots[key]

    def _count_loan(self, seat: int) -> None:
        kind, count = self._lent[seat]
        if count is not None:
            if count > 1:
                self._lent[seat] = (kind, count - 1)
            else:
                del self._lent[seat]

    # --- taking back -----------------------------------------------------------------------------

    def undo(self, seat: int | None) -> int:
        """Take back to the last time that this person (None: any) was asked; how many moves that were."""
        return self._back_to([number for number, who in self._asked() if seat in (None, who)][-1:])

    def restart(self) -> int:
        """Take back to the first time in this game that anybody was asked; how many moves that were."""
        return self._back_to([number for number, _ in self._asked()][:1])

    def redo(self) -> int:
        """Make again what was taken back, up to where a person was asked next; how many moves that are.

        Nothing can be made again once something else was played.
        """
        done, back = self.sitting.done, self.sitting.taken_back
        if not back:
            return 0
        later = (n for n, each in enumerate(back) if n and each.by == "person")
        count = next(later, len(back))
        self.sitting.redo(len(done) + count)
        return count

    def _back_to(self, places: list[int]) -> int:
        if not places:
            return 0
        count = len(self.sitting.done) - places[0]
        self.sitting.undo(places[0])
        self._lent.clear()
        return count

    def _asked(self) -> Iterator[tuple[int, int]]:
        """Before which moves somebody was asked, and who: to play, or before a bot began to play for them."""
        state = self.state
        seats = [seat for seat in state.seats if seat]
        lent: int | None = None
        for number, (seat, each) in enumerate(zip(seats, self.sitting.done, strict=True)):
            if each.by == "person" or (each.by == "lent" and lent != seat):
                yield number, seat
            if each.by in ("person", "lent"):
                lent = seat if each.by == "lent" else None

    # --- other beginnings ------------------------------------------------------------------------

    def deal(self, seed: int | None = None) -> int:
        """Begin everything anew with other luck, by default such as follows from the seed so far; the new seed.

        Raises :class:`RuleFault` where the rules fail; the sitting is then what it was.
        """
        if seed is None:
            drawn = sha256(f"the deal after {self.sitting.seed}".encode()).digest()
            seed = int.from_bytes(drawn[:8], "big")
        self.sitting.new(seed)
        self._lent.clear()
        return seed

    def seat(self, seat: int, who: Seat) -> None:
        """Give a seat to another player."""
        self.sitting.sit(seat, who)
        self._lent.pop(seat, None)

    def refit(self, game: Game) -> Refitted:
        """Go on under other rules: everything is begun anew with the same luck, and the same moves are made
        as far as they are legal there.

        Raises :class:`PlayError` where the rules fail before the first choice, have no such match, or seat
        another number of players; the sitting is then what it was.
        """
        old = self.sitting
        if game.players != old.game.players:
            raise PlayError(phrase("the rules are for {n} players now", n=game.players))
        new = Sitting(game, old.seed, self.seats, old.match_name, old.draws)
        refitted = _refit(new, old)
        self.take(new)
        return refitted

    def take(self, sitting: Sitting) -> None:
        """Go on with another sitting; it is kept in a journal if the one before was, whose journal goes.

        Where the other one cannot be kept, the journal stays, as that of a game that was left.
        """
        old, self.sitting = self.sitting, sitting
        if old.journal is not None:
            sitting.keep(old.journal.header.rules_file, old.journal.path.parent, old.journal.files)
            if sitting.journal is not None:
                old.discard()
            else:
                old.leave()
        self._lent.clear()


def _refit(new: Sitting, old: Sitting) -> Refitted:
    """Make the moves of one sitting in another as far as they are legal there."""
    total = sum(len(each.by) for each in old.games)
    kept = 0
    for number, each in enumerate(old.games, 1):
        if number > 1:
            if not new.state.is_over or new.match is None or new.match.is_over:
                return Refitted(
                    kept,
                    total,
                    phrase("game {number}", number=number),
                    phrase("the match does not come to it"),
                )
            new.next_game()
        items = [item for item in each.record.items if isinstance(item, MoveItem)]
        for item, by in zip(items, each.by, strict=True):
            reason = _again(new, item, by)
            if reason:
                return Refitted(kept, total, _shown(item), reason, item.seat)
            kept += 1
    return Refitted(kept, total)


def _again(sitting: Sitting, item: MoveItem, by: By) -> str:
    """Make a move again; why it cannot be made, or nothing."""
    state = sitting.state
    if state.is_over:
        return phrase("the game is over before it")
    if state.actor != item.seat:
        return phrase("it is the turn of {seat} there", seat=seat_named(state.actor or 0))
    try:
        move = sitting.find(item)
    except MoveError:
        return phrase("it is not legal there")
    try:
        sitting.play(move, by)
    except RuleFault as fault:
        # Its place alone: what it names may be hidden from whoever reads this.
        return phrase("the rules fail there, at {place}", place=f"{fault.span.file}:{fault.line}")
    except PlayError as error:
        return str(error)
    return ""


def _shown(item: MoveItem) -> str:
    return f"{item.move}({', '.join(item.arguments)})" if item.arguments else item.move
