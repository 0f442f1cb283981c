"""How a session looks: results and choices as lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ruledsl.diagnostics.visible import visible, width_of
from ruledsl.engine.knowledge.tell import Told
from ruledsl.engine.text import enumerated
from ruledsl.machine.model import Machine
from ruledsl.repl import about
from ruledsl.repl.commands import COMMANDS, usage
from ruledsl.repl.lines import Line, Manner, Row, table
from ruledsl.repl.results import (
    ActionExplained,
    Ambiguous,
    Broken,
    Choice,
    CommandHelp,
    DealtAnew,
    Ending,
    Explained,
    HelpShown,
    Hinted,
    Illegal,
    Left,
    Lent,
    Listed,
    Loaded,
    LogShown,
    MatchStanding,
    MoveHelp,
    NoMoves,
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
    TestShown,
    TranscriptShown,
    Undone,
    Unreadable,
    Written,
)
from ruledsl.repl.verdicts import Verdicts
from ruledsl.repl.views import Views, counted, told_once
from ruledsl.table import PERSON, Refitted

ESTIMATES = 8
"""Moves whose estimates are told with a hint."""


@frozen
class Rendering:
    """Renders for one machine and one manner of laying text out."""

    views: Views
    verdicts: Verdicts

    @classmethod
    def of(cls, machine: Machine, manner: Manner) -> Rendering:
        """Renders for a machine in a manner of laying text out."""
        views = Views(machine, manner)
        return cls(views, Verdicts(views))

    # --- a choice ------------------------------------------------------------------------------

    def choice(self, choice: Choice) -> list[Line]:
        """All that a seat is shown before it chooses."""
        game = f"game {choice.round}, " if choice.round else ""
        return [
            Line(""),
            *self.views.news(choice.news),
            *self.views.table(choice.view),
            Line(f"{game}seat {choice.seat} to choose:", "title"),
            *self.views.moves(choice.moves),
        ]

    # --- results -------------------------------------------------------------------------------

    def result(self, result: Result) -> list[Line]:
        """What came of a line."""
        match result:
            case Played(text):
                return [Line(f"you play: {text}", "good")]
            case Listed():
                return self._listed(result)
            case TableShown(view):
                return self.views.table(view, in_full=True)
            case LogShown(told):
                return self.log(told)
            case HelpShown():
                return self._help(result)
            case MoveHelp(action):
                return about.move(self.views.machine, action, self.views.manner)
            case CommandHelp(command, slashed):
                slash = "/" if slashed else ""
                return [Line(f"{slash}{usage(command)}: {COMMANDS[command].does}")]
            case RulesShown():
                return about.rules(self.views.machine, self.views.manner)
            case ScoreShown():
                return self._score(result)
            case Unreadable():
                return self._unreadable(result)
            case NoMoves():
                return [Line("the game is over, and there are no moves any more", "problem")]
            case Illegal(_, verdict):
                return self.verdicts.illegal(verdict)
            case Ambiguous(text, candidates):
                asked = Line(f"`{text}` may mean several moves; which one?", "problem")
                return [asked, *self.views.moves(candidates, in_full=True)]
            case Explained(verdict):
                return self.verdicts.of_move(verdict)
            case ActionExplained(verdict):
                return self.verdicts.of_action(verdict)
            case Undone(count, round_):
                if not count:
                    return [Line(_border(round_), "problem")]
                return [Line(f"{counted(count, 'move')} taken back", "good")]
            case Broken(fault):
                return self.verdicts.fault(fault)
            case Redone(count):
                if not count:
                    return [Line("there is nothing that could be made again", "problem")]
                return [Line(f"{counted(count, 'move')} made again", "good")]
            case Restarted(count):
                if not count:
                    return [Line("the game is at its first choice", "problem")]
                return [Line(f"{counted(count, 'move')} taken back", "good")]
            case DealtAnew():
                return [Line("a new game begins", "good")]
            case Reloaded(refitted):
                return _reloaded(refitted)
            case Loaded(name):
                return [Line(f"the game of `{name}` goes on", "good")]
            case Written(what, name):
                return [Line(f"{what} is written to `{name}`", "good")]
            case Refused(lines):
                return [Line(line, "problem") for line in lines]
            case Hinted():
                return self._hint(result)
            case Lent(seat, kind, count):
                how = "to the end of the game" if count is None else counted(count, "time")
                return [Line(f"`{kind}` chooses for seat {seat}, {how}", "good")]
            case SeatGiven(seat, given):
                who = "a person" if given.kind == PERSON else f"`{given.kind}`"
                return [Line(f"seat {seat} is {who} now", "good")]
            case PlaceShown(span, quoted):
                if not span.line:
                    return [Line("the rules do not say where this is", "problem")]
                return [Line(f"{span.file}:{span.line}: {quoted}")]
            case TranscriptShown(told):
                return [Line(f"  {line}") for line in told]
            case TestShown(text):
                return [Line(line) for line in text.splitlines()]
            case Left():
                return [Line("you leave; the game is not finished")]

    def _hint(self, hinted: Hinted) -> list[Line]:
        lines = [
            Line(f"`{hinted.kind}` would play {hinted.move.number}: {hinted.move.move}", "good")
        ]
        rows: list[Row] = [
            (f"{entry.number}  {entry.move}", [], f"{value:.2f}")
            for entry, value in hinted.estimates[:ESTIMATES]
        ]
        if hinted.unsampled:
            lines.append(Line(f"(it could not think: {hinted.unsampled})", "quiet"))
        return lines + table(rows, self.views.manner)

    def _unreadable(self, result: Unreadable) -> list[Line]:
        lines = [Line(f"not understood: {result.reason}", "problem")]
        if result.column is not None:
            shown = visible(result.line)
            before = width_of(visible(result.line[: result.column]))
            if width_of(shown) + 4 <= self.views.manner.width:
                lines += [Line(f"    {shown}"), Line(f"    {' ' * before}^", "problem")]
        hint = f"  (an empty line lists the moves, `{self.views.command('help')}` tells more)"
        return [*lines, Line(hint, "quiet")]

    def log(self, told: Sequence[Told]) -> list[Line]:
        """All that has happened."""
        return [Line(f"  {text}") for text in told_once([line.text for line in told])]

    def _score(self, shown: ScoreShown) -> list[Line]:
        lines = [] if shown.ending is None else self.scores(shown.ending)
        if shown.standing is not None:
            lines += self.standing(shown.standing)
        return lines or [Line("the game is not over, so there is no score yet")]

    def _listed(self, listed: Listed) -> list[Line]:
        if listed.moves:
            return self.views.moves(listed.moves, listed.in_full)
        return [
            Line(
                f"no move has `{listed.wanted}` in it; `{self.views.command('moves')}` lists all",
                "problem",
            )
        ]

    def _help(self, shown: HelpShown) -> list[Line]:
        lines = [Line("a move is played by its number or in words:", "title")]
        lines += table(
            [(usage, [], _first_line(doc)) for usage, doc in shown.usages], self.views.manner
        )
        lines += [Line("commands:", "title")]
        rows: list[Row] = [
            (f"/{usage(c)}" if c in shown.slashed else usage(c), [], about.does)
            for c, about in COMMANDS.items()
        ]
        lines += table(rows, self.views.manner)
        return [
            *lines,
            Line("an empty line lists the moves; a `/` before a command is always right"),
        ]

    # --- beginning and end ---------------------------------------------------------------------

    def opening(self, opening: Opening) -> list[Line]:
        """The beginning of a game of a match."""
        starts = f", seat {opening.starter} starts" if opening.starter else ""
        title = f"{opening.title}: game {opening.round} of {opening.rounds}{starts}"
        return [Line(""), Line(title, "title")]

    def ending(self, ending: Ending) -> list[Line]:
        """The end of a game: what happened last, the table and the scores."""
        table = [*self.views.news(ending.news), *self.views.table(ending.view)]
        return [Line(""), *table, *self.scores(ending)]

    def scores(self, ending: Ending) -> list[Line]:
        """That a game is over, and its scores."""
        title = f"game {ending.round} is over" if ending.round else "the game is over"
        marks = dict.fromkeys(ending.winners, "  wins")
        if len(ending.winners) > 1:
            marks = dict.fromkeys(ending.winners, "  shares the win")
        rows: list[Row] = [
            (f"seat {seat}", [], f"{score}{marks.get(seat, '')}")
            for seat, score in enumerate(ending.scores, 1)
        ]
        return [Line(title, "title"), *table(rows, self.views.manner)]

    def standing(self, standing: MatchStanding) -> list[Line]:
        """How a match stands."""
        title = standing.title
        lines = [Line(f"{title}: {standing.played} of {standing.rounds} games played", "title")]
        rows: list[Row] = [
            (f"seat {seat}", [], f"{counted(won, 'game')} won, {total} in all")
            for seat, (won, total) in enumerate(zip(standing.won, standing.totals, strict=True), 1)
        ]
        lines += table(rows, self.views.manner)
        if standing.winners is not None:
            names = enumerated([f"seat {seat}" for seat in standing.winners], "and")
            word = "win" if len(standing.winners) > 1 else "wins"
            lines.append(Line(f"{names} {word} the match", "good"))
        return lines


def _reloaded(refitted: Refitted) -> list[Line]:
    """How far a game could be played again under other rules."""
    many = counted(refitted.total, "move")
    if refitted.kept == refitted.total:
        made = f", and {many} made again" if refitted.total else ""
        return [Line(f"the rules are read again{made}", "good")]
    return [
        Line(f"the rules are read again; {refitted.kept} of {many} could be made again", "good"),
        Line(f"`{refitted.stopped}` could not: {refitted.reason}", "problem"),
    ]


def _border(round_: int) -> str:
    """Why nothing is taken back."""
    if round_ > 1:
        return f"you have made no choice yet in game {round_}; games of a match that are over stay as they are"
    return "you have made no choice yet that could be taken back"


def _first_line(text: str) -> str:
    return text.strip().split("\n")[0]
