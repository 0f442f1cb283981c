"""The words of rules: which there are, and the catalogue in which they are to be translated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ruledsl.machine.model import Machine
from ruledsl.wording.catalogue import CONTEXTS, Entry
from ruledsl.wording.renaming import card_entry, renamed

if TYPE_CHECKING:
    import polib

Word = tuple[str, str]
"""What a text is (one of `CONTEXTS`), and the text."""


def vocabulary(machine: Machine) -> tuple[Word, ...]:
    """The names and texts of a machine that have letters in them, each once."""
    found: dict[Word, None] = {}

    def note(context: str, text: str) -> str:
        if any(char.isalpha() for char in text):
            found[context, text] = None
        return text

    renamed(machine, note)
    order = list(CONTEXTS)
    return tuple(sorted(found, key=lambda word: order.index(word[0])))


def missing(entries: tuple[Entry, ...], machine: Machine) -> Iterator[Word]:
    """The words of a machine that a catalogue does not have."""
    known = {(entry.context, entry.text) for entry in entries}
    cards = {look.text for look in machine.looks if card_entry(entries, machine, look)}
    for context, text in vocabulary(machine):
        if (context, text) not in known and not (context == "card" and text in cards):
            yield context, text


def useless(entries: tuple[Entry, ...], machine: Machine) -> Iterator[tuple[Entry, str]]:
    """The entries that say nothing of a machine, each with what is wrong with it."""
    words = set(vocabulary(machine))
    cards = {card_entry(entries, machine, look) for look in machine.looks}
    for entry in entries:
        if entry.context not in CONTEXTS:
            kinds = ", ".join(f"`{context}`" for context in CONTEXTS)
            yield entry, f"`{entry.context}` is no context; there are {kinds}"
        elif entry.context == "card":
            if entry not in cards:
                yield entry, f"no card reads `{entry.text}`"
        elif (entry.context, entry.text) not in words:
            shown = entry.text if len(entry.text) <= 60 else f"{entry.text[:57]}..."
            yield entry, f"the rules have no {entry.context} `{shown}`"


def template(
    entries: tuple[Entry, ...], machine: Machine, language: str, inherited: tuple[Entry, ...] = ()
) -> polib.POFile:
    """The catalogue of the words of a machine: what the entries say of it, and the rest left open.

    What ``inherited`` entries say is left out.
    """
    import polib

    file = polib.POFile(wrapwidth=98)
    file.metadata = {
        "Language": language,
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    unused = {entry for entry, _ in useless(entries, machine)}
    kept = [entry for entry in entries if entry not in unused]
    order = list(CONTEXTS)
    words = [
        *((entry.context, entry.text, entry.said[0]) for entry in kept),
        *((context, text, "") for context, text in missing((*inherited, *kept), machine)),
    ]
    for context, text, said in sorted(words, key=lambda word: order.index(word[0])):
        file.append(
            polib.POEntry(msgctxt=context, msgid=text, msgstr=said, comment=CONTEXTS[context])
        )
    return file
