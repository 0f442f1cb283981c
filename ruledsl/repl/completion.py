"""What may follow what has been typed so far: words of legal moves, and commands.

All of it is known to whoever is asked: the legal moves are theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ruledsl.agents.catalogue import KINDS
from ruledsl.repl import commands
from ruledsl.repl.moves import plain
from ruledsl.repl.session import Session
from ruledsl.table import PERSON

_BOTS = tuple(kind for kind in KINDS if ":" not in kind)
"""Kinds of bots that can be typed as they stand."""


def completions(session: Session, text: str) -> tuple[str, ...]:
    """The words that the last word of a text may become, each once; a text that ends in a blank is followed by one.

    Marks within a word (``buy(3``) part words too, and stay as they are.
    """
    typed = text.split()
    if not text or text[-1].isspace():
        typed.append("")
    kept = _within(typed[-1])
    if kept:
        typed[-1:] = [*plain(kept).split(), typed[-1][len(kept) :]]
    return tuple(dict.fromkeys(kept + word for word in _words(session, typed)))


def _within(word: str) -> str:
    """A word up to its last mark."""
    return word[: max(word.rfind(mark) for mark in "()[],") + 1]


def _words(session: Session, typed: Sequence[str]) -> Iterator[str]:
    actions = tuple(action.name for action in session.machine.actions)
    taken = commands.taken(actions)
    first = typed[0]
    name = commands.command_of(first.removeprefix("/"))
    if len(typed) > 1 and name is not None and (first.startswith("/") or name not in taken):
        yield from _behind(session, name, typed[1:], actions)
        return
    if not first.startswith("/"):
        yield from _moves(session, typed)
    if len(typed) == 1:
        for command in commands.COMMANDS:
            shown = f"/{command}" if first.startswith("/") or command in taken else command
            if shown.startswith(first.casefold()):
                yield shown


def _moves(session: Session, typed: Sequence[str]) -> Iterator[str]:
    if len(typed) == 1 and "_" in typed[0]:  # a name that is typed as it is shown
        yield from _beginning(dict.fromkeys(e.move.name for e in session.moves), typed[0])
        return
    *before, last = (part for word in typed for part in plain(word).split() or [""])
    for entry in session.moves:
        words = plain(session.wording.shown(str(entry.move))).split()
        begun = len(words) > len(before) and words[len(before)].startswith(last)
        if begun and all(w.startswith(part) for part, w in zip(before, words, strict=False)):
            yield words[len(before)]


def _behind(
    session: Session, name: str, typed: Sequence[str], actions: Sequence[str]
) -> Iterator[str]:
    match name:
        case "why":
            yield from _beginning(["not"] if len(typed) == 1 else [], typed[-1])
            yield from _moves(session, typed[1:] if typed[0] == "not" and len(typed) > 1 else typed)
        case "moves" if len(typed) == 1:
            yield from _beginning(actions, typed[0])
        case "help" if len(typed) == 1:
            yield from _beginning([*actions, *commands.COMMANDS], typed[0])
        case "hint" if len(typed) == 1:
            yield from _beginning(_BOTS, typed[0])
        case "bot" if len(typed) == 1:
            seats = session.table.seats
            yield from _beginning([*map(str, seats), *(w.name for w in seats.values())], typed[0])
        case "bot" if len(typed) == 2:
            yield from _beginning([*_BOTS, PERSON], typed[1])
        case "record" if len(typed) == 1:
            yield from _beginning(["test"], typed[0])


def _beginning(words: Iterable[str], start: str) -> Iterator[str]:
    return (word for word in words if word and word.casefold().startswith(start.casefold()))
