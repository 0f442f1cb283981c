"""A game with people and bots at the table: what happens, without a word on how it looks.

A session is driven by lines of text and answers with results; it never prints and never
asks. What it gives for a seat comes from `view` and `told` of that seat alone.
"""

from __future__ import annotations

from collections.abc import Mapping

from ruledsl.agents.interface import Bot, Question
from ruledsl.engine.errors import AmbiguousMove, IllegalMove, RuleFault, UnreadableMove
from ruledsl.engine.game import Game
from ruledsl.engine.match import Match
from ruledsl.engine.moves import Move
from ruledsl.engine.state import State
from ruledsl.engine.text import spoken
from ruledsl.engine.view import Told, told, view
from ruledsl.repl import commands
from ruledsl.repl.results import (
    Ambiguous,
    Broken,
    Choice,
    Ending,
    Explained,
    HelpShown,
    Illegal,
    Left,
    Listed,
    LogShown,
    MatchStanding,
    Numbered,
    Played,
    Result,
    TableShown,
    Undone,
    Unreadable,
)

ONLOOKER = 0
"""The seat of somebody who plays no part: sees what all see."""


class Session:
    """One game, or a match, that is being played."""

    def __init__(
        self,
        game: Game,
        bots: Mapping[int, Bot],
        seed: int,
        match: str | None = None,
        forced: bool = False,
    ) -> None:
        """Seats without a bot are people's.

        ``seed`` decides all chance, ``match`` is the name of a match of the rules. With ``forced`` a
        person is not asked where there is only one move. Raises :class:`StartError`, and
        :class:`RuleFault` where the rules fail before the first choice.
        """
        self.game = game
        self._bots = dict(bots)
        self._forced = forced
        self._match: Match | None = game.match(match, seed=seed) if match else None
        self._alone: State | None = None if self._match else game.start(seed)
        self._heard: dict[int, int] = {}
        self._asked: list[int] = []
        self._actions = tuple(action.name for action in game.machine.actions)

    # --- what is known ---------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The game that is being played."""
        if self._match is not None:
            return self._match.state
        assert self._alone is not None
        return self._alone

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(s for s in range(1, self.game.players + 1) if s not in self._bots)

    @property
    def is_over(self) -> bool:
        """Whether the present game is over."""
        return self.state.is_over

    @property
    def asked(self) -> int | None:
        """The person who must choose now; None when the game is over or a bot is to move."""
        actor = self.state.actor
        return None if actor is None or actor in self._bots else actor

    @property
    def moves(self) -> tuple[Numbered, ...]:
        """The legal moves with their numbers, those of one action together."""
        legal = self.state.legal_moves
        order = {
            action: place for place, action in enumerate(dict.fromkeys(m.action for m in legal))
        }
        return tuple(
            Numbered(number, move)
            for number, move in enumerate(sorted(legal, key=lambda m: order[m.action]), 1)
        )

    def choice(self) -> Choice:
        """What the person to choose is shown; from then on its news counts as heard."""
        seat = self.asked
        assert seat is not None, "nobody is asked"
        return Choice(seat, self._news(seat), view(self.state, seat), self.moves, self._round())

    def ending(self) -> Ending:
        """How the game ended, as the one person at the screen sees it, or else as an onlooker."""
        people = self.people
        seat = people[0] if len(people) == 1 else ONLOOKER
        state = self.state
        return Ending(
            seat, self._news(seat), view(state, seat), state.scores, state.winners, self._round()
        )

    def standing(self) -> MatchStanding | None:
        """How the match stands; None where no match is played."""
        match = self._match
        if match is None:
            return None
        return MatchStanding(
            match.info.title,
            len(match.results),
            match.info.rounds,
            match.rounds_won,
            match.totals,
            match.winners if match.is_over else None,
        )

    def _round(self) -> int:
        return self._match.round if self._match is not None else 0

    def _news(self, seat: int) -> tuple[Told, ...]:
        start = self._heard.get(seat, 0)
        self._heard[seat] = len(self.state.happenings)
        return told(self.state, seat, start)

    # --- play ------------------------------------------------------------------------------------

    def proceed(self) -> None:
        """Let bots play until a person must choose or the game is over.

        Raises :class:`RuleFault` where the rules fail; the game stands before the move that failed.
        """
        state = self.state
        while (actor := state.actor) is not None:
            legal = state.legal_moves
            bot = self._bots.get(actor)
            if bot is not None:
                state.push(bot.choose(Question(view(state, actor), legal, state.decisions)))
            elif self._forced and len(legal) == 1:
                state.push(legal[0])
            else:
                return

    def next_game(self) -> bool:
        """Start the next game of the match, once one is over; False if there is none to come."""
        if self._match is None or self._match.is_over:
            return False
        self._match.advance()
        self._heard.clear()
        self._asked.clear()
        return True

    def answer(self, line: str) -> Result:
        """Do what the person who is asked wants with a line. Bots do not move yet: see `proceed`."""
        assert self.asked is not None, "nobody is asked"
        match commands.read(line, self._actions):
            case commands.Nothing():
                return Listed(self.moves, in_full=False)
            case commands.Pick(number):
                return self._pick(number)
            case commands.Say(text):
                return self._say(text)
            case commands.ShowMoves(wanted):
                return self._list(wanted)
            case commands.Why(text):
                return self._why(text)
            case commands.Simple(word):
                return self._simple(word)
            case commands.Wrong(reason):
                return Unreadable(reason)

    def _simple(self, word: str) -> Result:
        seat = self.asked
        assert seat is not None
        match word:
            case "undo":
                return Undone(self._undo(seat))
            case "table":
                return TableShown(view(self.state, seat))
            case "log":
                return LogShown(told(self.state, seat))
            case "help":
                return HelpShown(commands.taken(self._actions), self._usages())
        return Left()

    def _play(self, move: Move) -> Result:
        count = len(self.state.items)
        try:
            self.state.push(move)
        except RuleFault as fault:
            return Broken(fault)
        self._asked.append(count)
        return Played(str(move))

    def _pick(self, number: int) -> Result:
        move = self._numbered(number)
        return self._no_number(number) if move is None else self._play(move)

    def _numbered(self, number: int) -> Move | None:
        return next((entry.move for entry in self.moves if entry.number == number), None)

    def _no_number(self, number: int) -> Unreadable:
        count = len(self.moves)
        range_ = "the only move is number 1" if count == 1 else f"moves are numbered 1 to {count}"
        return Unreadable(f"there is no move {number}; {range_}")

    def _say(self, text: str) -> Result:
        try:
            move = self.state.parse_move(text)
        except UnreadableMove as error:
            return Unreadable(str(error))
        except AmbiguousMove as error:
            return self._ambiguous(text, error)
        except IllegalMove:
            return self._judged(text, refused=True)
        except RuleFault as fault:
            return Broken(fault)
        return self._play(move)

    def _ambiguous(self, text: str, error: AmbiguousMove) -> Ambiguous:
        wanted = set(error.candidates)
        return Ambiguous(text, tuple(entry for entry in self.moves if str(entry.move) in wanted))

    def _why(self, text: str) -> Result:
        command = commands.read(text, self._actions)
        if isinstance(command, commands.Pick):
            move = self._numbered(command.number)
            return self._no_number(command.number) if move is None else self._judged(move)
        return self._judged(text)

    def _judged(self, move: Move | str, refused: bool = False) -> Result:
        try:
            verdict = self.state.why(move)
        except UnreadableMove as error:
            return Unreadable(str(error))
        except AmbiguousMove as error:
            return self._ambiguous(str(move), error)
        except RuleFault as fault:
            return Broken(fault)
        return Illegal(str(move), verdict) if refused else Explained(verdict)

    def _list(self, wanted: str) -> Result:
        if not wanted or wanted.casefold() == "all":
            return Listed(self.moves, in_full=True)
        words = _plain(wanted)
        found = tuple(entry for entry in self.moves if words in _plain(str(entry.move)))
        return Listed(found, in_full=True, wanted=wanted)

    def _undo(self, seat: int) -> int:
        """Take back to the last time that this person was asked; how many moves that were."""
        state = self.state
        seats = state.seats
        asked = [count for count in self._asked if count < len(seats) and seats[count] == seat]
        if not asked:
            return 0
        target = asked[-1]
        count = 0
        while len(state.items) > target:
            state.pop()
            count += 1
        self._asked = [place for place in self._asked if place < target]
        heard = len(state.happenings)
        self._heard = {person: min(mark, heard) for person, mark in self._heard.items()}
        return count

    def _usages(self) -> tuple[tuple[str, str], ...]:
        usages = []
        for action in self.game.machine.actions:
            names = ", ".join(spoken(param.name).upper() for param in action.params)
            usages.append((f"{action.name}({names})" if names else action.name, action.doc))
        return tuple(usages)


def _plain(text: str) -> str:
    for mark in "()[]_,":
        text = text.replace(mark, " ")
    return f" {' '.join(text.casefold().split())} "
