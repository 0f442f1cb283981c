"""Writes docs/codes.md from the catalogue of diagnostics: ``python -m tests.docs.write_codes``."""

from __future__ import annotations

from difflib import unified_diff
from itertools import groupby
from pathlib import Path

from ruledsl.diagnostics.catalogue import all_codes
from ruledsl.diagnostics.codes.model import Code

FILE = Path(__file__).parents[2] / "docs" / "codes.md"

THEMES = {
    0: "Text and syntax",
    1: "Names and variants",
    2: "Types and ranges",
    3: "Flow and actions",
    4: "Cards, money and knowledge",
    5: "Limits, machine files and records",
    6: "Tests in the language",
}
"""What the codes of each hundred are about."""

_HEAD = """# Codes

Every finding of `ruledsl check` has a code that never changes its meaning. `ruledsl explain CODE`
shows what this page says, which is written from the catalogue by `python -m tests.docs.write_codes`.
Very long examples are shortened; of the mended rules only the lines that differ are shown.
"""


def document(codes: tuple[Code, ...]) -> str:
    """The page: an overview by theme, then each code with a faulty file and the same mended."""
    parts = [_HEAD]
    themes = [(THEMES[h], tuple(group)) for h, group in groupby(codes, key=_hundred)]
    for theme, group in themes:
        rows = [f"| [{code.code}](#{code.code.lower()}) | {code.title} |" for code in group]
        parts.append(
            "\n".join([f"**{theme}**\n", "| code | what is wrong |", "|---|---|", *rows, ""])
        )
    for theme, group in themes:
        parts.append(f"## {theme}\n")
        parts.extend(_entry(code) for code in group)
    return "\n".join(parts)


def _hundred(code: Code) -> int:
    return int(code.code.removeprefix("RD")) // 100


def _entry(code: Code) -> str:
    parts = [
        f"### {code.code}\n",
        f"*{code.title}*\n",
        code.meaning.strip(),
        "",
        code.why.strip(),
        "",
    ]
    if code.bad:
        parts += ["These rules bring it out:", "", _shown(code.bad), ""]
    if code.good:
        parts += ["Mended (`-` what goes, `+` what comes):", "", _shown(_mending(code)), ""]
    return "\n".join(parts)


def _mending(code: Code) -> str:
    """The lines in which the mended rules differ from the faulty ones, without the places in between."""
    bad, good = (rules.strip("\n").split("\n") for rules in (code.bad, code.good))
    lines = list(unified_diff(bad, good, n=0, lineterm=""))[2:]
    return "\n".join(f"{line[0]} {line[1:]}" for line in lines if line[0] in "+-")


LONGEST = 80
"""Lines of an example that the page shows whole; of a longer one it shows both ends."""

WIDEST = 100
"""Characters of a line of an example that the page shows."""


def _shown(rules: str) -> str:
    """The rules as a block of code, indented: fences could close one another."""
    lines = rules.strip("\n").split("\n")
    if len(lines) > LONGEST:
        lines = [*lines[:16], f"... ({len(lines) - 20} more lines like these)", *lines[-4:]]
    cut = [line if len(line) <= WIDEST else f"{line[:WIDEST]}..." for line in lines]
    return "\n".join(f"    {line}".rstrip() for line in cut)


if __name__ == "__main__":
    FILE.write_text(document(all_codes()), encoding="utf-8", newline="\n")
