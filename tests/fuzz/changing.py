"""Rule texts that are changed by chance: words, lines and brackets of one, and of others, change places.

What comes of it can mostly be read, so that what is behind the reading is tried as well.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from ruledsl.diagnostics.catalogue import all_codes
from ruledsl.syntax.words import RESERVED

ROOT = Path(__file__).parents[2]

_WORDS = re.compile(r'"""|"[^"\n]*"|\w+|[^\w\s]|\n *| +')
"""What a text is cut into: texts, words, signs, line ends with the indentation behind them, blanks."""

_EDGES = (
    "0",
    "1",
    "2",
    "-1",
    "50",
    "51",
    "1000",
    "1001",
    "10001",
    str(2**31),
    str(2**53),
    "9" * 15,
)
"""Numbers at which something may be otherwise."""

_SIGNS = (*"+-*()[]:,.=<>", "==", "!=", "<=", ">=", "..", "+=", "-=", "div", "mod", "implies")

_ODD = (
    "\0",
    "\t",
    "\r",
    "\ufeff",
    "\u202e",
    "\u0430",
    "\u00e9",
    "e\u0301",
    "\U0001f0a1",
    "\ud800",
    '"',
    '"""',
)
"""Characters that one does not expect in rules."""


def seeds() -> tuple[str, ...]:
    """The texts to begin with: shipped rulesets, examples, rules of tests, examples of all codes."""
    files = [
        *sorted((ROOT / "rulesets").rglob("*.rules")),
        *sorted((ROOT / "examples").rglob("*.rules")),
        *sorted((ROOT / "tests").rglob("*.rules")),
    ]
    texts = [file.read_text(encoding="utf-8") for file in files]
    texts += [text for code in all_codes() for text in (code.bad, code.good) if text]
    return tuple(dict.fromkeys(texts))


class Changing:
    """Changes texts; ``others`` are those that words and lines are taken from."""

    def __init__(self, others: Sequence[str]) -> None:
        self.lines = tuple({line for text in others for line in text.split("\n") if line.strip()})
        self.ways: tuple[Callable[[random.Random, str], str], ...] = (
            *(self._word,) * 4,
            *(self._line,) * 3,
            *(self._bracket,) * 2,
            self._odd,
        )

    def changed(self, text: str, chance: random.Random) -> str:
        """The text with one to four changes."""
        for _ in range(chance.choice((1, 1, 2, 2, 3, 4))):
            text = chance.choice(self.ways)(chance, text)
        return text

    def _word(self, chance: random.Random, text: str) -> str:
        """Another word in the place of one: one of the same text, of the language, or a number at an edge."""
        words = _WORDS.findall(text)
        places = [n for n, word in enumerate(words) if not word.isspace()]
        if not places:
            return text
        place = chance.choice(places)
        word = words[place]
        if word.isdigit() and chance.random() < 0.7:
            new = (
                chance.choice(_EDGES)
                if chance.random() < 0.5
                else str(int(word[:15]) + chance.choice((-1, 1)))
            )
        elif not word[0].isalnum() and chance.random() < 0.7:
            new = chance.choice(_SIGNS)
        elif chance.random() < 0.75:
            new = words[chance.choice(places)]
        else:
            new = chance.choice(("", *sorted(RESERVED)))
        words[place] = new
        return "".join(words)

    def _line(self, chance: random.Random, text: str) -> str:
        """A line goes, comes twice, goes elsewhere, or comes from another text."""
        lines = text.split("\n")
        place, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        line = lines[place]
        match chance.randrange(5):
            case 0:
                del lines[place]
            case 1:
                lines.insert(other, line)
            case 2:
                lines[place], lines[other] = lines[other], line
            case 3:
                lines[place] = "    " * chance.randrange(4) + line.strip()
            case _:
                taken = chance.choice(self.lines)
                if chance.random() < 0.7:  # as deep as what stands there
                    taken = line[: len(line) - len(line.lstrip())] + taken.strip()
                lines.insert(place, taken)
        return "\n".join(lines)

    def _bracket(self, chance: random.Random, text: str) -> str:
        """What stands between two brackets, or to the right of a `=`, stands elsewhere as well."""
        parts = [m.span(1) for m in re.finditer(r"\(([^()\n]+)\)|(?<== )([^\n]+)", text) if m[1]]
        parts += [m.span(1) for m in re.finditer(r" = ([^\n]+)", text)]
        if not parts:
            return text
        (start, end), (begin, stop) = chance.choice(parts), chance.choice(parts)
        taken = text[begin:stop]
        match chance.randrange(4):
            case 0:
                taken = f"({taken})"
            case 1:
                taken = f"{text[start:end]} {chance.choice(_SIGNS)} {taken}"
            case 2:
                taken = f"{taken} if {text[start:end]} else {taken}"
        return text[:start] + taken + text[end:]

    def _odd(self, chance: random.Random, text: str) -> str:
        """A character that has no business there, or a piece of the text many times over."""
        place = chance.randrange(len(text) + 1)
        if chance.random() < 0.6:
            return text[:place] + chance.choice(_ODD) + text[place:]
        end = min(len(text), place + chance.randrange(1, 30))
        return text[:end] + text[place:end] * chance.choice((1, 3, 30)) + text[end:]
