"""The texts of the program: which there are, and the catalogue in which they are to be translated.

``python -m ruledsl.wording.collect`` writes that of a language anew: what is translated is kept, what is
new is left open, what is gone goes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    import polib

_PACKAGE = Path(__file__).parent.parent
_MAKERS = {"phrase": 0, "counted": 1}
"""The functions that make phrases, with the place of the pattern among their arguments."""


@frozen
class Pattern:
    """A pattern of the program, with its plural if it has one."""

    one: str
    many: str = ""


class NotLiteral(ValueError):  # noqa: N818 - said of a place in the program
    """A pattern that is worked out, so that no catalogue can have it."""


def patterns() -> Mapping[Pattern, tuple[str, ...]]:
    """The patterns of the program that have words in them, each with the modules that use it.

    Raises :class:`NotLiteral`.
    """
    found: dict[Pattern, dict[str, None]] = {}
    for file in sorted(_PACKAGE.rglob("*.py")):
        name = file.relative_to(_PACKAGE.parent).as_posix()
        text = file.read_text("utf-8")
        if "phrase" in text:
            for pattern in _patterns(text, name):
                if _has_words(pattern):
                    found.setdefault(pattern, {})[name] = None
    return {pattern: tuple(names) for pattern, names in found.items()}


def catalogue(language: str) -> polib.POFile:
    """The catalogue of a language with every text of the program, those that it has translated already."""
    import polib

    path = Path(__file__).parent / f"{language}.po"
    before = polib.pofile(path.read_text("utf-8")) if path.is_file() else polib.POFile()
    known = {(entry.msgid, entry.msgid_plural): entry for entry in before}
    file = polib.POFile(wrapwidth=98)
    file.metadata = before.metadata or {
        "Language": language,
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": "nplurals=2; plural=(n != 1);",
    }
    for pattern, places in patterns().items():
        entry = polib.POEntry(
            msgid=pattern.one,
            msgid_plural=pattern.many,
            occurrences=[(place, "") for place in places],
        )
        old = known.get((pattern.one, pattern.many))
        if pattern.many:
            entry.msgstr_plural = old.msgstr_plural if old else {0: "", 1: ""}
        elif old:
            entry.msgstr = old.msgstr
        file.append(entry)
    return file


def _patterns(text: str, name: str) -> Iterator[Pattern]:
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        place = _MAKERS.get(node.func.id)
        if place is None:
            continue
        parts = [_literal(part) for part in node.args[place:]]
        if not parts or None in parts:
            raise NotLiteral(f"{name}:{node.lineno}: a pattern stands in the program as it is")
        yield Pattern(*(part for part in parts if part is not None))


def _literal(node: ast.expr) -> str | None:
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, str) else None


def _has_words(pattern: Pattern) -> bool:
    return any(char.isalpha() for char in re.sub(r"\{\w*\}", "", pattern.one))


def main(argv: list[str]) -> None:
    """Write the catalogues of these languages anew."""
    for language in argv:
        made = str(catalogue(language))
        (Path(__file__).parent / f"{language}.po").write_text(made + "\n", "utf-8", newline="\n")


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
