"""What the rules say of themselves: docstrings and the meanings of options, as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ruledsl.engine.text import Texts, spoken
from ruledsl.machine.model import Action, Machine
from ruledsl.repl.lines import Line, Manner, Row, table, wrapped


def introduction(machine: Machine, manner: Manner, match: str | None = None) -> list[Line]:
    """What is said before play: the game, what it is in short, how its options are set, its matches."""
    title = machine.title or machine.name
    lines = [Line(f"{title}, {machine.players} players", "title")]
    lines += _paragraphs(machine.doc.split("\n\n")[0], manner)
    lines += _options(machine, manner)
    if match is None:
        lines += [
            Line(f'(`--match {info.name}` plays "{info.title}", {info.rounds} games)', "quiet")
            for info in machine.matches
        ]
    return lines


def rules(machine: Machine, manner: Manner) -> list[Line]:
    """All docstrings: of the game, its options and words, its places, money and other state, its moves,
    phases and result."""
    lines = [Line(machine.title or machine.name, "title")]
    lines += _paragraphs(machine.doc, manner) or [
        Line("  (these rules have no description)", "quiet")
    ]
    options = _options(machine, manner)
    told_of = list(_notes(machine, "option"))
    if options:
        lines += [Line("options:", "title"), *options, *_entries(told_of, manner)]
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
    for title, entries in (
        ("words:", words),
        ("the table:", state),
        ("moves:", usages),
        ("play:", phases),
        ("the end:", result),
    ):
        told = [(name, doc) for name, doc in entries if doc or title == "moves:"]
        if told:
            lines.append(Line(title, "title"))
            lines += _entries(told, manner)
    return lines


def move(machine: Machine, action: Action, manner: Manner) -> list[Line]:
    """One kind of move: how it is written, what it does, what its parts may be."""
    texts = Texts(machine)
    lines = [Line(usage(action), "title"), *_paragraphs(action.doc, manner)]
    for param in action.params:
        chosen = f" in {param.domain_text}" if param.domain_text else ""
        secretly = ", in secret" if param.secretly else ""
        lines.append(Line(f"  {spoken(param.name).upper()}{chosen}{secretly}"))
    for guard in action.guards:
        condition = texts.quote(guard.value.span)
        if guard.cell < 0 and condition:
            lines.append(Line(f"  only if {condition}"))
    return lines


def usage(action: Action) -> str:
    """How a move is written: ``bid(AMOUNT)``."""
    names = ", ".join(spoken(param.name).upper() for param in action.params)
    return f"{action.name}({names})" if names else action.name


def _options(machine: Machine, manner: Manner) -> list[Line]:
    texts = Texts(machine)
    rows: list[Row] = [
        (f"{o.name} = {texts.value(o.type, o.value)}", o.meaning.split(), "")
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
