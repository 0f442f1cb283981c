"""Small rulesets that are in order: in each something is nearly wrong, and is not.

They stand in the text files of this folder, each below a line ``=== what it is``, without the first two lines of
a rule file. A line ``@name`` stands for the lines of that name in ``shared.txt``. A line ``% a b | c d`` below the title makes
several rulesets of one: in each ``$1``, ``$2``, ... are the words of one of the parts between the bars.
"""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
HEAD = 'language 1\ngame small "Small"\n'


def _parts(text: str) -> dict[str, str]:
    """The texts below each ``=== title``."""
    found: dict[str, str] = {}
    for part in re.split(r"^=== ", text, flags=re.MULTILINE)[1:]:
        title, _, body = part.partition("\n")
        assert title not in found, title
        found[title] = body.strip("\n") + "\n"
    return found


def _filled(title: str, body: str) -> dict[str, str]:
    """The rulesets of a text that has parameters; the text itself if it has none."""
    if not body.startswith("% "):
        return {title: body}
    line, _, rest = body.partition("\n")
    made = {}
    for row in line[2:].split("|"):
        words = row.split()
        text = rest
        for number, word in enumerate(words, 1):
            text = text.replace(f"${number}", word.replace("_", " "))
        assert "$" not in text, (title, row)
        made[f"{title}: {' '.join(words)}"] = text
    assert len(made) == line.count("|") + 1, title
    return made


def rulesets() -> dict[str, str]:
    """All of them by what they are, as whole rule files."""
    shared = _parts((HERE / "shared.txt").read_text(encoding="utf-8"))

    def lines(match: re.Match[str]) -> str:
        return shared[match[1]].rstrip("\n")

    found: dict[str, str] = {}
    for file in sorted(HERE.glob("*.txt")):
        if file.stem == "shared":
            continue
        for title, body in _parts(file.read_text(encoding="utf-8")).items():
            for name, text in _filled(title, body).items():
                whole = re.sub(r"^@(\w+)$", lines, text, flags=re.MULTILINE)
                assert name not in found, name
                head = "language 1\n" if whole.startswith("variant ") else HEAD
                found[name] = head + whole
    return found
