"""A table, driven by lines of text: what happens, without a word on how it looks.

A session answers lines with results; it never prints and never asks. What it gives for a seat comes
from what that seat has seen, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Callable

from ruledsl import numerals
from ruledsl.engine.errors import PlayError, RuleFault
from ruledsl.engine.game import Game
from ruledsl.engine.knowledge.project import hides
from ruledsl.engine.knowledge.tell import Told, tell
from ruledsl.engine.moves import Move
from ruledsl.engine.state import State
from ruledsl.engine.text import Texts
from ruledsl.machine.model import STARTER, STATE, Machine
from ruledsl.phrase import phrase
from ruledsl.repl import commands, moves
from ruledsl.repl.as_test import obstacle, written_test
from ruledsl.repl.faults import discreet
from ruledsl.repl.helping import help_on
from ruledsl.repl.notices import notices
from ruledsl.repl.outside import ALONE, Failed, Outside
from ruledsl.repl.refusals import CROWDED, NOBODYS, TELLING
from ruledsl.repl.rereading import discreetly, told_moves
from ruledsl.repl.results import (
    Broken,
    Choice,
    DealtAnew,
    Ending,
    Hinted,
    Left,
    Lent,
    Listed,
    Loaded,
    LogShown,
    MatchStanding,
    NoMoves,
    Numbered,
    Opening,
    PlaceShown,
    Played,
    Redone,
    Refused,
    Reloaded,
    Restarted,
    Result,
    RulesShown,
    ScoreShown,
    SeatGiven,
    TableShown,
    TranscriptShown,
    Undone,
    Unreadable,
    Written,
    WrittenTest,
)
from ruledsl.repl.retold import Retold
from ruledsl.store.entries import Seat
from ruledsl.table import PERSON, Table
from ruledsl.wording.wording import PLAIN, Wording

ONLOOKER = 0
"""The seat of somebody who plays no part: sees what all see."""


class Session:
    """One game, or a match, that is being played."""

    def __init__(
        self,
        table: Table,
        outside: Outside | None = None,
        *,
        adviser: str = "random",
        open_hands: bool = False,
        one_person: bool = False,
        wording: Wording = PLAIN,
    ) -> None:
        """``adviser`` is the kind of bot that gives hints and plays for people who want that.

        What is told and understood is in the words of ``wording``; records, saved games and tests keep
        those of the rules.

        With ``open_hands`` nothing is hidden at this table, so that secrets may be written down
        before the game is over. With ``one_person`` no second person can be let to the table, since
        each would see the cards of the other.
        """
        self.table = table
        self.open_hands = open_hands
        self._one_person = one_person and not open_hands
        self._outside = outside
        self._adviser = adviser
        self._heard: dict[int, int] = {}
        self._retold = Retold(table, wording)

    # --- what is known ---------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game under its rules as they are now."""
        return self.table.game

    @property
    def state(self) -> State:
        """The game that is being played."""
        return self.table.state

    @property
    def wording(self) -> Wording:
        """How this table is spoken of."""
        return self._retold.wording

    @property
    def machine(self) -> Machine:
        """The machine with names and texts as this table has them."""
        return self._retold.game.machine

    @property
    def told(self) -> State:
        """The game that is being played, in the words of this table; it is not to be played on."""
        return self._retold.state

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return self.table.people

    @property
    def is_over(self) -> bool:
        """Whether the present game is over."""
        return self.table.is_over

    @property
    def asked(self) -> int | None:
        """The person who must choose now; None when the game is over or a bot is to move."""
        return self.table.asked

    @property
    def moves(self) -> tuple[Numbered, ...]:
        """The legal moves with their numbers, those of one action together."""
        return moves.numbered(self.told)

    def choice(self) -> Choice:
        """What the person to choose is shown; from then on its news counts as heard."""
        seat = self.asked
        assert seat is not None, "nobody is asked"
        view = self.told.observation(seat)
        return Choice(seat, self._news(seat), view, self.moves, self.table.round)

    def ending(self) -> Ending:
        """How the game ended, as the one person at the screen sees it, or else as an onlooker."""
        seat = self.eyes
        state = self.told
        news, view = self._news(seat), state.observation(seat)
        return Ending(seat, news, view, state.scores, state.winners, self.table.round)

    def standing(self) -> MatchStanding | None:
        """How the match stands; None where no match is played."""
        match = self.table.match
        if match is None:
            return None
        return MatchStanding(
            self._titles[match.info.name],
            len(match.results),
            match.info.rounds,
            match.rounds_won,
            match.totals,
            match.winners if match.is_over else None,
        )

    def opening(self) -> Opening | None:
        """How the present game of the match begins; None where no match is played."""
        match = self.table.match
        if match is None:
            return None
        starter = self.state.cell(STARTER) if self.game.machine.uses_starter else 0
        return Opening(self._titles[match.info.name], match.round, match.info.rounds, starter)

    def log(self) -> tuple[Told, ...]:
        """All that has happened in this game, as whoever looks at the screen may know it."""
        return self._lines(self.eyes)

    @property
    def eyes(self) -> int:
        """Who looks at the screen: the person who is asked, or at the end the only one, or an onlooker."""
        if self.asked is not None:
            return self.asked
        return self.people[0] if len(self.people) == 1 else ONLOOKER

    def _news(self, seat: int) -> tuple[Told, ...]:
        lines = self._lines(seat)
        start = self._heard.get(seat, 0)
        self._heard[seat] = len(lines)
        return lines[start:]

    def _lines(self, seat: int) -> tuple[Told, ...]:
        """All that the seat has seen in this game."""
        return tell(self.machine, self.told.information_state(seat).events)

    # --- play ------------------------------------------------------------------------------------

    def proceed(self, stopped: Callable[[], bool] = lambda: False) -> None:
        """Let bots play until a person must choose or the game is over, or ``stopped()`` is true.

        Raises :class:`RuleFault` where the rules fail; the game stands before the move that failed.
        """
        self.table.proceed(stopped)

    def notices(self) -> tuple[str, ...]:
        """What must be told beside the game, once: of the journal, and of bots that could not think."""
        return notices(self.table)

    def recover(self) -> bool:
        """After a fault in the rules: take back to the last choice of a person; False if there was none."""
        count = self.table.undo(None)
        self._forget_news()
        return count > 0

    def next_game(self) -> bool:
        """Start the next game of the match, once one is over; False if there is none to come.

        Raises :class:`RuleFault` where the rules fail; the game that is over is then still the present one.
        """
        begun = self.table.next_game()
        if begun:
            self._heard.clear()
        return begun

    def answer(self, line: str) -> Result:
        """Do what a person wants with a line: the one who is asked or, once the game is over, whoever looks.

        Bots do not move yet: see `proceed`.
        """
        return self.do(commands.read(line, self._actions))

    def do(self, command: commands.Command) -> Result:
        """Do what was understood of a line; see `answer`."""
        result = self._done(command)
        return Broken(self.told_of(result.fault)) if isinstance(result, Broken) else result

    def told_of(self, fault: RuleFault) -> RuleFault:
        """A fault as it may be told at this table, where people must not see all that it says."""
        hidden = self.people and not self.open_hands and hides(self.machine)
        return discreet(fault) if hidden else fault

    def _done(self, command: commands.Command) -> Result:
        assert self.asked is not None or self.is_over, "nobody is asked"
        match command:
            case commands.Nothing() | commands.Pick() | commands.Say() | commands.ShowMoves() if (
                self.is_over
            ):
                return NoMoves()
            case commands.Nothing():
                return Listed(self.moves, in_full=False)
            case commands.Pick(number):
                return self._played(moves.pick(self.told, number))
            case commands.Say(text):
                return self._played(moves.say(self.told, text))
            case commands.ShowMoves(wanted):
                return moves.listed(self.told, wanted)
            case commands.Why(text):
                return moves.why(self.told, text, self._actions)
            case commands.Help(topic):
                return help_on(self.told, topic)
            case commands.Simple(word):
                return self._simple(word)
            case commands.With(word, rest):
                return self._with(word, rest)
            case commands.Wrong(reason):
                return Unreadable(reason)

    def _played(self, found: Move | Result) -> Result:
        if not isinstance(found, Move):
            return found
        try:
            # Moves of both wordings are equal; records keep the words of the rules.
            self.table.play(next(move for move in self.state.legal_moves if move == found))
        except RuleFault as fault:
            return Broken(fault)
        return Played(str(found))

    def _simple(self, word: str) -> Result:
        match word:
            case "undo":
                return self._undo()
            case "redo":
                return Redone(self.table.redo())
            case "restart":
                count = self.table.restart()
                self._heard.clear()
                return Restarted(count)
            case "table":
                return TableShown(self.told.observation(self.eyes))
            case "log":
                return LogShown(self.log())
            case "score":
                return ScoreShown(self.ending() if self.is_over else None, self.standing())
            case "rules":
                return RulesShown()
            case "where":
                return self._where()
            case "reload":
                return self._reload()
        return Left()

    def _with(self, word: str, rest: str) -> Result:
        match word:
            case "hint":
                return self._hint(rest)
            case "deal":
                return self._deal(rest)
            case "auto":
                return self._auto(rest)
            case "bot":
                return self._bot(rest)
            case "save":
                return self._save(rest)
            case "load":
                return self._load(rest)
            case "transcript":
                return self._transcript(rest)
        return self._record(rest)

    # --- commands ----------------------------------------------------------------------------------

    def _undo(self) -> Result:
        count = self.table.undo(self.asked)
        self._forget_news()
        return Undone(count, 0 if count else self.table.round)

    def _forget_news(self) -> None:
        """What was heard of moves that were taken back is news again."""
        self._heard = {
            person: min(mark, len(self.told.information_state(person)))
            for person, mark in self._heard.items()
        }

    def _where(self) -> Result:
        machine = self.game.machine
        span = machine.states[self.state.cell(STATE)].span
        return PlaceShown(span, Texts(machine).line(span))

    def _reload(self) -> Result:
        game = self._outside.reload() if self._outside else ALONE
        if isinstance(game, Failed):
            return Refused(game.lines)
        eyes, before = self.eyes, told_moves(self.told, self.eyes)
        earlier = sum(len(each.by) for each in self.table.sitting.games[:-1])
        try:
            refitted = self.table.refit(game)
        except PlayError as error:
            why = str(self.told_of(error) if isinstance(error, RuleFault) else error)
            return Refused(
                (phrase("the game cannot go on under these rules: {reason}", reason=why),)
            )
        self._heard.clear()
        return Reloaded(discreetly(refitted, before, earlier, eyes, self.open_hands))

    def _load(self, name: str) -> Result:
        found = self._outside.load(name) if self._outside else ALONE
        if isinstance(found, Failed):
            return Refused(found.lines)
        if self._one_person and sum(who.kind == PERSON for who in found.seats) > 1:
            return CROWDED
        self.table.take(found)
        self._seen_by_many()
        self._heard.clear()
        return Loaded(name)

    def _transcript(self, name: str) -> Result:
        lines = tuple(told.text for told in self.log())
        if not name:
            return TranscriptShown(lines)
        shown = map(self.wording.shown, lines)
        text = "\n".join([self.wording.shown(self.machine.title), "", *shown, ""])
        return self._write(phrase("what you have seen"), name, text)

    def _save(self, name: str) -> Result:
        word, _, rest = name.partition(" ")
        if word == "seat" and rest:
            return self._save_seen(rest.strip())
        failed = self._outside.save(self.table.sitting, name) if self._outside else ALONE
        return Refused(failed.lines) if failed else Written(phrase("the game"), name)

    def _save_seen(self, name: str) -> Result:
        seat, sitting = self.eyes, self.table.sitting
        if seat == ONLOOKER:
            return NOBODYS
        failed = self._outside.save(sitting, name, seat) if self._outside else ALONE
        return Refused(failed.lines) if failed else Written(phrase("what you have seen"), name)

    def _write(self, what: str, name: str, text: str) -> Result:
        failed = self._outside.write(name, text) if self._outside else ALONE
        return Refused(failed.lines) if failed else Written(what, name)

    def _record(self, rest: str) -> Result:
        word, _, tail = rest.partition(" ")
        name, file = commands.titled(tail)
        if word.casefold() != "test" or not name:
            return Unreadable(phrase("it goes `{usage}`", usage=commands.usage("record")))
        if not (self.is_over or self.open_hands):
            return TELLING
        wrong = obstacle(self.state)
        if wrong:
            return Refused((wrong,))
        text = written_test(self.state, name)
        if not file:
            return WrittenTest(text)
        return self._write(phrase("the test"), file, text)

    def _deal(self, rest: str) -> Result:
        seed = moves.seed(rest) if rest else None
        if isinstance(seed, Unreadable):
            return seed
        try:
            self.table.deal(seed)
        except RuleFault as fault:
            return Broken(fault)
        self._heard.clear()
        return DealtAnew()

    def _hint(self, rest: str) -> Result:
        if self.asked is None:
            return NoMoves()
        kind = rest or self._adviser
        wrong = moves.wrong_kind(kind)
        if wrong:
            return Unreadable(wrong)
        answer = self.table.advice(kind)
        numbered = {entry.move: entry for entry in self.moves}
        estimates = tuple((numbered[move], value) for move, value in answer.estimates)
        return Hinted(kind, numbered[answer.move], estimates, answer.unsampled)

    def _auto(self, rest: str) -> Result:
        seat = self.asked
        if seat is None:
            return NoMoves()
        count = numerals.whole(rest) if rest else None
        if rest and (count is None or count < 1):
            return Unreadable(
                phrase("`auto` wants how many times, `auto 3` say, not `{text}`", text=rest)
            )
        self.table.lend(seat, self._adviser, count)
        return Lent(seat, self._adviser, count)

    def _bot(self, rest: str) -> Result:
        parts = rest.rsplit(None, 1)
        if len(parts) != 2:
            usage = commands.usage("bot")
            return Unreadable(phrase("it goes `{usage}`, `bot 2 random` say", usage=usage))
        seat = self._seat(parts[0])
        if seat is None:
            return Unreadable(
                phrase("there is no seat {text}: {n} play", text=parts[0], n=self.game.players)
            )
        who = Seat(parts[1], self.table.seats[seat].name)
        wrong = "" if who.kind == PERSON else moves.wrong_kind(who.kind)
        if wrong:
            return Unreadable(wrong)
        if self._one_person and who.kind == PERSON and {*self.people} - {seat}:
            return CROWDED
        self.table.seat(seat, who)
        self._seen_by_many()
        return SeatGiven(seat, who)

    def _seen_by_many(self) -> None:
        # Among people who share a screen a choice that is passed over would tell how many moves there were.
        if len(self.people) > 1 and not self.open_hands:
            self.table.forced = False

    def _seat(self, text: str) -> int | None:
        """The seat that a number or a name means."""
        named = {name.casefold(): seat for seat, name in self.wording.names.items()}
        seat = named.get(text.casefold()) or numerals.whole(text)
        return seat if seat is not None and 1 <= seat <= self.game.players else None

    @property
    def _titles(self) -> dict[str, str]:
        """The titles of the matches by their names."""
        return {info.name: info.title for info in self.machine.matches}

    @property
    def _actions(self) -> tuple[str, ...]:
        return tuple(action.name for action in self.machine.actions)
