"""The table, the news and the moves as lines of text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from attrs import frozen

from ruledsl.engine.knowledge.observation import Observation, ZoneSeen
from ruledsl.engine.knowledge.tell import Told
from ruledsl.machine.model import Machine
from ruledsl.phrase import counted, joined, phrase, together
from ruledsl.pieces import shown
from ruledsl.repl.commands import taken
from ruledsl.repl.folding import folded
from ruledsl.repl.lines import Line, Manner, Row, columns, listed, table
from ruledsl.repl.results import Numbered

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
MONEY = 3
"""Lines that money takes at most where it is shown in notes or coins."""
PILE = 8
"""Cards of an open pile that are shown, from the top."""


@frozen
class Views:
    """Shows what a seat sees, in one manner."""

    machine: Machine
    manner: Manner

    def news(self, news: Sequence[Told]) -> list[Line]:
        """What has happened, in short.

        Values that the table shows anyway are left out, and where there is much to tell, so are the
        ways of cards and money: moves, what was shown and what was said come first.
        """
        told = self._once(line for line in news if line.kind not in _EVIDENT)
        if not told:
            return []
        kept = told
        if len(told) > NEWS:
            kept = self._once(line for line in news if line.kind in _WEIGHTY)[-NEWS:]
        lines = [Line(phrase("what has happened:"), "title"), *map(indented, kept)]
        if len(kept) < len(told):
            hidden = counted(
                len(told) - len(kept),
                "  ({n} lesser thing besides; `{command}` tells all)",
                "  ({n} lesser things besides; `{command}` tells all)",
                command=self.command("log"),
            )
            lines.append(Line(hidden, "quiet"))
        return lines

    def _once(self, news: Iterable[Told]) -> list[str]:
        return told_once([line.text for line in news])

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
            lines += [Line(phrase("on the table:"), "title"), *table(others, self.manner)]
        if yours:
            lines += [Line(phrase("yours:"), "title"), *table(yours, self.manner)]
        if empty:
            lines += listed(phrase("empty: "), empty, self.manner)
        if view.accounts:
            lines += self._money(view)
        seen = [joined(" ", [value.label, value.text]) for value in view.variables]
        if seen:
            lines += listed(phrase("state: "), seen, self.manner)
        return lines

    def _money(self, view: Observation) -> list[Line]:
        """The balances; with the notes or coins they lie there in, where the screen has room."""
        bare = [joined(" ", [value.label, value.text]) for value in view.accounts]
        full = [
            joined("", [text, f" ({shown(value.pieces)})"]) if value.pieces else text
            for text, value in zip(bare, view.accounts, strict=True)
        ]
        lines = listed(phrase("money: "), full, self.manner)
        return (
            lines
            if self.manner.plain or len(lines) <= MONEY
            else listed(phrase("money: "), bare, self.manner)
        )

    def _cards(self, zone: ZoneSeen, in_full: bool) -> tuple[Sequence[str], str]:
        """The cards of a zone that are shown, and a remark behind them."""
        surely = []
        if zone.surely:
            surely = [phrase("surely {cards}", cards=together(gathered(zone.surely)))]
        if all(card is None for card in zone.cards):
            return (), joined(", ", [counted(zone.size, "{n} card", "{n} cards"), *surely])
        most = PILE if zone.place == "pile" else CARDS
        cards = [card or "?" for card in zone.cards]
        kept = cards if in_full or zone.size <= most + 2 else cards[:most]
        remarks = [phrase("top first")] if zone.place == "pile" and zone.size > 1 else []
        remarks += surely
        if len(kept) < zone.size:
            remarks.append(
                counted(
                    zone.size - len(kept),
                    "{n} more; `{command}` shows it",
                    "{n} more; `{command}` shows them",
                    command=self.command("table"),
                )
            )
        return kept, phrase("({remarks})", remarks=joined(", ", remarks)) if remarks else ""

    def command(self, command: str) -> str:
        """How a command is written in this game; see `commands`."""
        clashing = taken([action.name for action in self.machine.actions])
        return f"/{command}" if command in clashing else command

    def moves(self, moves: Sequence[Numbered], in_full: bool = False) -> list[Line]:
        """The moves with their numbers, those of one action together."""
        groups = [
            folded(self.machine, list(group), self.manner.shown)
            for _, group in groupby(moves, key=lambda entry: entry.move.name)
        ]
        names = [name for name, _ in groupby(entry.move.name for entry in moves)]
        many = sum(map(len, groups)) > MOVES
        room = max(MOVES // max(len(groups), 1), 6)
        digits = max((len(fold.numbers) for group in groups for fold in group), default=1)
        lines: list[Line] = []
        for name, group in zip(names, groups, strict=True):
            cut = len(group) > room + 2 and many and not in_full
            kept = group[:room] if cut else group
            lines += columns([f"{f.numbers:>{digits}}  {f.text}" for f in kept], self.manner)
            if cut:
                first, last = group[room].first, group[-1].last
                hidden = counted(
                    last - first + 1,
                    "      ... {n} more move, {first} to {last}; `{command} {name}` lists it",
                    "      ... {n} more moves, {first} to {last}; `{command} {name}` lists them",
                    first=first,
                    last=last,
                    command=self.command("moves"),
                    name=name,
                )
                lines.append(Line(hidden, "quiet"))
        return lines


def gathered(cards: Sequence[str]) -> list[str]:
    """The cards, equal ones told together: ``2 x red 4``."""
    return [
        card if count == 1 else joined(" ", [f"{count} x", card])
        for card, count in Counter(cards).items()
    ]


def told_once(texts: Sequence[str]) -> list[str]:
    """The texts, equal ones in a row as one."""
    runs = ((text, len(list(same))) for text, same in groupby(texts))
    return [
        text if count == 1 else phrase("{text} ({count} times)", text=text, count=count)
        for text, count in runs
    ]


def indented(text: str) -> Line:
    """A line a little to the right."""
    return Line(joined("", ["  ", text]))
