"""How a session looks: results and choices as lines of text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

from ruledsl.diagnostics.visible import width_of
from ruledsl.engine.knowledge.tell import Told
from ruledsl.machine.model import Machine
from ruledsl.phrase import counted, joined, phrase, seat_named, together
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
from ruledsl.repl.verdicts import Verdicts
from ruledsl.repl.views import Views, indented, told_once
from ruledsl.resources import short_path
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
        seat = seat_named(choice.seat)
        asked = phrase("{seat} to choose:", seat=seat)
        if choice.round:
            asked = phrase("game {number}, {seat} to choose:", number=choice.round, seat=seat)
        return [
            Line(""),
            *self.views.news(choice.news),
            *self.views.table(choice.view),
            Line(asked, "title"),
            *self.views.moves(choice.moves),
        ]

    # --- results -------------------------------------------------------------------------------

    def result(self, result: Result) -> list[Line]:
        """What came of a line."""
        match result:
            case Played(text):
                return [Line(phrase("you play: {move}", move=text), "good")]
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
                does = COMMANDS[command].does
                return [Line(joined("", [slash, usage(command), ": ", does]))]
            case RulesShown():
                return about.rules(self.views.machine, self.views.manner)
            case ScoreShown():
                return self._score(result)
            case Unreadable():
                return self._unreadable(result)
            case NoMoves():
                return [
                    Line(phrase("the game is over, and there are no moves any more"), "problem")
                ]
            case Illegal(_, verdict):
                return self.verdicts.illegal(verdict)
            case Ambiguous(text, candidates):
                asked = phrase("`{text}` may mean several moves; which one?", text=text)
                return [Line(asked, "problem"), *self.views.moves(candidates)]
            case Explained(verdict):
                return self.verdicts.of_move(verdict)
            case ActionExplained(verdict):
                return self.verdicts.of_action(verdict)
            case Undone(count, round_):
                if not count:
                    return [Line(_border(round_), "problem")]
                return [Line(_taken_back(count), "good")]
            case Broken(fault):
                return self.verdicts.fault(fault)
            case Redone(count):
                if not count:
                    return [Line(phrase("there is nothing that could be made again"), "problem")]
                again = counted(count, "{n} move made again", "{n} moves made again")
                return [Line(again, "good")]
            case Restarted(count):
                if not count:
                    return [Line(phrase("the game is at its first choice"), "problem")]
                return [Line(_taken_back(count), "good")]
            case DealtAnew():
                return [Line(phrase("a new game begins"), "good")]
            case Reloaded(refitted):
                return _reloaded(refitted)
            case Loaded(name):
                return [Line(phrase("the game of `{name}` goes on", name=name), "good")]
            case Written(what, name):
                return [Line(phrase("{what} is written to `{name}`", what=what, name=name), "good")]
            case Refused(lines):
                return [Line(line, "problem") for line in lines]
            case Hinted():
                return self._hint(result)
            case Lent(seat, kind, count):
                return [Line(_lent(seat, kind, count), "good")]
            case SeatGiven(seat, given):
                named = seat_named(seat)
                if given.kind == PERSON:
                    return [Line(phrase("{seat} is a person now", seat=named), "good")]
                return [Line(phrase("{seat} is `{bot}` now", seat=named, bot=given.kind), "good")]
            case PlaceShown(span, quoted):
                if not span.line:
                    return [Line(phrase("the rules do not say where this is"), "problem")]
                return [Line(f"{short_path(span.file)}:{span.line}: {quoted}")]
            case TranscriptShown(told):
                return [indented(line) for line in told]
            case WrittenTest(text):
                return [Line(line, whole=True) for line in text.splitlines()]
            case Left():
                return [Line(phrase("you leave; the game is not finished"))]

    def _hint(self, hinted: Hinted) -> list[Line]:
        would = phrase(
            "`{bot}` would play {number}: {move}",
            bot=hinted.kind,
            number=hinted.move.number,
            move=str(hinted.move.move),
        )
        lines = [Line(would, "good")]
        rows: list[Row] = [
            (joined("  ", [entry.number, str(entry.move)]), [], f"{value:.2f}")
            for entry, value in sorted(hinted.estimates, key=_promising(hinted.move))[:ESTIMATES]
        ]
        if hinted.unsampled:
            lines.append(Line(phrase("(it could not think: {why})", why=hinted.unsampled), "quiet"))
        return lines + table(rows, self.views.manner)

    def _unreadable(self, result: Unreadable) -> list[Line]:
        manner = self.views.manner
        lines = [Line(phrase("not understood: {reason}", reason=result.reason), "problem")]
        if result.column is not None:
            shown = manner.shown(result.line)
            before = width_of(manner.shown(result.line[: result.column]))
            if width_of(shown) + 4 <= manner.width:
                lines += [
                    Line(f"    {shown}", whole=True),
                    Line(f"    {' ' * before}^", "problem", whole=True),
                ]
        hint = phrase(
            "  (an empty line lists the moves, `{command}` tells more)",
            command=self.views.command("help"),
        )
        return [*lines, Line(hint, "quiet")]

    def log(self, told: Sequence[Told]) -> list[Line]:
        """All that has happened."""
        return [indented(text) for text in told_once([line.text for line in told])]

    def _score(self, shown: ScoreShown) -> list[Line]:
        lines = [] if shown.ending is None else self.scores(shown.ending)
        if shown.standing is not None:
            lines += self.standing(shown.standing)
        return lines or [Line(phrase("the game is not over, so there is no score yet"))]

    def _listed(self, listed: Listed) -> list[Line]:
        if listed.moves:
            return self.views.moves(listed.moves, listed.in_full)
        none = phrase(
            "no move has `{text}` in it; `{command}` lists all",
            text=listed.wanted,
            command=self.views.command("moves"),
        )
        return [Line(none, "problem")]

    def _help(self, shown: HelpShown) -> list[Line]:
        lines = [Line(phrase("a move is played by its number or in words:"), "title")]
        lines += table(
            [(written, _first_line(doc).split(), "") for written, doc in shown.usages],
            self.views.manner,
            between=" ",
        )
        lines += [Line(phrase("commands:"), "title")]
        rows: list[Row] = [
            (
                joined("", ["/", usage(c)]) if c in shown.slashed else usage(c),
                self.views.manner.shown(command.does).split(),
                "",
            )
            for c, command in COMMANDS.items()
        ]
        lines += table(rows, self.views.manner, between=" ")
        return [
            *lines,
            Line(phrase("an empty line lists the moves; a `/` before a command is always right")),
        ]

    # --- beginning and end ---------------------------------------------------------------------

    def opening(self, opening: Opening) -> list[Line]:
        """The beginning of a game of a match."""
        title = phrase(
            "{match}: game {number} of {count}",
            match=opening.title,
            number=opening.round,
            count=opening.rounds,
        )
        if opening.starter:
            starts = phrase("{seat} starts", seat=seat_named(opening.starter))
            title = joined(", ", [title, starts])
        return [Line(""), Line(title, "title")]

    def ending(self, ending: Ending) -> list[Line]:
        """The end of a game: what happened last, the table and the scores."""
        table = [*self.views.news(ending.news), *self.views.table(ending.view)]
        return [Line(""), *table, *self.scores(ending)]

    def scores(self, ending: Ending) -> list[Line]:
        """That a game is over, and its scores."""
        title = phrase("the game is over")
        if ending.round:
            title = phrase("game {number} is over", number=ending.round)
        mark = phrase("wins") if len(ending.winners) == 1 else phrase("shares the win")
        rows: list[Row] = [
            (
                seat_named(seat),
                [],
                joined("  ", [score, mark] if seat in ending.winners else [score]),
            )
            for seat, score in enumerate(ending.scores, 1)
        ]
        return [Line(title, "title"), *table(rows, self.views.manner)]

    def standing(self, standing: MatchStanding) -> list[Line]:
        """How a match stands."""
        played = phrase(
            "{match}: {played} of {count} games played",
            match=standing.title,
            played=standing.played,
            count=standing.rounds,
        )
        lines = [Line(played, "title")]
        rows: list[Row] = [
            (
                seat_named(seat),
                [],
                counted(
                    won,
                    "{n} game won, {total} in all",
                    "{n} games won, {total} in all",
                    total=total,
                ),
            )
            for seat, (won, total) in enumerate(zip(standing.won, standing.totals, strict=True), 1)
        ]
        lines += table(rows, self.views.manner)
        if standing.winners is not None:
            won_by = counted(
                len(standing.winners),
                "{winners} wins the match",
                "{winners} win the match",
                winners=together([seat_named(seat) for seat in standing.winners]),
            )
            lines.append(Line(won_by, "good"))
        return lines


def _reloaded(refitted: Refitted) -> list[Line]:
    """How far a game could be played again under other rules."""
    total = refitted.total
    if not total:
        return [Line(phrase("the rules are read again"), "good")]
    if refitted.kept == total:
        again = counted(
            total,
            "the rules are read again, and {n} move made again",
            "the rules are read again, and {n} moves made again",
        )
        return [Line(again, "good")]
    kept = counted(
        total,
        "the rules are read again; {kept} of {n} move could be made again",
        "the rules are read again; {kept} of {n} moves could be made again",
        kept=refitted.kept,
    )
    stopped = phrase("{what} could not: {reason}", what=_stopped(refitted), reason=refitted.reason)
    return [Line(kept, "good"), Line(stopped, "problem")]


def _promising(chosen: Numbered) -> Callable[[tuple[Numbered, float]], tuple[bool, float]]:
    """The order in which moves are told with a hint: the chosen one, then what promises most."""
    return lambda estimate: (estimate[0] != chosen, -estimate[1])


def _taken_back(count: int) -> str:
    return counted(count, "{n} move taken back", "{n} moves taken back")


def _lent(seat: int, kind: str, count: int | None) -> str:
    """Who chooses for a seat now, and for how long."""
    named = seat_named(seat)
    if count is None:
        return phrase("`{bot}` chooses for {seat}, to the end of the game", bot=kind, seat=named)
    return counted(
        count,
        "`{bot}` chooses for {seat}, {n} time",
        "`{bot}` chooses for {seat}, {n} times",
        bot=kind,
        seat=named,
    )


def _stopped(refitted: Refitted) -> str:
    """What could not be made again; a move that is not told is one of another seat, and secret."""
    if not refitted.seat:
        return refitted.stopped
    if refitted.stopped:
        return joined("", ["`", refitted.stopped, "`"])
    return phrase("a move of {seat}", seat=seat_named(refitted.seat))


def _border(round_: int) -> str:
    """Why nothing is taken back."""
    if round_ > 1:
        return phrase(
            "you have made no choice yet in game {number};"
            " games of a match that are over stay as they are",
            number=round_,
        )
    return phrase("you have made no choice yet that could be taken back")


def _first_line(text: str) -> str:
    return text.strip().split("\n")[0]
