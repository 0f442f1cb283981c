"""A sitting: a game, or a match, from its first deal on, with all that can be put back, kept in a journal.

Every change of it goes through one of its verbs. A verb that fails raises what the engine raises, and changes and
writes nothing; one that succeeds is in the journal before it returns. That the journal cannot be written stops
nobody: `Sitting.notice` then has something to tell. After an interrupt in the midst of a verb, see `Sitting.again`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import frozen

from ruledsl.engine.errors import MoveError, PlayError, StartError
from ruledsl.engine.game import Game
from ruledsl.engine.luck import Draw
from ruledsl.engine.match import Match
from ruledsl.engine.moves import Move
from ruledsl.engine.record import (
    ChanceItem,
    MoveItem,
    Record,
    RecordItem,
    find_item,
    items_of,
)
from ruledsl.engine.state import State
from ruledsl.phrase import Phrase, counted, phrase
from ruledsl.store.entries import (
    By,
    Entry,
    MoveEntry,
    NewEntry,
    NextEntry,
    RedoEntry,
    Seat,
    SeatEntry,
    UndoEntry,
    header_of,
    seed_of,
)
from ruledsl.store.errors import CannotKeep, DamagedFile, Notice
from ruledsl.store.files import FILES, Files
from ruledsl.store.folders import games_folder, state_folder
from ruledsl.store.journal import Journal

_WHAT = {
    "move": phrase("a move"),
    "undo": phrase("an undo"),
    "redo": phrase("a redo"),
    "seat": phrase("a change of seats"),
}
"""The kinds of entries that stand behind the beginning of a game, as messages have them."""


@frozen
class Done:
    """A move of the present game, and who chose it."""

    move: Move
    by: By


@frozen
class PlayedGame:
    """A game of a sitting as a record, and for each of its moves who chose it."""

    record: Record
    by: tuple[By, ...]


class Sitting:
    """A game or match that is being played; made by `begin`, `resume` or `ruledsl.store.saves.rebuild`."""

    def __init__(
        self,
        game: Game,
        seed: int,
        seats: Mapping[int, Seat],
        match: str | None = None,
        draws: Sequence[Draw] = (),
    ) -> None:
        """A sitting that is not kept; ``seats`` says who sits at each seat, from 1.

        ``draws`` of a single game are settled beforehand. Raises :class:`StartError`, and :class:`RuleFault` where the rules fail before the first choice.
        """
        if sorted(seats) != list(range(1, game.players + 1)):
            raise StartError(phrase("seats 1 to {n} are wanted, each once", n=game.players))
        self.game = game
        self.match_name = match
        self.journal: Journal | None = None
        self._seats = {seat: seats[seat] for seat in sorted(seats)}
        self._notice: Notice | None = None
        self._deal(seed, tuple(draws))

    # --- what is known ---------------------------------------------------------------------------

    @property
    def seed(self) -> int:
        """The seed of the game or match that is being played: not for players' eyes."""
        return self._seed

    @property
    def draws(self) -> tuple[Draw, ...]:
        """What was settled beforehand of the game that is being played; the seed decides the rest."""
        return self._draws

    @property
    def match(self) -> Match | None:
        """The match that is being played; None where it is a single game."""
        return self._match

    @property
    def state(self) -> State:
        """The game that is being played. It is to be changed through the sitting alone."""
        if self._match is not None:
            return self._match.state
        assert self._alone is not None
        return self._alone

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits at each seat, in seat order."""
        return tuple(self._seats.values())

    @property
    def done(self) -> tuple[Done, ...]:
        """The moves of the present game, in order."""
        return tuple(self._done)

    @property
    def taken_back(self) -> tuple[Done, ...]:
        """The moves that can be put back, the next one first."""
        return tuple(reversed(self._back))

    @property
    def games(self) -> tuple[PlayedGame, ...]:
        """The games so far, the present one last."""
        by = tuple(done.by for done in self._done)
        return (*self._earlier, PlayedGame(self.state.record(), by))

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to be played: the game is over and, where one is played, the match."""
        return self._match.is_over if self._match is not None else self.state.is_over

    @property
    def is_begun(self) -> bool:
        """Whether anything was played in it, be it taken back since."""
        return bool(self._done or self._back or self._earlier)

    def notice(self) -> Notice | None:
        """What the player must be told of the journal, once: None where nothing has changed."""
        told, self._notice = self._notice, None
        return told

    def find(self, item: MoveItem) -> Move:
        """The legal move that an item of a record means. Raises :class:`MoveError`, keeping to itself why."""
        try:
            move = find_item(self.state, item)
        except LookupError as error:
            raise MoveError("that is no move here") from error
        assert isinstance(move, Move)  # what is found for a `MoveItem`
        return move

    # --- play ------------------------------------------------------------------------------------

    def play(self, move: Move, by: By) -> None:
        """Play a move; what was taken back before can then no longer be put back.

        Raises what `State.push` raises.
        """
        start = len(self.state.items)
        self.state.push(move)
        self._done.append(Done(move, by))
        self._back.clear()
        item, *chance = items_of(self.state, start)
        assert isinstance(item, MoveItem)  # a push of a move
        self._write(
            MoveEntry(item.seat, item.move, item.arguments, by, _drawn(chance), self.is_over)
        )

    def undo(self, to: int) -> None:
        """Take back moves until ``to`` of the present game are left. Raises :class:`MoveError`."""
        if not 0 <= to < len(self._done):
            raise MoveError(f"of {len(self._done)} moves, {to} cannot be left")
        while len(self._done) > to:
            self.state.pop()
            self._back.append(self._done.pop())
        self._write(UndoEntry(to))

    def redo(self, to: int) -> None:
        """Put back moves until there are ``to``: with a seed, they meet the same luck as before.

        Raises :class:`MoveError` where there are not as many to be put back.
        """
        if not len(self._done) < to <= len(self._done) + len(self._back):
            raise MoveError(f"there are no {to} moves with those that were taken back")
        while len(self._done) < to:
            self.state.push(self._back[-1].move)
            self._done.append(self._back.pop())
        self._write(RedoEntry(to))

    def next_game(self) -> None:
        """Start the next game of the match; moves of the one before can no longer be taken back.

        Raises what `Match.advance` raises, :class:`StartError` where no match is played.
        """
        if self._match is None:
            raise StartError("no match is being played")
        *_, finished = self.games
        self._match.advance()
        self._earlier.append(finished)
        self._done.clear()
        self._back.clear()
        self._write(NextEntry(_drawn(items_of(self.state))))

    def new(self, seed: int) -> None:
        """Begin the game or match anew: with the present seed it is dealt again as it was.

        Raises :class:`StartError`, and :class:`RuleFault` where the rules fail before the first choice.
        """
        self._deal(seed, self._draws if seed == self._seed else ())

    def sit(self, seat: int, who: Seat) -> None:
        """Let somebody else, or a bot, take a seat. Raises :class:`StartError`."""
        if seat not in self._seats:
            raise StartError(f"there is no seat {seat}: seats are 1 to {self.game.players}")
        self._seats[seat] = who
        self._write(SeatEntry(seat, who))

    def again(self) -> Sitting:
        """The sitting built anew from what was done in it; this one is then not to be used any more.

        An interrupt (Ctrl-C) in the midst of a verb may leave a sitting half changed. This gives it as it
        was before that verb, or after it, with a new journal in the place of the old one.
        """
        first, *rest = self._log
        assert isinstance(first, NewEntry)  # a log begins with one
        other = Sitting(self.game, seed_of(first.seed), self._seats, self.match_name, first.draws)
        for entry in rest:
            other.apply(entry)
        other.journal = journal = self.journal
        if journal is not None:
            other.keep(journal.header.rules_file, journal.path.parent, journal.files)
        self.journal = None
        return other

    def leave(self) -> None:
        """The players get up: the journal stays if there is something left to be played, else it goes."""
        if self.journal is None:
            return
        if self.is_over or not self.is_begun:
            self.discard()
        else:
            self.journal.close()
            self.journal = None

    def discard(self) -> None:
        """The sitting is given up, for another that takes its place say: its journal goes."""
        if self.journal is not None:
            self._notice = self.journal.remove() or self._notice
            self.journal = None

    # --- keeping ---------------------------------------------------------------------------------

    def keep(self, rules_file: str = "", folder: Path | None = None, files: Files = FILES) -> None:
        """Keep the sitting in a journal of its own from now on, with all that was played so far.

        ``rules_file`` is the path of the rules, empty for those that come with the program; ``folder`` is
        where journals lie, by default in the state folder of the user. Where that cannot be, `notice` tells why.
        """
        started = self._started(rules_file, folder, files)
        if isinstance(started, CannotKeep):
            self._notice = started
            return
        if self.journal is not None:
            self.journal.remove()
        self.journal = started

    def _started(self, rules_file: str, folder: Path | None, files: Files) -> Journal | CannotKeep:
        if folder is None:
            state = state_folder()
            if isinstance(state, CannotKeep):
                return state
            folder = games_folder(state)
        machine = self.game.machine
        header = header_of(machine, self.seats, self.match_name, rules_file)
        return Journal.start(folder, header, machine, tuple(self._log), files)

    def apply(self, entry: Entry) -> None:
        """Do what an entry says.

        Raises :class:`DamagedFile` where that is not possible, or comes out otherwise than it did. The text
        does not say how: whoever reads it may be a player.
        """
        try:
            self._apply(entry)
        except PlayError as error:
            raise DamagedFile(
                phrase("{entry} cannot be done again", entry=self._place(entry))
            ) from error
        self.check(entry)

    def check(self, entry: Entry) -> None:
        """Raise :class:`DamagedFile` unless what was done last is what the entry says."""
        if self._log[-1] != entry:
            raise DamagedFile(
                phrase("{entry} comes out otherwise than it did", entry=self._place(entry))
            )

    def _place(self, entry: Entry) -> Phrase:
        """Which entry it is, as messages have it."""
        if isinstance(entry, NewEntry | NextEntry):
            return phrase("the beginning of a game")
        what = _WHAT[entry.kind]
        made = len(self._done)
        if self._match is None:
            return counted(made, "{what} after {n} move", "{what} after {n} moves", what=what)
        return counted(
            made,
            "{what} after {n} move of game {game}",
            "{what} after {n} moves of game {game}",
            what=what,
            game=len(self._earlier) + 1,
        )

    def _apply(self, entry: Entry) -> None:
        match entry:
            case NewEntry():
                self._deal(seed_of(entry.seed), entry.draws)
            case NextEntry():
                self.next_game()
            case MoveEntry():
                move = self.find(MoveItem(entry.seat, entry.move, entry.arguments))
                self.play(move, entry.by)
            case UndoEntry():
                self.undo(entry.to)
            case RedoEntry():
                self.redo(entry.to)
            case SeatEntry():
                self.sit(entry.seat, entry.who)

    def _deal(self, seed: int, draws: tuple[Draw, ...]) -> None:
        """Begin from the start; nothing is changed where that fails."""
        name = self.match_name
        if draws and name is not None:
            raise StartError("the luck of a match is not settled beforehand")
        match = self.game.match(name, seed=seed) if name is not None else None
        alone = self.game.start(seed, draws=draws) if match is None else None
        self._draws = draws
        self._seed = seed
        self._match: Match | None = match
        self._alone: State | None = alone
        self._done: list[Done] = []
        self._back: list[Done] = []
        self._earlier: list[PlayedGame] = []
        entry = NewEntry(str(seed), _drawn(items_of(self.state)), draws)
        self._log: list[Entry] = [entry]
        self._journal(entry)

    def _write(self, entry: Entry) -> None:
        self._log.append(entry)
        self._journal(entry)

    def _journal(self, entry: Entry) -> None:
        if self.journal is not None:
            self._notice = self.journal.write(entry) or self._notice


def begin(
    game: Game,
    seed: int,
    seats: Mapping[int, Seat],
    match: str | None = None,
    *,
    rules_file: str = "",
    folder: Path | None = None,
    files: Files = FILES,
) -> Sitting:
    """A new sitting that is kept, see `Sitting.keep`; if it cannot be, its `notice` says why.

    Raises :class:`StartError`, and :class:`RuleFault` where the rules fail before the first choice.
    """
    sitting = Sitting(game, seed, seats, match)
    sitting.keep(rules_file, folder, files)
    return sitting


def _drawn(items: Sequence[RecordItem]) -> tuple[ChanceItem, ...]:
    """The outcomes of chance among items, all of which are such but perhaps a move."""
    return tuple(item for item in items if isinstance(item, ChanceItem))
