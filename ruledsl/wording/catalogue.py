"""Catalogues: what texts are in another language, read from gettext's ``.po`` files.

A text of the program stands there by its English pattern. A word of rules stands there by itself, with
what it is as the context (``msgctxt``): `CONTEXTS` names them.
"""

from __future__ import annotations

import io
import string
from collections.abc import Iterable
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from attrs import Factory, frozen

CONTEXTS = {
    "title": "the title of the game",
    "doc": "a docstring, its lines put together",
    "option": "what an option means",
    "match": "the title of a match",
    "team": "the name of a team",
    "member": "a member of a type",
    "card": "what people read on a card: one text, or the pattern behind `shown as`",
    "zone": "the name of a zone, pile, row or deck",
    "money": "the name of an account",
    "variable": "the name of a variable",
    "action": "the name of an action",
    "parameter": "the name of a parameter of an action",
    "phase": "the name of a phase",
    "reason": "what stands behind `otherwise`",
    "announcement": "what stands behind `announce`",
}
"""The contexts of the words of rules, with what each is for."""

PATTERNS = frozenset({"", "card", "announcement"})
"""Contexts of texts with names in braces; empty for texts of the program."""


class CatalogueError(ValueError):
    """A catalogue that cannot be used; the text says why, for people."""


@frozen
class Entry:
    """An entry of a catalogue: its context (empty: none), its text with the plural, and what they become."""

    context: str
    text: str
    plural: str
    said: tuple[str, ...]
    line: int


@frozen
class Catalogue:
    """The texts of one language; an empty one leaves everything as it is."""

    entries: tuple[Entry, ...] = ()
    translations: NullTranslations = Factory(NullTranslations)

    def __bool__(self) -> bool:
        return bool(self.entries)

    def pattern(self, one: str, many: str = "", count: int = 1) -> str:
        """A pattern of the program; that for ``count`` things where there is a plural."""
        if many:
            return self.translations.ngettext(one, many, count)
        return self.translations.gettext(one)

    def word(self, context: str, text: str) -> str:
        """A word or text of rules."""
        return self.translations.pgettext(context, text)


def read(path: Path) -> Catalogue:
    """The catalogue of a file. Raises :class:`CatalogueError`."""
    # Slow to import, and needed only by those who want another language.
    import polib

    try:
        file = polib.pofile(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no catalogue in the form of gettext"
        raise CatalogueError(f"`{path}` cannot be read: {reason.lower()}") from None
    file.metadata["Content-Type"] = "text/plain; charset=UTF-8"
    entries = tuple(
        Entry(
            entry.msgctxt or "",
            entry.msgid,
            entry.msgid_plural,
            tuple(entry.msgstr_plural[n] for n in sorted(entry.msgstr_plural)) or (entry.msgstr,),
            entry.linenum or 0,
        )
        for entry in file.translated_entries()
    )
    for entry in entries:
        problem = misfit(entry)
        if problem:
            raise CatalogueError(f"{path}:{entry.line}: {problem}")
    try:
        return Catalogue(entries, GNUTranslations(io.BytesIO(file.to_binary())))
    except ValueError:
        raise CatalogueError(f"`{path}` has a `Plural-Forms` that cannot be read") from None


def together(catalogues: Iterable[Catalogue]) -> Catalogue:
    """Several catalogues as one; where they differ the later ones are right."""
    entries: tuple[Entry, ...] = ()
    last: NullTranslations = NullTranslations()
    for catalogue in catalogues:
        entries += catalogue.entries
        catalogue.translations.add_fallback(last)
        last = catalogue.translations
    return Catalogue(entries, last)


def misfit(entry: Entry) -> str:
    """What is wrong with the names in braces of an entry, or nothing."""
    if entry.context not in PATTERNS:
        return ""
    for number, said in enumerate(entry.said):
        # What is said of one thing may leave its number out: "the only move".
        text = entry.plural if number and entry.plural else entry.text
        wanted, found = named(text), named(said)
        if wanted is None:
            return ""
        ordered = entry.context == "announcement"
        if found is None or (found != wanted if ordered else set(found) != set(wanted)):
            names = ", ".join(f"`{{{name}}}`" for name in wanted) or "no braces"
            order = ", in this order" if ordered and len(wanted) > 1 else ""
            return f"`{said}` stands for `{text}`, so it must have {names}{order}"
    return ""


def named(pattern: str) -> list[str] | None:
    """The names in braces of a pattern; None where the braces are not in order, or hold more than a name."""
    try:
        parts = [part[1:] for part in string.Formatter().parse(pattern) if part[1] is not None]
    except ValueError:
        return None
    if any(spec or conversion for _, spec, conversion in parts):
        return None
    return [name for name, _, _ in parts if name is not None]
