"""How a session looks: results and choices as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal

from attrs import define, frozen

from ruledsl.engine.errors import RuleFault
from ruledsl.engine.knowledge.observation import Observation, ZoneSeen
from ruledsl.engine.knowledge.tell import Told
from ruledsl.engine.text import Texts, enumerated
from ruledsl.engine.why import Check, Verdict
from ruledsl.engine.why_action import ActionVerdict
from ruledsl.machine.model import Machine
from ruledsl.repl import about
from ruledsl.repl.commands import COMMANDS, taken
from ruledsl.repl.lines import Line, Row, Style, columns, table, wrapped
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
from ruledsl.source import Span

NEWS = 16
"""Lines of news that are shown before a choice; `log` tells the rest."""
MOVES = 40
"""Moves that are listed before a choice; `moves` lists the rest."""
_WEIGHTY = frozenset({"played", "revealed", "announced", "started"})
"""Kinds of events that are told even where there is much to tell."""
_EVIDENT = frozenset({"assigned", "opened", "laid", "began", "asked", "ended"})
"""Kinds of events that are left out of the news: the table or the line below says the same."""
CARDS = 30
"""Cards of a zone or row that are shown before a choice; `table` shows the rest."""
PILE = 8
"""Cards of an open pile that are shown, from the top."""


@frozen
class Rendering:
    """Renders for one machine and one width of screen, in columns."""

    machine: Machine
    width: int

    # --- a choice ------------------------------------------------------------------------------

    def choice(self, choice: Choice) -> list[Line]:
        """All that a seat is shown before it chooses."""
        game = f"game {choice.round}, " if choice.round else ""
        return [
            Line(""),
            *self.news(choice.news),
            *self.table(choice.view),
            Line(f"{game}seat {choice.seat} to choose:", "title"),
            *self.moves(choice.moves),
        ]

    def news(self, news: Sequence[Told]) -> list[Line]:
        """What has happened, in short.

        Values that the table shows anyway are left out, and where there is much to tell, so are the
        ways of cards and money: moves, what was shown and what was said come first.
        """
        told = _counted([line.text for line in news if line.kind not in _EVIDENT])
        if not told:
            return []
        kept = told
        if len(told) > NEWS:
            kept = _counted([line.text for line in news if line.kind in _WEIGHTY])[-NEWS:]
        lines = [Line("what has happened:", "title"), *(Line(f"  {text}") for text in kept)]
        if len(kept) < len(told):
            hidden = _many(len(told) - len(kept), "lesser thing")
            lines.append(Line(f"  ({hidden} besides; `{self._say('log')}` tells all)", "quiet"))
        return lines

    def table(self, view: Observation, in_full: bool = False) -> list[Line]:
        """The table as a seat sees it; with ``in_full`` no long list of cards is cut."""
        yours: list[Row] = []
        others: list[Row] = []
        empty: list[str] = []
        for zone, info in zip(view.zones, self.machine.zones, strict=True):
            if not zone.size:
                empty.append(zone.label)
                continue
            parts, remark = self._cards(zone, in_full)
            (yours if view.seat in info.owners else others).append((zone.label, parts, remark))
        lines: list[Line] = []
        if others:
            lines += [Line("on the table:", "title"), *table(others, self.width)]
        if yours:
            lines += [Line("yours:", "title"), *table(yours, self.width)]
        if empty:
            lines += wrapped("empty: ", empty, self.width)
        for title, values in (("money: ", view.accounts), ("state: ", view.variables)):
            seen = [f"{value.label} {value.text}" for value in values]
            if seen:
                lines += wrapped(title, seen, self.width)
        return lines

    def _cards(self, zone: ZoneSeen, in_full: bool) -> tuple[Sequence[str], str]:
        """The cards of a zone that are shown, and a remark behind them."""
        surely = [f"surely {enumerated(zone.surely, 'and')}"] if zone.surely else []
        if all(card is None for card in zone.cards):
            return (), ", ".join([_many(zone.size, "card"), *surely])
        most = PILE if zone.place == "pile" else CARDS
        cards = [card or "?" for card in zone.cards]
        kept = cards if in_full or zone.size <= most + 2 else cards[:most]
        remarks = ["top first"] if zone.place == "pile" and zone.size > 1 else []
        remarks += surely
        if len(kept) < zone.size:
            remarks.append(f"{zone.size - len(kept)} more; `{self._say('table')}` shows them")
        return kept, f"({', '.join(remarks)})" if remarks else ""

    def _say(self, command: str) -> str:
        """How a command is written in this game; see `commands`."""
        clashing = taken([action.name for action in self.machine.actions])
        return f"/{command}" if command in clashing else command

    def moves(self, moves: Sequence[Numbered], in_full: bool = False) -> list[Line]:
        """The moves with their numbers, those of one action together."""
        groups = [list(group) for _, group in groupby(moves, key=lambda entry: entry.move.name)]
        room = max(MOVES // max(len(groups), 1), 6)
        digits = len(str(moves[-1].number)) if moves else 1
        lines: list[Line] = []
        for group in groups:
            cut = len(group) > room + 2 and len(moves) > MOVES and not in_full
            kept = group[:room] if cut else group
            lines += columns([f"{e.number:>{digits}}  {e.move}" for e in kept], self.width)
            if cut:
                name = group[0].move.name
                first, last = group[room].number, group[-1].number
                hidden = f"{_many(len(group) - room, 'more move')}, {first} to {last}"
                lines.append(
                    Line(f"      ... {hidden}; `{self._say('moves')} {name}` lists them", "quiet")
                )
        return lines

    # --- results -------------------------------------------------------------------------------

    def result(self, result: Result) -> list[Line]:
        """What came of a line."""
        match result:
            case Played(text):
                return [Line(f"you play: {text}", "good")]
            case Listed():
                return self._listed(result)
            case TableShown(view):
                return self.table(view, in_full=True)
            case LogShown(told):
                return self.log(told)
            case HelpShown():
                return self._help(result)
            case MoveHelp(action):
                return about.move(self.machine, action, self.width)
            case CommandHelp(command, slashed):
                return [Line(f"{'/' if slashed else ''}{command}: {COMMANDS[command]}")]
            case RulesShown():
                return about.rules(self.machine, self.width)
            case ScoreShown():
                return self._score(result)
            case Unreadable(reason):
                hint = f"  (an empty line lists the moves, `{self._say('help')}` tells more)"
                return [Line(f"not understood: {reason}", "problem"), Line(hint, "quiet")]
            case NoMoves():
                return [Line("the game is over, and there are no moves any more", "problem")]
            case Illegal(_, verdict):
                return self._illegal(verdict)
            case Ambiguous(text, candidates):
                asked = Line(f"`{text}` may mean several moves; which one?", "problem")
                return [asked, *self.moves(candidates, in_full=True)]
            case Explained(verdict):
                return self.verdict(verdict)
            case ActionExplained(verdict):
                return self._action_verdict(verdict)
            case Undone(count, round_):
                if not count:
                    return [Line(_border(round_), "problem")]
                return [Line(f"{_many(count, 'move')} taken back", "good")]
            case Broken(fault):
                return self.fault(fault)
            case Left():
                return [Line("you leave; the game is not finished")]

    def log(self, told: Sequence[Told]) -> list[Line]:
        """All that has happened."""
        return [Line(f"  {text}") for text in _counted([line.text for line in told])]

    def _score(self, shown: ScoreShown) -> list[Line]:
        lines = [] if shown.ending is None else self.scores(shown.ending)
        if shown.standing is not None:
            lines += self.standing(shown.standing)
        return lines or [Line("the game is not over, so there is no score yet")]

    def _listed(self, listed: Listed) -> list[Line]:
        if listed.moves:
            return self.moves(listed.moves, listed.in_full)
        return [
            Line(
                f"no move has `{listed.wanted}` in it; `{self._say('moves')}` lists all", "problem"
            )
        ]

    def _help(self, shown: HelpShown) -> list[Line]:
        lines = [Line("a move is played by its number or in words:", "title")]
        lines += table([(usage, [], _first_line(doc)) for usage, doc in shown.usages], self.width)
        lines += [Line("commands:", "title")]
        rows: list[Row] = [
            (f"/{c}" if c in shown.slashed else c, [], text) for c, text in COMMANDS.items()
        ]
        lines += table(rows, self.width)
        return [
            *lines,
            Line("an empty line lists the moves; a `/` before a command is always right"),
        ]

    def _illegal(self, verdict: Verdict) -> list[Line]:
        lines = [_refused(verdict)]
        failed = next((check for check in verdict.checks if check.held is False), None)
        if failed is not None:
            lines += [Line(f"  {place}", "quiet") for place in self._place(verdict, failed)]
        if verdict.checks:
            lines.append(Line(f"  (`{self._say('why')} not {verdict.move}` tells more)", "quiet"))
        return lines

    def verdict(self, verdict: Verdict) -> list[Line]:
        """Every check of a move with its place in the rules and the values that decided."""
        if verdict.legal:
            lines = [Line(f"`{verdict.move}` is legal now", "good")]
        else:
            lines = [_refused(verdict)]
        said = _Said()
        words = {True: "holds", False: "fails", None: "not looked at, after what failed"}
        for check in verdict.checks:
            style: Style = "problem" if check.held is False else "plain"
            lines.append(Line(f"  {words[check.held]}: {check.text}", style))
            lines += [
                Line(f"      {place}", "quiet") for place in self._place(verdict, check, said)
            ]
            lines += [Line(f"      {text} = {value}") for text, value in check.values]
        return lines

    def _action_verdict(self, verdict: ActionVerdict) -> list[Line]:
        """Why moves of an action are legal, or why none is: each reason with its place, once."""
        name = verdict.name
        if verdict.legal:
            how = f"`{self._say('moves')} {name}` lists them"
            many = _many(verdict.legal, f"`{name}` move")
            are = "is" if verdict.legal == 1 else "are"
            return [Line(f"{many} {are} legal now; {how}", "good")]
        if verdict.refused:
            mark = ";" if verdict.refused.startswith("now:") else ":"
            return [Line(f"no `{name}` is legal{mark} {verdict.refused}", "problem")]
        lines = [Line(f"no `{name}` is legal:", "problem")]
        said = _Said()
        for one, count in zip(verdict.verdicts, verdict.counts, strict=True):
            many = f" ({count} moves, such as `{one.move}`)" if count > 1 else f" (`{one.move}`)"
            lines.append(Line(f"  {one.reason}{many}", "problem"))
            failed = next((check for check in one.checks if check.held is False), None)
            if failed is not None:
                lines += [Line(f"      {x}", "quiet") for x in self._place(one, failed, said)]
        return lines

    def _place(self, verdict: Verdict, check: Check, said: _Said | None = None) -> Iterator[str]:
        """The line of the rules that a check stands on, as far as the machine carries the rules.

        With ``said`` the name of a file stands only before the first of its lines that follow each other.
        """
        spans = [span for span in self._spans(verdict, check.kind) if span.line == check.line]
        # A variant may add to an action: then the same line of two files may be meant.
        texts = Texts(self.machine)
        spans.sort(key=lambda span: texts.quote(span) != check.text)
        if spans:
            quoted = texts.line(spans[0])
            file = spans[0].file
            place = f"{file}:{check.line}"
            if said is not None:
                place = f"line {check.line}" if said.file == file else place
                said.file = file
            yield f"{place}: {quoted}" if quoted else place
        elif check.line:
            yield f"line {check.line}"

    def _spans(self, verdict: Verdict, kind: Literal["domain", "require"]) -> list[Span]:
        """Where the conditions of a move's action stand."""
        name = verdict.move.partition("(")[0]
        actions = [action for action in self.machine.actions if action.name == name]
        if kind == "domain":
            return [param.span for action in actions for param in action.params]
        guards = [guard for action in actions for guard in action.guards]
        return [guard.span if guard.span.line else guard.value.span for guard in guards]

    def fault(self, fault: RuleFault) -> list[Line]:
        """A fault in the rules that came to light in play."""
        place = f"{fault.span.file or 'the rules'}:{fault.line}: " if fault.line else ""
        lines = [Line(f"the rules fail here: {place}{fault.message}", "problem")]
        if fault.quoted:
            lines.append(Line(f"    {fault.quoted}"))
        return lines + [Line(f"    {name} = {value}") for name, value in fault.values]

    # --- beginning and end ---------------------------------------------------------------------

    def blind(self, seats: Sequence[int]) -> list[Line]:
        """That the bots of some seats could not think; nothing where there are none."""
        return [
            Line(
                f"(the bot of seat {seat} finds no way in which all that is hidden from it could be;"
                " where that is so it plays any move)",
                "quiet",
            )
            for seat in seats
        ]

    def opening(self, opening: Opening) -> list[Line]:
        """The beginning of a game of a match."""
        starts = f", seat {opening.starter} starts" if opening.starter else ""
        title = f"{opening.title}: game {opening.round} of {opening.rounds}{starts}"
        return [Line(""), Line(title, "title")]

    def ending(self, ending: Ending) -> list[Line]:
        """The end of a game: what happened last, the table and the scores."""
        table = [*self.news(ending.news), *self.table(ending.view)]
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
        return [Line(title, "title"), *table(rows, self.width)]

    def standing(self, standing: MatchStanding) -> list[Line]:
        """How a match stands."""
        title = standing.title
        lines = [Line(f"{title}: {standing.played} of {standing.rounds} games played", "title")]
        rows: list[Row] = [
            (f"seat {seat}", [], f"{_many(won, 'game')} won, {total} in all")
            for seat, (won, total) in enumerate(zip(standing.won, standing.totals, strict=True), 1)
        ]
        lines += table(rows, self.width)
        if standing.winners is not None:
            names = enumerated([f"seat {seat}" for seat in standing.winners], "and")
            word = "win" if len(standing.winners) > 1 else "wins"
            lines.append(Line(f"{names} {word} the match", "good"))
        return lines


@define
class _Said:
    """The file that was named last."""

    file: str = ""


def _border(round_: int) -> str:
    """Why nothing is taken back."""
    if round_ > 1:
        return f"you have made no choice yet in game {round_}; games of a match that are over stay as they are"
    return "you have made no choice yet that could be taken back"


def _refused(verdict: Verdict) -> Line:
    # "now: ..." says what is on offer instead; any other reason says what is wrong with the move.
    mark = ";" if verdict.reason.startswith("now:") else ":"
    return Line(f"`{verdict.move}` is not legal{mark} {verdict.reason}", "problem")


def _counted(texts: Sequence[str]) -> list[str]:
    """The texts, equal ones in a row as one."""
    counted = ((text, len(list(same))) for text, same in groupby(texts))
    return [text if count == 1 else f"{text} ({count} times)" for text, count in counted]


def _many(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def _first_line(text: str) -> str:
    return text.strip().split("\n")[0]
