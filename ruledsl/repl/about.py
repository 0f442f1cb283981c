"""What the rules say of themselves: docstrings and the meanings of options, as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ruledsl.engine.text import Texts, spoken
from ruledsl.machine.model import Action, Machine
from ruledsl.phrase import counted, joined, phrase, seat_named
from ruledsl.repl.lines import Line, Manner, Row, table, wrapped
from ruledsl.store.entries import Seat
from ruledsl.table import PERSON


def introduction(machine: Machine, manner: Manner, match: str | None = None) -> list[Line]:
    """What is said before play: the game, what it is in short, how its options are set, its matches."""
    title = machine.title or machine.name
    players = counted(machine.players, "{title}, {n} player", "{title}, {n} players", title=title)
    lines = [Line(players, "title")]
    lines += _paragraphs(machine.doc.split("\n\n")[0], manner)
    lines += _options(machine, manner)
    if match is None:
        lines += [
            Line(
                counted(
                    info.rounds,
                    '(`--match {name}` plays "{title}", {n} game)',
                    '(`--match {name}` plays "{title}", {n} games)',
                    name=info.name,
                    title=info.title,
                ),
                "quiet",
            )
            for info in machine.matches
        ]
    return lines


def at_the_table(seats: Mapping[int, Seat]) -> list[Line]:
    """Who sits where, if anybody has a name: ``Ann (seat 1): a person``."""
    if not any(who.name for who in seats.values()):
        return []
    lines = [Line(phrase("at the table:"), "title")]
    for seat, who in seats.items():
        called: str = seat_named(seat)
        if who.name:
            called = phrase("{name} (seat {seat})", name=who.name, seat=seat)
        kind = phrase("a person") if who.kind == PERSON else f"`{who.kind}`"
        lines.append(Line(joined("", ["  ", called, ": ", kind])))
    return lines


def rules(machine: Machine, manner: Manner) -> list[Line]:
    """All docstrings: of the game, its options and words, its places, money and other state, its moves,
    phases and result."""
    lines = [Line(machine.title or machine.name, "title")]
    lines += _paragraphs(machine.doc, manner) or [
        Line(phrase("  (these rules have no description)"), "quiet")
    ]
    options = _options(machine, manner)
    told_of = list(_notes(machine, "option"))
    if options:
        lines += [Line(phrase("options:"), "title"), *options, *_entries(told_of, manner)]
    state = [
        *((family.name, family.doc) for family in machine.families),
        *((account.name, account.doc) for account in machine.accounts),
        *((variable.name, variable.doc) for variable in machine.variables),
    ]
    moves = {action.name: action.doc for action in machine.actions}
    phases = [
        *_notes(machine, "setup", "play"),
        *((r.name, r.doc) for r in machine.routines if r.name not in moves),
    ]
    words = list(_notes(machine, "players", "team", "type", "card", "table", "define"))
    result = list(_notes(machine, "score", "win", "ties", "match"))
    usages = [(usage(action), action.doc) for action in machine.actions]
    moves_follow = phrase("moves:")
    for title, entries in (
        (phrase("words:"), words),
        (phrase("the table:"), state),
        (moves_follow, usages),
        (phrase("play:"), phases),
        (phrase("the end:"), result),
    ):
        told = [(name, doc) for name, doc in entries if doc or title is moves_follow]
        if told:
            lines.append(Line(title, "title"))
            lines += _entries(told, manner)
    return lines


def move(machine: Machine, action: Action, manner: Manner) -> list[Line]:
    """One kind of move: how it is written, what it does, what its parts may be."""
    texts = Texts(machine)
    lines = [Line(usage(action), "title"), *_paragraphs(action.doc, manner)]
    for param in action.params:
        name: str = spoken(param.name).upper()
        if param.domain_text:
            name = phrase("{name} in {domain}", name=name, domain=param.domain_text)
        if param.secretly:
            name = phrase("{name}, in secret", name=name)
        lines.append(Line(joined("", ["  ", name])))
    for guard in action.guards:
        condition = texts.quote(guard.value.span)
        if guard.cell < 0 and condition:
            lines.append(Line(phrase("  only if {condition}", condition=condition)))
    return lines


def usage(action: Action) -> str:
    """How a move is written: ``bid(AMOUNT)``."""
    names = ", ".join(spoken(param.name).upper() for param in action.params)
    return f"{action.name}({names})" if names else action.name


def _options(machine: Machine, manner: Manner) -> list[Line]:
    texts = Texts(machine)
    rows: list[Row] = [
        (joined(" = ", [o.name, texts.value(o.type, o.value)]), o.meaning.split(), "")
        for o in machine.options
    ]
    return _spaced(rows, manner)


def _notes(machine: Machine, *kinds: str) -> Iterator[tuple[str, str]]:
    """The names and docstrings of declarations of these kinds."""
    return ((note.name, note.doc) for note in machine.notes if note.kind in kinds)


def _entries(entries: Iterable[tuple[str, str]], manner: Manner) -> Iterator[Line]:
    rows: list[Row] = [(name, doc.split(), "") for name, doc in entries]
    yield from _spaced(rows, manner)


def _spaced(rows: list[Row], manner: Manner) -> list[Line]:
    """A table whose parts are words."""
    return [Line(line.text.rstrip(), line.style) for line in table(rows, manner, between=" ")]


def _paragraphs(doc: str, manner: Manner) -> list[Line]:
    lines: list[Line] = []
    for paragraph in doc.strip().split("\n\n"):
        if words := paragraph.split():
            lines += wrapped("  ", words, manner, between=" ")
    return lines
