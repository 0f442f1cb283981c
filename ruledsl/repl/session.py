"""A game with people and bots at the table: what happens, without a word on how it looks.

A session is driven by lines of text and answers with results; it never prints and never
asks. What it gives for a seat comes from what that seat has seen, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping

from ruledsl.agents.interface import Bot, question
from ruledsl.diagnostics.suggest import nearest
from ruledsl.engine.errors import AmbiguousMove, IllegalMove, RuleFault, UnreadableMove
from ruledsl.engine.game import Game
from ruledsl.engine.knowledge.tell import Told, tell
from ruledsl.engine.match import Match
from ruledsl.engine.moves import Move
from ruledsl.engine.state import State
from ruledsl.engine.text import spoken
from ruledsl.machine.model import STARTER
from ruledsl.repl import commands
from ruledsl.repl.about import usage
from ruledsl.repl.results import (
    ActionExplained,
    Ambiguous,
    Broken,
    Choice,
    CommandHelp,
    Ending,
    Explained,
    HelpShown,
    Illegal,
    Left,
    Listed,
    LogShown,
    MatchStanding,
    MoveHelp,
    NoMoves,
    Numbered,
    Opening,
    Played,
    Result,
    RulesShown,
    ScoreShown,
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
        self._blind: dict[int, None] = {}
        self._told_blind: set[int] = set()
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
        return Choice(
            seat, self._news(seat), self.state.observation(seat), self.moves, self._round()
        )

    def ending(self) -> Ending:
        """How the game ended, as the one person at the screen sees it, or else as an onlooker."""
        seat = self._eyes()
        state = self.state
        news, view = self._news(seat), state.observation(seat)
        return Ending(seat, news, view, state.scores, state.winners, self._round())

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

    def opening(self) -> Opening | None:
        """How the present game of the match begins; None where no match is played."""
        match = self._match
        if match is None:
            return None
        starter = self.state.cell(STARTER) if self.game.machine.uses_starter else 0
        return Opening(match.info.title, match.round, match.info.rounds, starter)

    def log(self) -> tuple[Told, ...]:
        """All that has happened in this game, as whoever looks at the screen may know it."""
        return self._lines(self._eyes())

    def _eyes(self) -> int:
        """Who looks at the screen: the person who is asked, or at the end the only one, or an onlooker."""
        if self.asked is not None:
            return self.asked
        return self.people[0] if len(self.people) == 1 else ONLOOKER

    def _round(self) -> int:
        return self._match.round if self._match is not None else 0

    def _news(self, seat: int) -> tuple[Told, ...]:
        lines = self._lines(seat)
        start = self._heard.get(seat, 0)
        self._heard[seat] = len(lines)
        return lines[start:]

    def _lines(self, seat: int) -> tuple[Told, ...]:
        """All that the seat has seen in this game."""
        return tell(self.game.machine, self.state.information_state(seat).events)

    def blind(self) -> tuple[int, ...]:
        """The seats of bots that have had to choose without thinking, each given only once.

        They found no way in which what they do not see could be; see `Answer.unsampled`.
        """
        fresh = tuple(seat for seat in self._blind if seat not in self._told_blind)
        self._told_blind.update(fresh)
        return fresh

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
                answer = bot.choose(question(state))
                if answer.unsampled:
                    self._blind.setdefault(actor)
                state.push(answer.move)
            elif self._forced and len(legal) == 1:
                state.push(legal[0])
            else:
                return

    def recover(self) -> bool:
        """After a fault in the rules: take back to the last choice of a person; False if there was none."""
        return self._take_back(None) > 0

    def next_game(self) -> bool:
        """Start the next game of the match, once one is over; False if there is none to come.

        Raises :class:`RuleFault` where the rules fail; the game that is over is then still the present one.
        """
        if self._match is None or self._match.is_over:
            return False
        self._match.advance()
        self._heard.clear()
        self._asked.clear()
        return True

    def answer(self, line: str) -> Result:
        """Do what a person wants with a line: the one who is asked or, once the game is over, whoever looks.

        Bots do not move yet: see `proceed`.
        """
        assert self.asked is not None or self.is_over, "nobody is asked"
        match commands.read(line, self._actions):
            case commands.Nothing() | commands.Pick() | commands.Say() | commands.ShowMoves() if (
                self.is_over
            ):
                return NoMoves()
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
            case commands.Help(topic):
                return self._help(topic)
            case commands.Simple(word):
                return self._simple(word)
            case commands.Wrong(reason):
                return Unreadable(reason)

    def _simple(self, word: str) -> Result:
        match word:
            case "undo":
                count = self._take_back(self.asked)
                return Undone(count, 0 if count else self._round())
            case "table":
                return TableShown(self.state.observation(self._eyes()))
            case "log":
                return LogShown(self.log())
            case "score":
                return ScoreShown(self.ending() if self.is_over else None, self.standing())
            case "rules":
                return RulesShown()
        return Left()

    def _help(self, topic: str) -> Result:
        slashed = commands.taken(self._actions)
        if not topic:
            return HelpShown(slashed, self._usages())
        wanted = _plain(topic.removeprefix("/")).strip()
        named = {_plain(spoken(name)).strip(): name for name in self._actions}
        if wanted in named and not topic.startswith("/"):
            return MoveHelp(self.game.machine.actions[self._actions.index(named[wanted])])
        command = commands.command_of(wanted)
        if command is not None:
            return CommandHelp(command, command in slashed)
        near = nearest(wanted, [*named, *commands.COMMANDS])
        hint = f"; did you mean `help {near}`?" if near else ""
        return Unreadable(f"there is no command or move `{topic}`{hint}")

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

    def _no_number(self, number: int) -> Result:
        count = len(self.moves)
        if not count:
            return NoMoves()
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
        named = _plain(text)
        for action in self.game.machine.actions:
            if action.params and _plain(action.name) == named:
                return self._judged_action(action.name)
        return self._judged(text)

    def _judged_action(self, name: str) -> Result:
        try:
            return ActionExplained(self.state.why_action(name))
        except RuleFault as fault:
            return Broken(fault)

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

    def _take_back(self, seat: int | None) -> int:
        """Take back to the last time that this person (None: any) was asked; how many moves that were."""
        state = self.state
        seats = state.seats
        asked = [
            count for count in self._asked if count < len(seats) and seat in (None, seats[count])
        ]
        if not asked:
            return 0
        target = asked[-1]
        count = 0
        while len(state.items) > target:
            state.pop()
            count += 1
        self._asked = [place for place in self._asked if place < target]
        self._heard = {
            person: min(mark, len(state.information_state(person)))
            for person, mark in self._heard.items()
        }
        return count

    def _usages(self) -> tuple[tuple[str, str], ...]:
        return tuple((usage(action), action.doc) for action in self.game.machine.actions)


def _plain(text: str) -> str:
    for mark in "()[]_,":
        text = text.replace(mark, " ")
    return f" {' '.join(text.casefold().split())} "
